//! The integrated variables of a component: how many, their names, and which of them are deflections of bristles.

use crate::VariableName;

/// The internal variables of a law or a body.
///
/// ```text
/// internal    0  1   bristles: while its element sticks, number k has the rate of component k of the flow, to the bit
///             2      another: a temperature, a pressure, a bristle in axes of its own
/// ```
///
/// ```
/// use stiction_core::Memory;
/// let memory = Memory::bristles(2).and(1);
/// assert_eq!(memory.len(), 3);
/// assert_eq!([0, 1, 2].map(|index| memory.deflects_along(index)), [Some(0), Some(1), None]);
/// ```
#[derive(Clone, Copy, Default)]
pub struct Memory<'a> {
    bristles: usize,
    others: usize,
    told_by: Option<&'a dyn InternalVariables>,
}

/// Internal variables that have names, or that deflect in another way than [`Memory`] says by itself.
pub trait InternalVariables {
    /// Returns the name and unit of a variable, for messages and the columns of a recording.
    fn internal_name(&self, index: usize) -> VariableName {
        VariableName::numbered(index)
    }

    /// Sets the variables of an admittance to where they start unless a start is given. They come as zeros, and stay so
    /// by default. Those of a law start at zero.
    fn rest(&self, internal: &mut [f64]) {
        let _ = internal;
    }

    /// Returns the component of the flow along which a variable deflects, if it is a deflection; `usual` is what
    /// [`Memory`] says without it.
    ///
    /// A law of several elements names those of each, in any order: the first variable along every component
    /// belongs to the first element, the second to the second. The checks of sticking use it.
    fn deflects_along(&self, index: usize, usual: Option<usize>) -> Option<usize> {
        let _ = index;
        usual
    }
}

impl<'a> Memory<'a> {
    /// No memory.
    pub const NONE: Self = Self { bristles: 0, others: 0, told_by: None };

    /// Returns a memory of one bristle along each of the first `count` components of the flow.
    #[must_use]
    pub const fn bristles(count: usize) -> Self {
        Self { bristles: count, ..Self::NONE }
    }

    /// Returns a memory of `count` variables that are no deflections.
    #[must_use]
    pub const fn others(count: usize) -> Self {
        Self { others: count, ..Self::NONE }
    }

    /// Returns the memory with `count` variables at its end that are no deflections.
    #[must_use]
    pub const fn and(self, count: usize) -> Self {
        Self { others: self.others + count, ..self }
    }

    /// Returns the memory with names and deflections that the component tells itself.
    #[must_use]
    pub const fn told_by(self, component: &'a dyn InternalVariables) -> Self {
        Self { told_by: Some(component), ..self }
    }

    /// Returns the number of variables; it is constant during the life of a component.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.bristles + self.others
    }

    /// Returns whether there are no variables.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns name and unit of a variable.
    #[must_use]
    pub fn name(&self, index: usize) -> VariableName {
        match self.told_by {
            Some(component) => component.internal_name(index),
            None => VariableName::numbered(index),
        }
    }

    /// Returns the names and units of all.
    pub fn names(self) -> impl Iterator<Item = VariableName> + use<'a> {
        (0..self.len()).map(move |index| self.name(index))
    }

    /// Sets the variables, which are zeros, to where they start; see [`InternalVariables::rest`].
    pub fn rest(&self, internal: &mut [f64]) {
        if let Some(component) = self.told_by {
            component.rest(internal);
        }
    }

    /// Returns the component of the flow along which a variable deflects, if it is a deflection; see
    /// [`InternalVariables::deflects_along`].
    #[must_use]
    pub fn deflects_along(&self, index: usize) -> Option<usize> {
        let usual = (index < self.bristles).then_some(index);
        self.told_by.map_or(usual, |component| component.deflects_along(index, usual))
    }

    /// Returns whether one of the variables is a deflection.
    #[must_use]
    pub fn has_bristles(&self) -> bool {
        (0..self.len()).any(|index| self.deflects_along(index).is_some())
    }
}

impl core::fmt::Debug for Memory<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Memory").field("len", &self.len()).finish_non_exhaustive()
    }
}
