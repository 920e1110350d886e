//! The right-hand side of a differential equation with a stage.

use stiction_core::{Inputs, Stage};

use crate::ode::Parts;

/// `dx/dt = f(stage, x)`.
pub trait Ode {
    /// Returns the length of the state.
    fn dim(&self) -> usize;

    /// Writes the time derivative of `x` to `dx`; both have the length [`Ode::dim`].
    fn rhs(&self, stage: &Stage, x: &[f64], dx: &mut [f64]);

    /// Returns the equation in parts, if it is a network of several; they give the same rates as [`Ode::rhs`], and
    /// [`Ode::project`] is then not called.
    #[doc(hidden)]
    fn parts(&self) -> Option<&dyn Parts> {
        None
    }

    /// Pulls the state back onto its constraints after a step.
    fn project(&self, x: &mut [f64]) {
        let _ = x;
    }

    /// Returns the inputs, for the stages of the next step.
    fn inputs(&self) -> Option<&Inputs> {
        None
    }

    /// Returns the first time after `after` at which the right-hand side changes abruptly; a step ends
    /// there.
    fn next_jump(&self, after: f64) -> Option<f64> {
        let _ = after;
        None
    }
}
