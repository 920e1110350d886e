//! Errors of logs and estimations.

use std::path::PathBuf;

use crate::{DesignError, EnsembleError};
use stiction_scenario::ScenarioError;

/// A log that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// The file could not be read.
    #[error("cannot read `{}`", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The contents are refused.
    #[error("{}{}: {fault}", path.display(), line.map_or_else(String::new, |line| format!(":{line}")))]
    Refused {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1, if the fault is in one.
        line: Option<u64>,
        /// What is wrong, with the requirement.
        fault: String,
    },
}

/// Why nothing could be estimated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FitError {
    /// The log cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The scenario cannot be used, or a path is not in it.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// What is to be estimated, a range of it or the held-out share is refused.
    #[error("{reason}")]
    Choice {
        /// What is wrong, with the requirement.
        reason: String,
    },
    /// No run of the model completed.
    #[error("no run of the model came to its end: {reason}")]
    NoRun {
        /// Error of the first run.
        reason: String,
    },
    /// The global search could not be made.
    #[error(transparent)]
    Design(#[from] DesignError),
    /// The threads could not be started, or the runs of the global search could not be made.
    #[error(transparent)]
    Ensemble(#[from] EnsembleError),
}
