//! Planar contact patches: the simulations of Waltersson and Karayiannidis, *Planar Friction Modelling
//! with LuGre Dynamics and Limit Surfaces*, and any variation of them. A pad that slides and turns has a
//! force and a torque that depend on each other; the distributed model has a bristle in each of its
//! cells, the reduced model has three in all.
//!
//! The mechanisms are those of `stiction_lab::planar_lugre`; the laboratory has all figures
//! and tables of the paper.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[path = "../common/mod.rs"]
mod common;
mod contact;
mod drift;
mod in_hand;
mod model;
mod moved;
mod plate;
mod profile;

/// The simulations of a paper on planar friction.
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
}

fn main() -> ExitCode {
    common::report(match Options::parse().experiment {
        Experiment::Profile(options) => profile::run(&options),
        Experiment::Drift(options) => drift::run(&options),
        Experiment::InHand(options) => in_hand::run(&options),
    })
}
