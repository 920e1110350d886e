//! A rectangular plate slips and turns in a parallel gripper under its weight: Figs. 26-35.

use std::{path::PathBuf, time::Instant};

use clap::Args;
use nalgebra::{Matrix3, vector};
use serde_json::json;
use stiction::output::{RunDirectory, TextTable};
use stiction::patch::{Grid, Mount, Schedule};
use stiction::prelude::*;

use crate::common::Outcome;
use crate::contact::{CELLS, Contact, INTERVAL, Shape};
use crate::model::{Model, Numerics};
use crate::object::{Object, end};
use crate::plate::figure;

/// A plate slips and turns in a parallel gripper (Figs. 26-35)
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    trial: Trial,
    #[arg(long, value_enum, default_value = "reduced")]
    model: Model,
    /// Directory for the results
    #[arg(long, default_value = "out/planar_patches/in_hand")]
    out: PathBuf,
}

/// What is simulated, but for the model.
#[derive(Clone, Copy, Args)]
pub(crate) struct Trial {
    /// 1: the centre of mass is 25 mm beside the contact, 2: it is 2 mm beside it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(crate) case: u8,
    /// A surface of the paper, or k2, k2fn: fingertips that grow with the load
    #[arg(long, default_value = "circle")]
    pub(crate) surface: Shape,
    /// Normal force: 1 swings, 2 is loosened for a while
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(crate) profile: u8,
    /// Step size [s]
    #[arg(long, default_value_t = 1e-4)]
    pub(crate) step: f64,
    /// Cells along a side of the grid
    #[arg(long, default_value_t = CELLS)]
    pub(crate) cells: usize,
    #[command(flatten)]
    pub(crate) numerics: Numerics,
}

/// A run.
pub(crate) struct Run {
    pub(crate) record: Recorder,
    /// Parts into which each step was divided.
    parts: u32,
    /// How long it took \[s\].
    pub(crate) seconds: f64,
}

const END: f64 = 2.0;
const INTERVALS: u32 = 200;
const MASS: f64 = 0.2;
pub(crate) const SIZE: [f64; 2] = [0.15, 0.08];
const INERTIA: f64 = MASS * (SIZE[0] * SIZE[0] + SIZE[1] * SIZE[1]) / 12.0;
/// Both fingers bear the plate.
const FINGERS: f64 = 2.0;

impl Trial {
    /// Normal force of one finger in every interval \[N\].
    fn grip(&self) -> Vec<f64> {
        let (mean, swing, firm, loose, open) = match self.case {
            1 => (3.6, 0.9, 4.0, 2.9, 31..50),
            _ => (1.73, 0.91, 2.0, 0.84, 33..50),
        };
        let force = |i: u32| match self.profile {
            1 => mean + swing * (4.0 * core::f64::consts::PI * f64::from(i) * INTERVAL).sin(),
            _ if open.contains(&i) => loose,
            _ => firm,
        };
        (0..INTERVALS).map(force).collect()
    }

    /// Distance of the centre of mass from the middle of the pads at the start \[m\].
    const fn beside(&self) -> f64 {
        if self.case == 1 { 0.025 } else { 0.002 }
    }

    /// Parts into which a step must be divided for a plate that sticks: damping brings it to rest at
    /// some rate, and Runge-Kutta of order 4 bears 2.785 per step.
    fn parts(&self, model: Model, contact: &Contact) -> Outcome<u32> {
        let load = FINGERS * self.grip().into_iter().fold(0.0, f64::max);
        let lever = vector![self.beside(), 0.0] - contact.first().center_of_pressure();
        let mut compliance = Matrix3::from_diagonal(&vector![1.0 / MASS, 1.0 / MASS, 0.0]);
        let arms = vector![-lever.y, lever.x, contact.first().radius()];
        compliance += arms * arms.transpose() / INERTIA;
        let mut rate = compliance.symmetric_eigenvalues().max();
        if model.has_table() {
            // The kinks of a steep table, and jolts by a pad that changes, ask for more than stability.
            let resolve = match contact.steepness()? {
                _ if contact.changes() => 2.5,
                steepness if steepness > 2.0 => 1.8,
                _ => 1.0,
            };
            rate = rate.max(resolve * contact.decay_rate(&compliance)?);
        }
        let damping = self.numerics.bristles()?.damping() * load;
        Ok((self.step * damping * rate / 2.5).ceil().max(1.0) as u32)
    }

    /// Two seconds in the gripper.
    pub(crate) fn simulate(&self, model: Model) -> Outcome<Run> {
        let grip = self.grip();
        let contact = Contact::new(self.surface, Grid::new(self.cells, 0.02)?, &grip)?;
        let load = Schedule::every(INTERVAL, grip.iter().map(|force| FINGERS * force))?;
        let at = Mount::in_world(PlanarPose::default())?;
        let started = Instant::now();
        let parts = self.parts(model, &contact)?;
        let rate = BristleRate::OrderPreserving;
        let friction = model.friction(&contact, load, at, rate, self.numerics)?;
        let body = PlanarBody::builder().mass(MASS).inertia(INERTIA).gravity(vector![0.0, -9.81]);
        let start = PlanarPose { position: vector![self.beside(), 0.0], angle: 0.0 };
        let object = Object { body: body.build()?, start, friction, push: vec![] };
        let record = object.simulate(self.step / f64::from(parts), END)?;
        Ok(Run { record, parts, seconds: started.elapsed().as_secs_f64() })
    }
}

pub(crate) fn run(options: &Options) -> Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let models = [options.model, options.model.counterpart()];
    let trial = options.trial;
    let Run { record, parts, seconds } = trial.simulate(models[0])?;
    let other = trial.simulate(models[1])?.record;
    let [x, y, theta] = end(&record)?;
    let apart = end(&other)?;
    out.write_recorder("trajectory.csv", &record)?;
    out.write_json(
        "summary.json",
        &json!({
            "end_x_m": x, "end_y_m": y, "end_theta_rad": theta, "run_s": seconds,
            "model": models[0].name(), "step_s": trial.step, "parts_of_a_step": parts,
            "compared_with": {
                "model": models[1].name(), "end_x_m": apart[0], "end_y_m": apart[1],
                "end_theta_rad": apart[2],
            },
        }),
    )?;
    out.write_figure("plot.svg", &figure(&trial.grip(), models, &[record, other])?)?;
    let columns = ["model", "x [mm]", "y [mm]", "theta [rad]"];
    let mut table = TextTable::new("A plate in a gripper, after 2 s", &columns);
    for (model, [x, y, theta]) in models.iter().zip([[x, y, theta], apart]) {
        let pose = [format!("{:.4}", 1e3 * x), format!("{:.4}", 1e3 * y), format!("{theta:.5}")];
        table.row([model.name()].into_iter().chain(pose));
    }
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
