//! The numbers of a scenario text, each with the place where it stands: a slider changes the text itself, so that
//! comments stay and what is shared is what is seen.

use core::ops::Range;

use serde::Serialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A number of a text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Number {
    /// Its path, as `--set` takes it: `bodies.arm.links[0].mass`.
    pub path: String,
    /// Its path as keys, for whoever looks something up.
    pub keys: Vec<String>,
    /// Its value.
    pub value: f64,
    /// Whether it is written as a whole number.
    pub is_integer: bool,
    /// Its place in the text, from, in units of UTF-16 as a browser counts them.
    pub from: usize,
    /// And to.
    pub to: usize,
}

/// Every number of a text but the version of the format, in the order in which they stand; nothing if it is no TOML.
#[must_use]
pub fn numbers(text: &str) -> Vec<Number> {
    let Ok(root) = DeTable::parse(text) else { return vec![] };
    let mut found = vec![];
    for (key, node) in root.get_ref() {
        if key.get_ref() != "schema_version" {
            walk(vec![Key::Name(key.get_ref().to_string())], node, &mut found);
        }
    }
    found.sort_by_key(|number| number.place.start);
    // One walk through the text for all of them.
    let (mut byte, mut unit) = (0, 0);
    let mut units_until = |place: usize| {
        unit += text.get(byte..place).unwrap_or_default().encode_utf16().count();
        byte = place;
        unit
    };
    found
        .into_iter()
        .map(|Found { keys, value, is_integer, place }| Number {
            path: path_of(&keys),
            keys: keys.into_iter().map(Key::into_text).collect(),
            value,
            is_integer,
            from: units_until(place.start),
            to: units_until(place.end),
        })
        .collect()
}

/// Place of the value at the end of some keys, in bytes.
pub(crate) fn place_of(text: &str, keys: &[&str]) -> Option<Range<usize>> {
    let root = DeTable::parse(text).ok()?;
    let (first, rest) = keys.split_first()?;
    let mut node = root.get_ref().get(*first)?;
    for key in rest {
        node = node.get_ref().as_table()?.get(*key)?;
    }
    Some(node.span())
}

#[derive(Clone)]
enum Key {
    Name(String),
    Place(usize),
}

impl Key {
    fn into_text(self) -> String {
        match self {
            Self::Name(name) => name,
            Self::Place(place) => place.to_string(),
        }
    }
}

struct Found {
    keys: Vec<Key>,
    value: f64,
    is_integer: bool,
    place: Range<usize>,
}

fn walk(keys: Vec<Key>, node: &Spanned<DeValue<'_>>, found: &mut Vec<Found>) {
    let mut number = |value: Option<f64>, is_integer| {
        let place = node.span();
        found.extend(value.map(|value| Found { keys: keys.clone(), value, is_integer, place }));
    };
    match node.get_ref() {
        DeValue::Float(written) => number(written.as_str().parse().ok(), false),
        DeValue::Integer(written) => {
            let value = i64::from_str_radix(written.as_str(), written.radix()).ok();
            number(value.map(|value| value as f64), true);
        }
        DeValue::Array(list) => {
            for (place, node) in list.iter().enumerate() {
                walk([keys.clone(), vec![Key::Place(place)]].concat(), node, found);
            }
        }
        DeValue::Table(table) => {
            for (key, node) in table {
                let key = Key::Name(key.get_ref().to_string());
                walk([keys.clone(), vec![key]].concat(), node, found);
            }
        }
        _ => {}
    }
}

fn path_of(keys: &[Key]) -> String {
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut path = String::new();
    for key in keys {
        match key {
            Key::Place(place) => path.push_str(&format!("[{place}]")),
            Key::Name(name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                if name.chars().all(plain) && !name.is_empty() {
                    path.push_str(name);
                } else {
                    path.push_str(&toml::Value::from(&**name).to_string());
                }
            }
        }
    }
    path
}
