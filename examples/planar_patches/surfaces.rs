//! The surfaces of the paper and its fingertips, with the numbers that the reduced model takes of them:
//! Figs. 8 and 33.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, json};
use stiction::output::{RunDirectory, TextTable};
use stiction::patch::{ContactPatch, Grid, Surface};
use stiction::plot::{Figure, Panel};

use crate::common::Outcome;
use crate::contact::{CELLS, Contact, Shape};

/// The pressures of the surfaces of the paper and of its fingertips (Figs. 8, 33)
#[derive(Args)]
pub(crate) struct Options {
    /// Cells along a side of the grid
    #[arg(long, default_value_t = CELLS)]
    cells: usize,
    /// Loads of the fingertips [N]
    #[arg(long, value_delimiter = ',', default_value = "0.82,1.73,2.64")]
    loads: Vec<f64>,
    /// Directory for the results
    #[arg(long, default_value = "out/planar_patches/surfaces")]
    out: PathBuf,
}

/// Side of the grid \[m\].
const SIZE: f64 = 0.02;

pub(crate) fn run(options: &Options) -> Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let grid = Grid::new(options.cells, SIZE)?;
    let mut patches = vec![];
    for surface in Surface::ALL {
        patches.push((surface.name().to_owned(), surface.patch(grid)?));
    }
    for name in ["k2", "k2fn"] {
        let shape: Shape = name.parse()?;
        for &load in &options.loads {
            let patch = Contact::new(shape, grid, &[load])?.first().clone();
            patches.push((format!("{name} {load} N"), patch));
        }
    }
    let headers = ["surface", "cells", "center x [mm]", "center y [mm]", "r [mm]", "u [mm²]"];
    let mut table = TextTable::new("Surfaces", &headers);
    let mut summary = Map::new();
    let mut figure = Figure::new("Pressures, the darker the higher").columns(3).size(900.0, 260.0);
    for (name, patch) in &patches {
        let (center, radius) = (patch.center_of_pressure(), patch.radius());
        let numbers = [1e3 * center.x, 1e3 * center.y, 1e3 * radius, 1e6 * patch.viscous_factor()];
        // Without the minus sign of a center that rounds to zero.
        let numbers = numbers.map(|number| format!("{:.4}", 1e-4 * (1e4 * number).round() + 0.0));
        let cells = patch.len().to_string();
        let [x, y, r, u] = &numbers;
        table.row([name, &cells, x, y, r, u]);
        summary.insert(
            name.clone(),
            json!({
                "cells": patch.len(),
                "center_of_pressure_m": [center.x, center.y],
                "radius_m": radius,
                "viscous_factor_m2": patch.viscous_factor(),
            }),
        );
        figure = figure.panel(panel(name, patch));
    }
    out.write_json("summary.json", &summary)?;
    out.write_figure("plot.svg", &figure)?;
    println!("{table}");
    println!("results in {}", options.out.display());
    Ok(())
}

fn panel(name: &str, patch: &ContactPatch) -> Panel {
    let milli = |values: &[f64]| values.iter().map(|value| 1e3 * value).collect::<Vec<_>>();
    let half = 1.05e3 * 0.5 * SIZE;
    let panel = Panel::new().title(name).x("x [mm]").y("y [mm]").equal_aspect();
    let panel = panel.x_range(-half, half).y_range(-half, half);
    panel.shades(&milli(patch.x()), &milli(patch.y()), patch.weight(), 3.0)
}
