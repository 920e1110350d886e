//! An equation of the tests.

use stiction_core::Stage;

use crate::ode::Ode;

/// An equation of this many variables, its right-hand side, and a time at which that jumps, whatever one asks for.
pub(super) struct Given<F>(pub(super) usize, pub(super) F, pub(super) Option<f64>);

impl<F: Fn(&Stage, &[f64], &mut [f64])> Ode for Given<F> {
    fn dim(&self) -> usize {
        self.0
    }
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        (self.1)(stage, x, dx);
    }
    fn next_jump(&self, _: f64) -> Option<f64> {
        self.2
    }
}
