//! The columns of a mechanism, read when they are asked for.

use stiction_network::{Frame, NetworkError, SimulationError};
use stiction_scenario::Channels;

/// Columns in groups that are read together; values read at this instant are kept.
#[derive(Debug)]
pub(super) struct Outputs {
    channels: Vec<Channels>,
    rows: Vec<Vec<f64>>,
    /// Rates of the state; empty if they were not read.
    rates: Vec<f64>,
}

impl Outputs {
    pub(super) fn new(channels: Vec<Channels>) -> Self {
        let groups = channels.len();
        Self { channels, rows: vec![vec![]; groups], rates: vec![] }
    }

    /// Discards the values, because the time moved or something was set.
    pub(super) fn forget(&mut self) {
        self.rows.iter_mut().for_each(Vec::clear);
        self.rates.clear();
    }

    /// Returns the rate of a variable of the state in continuous time.
    pub(super) fn rate<'a>(
        &mut self,
        frame: impl FnOnce() -> Frame<'a>,
        index: usize,
    ) -> Result<f64, SimulationError> {
        if self.rates.is_empty() {
            let frame = frame();
            let mut rates = vec![0.0; frame.state().values().len()];
            frame.rates(&mut rates)?;
            self.rates = rates;
        }
        Ok(self.rates.get(index).copied().unwrap_or(f64::NAN))
    }

    pub(super) fn column<'a>(
        &mut self,
        frame: impl FnOnce() -> Frame<'a>,
        group: usize,
        place: usize,
    ) -> Result<f64, NetworkError> {
        let row = &mut self.rows[group];
        if row.is_empty() {
            self.channels[group].read(&frame(), row)?;
        }
        Ok(row.get(place).copied().unwrap_or(f64::NAN))
    }

    /// Returns whether the friction of a group sticks.
    pub(super) fn sticks<'a>(
        &mut self,
        frame: impl FnOnce() -> Frame<'a>,
        group: usize,
    ) -> Result<bool, NetworkError> {
        let Some(place) = self.channels[group].sticking() else { return Ok(false) };
        Ok(self.column(frame, group, place)? == 1.0)
    }
}
