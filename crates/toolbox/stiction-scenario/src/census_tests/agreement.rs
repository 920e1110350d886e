//! The program and its schema agree: both refuse the same files.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value as Schema;
use toml::Value;

use super::places::{Place, at, lists, places};
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

fn whole() -> Value {
    toml::from_str(&format!("{EVERYTHING}{REST}")).unwrap()
}

/// Returns the scenario reduced to the needs of a place, because other connections take long to build.
fn around(keys: &[String]) -> Value {
    let mut value = whole();
    if let [first, connection, ..] = keys
        && first == "connections"
    {
        let all = value["connections"].as_table_mut().unwrap();
        all.retain(|name, _| name == connection);
        return value;
    }
    // Places outside connections need no connections, except for the columns.
    if keys.first().is_some_and(|key| key != "connections") {
        value.as_table_mut().unwrap().remove("connections");
    }
    value
}

/// Judges a scenario.
fn said(folder: &Path, value: &Value) -> Result<(), String> {
    load(folder, &toml::to_string(value).unwrap()).map(drop).map_err(|error| error.to_string())
}

/// Judges the scenario with a change at a place; returns the beginnings of the lines of the place in its text and of its
/// surroundings too.
fn judged(
    folder: &Path,
    keys: &[String],
    change: impl FnOnce(&mut Value),
) -> (Result<(), String>, Vec<String>) {
    let mut value = around(keys);
    change(at(&mut value, keys));
    let text = toml::to_string(&value).unwrap();
    let line = |keys: &[String]| {
        let span = Text { file: None, text: &text }.span_of(keys).unwrap();
        format!("everything.toml:{}:", text[..span.start].matches('\n').count() + 1)
    };
    // Not the part of the file, nor all of a body or connection unless it is small.
    let ways = (keys.len().min(3)..=keys.len()).rev();
    (said(folder, &value), ways.map(|length| line(&keys[..length])).collect())
}

/// Tries changes at all tables and lists of the scenario, which return what is wrong.
fn everywhere(mut tried: impl FnMut(&Path, &Place<'_>) -> Vec<String>) {
    let (folder, root) = (folder(), Scenario::json_schema());
    let places = places(&root, &whole());
    let wrong: Vec<_> = places.iter().flat_map(|place| tried(folder.path(), place)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Returns the number of elements, if it is fixed.
fn fixed(schema: &Schema) -> Option<u64> {
    schema["minItems"].as_u64().filter(|_| schema["minItems"] == schema["maxItems"])
}

/// Checks every list of fixed length, at every place where the file has it.
#[test]
fn lists_of_fixed_length_have_that_length() {
    let mut seen = BTreeSet::new();
    everywhere(|folder, place| {
        let Some(length) = fixed(place.schema) else { return vec![] };
        seen.insert(place.name.clone());
        let message = format!("an array of length {length}");
        type Change = fn(&mut Vec<Value>);
        let changes: [(&str, Change, [&str; 2]); 5] = [
            ("one more", |list| list.extend(list.last().cloned()), ["invalid length", &message]),
            ("one less", |list| drop(list.pop()), ["invalid length", &message]),
            ("none", Vec::clear, ["invalid length", &message]),
            ("junk behind", |list| list.push("junk".into()), ["invalid length", &message]),
            ("junk in place", |list| list[0] = "junk".into(), ["junk"; 2]),
        ];
        let wrong = changes.into_iter().filter_map(|(what, change, expected)| {
            let (found, lines) =
                judged(folder, &place.keys, |list| change(list.as_array_mut().unwrap()));
            let said = found.err().unwrap_or_else(|| "accepted".to_owned());
            let fits = said.contains(&lines[0]) && expected.iter().all(|part| said.contains(part));
            (!fits).then(|| format!("{}, {what}, at {}: {said}", place.name, lines[0]))
        });
        wrong.collect()
    });
    let root = Scenario::json_schema();
    let known = lists(&root).into_iter().filter(|(_, schema)| fixed(schema).is_some());
    let known: BTreeSet<String> = known.map(|(name, _)| name).collect();
    assert_eq!(seen, known, "a list of fixed length is not in the file");
    assert!(known.len() >= 25, "{known:#?}");
    // The control: with the right length, written as the others are.
    said(folder().path(), &whole()).unwrap();
}

/// Lists that may have several lengths: as few elements as the schema allows, and as many.
#[test]
fn lists_have_the_lengths_that_the_schema_allows() {
    let mut count = 0;
    everywhere(|folder, place| {
        let [least, most] = ["minItems", "maxItems"].map(|key| place.schema[key].as_u64());
        if !place.schema["items"].is_object() || fixed(place.schema).is_some() {
            return vec![];
        }
        count += 1;
        let judge = |(length, allowed): (u64, bool)| {
            let (outcome, lines) = judged(folder, &place.keys, |list| {
                let list = list.as_array_mut().unwrap();
                let last = list.last().cloned().unwrap();
                list.resize(length as usize, last);
            });
            let fits = match &outcome {
                Ok(()) => allowed,
                Err(message) => !allowed && lines.iter().any(|line| message.contains(line)),
            };
            (!fits).then(|| format!("{} with {length}, at {lines:?}: {outcome:?}", place.name))
        };
        let least = least.map_or((0, true), |least| (least - 1, false));
        let lengths = [Some(least), most.map(|most| (most + 1, false))];
        lengths.into_iter().flatten().filter_map(judge).collect()
    });
    assert!(count > 40, "{count}");
}

/// Whole numbers: one less than the least that the schema allows, and one more than the largest.
#[test]
fn whole_numbers_are_within_the_bounds_of_the_schema() {
    let mut count = 0;
    everywhere(|folder, place| {
        let mut wrong = vec![];
        for (key, schema) in place.schema["properties"].as_object().into_iter().flatten() {
            let keys = [&place.keys[..], std::slice::from_ref(key)].concat();
            let is_whole = schema["type"] == "integer" || schema["type"][0] == "integer";
            if !is_whole || at(&mut whole(), &place.keys).get(key).is_none() {
                continue;
            }
            count += 1;
            let ends = [("minimum", -1), ("maximum", 1)];
            let ends = ends.map(|(end, beyond)| schema[end].as_i64().map(|end| end + beyond));
            for number in ends.into_iter().flatten() {
                let (outcome, lines) = judged(folder, &keys, |value| *value = number.into());
                let said = outcome.err().unwrap_or_else(|| "accepted".to_owned());
                if !lines.iter().any(|line| said.contains(line)) {
                    let name = &place.name;
                    wrong.push(format!("{name} {key} = {number}, at {lines:?}: {said}"));
                }
            }
        }
        wrong
    });
    assert!(count >= 10, "{count}");
}

/// Optional keys that something else in the file may need, with the message if they are missing. (A schema cannot
/// express the condition.)
const CONDITIONAL: &[(&str, &str)] = &[
    ("scenario bodies", "there is no port"),
    ("scenario drives", "there is no port"),
    ("Body point_mass domain", "must be one number"),
    ("Body rigid_body inertia", "needs one of"),
    ("Body rigid_body shape", "needs one of"),
    ("Body articulation base", "is not there"),
    ("Body articulation floating", "only an articulation with `floating = true`"),
    ("TreeLink inertial", "moves no inertia"),
    ("Link center", "needs both"),
    ("Link inertia", "needs both"),
    ("Drive fixed domain", "must be one number"),
    ("Drive sinusoid domain", "must be one number"),
    ("Drive guided domain", "number of signals = 2 must be"),
    ("Drive waypoints domain", "must be a list of 2"),
    ("Fingertip exponent", "needs one of"),
    ("Fingertip exponent_per_load", "needs one of"),
    ("Fingertip interval", "needs `interval`"),
    ("Function samples column", "which `column`?"),
    ("Function samples file", "is for a `file`"),
    ("Function samples points", "must be at least 1"),
    ("Function sine frequency", "needs one of"),
    ("Function sine angular_frequency", "needs one of"),
    ("Function smooth_step from", "load = 0 must be"),
    ("Function square mean", "load = 0 must be"),
    ("Law elliptic_contact torsional_friction", "needs a torsional friction"),
    ("Law lugre steady_force", "needs one of"),
    ("Law lugre steady_deflection", "needs one of"),
    ("Law reduced_patch pressure", "needs one of"),
    ("Law reduced_patch shapes", "needs one of"),
    ("Piece from", "later than the one before"),
    ("PressurePiece from", "after the one before"),
    ("Rim from", "after the one before"),
    ("Pressure file", "needs one of"),
    ("Pressure fingertip", "needs one of"),
    ("Pressure pieces", "needs one of"),
    ("Pressure points", "needs one of"),
    ("Pressure polygon", "needs one of"),
    ("Pressure ring", "needs one of"),
    ("Pressure rows", "needs one of"),
    ("Pressure surface", "needs one of"),
    ("Pressure size", "needs the side"),
    ("Range values", "needs `values`, or"),
    ("Range from", "needs `values`, or"),
    ("Range to", "needs `values`, or"),
    ("Range count", "needs `values`, or"),
    // Without it the law sees another motion.
    ("Connection map", ""),
];

/// Every key of every table, left out.
#[test]
fn tables_have_the_keys_that_the_schema_asks_for() {
    let mut met = BTreeSet::new();
    everywhere(|folder, place| {
        let Some(properties) = place.schema["properties"].as_object() else { return vec![] };
        let required = place.schema["required"].as_array();
        let is_required = |key: &str| required.is_some_and(|all| all.iter().any(|of| of == key));
        let wrong = properties.keys().filter_map(|key| {
            let mut changed = around(&place.keys);
            // Keys that only connections use are not there without them.
            at(&mut changed, &place.keys).as_table_mut().unwrap().remove(key)?;
            let outcome = said(folder, &changed);
            let name = format!("{} {key}", place.name);
            let said = outcome.as_ref().err().map_or("accepted", String::as_str);
            let fits = match CONDITIONAL.iter().find(|(conditional, _)| *conditional == name) {
                _ if is_required(key) => {
                    let one = "wanted exactly 1 element, found 0".to_owned();
                    let needs = [format!("missing field `{key}`"), format!("needs `{key}`"), one];
                    needs.iter().any(|needs| said.contains(needs))
                }
                Some((_, needs)) => {
                    if outcome.is_err() && said.contains(needs) {
                        met.insert(name.clone());
                    }
                    outcome.is_ok() || said.contains(needs)
                }
                None => outcome.is_ok(),
            };
            (!fits).then(|| format!("without {name}: {said}"))
        });
        wrong.collect()
    });
    // Every entry of the list is needed.
    assert_eq!(met.len(), CONDITIONAL.len(), "{met:#?}");
}

/// Unknown keys are refused, and so are the values of a table without their keys.
#[test]
fn nothing_is_read_over() {
    everywhere(|folder, place| {
        if !place.schema["properties"].is_object() || place.keys.is_empty() {
            return vec![];
        }
        let changes: [fn(&mut Value); 2] = [
            |table| drop(table.as_table_mut().unwrap().insert("nobody".to_owned(), 1.into())),
            |table| *table = Value::Array(table.as_table().unwrap().values().cloned().collect()),
        ];
        let is_accepted = |change: &fn(&mut Value)| judged(folder, &place.keys, change).0.is_ok();
        let accepted = changes.iter().filter(|change| is_accepted(change));
        accepted
            .map(|_| format!("{} at {} is accepted", place.name, place.keys.join(".")))
            .collect()
    });
}
