//! The results of a sweep, in the form of the command: a table, statistics, a figure, a page.

use std::collections::HashMap;
use std::error::Error;
use std::fs::File;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use stiction_output::plot::{Figure, Page, Section};
use stiction_output::{RunDirectory, Staging, TextTable, count, remove_file};
use stiction_scenario::channel::header;

use super::warnings::MOST_FAILURES;
use super::{KEPT, Study, StudyError, figure, units};
use crate::Results;

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

impl Study {
    /// Writes the results to the folder of the study, if it has one, and deletes the kept members there. Returns the
    /// number of panels that are not drawn.
    ///
    /// # Errors
    /// Results that cannot be written.
    pub fn write(&self, swept: &Swept) -> Result<usize, StudyError> {
        let Some(folder) = &swept.folder else { return Ok(0) };
        let staging = Staging::create(folder)?;
        let (figure, left_out) = self.figure(&swept.results, &self.case.title());
        staging.write(|out| self.write_files(out, swept, &figure))?;
        staging.commit(&["members.csv", "members.parquet"])?;
        forget(folder)?;
        Ok(left_out)
    }

    fn write_files(
        &self,
        out: &RunDirectory,
        swept: &Swept,
        figure: &Figure,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        out.write_text("scenario.toml", &self.case.kept_text()?)?;
        if swept.is_parquet {
            #[cfg(feature = "parquet")]
            swept.results.write_parquet(out.path("members.parquet"))?;
        } else {
            let units = units::of_measures(&self.case.scenario);
            let header = |name: &str| header(name, units.get(name).map_or("", String::as_str));
            swept.results.write_csv_with(out.path("members.csv"), header)?;
        }
        swept.results.write_statistics(out.path("statistics.csv"))?;
        out.write_json("summary.json", &swept.summary(&self.case.scenario.title))?;
        out.write_figure("plot.svg", figure)?;
        Ok(out.write_page("page.html", &self.page(swept))?)
    }

    /// Returns the figure, and the number of panels that are left out.
    fn figure(&self, results: &Results, title: &str) -> (Figure, usize) {
        let numbers = self.case.scenario.numbers().into_iter();
        let mut units: HashMap<_, _> = numbers.map(|number| (number.path, number.unit)).collect();
        units.extend(units::of_measures(&self.case.scenario));
        let label = |name: &str| header(name, units.get(name).map_or("", String::as_str));
        figure::figure(&self.sweep, results, title, label)
    }

    fn page(&self, swept: &Swept) -> Page {
        let (figure, left_out) = self.figure(&swept.results, "");
        let warnings = swept.warnings.iter().map(|line| format!("Warning: {line}\n\n"));
        let mut section = Section::new("Measures over parameters")
            .note(count(swept.results.len(), "member", "members"))
            .text(warnings.collect::<String>())
            .figure(figure);
        if left_out > 0 {
            section = section.text(format!("{left_out} more panels not drawn."));
        }
        section = section.table(&swept.statistics()).table(&swept.sensitivity());
        // Failures named among the warnings are not repeated.
        for failure in swept.results.failures().skip(MOST_FAILURES).take(20) {
            section = section.text(failure.to_string());
        }
        Page::new(self.case.title()).section(section)
    }
}

impl Swept {
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

    fn summary(&self, title: &str) -> Value {
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
            "title": title,
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
