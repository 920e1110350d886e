//! A disc under oscillating loads below its friction: Figs. 6, 23-25.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use core::f64::consts::PI;
use nalgebra::vector;
use serde_json::json;
use stiction::output::{RunDirectory, TextTable};
use stiction::patch::{Grid, Mount, Schedule, Surface};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

use crate::common::Outcome;
use crate::contact::{CELLS, Contact, INTERVAL, Shape};
use crate::model::{Model, Numerics};
use crate::object::{Object, end};

/// A disc under oscillating loads below its friction (Figs. 6, 23-25)
#[derive(Args)]
pub(crate) struct Options {
    /// What oscillates
    #[arg(long, value_enum, default_value = "tangential")]
    load: Load,
    #[arg(long, value_enum, default_value = "distributed-elasto-plastic")]
    model: Model,
    /// Step size [s]
    #[arg(long, default_value_t = 1e-4)]
    step: f64,
    /// Diameter of the contact [m]; that of the disc is 0.1
    #[arg(long, default_value_t = 0.05)]
    diameter: f64,
    #[command(flatten)]
    numerics: Numerics,
    /// Directory for the results
    #[arg(long, default_value = "out/planar_patches/drift")]
    out: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Load {
    /// Force and torque along the plane
    Tangential,
    /// The normal force, under a constant force and torque
    Normal,
}

const END: f64 = 5.0;
const INTERVALS: u32 = 500;
const MASS: f64 = 1.0;
const RADIUS: f64 = 0.05;
const WEIGHT: f64 = 9.81;

impl Load {
    /// Force along x \[N\], torque \[Nm\] and normal force \[N\] at a time \[s\].
    fn at(self, time: f64) -> [f64; 3] {
        let swing = (6.0 * PI * time).sin();
        let ramp = (time / 0.2).min(1.0);
        match self {
            Self::Tangential => {
                let force = if time < 1.0 { ramp } else { 1.0 + 0.4 * swing };
                let late =
                    if time < 3.0 { 0.15 * (time - 2.8).max(0.0) } else { 0.03 + 0.01 * swing };
                [force, late, WEIGHT]
            }
            Self::Normal => [ramp, 0.03 * ramp, WEIGHT + if time > 1.0 { swing } else { 0.0 }],
        }
    }

    /// The same in every interval.
    fn intervals(self) -> Vec<[f64; 3]> {
        (0..INTERVALS).map(|i| self.at(f64::from(i) * INTERVAL)).collect()
    }
}

impl Options {
    fn simulate(&self, model: Model) -> Outcome<Recorder> {
        let loads = self.load.intervals();
        let normal: Vec<f64> = loads.iter().map(|load| load[2]).collect();
        let grid = Grid::new(CELLS, self.diameter)?;
        let contact = Contact::new(Shape::Fixed(Surface::RasterCircle), grid, &normal)?;
        let normal = Schedule::every(INTERVAL, normal)?;
        let rate = BristleRate::OrderPreserving;
        let friction = model.friction(&contact, normal, Mount::default(), rate, self.numerics)?;
        let body = PlanarBody::builder().mass(MASS).inertia(0.5 * MASS * RADIUS * RADIUS);
        let push = loads
            .iter()
            .map(|&[force, torque, _]| PlanarWrench { force: vector![force, 0.0], torque });
        let start = PlanarPose::default();
        let object = Object { body: body.build()?, start, friction, push: push.collect() };
        object.simulate(self.step, END)
    }
}

/// Mean over (4, 5] less the mean over (3, 4]: the drift per second.
fn drift(time: &[f64], column: &[f64]) -> f64 {
    let mean = |from: f64| {
        let within = |t: f64| t > from + 1e-9 && t < from + 1.0 + 1e-9;
        let rows = time.iter().zip(column).filter(|&(&t, _)| within(t));
        // Relative to the first row, so that equal rows have exactly their value as mean.
        let first = rows.clone().map(|(_, x)| *x).next().unwrap_or(f64::NAN);
        let sum: f64 = rows.clone().map(|(_, x)| x - first).sum();
        first + sum / rows.count() as f64
    };
    mean(4.0) - mean(3.0)
}

pub(crate) fn run(options: &Options) -> Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let models = [options.model, options.model.other_bristle()];
    let columns = ["model", "x [m]", "theta [rad]", "drift [m/s]", "drift [rad/s]"];
    let mut table = TextTable::new("A disc under oscillating loads", &columns);
    let mut shift = Panel::new().y("x [µm]");
    let mut turn = Panel::new().x("time [s]").y("theta [mrad]");
    for (k, model) in models.into_iter().enumerate() {
        let record = options.simulate(model)?;
        let [time, xs, thetas] = record.columns_named(["t", "x", "theta"])?;
        let [x, _, theta] = end(&record)?;
        let (x_rate, theta_rate) = (drift(time, xs), drift(time, thetas));
        let scaled = |column: &[f64], by: f64| column.iter().map(|v| by * v).collect::<Vec<_>>();
        shift = shift.line(model.label(), time, &scaled(xs, 1e6));
        turn = turn.line("", time, &scaled(thetas, 1e3));
        let cells = [x, theta, x_rate, theta_rate].map(|value| format!("{value:.5e}"));
        table.row([model.name()].into_iter().chain(cells));
        if k == 0 {
            out.write_recorder("trajectory.csv", &record)?;
            out.write_json(
                "summary.json",
                &json!({
                    "model": model.name(), "step_s": options.step, "x_m": x, "theta_rad": theta,
                    "drift_x_m_per_s": x_rate, "drift_theta_rad_per_s": theta_rate,
                }),
            )?;
        }
    }
    let starts: Vec<f64> = (0..INTERVALS).map(|i| f64::from(i) * INTERVAL).collect();
    let load = |k: usize, by: f64| -> Vec<f64> {
        options.load.intervals().iter().map(|load| by * load[k]).collect()
    };
    let mut loads = Panel::new().y("load");
    loads = loads.steps("force [N]", &starts, &load(0, 1.0));
    loads = loads.steps("torque [10 mNm]", &starts, &load(1, 100.0));
    if options.load == Load::Normal {
        let swing: Vec<f64> = load(2, 1.0).iter().map(|n| n - WEIGHT).collect();
        loads = loads.steps("normal force − 9.81 [N]", &starts, &swing);
    }
    let figure = Figure::new("A disc under oscillating loads").size(900.0, 200.0).share_x();
    out.write_figure("plot.svg", &figure.panel(loads).panel(shift).panel(turn))?;
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
