//! `stiction run`: one run of a scenario.

use std::path::{Path, PathBuf};

use clap::Args;
use stiction::output::{TextTable, count, short};
use stiction::plot::{Page, Section};
use stiction::record::RefinedColumn;
use stiction::scenario::{Plot, Registry};
use stiction::study::Case;
use stiction::study::run::{Manner, ScenarioRun, watched};

use crate::Outcome;
use crate::figure;
use crate::frames;
use crate::numbers::toml;
use crate::recording;
use crate::refined;
use crate::source::{Source, facts, folder};
use crate::staging::{self, Staging};
use crate::terminal::Terminal;
use crate::trajectory::{self, Format};

/// Runs a scenario and writes scenario.toml, trajectory.csv, summary.json, plot.svg and page.html
/// (interactive, opens in any browser without a network).
///
/// The files are put in place at the end, when all are written: a run that fails or is stopped leaves those of an
/// earlier run as they were.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction run slider.toml
  stiction run slider.toml --out out/slow --until 60 --step 1e-5
  stiction run slider.toml --frames 60       # film.svg moves; film-001.svg, ... for a paper
  stiction run slider.toml --refine          # how far off are the results?
  stiction run slider.toml --set bodies.block.mass=2 --set 'connections.friction.law.limit=4.5'
  stiction run arm.toml --set 'connections.friction.law={type=\"dahl\",stiffness=5000,limit=0.5}'")]
pub(crate) struct Options {
    #[command(flatten)]
    source: Source,
    /// Folder for the results [default: out/<name of the file>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// End of the run [s], for solver.until
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    until: Option<f64>,
    /// Step [s], for solver.step
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    step: Option<f64>,
    /// Run with half the step and a quarter too, and estimate the error of every column
    #[arg(long)]
    refine: bool,
    /// Write the mechanism in motion too: film.svg, which moves wherever an SVG is shown, and its N frames as
    /// film-001.svg, film-002.svg ...
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=999))]
    frames: Option<u16>,
    /// Format of the trajectory
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,
    /// Print one JSON object instead of text, also if the run fails
    #[arg(long)]
    pub(crate) json: bool,
}

/// Curves with more points than these are thinned in a page.
const PAGE_POINTS: usize = 20_000;
/// All files that a run may write, except frames of a film.
const FILES: [&str; 6] = [
    "scenario.toml",
    "trajectory.csv",
    "trajectory.parquet",
    "summary.json",
    "plot.svg",
    "page.html",
];

pub(crate) fn run(options: &Options, registry: &Registry, terminal: &Terminal) -> Outcome<()> {
    options.format.check()?;
    let solver = [("solver.until", options.until), ("solver.step", options.step)];
    let given =
        solver.into_iter().filter_map(|(path, value)| Some((path.to_owned(), toml(value?))));
    let (loaded, mechanism) = options.source.build(given.collect(), registry)?;
    terminal.fact("scenario", facts(&loaded));
    // Fail early: check the plots before a long run.
    figure::check(&loaded.scenario)?;
    let folder = folder(&loaded, options.out.as_deref());
    let mut files: Vec<String> = FILES.map(str::to_owned).into();
    files.extend(frames::names(&folder, options.frames));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    staging::check(&folder, &files, &loaded.inputs())?;

    let (progress, halves) = (!terminal.is_quiet(), !options.refine);
    let manner = Manner { progress, halves, film: true };
    let warn = &mut |warning: &str| terminal.warn(warning);
    let recording = watched(&loaded.scenario, mechanism, manner, warn, &mut |_| Ok(()))?;
    // The run itself is valid, whatever becomes of finer ones.
    let refinement =
        options.refine.then(|| refined::refine(&loaded.scenario, &recording, manner.progress));
    let (refinement, unrefined) = match refinement.transpose() {
        Ok(refinement) => (refinement, None),
        Err(error) => (None, Some(error)),
    };
    terminal.fact("summary", recording::summary(&recording, &loaded.scenario)?);
    if let Some(refinement) = &refinement {
        terminal.fact("refinement", refined::facts(refinement, &recording));
    }
    terminal.fact("seconds_of_computing", recording.wall.as_secs_f64());
    let text = Text::of(&loaded, &recording, refinement.as_deref());
    let drawn = write((options, &files), &loaded, &recording, &text, &folder)?;
    terminal.fact("results", folder.display().to_string());
    let Text { headline, table, remarks, refined } = &text;
    let wall = short(recording.wall.as_secs_f64());
    let remarks = remarks.iter().map(|remark| format!("{remark}\n")).collect::<String>();
    let results = format!("results in {}", folder.display());
    let refined = refined.as_ref().map(|table| format!("{table}\n")).unwrap_or_default();
    let energy = &recording.energy;
    terminal.say(format!(
        "{table}\n{remarks}{refined}{energy}\n{headline}, {wall} s of computing\n{results}"
    ))?;
    drawn.map_err(|error| format!("{results}, but not all pictures: {error}"))?;
    match unrefined {
        Some(error) => Err(format!("{results}, but a finer run failed: {error}").into()),
        None => Ok(()),
    }
}

/// The text output of a run.
struct Text {
    headline: String,
    table: TextTable,
    /// Notes on constant columns, and on panels that are not drawn.
    remarks: Vec<String>,
    /// The changes with finer steps, if requested.
    refined: Option<TextTable>,
}

impl Text {
    fn of(loaded: &Case, recording: &ScenarioRun, refinement: Option<&[RefinedColumn]>) -> Self {
        let solver = &loaded.scenario.solver;
        let rows = count(recording.record.time().len(), "row", "rows");
        let (table, constant) = recording::table(recording, &loaded.title());
        let mut remarks: Vec<String> = constant.lines().map(str::to_owned).collect();
        let (_, left_out) = figure::plots(&loaded.scenario, recording);
        if left_out > 0 {
            let plots = count(left_out, "more plot is", "more plots are");
            remarks.push(format!("{plots} not drawn"));
        }
        let headline =
            format!("{} s in steps of {} s, {rows}", short(solver.until), short(solver.step));
        let refined = refinement.map(|found| refined::table(found, recording));
        Self { headline, table, remarks, refined }
    }
}

/// Writes the files; the inner result tells whether the pictures could be drawn.
fn write(
    (options, files): (&Options, &[&str]),
    loaded: &Case,
    recording: &ScenarioRun,
    text: &Text,
    folder: &Path,
) -> Outcome<Outcome<()>> {
    let staging = Staging::create(folder)?;
    let record = &recording.record;
    staging.write(|out| {
        out.write_text("scenario.toml", &loaded.kept_text()?)?;
        match options.format {
            Format::Csv => {
                out.write_table("trajectory.csv", &recording.headers(), record.columns())?;
            }
            Format::Parquet => trajectory::write_parquet(out, record.names(), record.columns())?,
        }
        Ok(out.write_json("summary.json", &recording::summary(recording, &loaded.scenario)?)?)
    })?;
    let drawn = staging.write(|out| {
        if let Some(count) = options.frames {
            frames::write(out, &loaded.title(), recording.film.clone(), count)?;
        }
        let (plots, _) = figure::plots(&loaded.scenario, recording);
        out.write_figure("plot.svg", &figure::figure(&plots, &loaded.title(), recording)?)?;
        Ok(out.write_page("page.html", &page(loaded, recording, text, &plots)?)?)
    });
    // Removes a trajectory in another format and pictures that were not written now.
    staging.commit(files)?;
    Ok(drawn)
}

fn page(loaded: &Case, recording: &ScenarioRun, text: &Text, plots: &[Plot]) -> Outcome<Page> {
    let mut section = Section::new("Result").note(text.headline.as_str());
    if !recording.warnings.is_empty() {
        section = section.text(format!("Warning: {}", recording.warnings.join("\n\nWarning: ")));
    }
    section = section.film(recording.film.clone());
    // The page has the title already.
    let (table, _) = recording::table(recording, "");
    section = section.figure(figure::figure(plots, "", recording)?).table(&table);
    let balance = format!("Balance: {}.", recording.energy);
    let remarks = text.remarks.iter().map(String::as_str).chain([&*balance]);
    section = section.text(remarks.collect::<Vec<_>>().join("\n"));
    if let Some(table) = &text.refined {
        section = section.table(table);
    }
    let settings = loaded.settings.iter().map(|(path, value)| format!("{path} = {value}"));
    let settings = settings.collect::<Vec<_>>().join(", ");
    let path = loaded.file.path().display();
    let origin = if settings.is_empty() {
        format!("Scenario {path}.")
    } else {
        format!("Scenario {path} with {settings}.")
    };
    Ok(Page::new(loaded.title()).section(section.text(origin)).thinned(PAGE_POINTS))
}
