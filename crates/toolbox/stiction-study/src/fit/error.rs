//! Errors of logs and estimations.

use std::path::PathBuf;

use crate::{DesignError, EnsembleError};
use stiction_core::Shown;
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
        /// The fault.
        fault: LogFault,
    },
}

/// A fault of a log; columns are counted from 1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LogFault {
    /// It is not a table of text: other bytes, an open quote.
    #[error("is not a line of a table of comma separated values: {reason}")]
    NotATable {
        /// The reason.
        reason: String,
    },
    /// It is empty.
    #[error("the file is empty; its first line must have the names of the columns")]
    Empty,
    /// No column has the times.
    #[error("no column is called `{column}`, the time [s]; there are {found}{hint}")]
    NoTime {
        /// The name that was looked for.
        column: String,
        /// The names of its columns.
        found: String,
        /// The likely reason.
        hint: String,
    },
    /// The first line has numbers.
    #[error("the first line has the numbers {found}; it must have the names of the columns")]
    NoNames {
        /// The numbers.
        found: String,
    },
    /// Two columns have the same name, or a column has none.
    #[error("column {column}: the name `{name}` {requirement}")]
    Name {
        /// Place of the column.
        column: usize,
        /// The name.
        name: String,
        /// The requirement.
        requirement: &'static str,
    },
    /// There are too few rows.
    #[error("has {rows} rows of numbers, at least 2 are needed")]
    Rows {
        /// Number of rows.
        rows: usize,
    },
    /// A row has more or fewer cells than there are names.
    #[error("has {found} cells, the first line has {expected}")]
    Length {
        /// Number of names.
        expected: usize,
        /// Number of cells.
        found: usize,
    },
    /// A cell is not a finite number.
    #[error(
        "`{column}` is {text:?}, which is no finite number; leave the cell empty where nothing \
         was measured"
    )]
    NotANumber {
        /// Name of the column.
        column: String,
        /// Text of the cell.
        text: String,
    },
    /// A row has no time, or a time not after that of the row before it; a number is so large that its square is not
    /// finite.
    #[error("`{column}` is {}, {requirement}", Shown(*value))]
    Number {
        /// Name of the column.
        column: String,
        /// The number.
        value: f64,
        /// The requirement.
        requirement: String,
    },
    /// A column has a name that the scenario does not know.
    #[error("the scenario has no column and no input `{column}`{hint}")]
    Unknown {
        /// Name of the column.
        column: String,
        /// The suggestion.
        hint: String,
    },
    /// A column has another unit than the record has.
    #[error("`{column}` is in {found}, it must be in {expected}")]
    Unit {
        /// Name of the column.
        column: String,
        /// The unit that it has.
        found: String,
        /// The unit of the record.
        expected: String,
    },
    /// Angles are so much larger than those of the model that they are degrees.
    #[error(
        "`{column}` reaches {}, about {factor:.0} times what the model reaches: degrees? it must be in \
         {unit} (if it is, call the column `{column} [{unit}]`)", Shown(*value)
    )]
    Degrees {
        /// Name of the column.
        column: String,
        /// The largest value.
        value: f64,
        /// By how much it is larger than the model.
        factor: f64,
        /// The unit of the record.
        unit: String,
    },
    /// A column has no number, or that of an input none in the first row.
    #[error("`{column}` {fault}")]
    Missing {
        /// Name of the column.
        column: String,
        /// The fault.
        fault: &'static str,
    },
    /// There are no columns, or all of them drive inputs.
    #[error("no column is compared with the model: {reason}")]
    NothingToCompare {
        /// The reason.
        reason: &'static str,
    },
    /// Two columns drive one input.
    #[error("`{first}` and `{second}` are the same input")]
    SameInput {
        /// One column.
        first: String,
        /// The other one.
        second: String,
    },
    /// No column drives an input of the scenario.
    #[error(
        "no column drives the input `{input}` of the scenario; there are {found} (an input that stayed the same \
         needs a column too, or a number in its place in the scenario)"
    )]
    NoInput {
        /// Name of the input.
        input: String,
        /// The names of its columns.
        found: String,
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
    /// The held-out share was refused.
    #[error("held-out share = {share} must be at least 0 and at most 0.9")]
    Held {
        /// The share.
        share: f64,
    },
    /// A range of a free parameter was refused.
    #[error("`{path}`: the range from {} to {} {requirement}", Shown(*low), Shown(*high))]
    Range {
        /// Path of the parameter.
        path: String,
        /// Its lower end.
        low: f64,
        /// Its upper end.
        high: f64,
        /// The requirement.
        requirement: &'static str,
    },
    /// A parameter has no range to search.
    #[error("`{path}` is {found}: its range must be given, {path}=LOW:HIGH")]
    NoRange {
        /// Path of the parameter.
        path: String,
        /// Its value in the scenario.
        found: String,
    },
    /// No parameter is free, or one is free twice.
    #[error("`{path}` is free {times}")]
    Free {
        /// Path of the parameter.
        path: String,
        /// The fault.
        times: &'static str,
    },
    /// There are fewer numbers in the log than parameters.
    #[error("{samples} measured numbers cannot give {parameters} parameters")]
    TooFew {
        /// Measured numbers in the rows that are fitted.
        samples: usize,
        /// Free parameters.
        parameters: usize,
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
