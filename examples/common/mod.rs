//! What all examples do alike: report errors in one line, warn of a coarse step, show progress.

use std::{error::Error, process::ExitCode};

use stiction::prelude::*;

/// What an example, or a part of it, gives or why it could not.
pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

/// The exit code of an example; an error is printed in one line, with its causes.
pub(crate) fn report(outcome: Outcome<()>) -> ExitCode {
    let Err(error) = outcome else { return ExitCode::SUCCESS };
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        message += &format!(": {error}");
        cause = error.source();
    }
    eprintln!("error: {message}");
    ExitCode::FAILURE
}

/// Runs until `until` \[s\] and keeps what `sampler` reads; warns first if the step is too coarse
/// for something that is stuck, and shows a bar if it takes long.
pub(crate) fn record(
    simulation: &mut Simulation,
    until: f64,
    sampler: Sampler,
) -> Outcome<Recorder> {
    for warning in simulation.stability_warnings()? {
        eprintln!("warning: {warning}");
    }
    let mut observers = (Recorder::from(sampler), Progress::new());
    simulation.run_observed(until, &mut observers)?;
    Ok(observers.0)
}

/// Every step, but of more than a million only every so many.
pub(crate) fn every_step(until: f64, step: f64) -> Sampler {
    Sampler::every_steps((until / step / 1e6).ceil() as u64)
}
