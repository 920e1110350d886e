//! Computation times beside those of the paper: Tables II, IV, V and VI.

use std::{hint::black_box, path::PathBuf, time::Instant};

use clap::Args;
use nalgebra::Vector2;
use serde_json::json;
use stiction::output::{RunDirectory, TextTable};
use stiction::patch::{
    Arithmetic, BristleParameters, ContactPatch, DistributedPatch, Grid, LimitSurface,
    LimitSurfaceError, ReducedPatch, ReducedShape, Surface,
};
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::prelude::*;

use crate::common::Outcome;
use crate::contact::{CELLS, SAMPLES};
use crate::in_hand::Trial;
use crate::model::{Model, Numerics};
use crate::paper;

/// Evaluations per second, times to sample limit surfaces and to simulate (Tables II, IV, V, VI)
#[derive(Args)]
pub(crate) struct Options {
    /// Cells along a side of the grid, separated by commas
    #[arg(long, default_value = "5,9,13,17,21,25,29,33,101", value_delimiter = ',')]
    cells: Vec<usize>,
    /// Samples of a limit surface per quarter turn, separated by commas
    #[arg(long, default_value = "5,9,13,17,21,25,29,33", value_delimiter = ',')]
    samples: Vec<usize>,
    /// Time for each measurement [s]
    #[arg(long, default_value_t = 0.2)]
    seconds: f64,
    #[command(flatten)]
    numerics: Numerics,
    /// Directory for the results
    #[arg(long, default_value = "out/planar_patches/timing")]
    out: PathBuf,
}

const STEP: f64 = 1e-4;

/// Calls per second \[1/s\], the best of five.
fn rate(seconds: f64, mut call: impl FnMut()) -> f64 {
    const TRIALS: u32 = 5;
    let mut trial = || {
        let (started, mut calls) = (Instant::now(), 0.0);
        loop {
            call();
            calls += 1.0;
            let elapsed = started.elapsed().as_secs_f64();
            if elapsed * f64::from(TRIALS) > seconds {
                return calls / elapsed;
            }
        }
    };
    (0..TRIALS).map(|_| trial()).fold(0.0, f64::max)
}

/// Euler steps per second of a patch that slides and turns.
fn steps_per_second(patch: &impl Impedance<Domain = PlanarFrame>, seconds: f64) -> f64 {
    const AT_ONCE: u32 = 100;
    let flow = PlanarTwist { linear: Vector2::new(0.1, -0.05), angular: 1.59 };
    let motion = Motion { pose: PlanarPose::default(), flow };
    let mut z = vec![0.0; patch.internal_len()];
    let mut z_rate = z.clone();
    let mut step = || {
        black_box(patch.respond(&Stage::first(0.0, STEP), &motion, &z, &mut z_rate));
        z.iter_mut().zip(&z_rate).for_each(|(z, rate)| *z += STEP * rate);
    };
    f64::from(AT_ONCE) * rate(seconds, || (0..AT_ONCE).for_each(|_| step()))
}

/// Time to sample a limit surface \[s\].
fn sampling(patch: &ContactPatch, samples: usize, seconds: f64) -> Result<f64, LimitSurfaceError> {
    let mut surface = LimitSurface::new(patch, samples)?;
    let mut outcome = Ok(());
    let tables = rate(seconds, || {
        let again = surface.update(patch);
        if again.is_err() {
            outcome = again;
        }
    });
    outcome.map(|()| 1.0 / tables)
}

/// A number beside that of the paper, and how many times it is better.
fn beside(ours: f64, paper: Option<f64>, ratio: impl Fn(f64) -> f64) -> [String; 3] {
    let or_nothing = |value: Option<String>| value.unwrap_or_default();
    [
        format!("{ours:.2e}"),
        or_nothing(paper.map(|paper| format!("{paper:.2e}"))),
        or_nothing(paper.map(|paper| format!("{:.0}", ratio(paper)))),
    ]
}

impl Options {
    fn patch(cells: usize) -> Outcome<ContactPatch> {
        Ok(Surface::Square.patch(Grid::new(cells, 0.02)?)?)
    }

    /// Tables II and V: N, distributed in exact and in fast arithmetic, reduced \[1/s\], table \[s\].
    fn by_cells(&self) -> Outcome<Vec<(usize, [f64; 4])>> {
        // Softer than Table I, as in the authors' speed test: Euler bears the step.
        let bristles = BristleParameters::builder().stiffness(1e5).damping(20.0);
        let friction = StribeckCurve::builder().coulomb(1.0).breakaway(1.2).stribeck_speed(1e-3);
        let friction = friction.shape(StribeckShape::Gaussian).build()?;
        let bristles = bristles.viscous_damping(0.2).friction(friction).build()?;
        let row = |&cells: &usize| -> Outcome<(usize, [f64; 4])> {
            let patch = Self::patch(cells)?;
            let distributed = |arithmetic| -> Outcome<f64> {
                let friction = DistributedPatch::builder().patch(patch.clone()).bristles(bristles);
                let friction = friction.arithmetic(arithmetic).normal_force(1.0).build()?;
                Ok(steps_per_second(&friction, self.seconds))
            };
            let [exact, fast] = [distributed(Arithmetic::Exact)?, distributed(Arithmetic::Fast)?];
            let shape = ReducedShape::limit_surface(&patch, LimitSurface::new(&patch, SAMPLES)?);
            let reduced = ReducedPatch::builder().shape(shape).bristles(bristles);
            let reduced = steps_per_second(&reduced.normal_force(1.0).build()?, self.seconds);
            Ok((cells, [exact, fast, reduced, sampling(&patch, SAMPLES, self.seconds)?]))
        };
        self.cells.iter().map(row).collect()
    }

    /// Table VI: samples per quarter turn and time \[s\].
    fn by_samples(&self) -> Outcome<Vec<(usize, f64)>> {
        let patch = Self::patch(CELLS)?;
        let row = |&samples: &usize| Ok((samples, sampling(&patch, samples, self.seconds)?));
        self.samples.iter().map(row).collect()
    }

    /// Table IV: surface and times \[s\], distributed and reduced, the best of three.
    fn in_hand(&self) -> Outcome<Vec<(&'static str, [f64; 2])>> {
        let row = |&(name, _): &(&'static str, [f64; 2])| {
            let trial = Trial {
                case: 2,
                surface: name.parse()?,
                profile: 1,
                step: STEP,
                cells: CELLS,
                numerics: self.numerics,
            };
            let seconds = |model| -> Outcome<f64> {
                let runs = (0..3).map(|_| Ok(trial.simulate(model)?.seconds));
                let runs: Outcome<Vec<f64>> = runs.collect();
                Ok(runs?.into_iter().fold(f64::INFINITY, f64::min))
            };
            let reduced = seconds(Model::LimitSurfaceElastoPlastic)?;
            Ok((name, [seconds(Model::DistributedElastoPlastic)?, reduced]))
        };
        paper::IN_HAND.iter().map(row).collect()
    }
}

/// Ours with the colour, the paper's dashed.
fn curves(
    panel: Panel,
    label: &str,
    ours: &[(usize, f64)],
    paper: &[(usize, f64)],
    k: usize,
) -> Panel {
    let unzip = |points: &[(usize, f64)]| -> (Vec<f64>, Vec<f64>) {
        points.iter().map(|&(n, value)| (n as f64, value)).unzip()
    };
    let ((x, y), (n, value)) = (unzip(ours), unzip(paper));
    let color = palette::SEQUENCE[k];
    panel
        .series(Series::line_and_points(label, &x, &y).color(color))
        .series(Series::dashed("", &n, &value).color(color))
}

fn figure(cells: &[(usize, [f64; 4])], samples: &[(usize, f64)]) -> Figure {
    let column = |k: usize| cells.iter().map(|row| (row.0, row.1[k])).collect::<Vec<_>>();
    let mut speed = Panel::new().x("N").y("evaluations per second").x_log().y_log();
    speed = curves(speed, "reduced", &column(2), &paper::REDUCED, 0);
    speed = curves(speed, "distributed, fast", &column(1), &[], 2);
    speed = curves(speed, "distributed, exact", &column(0), &paper::DISTRIBUTED, 1);
    let mut table = Panel::new().x("N, samples").y("limit surface [s]").x_log().y_log();
    table = curves(table, "N cells", &column(3), &paper::TABLE_BY_CELLS, 0);
    table = curves(table, "samples per quarter", samples, &paper::TABLE_BY_SAMPLES, 1);
    let figure = Figure::new("Computation times (dashed: of the paper)").columns(2);
    figure.size(950.0, 320.0).panel(speed).panel(table)
}

pub(crate) fn run(options: &Options) -> Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let cells = options.by_cells()?;
    let samples = options.by_samples()?;
    let in_hand = options.in_hand()?;

    let title = "Evaluations per second, elasto-plastic, square (Tables II and V)";
    let headers = ["N", "exact", "fast", "paper", "times", "reduced", "paper", "times"];
    let mut speeds = TextTable::new(title, &headers);
    let title = "Time to sample a limit surface [s], 20 samples per quarter turn (Table V)";
    let mut tables = TextTable::new(title, &["N", "here", "paper", "times"]);
    for &(n, [exact, fast, reduced, table]) in &cells {
        let faster = |ours: f64| move |paper: f64| ours / paper;
        let [exact, paper, times] = beside(exact, paper::of(&paper::DISTRIBUTED, n), faster(exact));
        let first = [n.to_string(), exact, format!("{fast:.2e}"), paper, times];
        let last = beside(reduced, paper::of(&paper::REDUCED, n), faster(reduced));
        speeds.row(first.into_iter().chain(last));
        let row = beside(table, paper::of(&paper::TABLE_BY_CELLS, n), |paper| paper / table);
        tables.row([n.to_string()].into_iter().chain(row));
    }
    let title = "The same by samples per quarter turn, N = 21 (Table VI)";
    let mut sampled = TextTable::new(title, &["samples", "here", "paper", "times"]);
    for &(n, table) in &samples {
        let row = beside(table, paper::of(&paper::TABLE_BY_SAMPLES, n), |paper| paper / table);
        sampled.row([n.to_string()].into_iter().chain(row));
    }
    let title = "Two seconds in the hand [s], case 2 (Table IV)";
    let headers = ["surface", "distributed", "paper", "times", "reduced", "paper", "times"];
    let mut hand = TextTable::new(title, &headers);
    for ((name, ours), (_, paper)) in in_hand.iter().zip(paper::IN_HAND) {
        let cells = [0, 1].map(|k| beside(ours[k], Some(paper[k]), |paper| paper / ours[k]));
        hand.row([(*name).to_owned()].into_iter().chain(cells.into_iter().flatten()));
    }

    out.write_figure("plot.svg", &figure(&cells, &samples))?;
    let column = |k: usize| cells.iter().map(|row| row.1[k]).collect::<Vec<_>>();
    let sides: Vec<f64> = cells.iter().map(|row| row.0 as f64).collect();
    let headers = ["N", "exact_per_s", "fast_per_s", "reduced_per_s", "limit_surface_s"];
    let columns = [sides, column(0), column(1), column(2), column(3)];
    out.write_table("timing.csv", &headers, &columns)?;
    let by_cells = cells.iter().map(|&(n, [exact, fast, reduced, table])| {
        json!({
            "cells": n, "distributed_per_s": exact, "distributed_fast_per_s": fast,
            "reduced_per_s": reduced, "limit_surface_s": table,
        })
    });
    let by_samples =
        samples.iter().map(|row| json!({ "samples": row.0, "limit_surface_s": row.1 }));
    let hands = in_hand.iter().map(|(name, [distributed, reduced])| {
        json!({ "surface": name, "distributed_s": distributed, "reduced_s": reduced })
    });
    out.write_json(
        "summary.json",
        &json!({
            "by_cells": by_cells.collect::<Vec<_>>(),
            "by_samples": by_samples.collect::<Vec<_>>(), "in_hand": hands.collect::<Vec<_>>(),
        }),
    )?;
    println!("{speeds}\n{tables}\n{sampled}\n{hand}\nresults in {}", options.out.display());
    Ok(())
}
