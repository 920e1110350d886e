//! The forces of many elements at once: Newton's step for all that stick, and for all that slide along the
//! border of their sets.
//!
//! With the slip `u = b − (h A + Z⁻¹) f` of the present forces, the step s of the minimum of
//! `½ f·(h A + Z⁻¹) f − f·b` is
//!
//! ```text
//! (h A + Z⁻¹) s = u                   rows of elements that stick: their slip is to vanish
//! (h A + Z⁻¹ + λ E) s = u,  n·s = 0   of those that slide: along the border f·E f = 1, n = E f/|E f|
//! ```
//! where `λ = u·f` at the border is the curvature that its bend adds (u = λ E f where all is solved). What
//! slides is brought back to the border after the step, and a step that does not lower the function is
//! taken back: with those of the sweeps no step ever raises it.

use nalgebra::{Cholesky, DMatrix, DVectorViewMut, Vector3};

use crate::EffectiveMass;
use crate::block::{Triple, padded};
use crate::saturated::Limited;
use crate::sweep::{Given, Solved};

/// Storage of a Newton step; kept so that a step allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Newton {
    /// Rows of the elements that take part, in order.
    rows: Vec<usize>,
    /// Their slip.
    slip: Vec<f64>,
    /// The change of their forces.
    change: Vec<f64>,
    matrix: Vec<f64>,
}

impl Newton {
    /// Makes the step, as far as it is admissible. Whether it was made.
    pub(crate) fn solve<M: EffectiveMass>(
        &mut self,
        given: &Given<'_, M>,
        most_rows: usize,
        elements: &[Solved],
        force: &mut [f64],
        scratch: &mut [f64],
    ) -> bool {
        self.gather(given, elements, force, scratch);
        // The sweep has already solved for an element that is alone.
        let several = taking_part(elements).nth(1).is_some();
        if !several || self.rows.len() > most_rows || !self.direction(given, elements, force) {
            return false;
        }
        let (mut share, mut place) = (1.0_f64, 0);
        for (element, block) in taking_part(elements) {
            let axes = element.block.any().axes();
            let change = padded(&self.change[place..][..axes]);
            share = share.min(match block.border() {
                // The border may be taken as straight no farther than that.
                Some(border) if element.slides => {
                    let change = Vector3::from(change);
                    let square = change.dot(&border.component_mul(&change));
                    if square > 0.25 { 0.5 / square.sqrt() } else { 1.0 }
                }
                _ => block.admissible_share(&element.own(force), &change),
            });
            place += axes;
        }
        place = 0;
        for (element, block) in taking_part(elements) {
            let change = &mut self.change[place..][..element.block.any().axes()];
            change.iter_mut().for_each(|change| *change *= share);
            place += change.len();
            // The force of an element that slides is brought back to the border.
            if let Some(border) = block.border().filter(|_| element.slides) {
                let force = Vector3::from(element.own(force));
                let moved = force + Vector3::from(padded(change));
                let gauge = moved.dot(&border.component_mul(&moved)).sqrt();
                change.copy_from_slice(&(moved / gauge - force).as_slice()[..change.len()]);
            }
        }
        self.apply(given, 1.0, force, scratch);
        if self.rise(given, elements, force, scratch) > 0.0 {
            self.apply(given, -1.0, force, scratch);
            return false;
        }
        true
    }

    /// Solves for the change of force from the slip; returns whether the matrix is positive, as it must be.
    fn direction<M: EffectiveMass>(
        &mut self,
        given: &Given<'_, M>,
        elements: &[Solved],
        force: &[f64],
    ) -> bool {
        let size = self.rows.len();
        let mut matrix = core::mem::take(&mut self.matrix);
        matrix.clear();
        for &row in &self.rows {
            for &column in &self.rows {
                matrix.push(given.step * given.mass.entry(row, column));
            }
        }
        self.change.clear();
        self.change.extend(&self.slip);
        let mut place = 0;
        for (element, block) in taking_part(elements) {
            let axes = element.block.any().axes();
            let change = &mut self.change[place..][..axes];
            let (own, kind) = (element.own(force), (block, element.slides));
            add_own_part(&mut matrix, (size, place), kind, &own, change);
            place += axes;
        }
        match Cholesky::new(DMatrix::from_vec(size, size, matrix)) {
            // The next factorization allocates anew: the masses of a real host never lead here.
            None => false,
            Some(factor) => {
                factor.solve_mut(&mut DVectorViewMut::from_slice(&mut self.change, size));
                self.matrix = factor.unpack_dirty().data.into();
                self.change.iter().all(|change| change.is_finite())
            }
        }
    }

    fn apply<M: EffectiveMass>(
        &self,
        given: &Given<'_, M>,
        sign: f64,
        force: &mut [f64],
        scratch: &mut [f64],
    ) {
        for (row, change) in self.rows.iter().zip(&self.change) {
            let change = sign * change;
            force[*row] += change;
            given.push(*row, &[change], scratch);
        }
    }

    /// Returns by how much the step that was made has raised the function: minus the mean of the slips before and
    /// after times the step, exactly, because the function is quadratic.
    fn rise<M: EffectiveMass>(
        &mut self,
        given: &Given<'_, M>,
        elements: &[Solved],
        force: &[f64],
        scratch: &[f64],
    ) -> f64 {
        let along = |step: &Self| {
            step.slip.iter().zip(&step.change).map(|(slip, change)| slip * change).sum::<f64>()
        };
        let before = along(self);
        self.gather(given, elements, force, scratch);
        -0.5 * (before + along(self))
    }

    /// Notes the rows of the elements that take part, and the slip that their present force leaves.
    fn gather<M: EffectiveMass>(
        &mut self,
        given: &Given<'_, M>,
        elements: &[Solved],
        force: &[f64],
        scratch: &[f64],
    ) {
        self.rows.clear();
        self.slip.clear();
        for (element, block) in taking_part(elements) {
            let (first, axes) = (element.first_row, element.block.any().axes());
            let slip = block.slip(&element.own(force), &given.velocity(first, axes, scratch));
            self.rows.extend(first..first + axes);
            self.slip.extend(&slip[..axes]);
        }
    }
}

/// Returns the elements with a limit that stick, or slide with a direction to find.
fn taking_part(elements: &[Solved]) -> impl Iterator<Item = (&Solved, &dyn Limited)> {
    elements.iter().filter_map(|element| {
        let block = element.block.any();
        let limited = block.limited()?;
        let takes_part = !element.slides || (block.axes() > 1 && limited.border().is_some());
        takes_part.then_some((element, limited))
    })
}

/// Adds the own part of an element, whose rows in the matrix of this size begin at a place: Z⁻¹ and the bend of its
/// border; leaves in `change` the slip that is to vanish.
fn add_own_part(
    matrix: &mut [f64],
    (size, place): (usize, usize),
    (block, slides): (&dyn Limited, bool),
    force: &Triple,
    change: &mut [f64],
) {
    /// How many times stiffer an element is across the border than along it.
    const ACROSS: f64 = 1e6;
    let axes = change.len();
    let diagonal = |axis: usize| (place + axis) * (size + 1);
    for (axis, softness) in block.inverse_damping().into_iter().enumerate().take(axes) {
        matrix[diagonal(axis)] += softness;
    }
    let Some(border) = block.border().filter(|_| slides) else { return };
    let (force, slip) = (Vector3::from(*force), Vector3::from(padded(change)));
    let normal = border.component_mul(&force).normalize();
    let along = slip - normal * normal.dot(&slip);
    change.copy_from_slice(&along.as_slice()[..axes]);
    let multiplier = slip.dot(&force).max(0.0);
    let across = ACROSS * (0..axes).map(|axis| matrix[diagonal(axis)]).sum::<f64>();
    for axis in 0..axes {
        matrix[diagonal(axis)] += multiplier * border[axis];
        for other in 0..axes {
            matrix[(place + axis) * size + place + other] += across * normal[axis] * normal[other];
        }
    }
}
