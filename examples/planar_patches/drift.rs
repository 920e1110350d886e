//! A disc under oscillating loads below its friction: Figs. 6, 23-25.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;
use stiction::friction::BristleRate;
use stiction::output::{RunDirectory, TextTable};
use stiction::patch::{Grid, Surface};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;
use stiction_lab::planar_lugre::{CELLS, INTERVAL, Load, PadContact, disc, end};

use crate::common::{Outcome, record};
use crate::model::{Model, Numerics};

/// A disc under oscillating loads below its friction (Figs. 6, 23-25)
#[derive(Args)]
pub(crate) struct Options {
    /// What oscillates
    #[arg(long, value_enum, default_value = "tangential")]
    load: Oscillates,
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
enum Oscillates {
    /// Force and torque along the plane
    Tangential,
    /// The normal force, under a constant force and torque
    Normal,
}

impl From<Oscillates> for Load {
    fn from(what: Oscillates) -> Self {
        match what {
            Oscillates::Tangential => Self::Tangential,
            Oscillates::Normal => Self::Normal,
        }
    }
}

const WEIGHT: f64 = 9.81;

impl Options {
    fn simulate(&self, model: Model) -> Outcome<Recorder> {
        let contact =
            PadContact::fixed(Surface::RasterCircle.patch(Grid::new(CELLS, self.diameter)?)?);
        let model = model.of(BristleRate::OrderPreserving, self.numerics)?;
        let (simulation, sampler) =
            disc(self.load.into(), model, &contact)?.simulation(self.step)?;
        record(simulation, Load::END, sampler)
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
    let intervals = Load::from(options.load).intervals();
    let starts: Vec<f64> = (0..intervals.len()).map(|i| i as f64 * INTERVAL).collect();
    let load = |k: usize, by: f64| intervals.iter().map(|load| by * load[k]).collect::<Vec<_>>();
    let mut loads = Panel::new().y("load");
    loads = loads.steps("force [N]", &starts, &load(0, 1.0));
    loads = loads.steps("torque [10 mNm]", &starts, &load(1, 100.0));
    if options.load == Oscillates::Normal {
        let swing: Vec<f64> = load(2, 1.0).iter().map(|n| n - WEIGHT).collect();
        loads = loads.steps("normal force − 9.81 [N]", &starts, &swing);
    }
    let figure = Figure::new("A disc under oscillating loads").size(900.0, 200.0).share_x();
    out.write_figure("plot.svg", &figure.panel(loads).panel(shift).panel(turn))?;
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
