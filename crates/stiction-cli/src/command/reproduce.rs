//! `stiction reproduce`: the figures and tables of the papers.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};
use stiction::output::TextTable;
use stiction_reproduce::{Effort, Finished, experiments, page, text};

use crate::Outcome;
use crate::staging::{self, Staging};
use crate::terminal::Terminal;

/// Recomputes the figures and tables of the papers behind the library, and writes one page that opens
/// in a browser without a network, and the same as text.
///
/// Every number stands beside an expected one with its source: the paper, theory, an independent
/// program, or a bound that is chosen here. Statements of the papers that do not hold here are shown
/// as such, with the reason. A part of the experiments, or a quick run, does not replace the results of
/// a whole run.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction reproduce --quick             # less than a minute; opens as out/reproduce/page.html
  stiction reproduce                     # everything as published, some minutes
  stiction reproduce --only kikuuwe-fig7 # one experiment
  stiction reproduce --list              # which there are")]
pub(crate) struct Options {
    /// Fewer cases and shorter runs, with the same tolerances
    #[arg(long)]
    quick: bool,
    /// Only experiments whose name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Write every figure as NAME.svg too, NAME-2.svg if an experiment has more than one
    #[arg(long)]
    svg: bool,
    /// Print the names of all experiments and stop
    #[arg(long)]
    list: bool,
    /// Directory for the results
    #[arg(long, default_value = "out/reproduce")]
    out: PathBuf,
}

pub(crate) fn run(options: &Options, terminal: &Terminal) -> Outcome<()> {
    let chosen = options.only.as_deref().unwrap_or_default();
    let mut all = experiments();
    all.retain(|experiment| experiment.id.contains(chosen));
    if all.is_empty() {
        return Err(format!("no experiment has `{chosen}` in its name; --list prints all").into());
    }
    if options.list {
        let mut table = TextTable::new("", &["name", "paper", "figure", "shows"]);
        for one in &all {
            table.row([one.id, one.paper.short(), one.figure, one.title]);
        }
        return terminal.print(table);
    }
    let is_whole = !options.quick && chosen.is_empty();
    if !is_whole && holds_whole_run(&options.out) {
        let folder = options.out.display();
        let hint = "choose another folder with --out, or remove it";
        return Err(format!("`{folder}` has the results of a whole run: {hint}").into());
    }
    staging::check(&options.out, &FILES, &[])?;
    let effort = if options.quick { Effort::Quick } else { Effort::Full };
    let mut finished = vec![];
    for experiment in all {
        let one = Finished::run(experiment, effort);
        let word = match (one.passed(), one.not_met()) {
            (false, _) => "FAIL   ",
            (true, 0) => "pass   ",
            (true, _) => "not met",
        };
        let seconds = one.duration.as_secs_f64();
        terminal.say(format!("{word} {seconds:7.2} s  {}: {}", experiment.id, experiment.title))?;
        finished.push(one);
    }
    write(&options.out, &finished, is_whole, options.svg)?;
    let failed: Vec<_> = finished.iter().filter(|one| !one.passed()).collect();
    let not_met: usize = finished.iter().map(Finished::not_met).sum();
    terminal.say(format!(
        "{} of {} fail; {not_met} statements are not met, for reasons that are given: see {}",
        failed.len(),
        finished.len(),
        options.out.join("page.html").display()
    ))?;
    let names: Vec<_> = failed.iter().map(|one| one.experiment.id).collect();
    judge(&names)
}

const FILES: [&str; 3] = ["page.html", "validation.md", "summary.json"];

/// Whether a folder has the results of all experiments in full.
fn holds_whole_run(folder: &Path) -> bool {
    let text = std::fs::read_to_string(folder.join("summary.json")).unwrap_or_default();
    serde_json::from_str::<Value>(&text).is_ok_and(|summary| summary["whole"] == true)
}

fn write(folder: &Path, finished: &[Finished], is_whole: bool, svg: bool) -> Outcome<()> {
    let facts = |one: &Finished| {
        let seconds = one.duration.as_secs_f64();
        json!({ "name": one.experiment.id, "passed": one.passed(), "seconds": seconds })
    };
    let facts: Vec<Value> = finished.iter().map(facts).collect();
    let staging = Staging::create(folder)?;
    staging.write(|out| {
        out.write_page("page.html", &page(finished))?;
        for one in finished.iter().filter(|_| svg) {
            let figures = one.outcome.iter().flat_map(|outcome| &outcome.figures);
            for (number, figure) in (1..).zip(figures) {
                let number = if number == 1 { String::new() } else { format!("-{number}") };
                out.write_figure(format!("{}{number}.svg", one.experiment.id), figure)?;
            }
        }
        out.write_text("validation.md", &text(finished))?;
        Ok(out.write_json("summary.json", &json!({ "whole": is_whole, "experiments": facts }))?)
    })?;
    staging.commit(&[])
}

/// Fails if an experiment did.
fn judge(failed: &[&str]) -> Outcome<()> {
    if failed.is_empty() {
        return Ok(());
    }
    Err(format!("not within their tolerances: {}", failed.join(", ")).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_experiment_that_fails_is_an_error() {
        assert!(judge(&[]).is_ok());
        let error = judge(&["kikuuwe-fig7", "cones"]).unwrap_err().to_string();
        assert_eq!(error, "not within their tolerances: kikuuwe-fig7, cones");
    }

    #[test]
    fn a_whole_run_is_known_by_its_summary() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!holds_whole_run(folder.path()));
        for is_whole in [true, false] {
            write(folder.path(), &[], is_whole, false).unwrap();
            assert_eq!(holds_whole_run(folder.path()), is_whole);
        }
        std::fs::write(folder.path().join("summary.json"), "{ half a").unwrap();
        assert!(!holds_whole_run(folder.path()));
    }
}
