//! Parameters of a scenario from a measured log.
//!
//! A [`Log`] has measured columns with their times. A [`Fit`] runs a scenario with other values of some of its
//! numbers ([`Free`]) until its record fits the log best, in the sense of least squares. The [`Estimate`] has the
//! values, their errors, the combinations that cannot be told apart, and the residuals.
//!
//! Read in this order: `log`, `space` (which coordinates are searched), `experiment` (the model beside the log),
//! `problem` (the sum of squares), `marquardt`, `global`, `weak`, `statistics`, `residuals`, `profile`, `judge`, `doubts`,
//! `finished` and [`Fit`] itself. For estimates without a simulation, from logs of steady velocities and of slow
//! reversals, see [`curve`].
//!
//! **Assumptions of the errors.** The model is right, and the residuals are noise: normal, independent, of one
//! variance for each column. If neighbouring residuals are correlated, the errors are widened (Newey and West), and
//! [`Estimate::is_scaled`] says so; a wrong model shows only in rows that were [held out](Fit::held).

#[cfg(test)]
mod coverage_tests;
pub mod curve;
mod doubts;
mod error;
mod estimate;
mod experiment;
mod finished;
mod global;
mod judge;
mod log;
mod marquardt;
mod problem;
mod profile;
mod residuals;
mod space;
mod statistics;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod told_tests;
mod weak;

use stiction_scenario::ScenarioFile;

use doubts::doubts;
use experiment::{Experiment, Failed};
use finished::finished;
use global::{LAST, least, no_run};
use marquardt::{Minimum, minimum};
use problem::Problem;
use space::Axis;
use statistics::variance;
use weak::{ask, directions};

use crate::ensemble::pool;

pub use error::{FitError, LogError};
pub use estimate::{Estimate, EstimateDoubt, FarRow, FittedColumn, FittedParameter, Undetermined};
pub use experiment::InputInterpolation;
pub use log::Log;
pub use space::Free;

/// An estimation of some numbers of a scenario from a log.
///
/// The scenario is run with values of the free parameters, and its record is compared with the columns of the log
/// that have names of recorded columns; columns with the name of an input drive it. A Latin hypercube finds starting
/// points, and the method of Levenberg and Marquardt the least sum of squares. Several columns are weighted by the
/// variance of their own residuals. Equal arguments give equal estimates, for any number of threads.
///
/// ```
/// use stiction_study::fit::{Fit, Free, Log};
/// use stiction_scenario::ScenarioFile;
///
/// let text = "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
///     bodies.block = { type = \"point_mass\", mass = 1.0, start = { velocity = 2.0 } }\n\
///     connections.damper = { ports = \"block\", law = { type = \"spring_damper\", stiffness = 1.0, damping = 1.0 } }";
/// let file = ScenarioFile::from_bytes("block.toml", text.into())?;
/// // The motion of a block with 3 N/m and 2 N s/m: x = √2 exp(−t) sin(√2 t).
/// let time: Vec<f64> = (0..50).map(|k| 0.02 * f64::from(k)).collect();
/// let x = time.iter().map(|t| 2.0 / 2f64.sqrt() * (-t).exp() * (2f64.sqrt() * t).sin()).collect();
/// let log = Log::new(time, [("block.x", x)])?;
/// let paths = ["connections.damper.law.stiffness", "connections.damper.law.damping"];
/// let estimate = Fit::new(paths.map(Free::new)).run(&file, &log)?;
/// assert!((estimate.parameters[0].value - 3.0).abs() < 1e-6);
/// assert!((estimate.parameters[1].value - 2.0).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fit {
    /// The parameters.
    pub free: Vec<Free>,
    /// Share of the rows, at the end of the log, that are predicted and not fitted; 0 (default) to 0.9.
    pub held: f64,
    /// Number of members of the global search; by default 8 to 64 per parameter, more for short logs; 0 for no search.
    /// If only one search finds the best place, rounds with three and nine times as many follow.
    pub members: Option<usize>,
    /// From how many of its best places searches start, besides the values of the scenario; by default 3 to 16.
    pub starts: Option<usize>,
    /// Seed of the global search; 1 by default.
    pub seed: u64,
    /// Number of threads; 0 (default) for as many as the machine runs at once.
    pub threads: usize,
    /// How inputs change from one row to the next; linearly by default.
    pub between: InputInterpolation,
}

/// Rounds of reweighting the columns.
const ROUNDS: usize = 8;
/// How often a search restarts from a better place that was found while computing the errors.
const LOWER: usize = 2;

impl Fit {
    /// Creates an estimation of these parameters, with the defaults.
    #[must_use]
    pub fn new(free: impl IntoIterator<Item = Free>) -> Self {
        let free = free.into_iter().collect();
        let between = InputInterpolation::default();
        Self { free, held: 0.0, members: None, starts: None, seed: 1, threads: 0, between }
    }

    /// Runs the estimation.
    ///
    /// # Errors
    /// [`FitError`] for a log or a path that does not fit the scenario, and if no run of it completes.
    pub fn run(&self, file: &ScenarioFile, log: &Log) -> Result<Estimate, FitError> {
        self.check()?;
        let scenario = file.scenario()?;
        let axes: Result<Vec<_>, _> =
            self.free.iter().map(|free| Axis::new(free, &scenario)).collect();
        let axes = axes?;
        let paths = self.free.iter().map(|free| free.path().to_owned()).collect();
        let experiment = Experiment::new(file, &scenario, log, paths, self.between)?;
        let all = log.time().len();
        let rows = ((all as f64 * (1.0 - self.held)).round() as usize).clamp(2, all);
        let scales = experiment.compared.iter().map(|column| spread(&column.measured)).collect();
        let problem = Problem { experiment: &experiment, axes: &axes, rows, scales };
        let samples = problem.counts().iter().sum::<usize>();
        if samples <= axes.len() {
            let parameters = axes.len();
            let reason = format!("{samples} measured numbers cannot give {parameters} parameters");
            return Err(FitError::Choice { reason });
        }
        let own: Option<Vec<f64>> = axes.iter().map(|axis| axis.start).collect();
        let (mut first, mut degrees) = (None, vec![]);
        if let Some(own) = &own {
            match experiment.run(&problem.values(own), rows, None) {
                Ok(model) => degrees = experiment.degrees(&model)?,
                Err(error) => first = Some(error),
            }
        }
        let own = own.filter(|_| first.is_none());
        let mut estimate = pool(self.threads)?.install(|| self.search(problem, own, first))?;
        let is_of_fit = |doubt: &EstimateDoubt| {
            matches!(doubt, EstimateDoubt::Poor { .. } | EstimateDoubt::Beyond { .. })
        };
        // If the log is met within the ranges, the guess was wrong, not the unit.
        if estimate.doubts.iter().any(is_of_fit) {
            estimate.doubts.extend(degrees);
        }
        if experiment.start != 0.0 {
            estimate.doubts.push(EstimateDoubt::Start { first: experiment.start });
        }
        Ok(estimate)
    }

    /// Returns signs in the log of units other than the required ones; nothing is run.
    ///
    /// # Errors
    /// [`FitError`] for a log that does not fit the scenario.
    pub fn doubts(&self, file: &ScenarioFile, log: &Log) -> Result<Vec<String>, FitError> {
        let scenario = file.scenario()?;
        let experiment = Experiment::new(file, &scenario, log, vec![], self.between)?;
        Ok(doubts(log, &experiment.compared, scenario.solver.until))
    }

    fn check(&self) -> Result<(), FitError> {
        let refused = |reason| Err(FitError::Choice { reason });
        if !(0.0..=0.9).contains(&self.held) {
            let share = self.held;
            return refused(format!("held-out share = {share} must be at least 0 and at most 0.9"));
        }
        let paths: Vec<&str> = self.free.iter().map(Free::path).collect();
        if paths.is_empty() {
            return refused("no parameter is free: name one".to_owned());
        }
        let twice = paths.iter().enumerate().find(|(k, path)| paths[..*k].contains(path));
        twice.map_or(Ok(()), |(_, path)| refused(format!("`{path}` is free twice")))
    }

    fn search(
        &self,
        mut problem: Problem<'_>,
        own: Option<Vec<f64>>,
        failed: Option<Failed>,
    ) -> Result<Estimate, FitError> {
        let (mut best, searches) = least(&problem, self, own, failed)?;
        for _ in 0..ROUNDS {
            if !reweigh(&mut problem, &best) {
                break;
            }
            best = minimum(&problem, &best.at, None, LAST).map_err(|e| no_run(Some(e)))?;
        }
        let mut free = free(&problem, &best);
        let mut directions = directions(&best.there, &free);
        for round in 0..=LOWER {
            let variance = variance(&best.there, number(&free));
            let lower = ask(&problem, &best, variance, &mut directions);
            let Some(lower) = lower.filter(|_| round < LOWER) else { break };
            // The sum of squares is rough: a better place lay beside the best one.
            best = minimum(&problem, &lower, None, LAST).map_err(|e| no_run(Some(e)))?;
            free = self::free(&problem, &best);
            directions = self::directions(&best.there, &free);
        }
        finished(&problem, &best, (&free, &directions), searches)
            .map_err(|error| no_run(Some(error)))
    }
}

/// Returns the standard deviation, or the magnitude if the values are constant, or 1.
fn spread(values: &[f64]) -> f64 {
    let values: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    let deviation = (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n).sqrt();
    let usable = |number: &f64| *number > 0.0 && number.is_finite();
    [deviation, mean.abs()].into_iter().find(usable).unwrap_or(1.0)
}

/// Sets the scale of every column from its residuals; returns whether that changed the weights of columns.
fn reweigh(problem: &mut Problem<'_>, best: &Minimum) -> bool {
    let counts = problem.counts();
    if counts.len() < 2 {
        return false;
    }
    let columns = by_column(&best.there.residuals, &counts).into_iter();
    let mean = |own: &[f64]| own.iter().map(|r| r * r).sum::<f64>() / own.len().max(1) as f64;
    let factors: Vec<f64> = columns.map(|own| mean(own).sqrt()).collect();
    // A column that is met to the bit, in a log without noise, would have infinite weight.
    let most = factors.iter().copied().fold(0.0, f64::max);
    if most < 1e-9 {
        return false;
    }
    let factors: Vec<f64> = factors.iter().map(|factor| factor.max(1e-6 * most)).collect();
    let has_changed = factors.iter().any(|factor| (factor / factors[0] - 1.0).abs() > 0.02);
    for (scale, factor) in problem.scales.iter_mut().zip(&factors) {
        *scale *= factor;
    }
    has_changed
}

/// Returns the residuals of each column.
fn by_column<'a>(residuals: &'a [f64], counts: &[usize]) -> Vec<&'a [f64]> {
    let mut rest = residuals;
    counts.iter().map(|count| rest.split_off(..*count).unwrap_or_default()).collect()
}

/// Returns which coordinates are at no bound.
fn free(problem: &Problem<'_>, best: &Minimum) -> Vec<bool> {
    let near = |u: f64, end: f64| end.is_finite() && (u - end).abs() <= 1e-9 * end.abs().max(1.0);
    let axes = problem.axes.iter().zip(&best.at);
    axes.map(|(axis, u)| !near(*u, axis.least) && !near(*u, axis.most)).collect()
}

fn number(free: &[bool]) -> usize {
    free.iter().filter(|free| **free).count()
}
