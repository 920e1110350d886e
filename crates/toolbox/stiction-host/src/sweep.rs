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

use crate::block::{Block, MAX_AXES, Triple, padded};
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

/// Inputs of a step.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a, M> {
    pub(crate) step: f64,
    pub(crate) mass: &'a M,
    pub(crate) free: &'a [f64],
}

impl<M: EffectiveMass> Given<'_, M> {
    /// Returns the velocity after the step of some rows, with the forces that `scratch` knows.
    pub(crate) fn velocity(&self, first: usize, axes: usize, scratch: &[f64]) -> Triple {
        let mut pushed: Triple = [0.0; MAX_AXES];
        self.mass.pushed(first, scratch, &mut pushed[..axes]);
        // The impulses are those of the surface on the elements: against +v.
        core::array::from_fn(|k| if k < axes { self.free[first + k] - pushed[k] } else { 0.0 })
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
        while report.sweeps < settings.max_sweeps {
            let [change, size] = self.sweep(given);
            report.sweeps += 1;
            report.residual = if change == 0.0 { 0.0 } else { (change / size).sqrt() };
            report.converged = report.residual <= settings.tolerance;
            // NaN never becomes a number again.
            if report.converged || !change.is_finite() {
                break;
            }
            let Self { elements, force, scratch, newton } = self;
            if newton.solve(given, settings.newton_rows, elements, force, scratch) {
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

    /// Renews the forces of all elements; returns the size of their change and of all forces, as powers.
    fn sweep<M: EffectiveMass>(&mut self, given: &Given<'_, M>) -> [f64; 2] {
        let mut sizes = [0.0; 2];
        let Self { elements, force, scratch, .. } = self;
        for Solved { block, first_row, slides } in elements {
            let block = block.any();
            let (first, axes) = (*first_row, block.axes());
            let force = &mut force[first..first + axes];
            let old = padded(force);
            let found = block.renewed(&given.velocity(first, axes, scratch), &old);
            if found.force != old {
                let change: Triple = core::array::from_fn(|axis| found.force[axis] - old[axis]);
                given.push(first, &change[..axes], scratch);
                force.copy_from_slice(&found.force[..axes]);
            }
            sizes[0] += found.change;
            sizes[1] += found.size;
            *slides = found.slides;
        }
        sizes
    }
}

impl Solved {
    /// Returns the force of the element, of those of all rows.
    pub(crate) fn own(&self, force: &[f64]) -> Triple {
        padded(&force[self.first_row..][..self.block.any().axes()])
    }

    /// Returns the deflection that the element slides to under the force of all rows `force`, if it slides.
    pub(crate) fn slid(&self, step: f64, deflection: &Triple, force: &[f64]) -> Option<Triple> {
        if self.slides { self.block.any().slid(step, deflection, &self.own(force)) } else { None }
    }
}
