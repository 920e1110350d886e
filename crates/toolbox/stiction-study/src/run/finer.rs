//! Repeating a run with other steps.

use stiction_output::record::Recorder;
use stiction_scenario::Scenario;

use crate::run::recorded::rows;
use crate::run::{Aside, RunError, ScenarioRun};

/// Differences below this share of the largest value in the same unit are rounding.
pub const ROUNDING: f64 = 1e-12;

/// Returns a function that repeats a run with another step \[s\], with rows at the times of `base`.
pub fn finer<'a>(
    scenario: &Scenario,
    base: &ScenarioRun,
    progress: bool,
    aside: Aside<'a>,
) -> impl FnMut(f64) -> Result<Recorder, RunError> + use<'a> {
    let mut finer = scenario.clone();
    let every = scenario.sampling();
    let is_due = |time: &f64| (time / every - (time / every).round()).abs() < 1e-6;
    let (_, but_last) = base.record.time().split_last().unwrap_or((&0.0, &[]));
    let are_due = but_last.iter().all(is_due);
    move |step| {
        finer.solver.step = step;
        // If jumps shift the steps, rows come later than they are due, and only a record of every finer step has
        // those times.
        finer.record.every = Some(if are_due { every } else { step });
        rows(&finer, progress, aside)
    }
}
