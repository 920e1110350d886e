//! The program and its schema agree: both take the same files and refuse the same ones.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use toml::Value;

use super::validator::allows;
use super::{EVERYTHING, folder, load};
use crate::Scenario;
use crate::text::Text;

/// Parts that [`EVERYTHING`] lacks.
const REST: &str = r#"
[record]
every = 1e-4
columns = ["slider.x", "slider.vx"]

[[plots]]
title = "Way"
x = "t"
y = ["slider.x"]
x_label = "t"
y_label = "x"
equal_aspect = true

[sweep]
design = "grid"
seed = 1

[sweep.parameters]
"bodies.slider.mass" = { values = [1.0, 2.0] }
"bodies.wheel.inertia" = { from = 0.1, to = 0.2, count = 2, log = true }

[sweep.measures]
way = { of = "slider.x", take = "swing", from = 0.0, to = 1e-3 }
"#;

/// Returns the file with everything, and with the parts that it lacks.
pub(crate) fn whole() -> Value {
    toml::from_str(&format!("{EVERYTHING}{REST}")).unwrap()
}

/// Returns the scenario reduced to the needs of a place, because other connections take long to build.
pub(crate) fn around(whole: &Value, keys: &[String]) -> Value {
    let mut value = whole.clone();
    match keys {
        [first, connection, ..] if first == "connections" => {
            let all = value["connections"].as_table_mut().unwrap();
            all.retain(|name, _| name == connection);
        }
        // Places outside connections need no connections, except for the columns.
        [first, ..] if first != "connections" => {
            value.as_table_mut().unwrap().remove("connections");
        }
        _ => {}
    }
    value
}

/// Returns the places of all values; of a list of numbers, only that of the first.
pub(crate) fn places(value: &Value) -> Vec<Vec<String>> {
    let inside: Vec<(String, &Value)> = match value {
        Value::Table(table) => table.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(list) => {
            let all = list.iter().enumerate();
            let all = all.filter(|(i, value)| *i == 0 || value.is_table() || value.is_array());
            all.map(|(i, value)| (i.to_string(), value)).collect()
        }
        _ => vec![],
    };
    let below = inside.into_iter().flat_map(|(key, value)| {
        places(value).into_iter().map(move |keys| [vec![key.clone()], keys].concat())
    });
    std::iter::once(vec![]).chain(below).collect()
}

/// Returns the value at a place, to be changed.
pub(crate) fn at<'v>(root: &'v mut Value, keys: &[String]) -> Option<&'v mut Value> {
    keys.iter().try_fold(root, |value, key| match value {
        Value::Array(list) => list.get_mut(key.parse::<usize>().ok()?),
        other => other.get_mut(key),
    })
}

/// What is changed in a value.
#[derive(Debug)]
enum Change {
    /// A key is left out.
    Without(String),
    /// A table has an unknown key.
    Unknown,
    /// A list is empty.
    Empty,
    /// A list has another length, or something else stands in place of a value.
    Other,
}

/// Returns a value with each of its changes: numbers and lengths from below all bounds to beyond them.
fn changes(value: &Value, keys: &[String]) -> Vec<(Change, Value)> {
    let junk = || (Change::Other, Value::from("junk"));
    match value {
        Value::Table(table) => {
            let without = table.keys().map(|key| {
                let mut less = table.clone();
                less.remove(key);
                (Change::Without(key.clone()), Value::Table(less))
            });
            let mut more = table.clone();
            more.insert("nobody".to_owned(), 1.into());
            let mut all: Vec<_> = without.chain([(Change::Unknown, more.into())]).collect();
            // A file is always a table.
            if !keys.is_empty() {
                all.push((Change::Other, Value::Array(table.values().cloned().collect())));
            }
            all
        }
        Value::Array(list) => {
            let lengths = (0..=list.len() + 1).chain([7, 10]).filter(|len| *len != list.len());
            let resized = lengths.map(|length| {
                let mut other = list.clone();
                other.resize(length, list.last().cloned().unwrap());
                (if length == 0 { Change::Empty } else { Change::Other }, other.into())
            });
            resized.chain([junk()]).collect()
        }
        Value::Integer(_) => {
            let numbers = [-1_i64, 0, 1, 1 << 40].map(|number| (Change::Other, number.into()));
            numbers.into_iter().chain([junk()]).collect()
        }
        Value::String(_) if keys.last().is_none_or(|key| key != "type") => {
            vec![(Change::Other, true.into())]
        }
        _ => vec![junk()],
    }
}

/// Optional keys that something else in the file may need, with the message if they are missing. (A schema cannot
/// express the condition.)
const CONDITIONAL: &[(&str, &str)] = &[
    ("bodies", "there is no port"),
    ("drives", "there is no port"),
    ("slider", "there is no column `slider.x`"),
    ("domain", "must be one number"),
    ("domain", "number of signals = 2 must be"),
    ("domain", "must be a list of 2"),
    ("shape", "needs one of `shape` and `inertia`"),
    ("inertia", "needs one of `shape` and `inertia`"),
    ("base", "is not there"),
    ("floating", "only an articulation with `floating = true`"),
    ("inertial", "moves no inertia"),
    ("center", "needs both"),
    ("inertia", "needs both"),
    ("exponent", "needs one of `exponent` and"),
    ("exponent_per_load", "needs one of `exponent` and"),
    ("interval", "needs `interval`"),
    ("column", "which `column`?"),
    ("file", "is for a `file`"),
    ("points", "must be at least 1"),
    ("frequency", "needs one of `frequency`"),
    ("angular_frequency", "needs one of `frequency`"),
    ("from", "load = 0 must be"),
    ("mean", "load = 0 must be"),
    ("torsional_friction", "needs a torsional friction"),
    ("steady_force", "needs one of `steady_force` and"),
    ("steady_deflection", "needs one of `steady_force` and"),
    ("pressure", "needs one of `pressure` and"),
    ("shapes", "needs one of `pressure` and"),
    // Of pieces of a signal, and of pressures and shapes.
    ("from", "later than the one before"),
    ("from", "after the one before"),
    ("surface", "needs one of `surface`"),
    ("ring", "needs one of `surface`"),
    ("polygon", "needs one of `surface`"),
    ("points", "needs one of `surface`"),
    ("rows", "needs one of `surface`"),
    ("file", "needs one of `surface`"),
    ("fingertip", "needs one of `surface`"),
    ("pieces", "needs one of `surface`"),
    ("size", "needs the side"),
    ("values", "needs `values`, or"),
    ("from", "needs `values`, or"),
    ("to", "needs `values`, or"),
    ("count", "needs `values`, or"),
    // Without it the law sees another motion.
    ("map", ""),
];

/// Returns the beginnings of the lines of a place in a text, and of its surroundings: not the part of the file, nor all
/// of a body or connection unless it is small.
fn lines(text: &str, keys: &[String]) -> Vec<String> {
    let line = |length: usize| {
        let span = Text { file: None, text }.span_of(&keys[..length]).unwrap_or_default();
        format!("everything.toml:{}:", text[..span.start].matches('\n').count() + 1)
    };
    (keys.len().min(3)..=keys.len()).map(line).collect()
}

/// Every table with each of its keys left out, with an unknown one and without keys; every list with other lengths;
/// every value of another kind.
#[test]
fn the_program_refuses_what_the_schema_refuses() {
    let (folder, root, whole) = (folder(), Scenario::json_schema(), whole());
    let (mut met, mut wrong, mut counts) = (BTreeSet::new(), vec![], [0, 0]);
    for keys in places(&whole) {
        let mut changed = around(&whole, &keys);
        // What only connections use is not there without them.
        let Some(value) = at(&mut changed, &keys).cloned() else { continue };
        for (change, other) in changes(&value, &keys) {
            *at(&mut changed, &keys).unwrap() = other;
            let is_allowed = allows(&root, &root, &serde_json::to_value(&changed).unwrap()).is_ok();
            // Another number or length that is allowed may have no meaning beside the others.
            if is_allowed && !matches!(change, Change::Without(_) | Change::Empty) {
                continue;
            }
            counts[usize::from(is_allowed)] += 1;
            let text = toml::to_string(&changed).unwrap();
            let refused = load(folder.path(), &text).err().map(|error| error.to_string());
            let fits = match (&refused, &change) {
                (None, _) => is_allowed,
                (Some(said), Change::Without(key)) if is_allowed => {
                    let is_known =
                        |(own, needs): &&(&str, &str)| key == own && said.contains(needs);
                    let known = CONDITIONAL.iter().find(is_known);
                    met.extend(known.copied());
                    known.is_some()
                }
                (Some(said), Change::Without(key)) => {
                    let one = "wanted exactly 1 element, found 0".to_owned();
                    let needs = [format!("missing field `{key}`"), format!("needs `{key}`"), one];
                    needs.iter().any(|needs| said.contains(needs))
                }
                (Some(said), Change::Unknown) => said.contains("nobody"),
                (Some(said), Change::Empty | Change::Other) => {
                    !is_allowed && lines(&text, &keys).iter().any(|line| said.contains(line))
                }
            };
            if !fits {
                let place = keys.join(".");
                wrong.push(format!(
                    "{place} {change:?}, allowed: {is_allowed}: {refused:?}\n{text}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n\n"));
    // Every entry of the list is needed.
    assert_eq!(met.len(), CONDITIONAL.len(), "{met:#?}");
    assert!(counts[0] > 2000 && counts[1] > 400, "{counts:?}");
}

#[test]
fn the_schema_allows_what_is_right() {
    let schema = Scenario::json_schema();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/scenarios");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let texts: Vec<String> = files.map(|path| fs::read_to_string(path).unwrap()).collect();
    assert!(texts.len() > 10);
    let read = texts.iter().map(|text| toml::from_str(text).unwrap());
    for value in read.chain([whole()]) {
        let json = serde_json::to_value(&value).unwrap();
        allows(&schema, &schema, &json).unwrap_or_else(|reason| panic!("{reason} in\n{value}"));
    }
}
