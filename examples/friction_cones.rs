//! Draws friction cones: the circular one, pyramids around and inside it, its polar, and the cone of a
//! contact that is rough in one direction and smooth in the other.

use std::{collections::BTreeMap, f64::consts::TAU, path::PathBuf, process::ExitCode};

use clap::Parser;
use nalgebra::Vector3;
use serde_json::json;
use stiction::friction::cone::{CircularCone, ConeScale, LinearizedCone};
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel};

#[path = "common/camera.rs"]
mod camera;
mod common;
#[path = "common/cones.rs"]
mod cones;
use camera::{BLUE, GREEN, GREY, Picture, RED, around};
use cones::{errors, polar, two_coefficients};

/// Draws the friction cones of a contact.
#[derive(Parser)]
struct Options {
    /// Friction coefficient
    #[arg(long, default_value_t = 0.6)]
    mu: f64,
    /// Number of sides of the pyramids
    #[arg(long, default_value_t = 4)]
    sides: usize,
    /// Directory for the results
    #[arg(long, default_value = "out/friction_cones")]
    out: PathBuf,
}

fn main() -> ExitCode {
    common::report(run(&Options::parse()))
}

fn run(options: &Options) -> common::Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let mut figure = Figure::new("Friction cones").columns(3).size(1050.0, 260.0);
    for panel in coulomb(options, &out)? {
        figure = figure.panel(panel);
    }
    let figure = figure.panel(polar(options.mu)?).panel(two_coefficients(options.mu)?);
    out.write_figure("plot.svg", &figure.panel(errors(&out)?))?;
    println!("results in {}", options.out.display());
    Ok(())
}

/// The circular cone and pyramids around and inside it, with a force that not all of them hold.
fn coulomb(options: &Options, out: &RunDirectory) -> common::Outcome<Vec<Panel>> {
    let &Options { mu, sides, .. } = options;
    let circular = CircularCone::new(mu)?;
    let pyramid = |scale| {
        let cone = LinearizedCone::builder().friction(mu).sides(sides).scale(scale);
        cone.phase(0.5 * TAU / sides as f64).build()
    };
    let (outer, inner) = (pyramid(ConeScale::Outer)?, pyramid(ConeScale::Inner)?);
    let force = Vector3::new(0.85 * mu, 0.0, 1.0) * 0.8;
    let row = |cone: &LinearizedCone| {
        let margins = (cone.margin(&force), cone.signed_distance(&force));
        [cone.vertex_coefficient(), cone.face_coefficient(), margins.0, margins.1]
    };
    let rim = around(1.0, |_| mu);
    let round = [mu, mu, circular.gap(&force), circular.signed_distance(&force)];
    let cones = [
        ("circular", rim.clone(), circular.contains(&force), 0.2, round),
        ("outer", outer.rays().collect(), outer.contains(&force), 1.2, row(&outer)),
        ("inner", inner.rays().collect(), inner.contains(&force), 1.2, row(&inner)),
    ];
    let columns = ["cone", "vertices", "faces", "margin of the force [N]", "distance [N]"];
    let (mut table, mut summary) = (TextTable::new("Friction cones", &columns), BTreeMap::new());
    let mut panels = Vec::new();
    for (name, rays, holds, border, row) in cones {
        table.row([name.to_owned()].into_iter().chain(row.map(|x| format!("{x:.6}"))));
        let numbers = json!({
            "vertex_coefficient": row[0], "face_coefficient": row[1],
            "margin_N": row[2], "signed_distance_N": row[3], "holds": holds,
        });
        summary.insert(name, numbers);
        let mut picture = Picture::of_contact();
        picture.cone(&rays, BLUE, 0.4, border);
        picture.line(&rim, GREY, 0.8);
        picture.arrow(force, if holds { GREEN } else { RED }, 0.03);
        let verdict = if holds { "holds" } else { "slips" };
        panels.push(picture.panel(&format!("{name}: this force {verdict}")));
    }
    out.write_json("summary.json", &summary)?;
    println!("{table}");
    Ok(panels)
}
