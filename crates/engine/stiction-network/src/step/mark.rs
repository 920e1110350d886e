//! Marks of a simulation, to return to.

use crate::ode::Clock;

use crate::step::state::State;

/// A state with its clock, as [`Simulation::mark`](crate::Simulation::mark) takes it.
///
/// It belongs to that simulation and to this process; to store it or move it elsewhere, take a
/// [`Snapshot`](crate::Snapshot).
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub(crate) clock: Clock,
    pub(crate) state: State,
}

impl Mark {
    /// Returns the state \[time in s\].
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }
}
