//! Samples in memory.

use stiction_network::{Frame, NetworkError, Observer, SimulationError};

use super::Sampler;

/// A recorder was asked for a column that it does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no column is named {name:?}; there are {known}")]
pub struct UnknownColumn {
    /// The name asked for.
    pub name: String,
    /// The existing names.
    pub known: String,
}

/// Keeps the samples of a [`Sampler`] as columns. A run fills it: `sim.run_observed(10.0, &mut record)?`.
#[derive(Debug)]
pub struct Recorder {
    sampler: Sampler,
    columns: Vec<Vec<f64>>,
}

impl From<Sampler> for Recorder {
    fn from(sampler: Sampler) -> Self {
        let columns = vec![vec![]; sampler.names().len()];
        Self { sampler, columns }
    }
}

impl Recorder {
    /// Returns the sampled times \[s\].
    #[must_use]
    pub fn time(&self) -> &[f64] {
        &self.columns[0]
    }
    /// Returns the names of the columns; the first is the time, "t".
    #[must_use]
    pub fn names(&self) -> &[String] {
        self.sampler.names()
    }
    /// Returns all columns, the time first.
    #[must_use]
    pub fn columns(&self) -> &[Vec<f64>] {
        &self.columns
    }
    /// Returns names and columns, the time first, without a copy.
    #[must_use]
    pub fn into_columns(self) -> (Vec<String>, Vec<Vec<f64>>) {
        (self.names().to_vec(), self.columns)
    }
    /// Returns the column of the given name.
    ///
    /// # Errors
    /// [`UnknownColumn`] if there is no such column.
    pub fn column(&self, name: &str) -> Result<&[f64], UnknownColumn> {
        let index = self.names().iter().position(|n| n == name);
        index
            .map(|index| self.columns[index].as_slice())
            .ok_or_else(|| UnknownColumn { name: name.to_owned(), known: self.names().join(", ") })
    }
    /// Returns the columns of the given names.
    ///
    /// # Errors
    /// [`UnknownColumn`] if there is no such column.
    pub fn columns_named<const N: usize>(
        &self,
        names: [&str; N],
    ) -> Result<[&[f64]; N], UnknownColumn> {
        let mut columns: [&[f64]; N] = [&[]; N];
        for (column, name) in columns.iter_mut().zip(names) {
            *column = self.column(name)?;
        }
        Ok(columns)
    }

    /// Keeps a row of this frame even if none is due, such as at the end of a run between two samples:
    /// `recorder.record(&sim.frame())`. Does nothing if the last row has the same time.
    ///
    /// # Errors
    /// Errors of the channels.
    pub fn record(&mut self, frame: &Frame<'_>) -> Result<(), NetworkError> {
        self.sampler.sample_now(frame, &mut self.columns)
    }
}

impl Observer for Recorder {
    fn start(&mut self, frame: &Frame<'_>, _: f64) -> Result<(), SimulationError> {
        Ok(self.sampler.sample(frame, true, &mut self.columns)?)
    }
    fn observe(&mut self, frame: &Frame<'_>) -> Result<(), SimulationError> {
        Ok(self.sampler.sample(frame, false, &mut self.columns)?)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_recorder_is_a_table() {
        use super::{Recorder, Sampler};
        use stiction::prelude::*;
        let folder = tempfile::tempdir().unwrap();
        let out = crate::RunDirectory::create(folder.path()).unwrap();
        let mut net = NetworkBuilder::new();
        let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
        let mass = net.add(mass, Motion::new(0.0, 2.0)).unwrap();
        let mut sim = Simulation::new(net.build().unwrap(), Tableau::euler(), 0.5).unwrap();
        let sampler = Sampler::every_steps(1);
        let sampler = sampler.channel("x", move |frame| Ok(frame.motion(mass)?.pose));
        let mut recorder = Recorder::from(sampler);
        sim.run_observed(1.0, &mut recorder).unwrap();
        out.write_recorder("t.csv", &recorder).unwrap();
        assert_eq!(std::fs::read_to_string(out.path("t.csv")).unwrap(), "t,x\n0,0\n0.5,1\n1,2\n");
    }
}
