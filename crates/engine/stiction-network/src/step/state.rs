//! The state of a network: everything that changes while it is stepped.

use stiction_core::{Inputs, Stage};

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
