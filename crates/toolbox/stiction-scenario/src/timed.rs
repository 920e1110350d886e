//! Signals of a scenario: inputs, and functions of time, which make the motion depend on the time of its start.

use std::collections::BTreeMap;

use stiction_core::{Form, Value};

use crate::scenario::Scenario;
use crate::value::find;

/// Types of signals whose value depends on the time.
const SIGNALS: [&str; 7] =
    ["ramp", "smooth_step", "sine", "square", "chirp", "samples", "piecewise"];
/// Drives that do not depend on the time unless their signals do. At a constant velocity only the displacement since
/// the start matters.
const DRIVES: [&str; 3] = ["fixed", "constant_velocity", "guided"];

impl Scenario {
    /// Returns the paths of the signals and motions that are functions of time, without inputs. A drive that is not of
    /// this library counts as one. Your own laws and bodies that depend on time are not detected.
    ///
    /// ```
    /// use stiction_scenario::Scenario;
    /// let scenario = Scenario::from_toml(
    ///     "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
    ///      bodies.block = { type = \"point_mass\", mass = 2.0 }\n\
    ///      connections.push = { ports = \"block\", law = { type = \"effort\", \
    ///      effort = { type = \"sine\", amplitude = 1.0, frequency = 2.0 } } }",
    /// )?;
    /// assert_eq!(scenario.functions_of_time(), ["connections.push.law.effort"]);
    /// # Ok::<(), stiction_scenario::ScenarioError>(())
    /// ```
    #[must_use]
    pub fn functions_of_time(&self) -> Vec<String> {
        let timed = self.drives.iter().filter(|(_, drive)| !DRIVES.contains(&drive.tag()));
        let mut found: Vec<_> = timed.map(|(name, _)| format!("drives.{name}")).collect();
        self.clone().visit(&mut |path, form, value| {
            let is_timed = match (form, value) {
                (Form::Choice(choice), Value::Choice(index, _)) => {
                    SIGNALS.contains(&choice.variants[*index].name)
                }
                _ => false,
            };
            found.extend(is_timed.then(|| path.to_owned()));
            !is_timed
        });
        found
    }

    /// Returns the paths of the signals that are inputs, by the names of the inputs.
    ///
    /// ```
    /// use stiction_scenario::Scenario;
    /// let scenario = Scenario::from_toml(
    ///     "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
    ///      bodies.block = { type = \"point_mass\", mass = 2.0 }\n\
    ///      connections.push = { ports = \"block\", law = { type = \"effort\", \
    ///      effort = { type = \"input\", name = \"push\" } } }",
    /// )?;
    /// assert_eq!(scenario.inputs()["push"], ["connections.push.law.effort"]);
    /// # Ok::<(), stiction_scenario::ScenarioError>(())
    /// ```
    #[must_use]
    pub fn inputs(&self) -> BTreeMap<String, Vec<String>> {
        let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
        self.clone().visit(&mut |path, form, value| {
            if let (Form::Choice(choice), Value::Choice(index, values)) = (form, value)
                && choice.variants[*index].name == "input"
                && let Some((_, Value::Text(name))) =
                    find(choice.variants[*index].fields, values, "name")
            {
                found.entry(name.clone()).or_default().push(path.to_owned());
            }
            true
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use stiction_core::Parameter;
    use stiction_core::signal::Function;

    use super::*;

    fn found(rest: &str) -> Vec<String> {
        let text = format!(
            "schema_version = 1\nsolver = {{ step = 1e-3, until = 1.0 }}\n\
             bodies.block = {{ type = \"point_mass\", mass = 2.0 }}\n{rest}"
        );
        Scenario::from_toml(&text).unwrap().functions_of_time()
    }

    #[test]
    fn functions_of_the_time_are_found_wherever_they_stand() {
        let push = |effort: &str| {
            found(&format!(
                "connections.push = {{ ports = \"block\", law = {{ type = \"effort\", effort = {effort} }} }}"
            ))
        };
        for timed in [
            "{ type = \"ramp\", to = 1.0, duration = 1.0 }",
            "{ type = \"smooth_step\", to = 1.0, duration = 1.0 }",
            "{ type = \"square\", amplitude = 1.0, period = 0.5 }",
            "{ type = \"samples\", points = [[0.0, 1.0], [1.0, 2.0]] }",
            "{ type = \"piecewise\", pieces = [{ signal = 1.0 }] }",
        ] {
            assert_eq!(push(timed), ["connections.push.law.effort"], "{timed}");
        }
        let sum = push(
            "{ type = \"sum\", of = [{ type = \"input\", name = \"u\" }, { type = \"sine\", amplitude = 1.0, frequency = 1.0 }] }",
        );
        assert_eq!(sum, ["connections.push.law.effort.of[1]"]);
        // The controls: constants, inputs, and constant velocities.
        for same in ["1.0", "{ type = \"input\", name = \"u\" }", "{ type = \"sum\", of = [1.0] }"]
        {
            assert!(push(same).is_empty(), "{same}");
        }
        assert!(
            found(
                "drives.belt = { type = \"constant_velocity\", domain = \"line\", velocity = 1.0 }"
            )
            .is_empty()
        );
        let shaker = "drives.shaker = { type = \"sinusoid\", domain = \"line\", amplitude = 1.0, angular_frequency = 1.0 }";
        assert_eq!(found(shaker), ["drives.shaker"]);
    }

    /// A new kind of signal must be classified.
    #[test]
    fn every_kind_of_signal_is_known() {
        let Form::Choice(choice) = Function::form() else { panic!("no choice") };
        let names = choice.variants.iter().map(|variant| variant.name);
        let untimed: Vec<&str> = names.filter(|name| !SIGNALS.contains(name)).collect();
        assert_eq!(untimed, ["sum", "input"]);
    }
}
