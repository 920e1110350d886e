//! All elements at once: sweeps over them, and Newton steps between the sweeps.
//!
//! For laws with a limit the equations of all elements are those of one minimum,
//!
//! ```text
//! min ½ f·(h A + Z⁻¹) f − f·(v_free + Z⁻¹ K e),   every f in its own set
//! ```
//! of a strictly convex function, whatever the rank of A: there is one solution. A sweep solves for one
//! element after the other with the forces of all others as they are (block projected Gauss-Seidel), which
//! never raises the function. If the elements act on one light body, sweeps alone take `h A Z` times as
//! many rounds; so a sweep that has not converged is followed by a Newton step for all elements at once
//! ([`newton`](crate::newton)), which does not raise it either. (Subspace minimisation: Kočvara and Zowe
//! 1994; in friction Silcowitz et al. 2010.) With speed-dependent or relaxing laws there is no such function;
//! Newton steps are still taken for the elements that stick, and the residual tells whether they helped.

use nalgebra::SVector;

use crate::block::{Block, BlockIn, Triple};
use crate::newton::Newton;
use crate::{EffectiveMass, Report, Settings};

/// The elements of one step and their forces so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sweeps {
    pub(crate) elements: Vec<Solved>,
    /// Force along +v of every row.
    pub(crate) force: Vec<f64>,
    /// Scratch of the operator.
    scratch: Vec<f64>,
    newton: Newton,
}

/// An element during one step.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    pub(crate) block: Block,
    pub(crate) first_row: usize,
    pub(crate) slides: bool,
}

/// Size of the change in a sweep and of all forces, as powers.
#[derive(Clone, Copy, Debug, Default)]
struct Measure {
    change: f64,
    size: f64,
}

/// Inputs of a step.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a, M> {
    pub(crate) step: f64,
    pub(crate) mass: &'a M,
    pub(crate) free: &'a [f64],
}

impl<M: EffectiveMass> Given<'_, M> {
    /// Returns the velocity after the step with the forces that `scratch` knows.
    pub(crate) fn velocity<const N: usize>(
        &self,
        first: usize,
        scratch: &[f64],
    ) -> SVector<f64, N> {
        let mut pushed = SVector::<f64, N>::zeros();
        self.mass.pushed(first, scratch, pushed.as_mut_slice());
        // The impulses are those of the surface on the elements: against +v.
        SVector::from_fn(|axis, _| self.free[first + axis]) - pushed
    }

    /// Changes the force of the rows from `first` on.
    pub(crate) fn push(&self, first: usize, change: &[f64], scratch: &mut [f64]) {
        let mut impulse: Triple = [0.0; 3];
        for (impulse, change) in impulse.iter_mut().zip(change) {
            *impulse = self.step * change;
        }
        self.mass.push(first, &impulse[..change.len()], scratch);
    }
}

impl Sweeps {
    /// Solves for the forces, from those that stand in `force`.
    pub(crate) fn solve<M: EffectiveMass>(
        &mut self,
        given: &Given<'_, M>,
        settings: &Settings,
    ) -> Report {
        self.scratch.clear();
        self.scratch.resize(given.mass.scratch_len(), 0.0);
        for (row, force) in self.force.iter().enumerate() {
            if *force != 0.0 {
                given.push(row, core::slice::from_ref(force), &mut self.scratch);
            }
        }
        let mut report =
            Report { converged: false, residual: f64::NAN, sweeps: 0, newton_steps: 0 };
        while report.sweeps < settings.max_sweeps() {
            let Measure { change, size } = self.sweep(given);
            report.sweeps += 1;
            report.residual = if change == 0.0 { 0.0 } else { (change / size).sqrt() };
            report.converged = report.residual <= settings.tolerance();
            // NaN never becomes a number again.
            if report.converged || !change.is_finite() {
                break;
            }
            let Self { elements, force, scratch, newton } = self;
            if newton.solve(given, settings.newton_rows(), elements, force, scratch) {
                report.newton_steps += 1;
            }
        }
        report
    }

    /// Returns the velocities after the step with the forces found.
    pub(crate) fn velocities<M: EffectiveMass>(&self, given: &Given<'_, M>, all: &mut [f64]) {
        given.mass.pushed(0, &self.scratch, all);
        for (velocity, free) in all.iter_mut().zip(given.free) {
            *velocity = free - *velocity;
        }
    }

    fn sweep<M: EffectiveMass>(&mut self, given: &Given<'_, M>) -> Measure {
        let mut measure = Measure::default();
        let Self { elements, force, scratch, .. } = self;
        for element in elements {
            let Solved { block, first_row, slides } = element;
            *slides = match block {
                Block::One(block) => renew(given, block, *first_row, force, scratch, &mut measure),
                Block::Two(block) => renew(given, block, *first_row, force, scratch, &mut measure),
                Block::Three(block) => {
                    renew(given, block, *first_row, force, scratch, &mut measure)
                }
            };
        }
        measure
    }
}

/// Solves for one element with the forces of all others as they are; whether it slides.
fn renew<const N: usize, M: EffectiveMass>(
    given: &Given<'_, M>,
    block: &mut BlockIn<N>,
    first: usize,
    force: &mut [f64],
    scratch: &mut [f64],
    measure: &mut Measure,
) -> bool {
    let rows = first..first + N;
    let old = SVector::<f64, N>::from_column_slice(&force[rows.clone()]);
    // The velocity without the element's own force.
    let others = given.velocity::<N>(first, scratch) + block.own_response() * old;
    let answer = block.answer(others);
    let change = answer.force - old;
    if change != SVector::<f64, N>::zeros() {
        given.push(first, change.as_slice(), scratch);
        force[rows].copy_from_slice(answer.force.as_slice());
    }
    measure.change += block.power(change);
    measure.size += block.power(answer.force);
    answer.slides
}

impl Solved {
    /// Returns the deflection that the element slides to under the force of all rows `force`, if it slides.
    pub(crate) fn slid(&self, step: f64, deflection: &Triple, force: &[f64]) -> Option<Triple> {
        if !self.slides {
            return None;
        }
        let force = &force[self.first_row..];
        match &self.block {
            Block::One(block) => block.slid(step, deflection, &force[..1]),
            Block::Two(block) => block.slid(step, deflection, &force[..2]),
            Block::Three(block) => block.slid(step, deflection, &force[..3]),
        }
    }
}
