//! Friction coefficients from measured velocities, with error bars: a recording of your own, or one
//! made up with noise to see how far each way of finding them can be trusted.

use std::{fs::File, path::PathBuf, process::ExitCode};

use clap::Parser;
use nalgebra::Vector3;
use serde_json::json;
use stiction::output::{RunDirectory, TextTable};
use stiction::sliding::identify::{
    FrictionEstimate, MaximumLikelihood, PARAMETER_NAMES, Recording, TrajectoryFit,
};

#[path = "../common/mod.rs"]
mod common;
mod estimators;
mod experiment;
mod figure;
mod noise;
#[path = "../common/triple.rs"]
mod triple;

use estimators::{Level, NAMES};
use experiment::Experiment;
use noise::Noise;

/// What `--data` is.
const DATA: &str = "Table with the columns t, vx, vy, w and, if it was pushed, fx, fy, fz, \
                    tau_x, tau_y, tau_z; without it a recording is made up";

/// Find the friction of a slider from measured velocities
#[derive(Parser)]
#[command(allow_negative_numbers = true)]
struct Options {
    #[arg(long, value_name = "FILE.csv", help = DATA)]
    data: Option<PathBuf>,
    /// Signal to noise of a recording that is made up [dB]
    #[arg(long, default_value_t = 40.0)]
    snr_db: f64,
    /// Seed of its noise
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Recordings at every level of noise, to see the errors; 0 for none of that
    #[arg(long, default_value_t = 400)]
    runs: u32,
    #[command(flatten)]
    experiment: Experiment,
    /// Directory for the results
    #[arg(long, default_value = "out/identify_friction")]
    out: PathBuf,
}

fn main() -> ExitCode {
    common::report(run(&Options::parse()))
}

fn run(options: &Options) -> common::Outcome<()> {
    let slider = options.experiment.slider()?;
    let mut noise = Noise::new(options.seed);
    let (recording, truth, levels) = if let Some(path) = &options.data {
        let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let recording = Recording::from_csv(file);
        (recording.map_err(|error| format!("{}: {error}", path.display()))?, None, vec![])
    } else {
        let (exact, truth) = (options.experiment.exact()?, options.experiment.truth());
        let size = experiment::deviations(&exact, options.snr_db)?;
        let recording = experiment::measured(&exact, &size, &mut noise)?;
        let levels = match options.runs {
            0 => vec![],
            1 => return Err("--runs 1: a scatter needs two".into()),
            runs => estimators::study(&slider, &exact, &truth, runs, &mut noise)?,
        };
        (recording, Some(truth), levels)
    };
    let fit = MaximumLikelihood::default().fit(&slider, &recording)?;
    let found = estimators::all(&slider, &recording);
    for (name, error) in NAMES.iter().zip(&found).filter_map(|(n, f)| Some((n, f.as_ref().err()?)))
    {
        eprintln!("warning: {name}: {error}");
    }
    let found = found.map(Result::ok);

    let out = RunDirectory::create(&options.out)?;
    write_trajectory(&out, &recording, &fit)?;
    out.write_json("summary.json", &summary(&fit, &found, truth, &levels))?;
    let reference = match truth {
        Some(truth) => ("the truth", truth),
        None => ("the likelihood", fit.friction.limits),
    };
    let figure = figure::figure(&recording, &fit, reference, &found, &levels);
    out.write_figure("plot.svg", &figure)?;
    println!("{}", coefficients(&found, truth));
    if !levels.is_empty() {
        println!("{}", errors(&levels));
    }
    println!("results in {}", options.out.display());
    Ok(())
}

/// The recording, which `--data` reads, and the fit.
fn write_trajectory(
    out: &RunDirectory,
    recording: &Recording,
    fit: &TrajectoryFit,
) -> common::Outcome<()> {
    let velocities = recording.velocities();
    let mut columns = vec![];
    columns
        .push((0..velocities.len()).map(|k| k as f64 * recording.interval()).collect::<Vec<_>>());
    columns.extend((0..3).map(|i| velocities.iter().map(|v| v[i]).collect()));
    let fitted = |i: usize| velocities.iter().zip(&fit.residuals).map(move |(v, r)| v[i] - r[i]);
    columns.extend((0..3).map(|i| fitted(i).collect::<Vec<_>>()));
    // Nothing acts after the last velocity.
    let loads: Vec<_> = recording.loads().iter().copied().chain([Default::default()]).collect();
    columns.extend((0..3).map(|i| loads.iter().map(|load| load.force[i]).collect::<Vec<_>>()));
    columns.extend((0..3).map(|i| loads.iter().map(|load| load.torque[i]).collect::<Vec<_>>()));
    let headers = [
        "t", "vx", "vy", "w", "vx_fit", "vy_fit", "w_fit", "fx", "fy", "fz", "tau_x", "tau_y",
        "tau_z",
    ];
    Ok(out.write_table("trajectory.csv", &headers, &columns)?)
}

fn numbers(vector: &Vector3<f64>) -> [f64; 3] {
    (*vector).into()
}

fn summary(
    fit: &TrajectoryFit,
    found: &[Option<FrictionEstimate>; 3],
    truth: Option<Vector3<f64>>,
    levels: &[Level],
) -> serde_json::Value {
    let estimates: serde_json::Map<_, _> = NAMES
        .iter()
        .zip(found)
        .filter_map(|(name, estimate)| {
            let estimate = estimate.as_ref()?;
            let errors = numbers(&estimate.standard_errors());
            let value = json!({ "limits": numbers(&estimate.limits), "standard_errors": errors });
            Some(((*name).to_owned(), value))
        })
        .collect();
    let levels: Vec<_> = levels
        .iter()
        .map(|level| {
            let [bias, deviation] = [0, 1].map(|k| {
                level
                    .found
                    .each_ref()
                    .map(|found| numbers(if k == 0 { &found.0 } else { &found.1 }))
            });
            json!({
                "snr_db": level.decibels, "estimators": NAMES, "relative_bias": bias,
                "relative_deviation": deviation, "cramer_rao": numbers(&level.bound),
                "failures": level.failures,
            })
        })
        .collect();
    json!({
        "parameters": PARAMETER_NAMES, "estimates": estimates, "truth": truth.map(|t| numbers(&t)),
        "initial": {
            "vx": fit.initial.linear.x, "vy": fit.initial.linear.y, "w": fit.initial.angular,
        },
        "noise": numbers(&fit.noise), "iterations": fit.iterations,
        "slipping_steps": fit.friction.steps, "levels": levels,
    })
}

fn coefficients(found: &[Option<FrictionEstimate>; 3], truth: Option<Vector3<f64>>) -> TextTable {
    let headers = ["", "mu e_t", "+-", "mu e_o", "+-", "mu e_r [mm]", "+-"];
    let mut table = TextTable::new("Friction", &headers);
    let cells = |limits: &Vector3<f64>, errors: Option<Vector3<f64>>| {
        let errors = errors.map_or([String::new(), String::new(), String::new()], |errors| {
            [errors.x, errors.y, 1e3 * errors.z].map(|error| format!("{error:.5}"))
        });
        let limits = [limits.x, limits.y, 1e3 * limits.z].map(|limit| format!("{limit:.5}"));
        limits.into_iter().zip(errors).flat_map(|(limit, error)| [limit, error])
    };
    if let Some(truth) = truth {
        table.row(["truth".to_owned()].into_iter().chain(cells(&truth, None)));
    }
    for (name, estimate) in NAMES.iter().zip(found) {
        if let Some(found) = estimate {
            let cells = cells(&found.limits, Some(found.standard_errors()));
            table.row([(*name).to_owned()].into_iter().chain(cells));
        }
    }
    table
}

fn errors(levels: &[Level]) -> TextTable {
    let mut headers = vec!["SNR [dB]"];
    headers.extend(NAMES);
    headers.push("Cramér-Rao bound");
    let title = "Bias/deviation in % of mu e_t, of mu e_r";
    let mut table = TextTable::new(title, &headers);
    for level in levels {
        let two = |mean: &Vector3<f64>, deviation: &Vector3<f64>, i: usize| {
            format!("{:.2}/{:.2}", 100.0 * mean[i], 100.0 * deviation[i])
        };
        let mut row = vec![level.decibels.to_string()];
        row.extend(level.found.iter().map(|(m, d)| [two(m, d, 0), two(m, d, 2)].join(", ")));
        row.push(format!("{:.3}, {:.3}", 100.0 * level.bound.x, 100.0 * level.bound.z));
        table.row(row);
    }
    table
}
