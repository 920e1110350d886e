//! A run of a scenario, and a table of what it recorded.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use stiction::network::{
    Elements, EnergyBalance, Finding, Frame, Observer, Simulation, SimulationError, StepDoubt,
    StepWatch,
};
use stiction::output::TextTable;
use stiction::record::{Progress, Recorder, Sampler};
use stiction::scenario::{Channels, Mechanism, Scenario};

use crate::Outcome;
use crate::contents;
use crate::extent::{Extent, key};
use crate::numbers::short;
use crate::units::{header, unit};

/// The results of a run.
#[derive(Debug)]
pub(crate) struct Recording {
    pub(crate) record: Recorder,
    /// Units of the columns.
    pub(crate) units: Vec<String>,
    pub(crate) warnings: Vec<String>,
    pub(crate) energy: EnergyBalance,
    pub(crate) wall: Duration,
    /// Warnings that a finer step does not help against, which are among the others too.
    pub(crate) of_parameters: Vec<String>,
    /// Whether something oscillates too fast for the finer steps of a refinement too.
    pub(crate) is_too_fast: bool,
}

/// Returns what speaks against the step; nothing if all is well.
pub(crate) fn warnings(sim: &Simulation) -> Outcome<Vec<String>> {
    Ok(sim.step_doubts()?.iter().map(ToString::to_string).collect())
}

/// With fewer steps in the period of what oscillates fastest, a quarter of the step tells nothing of the step.
const LEAST_IN_A_PERIOD: f64 = 10.0;

/// Whether a finer step would help.
const fn is_of_the_step(doubt: &StepDoubt) -> bool {
    !matches!(doubt, StepDoubt::SuddenLoad(_) | StepDoubt::JumpsAtBreakaway(_))
}

/// The first of each kind of what speaks against a member of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doubts {
    /// A finer step helps against it.
    pub of_step: Option<String>,
    /// It lies in the parameters, whatever the step.
    pub of_parameters: Option<String>,
}

impl Doubts {
    /// Returns what can be said before a run.
    pub(crate) fn of_start(sim: &Simulation) -> Outcome<Self> {
        let doubts = sim.step_doubts()?;
        let first = |of_step| {
            let found = doubts.iter().find(|doubt| is_of_the_step(doubt) == of_step);
            found.map(ToString::to_string)
        };
        Ok(Self { of_step: first(true), of_parameters: first(false) })
    }

    /// Returns what was found in a run.
    pub(crate) fn of_run(recording: &Recording) -> Self {
        let Recording { warnings, of_parameters, .. } = recording;
        let mut of_step = warnings.iter().filter(|warning| !of_parameters.contains(warning));
        let of_step = of_step.next().cloned();
        Self { of_step, of_parameters: of_parameters.first().cloned() }
    }
}

/// A balance that is off by a larger share is warned of.
const ENERGY_DOUBT: f64 = 0.05;

/// Is shown the frame after every step, and may end the run.
pub(crate) type Aside<'a> = &'a mut dyn FnMut(&Frame<'_>) -> Result<(), SimulationError>;

/// Runs a scenario to its end, or until a flag is set, which is an error.
pub(crate) fn record_until(scenario: &Scenario, stop: Option<&AtomicBool>) -> Outcome<Recording> {
    record(scenario, scenario.mechanism()?, false, &mut |_| {}, &mut |frame| match stop {
        Some(stop) if stop.load(Ordering::Relaxed) => {
            Err(SimulationError::Observer { time: frame.time(), source: "interrupted".into() })
        }
        _ => Ok(()),
    })
}

/// Returns the rows of a run, whose end is always one, without a look at its steps and its energy.
pub(crate) fn rows(scenario: &Scenario, progress: bool, aside: Aside<'_>) -> Outcome<Recorder> {
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

/// Runs the mechanism of a scenario to its end, which is always a row. Warnings about the step are told at once, so that
/// they are known if the run fails.
pub(crate) fn record(
    scenario: &Scenario,
    mechanism: Mechanism,
    progress: bool,
    warn: &mut dyn FnMut(&str),
    aside: Aside<'_>,
) -> Outcome<Recording> {
    let (mut sim, channels) = mechanism.simulation(&scenario.solver)?;
    let doubts = sim.step_doubts()?;
    let mut warnings: Vec<String> = doubts.iter().map(ToString::to_string).collect();
    warnings.iter().for_each(|warning| warn(warning));
    sim.watch_energy()?;
    let mut units = vec![unit("t").to_owned()];
    units.extend(channels.iter().flat_map(Channels::units).cloned());
    let recorder = Recorder::from(sampler(scenario, channels));
    let mut observers = (((recorder, StepWatch::new()), aside), Progress::new());
    let started = Instant::now();
    let observer: &mut dyn Observer = if progress { &mut observers } else { &mut observers.0 };
    let ended = sim.run_observed(scenario.solver.until, observer);
    let ((mut record, watch), _) = observers.0;
    // A doubt that was told before the run is not told again after it.
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
    for found in found.chain(events.iter().map(ToString::to_string)) {
        warn(&found);
        warnings.push(found);
    }
    ended?;
    record.record(&sim.frame())?;
    let energy = sim.energy().unwrap_or_default();
    let is_doubtful = energy.share().abs() > ENERGY_DOUBT;
    if is_doubtful || !energy.is_known() {
        let share = short(100.0 * energy.share());
        let doubt = if energy.is_known() {
            format!("{energy} ({share} %): the step does not resolve the motion")
        } else {
            energy.to_string()
        };
        warn(&doubt);
        warnings.push(doubt);
    }
    let too_fast = |doubt: &StepDoubt| match doubt {
        StepDoubt::TooFast(found) => found.period < LEAST_IN_A_PERIOD * found.step / 4.0,
        _ => false,
    };
    let is_too_fast = doubts.iter().chain(watch.unmet_demands()).any(too_fast);
    let wall = started.elapsed();
    let of_parameters = doubts.iter().chain(watch.unmet_demands());
    let of_parameters = of_parameters.filter(|doubt| !is_of_the_step(doubt));
    let of_parameters = of_parameters.map(ToString::to_string).collect();
    Ok(Recording { record, units, warnings, energy, wall, of_parameters, is_too_fast })
}

impl Recording {
    /// Columns with their names, without the time.
    fn columns(&self) -> impl Iterator<Item = (&String, &[f64])> {
        let columns = self.record.columns().iter().map(Vec::as_slice);
        self.record.names().iter().zip(columns).skip(1)
    }

    /// All columns, the time too.
    pub(crate) fn columns_with_units(&self) -> impl Iterator<Item = (&str, &str)> {
        let units = self.units.iter().map(String::as_str);
        self.record.names().iter().map(String::as_str).zip(units)
    }

    /// The headers of all columns: their names with their units.
    pub(crate) fn headers(&self) -> Vec<String> {
        self.columns_with_units().map(|(name, unit)| header(name, unit)).collect()
    }

    /// Says which columns have values that are not finite; what is computed from them is not finite either.
    pub(crate) fn gaps(&self) -> Vec<String> {
        let gap = |(name, values): (&String, &[f64])| {
            let rows = values.len();
            let number = Extent::of(values).not_finite;
            (number > 0).then(|| format!("`{name}` is not finite in {number} of {rows} rows"))
        };
        self.columns().filter_map(gap).collect()
    }

    /// A row for every column that varies, and lines about the others.
    pub(crate) fn table(&self, title: &str) -> (TextTable, String) {
        let headers = ["column", "unit", "first", "last", "least", "largest"];
        let mut table = TextTable::new(title, &headers);
        let mut constant: Vec<(f64, Vec<&str>)> = vec![];
        let mut shown: Vec<(&str, Vec<&str>)> = vec![];
        // Where each value and each column stands in these.
        let (mut values_at, mut columns_at) = (HashMap::new(), HashMap::new());
        for ((name, values), unit) in self.columns().zip(self.units.iter().skip(1)) {
            let extent = Extent::of(values);
            if extent.is_constant() {
                let place = *values_at.entry(key(extent.first)).or_insert(constant.len());
                match constant.get_mut(place) {
                    Some((_, names)) => names.push(name),
                    None => constant.push((extent.first, vec![name])),
                }
                continue;
            }
            // A law that acts on a body itself sees the motion of the body.
            let keys: Vec<u64> = values.iter().map(|value| key(*value)).collect();
            let place = *columns_at.entry(keys).or_insert(shown.len());
            if let Some((_, same)) = shown.get_mut(place) {
                same.push(name);
                continue;
            }
            shown.push((name, vec![]));
            let Extent { first, last, min, max, .. } = extent;
            let numbers = [first, last, min, max].map(short);
            table.row([name.clone(), unit.clone()].into_iter().chain(numbers));
        }
        let same = shown.iter().filter(|(_, same)| !same.is_empty());
        let same = same.map(|(name, same)| format!("the same as {name}: {}", same.join(", ")));
        let constant = constant
            .iter()
            .map(|(v, names)| format!("constant {}: {}", short(*v), names.join(", ")));
        (table, same.chain(constant).collect::<Vec<_>>().join("\n"))
    }

    /// The numbers of the table with all their digits, and the measures of the sweep.
    pub(crate) fn summary(&self, scenario: &Scenario) -> Outcome<Value> {
        let columns: Map<String, Value> = self
            .columns()
            .zip(self.units.iter().skip(1))
            .map(|((name, values), unit)| {
                let Extent { first, last, min, max, mean, not_finite, .. } = Extent::of(values);
                let facts = json!({
                    "unit": unit, "first": first, "last": last, "min": min, "max": max,
                    "mean": mean, "not_finite": not_finite,
                });
                (name.clone(), facts)
            })
            .collect();
        let mut summary = json!({
            "title": scenario.title,
            "solver": contents::solver(&scenario.solver),
            "rows": self.record.time().len(),
            "warnings": self.warnings,
            "energy": energy_facts(&self.energy),
            "columns": columns,
        });
        if let Some(sweep) = &scenario.sweep {
            let recorded = |of: &str| self.record.names().iter().any(|name| name == of);
            let mut measures = Map::new();
            for (name, measure) in sweep.measures.iter().filter(|(_, m)| recorded(&m.of)) {
                let values = self.record.column(&measure.of)?;
                measures.insert(name.clone(), measure.of_rows(self.record.time(), values).into());
            }
            summary["measures"] = measures.into();
        }
        Ok(summary)
    }
}

fn energy_facts(energy: &EnergyBalance) -> Value {
    json!({
        "unit": "J", "supplied": energy.supplied, "dissipated": energy.dissipated,
        "stored": energy.stored, "surplus": energy.surplus, "turnover": energy.turnover,
        "share": energy.share(), "uncounted": energy.uncounted,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slider() -> Scenario {
        Scenario::from_toml(
            r#"
            schema_version = 1
            title = "A block in free flight"
            solver = { step = 0.25, until = 1.0 }
            bodies.block = { type = "point_mass", mass = 2.0, start = { velocity = 3.0 } }
            sweep.parameters."bodies.block.mass" = { values = [1.0] }
            sweep.measures.way = { of = "block.x", take = "swing" }
            "#,
        )
        .unwrap()
    }

    #[test]
    fn a_block_in_free_flight() {
        let scenario = slider();
        let recording = record_until(&scenario, None).unwrap();
        assert_eq!(recording.record.time(), [0.0, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!(recording.record.column("block.x").unwrap(), [0.0, 0.75, 1.5, 2.25, 3.0]);
        let (table, constant) = recording.table("");
        assert_eq!(table.rows()[0], ["block.x", "m", "0", "3", "0", "3"]);
        assert!(constant.starts_with("constant 3: block.vx\n"), "{constant}");
        assert!(constant.contains("constant 9: energy.stored"), "{constant}");
        let summary = recording.summary(&scenario).unwrap();
        assert_eq!(summary["columns"]["block.x"]["mean"], 1.5);
        assert_eq!(summary["measures"]["way"], 3.0);
    }

    #[test]
    fn the_end_is_recorded_between_two_rows() {
        let mut scenario = slider();
        scenario.record.every = Some(0.75);
        let recording = record_until(&scenario, None).unwrap();
        assert_eq!(recording.record.time(), [0.0, 0.75, 1.0]);
        assert_eq!(recording.record.column("block.x").unwrap(), [0.0, 2.25, 3.0]);
        // Steps that do not divide the run: the last one is shorter.
        scenario.record.every = None;
        scenario.solver.step = 0.3;
        let recording = record_until(&scenario, None).unwrap();
        assert_eq!(recording.record.time().last(), Some(&1.0));
        assert_eq!(recording.record.time().len(), 5);
    }
}
