//! The options of a study: the numbers of a [`Run`], and where its results go.

use std::path::PathBuf;

use stiction::prelude::*;

use super::{Outcome, Run};

/// How long, how finely and where to; a run lasts `UNTIL` seconds by default.
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
    const fn run(&self) -> Run {
        Run { step: self.step, until: self.until }
    }

    /// Returns the sampler of [`Run::sampler`].
    pub(crate) fn sampler(&self, most: f64) -> Sampler {
        self.run().sampler(most)
    }

    /// Returns the number of steps of [`Run::every`].
    pub(crate) fn every(&self, most: f64) -> u64 {
        self.run().every(most)
    }

    /// Steps the mechanism as [`Run::record`] does.
    pub(crate) fn record(&self, net: NetworkBuilder, sampler: Sampler) -> Outcome<Recorder> {
        self.run().record(net, sampler)
    }
}
