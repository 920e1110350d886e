//! Speed of the models and of sampling: Tables II, V and VI.
//!
//! Times belong to a machine and to what else it does: none is a verdict.

use std::hint::black_box;
use std::time::Instant;

use crate::planar_lugre::{CELLS, Kind, Model, PadContact, SAMPLES};
use nalgebra::Vector2;
use stiction::friction::StribeckShape;
use stiction::output::TextTable;
use stiction::patch::{BristleModel, BristleParameters, LimitSurface, LimitSurfaceError, Surface};
use stiction::plot::{Figure, Panel, Series, palette};
use stiction::prelude::*;

use super::words::patch;
use crate::experiments::Source::Paper;
use crate::experiments::{Check, Effort, Outcome, ReproduceError};

/// Table II: cells along a side, evaluations of the distributed model per second.
const DISTRIBUTED: [(usize, f64); 9] = [
    (5, 1.6e5),
    (9, 3.9e4),
    (13, 2.8e4),
    (17, 1.7e4),
    (21, 1.1e4),
    (25, 7.7e3),
    (29, 5.7e3),
    (33, 4.5e3),
    (101, 4.3e2),
];

/// Table V: cells along a side, time to sample a limit surface \[s\], evaluations of the reduced
/// model per second.
const REDUCED: [(usize, f64, f64); 8] = [
    (5, 2.4e-2, 8.7e5),
    (9, 5.4e-2, 8.5e5),
    (13, 1.0e-1, 7.7e5),
    (17, 1.8e-1, 8.6e5),
    (21, 2.6e-1, 8.7e5),
    (25, 3.7e-1, 8.6e5),
    (29, 4.9e-1, 8.6e5),
    (33, 6.3e-1, 8.6e5),
];

/// Table VI: samples per right angle, time to sample a limit surface \[s\].
const SAMPLED: [(usize, f64); 8] = [
    (5, 2.2e-2),
    (9, 5.8e-2),
    (13, 1.1e-1),
    (17, 1.9e-1),
    (21, 2.9e-1),
    (25, 3.9e-1),
    (29, 5.3e-1),
    (33, 7.0e-1),
];

pub(super) const MACHINES: &str = "The paper's times are of an Intel i7-1185G7, its friction in C++ \
                                   called from Python; ours are of the machine that wrote this report, \
                                   while it may have had other things to do. They are no verdict.";
/// Bears the softer bristles below.
const STEP: f64 = 1e-4;

/// Calls per second \[1/s\], the best of five.
fn rate(effort: Effort, mut call: impl FnMut()) -> f64 {
    let seconds = if effort == Effort::Full { 0.04 } else { 0.01 };
    let mut trial = || {
        let (started, mut calls) = (Instant::now(), 0.0);
        loop {
            call();
            calls += 1.0;
            let elapsed = started.elapsed().as_secs_f64();
            if elapsed > seconds {
                return calls / elapsed;
            }
        }
    };
    (0..5).map(|_| trial()).fold(0.0, f64::max)
}

/// Euler steps per second of a square that slides and turns.
fn steps_per_second(effort: Effort, kind: Kind, cells: usize) -> Result<f64, ReproduceError> {
    const AT_ONCE: u32 = 20;
    // Softer than Table I, as in the speed test of the authors: Euler bears the step.
    let friction = StribeckCurve::builder().coulomb(1.0).breakaway(1.2).stribeck_speed(1e-3);
    let friction = friction.shape(StribeckShape::Gaussian).build()?;
    let soft = BristleParameters::builder().stiffness(1e5).damping(20.0).viscous_damping(0.2);
    let mut model = Model::new(kind, BristleModel::ElastoPlastic)?;
    model.parameters = soft.friction(friction).build()?;
    let friction = model.friction(&PadContact::fixed(patch(Surface::Square, cells)?))?;
    let flow = PlanarTwist { linear: Vector2::new(0.1, -0.05), angular: 1.59 };
    let motion = Motion { pose: PlanarPose::default(), flow };
    let mut z = vec![0.0; friction.memory().len()];
    let mut z_rate = z.clone();
    let mut step = || {
        black_box(friction.respond(&Stage::first(0.0, STEP), &motion, &z, &mut z_rate));
        z.iter_mut().zip(&z_rate).for_each(|(z, rate)| *z += STEP * rate);
    };
    Ok(f64::from(AT_ONCE) * rate(effort, || (0..AT_ONCE).for_each(|_| step())))
}

/// Time to sample the limit surface of a square \[s\].
fn sampling(effort: Effort, cells: usize, samples: usize) -> Result<f64, ReproduceError> {
    let patch = patch(Surface::Square, cells)?;
    let mut surface = LimitSurface::new(&patch, samples)?;
    let mut outcome: Result<(), LimitSurfaceError> = Ok(());
    let tables = rate(effort, || {
        let again = surface.update(&patch);
        if again.is_err() {
            outcome = again;
        }
    });
    outcome?;
    Ok(1.0 / tables)
}

/// Ours, and the paper's dashed.
fn panel(x: &str, y: &str, keys: &[usize], ours: &[f64], paper: &[f64]) -> Panel {
    let keys: Vec<f64> = keys.iter().map(|&key| key as f64).collect();
    let dashed = Series::dashed("paper", &keys, paper).color(palette::BLACK);
    let panel = Panel::new().x(x).y(y).log_log();
    panel.series(Series::line_and_points("here", &keys, ours)).series(dashed)
}

/// Rows of a table, with how many times faster we are, and the least of those ratios.
fn compared(
    title: &str,
    key: &str,
    rows: &[(usize, f64, f64)],
    faster: bool,
) -> (TextTable, Check) {
    let mut table = TextTable::new(title, &[key, "here", "paper", "times faster"]);
    let mut least = f64::INFINITY;
    for &(key, ours, paper) in rows {
        let ratio = if faster { ours / paper } else { paper / ours };
        least = least.min(ratio);
        table.row([
            key.to_string(),
            format!("{ours:.2e}"),
            format!("{paper:.2e}"),
            format!("{ratio:.0}"),
        ]);
    }
    let quantity = format!("{title}: times faster than the paper, least");
    (table, Paper.information(quantity, least, 1.0))
}

pub(super) fn distributed(effort: Effort) -> Result<Outcome, ReproduceError> {
    let mut rows = vec![];
    for (cells, paper) in DISTRIBUTED {
        rows.push((cells, steps_per_second(effort, Kind::Distributed, cells)?, paper));
    }
    let (table, check) = compared("Distributed, steps per second", "N", &rows, true);
    let [ours, paper] = [|row: &(usize, f64, f64)| row.1, |row: &(usize, f64, f64)| row.2]
        .map(|f| rows.iter().map(f).collect::<Vec<_>>());
    let keys: Vec<usize> = rows.iter().map(|row| row.0).collect();
    let figure = Figure::new("").panel(panel("N", "steps per second", &keys, &ours, &paper));
    let text = format!(
        "Steps of the distributed elasto-plastic model on a square of N x N cells. {MACHINES}"
    );
    Ok(Outcome::new(text).check(check).table(table).figure(figure))
}

pub(super) fn reduced(effort: Effort) -> Result<Outcome, ReproduceError> {
    let (mut steps, mut sampled) = (vec![], vec![]);
    for (cells, seconds, per_second) in REDUCED {
        steps.push((cells, steps_per_second(effort, Kind::LimitSurface, cells)?, per_second));
        sampled.push((cells, sampling(effort, cells, SAMPLES)?, seconds));
    }
    let (steps_table, steps_check) = compared("Reduced, steps per second", "N", &steps, true);
    let (sampled_table, sampled_check) =
        compared("Sampling a limit surface [s]", "N", &sampled, false);
    let of = |rows: &[(usize, f64, f64)], k: usize| -> Vec<f64> {
        rows.iter().map(|row| if k == 0 { row.1 } else { row.2 }).collect()
    };
    let spread = |speeds: Vec<f64>| {
        let (slow, fast) =
            speeds.iter().fold((f64::MAX, 0.0_f64), |(l, h), &s| (l.min(s), h.max(s)));
        fast / slow
    };
    let [ours, papers] = [0, 1].map(|k| spread(of(&steps, k)));
    let times = steps[4].1 / steps_per_second(effort, Kind::Distributed, CELLS)?;
    let text = format!(
        "Steps of the reduced elasto-plastic model, and time to sample the limit surface of a square of \
         N x N cells. The paper: the speed does not depend on N, and at 21 x 21 cells is about 80 \
         times that of the distributed model. {MACHINES}"
    );
    let because = "both models are faster here than the paper's, but the distributed one by far more: its \
                   cells are worked off several at a time, while the three bristles of the reduced \
                   one spend their time on looking up the limit surface.";
    let keys = REDUCED.map(|row| row.0);
    let speed = panel("N", "steps per second", &keys, &of(&steps, 0), &of(&steps, 1));
    let time = panel("N", "sampling [s]", &keys, &of(&sampled, 0), &of(&sampled, 1));
    let quantity = "21 x 21 cells: times faster than the distributed model";
    Ok(Outcome::new(text)
        .check(steps_check)
        .check(sampled_check)
        .check(Paper.information("speed of the fastest N over that of the slowest", ours, papers))
        .check(Paper.at_least(quantity, times, 80.0).or_explained(because))
        .table(steps_table)
        .table(sampled_table)
        .figure(Figure::new("").columns(2).size(950.0, 300.0).panel(speed).panel(time)))
}

pub(super) fn samples(effort: Effort) -> Result<Outcome, ReproduceError> {
    let mut rows = vec![];
    for (samples, paper) in SAMPLED {
        rows.push((samples, sampling(effort, CELLS, samples)?, paper));
    }
    let (table, check) = compared("Sampling a limit surface [s]", "N_ls", &rows, false);
    let keys = SAMPLED.map(|row| row.0);
    let ours: Vec<f64> = rows.iter().map(|row| row.1).collect();
    let figure = panel("N_ls", "sampling [s]", &keys, &ours, &SAMPLED.map(|row| row.1));
    let text = format!(
        "Time to sample the limit surface of a square of 21 x 21 cells in 4 N_ls² cells. {MACHINES}"
    );
    Ok(Outcome::new(text).check(check).table(table).figure(Figure::new("").panel(figure)))
}
