//! Names of parameters and outputs.

/// A name was asked for that is not there; the message has the names that are, and the one that was probably meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownName(String);

/// Returns the position of a name in a list.
pub(crate) fn position<'a>(
    kind: &'static str,
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Result<usize, UnknownName> {
    names.clone().position(|known| known == name).ok_or_else(|| {
        let near = |known: &&str| strsim::damerau_levenshtein(&known.to_lowercase(), name);
        // More than every second letter changed is another word.
        let nearest = names.clone().min_by_key(near).filter(|best| {
            let length = best.chars().count().max(name.chars().count());
            near(best) * 2 <= length
        });
        let hint = nearest.map_or_else(String::new, |near| format!(", did you mean {near:?}"));
        let known = names.map(|known| format!("{known:?}")).collect::<Vec<_>>();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        UnknownName(format!("no {kind} is named {name:?}{hint}; there are {known}"))
    })
}

/// Returns the first of the names that cannot head a column beside those before it and the `others`, and the
/// requirement that it breaks.
pub(crate) fn refused(names: &[String], others: &[String]) -> Option<(String, &'static str)> {
    let why = |(k, name): (usize, &String)| {
        Some((name.clone(), refusal(name, others.iter().chain(&names[..k]))?))
    };
    names.iter().enumerate().find_map(why)
}

fn refusal<'a>(name: &str, mut earlier: impl Iterator<Item = &'a String>) -> Option<&'static str> {
    if name.trim().is_empty() {
        Some("must not be empty")
    } else if name.chars().any(char::is_control) {
        Some("must have no line break and no control character")
    } else if RESERVED.contains(&name) {
        Some("is the name of a column of every table")
    } else if earlier.any(|other| other == name) {
        Some("must be given once")
    } else {
        None
    }
}

/// Columns that every table has besides parameters and outputs.
pub(crate) const RESERVED: [&str; 3] = ["member", "status", "error"];

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] = ["friction", "speed", "mass"];

    #[test]
    fn the_nearest_name_is_suggested() {
        assert_eq!(position("parameter", "speed", NAMES.into_iter()), Ok(1));
        for (name, hint) in [
            ("sped", ", did you mean \"speed\""),
            ("firction", ", did you mean \"friction\""),
            // The control: a word unlike all of them.
            ("temperature", ""),
        ] {
            let missing = position("parameter", name, NAMES.into_iter()).unwrap_err();
            let known = "there are \"friction\", \"speed\", \"mass\"";
            let expected = format!("no parameter is named {name:?}{hint}; {known}");
            assert_eq!(missing.to_string(), expected);
        }
        let none = position("output", "x", std::iter::empty()).unwrap_err();
        assert_eq!(none.to_string(), "no output is named \"x\"; there are none");
    }
}
