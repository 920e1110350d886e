//! Errors of limit surfaces.

use std::path::PathBuf;

use stiction_core::ParameterError;

use crate::patch::PatchError;

/// Why there is no such limit surface.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LimitSurfaceError {
    /// A parameter was refused.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The patch to be sampled was refused.
    #[error(transparent)]
    Patch(#[from] PatchError),
    /// The file could not be read.
    #[error("cannot read `{}`", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The file could not be written.
    #[error("cannot write `{}`", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The text is not JSON, or not that of a limit surface.
    #[cfg(feature = "files")]
    #[error("not a limit surface")]
    Json(#[from] serde_json::Error),
    /// The text is that of something else.
    #[error("a file of the kind `{found}` is not a `{expected}`")]
    Kind {
        /// Kind of the file.
        found: String,
        /// Kind of a limit surface.
        expected: &'static str,
    },
    /// The text is of a version that this program does not know.
    #[error("limit surface of version {found}, but this program reads version {supported}")]
    Version {
        /// Version of the file.
        found: u32,
        /// Version of this program.
        supported: u32,
    },
    /// The number of entries does not belong to the number of samples.
    #[error("{samples} samples per right angle make {expected} entries, not {found}")]
    Length {
        /// Samples per right angle.
        samples: usize,
        /// Entries they need.
        expected: usize,
        /// Entries in the file.
        found: usize,
    },
    /// An entry is not a normalised wrench.
    #[error("entry {index}: {value} is out of range, which is −{bound} to {bound}")]
    Entry {
        /// Entry, counted from 0.
        index: usize,
        /// Its value.
        value: f64,
        /// Largest magnitude.
        bound: f64,
    },
}
