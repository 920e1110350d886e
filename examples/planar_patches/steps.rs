//! Steady friction of a line that moves as prescribed jumps from cell to cell, unless interpolated:
//! Fig. 10.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use stiction::output::RunDirectory;
use stiction::patch::{Grid, Surface, steady};
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::prelude::*;

use crate::common::Outcome;
use crate::contact::CELLS;
use crate::velocity::{END, twist};

/// Steps of the steady friction of a line, and their interpolation (Fig. 10)
#[derive(Args)]
pub(crate) struct Options {
    /// A surface of the paper
    #[arg(long, default_value = "line")]
    surface: Surface,
    /// Cells along a side of the grid
    #[arg(long, default_value_t = CELLS)]
    cells: usize,
    /// Directory for the results
    #[arg(long, default_value = "out/planar_patches/steps")]
    out: PathBuf,
}

const SAMPLES: u32 = 2000;

pub(crate) fn run(options: &Options) -> Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let patch = options.surface.patch(Grid::new(options.cells, 0.02)?)?;
    let every = END / f64::from(SAMPLES);
    let time: Vec<f64> = (0..SAMPLES).map(|i| (f64::from(i) + 0.5) * every).collect();
    let columns = |wrench: &dyn Fn(&PlanarTwist) -> PlanarWrench| -> [Vec<f64>; 3] {
        let wrenches: Vec<PlanarWrench> = time.iter().map(|&t| wrench(&twist(t))).collect();
        let column = |f: fn(&PlanarWrench) -> f64| wrenches.iter().map(f).collect();
        [column(|w| w.force.x), column(|w| w.force.y), column(|w| w.torque)]
    };
    let single = columns(&|twist| steady::by_cells(&patch, twist, |_| 1.0));
    let smooth = columns(&|twist| steady::coulomb(&patch, twist));
    let labels = ["f_x/f_N", "f_y/f_N", "torque/f_N [mm]"];
    let mut figure = Figure::new("Steady friction (vermilion: cell by cell, blue: interpolated)");
    figure = figure.size(900.0, 220.0).share_x();
    for (k, label) in labels.into_iter().enumerate() {
        let scale = if k == 2 { 1e3 } else { 1.0 };
        let scaled = |column: &[f64]| column.iter().map(|f| scale * f).collect::<Vec<_>>();
        let mut panel = Panel::new().y(label);
        if k == 2 {
            panel = panel.x("time [s]");
        }
        let cells = Series::line("", &time, &scaled(&single[k])).color(palette::VERMILION);
        let line = Series::line("", &time, &scaled(&smooth[k])).color(palette::BLUE);
        figure = figure.panel(panel.series(cells.width(1.0)).series(line));
    }
    let headers = ["t", "sp_fx", "sp_fy", "sp_tau", "bl_fx", "bl_fy", "bl_tau"];
    let all: Vec<&[f64]> =
        [&*time].into_iter().chain(single.iter().chain(&smooth).map(Vec::as_slice)).collect();
    out.write_table("steps.csv", &headers, &all)?;
    let largest = |column: &[f64]| {
        column.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f64::max)
    };
    // Where the line starts to turn, friction jumps in any model: the first sample is after it.
    let [cells, line] = [&single, &smooth].map(|columns| columns.each_ref().map(|c| largest(c)));
    out.write_json(
        "summary.json",
        &json!({ "largest_step_by_cells": cells, "interpolated": line }),
    )?;
    out.write_figure("plot.svg", &figure)?;
    println!("largest step of f_x: {:.4} cell by cell, {:.4} interpolated", cells[0], line[0]);
    println!("results in {}", options.out.display());
    Ok(())
}
