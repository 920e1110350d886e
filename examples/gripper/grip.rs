//! A grip force that a file gives: one row per time.

use std::path::{Path, PathBuf};

use stiction::core::signal::{Interpolation, Samples};
use stiction::prelude::*;
use thiserror::Error;

/// How the force goes from one row to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Between {
    /// On a straight line
    Linear,
    /// Not at all, until the next row
    Held,
}

/// Normal force of a pad over time; before the first row and after the last it does not change.
#[derive(Clone, Debug)]
pub(crate) struct Grip {
    /// Forces \[N\] at times \[s\].
    rows: Samples,
}

/// Why a file is no grip force. Rows are counted as the lines of the file.
#[derive(Debug, Error)]
pub(crate) enum GripError {
    #[error("cannot read `{}`", path.display())]
    Read { path: PathBuf, source: csv::Error },
    #[error("`{}` has no column `{column}`", path.display())]
    NoColumn { path: PathBuf, column: &'static str },
    #[error("`{}` has no rows", path.display())]
    NoRows { path: PathBuf },
    #[error("`{}`, line {line}: {column} = `{value}` {requirement}", path.display())]
    Value {
        path: PathBuf,
        line: u64,
        column: &'static str,
        value: String,
        requirement: &'static str,
    },
}

const COLUMNS: [&str; 2] = ["t", "normal_force"];

impl Grip {
    /// Reads columns `t` \[s\] and `normal_force` \[N\]; lines that start with `#` are comments.
    pub(crate) fn read(path: &Path, between: Between) -> Result<Self, GripError> {
        let failed = |source| GripError::Read { path: path.into(), source };
        let text = std::fs::read(path).map_err(|error| failed(error.into()))?;
        Self::parse(path, &text, between)
    }

    /// Reads these columns from a text, which errors call `path`.
    pub(crate) fn parse(path: &Path, text: &[u8], between: Between) -> Result<Self, GripError> {
        let path = || path.to_path_buf();
        let failed = |source| GripError::Read { path: path(), source };
        let mut reader = csv::ReaderBuilder::new();
        let mut reader = reader.comment(Some(b'#')).trim(csv::Trim::All).from_reader(text);
        let headers = reader.headers().map_err(failed)?.clone();
        let place = |column| {
            let place = headers.iter().position(|header| header == column);
            place.ok_or_else(|| GripError::NoColumn { path: path(), column })
        };
        let places = [place(COLUMNS[0])?, place(COLUMNS[1])?];
        let mut rows: Vec<[f64; 2]> = Vec::new();
        for record in reader.records() {
            let record = record.map_err(failed)?;
            let line = record.position().map_or(0, csv::Position::line);
            let cell = |k: usize| record.get(places[k]).unwrap_or_default();
            let refused = |k: usize, requirement| {
                let (column, value) = (COLUMNS[k], cell(k).to_owned());
                GripError::Value { path: path(), line, column, value, requirement }
            };
            let number = |k: usize| match cell(k).parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(value),
                _ => Err(refused(k, "must be a finite number")),
            };
            let row = [number(0)?, number(1)?];
            if rows.last().is_some_and(|last| row[0] <= last[0]) {
                return Err(refused(0, "must be after the row before"));
            }
            if row[1] < 0.0 {
                return Err(refused(1, "must not be negative"));
            }
            rows.push(row);
        }
        let between = match between {
            Between::Linear => Interpolation::Lines,
            Between::Held => Interpolation::Steps,
        };
        // All else was checked row by row.
        let rows = Samples::new(rows.into_iter().map(Into::into), between);
        Ok(Self { rows: rows.map_err(|_| GripError::NoRows { path: path() })? })
    }

    /// When its last row begins \[s\].
    pub(crate) fn end(&self) -> f64 {
        self.rows.samples().last().map_or(0.0, |(time, _)| time)
    }

    /// The largest force \[N\].
    pub(crate) fn largest(&self) -> f64 {
        self.rows.samples().map(|(_, force)| force).fold(0.0, f64::max)
    }

    /// Force over the time: a pad can be pressed with it, and a step ends at every row.
    pub(crate) fn signal(&self) -> Signal {
        self.rows.clone().into()
    }
}
