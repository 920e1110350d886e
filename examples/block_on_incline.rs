//! A block on a plane that is tilted until it slides, with three models of its contact: the circular
//! friction cone, and pyramids inside and around it. A pyramid holds too little or too much, as the
//! slope happens to run, and lets the block slide askew.

use std::{collections::BTreeMap, path::PathBuf, process::ExitCode};

use clap::Parser;
use stiction::friction::cone::{ConeScale, LinearizedCone};
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Color, Figure, Panel, Series, palette};
use stiction::prelude::*;

mod common;
#[path = "common/incline.rs"]
mod incline;
use incline::{AROUND, DAMPING, Findings, STIFFNESS, degrees, deviation, examine, headings, polar};

/// At which angle does a block break away from an incline, and where does it slide to?
#[derive(Parser)]
struct Options {
    /// Friction coefficient
    #[arg(long, default_value_t = 0.5, allow_negative_numbers = true)]
    mu: f64,
    /// Number of sides of the pyramids
    #[arg(long, default_value_t = 4)]
    sides: usize,
    /// Direction in which the slope falls, from vertex 0 of the pyramids [rad]
    #[arg(long, default_value_t = 0.5, allow_negative_numbers = true)]
    heading: f64,
    /// Directory for the results
    #[arg(long, default_value = "out/block_on_incline")]
    out: PathBuf,
}

const MODELS: [(&str, Color); 3] =
    [("circular", palette::BLACK), ("inner", palette::BLUE), ("outer", palette::VERMILION)];

fn main() -> ExitCode {
    common::report(run(&Options::parse()))
}

fn run(options: &Options) -> common::Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let &Options { mu, sides, heading, .. } = options;
    let circle = CoulombContact::builder().stiffness(STIFFNESS).damping(DAMPING).friction(mu);
    let pyramid = |scale| {
        let contact = PyramidContact::builder().stiffness(STIFFNESS).damping(DAMPING);
        contact.friction(mu).sides(sides).scale(scale).build()
    };
    let cone = |scale| LinearizedCone::builder().friction(mu).sides(sides).scale(scale).build();
    let cones = [None, Some(cone(ConeScale::Inner)?), Some(cone(ConeScale::Outer)?)];
    let radius = |k: usize, heading| cones[k].map_or(mu, |cone| cone.section_radius(heading));
    let steep = (0.1 + 1.5 * cones[2].map_or(mu, |cone| cone.vertex_coefficient())).atan();
    let end = (mu.max(radius(2, heading)).atan() + 0.08).min(1.5);
    let found: [Findings; 3] = [
        examine(&circle.build()?, heading, steep, end)?,
        examine(&pyramid(ConeScale::Inner)?, heading, steep, end)?,
        examine(&pyramid(ConeScale::Outer)?, heading, steep, end)?,
    ];

    let columns = ["contact", "breaks away at [rad]", "theory", "slides askew up to", "error"];
    let mut table = TextTable::new("A block on an incline", &columns);
    let mut summary: BTreeMap<&str, BTreeMap<&str, f64>> = BTreeMap::new();
    let panel = |title: &str, x: &str, y: &str| Panel::new().title(title).x(x).y(y);
    let slope = format!("slope of {:.0}°", steep.to_degrees());
    let mut rose = panel("tangent of the break-away angle (dots: simulated)", "", "");
    let mut shares = panel("tilted slowly", "tilt [°]", "share of the friction").y_range(0.0, 1.2);
    let mut askew =
        panel(&format!("{slope} (dots: simulated)"), "heading [°]", "slides off it by [°]");
    let mut paths = panel(&format!("pushed across a {slope}, 0.1 s per dot"), "x [m]", "y [m]");
    let (fine, around) = (headings(720), headings(AROUND));
    for (k, (name, color)) in MODELS.into_iter().enumerate() {
        let Findings { breakaway, tangents, deviations, tilted, pushed } = &found[k];
        let theory = |headings: &[f64]| headings.iter().map(|h| radius(k, *h)).collect::<Vec<_>>();
        let off = |heading: &f64| cones[k].map_or(0.0, |cone| deviation(&cone, steep, *heading));
        let off = |headings: &[f64]| headings.iter().map(off).collect::<Vec<_>>();
        let largest = |angles: &[f64]| angles.iter().map(|angle| angle.abs()).fold(0.0, f64::max);
        let error: Vec<f64> = off(&around).iter().zip(deviations).map(|(a, b)| a - b).collect();
        let entries = [
            ("breakaway_angle_rad", *breakaway),
            ("theory_angle_rad", radius(k, heading).atan()),
            ("largest_deviation_rad", largest(deviations)),
            ("deviation_error_rad", largest(&error)),
        ];
        table.row([name.to_owned()].into_iter().chain(entries.map(|(_, x)| format!("{x:.9}"))));
        for (quantity, value) in entries {
            summary.entry(quantity).or_default().insert(name, value);
        }
        let line = |x: &[f64], y: &[f64]| Series::line(name, x, y).color(color);
        let dots = |x: &[f64], y: &[f64]| Series::points("", x, y).color(color).width(1.2);
        let ((x, y), (u, v)) = (polar(&fine, &theory(&fine)), polar(&around, tangents));
        rose = rose.series(line(&x, &y)).series(dots(&u, &v));
        let curve = Series::line("", &degrees(&fine), &degrees(&off(&fine))).color(color);
        askew = askew.series(curve).series(dots(&degrees(&around), &degrees(deviations)));
        let [tilt, share] = tilted.columns_named(["tilt", "share"])?;
        shares = shares.series(line(&degrees(tilt), share));
        let [x, y] = pushed.columns_named(["x", "y"])?;
        let every = |column: &[f64]| column.iter().copied().step_by(100).collect::<Vec<_>>();
        paths = paths.series(line(x, y)).series(dots(&every(x), &every(y)));
    }
    let arrow = |panel: Panel, length: f64| {
        let tip = [length * heading.cos(), length * heading.sin()];
        panel.equal_aspect().arrow([0.0, 0.0], tip, "").note(tip, "slope")
    };
    let figure = Figure::new("A block on an incline").columns(2).size(950.0, 330.0);
    let figure = figure.panel(arrow(rose, 0.8 * mu)).panel(shares.horizontal(1.0, "slips"));
    out.write_figure("plot.svg", &figure.panel(askew).panel(arrow(paths, 1.0)))?;
    let tracks = found.iter().map(|found| &found.tilted).zip(MODELS);
    let name = |(record, (name, _)): (&Recorder, (&str, Color))| -> Vec<String> {
        record.names().iter().map(|column| format!("{name} {column}")).collect()
    };
    let names: Vec<String> = tracks.clone().flat_map(name).collect();
    let columns: Vec<_> = tracks.flat_map(|(record, _)| record.columns()).collect();
    out.write_table("trajectory.csv", &names, &columns)?;
    out.write_json("summary.json", &summary)?;
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
