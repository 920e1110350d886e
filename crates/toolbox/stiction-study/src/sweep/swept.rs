//! The results of a sweep, in the form of the command: a table, statistics, a figure, a page.

use std::collections::HashMap;
use std::error::Error;
use std::fs::File;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use stiction_output::plot::{Figure, Page, Section};
use stiction_output::{RunDirectory, Staging, TextTable, count, remove_file};
use stiction_scenario::channel::header;
use stiction_scenario::sweep::Sweep;

use super::warnings::MOST_FAILURES;
use super::{KEPT, StudyError, figure, units};
use crate::Results;
use crate::case::Case;

/// A sweep whose members have ended.
#[derive(Debug)]
#[non_exhaustive]
pub struct Swept {
    /// The table of its members.
    pub results: Results,
    /// Warnings about them.
    pub warnings: Vec<String>,
    /// Members whose step is too large for something that can stick.
    pub(super) step_too_large: Vec<usize>,
    /// Folder of the results, if they are written.
    pub(super) folder: Option<PathBuf>,
    pub(super) is_parquet: bool,
}

impl Swept {
    /// Writes the results to the folder, if there is one, and deletes the kept members; returns the number of panels
    /// that are not drawn.
    pub(super) fn write(&self, case: &Case, sweep: &Sweep) -> Result<usize, StudyError> {
        let Some(folder) = &self.folder else { return Ok(0) };
        let staging = Staging::create(folder)?;
        let (figure, left_out) = self.figure(case, sweep, &case.title());
        staging.write(|out| self.write_files(out, case, sweep, &figure))?;
        staging.commit(&["members.csv", "members.parquet"])?;
        forget(folder)?;
        Ok(left_out)
    }

    fn write_files(
        &self,
        out: &RunDirectory,
        case: &Case,
        sweep: &Sweep,
        figure: &Figure,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        out.write_text("scenario.toml", &case.kept_text()?)?;
        if self.is_parquet {
            #[cfg(feature = "parquet")]
            self.results.write_parquet(out.path("members.parquet"))?;
        } else {
            let units = units::of_measures(&case.scenario);
            let header = |name: &str| header(name, units.get(name).map_or("", String::as_str));
            self.results.write_csv_with(out.path("members.csv"), header)?;
        }
        self.results.write_statistics(out.path("statistics.csv"))?;
        out.write_json("summary.json", &self.summary(case))?;
        out.write_figure("plot.svg", figure)?;
        Ok(out.write_page("page.html", &self.page(case, sweep))?)
    }

    /// Returns the figure, and the number of panels that are left out.
    fn figure(&self, case: &Case, sweep: &Sweep, title: &str) -> (Figure, usize) {
        let numbers = case.scenario.numbers().into_iter();
        let mut units: HashMap<_, _> = numbers.map(|number| (number.path, number.unit)).collect();
        units.extend(units::of_measures(&case.scenario));
        figure::figure(sweep, &self.results, title, |name| {
            header(name, units.get(name).map_or("", String::as_str))
        })
    }

    fn page(&self, case: &Case, sweep: &Sweep) -> Page {
        let (figure, left_out) = self.figure(case, sweep, "");
        let warnings = self.warnings.iter().map(|line| format!("Warning: {line}\n\n"));
        let mut section = Section::new("Measures over parameters")
            .note(count(self.results.len(), "member", "members"))
            .text(warnings.collect::<String>())
            .figure(figure);
        if left_out > 0 {
            section = section.text(format!("{left_out} more panels not drawn."));
        }
        section = section.table(&self.statistics()).table(&self.sensitivity());
        // Failures named among the warnings are not repeated.
        for failure in self.results.failures().skip(MOST_FAILURES).take(20) {
            section = section.text(failure.to_string());
        }
        Page::new(case.title()).section(section)
    }

    /// Returns a row of statistics for every measure.
    #[must_use]
    pub fn statistics(&self) -> TextTable {
        self.results.table_of_statistics("measure")
    }

    /// Returns the rank correlation of every measure with every parameter, a row for each parameter.
    #[must_use]
    pub fn sensitivity(&self) -> TextTable {
        let names = self.results.output_names();
        let headers: Vec<&str> = std::iter::once("rank correlation with")
            .chain(names.iter().map(String::as_str))
            .collect();
        let columns: Vec<_> = (0..names.len()).map(|k| self.results.sensitivities(k)).collect();
        let mut table = TextTable::new("", &headers);
        for (k, parameter) in self.results.design().names().iter().enumerate() {
            let correlations = columns.iter().map(|column| format!("{:.2}", column[k]));
            table.row(std::iter::once(parameter.clone()).chain(correlations));
        }
        table
    }

    fn summary(&self, case: &Case) -> Value {
        let results = &self.results;
        let mut measures = Map::new();
        for (k, name) in results.output_names().iter().enumerate() {
            let s = results.statistics_of(k);
            let parameters = results.design().names().iter().cloned();
            let correlations = results.sensitivities(k).into_iter().map(Value::from);
            let facts = json!({
                "count": s.count(), "not_finite": s.not_finite(), "mean": s.mean(),
                "standard_deviation": s.standard_deviation(),
                "min": s.min(), "median": s.median(), "max": s.max(),
                "rank_correlation": parameters.zip(correlations).collect::<Map<_, _>>(),
            });
            measures.insert(name.clone(), facts);
        }
        json!({
            "title": case.scenario.title,
            "members": results.len(),
            "failed": results.failures().count(),
            "step_too_large": self.step_too_large,
            "warnings": self.warnings,
            "measures": measures,
        })
    }
}

/// Removes the kept members once the table that has them is on the disk.
fn forget(folder: &Path) -> Result<(), StudyError> {
    for table in ["members.csv", "members.parquet"] {
        // Only one of them exists, and not every system syncs a file that is open for reading.
        let _ = File::open(folder.join(table)).and_then(|file| file.sync_all());
    }
    Ok(remove_file(folder.join(KEPT))?)
}
