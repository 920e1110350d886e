//! Names of what has none, or one that a file cannot have.

use std::collections::{HashMap, HashSet};

/// Names that are taken; bodies, drives and connections share them.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    counts: HashMap<String, usize>,
}

impl Names {
    /// A name that was given, as a file can have it.
    pub(super) fn given(&mut self, name: Option<&str>) -> Option<String> {
        let name = name.filter(|name| !name.is_empty())?;
        let plain = |c: char| if c.is_alphanumeric() || c == '-' { c } else { '_' };
        let mut plain: String = name.chars().map(plain).collect();
        if plain == "ground" || plain == "t" {
            plain.push('_');
        }
        if !self.taken.contains(&plain) {
            self.taken.insert(plain.clone());
            return Some(plain);
        }
        // Two of one name: from the second on with a number.
        self.counts.entry(plain.clone()).or_insert(1);
        Some(self.numbered(&plain))
    }

    /// The next free name of a type.
    pub(super) fn numbered(&mut self, base: &str) -> String {
        let count = self.counts.entry(base.to_owned()).or_default();
        loop {
            *count += 1;
            let name = format!("{base}_{count}");
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_differ() {
        let mut names = Names::default();
        assert_eq!(names.given(None), None);
        let given = ["left wheel", "left_wheel", "ground", "a-1", "left wheel"];
        let found = given.map(|name| names.given(Some(name)).unwrap());
        assert_eq!(found, ["left_wheel", "left_wheel_2", "ground_", "a-1", "left_wheel_3"]);
        assert_eq!(names.given(Some("gsat_1")).unwrap(), "gsat_1");
        assert_eq!([names.numbered("gsat"), names.numbered("gsat")], ["gsat_2", "gsat_3"]);
    }
}
