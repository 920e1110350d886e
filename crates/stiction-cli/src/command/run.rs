//! `stiction run`: one run of a scenario.

use std::path::PathBuf;

use clap::Args;
use stiction::output::TextTable;
use stiction::plot::{Page, Section};

use crate::Outcome;
use crate::figure::figure;
use crate::numbers::{count, short, toml};
use crate::recording::{Recording, record};
use crate::source::{Loaded, Source};
use crate::staging::Staging;
use crate::terminal::Terminal;
use crate::trajectory::{self, Format};

/// Runs a scenario and writes scenario.toml, trajectory.csv, summary.json, plot.svg and page.html
/// (interactive, opens in any browser without a network).
///
/// The files take their places together at the end: a run that fails or is stopped leaves those of
/// an earlier run as they were.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction run slider.toml
  stiction run slider.toml --out out/slow --until 60 --step 1e-5
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
    /// Format of the trajectory
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,
}

/// More points of a curve than these are not embedded in a page.
const PAGE_POINTS: usize = 20_000;

pub(crate) fn run(options: &Options, terminal: &Terminal) -> Outcome<()> {
    options.format.check()?;
    let solver = [("solver.until", options.until), ("solver.step", options.step)];
    let given =
        solver.into_iter().filter_map(|(path, value)| Some((path.to_owned(), toml(value?))));
    let loaded = options.source.load(given.collect())?;
    let recording = record(&loaded.scenario, !terminal.is_quiet())?;
    recording.warnings.iter().for_each(|warning| terminal.warn(warning));

    let headline = headline(&loaded, &recording);
    let (table, constant) = recording.table(&loaded.title());
    let folder = loaded.folder(options.out.as_deref());
    write(
        options.format,
        &loaded,
        &recording,
        &Text { headline, table, constant },
        &folder,
        terminal,
    )
}

/// What is said about a run.
struct Text {
    headline: String,
    table: TextTable,
    constant: String,
}

fn headline(loaded: &Loaded, recording: &Recording) -> String {
    let solver = &loaded.scenario.solver;
    let rows = count(recording.record.time().len(), "row", "rows");
    format!("{} s in steps of {} s, {rows}", short(solver.until), short(solver.step))
}

fn write(
    format: Format,
    loaded: &Loaded,
    recording: &Recording,
    text: &Text,
    folder: &std::path::Path,
    terminal: &Terminal,
) -> Outcome<()> {
    let Text { headline, table, constant } = text;
    let staging = Staging::create(folder)?;
    let out = staging.files();
    out.write_text("scenario.toml", &loaded.kept_text())?;
    trajectory::write(out, format, recording.record.names(), recording.record.columns())?;
    out.write_json("summary.json", &recording.summary(&loaded.scenario)?)?;
    out.write_figure("plot.svg", &figure(&loaded.scenario, &loaded.title(), &recording.record)?)?;
    out.write_page("page.html", &page(loaded, recording, text)?)?;
    staging.commit(&["trajectory.csv", "trajectory.parquet"])?;
    let wall = short(recording.wall.as_secs_f64());
    let constant = if constant.is_empty() { String::new() } else { format!("{constant}\n") };
    let folder = folder.display();
    terminal
        .say(format!("{table}\n{constant}{headline}, {wall} s of computing\nresults in {folder}"))
}

fn page(loaded: &Loaded, recording: &Recording, text: &Text) -> Outcome<Page> {
    let mut section = Section::new("Result").note(text.headline.as_str());
    if !recording.warnings.is_empty() {
        section = section.text(format!("Warning: {}", recording.warnings.join("\n\nWarning: ")));
    }
    let figure = figure(&loaded.scenario, "", &recording.record)?;
    let mut table = TextTable::new("", &["column", "unit", "first", "last", "least", "largest"]);
    for row in text.table.rows() {
        table.row(row);
    }
    section = section.figure(figure).table(&table);
    if !text.constant.is_empty() {
        section = section.text(text.constant.replace('\n', "\n\n"));
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
