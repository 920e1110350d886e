//! A scenario with other numbers, made without text, as sweeps and fits do thousands of times.

use stiction_core::{Describe, Given};

use crate::body::Start;
use crate::error::{Fault, Inside, ScenarioError, absent, nearest};
use crate::scenario::Scenario;
use crate::settings::{section_of, split};
use crate::value::set_in_table;

impl Scenario {
    /// Returns the scenario with other numbers at their paths, `connections.friction.law.limit`: those of bodies, drives
    /// and connections, `solver.step`, `solver.until` and `record.every`. A parameter at its default can be set too.
    ///
    /// The result equals the scenario of the text with these numbers, but needs no text. The numbers are judged when
    /// the parts are built.
    ///
    /// ```
    /// use stiction_scenario::Scenario;
    /// let block = Scenario::from_toml(
    ///     "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
    ///      bodies.block = { type = \"point_mass\", mass = 2.0 }",
    /// )?;
    /// let heavy = block.with_numbers(&[("bodies.block.mass", 3.0), ("solver.step", 1e-4)])?;
    /// assert_eq!(heavy.number("bodies.block.mass")?.value, Some(3.0));
    /// assert!(block.with_numbers(&[("bodies.block.mass", -1.0)])?.simulation().is_err());
    /// assert!(block.with_numbers(&[("bodies.block.colour", 1.0)]).is_err());
    /// # Ok::<(), stiction_scenario::ScenarioError>(())
    /// ```
    ///
    /// # Errors
    /// A path that does not lead to a number.
    pub fn with_numbers(&self, numbers: &[(&str, f64)]) -> Result<Self, ScenarioError> {
        let mut changed = self.clone();
        for (path, number) in numbers {
            changed.set_number(path, *number).inside(*path).map_err(Fault::without_text)?;
        }
        Ok(changed)
    }

    fn set_number(&mut self, path: &str, number: f64) -> Result<(), Fault> {
        let keys = split(path)?;
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        match keys[..] {
            ["solver", "step"] => self.solver.step = number,
            ["solver", "until"] => self.solver.until = number,
            ["record", "every"] => self.record.every = Some(number),
            ["bodies", name, "start", ref rest @ ..] => {
                let start = &mut named(&mut self.bodies, name)?.start;
                let mut values = start.values();
                set_in_table(Start::DESCRIPTION.fields, &mut values, rest, number)?;
                *start = Start::from_values(&mut Given::new(values))?;
            }
            ["bodies", name, ..] => {
                named(&mut self.bodies, name)?.kind.set_number(&keys[2..], number)?;
            }
            ["drives", name, ..] => {
                named(&mut self.drives, name)?.set_number(&keys[2..], number)?;
            }
            ["connections", name, "law", ..] => {
                named(&mut self.connections, name)?.law.set_number(&keys[3..], number)?;
            }
            ["connections", name, "map", ..] => {
                named(&mut self.connections, name)?.map.set_number(&keys[3..], number)?;
            }
            _ => return Err(self.no_number(&keys)),
        }
        Ok(())
    }

    /// Returns the fault of a path that leads to no number that can be set; a section may be missing.
    fn no_number(&self, keys: &[&str]) -> Fault {
        let is_in = |section: &str, name: &str| match section {
            "bodies" => self.bodies.contains_key(name),
            "drives" => self.drives.contains_key(name),
            _ => self.connections.contains_key(name),
        };
        let known = ["bodies", "drives", "connections", "solver", "record"];
        let hint = section_of(keys, is_in).or_else(|| nearest(keys[0], known));
        let first = keys[0];
        Fault::new(format!("there is no number `{first}` of a body, drive, connection or solver"))
            .hint(hint)
    }
}

/// Returns the entry with a name.
fn named<'a, T>(
    all: &'a mut std::collections::BTreeMap<String, T>,
    name: &str,
) -> Result<&'a mut T, Fault> {
    if !all.contains_key(name) {
        return Err(absent(name, all.keys().map(String::as_str)));
    }
    all.get_mut(name).ok_or_else(|| absent(name, []))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    use super::*;
    use crate::registry::library;
    use crate::settings::{apply, entries};
    use crate::text::Text;

    /// Finds every number of a text, by its path.
    fn numbers(value: &toml::Value, path: &str, found: &mut Vec<(String, f64, bool)>) {
        match value {
            toml::Value::Float(number) => found.push((path.to_owned(), *number, false)),
            toml::Value::Integer(number) => found.push((path.to_owned(), *number as f64, true)),
            toml::Value::Array(list) => {
                for (i, value) in list.iter().enumerate() {
                    numbers(value, &format!("{path}[{i}]"), found);
                }
            }
            toml::Value::Table(table) => {
                for (key, value) in table {
                    let dot = if path.is_empty() { "" } else { "." };
                    numbers(value, &format!("{path}{dot}{key}"), found);
                }
            }
            _ => {}
        }
    }

    /// Returns the scenario of a text, without judging it.
    fn read(text: &str) -> Result<Scenario, Fault> {
        Scenario::read(Text { file: None, text }.tree()?, &library())
    }

    /// Returns the scenario of a text with a value replaced by another text, without judging it.
    fn read_with(text: &str, setting: (&str, &str)) -> Scenario {
        let settings = [setting];
        let entries = entries(&settings);
        let mut root = Text { file: None, text }.tree().unwrap();
        apply(&mut root, &settings, &entries).unwrap();
        Scenario::read(root, &library()).unwrap()
    }

    /// Compares all numbers of a text, each changed alone, with those of the list; returns how many are given, and how
    /// many are at their defaults.
    fn agree(text: &str) -> [usize; 2] {
        let given = read(text).unwrap();
        let mut found = vec![];
        numbers(&toml::Value::Table(text.parse().unwrap()), "", &mut found);
        let sections = ["bodies.", "drives.", "connections.", "solver.", "record.every"];
        // The appearance of a body has no numbers that can be set.
        let is_number = |path: &str| {
            sections.iter().any(|section| path.starts_with(section)) && !path.contains(".shape.")
        };
        found.retain(|(path, ..)| is_number(path));
        // The comparison notices another number, and setting the old number restores the scenario.
        let changed = |path: &str, number: f64, is_whole: bool| {
            let other = if is_whole { number + 1.0 } else { number * 1.0625 + 0.125 };
            let changed = given.with_numbers(&[(path, other)]).unwrap();
            assert_ne!(changed, given, "{path}");
            assert_eq!(changed.with_numbers(&[(path, number)]).unwrap(), given, "{path}");
            (changed, if is_whole { format!("{other}") } else { format!("{other:?}") })
        };
        let list = given.numbers();
        let listed: BTreeSet<&str> = list.iter().map(|number| &*number.path).collect();
        assert_eq!(listed.len(), list.len());
        for (path, number, is_whole) in &found {
            assert!(listed.contains(&**path), "{path} is not in the list");
            let (by_number, written) = changed(path, *number, *is_whole);
            assert_eq!(by_number, read_with(text, (path, &written)), "{path}");
        }
        let others =
            list.iter().filter(|number| found.iter().all(|(path, ..)| *path != number.path));
        for number in others.clone() {
            changed(&number.path, number.value.or(number.default).unwrap(), number.is_count);
        }
        // A path leads to the number of the list.
        for number in list.iter().step_by(list.len() / 200 + 1) {
            assert_eq!(given.number(&number.path).unwrap(), *number);
        }
        [found.len(), others.count()]
    }

    #[test]
    fn every_number_of_every_example_is_set_as_by_text() {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../examples/scenarios");
        let (mut given, mut at_default) = (0, 0);
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                let [found, others] = agree(&std::fs::read_to_string(path).unwrap());
                (given, at_default) = (given + found, at_default + others);
            }
        }
        assert!(given > 500 && at_default > 40, "{given} {at_default}");
    }

    #[test]
    fn defaults_can_be_set_and_one_number_may_stand_for_several() {
        let text = "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
            bodies.b = { type = \"point_mass\", mass = 1.0 }\n\
            connections.f = { ports = \"b\", law = { type = \"rate_dependent_gsat\", stiffness = 1e3, damping = 1.0, \
            curve = { coulomb = 1.0, breakaway = 1.5, stribeck_speed = 0.1 } } }\n\
            connections.push = { ports = \"b\", law = { type = \"effort\", effort = { type = \"sine\", amplitude = 1.0, frequency = 2.0 } } }\n";
        let given = read(text).unwrap();
        for path in [
            "connections.f.law.curve",
            "connections.push.law.effort",
            "record.every",
            "bodies.b.start.position",
        ] {
            let by_text = read_with(text, (path, "2.5"));
            assert_eq!(given.with_numbers(&[(path, 2.5)]).unwrap(), by_text, "{path}");
            assert_ne!(by_text, given, "{path}");
        }
    }

    #[test]
    fn a_path_that_leads_to_no_number_is_refused() {
        let text = "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
            bodies.block = { type = \"point_mass\", mass = 1.0 }\n\
            connections.rub = { ports = \"block\", law = { type = \"gsat\", stiffness = 1e3, damping = 1.0, limit = 2.0 } }\n";
        let given = read(text).unwrap();
        for (path, expected) in [
            (
                "bodies.blok.mass",
                "bodies.blok.mass: there is no `blok`, only block (did you mean `block`?)",
            ),
            ("bodies.block.mas", "did you mean `mass`?"),
            ("block.mass", "did you mean `bodies.block.mass`?"),
            ("body.block.mass", "did you mean `bodies`?"),
            ("bodies.block.mass.more", "there is no `more`"),
            ("bodies.block.type", "there is no `type`"),
            ("connections.rub.ports", "there is no number `connections`"),
            ("connections.rub.law", "is not a number"),
            ("a..b", "a path has names between its dots"),
        ] {
            let message = given.with_numbers(&[(path, 1.0)]).unwrap_err().to_string();
            assert!(message.contains(expected), "{path}: {message}");
        }
    }
}
