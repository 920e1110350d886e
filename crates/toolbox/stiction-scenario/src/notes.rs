//! Notes on the robots of a scenario.

use crate::error::{Fault, Inside, ScenarioError};
use crate::scenario::Scenario;
use crate::urdf;

impl Scenario {
    /// Returns notes on the files of its robots, each with the body and the line: content that the mechanism does not
    /// have, or that looks like a mistake.
    ///
    /// # Errors
    /// A robot that cannot be read.
    pub fn notes(&self) -> Result<Vec<String>, ScenarioError> {
        let mut notes = vec![];
        for (name, body) in &self.bodies {
            let found = urdf::notes(body, self.own_folder()).inside(name).inside("bodies");
            let found = found.map_err(Fault::without_text)?;
            notes.extend(found.into_iter().map(|note| format!("bodies.{name}: {note}")));
        }
        Ok(notes)
    }
}
