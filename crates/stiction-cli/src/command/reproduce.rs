//! `stiction reproduce`: the figures and tables of the papers.

use std::path::PathBuf;

use clap::Args;
use stiction::output::{RunDirectory, TextTable};
use stiction_reproduce::{Effort, Finished, experiments, page, text};

use crate::Outcome;
use crate::terminal::Terminal;

/// Recomputes the figures and tables of the papers behind the library, and writes one page that opens
/// in a browser without a network.
///
/// Every number stands beside an expected one with its source: the paper, theory, an independent
/// program, or a bound that is chosen here. Statements of the papers that do not hold here are shown
/// as such, with the reason.
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
    let out = RunDirectory::create(&options.out)?;
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
    out.write_page("page.html", &page(&finished))?;
    out.write_text("validation.md", &text(&finished))?;
    let failed: Vec<_> = finished.iter().filter(|one| !one.passed()).collect();
    let not_met: usize = finished.iter().map(Finished::not_met).sum();
    terminal.say(format!(
        "{} of {} fail; {not_met} statements are not met, for reasons that are given: see {}",
        failed.len(),
        finished.len(),
        out.path("page.html").display()
    ))?;
    if failed.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = failed.iter().map(|one| one.experiment.id).collect();
    Err(format!("not within their tolerances: {}", names.join(", ")).into())
}
