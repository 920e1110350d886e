//! Errors of pressure fields.

use std::path::PathBuf;

use stiction_core::ParameterError;

/// Why there is no such patch.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PatchError {
    /// A parameter was refused.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A pressure is negative or not finite.
    #[error("pressure = {pressure} at x = {x} m, y = {y} m must be finite and not negative")]
    Pressure {
        /// Its x \[m\].
        x: f64,
        /// Its y \[m\].
        y: f64,
        /// The pressure or share that was given.
        pressure: f64,
    },
    /// No cell bears load.
    #[error("the patch is empty: the pressure is zero in every cell")]
    NoLoad,
    /// The sum of the pressures is beyond the range of numbers.
    #[error("the pressures add up to {total}, which is out of range")]
    Total {
        /// The sum.
        total: f64,
    },
    /// A table of pressures is not square.
    #[error("row {row} of the pressures has {columns} entries, but there are {rows} rows")]
    NotSquare {
        /// Row, counted from 1.
        row: usize,
        /// Entries in it.
        columns: usize,
        /// Number of rows.
        rows: usize,
    },
    /// A table of pressures has an entry that is not a number.
    #[error("row {row}, entry {column} of the pressures: `{text}` is not a number")]
    NotANumber {
        /// Row, counted from 1.
        row: usize,
        /// Entry in it, counted from 1.
        column: usize,
        /// The text of the entry.
        text: String,
    },
    /// A table of pressures could not be read.
    #[error("cannot read the pressures: {message}")]
    Unreadable {
        /// Message of the reader.
        message: String,
    },
    /// An image does not have grey levels.
    #[error("an image with {found}, but pressures are grey levels without alpha")]
    NotGrey {
        /// Channels of its pixels.
        found: &'static str,
    },
    /// A file of pressures could not be used.
    #[error("`{}`: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        reason: Box<Self>,
    },
    /// There is no surface of this name.
    #[error("there is no surface `{name}`; known are {known}", known = super::surface::names())]
    UnknownSurface {
        /// The name.
        name: String,
    },
}
