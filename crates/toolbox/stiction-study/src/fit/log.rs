//! Measured columns with their times.

use std::path::{Path, PathBuf};

use csv::{ReaderBuilder, StringRecord};
use stiction_core::Shown;
use stiction_scenario::channel::name_and_unit;

use crate::fit::LogError;

/// A table of measurements: times that increase, and columns in which numbers may be missing.
///
/// In a file the first line has the names; `t` is the time \[s\]. A name may be followed by its unit in
/// brackets, which is then checked. An empty cell is a number that was not measured.
///
/// ```
/// use stiction_study::fit::Log;
/// let text = "t,block.x [m],input.push\n0,0,1\n0.1,,1\n0.25,2e-3,4\n";
/// let log = Log::from_bytes("log.csv", text.as_bytes())?;
/// assert_eq!(log.time(), [0.0, 0.1, 0.25]);
/// assert!(log.column("block.x").unwrap()[1].is_nan());
/// # Ok::<(), stiction_study::fit::LogError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Log {
    path: PathBuf,
    names: Vec<String>,
    units: Vec<Option<String>>,
    time: Vec<f64>,
    lines: Vec<u64>,
    columns: Vec<Vec<f64>>,
}

/// The name of the column of the times.
const TIME: &str = "t";

impl Log {
    /// Reads comma separated values from a file.
    ///
    /// # Errors
    /// [`LogError`], with file, line and column.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, LogError> {
        Self::read_timed(path, TIME)
    }

    /// As [`read`](Self::read), with another name of the column of the times.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_timed(path: impl AsRef<Path>, time: &str) -> Result<Self, LogError> {
        let path = path.as_ref().to_owned();
        match stiction_scenario::read_file(&path) {
            Ok(bytes) => Self::parsed(path, &bytes, time),
            Err(source) => Err(LogError::File { path, source }),
        }
    }

    /// As [`read`](Self::read), for bytes that were read elsewhere; errors name them `path`.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn from_bytes(path: impl Into<PathBuf>, bytes: &[u8]) -> Result<Self, LogError> {
        Self::parsed(path.into(), bytes, TIME)
    }

    fn parsed(path: PathBuf, bytes: &[u8], time: &str) -> Result<Self, LogError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut builder = ReaderBuilder::new();
        let mut reader = builder.has_headers(false).flexible(true).from_reader(bytes);
        let mut rows = vec![];
        for record in reader.records() {
            match record {
                Ok(record) => rows.push(record),
                Err(error) => {
                    let line = error.position().map_or(1, csv::Position::line);
                    let reason = match error.kind() {
                        csv::ErrorKind::Utf8 { .. } => "a file is written in UTF-8".to_owned(),
                        _ => error.to_string(),
                    };
                    let fault = "is not a line of a table of comma separated values";
                    return Err(refused(&path, line, format!("{fault}: {reason}")));
                }
            }
        }
        let Some((header, rows)) = rows.split_first() else {
            let fault = "the file is empty; its first line must have the names of the columns";
            return Err(refused(&path, 1, fault));
        };
        if header.iter().all(|cell| finite(cell.trim()).is_some()) {
            let found = header.iter().collect::<Vec<_>>().join(", ");
            let needs = "it must have the names of the columns";
            let fault = format!("the first line has the numbers {found}; {needs}");
            return Err(refused(&path, 1, fault));
        }
        let parts = header.iter().map(name_and_unit);
        let (names, units): (Vec<String>, Vec<_>) =
            parts.map(|(name, unit)| (name.to_owned(), unit.map(str::to_owned))).unzip();
        check_names(&path, &names)?;
        let Some(at) = names.iter().position(|name| name == time) else {
            let (found, hint) = (names.join(", "), hint(header, time));
            let fault =
                format!("no column is called `{time}`, the time [s]; there are {found}{hint}");
            return Err(refused(&path, 1, fault));
        };
        if let Some(unit) = units[at].as_deref().filter(|unit| *unit != "s") {
            return Err(refused(&path, 1, other_unit(time, unit, "s")));
        }
        let mut log = Self { path, names, units, time: vec![], lines: vec![], columns: vec![] };
        log.columns = vec![vec![]; log.names.len()];
        rows.iter().try_for_each(|row| log.add(row))?;
        log.time = log.columns.remove(at);
        log.names.remove(at);
        log.units.remove(at);
        log.checked(time)
    }

    /// Makes a log of given numbers; NaN for a number that was not measured.
    ///
    /// # Errors
    /// [`LogError`] for columns of another length than the times, and as [`read`](Self::read).
    pub fn new<N: Into<String>>(
        time: Vec<f64>,
        columns: impl IntoIterator<Item = (N, Vec<f64>)>,
    ) -> Result<Self, LogError> {
        let (names, columns): (Vec<String>, Vec<Vec<f64>>) =
            columns.into_iter().map(|(name, values)| (name.into(), values)).unzip();
        let path = PathBuf::from("log");
        check_names(&path, &names)?;
        for (name, values) in names.iter().zip(&columns) {
            if values.len() != time.len() {
                return Err(refused(&path, 1, other_length(time.len(), values.len())));
            }
            let faults = values.iter().enumerate().find_map(|(row, &value)| {
                let number = Some(value).filter(|value| !value.is_infinite());
                Some((row, fault_of(name, value, number)?))
            });
            if let Some((row, fault)) = faults {
                return Err(refused(&path, row as u64 + 2, fault));
            }
        }
        let lines = (0..time.len()).map(|row| row as u64 + 2).collect();
        let units = vec![None; names.len()];
        Self { path, names, units, time, lines, columns }.checked(TIME)
    }

    fn add(&mut self, row: &StringRecord) -> Result<(), LogError> {
        let line = row.position().map_or(0, csv::Position::line);
        if row.len() != self.names.len() {
            return Err(self.refused(line, other_length(self.names.len(), row.len())));
        }
        for (column, cell) in row.iter().enumerate() {
            let cell = cell.trim();
            let number = if cell.is_empty() { Some(f64::NAN) } else { finite(cell) };
            if let Some(fault) = fault_of(&self.names[column], cell, number) {
                return Err(self.refused(line, fault));
            }
            self.columns[column].extend(number);
        }
        self.lines.push(line);
        Ok(())
    }

    fn checked(self, column: &str) -> Result<Self, LogError> {
        let whole = |fault| LogError::Refused { path: self.path.clone(), line: None, fault };
        let rows = self.time.len();
        if rows < 2 {
            return Err(whole(format!("has {rows} rows of numbers, at least 2 are needed")));
        }
        for (row, &time) in self.time.iter().enumerate() {
            let requirement = match row.checked_sub(1).map(|before| self.time[before]) {
                _ if time.is_nan() => "every row needs its time".to_owned(),
                Some(before) if time <= before => format!("it must be after {before:?}"),
                _ => continue,
            };
            return Err(self.refused(self.lines[row], bad_number(column, time, &requirement)));
        }
        for (name, values) in self.names.iter().zip(&self.columns) {
            if values.iter().all(|value| value.is_nan()) {
                return Err(whole(format!("`{name}` has no number")));
            }
        }
        Ok(self)
    }

    /// Returns the times \[s\].
    #[must_use]
    pub fn time(&self) -> &[f64] {
        &self.time
    }

    /// Returns the names of the columns, without the time.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the numbers of a column, NaN if not measured.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        let at = self.names.iter().position(|own| own == name)?;
        Some(&self.columns[at])
    }

    /// Returns the unit beside the name of a column, if there is one.
    #[must_use]
    pub fn unit_of(&self, name: &str) -> Option<&str> {
        self.units[self.names.iter().position(|own| own == name)?].as_deref()
    }

    /// Refuses a column with a unit that is not one of these.
    pub(crate) fn check_unit_of(&self, name: &str, units: &[&str]) -> Result<(), LogError> {
        match self.unit_of(name) {
            Some(found) if !units.contains(&found) => {
                Err(self.refused(1, other_unit(name, found, &units.join(" or "))))
            }
            _ => Ok(()),
        }
    }

    /// Returns the error of a line.
    pub(crate) fn refused(&self, line: u64, fault: impl Into<String>) -> LogError {
        refused(&self.path, line, fault)
    }

    /// Returns the line of a row.
    pub(crate) fn line(&self, row: usize) -> u64 {
        self.lines[row]
    }
}

/// Returns the likely fault of a first line without a time.
fn hint(header: &StringRecord, time: &str) -> String {
    let first = header.get(0).unwrap_or_default().trim();
    if first.starts_with(['#', '%', '"']) || first.starts_with("//") {
        return "; a comment? the first line must have the names of the columns".to_owned();
    }
    let marks = [(';', "semicolons"), ('\t', "tabs"), ('|', "bars"), (' ', "spaces")];
    let mark = marks.into_iter().find(|(mark, _)| first.contains(*mark));
    if let (1, Some((_, name))) = (header.len(), mark) {
        return format!("; separated by {name}? commas are needed, and points in numbers");
    }
    let is_time = |name: &&str| {
        let name = name.trim().to_lowercase();
        name == time.to_lowercase() || ["t", "time", "timestamp", "seconds"].contains(&&*name)
    };
    let meant = header.iter().find(is_time);
    meant.map_or_else(String::new, |meant| format!("; is it `{}`?", meant.trim()))
}

/// Upper bound of numbers, whose squares are summed.
const MOST: f64 = 1e150;

/// Returns the fault of a cell, whose text is this number, if it is one.
fn fault_of(column: &str, text: impl ToString, number: Option<f64>) -> Option<String> {
    match number {
        None => Some(format!(
            "`{column}` is {:?}, which is no finite number; leave the cell empty where nothing was measured",
            text.to_string()
        )),
        Some(value) if value.abs() >= MOST => {
            let requirement = format!("it must be smaller than {}", Shown(MOST));
            Some(bad_number(column, value, &requirement))
        }
        Some(_) => None,
    }
}

/// Returns the fault of a number that does not meet its requirement.
pub(crate) fn bad_number(column: &str, value: f64, requirement: &str) -> String {
    format!("`{column}` is {}, {requirement}", Shown(value))
}

fn other_unit(column: &str, found: &str, expected: &str) -> String {
    format!("`{column}` is in {found}, it must be in {expected}")
}

fn other_length(expected: usize, found: usize) -> String {
    format!("has {found} cells, the first line has {expected}")
}

fn check_names(path: &Path, names: &[String]) -> Result<(), LogError> {
    for (k, name) in names.iter().enumerate() {
        let requirement = match () {
            () if name.is_empty() => "must not be empty",
            () if names[..k].contains(name) => "stands there twice",
            () => continue,
        };
        let column = k + 1;
        let fault = format!("column {column}: the name `{name}` {requirement}");
        return Err(refused(path, 1, fault));
    }
    Ok(())
}

fn refused(path: &Path, line: u64, fault: impl Into<String>) -> LogError {
    LogError::Refused { path: path.to_owned(), line: Some(line), fault: fault.into() }
}

fn finite(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}
