//! The page of results in Markdown.

use std::fmt::Write;

use crate::goals::{Bound, Goals, Verdict};

/// Formats a number with three digits, or as a power of ten if it is small or large.
fn number(x: f64) -> String {
    match x.abs() {
        0.0 => "0".to_owned(),
        size if !(1e-3..1e5).contains(&size) => format!("{x:.1e}"),
        size if size < 1.0 => format!("{x:.3}"),
        size if size < 10.0 => format!("{x:.2}"),
        size if size < 100.0 => format!("{x:.1}"),
        _ => format!("{x:.0}"),
    }
}

fn bound(goal: Bound) -> String {
    match goal {
        Bound::AtMost(x) => format!("≤ {}", number(x)),
        Bound::AtLeast(x) => format!("≥ {}", number(x)),
        Bound::Below(x) => format!("< {}", number(x)),
    }
}

/// Escapes text for a cell of a table.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

fn judged(verdicts: &[Verdict]) -> String {
    let mut text =
        String::from("| case | against | goal | found | met? | if not: what is to be done |\n");
    text += "|---|---|---|---|---|---|\n";
    for verdict in verdicts {
        let met = match (verdict.is_met, verdict.found) {
            (true, _) => "yes",
            (false, Some(_)) => "**no**",
            (false, None) => "not measured",
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {met} | {} |",
            cell(&verdict.what),
            cell(&verdict.against),
            bound(verdict.goal),
            verdict.found.map_or("-".to_owned(), number),
            cell(verdict.reason.as_deref().unwrap_or("")),
        );
    }
    text
}

/// Returns the whole page; `header` has a line for each fact about the run.
pub(crate) fn page(header: &str, goals: &Goals, verdicts: &[Verdict]) -> String {
    let met = verdicts.iter().filter(|verdict| verdict.is_met).count();
    let mut text = String::from(
        "# Results\n\nWritten by `docs/benchmarks/run`; not to be edited. A figure is the quantity measured \
         divided by the one\nnamed beside it, both in one run and in turns, the least of many short \
         samples, unless a unit is\nnamed. The [README](README.md) describes the cases.\n\n",
    );
    for line in header.lines() {
        let _ = writeln!(text, "- {line}");
    }
    let _ = write!(text, "\n## Goals\n\n{met} of {} are met.\n\n", verdicts.len());
    text += &judged(verdicts);
    text += "\n## Withdrawn\n\n| case | why |\n|---|---|\n";
    for (case, why) in goals.withdrawn() {
        let _ = writeln!(text, "| {} | {} |", cell(case), cell(why));
    }
    text += "\nAll figures are in `results.json`.\n";
    text
}

#[cfg(test)]
mod tests {
    use super::{cell, number};

    #[test]
    fn numbers_have_the_digits_that_they_need() {
        let texts = [0.0, 2.5e-4, 0.0356, 1.1, 12.34, 1234.5, 2e5, -2.0].map(number);
        assert_eq!(texts, ["0", "2.5e-4", "0.036", "1.10", "12.3", "1234", "2.0e5", "-2.00"]);
    }

    #[test]
    fn a_cell_is_one_line_without_bars() {
        assert_eq!(cell("a\n  b | c"), "a b \\| c");
    }
}
