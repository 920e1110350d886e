//! A body slides on a plane: the three examples of Xie and Chakraborty, *Dynamic Model of Planar
//! Sliding*, with the equivalent contact point, and any variation of them.
//!
//! 1: a square block slides and spins to rest (Fig. 2). 2: a ring does (Fig. 3), whose contact point
//! wanders through the hole. 3: the block is pushed at one side by a force that swings (Fig. 4).

use std::{path::PathBuf, process::ExitCode};

use clap::Parser;
use serde_json::json;
use stiction::output::{RunDirectory, TextTable};

mod body;
#[path = "../common/mod.rs"]
mod common;
mod figure;
mod run;
#[path = "../common/triple.rs"]
mod triple;

use body::Body;
use run::Run;

/// Slide a body on a plane and see where it stops
#[derive(Parser)]
#[command(allow_negative_numbers = true)]
struct Options {
    /// Example of the paper: 1 a square, 2 a ring, 3 a square that is pushed
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    example: u8,
    #[command(flatten)]
    changes: body::Changes,
    /// Step size [s]
    #[arg(long, default_value_t = 0.01)]
    step: f64,
    /// End of the run [s]; 0.5, 0.65 and 3 for the examples unless given
    #[arg(long)]
    until: Option<f64>,
    /// Directory for the results
    #[arg(long, default_value = "out/planar_sliding")]
    out: PathBuf,
}

fn main() -> ExitCode {
    common::report(run(&Options::parse()))
}

fn run(options: &Options) -> common::Outcome<()> {
    let body = Body::new(options.example, &options.changes)?;
    let until = options.until.unwrap_or(body.until);
    let run = Run::new(&body, options.step, until)?;
    if let Some(time) = run.first_topples {
        eprintln!(
            "warning: the contact point leaves the support at {time} s: the body topples, and what \
             follows holds for one that is kept upright"
        );
    }
    if let Some(time) = run.first_separated {
        eprintln!("warning: the body is lifted off at {time} s, and falls without a model of it");
    }
    let out = RunDirectory::create(&options.out)?;
    out.write_table("trajectory.csv", &run::COLUMNS, &run.columns)?;
    let (stop, pose, margin) = (run.stop_time(), run.end, run.least_margin());
    out.write_json(
        "summary.json",
        &json!({
            "stop_time_s": stop,
            "end_pose": {
                "x_m": pose.position.x, "y_m": pose.position.y, "theta_rad": pose.angle,
            },
            "min_hull_margin_m": margin,
            "topples_at_s": run.first_topples,
            "mean_step_ns": run.step_nanoseconds,
            "mean_iterations": run.mean_iterations(),
            "stick_steps": run.stick_steps(),
            "steps": run.columns[0].len(), "step_s": options.step, "until_s": until,
            "example": options.example,
        }),
    )?;
    out.write_figure("plot.svg", &figure::figure(&body, &run))?;
    let mut table = TextTable::new(body.title, &["", ""]);
    let text = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.6}"));
    let rows = [
        ("stops at [s]", text(stop)),
        ("ends at x [m]", text(Some(pose.position.x))),
        ("y [m]", text(Some(pose.position.y))),
        ("theta [rad]", text(Some(pose.angle))),
        ("least margin of the contact point [m]", text(margin)),
        ("time for a step [ns]", format!("{:.0}", run.step_nanoseconds)),
    ];
    for (name, value) in rows {
        table.row([name.to_owned(), value]);
    }
    println!("{table}\nresults in {}", options.out.display());
    Ok(())
}
