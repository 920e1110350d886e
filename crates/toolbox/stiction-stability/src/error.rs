//! Errors of stability analysis.

use stiction_core::ParameterError;

use crate::double_description::DoubleDescriptionError;

/// Why a question about a stance has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StabilityError {
    /// An argument was refused.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The stance has no contact.
    #[error("the stance has no contact")]
    NoContacts,
    /// The faces of a cone could not be found.
    #[error(transparent)]
    Faces(#[from] DoubleDescriptionError),
    /// The conic solver gave up.
    #[error("the solver did not solve the program for the {program}: {status}")]
    Solver {
        /// Name of the unknown.
        program: &'static str,
        /// Status of the solver.
        status: String,
    },
}
