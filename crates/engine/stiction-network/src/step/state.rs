//! The state of a network: everything that changes while it is stepped.

use stiction_core::{Inputs, Stage};

use crate::ode::Clock;

/// All integrated variables of a network in one vector, the time, and the inputs.
///
/// Made by [`Network::initial_state`](crate::Network::initial_state). Plain data: clone it, compare
/// it, keep it; a [`Snapshot`](crate::Snapshot) stores it.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(crate) network: u32,
    pub(crate) time: f64,
    pub(crate) values: Vec<f64>,
    pub(crate) inputs: Inputs,
}

impl State {
    /// Returns the time \[s\].
    #[must_use]
    pub const fn time(&self) -> f64 {
        self.time
    }

    /// Returns the inputs.
    #[must_use]
    pub const fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Returns the stage with the inputs.
    pub(crate) const fn stage(&self, stage: Stage<'_>) -> Stage<'_> {
        stage.with_inputs(Some(&self.inputs))
    }

    /// Returns the variables in the layout of the network: pool after pool the admittances (motions of the
    /// ports, then internal state), then the internal states of the impedances; a large network
    /// consists of several such parts.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}

/// A state with its clock, as [`Simulation::mark`](crate::Simulation::mark) takes it.
///
/// It belongs to that simulation and to this process; to store it or move it elsewhere, take a
/// [`Snapshot`](crate::Snapshot).
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub(crate) clock: Clock,
    pub(crate) state: State,
}
