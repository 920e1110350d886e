//! Why a sweep cannot be run.

use std::path::PathBuf;

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
    /// The scenario has no sweep.
    #[error(
        "{} has no [sweep]: write what varies into [sweep.parameters] and what is measured into [sweep.measures], as \
         `stiction new belt --template belt` does",
        path.display()
    )]
    NoSweep {
        /// The scenario file.
        path: PathBuf,
    },
    /// Nothing varies, or nothing is measured.
    #[error("a sweep needs parameters and measures: [sweep.{missing}] is missing or empty")]
    Incomplete {
        /// Which of them: `parameters` or `measures`.
        missing: &'static str,
    },
    /// A random design has no number of members.
    #[error("sweep.members: how many members?")]
    NoMembers,
    /// A number of members or a seed was given for a grid.
    #[error("the members of a grid are all combinations: `{given}` does not fit")]
    Grid {
        /// Name of the number that was given.
        given: &'static str,
    },
    /// No value of a parameter gives a scenario.
    #[error("sweep.parameters.\"{path}\": {source}")]
    Parameter {
        /// Path of the parameter.
        path: String,
        /// The reason.
        source: ScenarioError,
    },
    /// Tables as Parquet files need the feature `parquet`.
    #[error("this program was built without Parquet: build it with `--features parquet`")]
    NoParquet,
}
