//! Why a sweep cannot be run.

use stiction_output::OutputError;
use stiction_scenario::ScenarioError;

use crate::run::RunError;
use crate::{DesignError, EnsembleError};

/// Why a sweep cannot be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// The scenario, its `[sweep]` or a value of it is refused.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The design is refused.
    #[error(transparent)]
    Design(#[from] DesignError),
    /// The members cannot be run or kept.
    #[error(transparent)]
    Ensemble(#[from] EnsembleError),
    /// The members could not be checked at their start.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The results cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// There is no sweep, or one that lacks something or has something that does not fit.
    #[error("{reason}")]
    Sweep {
        /// What is wrong, and what to do.
        reason: String,
    },
    /// No value of a parameter gives a scenario.
    #[error("sweep.parameters.\"{path}\": {source}")]
    Parameter {
        /// Path of the parameter.
        path: String,
        /// The reason.
        source: ScenarioError,
    },
}

impl StudyError {
    pub(super) fn sweep(reason: impl Into<String>) -> Self {
        Self::Sweep { reason: reason.into() }
    }
}
