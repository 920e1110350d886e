//! Planar contact patches: every experiment of Waltersson and Karayiannidis, *Planar Friction
//! Modelling with LuGre Dynamics and Limit Surfaces*. A pad that slides and turns has a force and a
//! torque that depend on each other; the distributed model has a bristle in each of its cells, the
//! reduced model has three in all.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod boxes;
#[path = "../common/mod.rs"]
mod common;
mod contact;
mod drift;
mod errors;
mod in_hand;
mod limit_curves;
mod model;
mod moved;
mod object;
mod paper;
mod plate;
mod profile;
mod samples;
mod steps;
mod surfaces;
mod timing;
mod velocity;

/// The experiments of a paper on planar friction.
#[derive(Parser)]
struct Options {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    Profile(profile::Options),
    Drift(drift::Options),
    InHand(in_hand::Options),
    Steps(steps::Options),
    LimitCurves(limit_curves::Options),
    Boxes(boxes::Options),
    Errors(errors::Options),
    Samples(samples::Options),
    Surfaces(surfaces::Options),
    Timing(timing::Options),
}

fn main() -> ExitCode {
    common::report(match Options::parse().experiment {
        Experiment::Profile(options) => profile::run(&options),
        Experiment::Drift(options) => drift::run(&options),
        Experiment::InHand(options) => in_hand::run(&options),
        Experiment::Steps(options) => steps::run(&options),
        Experiment::LimitCurves(options) => limit_curves::run(&options),
        Experiment::Boxes(options) => boxes::run(&options),
        Experiment::Errors(options) => errors::run(&options),
        Experiment::Samples(options) => samples::run(&options),
        Experiment::Surfaces(options) => surfaces::run(&options),
        Experiment::Timing(options) => timing::run(&options),
    })
}
