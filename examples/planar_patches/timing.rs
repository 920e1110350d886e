//! Computation times: Tables II, V and VI.

use std::{hint::black_box, path::PathBuf, time::Instant};

use clap::Args;
use nalgebra::Vector2;
use serde_json::json;
use stiction::output::{RunDirectory, TextTable};
use stiction::patch::{
    Arithmetic, BristleParameters, DistributedPatch, Grid, LimitSurface, ReducedPatch,
    ReducedShape, Surface,
};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

use crate::common::Outcome;
use crate::contact::SAMPLES;

/// Evaluations per second and time to compute a limit surface (Tables II, V, VI)
#[derive(Args)]
pub(crate) struct Options {
    /// Cells along a side of the grid, separated by commas
    #[arg(long, default_value = "5,9,13,17,21,25,29,33", value_delimiter = ',')]
    cells: Vec<usize>,
    /// Time for each measurement [s]
    #[arg(long, default_value_t = 0.2)]
    seconds: f64,
    /// Directory for the results
    #[arg(long, default_value = "out/planar_patches/timing")]
    out: PathBuf,
}

const STEP: f64 = 1e-4;

/// Calls per second \[1/s\].
fn rate(seconds: f64, mut call: impl FnMut()) -> f64 {
    const AT_ONCE: u32 = 10;
    let (started, mut calls) = (Instant::now(), 0.0);
    loop {
        (0..AT_ONCE).for_each(|_| call());
        calls += f64::from(AT_ONCE);
        let elapsed = started.elapsed().as_secs_f64();
        if elapsed > seconds {
            return calls / elapsed;
        }
    }
}

/// Euler steps per second of a patch that slides and turns.
fn steps_per_second(patch: &impl Impedance<Domain = PlanarFrame>, seconds: f64) -> f64 {
    let flow = PlanarTwist { linear: Vector2::new(0.1, -0.05), angular: 1.59 };
    let motion = Motion { pose: PlanarPose::default(), flow };
    let mut z = vec![0.0; patch.internal_len()];
    let mut z_rate = z.clone();
    rate(seconds, || {
        black_box(patch.respond(&Stage::first(0.0, STEP), &motion, &z, &mut z_rate));
        z.iter_mut().zip(&z_rate).for_each(|(z, rate)| *z += STEP * rate);
    })
}

pub(crate) fn run(options: &Options) -> Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    // Softer than Table I, as in the authors' speed test: Euler bears the step.
    let bristles = BristleParameters::builder().stiffness(1e5).damping(20.0).viscous_damping(0.2);
    let friction = StribeckCurve::builder().coulomb(1.0).breakaway(1.2).stribeck_speed(1e-3);
    let friction = friction.shape(StribeckShape::Gaussian).build()?;
    let bristles = bristles.friction(friction).build()?;
    let headers = ["N", "distributed [1/s]", "fast [1/s]", "reduced [1/s]", "limit surface [ms]"];
    let mut table = TextTable::new("Steps per second, elasto-plastic, square", &headers);
    let (mut summary, mut columns) = (vec![], [vec![], vec![], vec![], vec![], vec![]]);
    for &cells in &options.cells {
        let patch = Surface::Square.patch(Grid::new(cells, 0.02)?)?;
        let distributed = |arithmetic| -> Outcome<f64> {
            let friction = DistributedPatch::builder().patch(patch.clone()).bristles(bristles);
            let friction = friction.arithmetic(arithmetic).normal_force(1.0).build()?;
            Ok(steps_per_second(&friction, options.seconds))
        };
        let [exact, fast] = [distributed(Arithmetic::Exact)?, distributed(Arithmetic::Fast)?];
        let mut surface = LimitSurface::new(&patch, SAMPLES)?;
        let mut outcome = Ok(());
        let tables = rate(options.seconds, || {
            let again = surface.update(&patch);
            if again.is_err() {
                outcome = again;
            }
        });
        outcome?;
        let shape = ReducedShape::limit_surface(&patch, surface);
        let reduced = ReducedPatch::builder().shape(shape).bristles(bristles).normal_force(1.0);
        let reduced = steps_per_second(&reduced.build()?, options.seconds);
        let row = [cells as f64, exact, fast, reduced, 1e3 / tables];
        for (column, value) in columns.iter_mut().zip(row) {
            column.push(value);
        }
        table.row([
            cells.to_string(),
            format!("{exact:.3e}"),
            format!("{fast:.3e}"),
            format!("{reduced:.3e}"),
            format!("{:.2}", 1e3 / tables),
        ]);
        summary.push(json!({
            "cells": cells, "distributed_per_s": exact, "distributed_fast_per_s": fast,
            "reduced_per_s": reduced, "limit_surface_s": 1.0 / tables,
        }));
    }
    let [cells, exact, fast, reduced, tables] = &columns;
    let speed =
        Panel::new().y("steps per second").y_log().line_and_points("reduced", cells, reduced);
    let speed = speed.line_and_points("distributed, fast", cells, fast);
    let speed = speed.line_and_points("distributed, exact", cells, exact);
    let time = Panel::new().x("N").y("limit surface [ms]").line_and_points("", cells, tables);
    let figure = Figure::new("Computation times").size(800.0, 260.0).share_x();
    out.write_figure("plot.svg", &figure.panel(speed).panel(time))?;
    out.write_table("timing.csv", &headers, &columns)?;
    out.write_json("summary.json", &summary)?;
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
