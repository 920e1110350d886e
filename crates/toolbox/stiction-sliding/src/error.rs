//! Errors of sliding.

use stiction_core::ParameterError;
use stiction_friction::ellipsoid_kernel::Unsolved;

/// A step or a closed form that could not be computed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SlidingError {
    /// An argument out of its range.
    #[error(transparent)]
    Argument(#[from] ParameterError),
    /// The state or the load is not finite, or too large to compute with.
    #[error("{component}: {variable} = {value} must be finite")]
    NotFinite {
        /// The computation.
        component: &'static str,
        /// The variable.
        variable: &'static str,
        /// Its value.
        value: f64,
    },
    /// No friction was found; the problem that was to be solved.
    #[error(transparent)]
    Unsolved(#[from] Box<Unsolved>),
}
