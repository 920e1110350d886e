//! `stiction compare`: two runs, column by column.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value, json};
use stiction::output::{TextTable, count, short};
use stiction::plot::{Figure, Page, Panel, Section};
use stiction::scenario::channel::header;

use crate::Outcome;
use crate::staging::{self, Staging};
use crate::terminal::Terminal;
use crate::trajectory::Trajectory;

mod difference;

use difference::{Difference, Pair};

/// Compares two runs: a table of the largest differences, plots of both and of their difference.
///
/// The runs are compared over the time that they share, with straight lines between their rows.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction compare out/coarse out/fine
  stiction compare out/gsat/trajectory.csv out/lugre --columns block.x,block.vx
  stiction compare out/now out/before --tolerance 1e-9   # exit code 1 beyond")]
pub(crate) struct Options {
    /// Folder of a run, or its trajectory
    a: PathBuf,
    /// Folder of another run, or its trajectory
    b: PathBuf,
    /// Columns to compare [default: all that both have, without the rounding of the power balance]
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    columns: Vec<String>,
    /// Fail if a column differs by more, is in one run only, or if a run ended early
    #[arg(long, value_name = "LIMIT", value_parser = limit)]
    tolerance: Option<f64>,
    /// Take the tolerance as a share of the range of the column in A
    #[arg(long, requires = "tolerance")]
    relative: bool,
    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = "out/compare")]
    out: PathBuf,
}

fn limit(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| *number >= 0.0);
    number.ok_or_else(|| "expected a number that is not negative".to_owned())
}

/// The largest number of columns that are drawn: those that differ most.
const MOST_DRAWN: usize = 6;
/// The largest number of columns in the table of the terminal.
const MOST_SHOWN: usize = 30;

const FILES: [&str; 4] = ["differences.csv", "summary.json", "plot.svg", "page.html"];

/// Returns the files that are compared, and for a folder its other results, which must not be overwritten.
fn inputs(options: &Options) -> Vec<PathBuf> {
    let of_run = |path: &PathBuf| {
        if !path.is_dir() {
            return vec![path.clone()];
        }
        FILES.iter().map(|name| path.join(name)).collect()
    };
    [&options.a, &options.b].into_iter().flat_map(of_run).collect()
}

pub(crate) fn run(options: &Options, terminal: &Terminal) -> Outcome<()> {
    let [a, b] = [Trajectory::load(&options.a)?, Trajectory::load(&options.b)?];
    staging::check(&options.out, &FILES, &inputs(options))?;
    let pair = Pair::new(a, b)?;
    let mut differences = pair.differences(&pair.common(&options.columns)?);
    // The largest first, as a share of the range.
    differences.sort_by(|x, y| y.relative().total_cmp(&x.relative()));
    write(options, &pair, &differences)?;

    let mut table = table(&differences, MOST_SHOWN);
    if differences.len() > MOST_SHOWN {
        table.row([format!("… and {} more", differences.len() - MOST_SHOWN)]);
    }
    terminal.say(&table)?;
    let [only_a, only_b] = pair.only();
    for (path, only) in [(&options.a, only_a), (&options.b, only_b)] {
        if !only.is_empty() && options.columns.is_empty() {
            terminal.say(format!("only in {}: {}", path.display(), only.join(", ")))?;
        }
    }
    let (from, to) = (short(pair.times[0]), short(pair.times[pair.times.len() - 1]));
    terminal
        .say(format!("compared from {from} to {to} s\nresults in {}", options.out.display()))?;
    judge(options, &pair, &differences)
}

/// Refuses columns that differ by more than the tolerance, if there is one, and anything that cannot be compared.
fn judge(options: &Options, pair: &Pair, differences: &[Difference]) -> Outcome<()> {
    let Some(tolerance) = options.tolerance else { return Ok(()) };
    let mut reasons = pair.unmatched(!options.columns.is_empty());
    let size = |d: &Difference| if options.relative { d.relative() } else { d.largest };
    // A value that is not a number is beyond every tolerance.
    let beyond = differences.iter().filter(|d| size(d) > tolerance || size(d).is_nan());
    let names: Vec<_> = beyond.map(|d| format!("{} ({})", d.name, short(size(d)))).collect();
    if !names.is_empty() {
        let number = count(names.len(), "column differs", "columns differ");
        let few = names.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
        let more = if names.len() > 5 { ", …" } else { "" };
        reasons.push(format!("{number} by more than {}: {few}{more}", short(tolerance)));
    }
    if reasons.is_empty() { Ok(()) } else { Err(reasons.join("; ").into()) }
}

fn table(differences: &[Difference], most: usize) -> TextTable {
    let headers = ["column", "unit", "largest difference", "at t [s]", "of its range", "rms"];
    let mut table = TextTable::new("", &headers);
    for d in differences.iter().take(most) {
        let numbers = [d.largest, d.at, d.relative(), d.rms].map(short);
        table.row([d.name.clone(), d.unit.clone()].into_iter().chain(numbers));
    }
    table
}

fn write(options: &Options, pair: &Pair, differences: &[Difference]) -> Outcome<()> {
    let [name_a, name_b] = names(&options.a, &options.b);
    let title = format!("{name_a} and {name_b}");
    let headers = differences.iter().map(|d| header(&d.name, &d.unit));
    let headers: Vec<String> = std::iter::once(header("t", "s")).chain(headers).collect();
    let columns: Vec<&[f64]> = std::iter::once(pair.times.as_slice())
        .chain(differences.iter().map(|d| d.values.as_slice()))
        .collect();
    let facts: Map<String, Value> = differences
        .iter()
        .map(|d| {
            let facts = json!({
                "largest": d.largest, "at": d.at, "of_range": d.relative(), "rms": d.rms,
            });
            (d.name.clone(), facts)
        })
        .collect();
    let facts = json!({ "a": options.a, "b": options.b, "columns": facts });
    let drawn = &differences[..differences.len().min(MOST_DRAWN)];
    let section = Section::new("Differences")
        .text(format!("A is {}, B is {}.", options.a.display(), options.b.display()))
        .figure(figure(pair, drawn, [&name_a, &name_b], ""))
        .table(&table(differences, usize::MAX));
    let staging = Staging::create(&options.out)?;
    staging.write(|out| {
        out.write_table("differences.csv", &headers, &columns)?;
        out.write_json("summary.json", &facts)?;
        out.write_text("plot.svg", &figure(pair, drawn, [&name_a, &name_b], &title).to_svg()?)?;
        Ok(out.write_page("page.html", &Page::new(&title).section(section).thinned(20_000))?)
    })?;
    staging.commit(&[])
}

/// Returns the names of the runs in legends: their paths without their common beginning.
fn names(a: &Path, b: &Path) -> [String; 2] {
    let text = |path: &Path| path.display().to_string();
    let (parts_a, parts_b): (Vec<_>, Vec<_>) = (a.iter().collect(), b.iter().collect());
    let shared = parts_a.iter().zip(&parts_b).take_while(|(x, y)| x == y).count();
    let rest = |parts: &[&std::ffi::OsStr], whole: &Path| {
        let rest: PathBuf = parts[shared..].iter().collect();
        if rest.as_os_str().is_empty() { text(whole) } else { text(&rest) }
    };
    let [a, b] = [rest(&parts_a, a), rest(&parts_b, b)];
    if a == b { ["A".to_owned(), "B".to_owned()] } else { [a, b] }
}

/// Returns a figure with both runs at the left, and their difference at the right.
fn figure(pair: &Pair, drawn: &[Difference], [a, b]: [&str; 2], title: &str) -> Figure {
    let mut figure = Figure::new(title).columns(2).share_x().size(1100.0, 180.0);
    for d in drawn {
        let [in_a, in_b] = pair.values(&d.name);
        let both =
            Panel::new().x("time [s]").y(header(&d.name, &d.unit)).line(a, &pair.times, &in_a);
        figure = figure.panel(both.dashed(b, &pair.times, &in_b));
        let axes = Panel::new().x("time [s]").y(format!("difference of {}", d.name));
        figure = figure.panel(axes.line("", &pair.times, &d.values));
    }
    figure
}
