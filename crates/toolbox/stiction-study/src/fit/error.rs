//! What can go wrong.

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
        /// What the operating system said.
        source: std::io::Error,
    },
    /// Something in it is wrong.
    #[error("{}{}: {fault}", path.display(), line.map_or_else(String::new, |line| format!(":{line}")))]
    Refused {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1, if it is of one.
        line: Option<u64>,
        /// What is wrong.
        fault: LogFault,
    },
}

/// What is wrong with a log; columns are counted from 1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LogFault {
    /// It is no table of text: other bytes, an open quote.
    #[error("is not a line of a table of comma separated values: {reason}")]
    NotATable {
        /// What is wrong with it.
        reason: String,
    },
    /// There is nothing in it.
    #[error("the file is empty; its first line must have the names of the columns")]
    Empty,
    /// No column has the times.
    #[error("no column is called `{column}`, the time [s]; there are {found}{hint}")]
    NoTime {
        /// The name that was looked for.
        column: String,
        /// The names of its columns.
        found: String,
        /// What is perhaps wrong.
        hint: String,
    },
    /// The first line has numbers.
    #[error("the first line has the numbers {found}; it must have the names of the columns")]
    NoNames {
        /// What it has.
        found: String,
    },
    /// Two columns have one name, or one has none.
    #[error("column {column}: the name `{name}` {requirement}")]
    Name {
        /// Place of the column.
        column: usize,
        /// The name.
        name: String,
        /// What is required of it.
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
    /// A cell is no finite number.
    #[error(
        "`{column}` is {text:?}, which is no finite number; leave the cell empty where nothing \
         was measured"
    )]
    NotANumber {
        /// Name of the column.
        column: String,
        /// What the cell has.
        text: String,
    },
    /// A number is so large that its square is not finite.
    #[error("`{column}` is {}, it must be smaller than {}", Shown(*value), Shown(*most))]
    TooLarge {
        /// Name of the column.
        column: String,
        /// The number.
        value: f64,
        /// What it must be smaller than.
        most: f64,
    },
    /// A row has no time, or one that is not after that of the row before it.
    #[error("`{column}` is {}, {requirement}", Shown(*time))]
    Time {
        /// The name of its column.
        column: String,
        /// The time \[s\].
        time: f64,
        /// What is required.
        requirement: String,
    },
    /// A column is called as nothing in the scenario is.
    #[error("the scenario has no column and no input `{column}`{hint}")]
    Unknown {
        /// Name of the column.
        column: String,
        /// What was perhaps meant.
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
    /// A column has no number at all.
    #[error("`{column}` has no number")]
    NothingMeasured {
        /// Name of the column.
        column: String,
    },
    /// There are no columns, or all of them drive inputs.
    #[error("no column is compared with the model: {reason}")]
    NothingToCompare {
        /// Why not.
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
    /// The first row has no value of an input.
    #[error("`{column}` drives an input and needs a number in the first row")]
    NoStart {
        /// Name of the column.
        column: String,
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
    /// A choice of the estimation was refused.
    #[error("{name} = {value} {requirement}")]
    Choice {
        /// Its name.
        name: &'static str,
        /// The value.
        value: String,
        /// What is required of it.
        requirement: &'static str,
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
        /// What is required of it.
        requirement: &'static str,
    },
    /// Where to look for a parameter is not known.
    #[error("`{path}` is {found}: its range must be given, {path}=LOW:HIGH")]
    NoRange {
        /// Path of the parameter.
        path: String,
        /// What it is in the scenario.
        found: String,
    },
    /// Nothing is free, or one parameter twice.
    #[error("`{path}` is free {times}")]
    Free {
        /// Path of the parameter.
        path: String,
        /// What is wrong.
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
    /// No run of the model came to its end.
    #[error("no run of the model came to its end: {reason}")]
    NoRun {
        /// What the first of them said.
        reason: String,
    },
    /// The global search could not be made.
    #[error(transparent)]
    Design(#[from] DesignError),
    /// The threads could not be started, or the runs of the global search not be made.
    #[error(transparent)]
    Ensemble(#[from] EnsembleError),
}
