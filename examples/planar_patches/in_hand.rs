//! A rectangular plate slips and turns in a parallel gripper under its weight: Figs. 26-35.

use std::{path::PathBuf, time::Instant};

use clap::Args;
use nalgebra::{Matrix3, vector};
use serde_json::json;
use stiction::friction::BristleRate;
use stiction::output::{RunDirectory, TextTable};
use stiction::prelude::*;
use stiction_lab::planar_lugre::{CELLS, FINGERS, INERTIA, MASS, Pad, PadContact, Trial, end};

use crate::common::{Outcome, record};
use crate::contact::{decay_rate, steepness};
use crate::model::{Model, Numerics};
use crate::plate::figure;

/// A plate slips and turns in a parallel gripper (Figs. 26-35)
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    plate: Plate,
    #[arg(long, value_enum, default_value = "reduced")]
    model: Model,
    /// Directory for the results
    #[arg(long, default_value = "out/planar_patches/in_hand")]
    out: PathBuf,
}

/// What is simulated, except for the model.
#[derive(Clone, Copy, Args)]
struct Plate {
    /// 1: the centre of mass is 25 mm beside the contact, 2: it is 2 mm beside it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    case: u8,
    /// A surface of the paper, or k2, k2fn: fingertips that grow with the load
    #[arg(long, default_value = "circle")]
    surface: Pad,
    /// Normal force: 1 swings, 2 is loosened for a while
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    profile: u8,
    /// Step size [s]
    #[arg(long, default_value_t = 1e-4)]
    step: f64,
    /// Cells along a side of the grid
    #[arg(long, default_value_t = CELLS)]
    cells: usize,
    #[command(flatten)]
    numerics: Numerics,
}

/// A run.
struct Run {
    record: Recorder,
    /// Parts into which each step was divided.
    parts: u32,
    /// How long it took \[s\].
    seconds: f64,
}

impl Plate {
    fn trial(&self) -> Trial {
        Trial { case: self.case, pad: self.surface, profile: self.profile }
    }

    /// Parts into which a step must be divided for a plate that sticks: damping brings it to rest at
    /// some rate, and Runge-Kutta of order 4 bears 2.785 per step.
    fn parts(&self, model: Model, contact: &PadContact) -> Outcome<u32> {
        let load = FINGERS * self.trial().grip().into_iter().fold(0.0, f64::max);
        let lever = self.trial().start().position - contact.first().center_of_pressure();
        let mut compliance = Matrix3::from_diagonal(&vector![1.0 / MASS, 1.0 / MASS, 0.0]);
        let arms = vector![-lever.y, lever.x, contact.first().radius()];
        compliance += arms * arms.transpose() / INERTIA;
        let mut rate = compliance.symmetric_eigenvalues().max();
        if model.has_table() {
            // The kinks of a steep table, and jolts by a pad that changes, ask for more than stability.
            let resolve = match steepness(contact)? {
                _ if contact.changes() => 2.5,
                steepness if steepness > 2.0 => 1.8,
                _ => 1.0,
            };
            rate = rate.max(resolve * decay_rate(contact, &compliance)?);
        }
        let damping = self.numerics.bristles()?.damping() * load;
        Ok((self.step * damping * rate / 2.5).ceil().max(1.0) as u32)
    }

    /// Two seconds in the gripper.
    fn simulate(&self, model: Model) -> Outcome<Run> {
        let started = Instant::now();
        let contact = self.trial().contact(self.cells)?;
        let parts = self.parts(model, &contact)?;
        let model = model.of(BristleRate::OrderPreserving, self.numerics)?;
        let object = self.trial().object(&contact, model)?;
        let (simulation, sampler) = object.simulation(self.step / f64::from(parts))?;
        let record = record(simulation, Trial::END, sampler)?;
        Ok(Run { record, parts, seconds: started.elapsed().as_secs_f64() })
    }
}

pub(crate) fn run(options: &Options) -> Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let models = [options.model, options.model.counterpart()];
    let plate = options.plate;
    let Run { record, parts, seconds } = plate.simulate(models[0])?;
    let other = plate.simulate(models[1])?.record;
    let [x, y, theta] = end(&record)?;
    let apart = end(&other)?;
    out.write_recorder("trajectory.csv", &record)?;
    out.write_json(
        "summary.json",
        &json!({
            "end_x_m": x, "end_y_m": y, "end_theta_rad": theta, "run_s": seconds,
            "model": models[0].name(), "step_s": plate.step, "parts_of_a_step": parts,
            "compared_with": {
                "model": models[1].name(), "end_x_m": apart[0], "end_y_m": apart[1],
                "end_theta_rad": apart[2],
            },
        }),
    )?;
    out.write_figure("plot.svg", &figure(&plate.trial().grip(), models, &[record, other])?)?;
    let columns = ["model", "x [mm]", "y [mm]", "theta [rad]"];
    let mut table = TextTable::new("A plate in a gripper, after 2 s", &columns);
    for (model, [x, y, theta]) in models.iter().zip([[x, y, theta], apart]) {
        let pose = [format!("{:.4}", 1e3 * x), format!("{:.4}", 1e3 * y), format!("{theta:.5}")];
        table.row([model.name()].into_iter().chain(pose));
    }
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
