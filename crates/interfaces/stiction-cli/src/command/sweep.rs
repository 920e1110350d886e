//! `stiction sweep`: many runs of a scenario with other parameters.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;
use serde_json::{Map, Value, json};
use stiction::output::TextTable;
use stiction::plot::{Page, Section};
use stiction::scenario::{Registry, Scenario, Sweep};
use stiction::study::{Ensemble, EnsembleError, Member, MemberError, Results};

use crate::Outcome;
use crate::numbers::{count, short};
use crate::recording::{Doubts, Recording, record_until};
use crate::source::{Loaded, Source};
use crate::staging::{self, Staging};
use crate::terminal::Terminal;
use crate::trajectory::Format;
use crate::units::{self, header};

pub(crate) mod design;
mod figure;
pub(crate) mod identity;
mod shard;
pub(crate) mod warnings;

use shard::Shard;
use warnings::{Known, Warnings};

/// Runs a scenario many times over the parameters of its `[sweep]`, on all cores.
///
/// A sweep that was stopped goes on where it was. Members that fail are reported and left out of the
/// statistics. Results: members.csv, statistics.csv, summary.json, plot.svg, page.html.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction sweep belt.toml
  stiction sweep belt.toml --members 1000 --seed 2 --jobs 4 --out out/large
  stiction sweep belt.toml --set solver.until=20 --restart
  stiction sweep belt.toml --shard 3/8      part 3 of 8, on any machine; see `stiction help merge`")]
pub(crate) struct Options {
    #[command(flatten)]
    source: Source,
    /// Folder for the results [default: out/<name of the file>-sweep]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of members of a random or Latin hypercube design
    #[arg(long, value_name = "N")]
    members: Option<usize>,
    /// Seed of a random or Latin hypercube design
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of members that run at the same time; 0 for all cores
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Run one part of the members only, and keep them for `stiction merge`
    #[arg(long, value_name = "PART/PARTS")]
    shard: Option<Shard>,
    /// Forget the members of a sweep that was stopped
    #[arg(long)]
    restart: bool,
    /// Format of the table of members
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,
}

/// Members that have ended, until all have.
pub(crate) const KEPT: &str = "members.partial.csv";
/// All files that a sweep may write.
pub(crate) const FILES: [&str; 8] = [
    "scenario.toml",
    "members.csv",
    "members.parquet",
    "statistics.csv",
    "summary.json",
    "plot.svg",
    "page.html",
    KEPT,
];

/// Where the results go, and in which form.
pub(crate) struct Where<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) format: Format,
}

pub(crate) fn run(options: &Options, registry: &Registry, terminal: &Terminal) -> Outcome<()> {
    options.format.check()?;
    let loaded = options.source.load(vec![], registry)?;
    let design = design::design(sweep_of(&loaded)?, options.members, options.seed)?;
    // What is kept beside the results is the sweep that was run.
    let members = options.members.map(|members| ("sweep.members", members.to_string()));
    let seed = options.seed.map(|seed| ("sweep.seed", seed.to_string()));
    let given = members.into_iter().chain(seed).map(|(key, value)| (key.to_owned(), value));
    let loaded = loaded.with(given.collect())?;
    let folder = options.out.clone().unwrap_or_else(|| {
        let mut folder = loaded.folder(None).into_os_string();
        folder.push("-sweep");
        let folder = PathBuf::from(folder);
        options.shard.map_or(folder.clone(), |shard| folder.join(shard.folder()))
    });
    staging::check(&folder, &FILES, &loaded.inputs())?;
    let kept = folder.join(KEPT);
    let mut ensemble = ensemble(&loaded, options.jobs, terminal)?.keep_in(&kept);
    if options.restart {
        ensemble = ensemble.restart();
    }
    match options.shard {
        Some(shard) => part(&loaded, ensemble, (shard, design.len()), &folder, terminal),
        None => {
            let place = Where { folder: &folder, format: options.format };
            finish(&loaded, &ensemble, &place, terminal)
        }
    }
}

pub(crate) fn sweep_of(loaded: &Loaded) -> Outcome<&Sweep> {
    let missing = || format!("{} has no [sweep]", loaded.file.path().display());
    let sweep = loaded.scenario.sweep.as_ref().ok_or_else(missing)?;
    sweep.check_windows(loaded.scenario.solver.until)?;
    Ok(sweep)
}

/// The members of the sweep of a scenario.
pub(crate) fn ensemble(
    loaded: &Loaded,
    jobs: usize,
    terminal: &Terminal,
) -> Outcome<Ensemble<Vec<f64>>> {
    let sweep = sweep_of(loaded)?;
    let design = design::design(sweep, None, None)?;
    design::check(loaded, &design)?;
    let ensemble = Ensemble::with_outputs(design, sweep.measures.keys().cloned())
        .threads(jobs)
        .version(identity::identity(&loaded.scenario)?);
    Ok(if terminal.is_quiet() { ensemble.quiet() } else { ensemble })
}

/// Runs what is missing, and says what the members warned of.
fn members(
    loaded: &Loaded,
    ensemble: &Ensemble<Vec<f64>>,
    folder: &Path,
    terminal: &Terminal,
) -> Outcome<(Results, Warnings)> {
    let (sweep, known) = (sweep_of(loaded)?, Known::default());
    let results = ensemble.run(|member| simulate(loaded, sweep, member, &known));
    let results = results.map_err(|error| explain(error, &folder.join(KEPT)))?;
    let found = Warnings::of(loaded, &results, known)?;
    found.lines.iter().for_each(|line| terminal.warn(line));
    Ok((results, found))
}

/// Runs what is missing and writes the results.
pub(crate) fn finish(
    loaded: &Loaded,
    ensemble: &Ensemble<Vec<f64>>,
    place: &Where<'_>,
    terminal: &Terminal,
) -> Outcome<()> {
    let (results, found) = members(loaded, ensemble, place.folder, terminal)?;
    let left_out = write(place, loaded, sweep_of(loaded)?, &results, &found)?;
    forget(&place.folder.join(KEPT), place.folder)?;
    if left_out > 0 {
        terminal.say(format!("{left_out} more panels not drawn"))?;
    }
    report(loaded, &results, place.folder, terminal)
}

/// Runs a part, whose members stay where they are kept.
fn part(
    loaded: &Loaded,
    ensemble: Ensemble<Vec<f64>>,
    (shard, all): (Shard, usize),
    folder: &Path,
    terminal: &Terminal,
) -> Outcome<()> {
    let ensemble = ensemble.only(shard.members(all));
    let (results, _) = members(loaded, &ensemble, folder, terminal)?;
    let staging = Staging::create(folder)?;
    staging.write(|out| Ok(out.write_text("scenario.toml", &loaded.kept_text()?)?))?;
    staging.commit(&[])?;
    let members = count(results.len(), "member", "members");
    let failed = results.failures().count();
    terminal.say(format!(
        "{}: part {shard}, {members} of {all}, {failed} failed\nkept in {} for `stiction merge`",
        loaded.title(),
        folder.display(),
    ))
}

fn report(loaded: &Loaded, results: &Results, folder: &Path, terminal: &Terminal) -> Outcome<()> {
    if results.resumed() > 0 {
        let resumed = count(results.resumed(), "member", "members");
        terminal.say(format!(
            "{resumed} of an earlier run; of its warnings, only those about the start are known"
        ))?;
    }
    let members = count(results.len(), "member", "members");
    let failed = results.failures().count();
    terminal.say(format!("{}: {members}, {failed} failed", loaded.title()))?;
    terminal.say(format!("{}\n\n{}", statistics(results)?, sensitivity(results)?))?;
    terminal.say(format!("results in {}", folder.display()))?;
    if failed == results.len() {
        return Err("all members failed".into());
    }
    Ok(())
}

/// One member: the scenario with its parameters, and what is measured of its run.
fn simulate(
    loaded: &Loaded,
    sweep: &Sweep,
    member: &Member<'_>,
    known: &Known,
) -> Result<Vec<f64>, MemberError> {
    let scenario = member_scenario(loaded, sweep, member)?;
    Ok(measured_of(&scenario, sweep, member, known, None)?.0)
}

/// The scenario of a member, of which only what is measured is recorded.
pub(crate) fn member_scenario(
    loaded: &Loaded,
    sweep: &Sweep,
    member: &Member<'_>,
) -> Outcome<Scenario> {
    let mut scenario = design::member(loaded, member)?;
    scenario.plots.clear();
    let measured = sweep.measures.values().map(|measure| measure.of.clone());
    scenario.record.columns = measured.filter(|column| column != "t").collect();
    Ok(scenario)
}

/// What is measured of the run of a member, and what was recorded.
pub(crate) fn measured_of(
    scenario: &Scenario,
    sweep: &Sweep,
    member: &Member<'_>,
    known: &Known,
    stop: Option<&AtomicBool>,
) -> Result<(Vec<f64>, Recording), MemberError> {
    let recording = record_until(scenario, stop)?;
    known.add(member.index(), Doubts::of_run(&recording));
    let times = recording.record.time();
    let measures = sweep.measures.values();
    let values = measures.map(|m| Ok(m.of_rows(times, recording.record.column(&m.of)?)));
    Ok((values.collect::<Result<_, MemberError>>()?, recording))
}

/// Removes the kept members once the table that has them is on the disk.
pub(crate) fn forget(kept: &Path, folder: &Path) -> Outcome<()> {
    for table in ["members.csv", "members.parquet"] {
        // Only one of them is there, and not every system syncs what is open for reading.
        let _ = File::open(folder.join(table)).and_then(|file| file.sync_all());
    }
    match std::fs::remove_file(kept) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("cannot remove `{}`: {error}", kept.display()).into())
        }
        _ => Ok(()),
    }
}

fn explain(error: EnsembleError, kept: &Path) -> Box<dyn std::error::Error + Send + Sync> {
    match error {
        EnsembleError::OtherEnsemble { path, what, .. } if path != kept => format!(
            "`{}` has members of another sweep ({what} differs): only parts of one sweep can be put \
             together",
            path.display()
        )
        .into(),
        missing @ EnsembleError::Missing { .. } => {
            format!("{missing}: name the folders of all parts, or run them here with --run-missing")
                .into()
        }
        EnsembleError::OtherEnsemble { what, .. } => format!(
            "`{}` has members of another sweep ({what} differs): choose another folder with --out, \
             or forget them with --restart",
            kept.display()
        )
        .into(),
        EnsembleError::Damaged { path, line, reason } if path == kept => format!(
            "the kept members in `{}` are damaged, line {line}: {reason} (forget them with --restart, \
             or put back a copy)",
            kept.display()
        )
        .into(),
        other => other.into(),
    }
}

pub(crate) fn write(
    place: &Where<'_>,
    loaded: &Loaded,
    sweep: &Sweep,
    results: &Results,
    found: &Warnings,
) -> Outcome<usize> {
    let staging = Staging::create(place.folder)?;
    let (figure, left_out) = figure::figure(sweep, results, &loaded.title())?;
    staging.write(|out| {
        out.write_text("scenario.toml", &loaded.kept_text()?)?;
        match place.format {
            Format::Csv => {
                let units = units::of_measures(&loaded.scenario);
                let header = |name: &str| header(name, units.get(name).map_or("", String::as_str));
                results.write_csv_with(out.path("members.csv"), header)?;
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => results.write_parquet(out.path("members.parquet"))?,
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => place.format.check()?,
        }
        results.write_statistics(out.path("statistics.csv"))?;
        out.write_json("summary.json", &summary(loaded, results, found)?)?;
        out.write_text("plot.svg", &figure.to_svg()?)?;
        Ok(out.write_page("page.html", &page(loaded, sweep, results, found)?)?)
    })?;
    staging.commit(&["members.csv", "members.parquet"])?;
    Ok(left_out)
}

fn page(loaded: &Loaded, sweep: &Sweep, results: &Results, found: &Warnings) -> Outcome<Page> {
    let (figure, left_out) = figure::figure(sweep, results, "")?;
    let mut section = Section::new("Measures over parameters")
        .note(count(results.len(), "member", "members"))
        .text(found.lines.iter().map(|line| format!("Warning: {line}\n\n")).collect::<String>())
        .figure(figure);
    if left_out > 0 {
        section = section.text(format!("{left_out} more panels not drawn."));
    }
    section = section.table(&statistics(results)?).table(&sensitivity(results)?);
    // Those that are named among the warnings are not named again.
    for failure in results.failures().skip(warnings::MOST_FAILURES).take(20) {
        section = section.text(failure.to_string());
    }
    Ok(Page::new(loaded.title()).section(section))
}

fn statistics(results: &Results) -> Outcome<TextTable> {
    let headers = ["measure", "mean", "std. dev.", "least", "median", "largest", "not finite"];
    let mut table = TextTable::new("", &headers);
    for name in results.output_names() {
        let s = results.statistics(name)?;
        let numbers = [s.mean(), s.standard_deviation(), s.min(), s.median(), s.max()].map(short);
        let row = std::iter::once(name.clone()).chain(numbers);
        table.row(row.chain([s.not_finite().to_string()]));
    }
    Ok(table)
}

/// Rank correlation of every measure with every parameter.
fn sensitivity(results: &Results) -> Outcome<TextTable> {
    let names = results.output_names();
    let headers: Vec<&str> =
        std::iter::once("rank correlation with").chain(names.iter().map(String::as_str)).collect();
    let mut table = TextTable::new("", &headers);
    for parameter in results.design().names() {
        let mut row = vec![parameter.clone()];
        for name in names {
            row.push(format!("{:.2}", results.rank_correlation(parameter, name)?));
        }
        table.row(row);
    }
    Ok(table)
}

fn summary(loaded: &Loaded, results: &Results, found: &Warnings) -> Outcome<Value> {
    let mut measures = Map::new();
    for name in results.output_names() {
        let s = results.statistics(name)?;
        let mut correlations = Map::new();
        for parameter in results.design().names() {
            let correlation = results.rank_correlation(parameter, name)?;
            correlations.insert(parameter.clone(), correlation.into());
        }
        let facts = json!({
            "count": s.count(), "not_finite": s.not_finite(), "mean": s.mean(), "standard_deviation": s.standard_deviation(),
            "min": s.min(), "median": s.median(), "max": s.max(),
            "rank_correlation": correlations,
        });
        measures.insert(name.clone(), facts);
    }
    Ok(json!({
        "title": loaded.scenario.title,
        "members": results.len(),
        "failed": results.failures().count(),
        "step_too_large": found.step_too_large,
        "warnings": found.lines,
        "measures": measures,
    }))
}
