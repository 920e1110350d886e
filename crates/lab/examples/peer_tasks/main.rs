//! Four tasks on which other simulators were measured: a sphere that ends up rolling (B1), a box that
//! should stay where it is (B2), an arm with friction in its joints (B3) and a patch that slides and
//! spins (B4). Bodies, loads and measures are those of the others, except for the arm: its results are
//! known but not its data, so here it is the arm of Kikuuwe and Yamamoto. Our results stand beside
//! those of the others, measured in November 2026 with steps of 1 ms: `MuJoCo` 4.0.0, Drake 1.51.1,
//! Rapier 0.36.1, `PyBullet` 3.2.7, DART 6.20.0 and Siconos 4.4.0. A missed goal is printed as missed.
//!
//! `cargo run --release -p stiction-lab --example peer_tasks`

use std::{collections::BTreeMap, error::Error};

use stiction::output::RunDirectory;
use stiction::prelude::*;

use findings::Findings;

mod arm;
mod findings;
mod models;
mod rolling;
mod spin_slide;
mod stay;
mod stick;

/// Step of all tasks [s]; the results of the other simulators are for it.
const STEP: f64 = 1e-3;
const OUT: &str = "out/peer_tasks";

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Runs until `until` [s] and returns the samples; warns first if the step is too coarse for a stuck element.
fn record(mut sim: Simulation, until: f64, sampler: Sampler) -> Outcome<Recorder> {
    for warning in sim.stability_warnings()?.iter().take(3) {
        eprintln!("warning: {warning}");
    }
    let mut record = Recorder::from(sampler);
    sim.run_observed(until, &mut record)?;
    Ok(record)
}

fn main() -> Outcome<()> {
    type Task = fn(&RunDirectory) -> Outcome<Findings>;
    let tasks: [(&str, Task); 4] =
        [("b1", rolling::run), ("b2", stay::run), ("b3", arm::run), ("b4", spin_slide::run)];
    let (mut summary, mut verdicts) = (BTreeMap::new(), vec![]);
    for (name, run) in tasks {
        let findings = run(&RunDirectory::create(format!("{OUT}/{name}"))?)?;
        verdicts.push(findings.table(name));
        summary.insert(name, findings.json());
    }
    RunDirectory::create(OUT)?.write_json("summary.json", &summary)?;
    for verdict in verdicts {
        println!("{verdict}");
    }
    println!("results in {OUT}");
    Ok(())
}
