//! Stiffnesses with which the friction of a scenario sticks. They are often only a numerical means, so results should
//! not depend on them.

use crate::error::ScenarioError;
use crate::scenario::Scenario;
use crate::urdf::presliding;

impl Scenario {
    /// Returns paths and values of the stiffnesses of each friction law, and of the presliding displacement of each
    /// robot with friction. They are found by name: the fields of a law that contain `stiffness`.
    ///
    /// ```
    /// use stiction_scenario::Scenario;
    /// let scenario = Scenario::from_toml(
    ///     "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
    ///      bodies.block = { type = \"point_mass\", mass = 2.0 }\n\
    ///      connections.rub = { ports = \"block\", law = { type = \"maxwell_slip\", stiffnesses = [1e3, 2e3], \
    ///      shares = [0.5, 0.5], curve = 3.0, attraction = 100.0 } }",
    /// )?;
    /// let of_rub = ["connections.rub.law.stiffnesses[0]", "connections.rub.law.stiffnesses[1]"];
    /// let expected = vec![(of_rub[0].to_owned(), 1e3), (of_rub[1].to_owned(), 2e3)];
    /// assert_eq!(scenario.sticking_stiffnesses()?, [expected]);
    /// # Ok::<(), stiction_scenario::ScenarioError>(())
    /// ```
    ///
    /// # Errors
    /// As [`mechanism`](Self::mechanism).
    pub fn sticking_stiffnesses(&self) -> Result<Vec<Vec<(String, f64)>>, ScenarioError> {
        let outputs = self.mechanism()?.outputs;
        let rubbing = || outputs.names().filter_map(|(column, _)| column.strip_suffix(".sticks"));
        let (numbers, mut found) = (self.numbers(), vec![]);
        for name in self.connections.keys() {
            if rubbing().any(|rubbing| rubbing == name) {
                let law = format!("connections.{name}.law.");
                let own = numbers.iter().filter(|number| {
                    number.path.strip_prefix(&law).is_some_and(|keys| keys.contains("stiffness"))
                });
                let own = own.filter_map(|number| Some((number.path.clone(), number.value?)));
                found.push(own.collect());
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::Connection;
    use crate::census_tests::everything;

    /// Every friction law that a file can name has a stiffness, except the laws listed here.
    #[test]
    fn every_friction_law_says_with_which_stiffness_it_sticks() {
        let (_folder, scenario) = everything();
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
        // It never sticks, and has a threshold speed instead.
        assert_eq!(tags(without), BTreeSet::from(["threshold"]));
        assert_eq!(tags(with).len(), 20);
        assert!(found.iter().any(|(path, _)| path.ends_with(".presliding")), "{found:?}");
    }
}
