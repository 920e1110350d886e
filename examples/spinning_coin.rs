//! A coin slides and spins on a table. Both draw on the same friction, so a coin that spins slides
//! farther, and slides and spins to the end: it stops doing both at once. Then the table trembles.

use std::{collections::BTreeMap, path::PathBuf, process::ExitCode};

use clap::Parser;
use serde_json::json;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::prelude::*;

#[path = "common/coin.rs"]
mod coin;
mod common;
use coin::{Coin, last, stop};

/// How far does a spinning coin slide?
#[derive(Parser)]
struct Options {
    /// Speed of the coin [m/s]
    #[arg(long, default_value_t = 1.0)]
    speed: f64,
    /// Spin of the coin [rad/s]
    #[arg(long, default_value_t = 100.0)]
    spin: f64,
    /// Friction coefficient; that of spinning is 2/3 of it times the radius
    #[arg(long, default_value_t = 0.2)]
    mu: f64,
    /// Radius of the coin [m]
    #[arg(long, default_value_t = 0.0116)]
    radius: f64,
    /// Mass of the coin [kg]
    #[arg(long, default_value_t = 0.0075)]
    mass: f64,
    /// Step size [s]
    #[arg(long, default_value_t = 1e-4)]
    step: f64,
    /// Directory for the results
    #[arg(long, default_value = "out/spinning_coin")]
    out: PathBuf,
}

fn main() -> ExitCode {
    common::report(run(&Options::parse()))
}

fn run(options: &Options) -> common::Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let &Options { speed, spin, mu, radius, mass, step, .. } = options;
    let coin = Coin { mass, radius, mu };
    let end = last(&coin.exact(speed, spin).time);
    let columns = ["coin", "stops at [s]", "theory", "slides [m]", "theory", "creeps [m]"];
    let (mut table, mut summary) = (TextTable::new("A spinning coin", &columns), BTreeMap::new());
    let panel = |title: &str, x: &str, y: &str| Panel::new().title(title).x(x).y(y);
    let mut speeds = panel("sliding (dashed: theory)", "time [s]", "speed [m/s]");
    let mut spins = panel("spinning (dashed: theory)", "time [s]", "speed of the rim [m/s]");
    let mut ways = panel("", "time [s]", "distance [m]");
    let mut modes = panel("thick: slips, thin: sticks", "time [s]", "coin").y_range(0.0, 4.0);
    let mut section = panel("friction, in units of its limits", "sliding", "spinning");
    let mut rest = panel("shaken with 80 % of the friction", "time [s]", "after the stop [nm]");
    let quarter: Vec<f64> = (0..=90).map(|k| f64::from(k).to_radians()).collect();
    let [x, y] = [f64::cos, f64::sin].map(|f| quarter.iter().map(|&a| f(a)).collect::<Vec<_>>());
    section = section.series(Series::line("limit", &x, &y).color(palette::GREY).width(1.0));
    let colors = [palette::BLUE, palette::GREEN, palette::VERMILION];
    let starts = [("slides", speed, 0.0), ("spins", 0.0, spin), ("slides and spins", speed, spin)];
    for (k, (name, speed, spin)) in starts.into_iter().enumerate() {
        let record = coin.throw((speed, spin), step, 1.1 * end, 1.4 * end)?;
        let exact = coin.exact(speed, spin);
        let [t, x, v, w, mode] = record.columns_named(["t", "x", "speed", "spin", "mode"])?;
        let [anchor, friction, torsion] =
            record.columns_named(["anchor", "friction", "torsion"])?;
        let stop = stop(&record)?;
        let still = t.partition_point(|&time| time <= stop);
        let creep = anchor[still..].iter().map(|a| (a - anchor[still]).abs()).fold(0.0, f64::max);
        let found = [stop, last(&exact.time), last(anchor), last(&exact.distance)];
        let cells = found.map(|x| format!("{x:.7}"));
        table.row([name.to_owned()].into_iter().chain(cells).chain([format!("{creep:.0e}")]));
        summary.insert(
            name,
            json!({
                "stop_s": found[0], "theory_stop_s": found[1],
                "distance_m": found[2], "theory_distance_m": found[3], "creep_m": creep,
            "sticks": mode[still..].iter().all(|&mode| mode == ContactMode::Stick.code()),
            }),
        );

        let line = |name, x: &[f64], y: &[f64]| Series::line(name, x, y).color(colors[k]);
        let dashed =
            |y: &[f64]| Series::dashed("", &exact.time, y).color(palette::BLACK).width(1.0);
        let rim = |w: &[f64]| w.iter().map(|w| w * radius).collect::<Vec<_>>();
        let nano = |x: &[f64]| x.iter().map(|x| 1e9 * (x - anchor[still])).collect::<Vec<_>>();
        if speed != 0.0 {
            speeds = speeds.series(line(name, t, v)).series(dashed(&exact.speed));
            ways = ways.series(line("", t, x)).series(dashed(&exact.distance));
        }
        if spin != 0.0 {
            spins = spins.series(line(name, t, &rim(w))).series(dashed(&rim(&exact.spin)));
        }
        let height = [k as f64 + 1.0; 2];
        modes = modes.series(line("", &[0.0, stop], &height).width(6.0));
        modes = modes.series(line("", &[stop, last(t)], &height)).note([stop, height[0]], name);
        section = section.series(line("", &friction[..still], &torsion[..still]).width(3.0));
        section = section.series(
            Series::points(name, &friction[..1], &torsion[..1]).color(colors[k]).width(3.0),
        );
        if k == 2 {
            rest = rest.series(line("coin", &t[still..], &nano(&x[still..])));
            rest = rest.line("point of contact", &t[still..], &nano(&anchor[still..]));
            out.write_recorder("trajectory.csv", &record)?;
        }
    }
    let figure = Figure::new("A coin that spins slides farther").columns(2).size(950.0, 230.0);
    let figure = figure.panel(speeds).panel(spins).panel(ways).panel(modes);
    out.write_figure("plot.svg", &figure.panel(section.equal_aspect()).panel(rest))?;
    out.write_json("summary.json", &summary)?;
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
