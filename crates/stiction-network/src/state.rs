//! The state of a network: everything that changes while it is stepped.

/// All integrated variables of a network in one vector, and the time.
///
/// Made by [`Network::initial_state`](crate::Network::initial_state). Plain data: clone it, compare
/// it, keep it; a [`Snapshot`](crate::Snapshot) stores it.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(crate) network: u32,
    pub(crate) time: f64,
    pub(crate) values: Vec<f64>,
}

impl State {
    /// Time \[s\].
    #[must_use]
    pub const fn time(&self) -> f64 {
        self.time
    }

    /// The variables in the layout of the network: pool after pool the admittances (motions of the
    /// ports, then internal state), then the internal states of the impedances; a large network
    /// consists of several such parts.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}
