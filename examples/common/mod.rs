//! Frame of an example: duration and resolution of a run, warnings, errors in one line.
#![allow(dead_code, reason = "not every example needs all of it")]

use std::{error::Error, process::ExitCode};

use stiction::prelude::*;

/// Result of an example or of a part of it.
pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

/// Returns the exit code of an example; an error is printed in one line, with its causes.
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

/// Duration and resolution of a run.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    /// Step size \[s\].
    pub(crate) step: f64,
    /// End of the run \[s\].
    pub(crate) until: f64,
}

impl Run {
    /// Returns a sampler of every step, or of fewer if those were more than `most`.
    pub(crate) fn sampler(&self, most: f64) -> Sampler {
        Sampler::every_steps(self.every(most))
    }

    /// Returns the number of steps from one of `most` samples to the next.
    pub(crate) fn every(&self, most: f64) -> u64 {
        (self.until / self.step / most).ceil() as u64
    }

    /// Steps the mechanism by Runge-Kutta of order 4 and returns the samples.
    pub(crate) fn record(&self, net: NetworkBuilder, sampler: Sampler) -> Outcome<Recorder> {
        record(Simulation::new(net.build()?, Tableau::rk4(), self.step)?, self.until, sampler)
    }
}

/// Runs until `until` \[s\] and returns the samples; warns first if the step is too coarse for a stuck element.
pub(crate) fn record(mut sim: Simulation, until: f64, sampler: Sampler) -> Outcome<Recorder> {
    let warnings = sim.stability_warnings()?;
    for warning in warnings.iter().take(3) {
        eprintln!("warning: {warning}");
    }
    if warnings.len() > 3 {
        eprintln!("warning: and {} more like these", warnings.len() - 3);
    }
    let mut record = Recorder::from(sampler);
    sim.run_observed(until, &mut record)?;
    Ok(record)
}
