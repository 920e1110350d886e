//! The outcomes of the members of an ensemble.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use stiction_output::{OutputError, TextTable, short, shortest, write_file};

use crate::name;
use crate::statistics::rank_correlation;
use crate::{Design, Statistics, UnknownName, table};

/// How a member ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Its outputs, in the order of their names; NaN for a number without a value.
    Finished(Vec<f64>),
    /// The error it returned, with its causes, in one line.
    Failed(String),
    /// It panicked, with this message.
    Panicked(String),
}

impl Outcome {
    /// Returns the outcome of a member with these outputs: a failure if their number is not `names`.
    #[must_use]
    pub fn of(outputs: &[f64], names: usize) -> Self {
        let found = outputs.len();
        if found != names {
            return Self::Failed(format!("{found} outputs were given for {names} names"));
        }
        // NaN has many bit patterns; a table has one, so results read back to the same bits.
        let plain = |value: &f64| if value.is_nan() { f64::NAN } else { *value };
        Self::Finished(outputs.iter().map(plain).collect())
    }

    /// Returns whether both are equal, to the bit.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Finished(own), Self::Finished(others)) => {
                own.iter().map(|x| x.to_bits()).eq(others.iter().map(|x| x.to_bits()))
            }
            _ => self == other,
        }
    }

    /// Returns "finished", "failed" or "panicked".
    #[must_use]
    pub const fn status(&self) -> &'static str {
        match self {
            Self::Finished(_) => "finished",
            Self::Failed(_) => "failed",
            Self::Panicked(_) => "panicked",
        }
    }

    /// Returns why it did not finish.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        match self {
            Self::Finished(_) => None,
            Self::Failed(message) | Self::Panicked(message) => Some(message),
        }
    }

    /// Returns its outputs if it finished.
    #[must_use]
    pub fn outputs(&self) -> Option<&[f64]> {
        match self {
            Self::Finished(outputs) => Some(outputs),
            Self::Failed(_) | Self::Panicked(_) => None,
        }
    }
}

/// A member that did not finish.
#[derive(Clone, Copy, Debug)]
pub struct Failure<'a> {
    /// Place in the design.
    pub index: usize,
    /// Its outcome.
    pub outcome: &'a Outcome,
    design: &'a Design,
}

impl fmt::Display for Failure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = self.design.row_of(self.index);
        let named = |(name, value): (&String, &f64)| format!("{name} = {}", shortest(*value));
        let parameters: Vec<_> = self.design.names().iter().zip(values).map(named).collect();
        write!(f, "member {}", self.index)?;
        if !parameters.is_empty() {
            write!(f, " ({})", parameters.join(", "))?;
        }
        write!(f, " {}: {}", self.outcome.status(), self.outcome.message().unwrap_or_default())
    }
}

/// A table with one row per member, in the order of the design: parameters, outputs, status.
#[derive(Clone, Debug)]
pub struct Results {
    pub(crate) design: Arc<Design>,
    pub(crate) outputs: Vec<String>,
    /// Sorted by index.
    pub(crate) members: Vec<(usize, Outcome)>,
    pub(crate) resumed: usize,
}

impl Results {
    /// Returns the design that was run.
    #[must_use]
    pub fn design(&self) -> &Design {
        &self.design
    }
    /// Returns the names of the outputs.
    #[must_use]
    pub fn output_names(&self) -> &[String] {
        &self.outputs
    }
    /// Returns the number of members, failed ones included.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.members.len()
    }
    /// Returns whether there is no member (an empty range was asked for).
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.members.is_empty()
    }
    /// Returns the number of members that were not run but read from the file of an earlier run.
    #[must_use]
    pub const fn resumed(&self) -> usize {
        self.resumed
    }

    /// Returns index and outcome of every member.
    pub fn members(&self) -> impl ExactSizeIterator<Item = (usize, &Outcome)> {
        self.members.iter().map(|(index, outcome)| (*index, outcome))
    }

    /// Returns the members that failed or panicked.
    pub fn failures(&self) -> impl Iterator<Item = Failure<'_>> {
        let failed = self.members().filter(|(_, outcome)| outcome.message().is_some());
        failed.map(|(index, outcome)| Failure { index, outcome, design: &self.design })
    }

    /// Returns the values of a parameter or output, one per member; NaN if a member did not finish.
    ///
    /// # Errors
    /// [`UnknownName`].
    pub fn column(&self, name: &str) -> Result<Vec<f64>, UnknownName> {
        let names = self.design.names().iter().chain(&self.outputs).map(String::as_str);
        Ok(self.column_at(name::position("column", name, names)?))
    }

    /// Returns the values of the column in this place: the parameters, then the outputs.
    pub(crate) fn column_at(&self, column: usize) -> Vec<f64> {
        let parameters = self.design.names().len();
        let value = |(index, outcome): (usize, &Outcome)| match column.checked_sub(parameters) {
            None => self.design.row_of(index)[column],
            Some(output) => outcome.outputs().map_or(f64::NAN, |values| values[output]),
        };
        self.members().map(value).collect()
    }

    /// Returns the rank correlations of an output with the parameters, in their order.
    #[cfg(feature = "scenario")]
    pub(crate) fn sensitivities(&self, output: usize) -> Vec<f64> {
        let parameters = self.design.names().len();
        let values = self.column_at(parameters + output);
        (0..parameters).map(|k| rank_correlation(&self.column_at(k), &values)).collect()
    }

    /// Returns statistics of an output over the members that finished.
    ///
    /// # Errors
    /// [`UnknownName`].
    pub fn statistics(&self, output: &str) -> Result<Statistics, UnknownName> {
        let k = name::position("output", output, self.outputs.iter().map(String::as_str))?;
        Ok(self.statistics_of(k))
    }

    pub(crate) fn statistics_of(&self, output: usize) -> Statistics {
        let finished = self.members.iter().filter_map(|(_, outcome)| outcome.outputs());
        Statistics::of(&finished.map(|values| values[output]).collect::<Vec<_>>())
    }

    /// Returns the rank correlation of two columns, −1 to 1 (Spearman's ρ): how far one rises with the
    /// other, in whatever shape. It measures how sensitive an output is to a parameter.
    ///
    /// Taken over the members for which both are finite; NaN if one of them varies by rounding only, less than 1e-9 of
    /// its size.
    ///
    /// # Errors
    /// [`UnknownName`].
    pub fn rank_correlation(&self, one: &str, other: &str) -> Result<f64, UnknownName> {
        Ok(rank_correlation(&self.column(one)?, &self.column(other)?))
    }

    /// Writes the table as comma separated values: `member`, the parameters, the outputs, `status`,
    /// `error`. Numbers are the shortest text that reads back to the same bits; the outputs of a
    /// member that did not finish are empty. The file is complete or absent.
    ///
    /// # Errors
    /// [`OutputError::File`].
    pub fn write_csv(&self, path: impl AsRef<Path>) -> Result<(), OutputError> {
        self.write_csv_with(path, str::to_owned)
    }

    /// As [`write_csv`](Self::write_csv), with the header that `header` makes of the name of each column.
    pub(crate) fn write_csv_with(
        &self,
        path: impl AsRef<Path>,
        header: impl Fn(&str) -> String,
    ) -> Result<(), OutputError> {
        let names = table::header(&self.design, &self.outputs);
        let header = names.iter().map(|name| header(name)).collect();
        let rows = self.members();
        let rows = rows.map(|(k, done)| table::row(&self.design, self.outputs.len(), k, done));
        write_file(path.as_ref().to_owned(), &table::encode(std::iter::once(header).chain(rows)))
    }

    /// Returns a row of statistics for every output; `head` is the header of their names.
    pub(crate) fn table_of_statistics(&self, head: &str) -> TextTable {
        let headers = [head, "mean", "std. dev.", "least", "median", "largest", "not finite"];
        let mut table = TextTable::new("", &headers);
        for (k, name) in self.outputs.iter().enumerate() {
            let s = self.statistics_of(k);
            let numbers = [s.mean(), s.standard_deviation(), s.min(), s.median(), s.max()];
            let row = std::iter::once(name.clone()).chain(numbers.map(short));
            table.row(row.chain([s.not_finite().to_string()]));
        }
        table
    }

    /// Writes statistics as comma separated values, one row per output.
    ///
    /// # Errors
    /// [`OutputError::File`].
    pub fn write_statistics(&self, path: impl AsRef<Path>) -> Result<(), OutputError> {
        let header = std::iter::once("output").chain(Statistics::FIGURES);
        let header = header.map(str::to_owned).collect();
        let rows = self.outputs.iter().enumerate().map(|(k, name)| {
            let figures = self.statistics_of(k).figures().map(shortest);
            std::iter::once(name.clone()).chain(figures).collect::<Vec<_>>()
        });
        write_file(path.as_ref().to_owned(), &table::encode(std::iter::once(header).chain(rows)))
    }
}

/// A summary for a terminal: how many finished, and mean, spread and range of every output.
impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (failed, table) = (self.failures().count(), self.table_of_statistics("output"));
        write!(f, "{} members, {failed} failed\n{table}", self.len())
    }
}
