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
    /// A column is not there.
    #[error("no column is called `{column}`; there are {found}")]
    NoColumn {
        /// The name that was asked for.
        column: String,
        /// The names of the existing columns.
        found: String,
    },
    /// A column has no number, or no row has all of them.
    #[error("`{column}` has no number{of}")]
    Empty {
        /// Name of the column.
        column: String,
        /// The rows that were searched.
        of: &'static str,
    },
    /// A column is longer or shorter than the times.
    #[error("`{column}` has {found} numbers, `time` has {expected}")]
    Length {
        /// Name of the column.
        column: &'static str,
        /// Number of times.
        expected: usize,
        /// Number of its rows.
        found: usize,
    },
    /// A number is not finite, or a time not after the one before it; rows are counted from 1.
    #[error("row {row}: `{column}` is {}, it must be {requirement}", Shown(*value))]
    Number {
        /// Name of the column.
        column: &'static str,
        /// The row.
        row: usize,
        /// The number.
        value: f64,
        /// The requirement.
        requirement: String,
    },
    /// One unit is that of a line, another one that of a joint that turns.
    #[error(
        "`{first}` is in {first_unit}, and `{second}` in {second_unit}: one of them moves along a line, the other one turns"
    )]
    Domains {
        /// Name of the column along a line.
        first: String,
        /// Its unit.
        first_unit: String,
        /// Name of the other one.
        second: String,
        /// Its unit.
        second_unit: String,
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
    /// There are too few stretches of steady velocity.
    #[error(
        "{found} stretches of steady velocity {direction}, at least {needed} are needed; left out: {left_out}"
    )]
    TooFew {
        /// The direction.
        direction: Direction,
        /// Number of stretches.
        found: usize,
        /// Number that is needed.
        needed: usize,
        /// The rows that are in no stretch.
        left_out: LeftOut,
    },
    /// All stretches go in one direction.
    #[error(
        "all {found} stretches of steady velocity go {direction}: nothing is said of the other direction (ask for one of them)"
    )]
    OneDirection {
        /// Their direction.
        direction: Direction,
        /// Number of stretches.
        found: usize,
    },
    /// The position does not turn.
    #[error("`position` goes from {} to {} and turns {found} times, it must turn at least once", Shown(*least), Shown(*largest))]
    NoReversal {
        /// Its least value \[rad\].
        least: f64,
        /// Its largest value \[rad\].
        largest: f64,
        /// Number of turning points.
        found: usize,
    },
    /// The torque is the same in all rows.
    #[error("`torque` is {} in all rows", Shown(*value))]
    Constant {
        /// Its value \[N m\].
        value: f64,
    },
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
