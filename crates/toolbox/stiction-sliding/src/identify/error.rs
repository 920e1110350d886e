//! Errors of recordings and of identification.

use stiction_core::ParameterError;

use crate::SlidingError;

/// A recording that cannot be read or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// Not a table: an unreadable source, or rows of different lengths.
    #[cfg(feature = "files")]
    #[error(transparent)]
    Table(#[from] csv::Error),
    /// A column that is needed is missing, or there twice.
    #[error("column {column} {requirement}")]
    Column {
        /// Name of the column.
        column: String,
        /// The requirement, as the end of a sentence.
        requirement: &'static str,
    },
    /// A cell that is not a finite number.
    #[error("row {row}, column {column}: {text:?} must be a finite number")]
    NotANumber {
        /// Row below the header, from 1.
        row: usize,
        /// Name of the column.
        column: &'static str,
        /// The text of the cell.
        text: String,
    },
    /// A time that is not one interval after the one before.
    #[error("row {row}, column t: {time} s must be {expected} s, for equal intervals")]
    UnevenTime {
        /// Row below the header, from 1.
        row: usize,
        /// The time \[s\].
        time: f64,
        /// The time that equal intervals would give \[s\].
        expected: f64,
    },
    /// Numbers of velocities and loads that do not belong together, or an interval out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

/// Friction that cannot be found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum IdentificationError {
    /// Not enough steps in which the body slips and tells something about a parameter, or not enough
    /// steps to find the noise.
    #[error("{parameter}: {found} steps are too few, {needed} are needed")]
    TooFewSteps {
        /// The parameter, or "noise".
        parameter: &'static str,
        /// Steps that were found.
        found: usize,
        /// Steps that are needed.
        needed: usize,
    },
    /// The motion does not depend on a parameter, or only in a combination with others: a body that
    /// does not turn says nothing of `μ e_r`.
    #[error("{parameter} cannot be told from this motion")]
    NotIdentifiable {
        /// The parameter that is least certain.
        parameter: &'static str,
    },
    /// The search for the most likely trajectory did not settle.
    #[error(
        "no most likely trajectory after {iterations} iterations: the last step was {step} standard errors"
    )]
    NotConverged {
        /// Iterations that were spent.
        iterations: u32,
        /// Length of the last step in units of the standard errors.
        step: f64,
    },
    /// A parameter of the search out of its range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The model could not be stepped.
    #[error(transparent)]
    Model(#[from] SlidingError),
}
