//! The files that a scenario names.

use std::collections::BTreeSet;
use std::path::PathBuf;

use stiction_core::{Form, Value};

use crate::file::ScenarioFile;
use crate::scenario::Scenario;
use crate::text::Text;
use crate::value::See;

impl Scenario {
    /// Returns the files that it names, as written: relative to [`Self::folder`] unless absolute. They need not exist.
    #[must_use]
    pub fn named_files(&self) -> Vec<PathBuf> {
        let mut names = vec![];
        self.clone().each_file(&mut |name| names.push(PathBuf::from(&*name)));
        names
    }

    /// Visits each name of a file, which may be changed: another name is that of another file.
    ///
    /// ```
    /// use stiction_scenario::Scenario;
    /// let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/scenarios/pad_drift.toml");
    /// let mut scenario = Scenario::load(file)?;
    /// scenario.each_file(&mut |name| name.insert_str(0, "elsewhere/"));
    /// assert!(scenario.to_toml()?.contains("elsewhere/pad_drift_loads.csv"));
    /// # Ok::<(), stiction_scenario::ScenarioError>(())
    /// ```
    pub fn each_file(&mut self, see: &mut dyn FnMut(&mut String)) {
        self.visit(&mut |path, form, value| {
            let key = path.rsplit('.').next().unwrap_or_default();
            if let (Form::Text, Value::Text(name)) = (form, value)
                && (key == "file" || key.ends_with("_file"))
            {
                see(name);
            }
            true
        });
    }

    /// Visits each value of a parameter with its path; the value may be changed.
    pub(crate) fn visit(&mut self, see: &mut See<'_>) {
        for (name, body) in &mut self.bodies {
            body.kind.visit(&format!("bodies.{name}"), see);
        }
        for (name, drive) in &mut self.drives {
            drive.visit(&format!("drives.{name}"), see);
        }
        for (name, connection) in &mut self.connections {
            connection.map.visit(&format!("connections.{name}.map"), see);
            connection.law.visit(&format!("connections.{name}.law"), see);
        }
    }
}

impl ScenarioFile {
    /// Returns the files that its text names, each once, in alphabetical order; no file if the text is not a scenario.
    /// The files are not read and need not exist.
    #[must_use]
    pub fn named_files(&self) -> Vec<String> {
        let mut names = BTreeSet::new();
        let text = Text { file: None, text: self.text() };
        if let Ok(mut scenario) = text.tree().and_then(|root| Scenario::read(root, self.registry()))
        {
            scenario.each_file(&mut |name| {
                names.insert(name.clone());
            });
        }
        names.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files are found at every kind of place: below a key of a choice, in a list, as a body.
    #[test]
    fn files_of_pads_loads_and_robots_are_found() {
        let text = "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
            bodies.arm = { type = \"urdf\", file = \"arm.urdf\" }\n\
            bodies.plate = { type = \"planar_body\", mass = 1.0, inertia = 1e-3 }\n\
            [connections.pad]\nports = \"plate\"\nlaw.type = \"reduced_patch\"\n\
            law.pressure = { file = \"pressure.csv\", size = 0.02 }\nlaw.limit_surface_file = \"surface.json\"\n\
            law.bristles = { stiffness = 1e5, damping = 80.0, friction = 0.8 }\n\
            law.normal_force = { type = \"samples\", file = \"load.csv\" }\n\
            [connections.push]\nports = \"plate\"\nlaw.type = \"effort\"\n\
            law.effort = [1.0, { type = \"samples\", file = \"push.csv\" }, 0.0]\n";
        let file = ScenarioFile::from_bytes("s.toml", text.into()).unwrap();
        let names = file.named_files();
        let written = text.match_indices("file = \"").map(|(at, key)| {
            let rest = &text[at + key.len()..];
            rest[..rest.find('"').unwrap()].to_owned()
        });
        assert_eq!(names, written.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>());
        assert_eq!(names.len(), 5);
    }
}
