//! Forces on a patch that is moved as prescribed: Figs. 5, 13, 17, 19-21.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use stiction::output::{RunDirectory, TextTable};
use stiction::patch::Grid;
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::prelude::*;
use stiction_lab::planar_lugre::{CELLS, Pad, PadContact, SIZE, twist};

use crate::common::Outcome;
use crate::model::{Model, Numerics};
use crate::moved::{Moved, Scheme, forces};

/// Forces on a patch that is moved as prescribed (Figs. 5, 13, 17, 19-21)
#[derive(Args)]
pub(crate) struct Options {
    /// `square`, `circle`, `circle_R`, `line`, `line_x`, `line_grad`, `line_grad_x`, `nonconvex1`,
    /// `nonconvex2`
    #[arg(long, default_value = "circle")]
    surface: Pad,
    #[arg(long, value_enum, default_value = "distributed-elasto-plastic")]
    model: Model,
    #[arg(long, value_enum, default_value = "rk4")]
    integrator: Scheme,
    /// Step size [s]; 1e-5 for euler and 1e-4 for rk4 unless given
    #[arg(long)]
    step: Option<f64>,
    /// Cells along a side of the grid
    #[arg(long, default_value_t = CELLS)]
    cells: usize,
    /// Normal force [N]
    #[arg(long, default_value_t = 1.0)]
    load: f64,
    #[command(flatten)]
    numerics: Numerics,
    /// Directory for the results
    #[arg(long, default_value = "out/planar_patches/profile")]
    out: PathBuf,
}

pub(crate) fn run(options: &Options) -> Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let grid = Grid::new(options.cells, SIZE)?;
    let contact = PadContact::new(options.surface, grid, &[options.load])?;
    let (tableau, rate, usual) = options.integrator.parts();
    let step = options.step.unwrap_or(usual);
    let center = contact.first().center_of_pressure();
    // Twist and wrench are those of the centre of pressure: it is the frame of the body.
    let moved = |model: Model| -> Outcome<Moved> {
        let mut model = model.of(rate, options.numerics)?.moved_at(center)?;
        model.load = options.load.into();
        Ok(Moved(model.friction(&contact)?))
    };
    let names = [options.model, options.model.counterpart()];
    // The first ten steps, then every millisecond.
    let rows = (10, (1e-3 / step).round().max(1.0) as u64);
    let runs = [
        forces(&moved(names[0])?, tableau.clone(), step, rows)?,
        forces(&moved(names[1])?, tableau.clone(), step, rows)?,
    ];
    let [time, ..] = &runs[0];
    let flows: Vec<PlanarTwist> = time.iter().map(|&t| twist(t)).collect();
    let column = |f: fn(&PlanarTwist) -> f64| flows.iter().map(f).collect::<Vec<_>>();
    let velocities = Panel::new().y("velocity [cm/s, rad/s]");
    let velocities = velocities
        .line("v_x", time, &column(|v| 100.0 * v.linear.x))
        .line("v_y", time, &column(|v| 100.0 * v.linear.y))
        .line("ω", time, &column(|v| v.angular));
    let mut force = Panel::new().y("force [N]");
    let mut torque = Panel::new().x("time [s]").y("torque [mNm]");
    for (k, [time, fx, fy, tau]) in runs.iter().enumerate() {
        let milli: Vec<f64> = tau.iter().map(|tau| 1e3 * tau).collect();
        if k == 0 {
            force = force.line("f_x", time, fx).line("f_y", time, fy);
            torque = torque.line("", time, &milli);
        } else {
            let thin = |y| Series::dashed("", time, y).color(palette::BLACK).width(1.0);
            force = force.series(thin(fx)).series(thin(fy));
            torque = torque.series(thin(&milli));
        }
    }
    let [solid, dashed] = names.map(Model::label);
    let figure = Figure::new(format!("Forces on a patch (solid: {solid}; dashed: {dashed})"));
    let figure = figure.size(950.0, 220.0).share_x().panel(velocities);
    out.write_figure("plot.svg", &figure.panel(force).panel(torque))?;
    out.write_table("forces.csv", &["t", "fx", "fy", "tau"], &runs[0])?;
    let peak = |column: &[f64]| column.iter().fold(0.0_f64, |peak, f| peak.max(f.abs()));
    let peaks = [1, 2, 3].map(|k| peak(&runs[0][k]));
    let apart = [1, 2, 3].map(|k| {
        let gap: Vec<f64> = runs[0][k].iter().zip(&runs[1][k]).map(|(a, b)| a - b).collect();
        peak(&gap)
    });
    out.write_json(
        "summary.json",
        &json!({
            "model": names[0].name(), "compared_with": names[1].name(),
            "integrator": tableau.name(), "step_s": step, "cells": contact.first().len(),
            "largest_fx_N": peaks[0], "largest_fy_N": peaks[1], "largest_tau_Nm": peaks[2],
            "apart_fx_N": apart[0], "apart_fy_N": apart[1], "apart_tau_Nm": apart[2],
        }),
    )?;
    let mut table = TextTable::new("Friction of a patch", &["", "fx [N]", "fy [N]", "tau [Nm]"]);
    let row = |name: &str, values: [f64; 3]| {
        [name.to_owned()].into_iter().chain(values.map(|value| format!("{value:.4e}")))
    };
    table.row(row("largest", peaks));
    table.row(row(&format!("apart from {}", names[1].name()), apart));
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
