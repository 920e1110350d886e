//! All experiments on one page, and as text.

use std::fmt::Write;
use std::time::Duration;

use stiction::plot::{Page, Section};

use crate::{Effort, Experiment, Outcome, ReproduceError};

/// An experiment that was run.
#[derive(Debug)]
pub struct Finished {
    /// Which one.
    pub experiment: Experiment,
    /// What it gave.
    pub outcome: Result<Outcome, ReproduceError>,
    /// How long it took.
    pub duration: Duration,
}

impl Finished {
    /// Runs an experiment and measures the time.
    #[must_use]
    pub fn run(experiment: Experiment, effort: Effort) -> Self {
        let start = std::time::Instant::now();
        let outcome = experiment.run(effort);
        Self { experiment, outcome, duration: start.elapsed() }
    }

    /// Whether it ran and all of its numbers are within their tolerances.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.outcome.as_ref().is_ok_and(Outcome::passed)
    }

    fn heading(&self) -> String {
        format!("{}: {}", self.experiment.figure, self.experiment.title)
    }

    fn section(&self) -> Section {
        let paper = self.experiment.paper.heading();
        let note = format!("{paper}; {:.1} s", self.duration.as_secs_f64());
        let mut section = Section::new(self.heading()).note(note);
        match &self.outcome {
            Err(error) => section = section.text(format!("It failed: {error}")),
            Ok(outcome) => {
                section = section.text(outcome.text.clone());
                for check in &outcome.checks {
                    section = section.verdict(check.verdict());
                }
                if let Some(why) = &outcome.not_compared {
                    section = section.text(format!("Not compared: {why}"));
                }
                for table in &outcome.tables {
                    section = section.table(table);
                }
                for figure in &outcome.figures {
                    section = section.figure(figure.clone());
                }
            }
        }
        section
    }
}

/// The report as an interactive page.
#[must_use]
pub fn page(finished: &[Finished]) -> Page {
    let title = "Figures and tables of the papers, recomputed";
    let sections = finished.iter().map(Finished::section);
    sections.fold(Page::new(title), Page::section).thinned(4000).single_precision()
}

/// The report as text, in Markdown.
#[must_use]
pub fn text(finished: &[Finished]) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_text(finished, &mut text);
    text
}

fn write_text(finished: &[Finished], text: &mut String) -> std::fmt::Result {
    let passed = finished.iter().filter(|one| one.passed()).count();
    writeln!(text, "# Validation\n")?;
    writeln!(
        text,
        "Written by `stiction reproduce`; do not edit. {passed} of {} figures and tables are within \
         their tolerances.\n",
        finished.len()
    )?;
    let mut paper = None;
    for one in finished {
        if paper != Some(one.experiment.paper) {
            paper = Some(one.experiment.paper);
            writeln!(text, "## {}\n", one.experiment.paper.heading())?;
        }
        writeln!(text, "### {}\n", one.heading())?;
        let outcome = match &one.outcome {
            Err(error) => {
                writeln!(text, "**Failed:** {error}\n")?;
                continue;
            }
            Ok(outcome) => outcome,
        };
        writeln!(text, "{}\n", outcome.text)?;
        if !outcome.checks.is_empty() {
            writeln!(
                text,
                "| quantity | found | published | tolerance | |\n|---|---|---|---|---|"
            )?;
        }
        for check in &outcome.checks {
            let word = if check.passed { "pass" } else { "**FAIL**" };
            let cells = [&check.quantity, &check.found, &check.published, &check.tolerance];
            let cells = cells.map(|cell| cell.replace('|', "\\|")).join(" | ");
            writeln!(text, "| {cells} | {word} |")?;
        }
        if !outcome.checks.is_empty() {
            writeln!(text)?;
        }
        if let Some(why) = &outcome.not_compared {
            writeln!(text, "Not compared: {why}\n")?;
        }
    }
    Ok(())
}
