//! Stiffnesses with which the friction of a scenario sticks: often no more than a means, which a result should not
//! depend on.

use toml::Value;

use crate::error::ScenarioError;
use crate::scenario::Scenario;
use crate::urdf::presliding;

impl Scenario {
    /// Paths and values of the stiffnesses of each friction law, and of the presliding displacement of each robot that
    /// brings friction. Found by their names: those of the fields of a law that contain `stiffness`.
    ///
    /// ```
    /// use stiction_scenario::Scenario;
    /// let scenario = Scenario::from_toml(
    ///     "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
    ///      bodies.block = { type = \"point_mass\", mass = 2.0 }\n\
    ///      connections.rub = { ports = \"block\", law = { type = \"maxwell_slip\", stiffnesses = [1e3, 2e3], \
    ///      shares = [0.5, 0.5], curve = 3.0, attraction = 100.0 } }",
    /// )?;
    /// let of_rub = ["connections.rub.law.stiffnesses.0", "connections.rub.law.stiffnesses.1"];
    /// let expected = vec![(of_rub[0].to_owned(), 1e3), (of_rub[1].to_owned(), 2e3)];
    /// assert_eq!(scenario.sticking_stiffnesses()?, [expected]);
    /// # Ok::<(), stiction_scenario::ScenarioError>(())
    /// ```
    ///
    /// # Errors
    /// As [`mechanism`](Self::mechanism); [`ScenarioError::Write`] if a value has no TOML form.
    pub fn sticking_stiffnesses(&self) -> Result<Vec<Vec<(String, f64)>>, ScenarioError> {
        let outputs = self.mechanism()?.outputs;
        let rubbing = || outputs.names().filter_map(|(column, _)| column.strip_suffix(".sticks"));
        let mut found = vec![];
        for (name, connection) in &self.connections {
            if rubbing().any(|rubbing| rubbing == name) {
                let law = Value::try_from(&connection.law)?;
                let mut own = vec![];
                collect(&law, &format!("connections.{name}.law"), false, &mut own);
                found.push(own);
            }
        }
        for (name, body) in &self.bodies {
            let joints = format!("{name}.");
            if let Some(displacement) = presliding(body)
                && rubbing().any(|rubbing| rubbing.starts_with(&joints))
            {
                found.push(vec![(format!("bodies.{name}.presliding"), displacement)]);
            }
        }
        Ok(found)
    }
}

fn collect(value: &Value, path: &str, is_stiffness: bool, found: &mut Vec<(String, f64)>) {
    match value {
        Value::Float(number) if is_stiffness => found.push((path.to_owned(), *number)),
        Value::Integer(number) if is_stiffness => found.push((path.to_owned(), *number as f64)),
        Value::Array(list) => {
            for (place, inner) in list.iter().enumerate() {
                collect(inner, &format!("{path}.{place}"), is_stiffness, found);
            }
        }
        Value::Table(table) => {
            for (key, inner) in table {
                let is_stiffness = is_stiffness || key.contains("stiffness");
                collect(inner, &format!("{path}.{key}"), is_stiffness, found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Connection;
    use crate::census_tests::{EVERYTHING, folder};

    /// Every friction law that a file can name has one; a law that has none must be known here.
    #[test]
    fn every_friction_law_says_with_which_stiffness_it_sticks() {
        let folder = folder();
        let path = folder.path().join("everything.toml");
        std::fs::write(&path, EVERYTHING).unwrap();
        let scenario = Scenario::load(&path).unwrap();
        let found: Vec<_> =
            scenario.sticking_stiffnesses().unwrap().into_iter().flatten().collect();
        let outputs = scenario.mechanism().unwrap().outputs;
        let is_there = |name: &String| {
            let law = format!("connections.{name}.law.");
            found.iter().any(|(path, _)| path.starts_with(&law))
        };
        let rubs =
            |name: &String| outputs.names().any(|(column, _)| column == format!("{name}.sticks"));
        let all = scenario.connections.iter().filter(|(name, _)| rubs(name));
        let (with, without): (Vec<_>, Vec<_>) = all.partition(|(name, _)| is_there(name));
        let tags = |laws: Vec<(&String, &Connection)>| {
            laws.into_iter().map(|(_, connection)| connection.law.tag()).collect::<BTreeSet<_>>()
        };
        // It never sticks, and has a speed instead.
        assert_eq!(tags(without), BTreeSet::from(["threshold"]));
        assert_eq!(tags(with).len(), 20);
        assert!(found.iter().any(|(path, _)| path.ends_with(".presliding")), "{found:?}");
    }
}
