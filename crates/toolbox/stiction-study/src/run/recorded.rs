//! The record of a run, and the warnings about it.

use std::time::{Duration, Instant};

use stiction_network::{
    Elements, EnergyBalance, Finding, NetworkError, Observer, Simulation, SimulationError,
    StepDoubt, StepWatch,
};
use stiction_output::plot::Film;
use stiction_output::record::{Progress, Recorder, Sampler};
use stiction_output::short;
use stiction_scenario::channel::{header, unit_of};
use stiction_scenario::{Channels, Mechanism, Scenario, ScenarioError};

use crate::run::{Aside, ColumnExtent};

/// Why a run did not come to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The scenario cannot be built.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// The motion cannot go on.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
}

impl From<NetworkError> for RunError {
    fn from(error: NetworkError) -> Self {
        Self::Simulation(error.into())
    }
}

/// The results of a run.
#[derive(Debug)]
#[non_exhaustive]
pub struct ScenarioRun {
    /// Its rows; the end of the run is always one.
    pub record: Recorder,
    /// Units of the columns.
    pub units: Vec<String>,
    /// All warnings.
    pub warnings: Vec<String>,
    /// Its energy balance.
    pub energy: EnergyBalance,
    /// Time of computing.
    pub wall: Duration,
    /// Warnings that a finer step does not help against; `warnings` has them too.
    pub of_parameters: Vec<String>,
    /// Whether something oscillates too fast for the finer steps of a refinement too.
    pub is_too_fast: bool,
    /// Its film, if one was requested.
    pub film: Film,
}

/// With fewer steps per period of the fastest oscillation, a quarter of the step says nothing about the step.
const LEAST_IN_A_PERIOD: f64 = 10.0;

/// Returns whether a finer step would help.
const fn is_of_the_step(doubt: &StepDoubt) -> bool {
    !matches!(doubt, StepDoubt::SuddenLoad(_) | StepDoubt::JumpsAtBreakaway(_))
}

/// The first warning of each kind about a member of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doubts {
    /// A warning that a finer step would remove.
    pub of_step: Option<String>,
    /// A warning about the parameters, whatever the step.
    pub of_parameters: Option<String>,
}

impl Doubts {
    /// Returns the warnings that are known before a run.
    pub(crate) fn of_start(sim: &Simulation) -> Result<Self, RunError> {
        let doubts = sim.step_doubts()?;
        let first = |of_step| {
            let found = doubts.iter().find(|doubt| is_of_the_step(doubt) == of_step);
            found.map(ToString::to_string)
        };
        Ok(Self { of_step: first(true), of_parameters: first(false) })
    }

    /// Returns the warnings of a run.
    pub(crate) fn of_run(run: &ScenarioRun) -> Self {
        let ScenarioRun { warnings, of_parameters, .. } = run;
        let mut of_step = warnings.iter().filter(|warning| !of_parameters.contains(warning));
        let of_step = of_step.next().cloned();
        Self { of_step, of_parameters: of_parameters.first().cloned() }
    }
}

/// A larger share of lost or gained energy gives a warning.
const ENERGY_DOUBT: f64 = 0.05;

/// Returns the rows of a run, the end included, without checking its steps and its energy.
pub(super) fn rows(
    scenario: &Scenario,
    progress: bool,
    aside: Aside<'_>,
) -> Result<Recorder, RunError> {
    let (mut sim, channels) = scenario.simulation()?;
    let mut observers = ((Recorder::from(sampler(scenario, channels)), aside), Progress::new());
    let observer: &mut dyn Observer = if progress { &mut observers } else { &mut observers.0 };
    sim.run_observed(scenario.solver.until, observer)?;
    let mut record = observers.0.0;
    record.record(&sim.frame())?;
    Ok(record)
}

fn sampler(scenario: &Scenario, channels: Vec<Channels>) -> Sampler {
    let empty = Sampler::every_seconds(scenario.sampling());
    channels.into_iter().fold(empty, |sampler, group| {
        let names = group.names().to_vec();
        sampler.group(names, move |frame, row| group.read(frame, row))
    })
}

/// Runs the mechanism of a scenario to its end, which is always a row. Warnings about the step are reported at once,
/// so that they are known if the run fails.
pub(crate) fn record(
    scenario: &Scenario,
    mechanism: Mechanism,
    progress: bool,
    warn: &mut dyn FnMut(&str),
    aside: Aside<'_>,
) -> Result<ScenarioRun, RunError> {
    let (mut sim, channels) = mechanism.simulation(&scenario.solver)?;
    let doubts = sim.step_doubts()?;
    let mut warnings: Vec<String> = doubts.iter().map(ToString::to_string).collect();
    warnings.iter().for_each(|warning| warn(warning));
    sim.watch_energy()?;
    let mut units = vec![unit_of("t").to_owned()];
    units.extend(channels.iter().flat_map(Channels::units).cloned());
    let recorder = Recorder::from(sampler(scenario, channels));
    let mut observers = (((recorder, StepWatch::new()), aside), Progress::new());
    let started = Instant::now();
    let observer: &mut dyn Observer = if progress { &mut observers } else { &mut observers.0 };
    let ended = sim.run_observed(scenario.solver.until, observer);
    let ((mut record, watch), _) = observers.0;
    let found = found(&watch, &doubts);
    found.iter().for_each(|found| warn(found));
    warnings.extend(found);
    ended?;
    record.record(&sim.frame())?;
    let energy = sim.energy().unwrap_or_default();
    if let Some(doubt) = energy_doubt(&energy) {
        warn(&doubt);
        warnings.push(doubt);
    }
    let all = || doubts.iter().chain(watch.unmet_demands());
    let is_too_fast = all().any(|doubt| match doubt {
        StepDoubt::TooFast(found) => found.period < LEAST_IN_A_PERIOD * found.step / 4.0,
        _ => false,
    });
    let wall = started.elapsed();
    let of_parameters = all().filter(|doubt| !is_of_the_step(doubt));
    let of_parameters = of_parameters.map(ToString::to_string).collect();
    let film = Film::default();
    Ok(ScenarioRun { record, units, warnings, energy, wall, of_parameters, is_too_fast, film })
}

/// Returns the findings of a run that were not reported before it.
fn found(watch: &StepWatch, doubts: &[StepDoubt]) -> Vec<String> {
    let is_told = |finding: &&Finding| {
        doubts.iter().any(|doubt| match doubt {
            StepDoubt::Chatters(_) => finding.elements == Elements::Stuck,
            StepDoubt::Unresolved(known) => {
                known.elements == finding.elements
                    && known.stability.components == finding.stability.components
            }
            _ => false,
        })
    };
    let is_new = |doubt: &&StepDoubt| !doubts.iter().any(|told| told.is_of_the_same(doubt));
    let findings = watch.findings().iter().filter(|finding| !is_told(finding));
    let unmet = watch.unmet_demands().iter().filter(is_new).map(ToString::to_string);
    let events = watch.events();
    let found = findings.map(ToString::to_string).chain(unmet);
    found.chain(events.iter().map(ToString::to_string)).collect()
}

fn energy_doubt(energy: &EnergyBalance) -> Option<String> {
    if !energy.is_known() {
        return Some(energy.to_string());
    }
    let share = energy.share();
    (share.abs() > ENERGY_DOUBT).then(|| {
        format!("{energy} ({} %): the step does not resolve the motion", short(100.0 * share))
    })
}

impl ScenarioRun {
    /// Returns the columns with their names, except the time.
    pub fn columns(&self) -> impl Iterator<Item = (&String, &[f64])> {
        let columns = self.record.columns().iter().map(Vec::as_slice);
        self.record.names().iter().zip(columns).skip(1)
    }

    /// Returns the names of all columns, including the time, with their units.
    pub fn columns_with_units(&self) -> impl Iterator<Item = (&str, &str)> {
        let units = self.units.iter().map(String::as_str);
        self.record.names().iter().map(String::as_str).zip(units)
    }

    /// Returns the headers of all columns: their names with their units.
    #[must_use]
    pub fn headers(&self) -> Vec<String> {
        self.columns_with_units().map(|(name, unit)| header(name, unit)).collect()
    }

    /// Returns a warning about the columns with values that are not finite; everything computed from them is not
    /// finite either.
    pub(super) fn gaps(&self) -> Vec<String> {
        let gap = |(name, values): (&String, &[f64])| {
            let rows = values.len();
            let number = ColumnExtent::of(values).not_finite;
            (number > 0).then(|| format!("`{name}` is not finite in {number} of {rows} rows"))
        };
        self.columns().filter_map(gap).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows_of(scenario: &Scenario) -> Recorder {
        let mechanism = scenario.mechanism().unwrap();
        record(scenario, mechanism, false, &mut |_| {}, &mut |_| Ok(())).unwrap().record
    }

    #[test]
    fn the_end_is_recorded_between_two_rows() {
        let text = "schema_version = 1\nsolver = { step = 0.25, until = 1.0 }\n\
            bodies.block = { type = \"point_mass\", mass = 2.0, start = { velocity = 3.0 } }";
        let mut scenario = Scenario::from_toml(text).unwrap();
        scenario.record.every = Some(0.75);
        let record = rows_of(&scenario);
        assert_eq!(record.time(), [0.0, 0.75, 1.0]);
        assert_eq!(record.column("block.x").unwrap(), [0.0, 2.25, 3.0]);
        // Steps that do not divide the run: the last one is shorter.
        scenario.record.every = None;
        scenario.solver.step = 0.3;
        let record = rows_of(&scenario);
        assert_eq!(record.time().last(), Some(&1.0));
        assert_eq!(record.time().len(), 5);
    }
}
