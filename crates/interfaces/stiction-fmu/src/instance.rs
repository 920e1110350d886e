//! A mechanism that an importer sets, steps and reads.
//!
//! # Communication points between two steps
//! The engine steps on its grid, with the step of the scenario, but an importer may ask for outputs at any time.
//! If such a time lies between two steps, the mechanism goes there with a shorter step, is read there, and goes
//! back to the last step of the grid before it moves on. So its motion has the same bits whatever the
//! communication interval; only outputs between two steps have the error of one shorter step.
//!
//! An input that has another value than at the last step of the grid is different: it jumps *there*, at the
//! communication point. The shorter step is then taken for good, and a new grid starts.
//!
//! Importers add up their communication points and so round them: a time within a millionth of a step of the grid
//! is on the grid.

mod exchange;
mod keep;
mod outputs;
mod values;

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use stiction_network::{InputHandle, Mark, NetworkError, Simulation, SimulationError};
use stiction_scenario::{Channels, ScenarioFile};

use crate::error::InstanceError;
use crate::model::{Built, Model, Role, Variable, build};
use crate::phase::Phase;
use exchange::Exchange;
use outputs::Outputs;

/// Largest distance from the grid at which a communication point counts as on it, as a part of a step.
const ON_GRID: f64 = 1e-6;
/// Rounding of the times of importers, which add up many intervals, relative to the time.
const ROUNDING: f64 = 1e-9;

/// An FMU that runs.
#[derive(Debug)]
pub(crate) struct Instance {
    model: Model,
    state: State,
    mechanism: Option<Moving>,
}

/// Everything that changes in an instance, except its mechanism. All numbers are finite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    phase: Phase,
    is_set_up: bool,
    /// Time of the importer at the start of the mechanism \[s\].
    start: f64,
    stop: Option<f64>,
    /// Time of the importer \[s\].
    now: f64,
    /// Inputs, in the order of the mechanism.
    inputs: Vec<f64>,
    /// Parameters that were set, by value reference.
    parameters: BTreeMap<u32, f64>,
    /// State of model exchange; none for co-simulation.
    exchange: Option<Exchange>,
}

impl State {
    /// Returns the state after instantiation.
    fn first(model: &Model, exchange: Option<Exchange>) -> Self {
        let is_input = |variable: &&Variable| matches!(variable.role, Role::Input(_));
        let inputs = model.variables.iter().filter(is_input);
        Self {
            phase: Phase::Instantiated,
            is_set_up: false,
            start: 0.0,
            stop: None,
            now: 0.0,
            inputs: inputs.map(|variable| variable.start.unwrap_or_default()).collect(),
            parameters: BTreeMap::new(),
            exchange,
        }
    }
}

/// Mechanism of an instance with its parameters.
#[derive(Debug)]
struct Moving {
    sim: Simulation,
    handles: Vec<InputHandle>,
    outputs: Outputs,
    /// The last step of the grid with its inputs, if the simulation stands between two steps.
    grid: Option<(Mark, Vec<f64>)>,
}

impl Instance {
    /// Makes an instance of the scenario in a folder of resources; `token` is that of its description. A description of
    /// another scenario, or of another version of this library, is refused.
    pub(crate) fn new(resources: &Path, token: &str) -> Result<Self, InstanceError> {
        let file = ScenarioFile::load(resources.join("scenario.toml"))?;
        let instance = Self::of(file)?;
        if instance.model.token != token {
            let (given, expected) = (token.to_owned(), instance.model.token);
            return Err(InstanceError::Token { given, expected, library: crate::LIBRARY });
        }
        Ok(instance)
    }

    /// Makes an instance of a scenario.
    pub(crate) fn of(file: ScenarioFile) -> Result<Self, InstanceError> {
        let (model, built) = Model::of_with_mechanism(file)?;
        let state = State::first(&model, None);
        let mut instance = Self { model, state, mechanism: None };
        instance.adopt(built)?;
        Ok(instance)
    }

    /// Returns the model that the importer sees.
    pub(crate) const fn model(&self) -> &Model {
        &self.model
    }
    /// Returns the phase.
    pub(crate) const fn phase(&self) -> Phase {
        self.state.phase
    }
    /// Returns the time up to which the motion is known \[s\]: after a step that failed, that of the last good step.
    pub(crate) fn last_successful_time(&self) -> f64 {
        match (&self.mechanism, self.state.phase) {
            (Some(moving), Phase::Failed) => self.state.start + moving.sim.time(),
            _ => self.state.now,
        }
    }

    /// Sets the start and stop time of the importer \[s\]; the time of the mechanism is zero at the start.
    pub(crate) fn set_up(&mut self, start: f64, stop: Option<f64>) -> Result<(), InstanceError> {
        self.state.phase.require(&[Phase::Instantiated], "setting up the experiment")?;
        finite("startTime", start)?;
        if let Some(stop) = stop {
            finite("stopTime", stop)?;
            if stop < start {
                return Err(refused("stopTime", stop, "must not be before the start"));
            }
        }
        (self.state.start, self.state.stop, self.state.now, self.state.is_set_up) =
            (start, stop, start, true);
        Ok(())
    }

    /// Enters the initialization, after [`Self::set_up`].
    pub(crate) fn enter_initialization(&mut self) -> Result<(), InstanceError> {
        let function = "entering the initialization";
        self.state.phase.require(&[Phase::Instantiated], function)?;
        if !self.state.is_set_up {
            return Err(InstanceError::Order { function, phase: self.state.phase });
        }
        self.moving()?;
        self.require_equation()?;
        self.state.phase = Phase::Initialization;
        self.settle()
    }

    /// Ends the initialization: the instance can then be stepped, or after the first event asked for derivatives.
    pub(crate) fn exit_initialization(&mut self) -> Result<(), InstanceError> {
        self.state.phase.require(&[Phase::Initialization], "exiting the initialization")?;
        self.moving()?;
        self.require_equation()?;
        self.state.phase =
            if self.state.exchange.is_some() { Phase::Event } else { Phase::Stepping };
        self.settle()
    }

    /// Steps from the communication point `at` over `length` \[s\]. Nothing changes if that is refused. If the motion
    /// cannot go on, the phase is then [`Phase::Failed`], and the mechanism stands after its last good step.
    pub(crate) fn step(&mut self, at: f64, length: f64) -> Result<(), InstanceError> {
        self.state.phase.require(&[Phase::Stepping], "a step")?;
        finite("currentCommunicationPoint", at)?;
        finite("communicationStepSize", length)?;
        let close = ON_GRID * self.model.scenario.solver.step + ROUNDING * self.state.now.abs();
        if (at - self.state.now).abs() > close {
            return Err(InstanceError::CommunicationPoint { expected: self.state.now, found: at });
        }
        let refuse = |requirement| Err(refused("communicationStepSize", length, requirement));
        if length <= 0.0 {
            return refuse("must be positive");
        }
        let end = at + length;
        if self.state.stop.is_some_and(|stop| end > stop + close) {
            return refuse("leads beyond the stop time");
        }
        let until = end - self.state.start;
        let moving = self.moving()?;
        // If a step of the mechanism does not move the clock, the end would never be reached.
        if until - moving.sim.step_size() >= until {
            return refuse("leads to times that a step of the mechanism does not move");
        }
        let advanced = moving.advance(until);
        match advanced {
            Ok(()) => self.state.now = end,
            Err(_) => self.state.phase = Phase::Failed,
        }
        Ok(advanced?)
    }

    /// Ends the run; it can still be read.
    pub(crate) fn terminate(&mut self) -> Result<(), InstanceError> {
        let allowed = [Phase::Stepping, Phase::Event, Phase::Continuous, Phase::Failed];
        self.state.phase.require(&allowed, "the end")?;
        self.state.phase = Phase::Terminated;
        Ok(())
    }

    /// Resets the instance to the state after instantiation.
    pub(crate) fn reset(&mut self) {
        let exchange = self.state.exchange.take().map(|_| Exchange::default());
        self.state = State::first(&self.model, exchange);
        self.mechanism = None;
    }

    /// Marks the instance as failed, so that only a reset or a stored state helps.
    pub(crate) fn fail(&mut self) {
        self.state.phase = Phase::Failed;
        self.mechanism = None;
    }

    /// Returns doubts about the present size of the step, in words.
    pub(crate) fn doubts(&mut self) -> Result<Vec<String>, InstanceError> {
        let doubts = self.moving()?.sim.step_doubts()?;
        Ok(doubts.iter().map(ToString::to_string).collect())
    }

    /// Returns the mechanism with the parameters that are set; builds it if necessary.
    fn moving(&mut self) -> Result<&mut Moving, InstanceError> {
        if self.mechanism.is_none() {
            let name = |reference: u32| &*self.model.variables[reference as usize].name;
            let numbers: Vec<(&str, f64)> = self
                .state
                .parameters
                .iter()
                .map(|(&reference, &value)| (name(reference), value))
                .collect();
            let scenario = self.model.scenario.with_numbers(&numbers)?;
            let built = build(&scenario)?;
            return self.adopt(built);
        }
        // Unreachable, because it was built above.
        self.mechanism.as_mut().ok_or(InstanceError::State("there is no mechanism"))
    }

    fn adopt(&mut self, (sim, channels): Built) -> Result<&mut Moving, InstanceError> {
        let mut moving = Moving::new(sim, channels)?;
        moving.set_inputs(&self.state.inputs)?;
        Ok(self.mechanism.insert(moving))
    }
}

impl Moving {
    fn new(sim: Simulation, channels: Vec<Channels>) -> Result<Self, InstanceError> {
        let declared = sim.state().inputs().declared();
        let handles =
            declared.iter().map(|input| sim.input(input.name())).collect::<Result<_, _>>()?;
        Ok(Self { sim, handles, outputs: Outputs::new(channels), grid: None })
    }

    /// Sets only the inputs that differ, because every set input counts as a jump.
    fn set_inputs(&mut self, values: &[f64]) -> Result<(), InstanceError> {
        for (&handle, &value) in self.handles.iter().zip(values) {
            if self.sim.input_value(handle)?.to_bits() != value.to_bits() {
                self.sim.set_input(handle, value)?;
                self.outputs.forget();
            }
        }
        Ok(())
    }

    fn inputs(&self) -> Result<Vec<f64>, NetworkError> {
        self.handles.iter().map(|&handle| self.sim.input_value(handle)).collect()
    }

    /// Moves on to a time of the mechanism \[s\]; see the page of the module.
    fn advance(&mut self, until: f64) -> Result<(), SimulationError> {
        self.outputs.forget();
        if let Some((mark, then)) = self.grid.take() {
            let is_same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits();
            if self.inputs()?.iter().zip(&then).all(is_same) {
                self.sim.return_to(&mark)?;
            }
        }
        let close = ON_GRID * self.sim.step_size();
        while self.sim.next_time() <= until + close {
            self.sim.step()?;
        }
        if until - self.sim.time() > close {
            self.grid = Some((self.sim.mark(), self.inputs()?));
            self.sim.run_until(until)?;
        }
        Ok(())
    }
}

fn finite(name: &str, value: f64) -> Result<(), InstanceError> {
    if value.is_finite() { Ok(()) } else { Err(refused(name, value, "must be finite")) }
}

fn refused(name: &str, value: f64, requirement: &'static str) -> InstanceError {
    InstanceError::Value { name: name.to_owned(), value, requirement }
}

#[cfg(test)]
mod coupled_tests;
#[cfg(test)]
mod exchange_tests;
#[cfg(test)]
mod tests;
