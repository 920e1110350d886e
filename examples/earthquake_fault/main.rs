//! An earthquake fault: the chain of springs and blocks of Burridge and Knopoff 1967, with friction
//! that falls with the speed (Carlson and Langer 1989, Phys. Rev. A 40, 6470). A plate pulls the
//! blocks slowly; they stick, and when one lets go it may take its neighbours along. Small events
//! follow the law of Gutenberg and Richter, and now and then a large part of the fault slides at once.
//!
//! Everything is in the units of that paper: `ü = l² (u₊ − 2u + u₋) − (u − ν t) − 1/(1 + 2α u̇)`, with
//! l = 10, α = 2.5, ν = 0.01 unless given. A stuck block is held by a spring, stiffer than all others
//! by an order, where the paper has a multivalued friction; its slip is that of its anchor.

use std::{path::PathBuf, process::ExitCode, time::Instant};

use clap::Parser;
use serde_json::json;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel, Series, palette};

mod catalogue;
#[path = "../common/mod.rs"]
mod common;
mod fault;
mod run;
mod statistics;

use catalogue::Event;
use run::{History, Run};
use statistics::{Slope, density, slope};

/// A chain of blocks that stick and slip: earthquakes and their statistics.
#[derive(Parser)]
struct Options {
    /// Number of blocks, at least 1
    #[arg(long, default_value_t = 10_000, value_parser = at_least_one)]
    blocks: usize,
    /// Speed of sound, in blocks per unit of time
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true)]
    sound: f64,
    /// How fast friction falls with the speed, α
    #[arg(long, default_value_t = 2.5, allow_negative_numbers = true)]
    alpha: f64,
    /// Speed of the plate, ν
    #[arg(long, default_value_t = 0.01, allow_negative_numbers = true)]
    plate: f64,
    /// End of the run
    #[arg(long, default_value_t = 500.0, allow_negative_numbers = true)]
    until: f64,
    /// Events before that are forgotten, as the fault is still too even; 2/5 of the run if not given
    #[arg(long)]
    from: Option<f64>,
    /// Step size
    #[arg(long, default_value_t = 0.02, allow_negative_numbers = true)]
    step: f64,
    /// Seed of the small disorder at the start
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Directory for the results
    #[arg(long, default_value = "out/earthquake_fault")]
    out: PathBuf,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("must be at least 1".to_owned()),
        Ok(count) => Ok(count),
        Err(error) => Err(format!("{error}")),
    }
}

fn main() -> ExitCode {
    common::report(earthquakes(&Options::parse()))
}

fn earthquakes(options: &Options) -> common::Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let run = Run::new(options)?;
    let clock = Instant::now();
    let mut history = run.simulate()?;
    let nanoseconds = 1e9 * clock.elapsed().as_secs_f64() / (options.blocks as f64 * history.steps);

    let from = options.from.unwrap_or(0.4 * options.until);
    let events = history.catalogue.finished(from, options.until);
    let magnitudes: Vec<f64> = events.iter().map(Event::magnitude).collect();
    let range = straight_part(options);
    let fit = slope(&magnitudes, range[0], range[1]);
    let largest = events.iter().copied().max_by(|a, b| a.moment.total_cmp(&b.moment));

    let mut table = TextTable::new("An earthquake fault", &["quantity", "found"]);
    table.row(["events", &events.len().to_string()]);
    if let Some(Slope { value, error, events }) = fit {
        table.row(["slope b, N(μ) ~ exp(−b μ)", &format!("{value:.3} ± {error:.3}")]);
        table.row(["found from events", &events.to_string()]);
    }
    if let Some(event) = largest {
        table.row(["largest magnitude", &format!("{:.2}", event.magnitude())]);
        table.row(["blocks it moved", &(event.last - event.first + 1).to_string()]);
    }
    table.row(["time per block and step [ns]", &format!("{nanoseconds:.0}")]);

    write_tables(&out, &history, &events)?;
    let counts = counts(&magnitudes, fit, range);
    let figure = Figure::new("An earthquake fault of springs and blocks").columns(2);
    let figure = figure.panel(map(&mut history, range[1])).panel(counts);
    let figure = figure.panel(load(&history, from)).panel(profile(&history));
    out.write_figure("plot.svg", &figure.size(1100.0, 360.0))?;
    let summary = json!({
        "blocks": options.blocks, "steps": history.steps, "events": events.len(),
        "slope": fit.map(|fit| fit.value), "slope_se": fit.map(|fit| fit.error),
        "slope_events": fit.map(|fit| fit.events), "slope_from": range[0], "slope_to": range[1],
        "largest_magnitude": largest.map(|event| event.magnitude()),
        "largest_blocks": largest.map(|event| event.last - event.first + 1),
        "ns_per_block_step": nanoseconds,
    });
    out.write_json("summary.json", &summary)?;
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}

fn write_tables(out: &RunDirectory, history: &History, events: &[Event]) -> common::Outcome<()> {
    let names = ["t", "mean force of the plate", "share that slides", "moment"];
    out.write_table("trajectory.csv", &names, &history.columns)?;
    let column = |read: fn(&Event) -> f64| events.iter().map(read).collect::<Vec<_>>();
    let columns = [
        column(|event| event.start),
        column(|event| event.end),
        column(|event| event.first as f64),
        column(|event| event.last as f64),
        column(|event| event.moment),
        column(Event::magnitude),
    ];
    let names = ["start", "end", "first block", "last block", "moment", "magnitude"];
    Ok(out.write_table("events.csv", &names, &columns)?)
}

/// Where and when blocks slid; events beyond the magnitude `large` stand out.
fn map(history: &mut History, large: f64) -> Panel {
    let time = &history.columns[0];
    // 500 instants are enough for the eye.
    let interval = time[time.len() - 1] / 500.0;
    let mut place = Panel::new().title("where and when blocks slid").x("block").y("time");
    let stretches = history.catalogue.stretches();
    let classes = [
        ("beyond the straight part", true, palette::VERMILION),
        ("in it and below", false, palette::BLUE),
    ];
    for (name, is_large, color) in classes {
        let (mut x, mut y, mut next) = (vec![], vec![], 0.0);
        let mut now = 0.0;
        for (stretch, moment) in &stretches {
            if stretch.time >= next {
                now = stretch.time;
                next = now + interval;
            }
            // The small ones are over within an interval: all of them are drawn.
            if (moment.ln() >= large) != is_large || (is_large && stretch.time != now) {
                continue;
            }
            x.extend([stretch.first as f64 - 0.5, stretch.last as f64 + 0.5, f64::NAN]);
            y.extend([stretch.time, stretch.time, f64::NAN]);
        }
        place = place.series(Series::line(name, &x, &y).color(color).width(1.0));
    }
    place
}

fn counts(magnitudes: &[f64], fit: Option<Slope>, range: [f64; 2]) -> Panel {
    let low = magnitudes.iter().copied().fold(f64::INFINITY, f64::min);
    let bins = if low.is_finite() { density(magnitudes, low, 0.25) } else { Default::default() };
    let counts = Panel::new().title("how many of which size").x("magnitude μ = ln M");
    let counts = counts.y("events per magnitude").y_log().points("", &bins[0], &bins[1]);
    let Some(Slope { value, error, events }) = fit else { return counts };
    // The density with the slope that has that many events in the range.
    let whole = ((-value * range[0]).exp() - (-value * range[1]).exp()) / value;
    let line = range.map(|m| events as f64 * (-value * m).exp() / whole);
    let label = format!("b = {value:.2} ± {error:.2}");
    counts.series(Series::line(label, &range, &line).color(palette::VERMILION))
}

fn load(history: &History, from: f64) -> Panel {
    let [time, force, ..] = &history.columns;
    let load = Panel::new().title("load on the fault").x("time").y("mean force of the plate");
    load.line("", time, force).vertical(from, "catalogue starts")
}

fn profile(history: &History) -> Panel {
    let every = history.profile.len().div_ceil(2000);
    let blocks = (0..history.profile.len()).step_by(every);
    let (x, y): (Vec<f64>, Vec<f64>) = blocks.map(|k| (k as f64, history.profile[k])).unzip();
    Panel::new().title("at the end").x("block").y("force of the plate").line("", &x, &y)
}

/// Magnitudes between which the slope is taken: from a slip that takes all the friction off one block
/// alone, `1/(1 + 2 l²)`, to that from which an event runs on by itself, 2 l/α (Carlson and Langer).
fn straight_part(options: &Options) -> [f64; 2] {
    let Options { sound, alpha, .. } = *options;
    [-(1.0 + 2.0 * sound * sound).ln(), (2.0 * sound / alpha).ln()]
}
