//! Model exchange: the mechanism as an equation that the importer integrates.
//!
//! The rates are those of continuous time (τ = 0). Between two events everything is smooth for the solver:
//! signals that jump stay on the branch that they were on after the last event, even if the solver looks beyond
//! the next one, and Booleans stay as they are. There are two kinds of events:
//!
//! - the time at which a signal jumps, announced beforehand;
//! - the step in which friction begins or ceases to stick, which matters to the Booleans alone: the states do
//!   not jump, so the instant need not be located.

use serde::{Deserialize, Serialize};

use super::values::same_length;
use super::{Instance, Moving, ON_GRID, ROUNDING, finite};
use crate::error::InstanceError;
use crate::model::Role;
use crate::phase::Phase;

/// The state that changes at events only.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Exchange {
    /// Time of the mechanism at the last event \[s\].
    pub(super) since: f64,
    /// Whether friction stuck then, by group of columns.
    sticking: Vec<bool>,
}

impl Exchange {
    pub(super) fn stuck(&self, group: usize) -> bool {
        self.sticking.get(group).copied().unwrap_or_default()
    }
}

impl Instance {
    /// Prepares the instance for an importer that integrates itself.
    pub(crate) fn into_model_exchange(mut self) -> Result<Self, InstanceError> {
        self.state.exchange = Some(Exchange::default());
        self.require_equation()?;
        Ok(self)
    }

    /// Refuses a mechanism that is not an ordinary differential equation with its parameters.
    pub(super) fn require_equation(&mut self) -> Result<(), InstanceError> {
        if self.state.exchange.is_none() {
            return Ok(());
        }
        let sim = &self.moving()?.sim;
        match sim.network().obstacles(sim.state())?.first() {
            None => Ok(()),
            Some(obstacle) => Err(InstanceError::NoEquation(obstacle.to_string())),
        }
    }

    /// Refuses the calls of model exchange to an instance that was made for co-simulation.
    fn for_exchange(&self, function: &'static str) -> Result<(), InstanceError> {
        if self.state.exchange.is_none() {
            let reason = "the instance is one for co-simulation";
            return Err(InstanceError::NotSupported { function, reason });
        }
        Ok(())
    }

    /// Refuses the calls of model exchange to another instance, and in other phases.
    fn in_exchange(&self, allowed: &[Phase], function: &'static str) -> Result<(), InstanceError> {
        self.for_exchange(function)?;
        self.state.phase.require(allowed, function)
    }

    /// Sets the time \[s\] of the importer.
    pub(crate) fn set_time(&mut self, time: f64) -> Result<(), InstanceError> {
        self.in_exchange(&[Phase::Event, Phase::Continuous], "setting the time")?;
        finite("time", time)?;
        let own = time - self.state.start;
        let moving = self.moving()?;
        if moving.sim.time().to_bits() != own.to_bits() {
            moving.sim.set_time(own)?;
            moving.outputs.forget();
        }
        self.state.now = time;
        Ok(())
    }

    /// Sets the continuous states.
    pub(crate) fn set_states(&mut self, values: &[f64]) -> Result<(), InstanceError> {
        self.in_exchange(&[Phase::Continuous], "setting continuous states")?;
        let moving = self.moving()?;
        moving.outputs.forget();
        Ok(moving.sim.set_values(values)?)
    }

    /// Writes the continuous states.
    pub(crate) fn states(&mut self, values: &mut [f64]) -> Result<(), InstanceError> {
        self.in_exchange(&Phase::READABLE, "reading continuous states")?;
        let own = self.moving()?.sim.state().values();
        same_length(own.len(), values.len())?;
        values.copy_from_slice(own);
        Ok(())
    }

    /// Writes the rates of the continuous states at the present time, states and inputs.
    pub(crate) fn derivatives(&mut self, values: &mut [f64]) -> Result<(), InstanceError> {
        self.in_exchange(&Phase::READABLE, "reading derivatives")?;
        let since = self.since();
        let sim = &self.moving()?.sim;
        same_length(sim.state().values().len(), values.len())?;
        let rates = sim.frame_since(since).rates(values);
        rates.map_err(|error| InstanceError::NoRate(error.to_string()))
    }

    /// Writes the nominal values of the continuous states, for absolute tolerances.
    pub(crate) fn nominals(&mut self, values: &mut [f64]) -> Result<(), InstanceError> {
        self.for_exchange("reading nominal values")?;
        let own = self.moving()?.sim.network().state_variables();
        same_length(own.len(), values.len())?;
        values.iter_mut().zip(own).for_each(|(value, own)| *value = own.nominal);
        Ok(())
    }

    /// Returns the number of continuous states.
    pub(crate) fn state_count(&mut self) -> Result<usize, InstanceError> {
        self.for_exchange("reading the number of states")?;
        Ok(self.moving()?.sim.state().values().len())
    }

    /// Reads no event indicators: an instance has none.
    pub(crate) fn event_indicators(&self, values: &[f64]) -> Result<(), InstanceError> {
        self.for_exchange("reading event indicators")?;
        same_length(0, values.len())
    }

    /// Takes note of a completed step of the solver; returns whether there is an event, which is friction that
    /// began to stick or to slide.
    pub(crate) fn completed_step(&mut self) -> Result<bool, InstanceError> {
        self.in_exchange(&[Phase::Continuous], "completing a step of the solver")?;
        let now = self.find_sticking()?;
        Ok(self.state.exchange.as_ref().is_some_and(|exchange| exchange.sticking != now))
    }

    /// Enters the event mode.
    pub(crate) fn enter_event_mode(&mut self) -> Result<(), InstanceError> {
        self.in_exchange(&[Phase::Continuous], "entering the event mode")?;
        self.state.phase = Phase::Event;
        self.settle()
    }

    /// Handles the event; returns the time of the next one \[s\], if it is known.
    pub(crate) fn update_discrete_states(&mut self) -> Result<Option<f64>, InstanceError> {
        self.in_exchange(&[Phase::Event], "updating discrete states")?;
        self.settle()?;
        let since = self.since();
        let next = self.moving()?.sim.next_jump(since);
        Ok(next.map(|next| next + self.state.start))
    }

    /// Goes on in continuous time.
    pub(crate) fn enter_continuous_time(&mut self) -> Result<(), InstanceError> {
        self.in_exchange(&[Phase::Event], "entering the continuous-time mode")?;
        self.settle()?;
        self.state.phase = Phase::Continuous;
        Ok(())
    }

    /// Updates the state that changes at events only.
    pub(super) fn settle(&mut self) -> Result<(), InstanceError> {
        if self.state.exchange.is_none() {
            return Ok(());
        }
        let close = ON_GRID * self.model.scenario.solver.step + ROUNDING * self.state.now.abs();
        let sim = &self.moving()?.sim;
        let mut since = sim.time();
        // An importer reaches the time of a jump up to rounding.
        let limit = since + close;
        while let Some(jump) = sim.next_jump(since).filter(|&jump| jump <= limit) {
            since = jump;
        }
        self.moving()?.outputs.forget();
        self.state.exchange = Some(Exchange { since, sticking: vec![] });
        let sticking = self.find_sticking()?;
        self.state.exchange = Some(Exchange { since, sticking });
        Ok(())
    }

    /// Returns the time of the mechanism at the last event \[s\]; zero in co-simulation.
    pub(super) fn since(&self) -> f64 {
        self.state.exchange.as_ref().map_or(0.0, |exchange| exchange.since)
    }

    /// Returns for every group of columns whether its friction sticks now.
    fn find_sticking(&mut self) -> Result<Vec<bool>, InstanceError> {
        let roles = self.model.variables.iter().map(|variable| variable.role);
        let groups: Vec<usize> = roles
            .filter_map(|role| if let Role::Sticking(group) = role { Some(group) } else { None })
            .collect();
        let since = self.since();
        let Moving { sim, outputs, .. } = self.moving()?;
        let mut sticking = vec![false; groups.iter().max().map_or(0, |most| most + 1)];
        for group in groups {
            sticking[group] = outputs.sticks(|| sim.frame_since(since), group)?;
        }
        Ok(sticking)
    }
}
