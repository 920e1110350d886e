//! The text of a scenario with other numbers, and with the comments that it has.

use core::ops::Range as Span;

use toml::de::{DeTable, DeValue};

use crate::error::{Fault, ScenarioError};
use crate::file::ScenarioFile;
use crate::settings::split;

impl ScenarioFile {
    /// Its text with other numbers, and with the comments that it has.
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
    /// A number that the text does not have, a parameter at its default, makes a text of its own of the scenario;
    /// comments are lost then.
    ///
    /// # Errors
    /// As [`scenario_with`](Self::scenario_with).
    pub fn text_with_numbers(&self, numbers: &[(&str, f64)]) -> Result<String, ScenarioError> {
        let written: Vec<_> =
            numbers.iter().map(|(path, value)| (*path, format!("{value:?}"))).collect();
        let settings: Vec<_> = written.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let scenario = self.scenario_with(&settings)?;
        let mut text = self.text().to_owned();
        let keys = |path: &str| split(path).map_err(Fault::without_text);
        let mut places = vec![];
        for (path, number) in &settings {
            match number_span(&text, &keys(path)?) {
                Some(span) => places.push((span, *number)),
                None => return scenario.to_toml(),
            }
        }
        // From the end, so that the places before stay where they are.
        places.sort_by_key(|(span, _)| core::cmp::Reverse(span.start));
        for (span, number) in places {
            text.replace_range(span, number);
        }
        Ok(text)
    }
}

/// Where the number at some keys stands in a text.
fn number_span(text: &str, keys: &[String]) -> Option<Span<usize>> {
    let root = DeTable::parse(text).ok()?;
    let mut found = None;
    let mut value = DeValue::Table(root.into_inner());
    for key in keys {
        let node = match value {
            DeValue::Table(table) => {
                table.into_iter().find(|(name, _)| name.get_ref() == key).map(|(_, node)| node)
            }
            DeValue::Array(list) => list.into_iter().nth(key.parse().ok()?),
            _ => None,
        }?;
        found = Some(node.span());
        value = node.into_inner();
    }
    matches!(value, DeValue::Float(_) | DeValue::Integer(_)).then_some(found).flatten()
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
        // What is not in the text is added.
        let text = file().text_with_numbers(&[("bodies.block.start.velocity", 0.5)]).unwrap();
        assert!(text.contains("velocity = 0.5"), "{text}");
        assert!(file().text_with_numbers(&[("bodies.block.mass", -1.0)]).is_err());
    }
}
