//! Functions of the time inside a component: signals, inputs, schedules.

use crate::Input;

/// A function of the time that a component is given: a [`Signal`](crate::Signal), a schedule of patches.
pub trait Varying {
    /// Returns the first time after `after` at which it changes abruptly \[s\]; a step ends there. Never by default.
    fn next_jump(&self, after: f64) -> Option<f64> {
        let _ = after;
        None
    }

    /// Returns the [inputs](crate::Signal::inputs) in it, which may be set from outside while it is stepped. An input
    /// that is not named here is not a number.
    fn inputs(&self) -> Vec<&Input> {
        vec![]
    }

    /// Returns its shortest period \[s\], if one is known.
    fn shortest_period(&self) -> Option<f64> {
        None
    }
}

/// Returns the earlier of two times, or the shorter of two periods, if any is known.
#[inline(always)]
#[must_use]
pub fn earlier(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, other) => one.or(other),
    }
}
