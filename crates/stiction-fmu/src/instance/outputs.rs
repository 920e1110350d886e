//! The columns of a mechanism, read when they are asked for.

use core::fmt;

use stiction_core::ContactMode;
use stiction_network::{NetworkError, Simulation};
use stiction_scenario::Channels;

/// Columns in groups that are read together; what was read at this moment is kept.
pub(super) struct Outputs {
    channels: Vec<Channels>,
    rows: Vec<Vec<f64>>,
    sticking: Vec<Option<bool>>,
}

impl fmt::Debug for Outputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Outputs").field(&self.channels).finish()
    }
}

impl Outputs {
    pub(super) fn new(channels: Vec<Channels>) -> Self {
        let groups = channels.len();
        Self { channels, rows: vec![vec![]; groups], sticking: vec![None; groups] }
    }

    /// Time went on, or something was set.
    pub(super) fn forget(&mut self) {
        self.rows.iter_mut().for_each(Vec::clear);
        self.sticking.fill(None);
    }

    pub(super) fn column(
        &mut self,
        sim: &Simulation,
        group: usize,
        place: usize,
    ) -> Result<f64, NetworkError> {
        let row = &mut self.rows[group];
        if row.is_empty() {
            self.channels[group].read(&sim.frame(), row)?;
        }
        Ok(row.get(place).copied().unwrap_or(f64::NAN))
    }

    pub(super) fn sticks(&mut self, sim: &Simulation, group: usize) -> Result<bool, NetworkError> {
        if let Some(sticks) = self.sticking[group] {
            return Ok(sticks);
        }
        let found = self.channels[group].rubbing(&sim.frame())?;
        let sticks = found.is_some_and(|(_, rubbing)| rubbing.mode == ContactMode::Stick);
        self.sticking[group] = Some(sticks);
        Ok(sticks)
    }
}
