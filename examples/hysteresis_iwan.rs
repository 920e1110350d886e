//! Hysteresis by composition alone: bristles in parallel that yield one after the other (Iwan's
//! model, or Maxwell-slip) give the loops of a contact before it slides. They obey Masing's rules:
//! a branch is the first loading curve at twice the scale, and a closed loop is forgotten.

use std::{path::PathBuf, process::ExitCode};

use clap::Parser;
use serde_json::json;
use stiction::network::NetworkError;
use stiction::output::{RunDirectory, TextTable};
use stiction::plot::{Figure, Panel};
use stiction::prelude::*;

mod common;

/// Bristles in parallel make hysteresis loops.
#[derive(Parser)]
struct Options {
    /// Number of bristles; bristle i holds up to 0.1 i [N]
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    bristles: u32,
    /// Step with Runge-Kutta; Euler's scheme is exact here, Runge-Kutta errs where a bristle yields
    #[arg(long)]
    rk4: bool,
    /// Directory for the results
    #[arg(long, default_value = "out/hysteresis_iwan")]
    out: PathBuf,
}

const STIFFNESS: f64 = 1e3;
const STEP: f64 = 1e-3;
/// Turning points of the path in steps of 10 µm; the first loop lies between 750 and -750 µm.
const TURNS: [i32; 12] = [0, 75, -75, 75, 10, 50, 10, -75, 75, 90, -90, 90];
const AMPLITUDE: f64 = 7.5e-4;

fn main() -> ExitCode {
    common::report(run(&Options::parse()))
}

fn run(options: &Options) -> common::Outcome<()> {
    let out = RunDirectory::create(&options.out)?;
    let leg = |ends: &[i32]| {
        let (start, way) = (ends[0], ends[1] - ends[0]);
        (0..way.abs()).map(move |k| 1e-5 * f64::from(start + way.signum() * k))
    };
    let path: Vec<f64> = TURNS.windows(2).flat_map(leg).chain([9e-4]).collect();
    let (steps, until) = (path.len() - 1, (path.len() - 1) as f64 * STEP);

    // A hand that moves along the path; every bristle hangs between the hand and the ground.
    let hand = Prescribed::<Line, _>::new(move |stage: &Stage| {
        let step = ((stage.step_start / STEP).round() as usize).min(steps);
        let flow = (path[(step + 1).min(steps)] - path[step]) / STEP;
        Motion::new(path[step] + flow * (stage.time - stage.step_start), flow)
    });
    let mut net = NetworkBuilder::new();
    let limit = |bristle| 0.1 * f64::from(bristle);
    let law = |i| GsatFriction::builder().stiffness(STIFFNESS).damping(0.0).limit(limit(i)).build();
    let mut bristles = vec![];
    for i in 1..=options.bristles {
        bristles.push(net.connect(law(i)?, Direct::new(), hand.clone())?);
    }
    let tableau = if options.rk4 { Tableau::rk4() } else { Tableau::euler() };
    let sim = Simulation::new(net.build()?, tableau, STEP)?;
    // `Frame::effort` is that of the next step's first stage, which for Euler means of its end. The
    // deflections are of now, and without damping the force is theirs.
    let sampler = Sampler::every_steps(1).channels(["displacement", "force"], move |frame| {
        let springs = bristles.iter().map(|bristle| Ok(STIFFNESS * frame.internal(*bristle)?[0]));
        let force = springs.sum::<Result<f64, NetworkError>>()?;
        Ok([frame.wire_motion(bristles[0])?.pose, force])
    });
    let record = common::record(sim, until, sampler)?;
    let [x, force] = record.columns_named(["displacement", "force"])?;
    let limits: Vec<f64> = (1..=options.bristles).map(limit).collect();
    let expected = masing(x, |x| limits.iter().map(|limit| limit.min(STIFFNESS * x)).sum());
    let error = force.iter().zip(&expected).map(|(f, m)| (f - m).abs()).fold(0.0, f64::max);
    // The loop from the first turning point to the second and back.
    let work: f64 = (76..=375).map(|k| 0.5 * (force[k] + force[k - 1]) * (x[k] - x[k - 1])).sum();
    let loss = |limit: &f64| 4.0 * limit * (AMPLITUDE - limit / STIFFNESS).max(0.0);
    let theory: f64 = limits.iter().map(loss).sum();

    let mut table = TextTable::new("Bristles in parallel", &["quantity", "found", "theory"]);
    table.row(["energy of the first loop [J]", &format!("{work:.6e}"), &format!("{theory:.6e}")]);
    table.row(["deviation from Masing's rules [N]", &format!("{error:.1e}"), "0"]);
    let um: Vec<f64> = x.iter().map(|x| 1e6 * x).collect();
    let loops = Panel::new().x("displacement [µm]").y("force [N]");
    let loops = loops.line("bristles", &um, force).dashed("Masing's rules", &um, &expected);
    let figure = Figure::new("Bristles yield one after the other").size(700.0, 450.0).panel(loops);

    out.write_recorder("trajectory.csv", &record)?;
    out.write_figure("plot.svg", &figure)?;
    let energy = json!({ "found_J": work, "theory_J": theory });
    out.write_json("summary.json", &json!({ "loop_energy": energy, "max_masing_error_N": error }))?;
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}

/// The force along a path by Masing's rules, given the curve of first loading.
fn masing(path: &[f64], backbone: impl Fn(f64) -> f64) -> Vec<f64> {
    let mut turns: Vec<(f64, f64)> = vec![];
    let mut force = vec![0.0];
    let mut before = 0.0;
    for step in path.windows(2) {
        let way = step[1] - step[0];
        if way * before < 0.0 {
            turns.push((step[0], force[force.len() - 1]));
        }
        before = way;
        // Past an earlier turning point the loop since then is closed, and forgotten.
        while turns.len() > 1 && (step[1] - turns[turns.len() - 2].0) * way >= 0.0 {
            turns.truncate(turns.len() - 2);
        }
        // On the way of first loading there is no turning point, and the scale is 1.
        let (scale, x, f) = turns.last().map_or((1.0, 0.0, 0.0), |&(x, f)| (2.0, x, f));
        let reach = (step[1] - x) / scale;
        force.push(f + scale * backbone(reach.abs()).copysign(reach));
    }
    force
}
