//! The files that a scenario names.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::Value;

use crate::error::{Fault, ScenarioError};
use crate::file::ScenarioFile;
use crate::scenario::Scenario;

/// Whether the value of a key, if it is a text, is the path of a file.
#[must_use]
pub fn names_a_file(key: &str) -> bool {
    key == "file" || key.ends_with("_file")
}

impl Scenario {
    /// The files that it names, as they are written in it: relative to [`Self::folder`] unless absolute.
    /// They have not been looked for.
    ///
    /// # Errors
    /// A scenario that cannot be written.
    pub fn named_files(&self) -> Result<Vec<PathBuf>, ScenarioError> {
        fn find(value: &Value, names: &mut Vec<PathBuf>) {
            match value {
                Value::Object(table) => table.iter().for_each(|(key, value)| match value {
                    Value::String(name) if names_a_file(key) => names.push(name.into()),
                    _ => find(value, names),
                }),
                Value::Array(list) => list.iter().for_each(|value| find(value, names)),
                _ => {}
            }
        }
        let value = serde_json::to_value(self);
        let value = value.map_err(|error| Fault::new(error.to_string()).without_text())?;
        let mut names = vec![];
        find(&value, &mut names);
        Ok(names)
    }
}

impl ScenarioFile {
    /// The files that its text names, each once, in alphabetical order; nothing where it is no TOML. Neither they nor
    /// the scenario are read, so it can be asked before they are there.
    #[must_use]
    pub fn named_files(&self) -> Vec<String> {
        fn find(value: toml::Value, names: &mut BTreeSet<String>) {
            match value {
                toml::Value::Table(table) => find_in(table, names),
                toml::Value::Array(list) => list.into_iter().for_each(|value| find(value, names)),
                _ => {}
            }
        }
        fn find_in(table: toml::Table, names: &mut BTreeSet<String>) {
            for (key, value) in table {
                match value {
                    toml::Value::String(name) if names_a_file(&key) => {
                        names.insert(name);
                    }
                    value => find(value, names),
                }
            }
        }
        let mut names = BTreeSet::new();
        find_in(self.text().parse().unwrap_or_default(), &mut names);
        names.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_wherever_they_stand() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenarios/pad_drift.toml");
        let files = Scenario::load(file).unwrap().named_files().unwrap();
        assert!(!files.is_empty());
        assert!(files.iter().all(|file| file.as_os_str() == "pad_drift_loads.csv"), "{files:?}");
        // Also of a text whose files are not there.
        let text = std::fs::read_to_string(file).unwrap().replace("pad_drift_loads", "lost/loads");
        let lost = ScenarioFile::from_bytes("lost.toml", text.into_bytes()).unwrap();
        assert!(lost.scenario().is_err());
        assert_eq!(lost.named_files(), ["lost/loads.csv"]);
        let plain = Scenario::new("", 1e-3, 1.0);
        assert_eq!(plain.named_files().unwrap(), Vec::<PathBuf>::new());
        assert!(names_a_file("limit_surface_file") && !names_a_file("profile"));
    }
}
