//! Where a body may be that stands with a foot on a ramp, or leans with a hand on a wall: areas in which
//! its centre of mass may rest and its zero-moment point may be, for several kinds of friction cones.

use std::{path::PathBuf, process::ExitCode};

use clap::{Parser, ValueEnum};
use nalgebra::{Vector2, vector};
use serde_json::{Value, json};
use stiction::friction::cone::ConeScale;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel, palette};

mod common;
#[path = "common/stances.rs"]
mod stances;
use stances::{
    Round, Sided, append, area, at_a_wall, dots, from_above, from_the_side, line, number,
    on_a_ramp, outermost, outline, trials,
};

/// Finds where a body in contact may be.
#[derive(Parser)]
struct Options {
    /// Friction coefficient of all contacts
    #[arg(long, default_value_t = 0.5, allow_negative_numbers = true)]
    friction: f64,
    /// Number of sides of the finer cones
    #[arg(long, default_value_t = 16)]
    sides: usize,
    /// Whether the finer cones lie inside the circular ones or around them
    #[arg(long, value_enum, default_value = "inner")]
    scale: Scale,
    /// Height of the centre of mass above the ground [m]
    #[arg(long, default_value_t = 0.8, allow_negative_numbers = true)]
    height: f64,
    /// Directory for the results
    #[arg(long, default_value = "out/contact_stability")]
    out: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Scale {
    Inner,
    Outer,
}

/// Pictures of a stance; the corners of its areas (where the mass may rest for circular cones, then
/// rest and zero-moment point for each kind); and its numbers.
type Study = ([Panel; 3], Vec<Vec<Vector2<f64>>>, Value);

fn main() -> ExitCode {
    common::report(run(&Options::parse()))
}

fn run(options: &Options) -> common::Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let columns = ["stance", "cones", "faces", "area [m²]"];
    let mut table = TextTable::new("Where the centre of mass may rest", &columns);
    let mut figure = Figure::new("Where a body in contact may be").columns(3).size(1350.0, 240.0);
    let (mut summary, mut corners) = (json!({}), [const { Vec::new() }; 4]);
    let mu = options.friction;
    let both = [("foot on a ramp", on_a_ramp(mu)?), ("hand on a wall", at_a_wall(mu)?)];
    for (number, (name, stance)) in both.iter().enumerate() {
        let (panels, areas, found) = study(options, name, stance, &mut table)?;
        figure = panels.into_iter().fold(figure, Figure::panel);
        summary[*name] = found;
        append(&mut corners, number, &areas);
    }
    out.write_table("trajectory.csv", &["stance", "area", "x [m]", "y [m]"], &corners)?;
    out.write_json("summary.json", &summary)?;
    out.write_figure("plot.svg", &figure)?;
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}

fn study(
    options: &Options,
    name: &str,
    stance: &Round,
    table: &mut TextTable,
) -> common::Outcome<Study> {
    let (round, [held, lost]) = (outermost(stance)?, trials(stance)?);
    let center = round.iter().sum::<Vector2<f64>>() / round.len() as f64;
    let center = vector![center.x, center.y, options.height];
    let fine = match options.scale {
        Scale::Inner => ConeScale::Inner,
        Scale::Outer => ConeScale::Outer,
    };
    let rest = from_above(stance, "where the centre of mass may rest");
    let mut rest = rest.series(dots("falls", &lost, palette::GREY).width(0.8));
    let mut motion = from_above(stance, "where the zero-moment point may be");
    let mut areas = vec![round.clone()];
    let mut found = json!({ "circular": { "reach_ahead_m": number(stance.reach(Vector2::x())?) } });
    for (scale, sides, color, opacity) in [
        (ConeScale::Outer, 4, palette::GREY, 0.08),
        (fine, options.sides, palette::BLUE, 0.18),
        (ConeScale::Inner, 4, palette::ORANGE, 0.0),
    ] {
        let sided = Sided::of(stance, sides, scale, &center)?;
        let (label, size) = (&sided.label, format!("{:.5}", sided.support.area()));
        table.row([name, label, &sided.faces.to_string(), &size]);
        found[label] = sided.numbers();
        let (support, pendular) = (outline(&sided.support)?, outline(&sided.pendular)?);
        rest = rest.series(area(label, &support, color).opacity(opacity));
        motion = motion.series(area(label, &pendular, color).opacity(opacity));
        if color == palette::BLUE && sided.pendular.support(Vector2::x()) == f64::INFINITY {
            motion = motion.arrow([0.66, 0.0], [0.9, 0.0], "without end");
        }
        areas.extend([support, pendular]);
    }
    let rest = rest.series(line("circular", &round, palette::BLACK)).series(dots(
        "held",
        &held,
        palette::GREEN,
    ));
    let mass = dots("centre of mass", &[center.xy()], palette::VERMILION).width(3.0);
    let side = from_the_side(stance, &format!("{name}, friction {}", options.friction), center);
    Ok(([side, rest, motion.series(mass)], areas, found))
}
