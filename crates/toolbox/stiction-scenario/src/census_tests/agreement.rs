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

/// Judges a changed scenario.
fn said(folder: &Path, value: &Value) -> Result<(), String> {
    load(folder, &toml::to_string(value).unwrap()).map(drop).map_err(|error| error.to_string())
}

/// Returns the judgement of a changed scenario, and the beginnings of the lines of the place in its text and of its
/// surroundings.
fn judged(folder: &Path, keys: &[String], value: &Value) -> (Result<(), String>, Vec<String>) {
    let text = toml::to_string(value).unwrap();
    let line = |keys: &[String]| {
        let span = Text { file: None, text: &text }.span_of(keys).unwrap();
        format!("everything.toml:{}:", text[..span.start].matches('\n').count() + 1)
    };
    // Not the part of the file, nor all of a body or connection unless it is small.
    let ways = (keys.len().min(3)..=keys.len()).rev();
    (said(folder, value), ways.map(|length| line(&keys[..length])).collect())
}

/// Returns the number of elements, if it is fixed.
fn fixed(schema: &Schema) -> Option<u64> {
    schema["minItems"].as_u64().filter(|_| schema["minItems"] == schema["maxItems"])
}

/// Checks every list of fixed length, at every place where the file has it.
#[test]
fn lists_of_fixed_length_have_that_length() {
    let folder = folder();
    let (root, value) = (Scenario::json_schema(), whole());
    let places = places(&root, &value);
    let tried: Vec<(&Place<'_>, u64)> =
        places.iter().filter_map(|place| Some((place, fixed(place.schema)?))).collect();
    let known: BTreeSet<String> = lists(&root)
        .into_iter()
        .filter(|(_, schema)| fixed(schema).is_some())
        .map(|(name, _)| name)
        .collect();
    let seen: BTreeSet<String> = tried.iter().map(|(place, _)| place.name.clone()).collect();
    assert_eq!(seen, known, "a list of fixed length is not in the file");
    assert!(known.len() >= 25, "{known:#?}");

    // The control: with the right length, written as the others are.
    load(folder.path(), &toml::to_string(&value).unwrap()).unwrap_or_else(|e| panic!("{e}"));
    let mut wrong = String::new();
    for (place, length) in tried {
        let junk = || Value::from("junk");
        type Change<'a> = &'a dyn Fn(&mut Vec<Value>);
        let changes: [(&str, Change<'_>, bool); 5] = [
            ("one more", &|list| list.extend(list.last().cloned()), true),
            ("one less", &|list| drop(list.pop()), true),
            ("none", &Vec::clear, true),
            ("junk behind", &|list| list.push(junk()), true),
            ("junk in place", &|list| list[0] = junk(), false),
        ];
        for (what, change, is_length) in changes {
            let mut value = around(&place.keys);
            let Value::Array(list) = at(&mut value, &place.keys) else { panic!("{}", place.name) };
            change(list);
            let (message, lines) = judged(folder.path(), &place.keys, &value);
            let message = message.err().unwrap_or_else(|| "accepted".to_owned());
            let said = if is_length {
                message.contains("invalid length")
                    && message.contains(&format!("an array of length {length}"))
            } else {
                message.contains("junk")
            };
            if !(said && message.contains(&lines[0])) {
                let name = &place.name;
                wrong += &format!("{name}, {what}, at {}: {message}\n\n", lines[0]);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Lists that may have several lengths: as few elements as the schema allows, and as many.
#[test]
fn lists_have_the_lengths_that_the_schema_allows() {
    let folder = folder();
    let (root, value) = (Scenario::json_schema(), whole());
    let mut wrong = String::new();
    let mut count = 0;
    for place in places(&root, &value) {
        let bounds = ["minItems", "maxItems"].map(|key| place.schema[key].as_u64());
        if !place.schema["items"].is_object() || fixed(place.schema).is_some() {
            continue;
        }
        count += 1;
        let mut judge = |length: usize, allowed: bool| {
            let mut value = around(&place.keys);
            let Value::Array(list) = at(&mut value, &place.keys) else { panic!("{}", place.name) };
            let last = list.last().cloned().unwrap();
            list.resize(length, last);
            let (outcome, lines) = judged(folder.path(), &place.keys, &value);
            let placed = |message: &String| lines.iter().any(|line| message.contains(line));
            let fits = match &outcome {
                Ok(()) => allowed,
                Err(message) => !allowed && placed(message),
            };
            if !fits {
                let said = outcome.err().unwrap_or_else(|| "accepted".to_owned());
                let name = &place.name;
                wrong += &format!("{name} with {length}, at {lines:?}: {said}\n\n");
            }
        };
        match bounds[0] {
            None => judge(0, true),
            Some(least) => judge(least as usize - 1, false),
        }
        if let Some(most) = bounds[1] {
            judge(most as usize + 1, false);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 40, "{count}");
}

/// Whole numbers: one less than the least that the schema allows, and one more than the largest.
#[test]
fn whole_numbers_are_within_the_bounds_of_the_schema() {
    let folder = folder();
    let (root, value) = (Scenario::json_schema(), whole());
    let mut wrong = String::new();
    let mut count = 0;
    for place in places(&root, &value) {
        for (key, schema) in place.schema["properties"].as_object().into_iter().flatten() {
            let keys = [&place.keys[..], std::slice::from_ref(key)].concat();
            let is_whole = schema["type"] == "integer" || schema["type"][0] == "integer";
            if !is_whole || at(&mut value.clone(), &place.keys).get(key).is_none() {
                continue;
            }
            count += 1;
            let ends = [("minimum", -1), ("maximum", 1)];
            let ends = ends.map(|(end, beyond)| schema[end].as_i64().map(|end| end + beyond));
            for number in ends.into_iter().flatten() {
                let mut value = around(&keys);
                *at(&mut value, &keys) = number.into();
                let (outcome, lines) = judged(folder.path(), &keys, &value);
                let said = outcome.err().unwrap_or_else(|| "accepted".to_owned());
                if !lines.iter().any(|line| said.contains(line)) {
                    let name = &place.name;
                    wrong += &format!("{name} {key} = {number}, at {lines:?}: {said}\n\n");
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
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
    let folder = folder();
    let (root, value) = (Scenario::json_schema(), whole());
    let mut wrong = String::new();
    let mut met = BTreeSet::new();
    for place in places(&root, &value) {
        let Some(properties) = place.schema["properties"].as_object() else { continue };
        let required: Vec<&str> = place.schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Schema::as_str)
            .collect();
        let table = at(&mut value.clone(), &place.keys).clone();
        for key in properties.keys().filter(|key| table.get(key.as_str()).is_some()) {
            let mut changed = around(&place.keys);
            let Value::Table(table) = at(&mut changed, &place.keys) else { unreachable!() };
            // Only connections use it.
            if table.remove(key).is_none() {
                continue;
            }
            let outcome = said(folder.path(), &changed);
            let name = format!("{} {key}", place.name);
            let said = outcome.as_ref().err().map_or("accepted", String::as_str);
            let fits = match CONDITIONAL.iter().find(|(conditional, _)| *conditional == name) {
                _ if required.contains(&key.as_str()) => {
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
            if !fits {
                wrong += &format!("without {name}: {said}\n\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    // Every entry of the list is needed.
    assert_eq!(met.len(), CONDITIONAL.len(), "{met:#?}");
}

/// Unknown keys are refused, and so are the values of a table without their keys.
#[test]
fn nothing_is_read_over() {
    let folder = folder();
    let (root, value) = (Scenario::json_schema(), whole());
    let mut wrong = String::new();
    let mut refuse = |place: &Place<'_>, change: &dyn Fn(&mut Value)| {
        let mut value = around(&place.keys);
        change(at(&mut value, &place.keys));
        if said(folder.path(), &value).is_ok() {
            wrong += &format!("{} at {}\n", place.name, place.keys.join("."));
        }
    };
    for place in places(&root, &value) {
        if !place.schema["properties"].is_object() || place.keys.is_empty() {
            continue;
        }
        refuse(&place, &|table| {
            table.as_table_mut().unwrap().insert("nobody".to_owned(), 1.into());
        });
        refuse(&place, &|table| {
            let values = table.as_table().unwrap().values().cloned().collect();
            *table = Value::Array(values);
        });
    }
    assert!(wrong.is_empty(), "accepted:\n{wrong}");
}
