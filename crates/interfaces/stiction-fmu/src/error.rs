//! Errors of an instance and of an export.

use std::path::PathBuf;

use stiction_network::{NetworkError, SimulationError};
use stiction_scenario::ScenarioError;

use crate::phase::Phase;

/// A call that an instance refuses, or a step that fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InstanceError {
    /// A call that this phase of the standard's state machine does not allow.
    #[error("{function} is not allowed {phase}")]
    Order { function: &'static str, phase: Phase },
    /// A value reference that is not in the description, or of another type.
    #[error("there is no variable of type {kind} with the value reference {reference}")]
    Reference { kind: &'static str, reference: u32 },
    /// A variable that cannot be set at all, or not now.
    #[error("`{name}` cannot be set: {reason}")]
    NotSettable { name: String, reason: &'static str },
    /// A value that is refused.
    #[error("{name} = {value} {requirement}")]
    Value { name: String, value: f64, requirement: &'static str },
    /// A number of values other than that of the value references (all variables are scalars), of the continuous
    /// states or of the event indicators.
    #[error("there are {expected} values, {given} were given or asked for")]
    Length { given: usize, expected: usize },
    /// A mechanism that is not an ordinary differential equation: only its own scheme can step it.
    #[error("model exchange is not supported: {0}")]
    NoEquation(String),
    /// Rates that are not finite: the solver may try another point.
    #[error("there are no rates here: {0}")]
    NoRate(String),
    /// A communication point that is not the time of the instance.
    #[error(
        "the communication point must be t = {expected} s, where the instance stands, found {found} s"
    )]
    CommunicationPoint { expected: f64, found: f64 },
    /// An FMU that does not belong to this library.
    #[error(
        "the description has the token {given}, its scenario with this library, {library}, has {expected}: export it \
         again with the command of the same version"
    )]
    Token { given: String, expected: String, library: &'static str },
    /// A stored state that belongs to another FMU, is damaged or was freed.
    #[error("this is no state of this FMU: {0}")]
    State(&'static str),
    /// A call that the capabilities in the description exclude.
    #[error("{function} is not supported: {reason}")]
    NotSupported { function: &'static str, reason: &'static str },
    /// A pointer or a text that cannot be used.
    #[error("{what} {requirement}")]
    Argument { what: &'static str, requirement: &'static str },
    /// A panic, caught before it reaches the importer.
    #[error("{0}")]
    Panic(String),
    /// The scenario is refused, with file, line and caret, or a parameter is, with its path.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The scenario cannot be described.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The motion cannot go on.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
    /// An output cannot be read, an input is refused.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// Why a scenario cannot become an FMU.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The scenario is refused.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The mechanism cannot be read.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// Two variables of one name.
    #[error("two variables would be called `{name}`, {} and {}: rename one", .makers[0], .makers[1])]
    SameName {
        /// Their name.
        name: String,
        /// Kind of each of them.
        makers: [&'static str; 2],
    },
    /// A file that the scenario names, a library or the FMU cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// A file that is not a shared library of this crate.
    #[error("{path}: {reason}")]
    Library {
        /// The file.
        path: PathBuf,
        /// The fault, and the requirement.
        reason: String,
    },
    /// An FMU without a library can run nowhere.
    #[error("an FMU needs a library for at least one platform")]
    NoLibrary,
    /// The archive cannot be written.
    #[error("cannot write the FMU: {0}")]
    Zip(#[from] zip::result::ZipError),
}
