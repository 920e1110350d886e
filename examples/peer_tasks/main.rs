//! Five tasks on which other simulators were measured: a sphere that ends up rolling (B1), a box that
//! should stay where it is (B2), an arm with friction in its joints (B3), a patch that slides and
//! spins (B4), and how the cost grows with the number of bodies (B5). The same bodies, loads and
//! measures, except for the arm, of which the results are known and not the data: here it is that of
//! Kikuuwe and Yamamoto. Beside ours stands what the others gave, as measured in November 2026 with
//! steps of 1 ms: `MuJoCo` 4.0.0, Drake 1.51.1, Rapier 0.36.1, `PyBullet` 3.2.7, DART 6.20.0 and
//! Siconos 4.4.0. Their times are of another machine. A goal that is missed is printed as missed.

use std::{collections::BTreeMap, path::PathBuf, process::ExitCode};

use clap::{Parser, ValueEnum};
use stiction::output::RunDirectory;

mod arm;
#[path = "../common/mod.rs"]
mod common;
mod findings;
mod growth;
mod models;
mod rolling;
mod spin_slide;
mod stay;
mod stick;

/// The tasks on which other simulators were measured.
#[derive(Parser)]
struct Options {
    /// Which task
    #[arg(long, value_enum, default_value = "all")]
    task: Task,
    /// Step size [s]; what is given of the others is for 1e-3
    #[arg(long, default_value_t = 1e-3, allow_negative_numbers = true)]
    step: f64,
    /// Most bodies in B5; one if less
    #[arg(long, default_value_t = 1000)]
    bodies: usize,
    /// Directory for the results
    #[arg(long, default_value = "out/peer_tasks")]
    out: PathBuf,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Task {
    /// A sphere slips until it rolls
    B1,
    /// A box is pushed with less than its friction
    B2,
    /// An arm with dry friction in its joints
    B3,
    /// A patch slides and spins
    B4,
    /// Many bodies
    B5,
    /// One after the other
    All,
}

fn main() -> ExitCode {
    common::report(run(&Options::parse()))
}

fn run(options: &Options) -> common::Outcome<()> {
    let mut summary = BTreeMap::new();
    let mut verdicts = vec![];
    for (task, name) in
        [(Task::B1, "b1"), (Task::B2, "b2"), (Task::B3, "b3"), (Task::B4, "b4"), (Task::B5, "b5")]
    {
        if options.task != task && options.task != Task::All {
            continue;
        }
        // A single task leaves its files where it is told to.
        let single = options.task != Task::All;
        let place = if single { options.out.clone() } else { options.out.join(name) };
        let out = RunDirectory::create(place)?;
        let findings = match task {
            Task::B1 => rolling::run(options.step, &out)?,
            Task::B2 => stay::run(options.step, &out)?,
            Task::B3 => arm::run(options.step, &out)?,
            Task::B4 => spin_slide::run(options.step, &out)?,
            Task::B5 | Task::All => growth::run(options.step, options.bodies, &out)?,
        };
        verdicts.push(findings.table(name));
        summary.insert(name, findings.json());
    }
    RunDirectory::create(&options.out)?.write_json("summary.json", &summary)?;
    for verdict in verdicts {
        println!("{verdict}");
    }
    println!("results in {}", options.out.display());
    Ok(())
}
