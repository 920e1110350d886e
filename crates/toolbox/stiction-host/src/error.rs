//! Errors between a host and its friction.

use stiction_core::ParameterError;

/// A call that could not be carried out; nothing has changed then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// An argument out of its range.
    #[error(transparent)]
    Argument(#[from] ParameterError),
    /// An array of the wrong length.
    #[error("{what} has {found} numbers and must have {expected}, one per row")]
    Length {
        /// The array.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length that it must have.
        expected: usize,
    },
    /// A number that is not finite.
    #[error("{what}[{index}] = {value} must be finite")]
    NotFinite {
        /// The array.
        what: &'static str,
        /// Place in it.
        index: usize,
        /// The number.
        value: f64,
    },
    /// The matrix of effective masses is not symmetric.
    #[error(
        "the effective mass is not symmetric: [{row}, {column}] and [{column}, {row}] differ by {difference}"
    )]
    NotSymmetric {
        /// Row of the entry.
        row: usize,
        /// Column of the entry.
        column: usize,
        /// By how much the two entries differ.
        difference: f64,
    },
    /// The block of an element is no effective mass: along some direction a force would speed up what it
    /// should slow down.
    #[error(
        "the effective mass of the element {key} (row {row}) is negative along some direction: J M⁻¹ Jᵀ cannot be"
    )]
    NotPositive {
        /// Key of the element.
        key: u64,
        /// Its first row.
        row: usize,
    },
    /// A law that was not added here.
    #[error("the element {key} names law {law}, of {known} that were added")]
    UnknownLaw {
        /// Key of the element.
        key: u64,
        /// Number of the law.
        law: usize,
        /// How many there are.
        known: usize,
    },
    /// Two elements with one key.
    #[error("two elements have the key {key}; each must have its own")]
    SameKey {
        /// The key.
        key: u64,
    },
    /// Friction was solved for, but the motion of the host under it was never given.
    #[error(
        "the bristles have not followed the last step: call `follow` with the motion that the host made, or `retract` if it made none"
    )]
    NotFollowed,
    /// A motion was given without a solution for the friction before it.
    #[error("there is no step to follow: call `solve` first")]
    NotSolved,
}

/// Checks that an array from a host has one finite number per row.
pub(crate) fn check_rows(
    what: &'static str,
    values: &[f64],
    expected: usize,
) -> Result<(), HostError> {
    if values.len() != expected {
        return Err(HostError::Length { what, found: values.len(), expected });
    }
    check_finite(what, values)
}

pub(crate) fn check_finite(what: &'static str, values: &[f64]) -> Result<(), HostError> {
    match values.iter().position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(index) => Err(HostError::NotFinite { what, index, value: values[index] }),
    }
}
