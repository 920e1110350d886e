//! The command of the laboratory: the figures and tables of the papers, recomputed.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};
use stiction::output::{RunDirectory, TextTable};
use stiction_lab::experiments::{self, Finished, Thoroughness, page, text};

const USAGE: &str = "\
Recomputes the figures and tables of the papers behind stiction, and writes one page that opens in a browser without a
network, and its contents as text. Every number stands beside an expected one with its source.

usage: cargo run --release -p stiction-lab -- [OPTIONS]
  --quick        fewer cases and shorter runs, with the same tolerances: less than a minute
  --only TEXT    only experiments whose name contains this
  --svg          write every figure as NAME.svg too, NAME-2.svg if an experiment has more than one
  --list         print the names of all experiments and stop
  --out FOLDER   folder for the results [default: out/lab]
A part of the experiments, or a quick run, does not replace the results of a whole run.";

type Result<T> = core::result::Result<T, Box<dyn core::error::Error>>;

struct Options {
    quick: bool,
    only: String,
    svg: bool,
    list: bool,
    out: PathBuf,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let (mut quick, mut svg, mut list) = (false, false, false);
        let (mut only, mut out) = (String::new(), PathBuf::from("out/lab"));
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value\n{USAGE}"));
            match argument.as_str() {
                "--quick" => quick = true,
                "--svg" => svg = true,
                "--list" => list = true,
                "--only" => only = value()?,
                "--out" => out = value()?.into(),
                other => return Err(format!("there is no option `{other}`\n{USAGE}").into()),
            }
        }
        Ok(Self { quick, only, svg, list, out })
    }
}

fn run(options: &Options) -> Result<()> {
    let mut all = experiments::all();
    all.retain(|experiment| experiment.id.contains(&options.only));
    if all.is_empty() {
        let only = &options.only;
        return Err(format!("no experiment has `{only}` in its name; --list prints all").into());
    }
    if options.list {
        let mut table = TextTable::new("", &["name", "paper", "figure", "shows"]);
        for one in &all {
            table.row([one.id, one.paper.short(), one.figure, one.title]);
        }
        println!("{table}");
        return Ok(());
    }
    let is_whole = !options.quick && options.only.is_empty();
    if !is_whole && holds_whole_run(&options.out) {
        let folder = options.out.display();
        let hint = "choose another folder with --out, or remove it";
        return Err(format!("`{folder}` has the results of a whole run: {hint}").into());
    }
    // Fail before minutes of computing if the folder cannot be written.
    let folder = RunDirectory::create(&options.out)?;
    let effort = if options.quick { Thoroughness::Quick } else { Thoroughness::Full };
    let finished = Finished::run_all(all, effort, |one| {
        let word = match (one.passed(), one.not_met()) {
            (false, _) => "FAIL   ",
            (true, 0) => "pass   ",
            (true, _) => "not met",
        };
        let (seconds, experiment) = (one.duration.as_secs_f64(), one.experiment);
        println!("{word} {seconds:7.2} s  {}: {}", experiment.id, experiment.title);
    });
    write(&folder, &finished, is_whole, options.svg)?;
    let failed: Vec<_> = finished.iter().filter(|one| !one.passed()).collect();
    let not_met: usize = finished.iter().map(Finished::not_met).sum();
    println!(
        "{} of {} fail; {not_met} statements are not met, for reasons that are given: see {}",
        failed.len(),
        finished.len(),
        options.out.join("page.html").display()
    );
    let names: Vec<_> = failed.iter().map(|one| one.experiment.id).collect();
    if names.is_empty() {
        return Ok(());
    }
    Err(format!("not within their tolerances: {}", names.join(", ")).into())
}

/// Returns whether a folder has the results of all experiments in full.
fn holds_whole_run(folder: &Path) -> bool {
    let text = std::fs::read_to_string(folder.join("summary.json")).unwrap_or_default();
    serde_json::from_str::<Value>(&text).is_ok_and(|summary| summary["whole"] == true)
}

fn write(out: &RunDirectory, finished: &[Finished], is_whole: bool, svg: bool) -> Result<()> {
    let facts = |one: &Finished| {
        let seconds = one.duration.as_secs_f64();
        json!({ "name": one.experiment.id, "passed": one.passed(), "seconds": seconds })
    };
    let facts: Vec<Value> = finished.iter().map(facts).collect();
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
}

fn main() -> ExitCode {
    let done = Options::read(std::env::args().skip(1)).and_then(|options| run(&options));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
