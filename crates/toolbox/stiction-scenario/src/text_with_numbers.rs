//! The text of a scenario with other numbers, which keeps its comments.

use core::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::error::ScenarioError;
use crate::file::ScenarioFile;
use crate::settings::split;
use crate::text::way;

impl ScenarioFile {
    /// Returns its text with other numbers; comments are kept.
    ///
    /// ```
    /// use stiction_scenario::ScenarioFile;
    /// let text = "schema_version = 1 # today\nsolver = { step = 1e-3, until = 1.0 }\n\
    ///             bodies.block = { type = \"point_mass\", mass = 2.0 } # weighed\n";
    /// let file = ScenarioFile::from_bytes("block.toml", text.into())?;
    /// let other = file.text_with_numbers(&[("bodies.block.mass", 2.5)])?;
    /// assert_eq!(other, text.replace("2.0", "2.5"));
    /// # Ok::<(), stiction_scenario::ScenarioError>(())
    /// ```
    /// If the text does not have a number, which is then at its default, the scenario is written anew and comments are
    /// lost.
    ///
    /// # Errors
    /// As [`scenario_with`](Self::scenario_with).
    pub fn text_with_numbers(&self, numbers: &[(&str, f64)]) -> Result<String, ScenarioError> {
        let written: Vec<_> =
            numbers.iter().map(|(path, value)| (*path, format!("{value:?}"))).collect();
        let settings: Vec<_> = written.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let scenario = self.scenario_with(&settings)?;
        let mut text = self.text().to_owned();
        let mut places = vec![];
        let paths: Vec<&str> = settings.iter().map(|(path, _)| *path).collect();
        for ((_, number), place) in settings.iter().zip(self.places(&paths)) {
            match place {
                Some(place) => places.push((place, *number)),
                None => return scenario.to_toml(),
            }
        }
        // Replacing from the end keeps the earlier places valid.
        places.sort_by_key(|(place, _)| core::cmp::Reverse(place.start));
        for (place, number) in places {
            text.replace_range(place, number);
        }
        Ok(text)
    }

    /// Returns the places of the values at some paths in its text \[bytes\]; none for a value that it does not have,
    /// and for a table without braces, which may stand in several places.
    #[must_use]
    pub fn places(&self, paths: &[&str]) -> Vec<Option<Range<usize>>> {
        let Ok(root) = DeTable::parse(self.text()) else { return vec![None; paths.len()] };
        let place = |path: &&str| {
            let keys = split(path).ok()?;
            let (_, node) = way(&root, &keys).nth(keys.len().checked_sub(1)?)?;
            let is_open = matches!(node.get_ref(), DeValue::Table(_))
                && !self.text().get(node.span())?.starts_with('{');
            (!is_open).then(|| node.span())
        };
        paths.iter().map(place).collect()
    }
}

/// A block in a guide, with comments: a text for tests.
#[cfg(test)]
pub(crate) const GUIDED: &str = "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
    # the block\nbodies.block = { type = \"point_mass\", mass = 1 }\n\
    [connections.friction] # of the guide\nports = \"block\"\n\
    law = { type = \"rate_dependent_gsat\", stiffness = 1e5, damping = 10.0, curve = { coulomb = 1.0, breakaway = 1.5, stribeck_speed = 1e-3 } } # measured\n";

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> ScenarioFile {
        ScenarioFile::from_bytes("s.toml", GUIDED.into()).unwrap()
    }

    #[test]
    fn comments_stay_where_numbers_change() {
        let paths = [
            ("connections.friction.law.curve.breakaway", 1.25),
            ("bodies.block.mass", 0.75),
            ("connections.friction.law.stiffness", 2e6),
        ];
        let text = file().text_with_numbers(&paths).unwrap();
        let by_hand = GUIDED
            .replace("breakaway = 1.5", "breakaway = 1.25")
            .replace("mass = 1 ", "mass = 0.75 ")
            .replace("1e5", "2000000.0");
        assert_eq!(text, by_hand);
        // A number that is not in the text is added.
        let text = file().text_with_numbers(&[("bodies.block.start.velocity", 0.5)]).unwrap();
        assert!(text.contains("velocity = 0.5"), "{text}");
        assert!(file().text_with_numbers(&[("bodies.block.mass", -1.0)]).is_err());
    }
}
