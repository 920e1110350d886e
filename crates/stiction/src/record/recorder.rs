//! Samples in memory.

use stiction_network::{Frame, Observer, SimulationError};

use super::Sampler;

/// Keeps what a [`Sampler`] reads, as columns.
#[derive(Debug)]
pub struct Recorder {
    sampler: Sampler,
    columns: Vec<Vec<f64>>,
    row: Vec<f64>,
}

impl From<Sampler> for Recorder {
    fn from(sampler: Sampler) -> Self {
        let columns = vec![vec![]; sampler.names().len()];
        Self { sampler, columns, row: vec![] }
    }
}

impl Recorder {
    /// Sampled times \[s\].
    #[must_use]
    pub fn time(&self) -> &[f64] {
        &self.columns[0]
    }
    /// Names of the columns; the first is the time, "t".
    #[must_use]
    pub fn names(&self) -> &[String] {
        self.sampler.names()
    }
    /// All columns, the time first.
    #[must_use]
    pub fn columns(&self) -> &[Vec<f64>] {
        &self.columns
    }
    /// The column of the given name; empty if there is none.
    #[must_use]
    pub fn column(&self, name: &str) -> &[f64] {
        let index = self.names().iter().position(|n| n == name);
        index.map_or(&[], |index| &self.columns[index])
    }

    fn keep(&mut self, frame: &Frame<'_>, is_start: bool) -> Result<(), SimulationError> {
        if self.sampler.sample(frame, is_start, &mut self.row)? {
            for (column, value) in self.columns.iter_mut().zip(&self.row) {
                column.push(*value);
            }
        }
        Ok(())
    }
}

impl Observer for Recorder {
    fn start(&mut self, frame: &Frame<'_>, _: f64) -> Result<(), SimulationError> {
        self.keep(frame, true)
    }
    fn observe(&mut self, frame: &Frame<'_>) -> Result<(), SimulationError> {
        self.keep(frame, false)
    }
}
