//! Errors of time integration.

use stiction_core::{Shown, ShownTime};

/// Why an integration could not be set up or continued.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OdeError {
    /// The step size is not a finite positive number.
    #[error("step = {} s must be finite and positive", Shown(*.value))]
    Step {
        /// Value given \[s\].
        value: f64,
    },
    /// A time is not finite.
    #[error("{name} = {} s must be finite", Shown(*.value))]
    Time {
        /// Which time.
        name: &'static str,
        /// Value given \[s\].
        value: f64,
    },
    /// The requested end lies before the present time.
    #[error("cannot run back from t = {} s to {} s", Shown(*.now), Shown(*.until))]
    Backwards {
        /// Present time \[s\].
        now: f64,
        /// Requested end \[s\].
        until: f64,
    },
    /// The step is too small to move the clock at the present time.
    #[error("step = {} s is below the resolution of time at t = {} s", Shown(*.step), Shown(*.now))]
    Stalled {
        /// Step size \[s\].
        step: f64,
        /// Present time \[s\].
        now: f64,
    },
    /// A state has the wrong length.
    #[error("the state has {found} variables where {expected} are required")]
    Length {
        /// Length required.
        expected: usize,
        /// Length given.
        found: usize,
    },
    /// A step produced a value that is not finite; the state is that before the step.
    #[error("variable {index} is not finite after the step from t = {} s", ShownTime(*.time))]
    NotFinite {
        /// Index of the first such variable.
        index: usize,
        /// Time at which the step started \[s\].
        time: f64,
    },
    /// A tableau is not an explicit, consistent scheme.
    #[error("tableau {name}: {what} {requirement}")]
    Tableau {
        /// Name of the tableau.
        name: String,
        /// Which entry.
        what: String,
        /// Requirement on it.
        requirement: &'static str,
    },
}
