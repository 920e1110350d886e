//! What can go wrong.

use std::path::PathBuf;

use crate::{DesignError, EnsembleError};
use stiction_core::Shown;
use stiction_scenario::ScenarioError;

/// A log that cannot be used; lines and columns are counted from 1.
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
    /// It is no table of text: other bytes, an open quote.
    #[error("{}:{line}: is not a line of a table of comma separated values: {reason}", path.display())]
    NotATable {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// There is nothing in it.
    #[error("{}:1: the file is empty; its first line must have the names of the columns", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// No column has the times.
    #[error("{}:1: no column is called `{column}`, the time [s]; there are {found}{hint}", path.display())]
    NoTime {
        /// The file.
        path: PathBuf,
        /// The name that was looked for.
        column: String,
        /// The names of its columns.
        found: String,
        /// What is perhaps wrong.
        hint: String,
    },
    /// The first line has numbers.
    #[error("{}:1: the first line has the numbers {found}; it must have the names of the columns", path.display())]
    NoNames {
        /// The file.
        path: PathBuf,
        /// What it has.
        found: String,
    },
    /// Two columns have one name, or one has none.
    #[error("{}:1: column {column}: the name `{name}` {requirement}", path.display())]
    Name {
        /// The file.
        path: PathBuf,
        /// Place of the column.
        column: usize,
        /// The name.
        name: String,
        /// What is required of it.
        requirement: &'static str,
    },
    /// There are too few rows.
    #[error("{}: has {rows} rows of numbers, at least 2 are needed", path.display())]
    Rows {
        /// The file.
        path: PathBuf,
        /// Number of rows.
        rows: usize,
    },
    /// A row has more or fewer cells than there are names.
    #[error("{}:{line}: has {found} cells, the first line has {expected}", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
        /// Number of names.
        expected: usize,
        /// Number of cells.
        found: usize,
    },
    /// A cell is no finite number.
    #[error(
        "{}:{line}: `{column}` is {text:?}, which is no finite number; leave the cell empty where nothing \
         was measured",
        path.display()
    )]
    NotANumber {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
        /// Name of the column.
        column: String,
        /// What the cell has.
        text: String,
    },
    /// A number is so large that its square is not finite.
    #[error("{}:{line}: `{column}` is {}, it must be smaller than {}", path.display(), Shown(*value), Shown(*most))]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
        /// Name of the column.
        column: String,
        /// The number.
        value: f64,
        /// What it must be smaller than.
        most: f64,
    },
    /// A row has no time, or one that is not after that of the row before it.
    #[error("{}:{line}: `{column}` is {}, {requirement}", path.display(), Shown(*time))]
    Time {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
        /// The name of its column.
        column: String,
        /// The time \[s\].
        time: f64,
        /// What is required.
        requirement: String,
    },
    /// A column is called as nothing in the scenario is.
    #[error("{}:1: the scenario has no column and no input `{column}`{hint}", path.display())]
    Unknown {
        /// The file.
        path: PathBuf,
        /// Name of the column.
        column: String,
        /// What was perhaps meant.
        hint: String,
    },
    /// A column has another unit than the record has.
    #[error("{}:1: `{column}` is in {found}, it must be in {expected}", path.display())]
    Unit {
        /// The file.
        path: PathBuf,
        /// Name of the column.
        column: String,
        /// The unit that it has.
        found: String,
        /// The unit of the record.
        expected: String,
    },
    /// Angles are so much larger than those of the model that they are degrees.
    #[error(
        "{}:{line}: `{column}` reaches {}, about {factor:.0} times what the model reaches: degrees? it must be in \
         {unit} (if it is, call the column `{column} [{unit}]`)",
        path.display(), Shown(*value)
    )]
    Degrees {
        /// The file.
        path: PathBuf,
        /// The line of the largest value.
        line: u64,
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
    #[error("{}: `{column}` has no number", path.display())]
    NothingMeasured {
        /// The file.
        path: PathBuf,
        /// Name of the column.
        column: String,
    },
    /// There are no columns, or all of them drive inputs.
    #[error("{}:1: no column is compared with the model: {reason}", path.display())]
    NothingToCompare {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: &'static str,
    },
    /// Two columns drive one input.
    #[error("{}:1: `{first}` and `{second}` are the same input", path.display())]
    SameInput {
        /// The file.
        path: PathBuf,
        /// One column.
        first: String,
        /// The other one.
        second: String,
    },
    /// No column drives an input of the scenario.
    #[error(
        "{}:1: no column drives the input `{input}` of the scenario; there are {found} (an input that stayed the same \
         needs a column too, or a number in its place in the scenario)",
        path.display()
    )]
    NoInput {
        /// The file.
        path: PathBuf,
        /// Name of the input.
        input: String,
        /// The names of its columns.
        found: String,
    },
    /// The first row has no value of an input.
    #[error("{}:{line}: `{column}` drives an input and needs a number in the first row", path.display())]
    NoStart {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
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
    /// The runs of the global search could not be made.
    #[error(transparent)]
    Ensemble(#[from] EnsembleError),
    /// The threads could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// Number asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
}
