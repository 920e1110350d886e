//! Errors of reading friction off a log.

use stiction_core::Shown;

use super::{Direction, LeftOut};
use crate::fit::LogError;

/// An error of reading friction off a log.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CurveError {
    /// The log cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The columns make no record: one is not there or empty, a number or a unit does not fit.
    #[error("{reason}")]
    Record {
        /// What is wrong, with the requirement.
        reason: String,
    },
    /// A choice was refused.
    #[error("{name} = {} {requirement}", Shown(*value))]
    Choice {
        /// Its name.
        name: &'static str,
        /// The value.
        value: f64,
        /// The requirement.
        requirement: &'static str,
    },
    /// The record has too little of what is evaluated: stretches, directions, turning points.
    #[error("{reason}")]
    TooLittle {
        /// What there is, and what is needed.
        reason: String,
    },
}

impl CurveError {
    pub(super) fn record(reason: impl Into<String>) -> Self {
        Self::Record { reason: reason.into() }
    }

    pub(super) fn no_number(column: &str) -> Self {
        Self::record(format!("`{column}` has no number"))
    }

    pub(super) fn too_few(
        (found, needed): (usize, usize),
        direction: Direction,
        left_out: LeftOut,
    ) -> Self {
        let reason = format!(
            "{found} stretches of steady velocity {direction}, at least {needed} are needed; left out: {left_out}"
        );
        Self::TooLittle { reason }
    }
}

/// Refuses a choice that does not meet its requirement.
pub(super) fn require(
    name: &'static str,
    value: f64,
    is_met: bool,
    requirement: &'static str,
) -> Result<(), CurveError> {
    if is_met { Ok(()) } else { Err(CurveError::Choice { name, value, requirement }) }
}
