//! The model beside the log: a run of the scenario with some values, at the measured times.

use stiction_core::Shown;
use stiction_scenario::error::nearest;
use stiction_scenario::{Scenario, ScenarioError, ScenarioFile};

use crate::fit::log::bad_number;
use crate::fit::{EstimateDoubt, FitError, Log, LogError};

/// How inputs change from one row of the log to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputInterpolation {
    /// Linearly: samples of a smooth signal.
    #[default]
    Straight,
    /// Constant until the next row: the output of a digital controller.
    Held,
}

/// A column of the log that is compared with the model.
#[derive(Clone, Debug)]
pub(crate) struct Compared {
    pub(crate) name: String,
    pub(crate) unit: String,
    pub(crate) measured: Vec<f64>,
}

/// A column of the log that drives an input.
#[derive(Clone, Debug)]
struct Driving {
    input: String,
    /// Rows with a number, and the number.
    values: Vec<(usize, f64)>,
}

/// A scenario and a log of it.
#[derive(Debug)]
pub(crate) struct Experiment<'a> {
    file: &'a ScenarioFile,
    /// Records the compared columns only; its other records, plots and sweeps do not concern the log.
    pub(crate) scenario: Scenario,
    pub(crate) log: &'a Log,
    pub(crate) compared: Vec<Compared>,
    driving: Vec<Driving>,
    between: InputInterpolation,
    paths: Vec<String>,
    /// The time of the log at which a run begins \[s\].
    pub(crate) start: f64,
    /// Times of a run \[s\].
    time: Vec<f64>,
    /// Approximate number of steps of a run to the end of the log.
    pub(crate) steps: f64,
    /// Paths and values of the stiffnesses with which each friction law sticks.
    pub(crate) bristles: Vec<Vec<(String, f64)>>,
}

/// Why a run did not come to its end.
pub(crate) type Failed = Box<dyn core::error::Error + Send + Sync>;

/// The largest number of steps of a run: more of them mean that the times are not in seconds.
const MOST_STEPS: f64 = 1e9;
/// A run begins at 0 if the first row comes at most this multiple of the first row distance later.
const SOON: f64 = 2.0;

impl<'a> Experiment<'a> {
    pub(crate) fn new(
        file: &'a ScenarioFile,
        scenario: &Scenario,
        log: &'a Log,
        paths: Vec<String>,
        between: InputInterpolation,
    ) -> Result<Self, FitError> {
        let mechanism = scenario.mechanism()?;
        let known: Vec<(&str, &str)> = mechanism.outputs.names().collect();
        let (mut compared, mut driving) = (vec![], vec![]);
        for name in log.names() {
            let measured = log.column(name).unwrap_or_default();
            let is_named = |known: &str| {
                known == name || known.strip_prefix("input.").is_some_and(|input| input == name)
            };
            let Some((own, unit)) = known.iter().find(|(known, _)| is_named(known)) else {
                let all = known.iter().map(|(name, _)| *name);
                let hint = nearest(name, all).map(|hint| format!(" ({hint})"));
                let hint = hint.unwrap_or_default();
                let fault = format!("the scenario has no column and no input `{name}`{hint}");
                return Err(log.refused(1, fault).into());
            };
            if !unit.is_empty() {
                log.check_unit_of(name, &[unit])?;
            }
            match own.strip_prefix("input.") {
                Some(input) => {
                    check_input(log, &driving, input, name)?;
                    driving.push(Driving::new(log, (name, measured), input)?);
                }
                None => {
                    let (name, unit) = ((*own).to_owned(), (*unit).to_owned());
                    compared.push(Compared { name, unit, measured: measured.to_vec() });
                }
            }
        }
        if compared.is_empty() {
            let reason =
                if driving.is_empty() { "there is only the time" } else { "all drive inputs" };
            let fault = format!("no column is compared with the model: {reason}");
            return Err(log.refused(1, fault).into());
        }
        check_driven(log, &driving, &known)?;
        let start = start(log, scenario)?;
        let time: Vec<f64> = log.time().iter().map(|time| time - start).collect();
        let last = time.len() - 1;
        let steps = time[last] / scenario.solver.step;
        if steps > MOST_STEPS {
            let requirement =
                format!("more than {MOST_STEPS:e} steps of the solver after the first row");
            return Err(time_error(log, last, &requirement).into());
        }
        let bristles = scenario.sticking_stiffnesses()?;
        let mut compares = scenario.clone();
        compares.record.columns = compared.iter().map(|column| column.name.clone()).collect();
        compares.plots.clear();
        compares.sweep = None;
        let experiment = Self {
            file,
            scenario: compares,
            log,
            compared,
            driving,
            between,
            paths,
            start,
            time,
            steps,
            bristles,
        };
        // A scenario that is refused here would be refused with any values of the parameters.
        experiment.until(experiment.scenario.clone(), last + 1).simulation()?;
        Ok(experiment)
    }

    /// Returns the scenario for the first `rows` rows.
    fn until(&self, mut scenario: Scenario, rows: usize) -> Scenario {
        // Everything a scenario prepares for its run must last as long as the log.
        scenario.solver.until = scenario.solver.until.max(self.time[rows - 1]);
        scenario
    }

    /// Returns the model's values of every compared column in the first `rows` rows; if `stiffer` is given, with half
    /// the step and those numbers at their paths.
    pub(crate) fn run(
        &self,
        values: &[f64],
        rows: usize,
        stiffer: Option<&[(&str, f64)]>,
    ) -> Result<Vec<Vec<f64>>, Failed> {
        let numbers = self.paths.iter().map(String::as_str).zip(values.iter().copied());
        let numbers: Vec<_> = numbers.chain(stiffer.into_iter().flatten().copied()).collect();
        let mut scenario = self.scenario.with_numbers(&numbers)?;
        if stiffer.is_some() {
            scenario.solver.step *= 0.5;
        }
        let time = &self.time;
        let (mut sim, channels) = self.until(scenario, rows).simulation()?;
        // A record has its own order.
        let recorded: Vec<&String> = channels.iter().flat_map(|group| group.names()).collect();
        let places: Option<Vec<usize>> = self
            .compared
            .iter()
            .map(|column| recorded.iter().position(|name| **name == column.name))
            .collect();
        let places = places.ok_or("a column of the record is gone")?;
        let handles: Result<Vec<_>, _> =
            self.driving.iter().map(|driving| sim.input(&driving.input)).collect();
        let handles = handles?;
        // Before its first row an input has no other known value.
        for (driving, handle) in self.driving.iter().zip(&handles) {
            let first = driving.values.first().map_or(0.0, |(_, value)| *value);
            sim.set_input(*handle, first)?;
        }
        let mut next = vec![0; handles.len()];
        let mut columns = vec![Vec::with_capacity(rows); places.len()];
        let mut numbers = Vec::with_capacity(recorded.len());
        for (row, &now) in time[..rows].iter().enumerate() {
            if now > sim.time() {
                sim.run_until(now)?;
            }
            for ((driving, handle), next) in self.driving.iter().zip(&handles).zip(&mut next) {
                let Some(&(at, value)) = driving.values.get(*next) else { continue };
                if at != row {
                    continue;
                }
                *next += 1;
                match (self.between, driving.values.get(*next)) {
                    (InputInterpolation::Held, _) => sim.set_input(*handle, value)?,
                    (InputInterpolation::Straight, None) => {}
                    (InputInterpolation::Straight, Some(&(at, value))) => {
                        sim.move_input(*handle, value, time[at] - now)?;
                    }
                }
            }
            numbers.clear();
            let frame = sim.frame();
            channels.iter().try_for_each(|group| group.read(&frame, &mut numbers))?;
            for (column, &place) in columns.iter_mut().zip(&places) {
                column.push(numbers[place]);
            }
        }
        let is_finite = |column: &Vec<f64>| column.iter().all(|value| value.is_finite());
        if columns.iter().all(is_finite) { Ok(columns) } else { Err("is not finite".into()) }
    }

    /// Returns doubts about angles and rates that exceed the model by the ratio of degrees to radians; refuses angles
    /// without a unit that are larger than half a turn, too.
    pub(crate) fn degrees(&self, model: &[Vec<f64>]) -> Result<Vec<EstimateDoubt>, LogError> {
        let largest = |values: &[f64]| values.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
        let mut doubts = vec![];
        for (own, model) in self.compared.iter().zip(model) {
            let (column, unit) = (own.name.clone(), own.unit.clone());
            let value = largest(&own.measured[..model.len()]);
            let factor = value / largest(model);
            // 180/π = 57.3, with slack for a guess that is off by three.
            if !["rad", "rad/s"].contains(&unit.as_str()) || !(20.0..160.0).contains(&factor) {
                continue;
            }
            if unit == "rad" && self.log.unit_of(&own.name).is_none() && value > 4.0 {
                let row = own.measured.iter().position(|v| v.abs() == value).unwrap_or(0);
                let fault = format!(
                    "`{column}` reaches {}, about {factor:.0} times what the model reaches: degrees? it must be in \
                     {unit} (if it is, call the column `{column} [{unit}]`)",
                    Shown(own.measured[row])
                );
                return Err(self.log.refused(self.log.line(row), fault));
            }
            doubts.push(EstimateDoubt::Degrees { column, value, factor, unit });
        }
        Ok(doubts)
    }

    /// Returns the text of the scenario with other values.
    pub(crate) fn text_with(&self, values: &[f64]) -> Result<String, ScenarioError> {
        let numbers: Vec<_> =
            self.paths.iter().map(String::as_str).zip(values.iter().copied()).collect();
        self.file.text_with_numbers(&numbers)
    }
}

/// Refuses a second column for an input, which may be named `input.torque` or `torque`.
fn check_input(log: &Log, driving: &[Driving], input: &str, second: &str) -> Result<(), LogError> {
    if driving.iter().all(|known| known.input != input) {
        return Ok(());
    }
    let is_other = |name: &&String| *name != second && (*name == input || name.ends_with(input));
    let first = log.names().iter().find(is_other).map_or("", String::as_str);
    Err(log.refused(1, format!("`{first}` and `{second}` are the same input")))
}

/// Refuses a log without a column for an input of the scenario: its values would be made up.
fn check_driven(log: &Log, driving: &[Driving], known: &[(&str, &str)]) -> Result<(), LogError> {
    let mut inputs = known.iter().filter_map(|(name, _)| name.strip_prefix("input."));
    let missing = inputs.find(|input| driving.iter().all(|driving| driving.input != *input));
    missing.map_or(Ok(()), |input| {
        let found = log.names().join(", ");
        let fault = format!(
            "no column drives the input `{input}` of the scenario; there are {found} (an input that stayed the same \
             needs a column too, or a number in its place in the scenario)"
        );
        Err(log.refused(1, fault))
    })
}

/// Returns the time at which a run begins: 0, or the time of the first row if that is before 0 or much later. The
/// latter is refused if the scenario has functions of time.
fn start(log: &Log, scenario: &Scenario) -> Result<f64, FitError> {
    let (first, second) = (log.time()[0], log.time()[1]);
    // A logger that writes at the end of each period has no row at the start.
    if (0.0..=SOON * (second - first)).contains(&first) {
        return Ok(0.0);
    }
    let functions = scenario.functions_of_time();
    let Some(function) = functions.first() else { return Ok(first) };
    let requirement = format!(
        "it must be 0: `{function}` is a function of the time, which begins at 0; where the log has no row at 0, add one \
         whose cells are empty"
    );
    Err(time_error(log, 0, &requirement).into())
}

fn time_error(log: &Log, row: usize, requirement: &str) -> LogError {
    log.refused(log.line(row), bad_number("t", log.time()[row], requirement))
}

impl Driving {
    fn new(log: &Log, (name, all): (&str, &[f64]), input: &str) -> Result<Self, LogError> {
        let values = all.iter().copied().enumerate();
        let values: Vec<_> = values.filter(|(_, value)| !value.is_nan()).collect();
        if values.first().is_none_or(|(row, _)| *row != 0) {
            let fault = "drives an input and needs a number in the first row";
            return Err(log.refused(log.line(0), format!("`{name}` {fault}")));
        }
        Ok(Self { input: input.to_owned(), values })
    }
}

#[cfg(test)]
#[path = "experiment_tests.rs"]
mod tests;
