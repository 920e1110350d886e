//! The friction of a host: elements with memory, solved for before a step and led along after it.

use std::collections::HashMap;

use stiction_core::{ParameterError, Validate};

use crate::block::{Block, Triple};
use crate::error::{check_finite, check_rows};
use crate::sweep::{Given, Solved, Sweeps};
use crate::{EffectiveMass, ElementLaw, HostError, Report, Settings};

/// A law that was added to a [`HostFriction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LawId(usize);

impl LawId {
    /// Returns the number of the law, in the order of [`HostFriction::add_law`].
    #[must_use]
    pub const fn number(self) -> usize {
        self.0
    }
}

/// An element as a host lists it before a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// The host's own name for it: a joint, a pair of geometries and a number.
    pub key: u64,
    /// Its law.
    pub law: LawId,
    /// Load that its limit depends on, ≥ 0: the normal force \[N\] of a contact, the transmitted torque \[N m\]
    /// of a gear; a law that depends on no load ignores it.
    pub load: f64,
}

/// State of an element.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Element {
    key: u64,
    law: usize,
    load: f64,
    first_row: usize,
    /// e \[m\].
    deflection: Triple,
    /// Force along +v \[N\]; the next solution starts from it.
    force: Triple,
    /// The deflection that the element slides to in the present step.
    slid: Option<Triple>,
}

/// Public state of an element.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ElementState<'a> {
    /// The host's name for it.
    pub key: u64,
    /// The first of its rows.
    pub first_row: usize,
    /// Deflection e of its bristle \[m, rad\], one number per axis.
    pub deflection: &'a [f64],
    /// Whether it slid in the last step; laws that always relax never do.
    pub slides: bool,
}

/// Friction elements of a host that computes everything else.
///
/// A step takes three calls. [`arrange`](Self::arrange) lists the elements, in the order of their rows;
/// [`solve`](Self::solve) finds the efforts that the host then applies, through `Jᵀ`, in its own step;
/// [`follow`](Self::follow) tells the bristles how the host has moved. Friction holds because of the
/// third: see the book, page "In other engines".
///
/// Nothing is allocated in a step once the largest number of elements has occurred. A clone keeps the whole state: it
/// goes on with the same bits.
#[derive(Clone, Debug, Default)]
pub struct HostFriction {
    laws: Vec<ElementLaw>,
    settings: Settings,
    elements: Vec<Element>,
    rows: usize,
    /// The length of the step that was solved for and not yet followed \[s\].
    pending: Option<f64>,
    efforts: Vec<f64>,
    predicted: Vec<f64>,
    sweeps: Sweeps,
    unconverged: u64,
    /// Scratch of [`Self::arrange`].
    spare: Vec<Element>,
    places: HashMap<u64, usize>,
}

impl Validate for HostFriction {
    const COMPONENT: &'static str = "HostFriction";
    fn validate(&self) -> Result<(), ParameterError> {
        Ok(())
    }
}

impl HostFriction {
    /// Creates friction without laws or elements, with the default settings.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces the settings.
    #[must_use]
    pub fn with_settings(self, settings: Settings) -> Self {
        Self { settings, ..self }
    }

    /// Adds a law that elements can have.
    pub fn add_law(&mut self, law: ElementLaw) -> LawId {
        self.laws.push(law);
        LawId(self.laws.len() - 1)
    }

    /// Lists the elements of the next step, in the order of their rows: each has as many rows as its law
    /// has axes.
    ///
    /// An element whose key was there before keeps its bristle (if its law now has another number of axes
    /// it starts anew), a new one starts without deflection, one that is no longer listed is forgotten.
    /// The elements stay as they are until the next call, so a host with joints alone needs it once.
    ///
    /// # Errors
    /// A law that was not added; a load that is negative or not finite; a key that occurs twice; a step
    /// that has not been [followed](Self::follow). The elements then stay as they were.
    pub fn arrange(&mut self, elements: impl IntoIterator<Item = Placed>) -> Result<(), HostError> {
        if self.pending.is_some() {
            return Err(HostError::NotFollowed);
        }
        self.spare.clear();
        let (mut rows, mut same_order) = (0, true);
        for (place, Placed { key, law, load }) in elements.into_iter().enumerate() {
            let known = self.laws.len();
            let LawId(law) = law;
            let axes = match self.laws.get(law) {
                None => return Err(HostError::UnknownLaw { key, law, known }),
                Some(law) => law.axes(),
            };
            Self::non_negative("load", load)?;
            same_order &= self.elements.get(place).is_some_and(|before| before.key == key);
            let nothing = [0.0; 3];
            self.spare.push(Element {
                key,
                law,
                load,
                first_row: rows,
                deflection: nothing,
                force: nothing,
                slid: None,
            });
            rows += axes;
        }
        // Usually no element came, went or moved: then nothing is looked up, and no key is new.
        if !same_order {
            self.check_keys()?;
        }
        for place in 0..self.spare.len() {
            let key = self.spare[place].key;
            let before = if same_order { Some(&place) } else { self.places.get(&key) };
            if let Some(before) = before.and_then(|&before| self.elements.get(before)) {
                let now = &mut self.spare[place];
                if self.laws[now.law].axes() == self.laws[before.law].axes() {
                    (now.deflection, now.force) = (before.deflection, before.force);
                }
            }
        }
        core::mem::swap(&mut self.elements, &mut self.spare);
        self.rows = rows;
        // Forces and velocities of the last step are discarded.
        for values in [&mut self.efforts, &mut self.predicted] {
            values.clear();
            values.resize(rows, 0.0);
        }
        Ok(())
    }

    /// Sets the deflection \[m, rad\] of an element along new axes: those of a patch whose centre has moved, or a
    /// tangent that was turned. `place` counts the elements as they were arranged.
    ///
    /// # Errors
    /// A step that has not been [followed](Self::follow); a place without an element; another number of
    /// axes; a number that is not finite. Nothing has changed then.
    pub fn set_deflection(&mut self, place: usize, deflection: &[f64]) -> Result<(), HostError> {
        if self.pending.is_some() {
            return Err(HostError::NotFollowed);
        }
        let is_there = place < self.elements.len();
        Self::require(is_there, "place", place as f64, "must be that of an element")?;
        let element = &mut self.elements[place];
        check_rows("deflection", deflection, self.laws[element.law].axes())?;
        element.deflection[..deflection.len()].copy_from_slice(deflection);
        Ok(())
    }

    /// Leaves the places of the keys in `places`; no key is listed twice.
    fn check_keys(&mut self) -> Result<(), HostError> {
        self.places.clear();
        for (place, element) in self.spare.iter().enumerate() {
            if self.places.insert(element.key, place).is_some() {
                return Err(HostError::SameKey { key: element.key });
            }
        }
        self.places.clear();
        let before = self.elements.iter().enumerate();
        self.places.extend(before.map(|(place, element)| (element.key, place)));
        Ok(())
    }

    /// Finds the friction of a step of the length `step` \[s\].
    ///
    /// `mass` tells by how much forces on the rows change their velocities; `free` are the velocities
    /// \[m/s, rad/s\] that the rows would have after the step without this friction. The result stands
    /// in [`efforts`](Self::efforts). A second call before the host has moved replaces the first.
    ///
    /// # Errors
    /// A step that is not finite and positive; a number of rows that is not that of the elements;
    /// velocities that are not finite; a mass that is negative along some direction. Nothing has changed
    /// then. A solution that has not converged is no error: the [`Report`] says so, and so does
    /// [`unconverged_steps`](Self::unconverged_steps).
    pub fn solve<M: EffectiveMass>(
        &mut self,
        step: f64,
        mass: &M,
        free: &[f64],
    ) -> Result<Report, HostError> {
        Self::positive("step", step)?;
        check_rows("free velocity", free, self.rows)?;
        if mass.rows() != self.rows {
            let (found, expected) = (mass.rows(), self.rows);
            return Err(HostError::Length { what: "effective mass", found, expected });
        }
        let given = Given { step, mass, free };
        self.set_up(&given)?;
        let report = self.sweeps.solve(&given, &self.settings);
        check_finite("friction", &self.sweeps.force)?;
        self.sweeps.velocities(&given, &mut self.predicted);
        self.take_over(step);
        self.unconverged += u64::from(!report.converged);
        Ok(report)
    }

    /// Returns the blocks of all elements, and the forces to start from.
    fn set_up<M: EffectiveMass>(&mut self, given: &Given<'_, M>) -> Result<(), HostError> {
        let Sweeps { elements, force, .. } = &mut self.sweeps;
        elements.clear();
        force.clear();
        for element in &self.elements {
            let (law, first_row) = (&self.laws[element.law], element.first_row);
            let own_response =
                |i: usize, j: usize| given.step * given.mass.entry(first_row + i, first_row + j);
            let block =
                Block::new(law, element.load, given.step, &element.deflection, own_response)
                    .ok_or(HostError::NotPositive { key: element.key, row: first_row })?;
            elements.push(Solved { block, first_row, slides: false });
            force.extend(&element.force[..law.axes()]);
        }
        Ok(())
    }

    /// Keeps the solution.
    fn take_over(&mut self, step: f64) {
        for (element, solved) in self.elements.iter_mut().zip(&self.sweeps.elements) {
            let axes = self.laws[element.law].axes();
            let rows = element.first_row..element.first_row + axes;
            element.force[..axes].copy_from_slice(&self.sweeps.force[rows]);
            element.slid = solved.slid(step, &element.deflection, &self.sweeps.force);
        }
        for (effort, force) in self.efforts.iter_mut().zip(&self.sweeps.force) {
            *effort = -force;
        }
        self.pending = Some(step);
    }

    /// Returns the friction on the host \[N, N m\], one number per row: against the motion. The host adds
    /// `Jᵀ efforts` to its forces, for the whole step.
    #[must_use]
    pub fn efforts(&self) -> &[f64] {
        &self.efforts
    }

    /// Returns the velocities after the step \[m/s, rad/s\] that this friction and `free` predict. The motion that
    /// the host makes of them goes to [`follow`](Self::follow).
    #[must_use]
    pub fn predicted_velocity(&self) -> &[f64] {
        &self.predicted
    }

    /// Updates the bristles: by how much each row has moved \[m, rad\] in the step that was solved for.
    ///
    /// The bristle of an element that sticks takes up the whole of it, so that its anchor, the position
    /// less the deflection, stays where it is. The difference of two positions is better here than the
    /// step times a velocity: it has the rounding of the host's own positions, and holds whatever the
    /// host's scheme is.
    ///
    /// # Errors
    /// No step that was solved for; a wrong number of rows; a number that is not finite.
    pub fn follow(&mut self, displacement: &[f64]) -> Result<(), HostError> {
        self.follow_by("displacement", displacement, |_, displacement| displacement)
    }

    /// Calls [`follow`](Self::follow) with the step times the velocities \[m/s, rad/s\] with which the host moved,
    /// for hosts that move so: `position += step * velocity` with the velocity after the step.
    ///
    /// # Errors
    /// As [`follow`](Self::follow).
    pub fn follow_velocity(&mut self, velocity: &[f64]) -> Result<(), HostError> {
        self.follow_by("velocity", velocity, |step, velocity| step * velocity)
    }

    fn follow_by(
        &mut self,
        what: &'static str,
        motion: &[f64],
        displacement: impl Fn(f64, f64) -> f64,
    ) -> Result<(), HostError> {
        let step = self.pending.ok_or(HostError::NotSolved)?;
        check_rows(what, motion, self.rows)?;
        for element in &mut self.elements {
            let law = &self.laws[element.law];
            let mut moved: Triple = [0.0; 3];
            let rows = &motion[element.first_row..][..law.axes()];
            for (moved, number) in moved.iter_mut().zip(rows) {
                *moved = displacement(step, *number);
            }
            element.deflection =
                element.slid.unwrap_or_else(|| law.followed(step, element.deflection, moved));
        }
        self.pending = None;
        Ok(())
    }

    /// Forgets the solution of a step that the host did not make.
    pub fn retract(&mut self) {
        self.pending = None;
    }

    /// Returns the number of solutions since the beginning that did not converge.
    #[must_use]
    pub const fn unconverged_steps(&self) -> u64 {
        self.unconverged
    }

    /// Returns the number of rows of all elements.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the energy that all bristles together would give back \[J\].
    #[must_use]
    pub fn stored_energy(&self) -> f64 {
        let energy = |element: &Element| self.laws[element.law].stored_energy(&element.deflection);
        self.elements.iter().map(energy).sum()
    }

    /// Returns the elements, in the order of their rows.
    pub fn elements(&self) -> impl ExactSizeIterator<Item = ElementState<'_>> {
        self.elements.iter().map(|element| ElementState {
            key: element.key,
            first_row: element.first_row,
            deflection: &element.deflection[..self.laws[element.law].axes()],
            slides: element.slid.is_some(),
        })
    }
}
