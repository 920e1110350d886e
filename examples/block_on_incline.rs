//! A block on a plane that is tilted until it slides, with three models of its contact: the circular
//! friction cone, and pyramids inside and around it. A pyramid holds too little or too much, as the
//! slope happens to run, and lets the block slide askew.

use std::{collections::BTreeMap, path::PathBuf, process::ExitCode};

use clap::Parser;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Color, Figure, Panel, Series, palette};
use stiction::prelude::*;

mod common;
#[path = "common/incline.rs"]
mod incline;
use incline::{AROUND, DAMPING, Findings, STIFFNESS, deviation, examine, headings};

/// At which angle does a block break away from an incline, and where does it slide to?
#[derive(Parser)]
struct Options {
    /// Friction coefficient
    #[arg(long, default_value_t = 0.5)]
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

    let columns =
        ["contact", "breaks away at [rad]", "theory", "slides askew up to [rad]", "theory"];
    let mut table = TextTable::new("A block on an incline", &columns);
    let mut summary: BTreeMap<&str, BTreeMap<&str, f64>> = BTreeMap::new();
    let panel = |title: &str, x: &str, y: &str| Panel::new().title(title).x(x).y(y);
    let tilted = format!("on a slope of {:.0}°", steep.to_degrees());
    let mut rose = panel("tangent of the break-away angle (dots: simulated)", "", "").equal_aspect();
    let mut shares = panel("tilted slowly", "tilt [°]", "share of the friction").y_range(0.0, 1.2);
    let mut askew = panel(&(tilted.clone() + " (dots: simulated)"), "direction of the slope [°]", "slides off it by [°]");
    let mut paths = panel(&(tilted + ", pushed across (a dot every 0.1 s)"), "x [m]", "y [m]").equal_aspect();
    let degrees =
        |angles: &[f64]| angles.iter().map(|angle| angle.to_degrees()).collect::<Vec<_>>();
    let polar = |angles: &[f64], radii: &[f64]| -> (Vec<f64>, Vec<f64>) {
        angles.iter().zip(radii).map(|(angle, r)| (r * angle.cos(), r * angle.sin())).unzip()
    };
    let (fine, around) = (headings(720), headings(AROUND));
    for (k, (name, color)) in MODELS.into_iter().enumerate() {
        let Findings { breakaway, tangents, deviations, tilted, pushed } = &found[k];
        let theory = radius(k, heading).atan();
        let off = |heading: &f64| cones[k].map_or(0.0, |cone| deviation(&cone, steep, *heading));
        let (off_fine, off_around) =
            (fine.iter().map(off).collect::<Vec<_>>(), around.iter().map(off));
        let entries = [
            ("breakaway_angle_rad", *breakaway),
            ("theory_angle_rad", theory),
            ("largest_deviation_rad", largest(deviations)),
            ("theory_largest_deviation_rad", largest(&off(&around))),
        ];
        table.row([name.to_owned()].into_iter().chain(entries.map(|(_, x)| format!("{x:.9}"))));
        for (quantity, value) in entries {
            summary.entry(quantity).or_default().insert(name, value);
        }
        let line = |name, x: &[f64], y: &[f64]| Series::line(name, x, y).color(color);
        let dots = |x: &[f64], y: &[f64]| Series::points("", x, y).color(color).width(1.2);
        let radii: Vec<f64> = fine.iter().map(|&heading| radius(k, heading)).collect();
        let ((x, y), (u, v)) = (polar(&fine, &radii), polar(&around, tangents));
        rose = rose.series(line(name, &x, &y)).series(dots(&u, &v));
        askew = askew.series(line("", &degrees(&fine), &degrees(&off_fine)));
        askew = askew.series(dots(&degrees(&around), &degrees(deviations)));
        let [tilt, share] = tilted.columns_named(["tilt", "share"])?;
        shares = shares.series(line("", &degrees(tilt), share)).vertical(theory.to_degrees(), "");
        let [x, y] = pushed.columns_named(["x", "y"])?;
        let every = |column: &[f64]| column.iter().copied().step_by(100).collect::<Vec<_>>();
        paths = paths.series(line(name, x, y)).series(dots(&every(x), &every(y)));
    }
    let arrow = |panel: Panel, to: f64| {
        panel
            .arrow([0.0, 0.0], [to * heading.cos(), to * heading.sin()], "")
            .note([to * heading.cos(), to * heading.sin()], "slope")
    };
    let figure = Figure::new("A block on an incline")
        .columns(2)
        .size(950.0, 330.0);
    let figure = figure.panel(arrow(rose, 0.8 * mu)).panel(shares.horizontal(1.0, "slips"));
    out.write_figure("plot.svg", &figure.panel(askew).panel(arrow(paths, 1.0)))?;
    let tracks = found.iter().map(|found| &found.tilted).zip(MODELS);
    let names = tracks.clone().flat_map(|(record, (name, _))| {
        record.names().iter().map(move |column| format!("{name} {column}"))
    });
    let columns = tracks.flat_map(|(record, _)| record.columns().iter().map(Vec::as_slice));
    out.write_table("trajectory.csv", &names.collect::<Vec<_>>(), &columns.collect::<Vec<_>>())?;
    out.write_json("summary.json", &summary)?;
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
