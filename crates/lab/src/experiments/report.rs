//! All experiments on one page.

use std::time::{Duration, Instant};

use rayon::prelude::*;
use stiction::plot::{Page, Section};

use crate::experiments::tally::Tally;
use crate::experiments::{Check, Experiment, Findings, PaperError, Thoroughness};

/// An experiment that was run.
#[derive(Debug)]
pub struct Finished {
    /// Experiment.
    pub experiment: Experiment,
    /// Outcome.
    pub outcome: Result<Findings, PaperError>,
    /// Extent of the computation.
    pub effort: Thoroughness,
    /// Computing time.
    pub duration: Duration,
}

impl Finished {
    /// Runs experiments on all cores, each on one, and measures their times. `look` sees each as soon as it has ended; the
    /// vector has them in the order given.
    #[must_use]
    pub fn run_all(
        experiments: Vec<Experiment>,
        effort: Thoroughness,
        look: impl Fn(&Self) + Sync,
    ) -> Vec<Self> {
        let run = |experiment: Experiment| {
            let start = Instant::now();
            let outcome = experiment.run(effort);
            let one = Self { experiment, outcome, effort, duration: start.elapsed() };
            look(&one);
            one
        };
        experiments.into_par_iter().with_max_len(1).map(run).collect()
    }

    /// Returns whether it ran and every number out of its tolerance has an explanation.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.outcome.as_ref().is_ok_and(Findings::passed)
    }

    /// Returns the number of statements that are not met, for a given reason.
    #[must_use]
    pub fn not_met(&self) -> usize {
        let checks = self.outcome.as_ref().map_or(&[][..], |outcome| &outcome.checks);
        checks.iter().filter(|check| check.reason().is_some()).count()
    }

    pub(crate) fn heading(&self) -> String {
        format!("{}: {}", self.experiment.figure, self.experiment.title)
    }

    fn section(&self, remark: Option<&str>) -> Section {
        let seconds = format!("{:.1}\u{a0}s", self.duration.as_secs_f64());
        let note = match self.not_met() {
            0 => seconds,
            count => format!("{count} not met, {seconds}"),
        };
        let mut section = Section::new(self.heading()).note(note).text(remark.unwrap_or_default());
        match &self.outcome {
            Err(error) => section = section.text(format!("It failed: {error}")),
            Ok(outcome) => {
                section = section.text(outcome.text.clone());
                if let Some(inputs) = &outcome.assumed {
                    let inputs =
                        format!("Assumed here because the paper does not print it: {inputs}");
                    section = section.text(inputs);
                }
                section = outcome.checks.iter().map(Check::verdict).fold(section, Section::verdict);
                section = reasons(&outcome.checks).into_iter().fold(section, Section::text);
                if let Some(why) = &outcome.not_compared {
                    section = section.text(format!("Not compared: {why}"));
                }
                section = outcome.tables.iter().fold(section, Section::table);
                section = outcome.figures.iter().cloned().fold(section, Section::figure);
            }
        }
        section
    }
}

/// Returns the reasons why statements are not met, without repetition.
pub(crate) fn reasons(checks: &[Check]) -> Vec<String> {
    let mut reasons: Vec<&str> = checks.iter().filter_map(Check::reason).collect();
    reasons.dedup();
    reasons.into_iter().map(|reason| format!("Not met, because {reason}")).collect()
}

/// Returns the extent of the computation and the version.
pub(crate) fn circumstances(finished: &[Finished]) -> Vec<String> {
    let effort = finished.first().map_or("nothing", |one| one.effort.describe());
    vec![format!("{effort}."), format!("Version {}.", env!("CARGO_PKG_VERSION"))]
}

/// Returns the report as an interactive page.
#[must_use]
pub fn page(finished: &[Finished]) -> Page {
    let tally = Tally::of(finished);
    let summary = Section::new("What was compared").text(circumstances(finished).join(" "));
    let summary = summary.table(&tally.by_source()).text(tally.information());
    let summary = summary.table(&tally.by_figure());
    let mut page = Page::new("Figures and tables of the papers, recomputed").section(summary);
    let mut paper = None;
    for one in finished {
        let first = paper != Some(one.experiment.paper);
        if first {
            paper = Some(one.experiment.paper);
            page = page.part(one.experiment.paper.heading());
        }
        page = page.section(one.section(first.then(|| one.experiment.paper.remark())));
    }
    page.thinned(4000).single_precision()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::Provenance;

    #[test]
    fn a_reason_is_given_once() {
        let row = |found| Provenance::Paper.at_most("ratio", found, 1.0).or_explained("of steps.");
        let given = reasons(&[row(2.0), row(0.5), row(3.0)]);
        assert_eq!(given, ["Not met, because of steps."]);
    }
}
