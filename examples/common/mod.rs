//! What the examples do alike: options, warnings, a progress bar, errors in one line.
#![allow(dead_code, reason = "not every example needs all of it")]

use std::{error::Error, path::PathBuf, process::ExitCode};

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

/// How long, how finely and where to; a run lasts `UNTIL` seconds if nothing is said.
#[derive(clap::Args)]
pub(crate) struct RunOptions<const UNTIL: u32> {
    /// Step size [s]
    #[arg(long, default_value_t = 1e-4, allow_negative_numbers = true)]
    pub(crate) step: f64,
    /// End of the run [s]
    #[arg(long, default_value_t = f64::from(UNTIL), allow_negative_numbers = true)]
    pub(crate) until: f64,
    /// Directory for the results
    #[arg(long, default_value = concat!("out/", env!("CARGO_CRATE_NAME")))]
    pub(crate) out: PathBuf,
}

impl<const UNTIL: u32> RunOptions<UNTIL> {
    /// A sample after every step, or after every so many where that would be more than `most`.
    pub(crate) fn sampler(&self, most: f64) -> Sampler {
        Sampler::every_steps(self.every(most))
    }

    /// In how many steps there is one sample, for `most` of them.
    pub(crate) fn every(&self, most: f64) -> u64 {
        (self.until / self.step / most).ceil() as u64
    }

    /// Steps the mechanism by Runge-Kutta of order 4 and keeps what `sampler` reads.
    pub(crate) fn record(&self, net: NetworkBuilder, sampler: Sampler) -> Outcome<Recorder> {
        record(Simulation::new(net.build()?, Tableau::rk4(), self.step)?, self.until, sampler)
    }
}

/// Runs until `until` \[s\] and keeps what `sampler` reads; warns first if the step is too coarse
/// for something that is stuck, and shows a bar if it takes long.
pub(crate) fn record(mut sim: Simulation, until: f64, sampler: Sampler) -> Outcome<Recorder> {
    let warnings = sim.stability_warnings()?;
    for warning in warnings.iter().take(3) {
        eprintln!("warning: {warning}");
    }
    if warnings.len() > 3 {
        eprintln!("warning: and {} more like these", warnings.len() - 3);
    }
    let mut observers = (Recorder::from(sampler), Progress::new());
    sim.run_observed(until, &mut observers)?;
    Ok(observers.0)
}
