//! The report in Markdown.

use std::fmt::{Result, Write};

use stiction::output::TextTable;

use crate::experiments::tally::Tally;
use crate::experiments::{Check, CheckResult, Finished};

/// Returns the report in Markdown.
#[must_use]
pub fn text(finished: &[Finished]) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(finished, &mut text);
    text
}

fn write(finished: &[Finished], text: &mut String) -> Result {
    writeln!(text, "# Validation\n")?;
    writeln!(text, "Written by `cargo run --release -p stiction-lab`; do not edit.\n")?;
    head(finished, text)?;
    let mut paper = None;
    for one in finished {
        if paper != Some(one.experiment.paper) {
            paper = Some(one.experiment.paper);
            let (heading, remark) = (one.experiment.paper.heading(), one.experiment.paper.remark());
            writeln!(text, "## {heading}\n\n{remark}\n")?;
        }
        entry(one, text)?;
    }
    Ok(())
}

/// Writes the extent of the computation and its outcome.
fn head(finished: &[Finished], text: &mut String) -> Result {
    for line in crate::experiments::report::circumstances(finished) {
        writeln!(text, "- {line}")?;
    }
    writeln!(text)?;
    let tally = Tally::of(finished);
    table(&tally.by_source(), text)?;
    writeln!(text, "{}\n", tally.information())?;
    table(&tally.by_figure(), text)
}

fn entry(one: &Finished, text: &mut String) -> Result {
    writeln!(text, "### {}\n", one.heading())?;
    let outcome = match &one.outcome {
        Err(error) => return writeln!(text, "**Failed:** {error}\n"),
        Ok(outcome) => outcome,
    };
    writeln!(text, "{}\n", outcome.text)?;
    if let Some(inputs) = &outcome.assumed {
        writeln!(text, "Assumed here because the paper does not print it: {inputs}\n")?;
    }
    checks(&outcome.checks, text)?;
    for reason in crate::experiments::report::reasons(&outcome.checks) {
        writeln!(text, "{reason}\n")?;
    }
    if let Some(why) = &outcome.not_compared {
        writeln!(text, "Not compared: {why}\n")?;
    }
    outcome.tables.iter().try_for_each(|one| table(one, text))
}

fn checks(checks: &[Check], text: &mut String) -> Result {
    if checks.is_empty() {
        return Ok(());
    }
    writeln!(
        text,
        "| quantity | found | expected | tolerance | source | |\n|---|---|---|---|---|---|"
    )?;
    for check in checks {
        let word = match check.standing {
            CheckResult::Holds => "pass",
            CheckResult::Fails => "**FAIL**",
            CheckResult::NotMet(_) => "**not met**, explained",
            CheckResult::Information => "information",
        };
        let Check { quantity, found, expected, tolerance, source, .. } = check;
        let cells = [quantity, found, expected, tolerance, source.name(), word];
        row(cells.into_iter().map(str::to_owned), text)?;
    }
    writeln!(text)
}

fn row(cells: impl Iterator<Item = String>, text: &mut String) -> Result {
    let cells: Vec<_> = cells.map(|cell| cell.replace('|', "\\|")).collect();
    writeln!(text, "| {} |", cells.join(" | "))
}

fn table(table: &TextTable, text: &mut String) -> Result {
    if !table.title.is_empty() {
        writeln!(text, "{}:\n", table.title)?;
    }
    row(table.headers.iter().cloned(), text)?;
    writeln!(text, "|{}", "---|".repeat(table.headers.len()))?;
    table.rows.iter().try_for_each(|cells| row(cells.iter().cloned(), text))?;
    writeln!(text)
}
