//! `stiction laws`: what a scenario can name, from its schema.

use clap::Args;
use serde_json::Value;
use stiction::output::TextTable;
use stiction::scenario::error::nearest;
use stiction::scenario::{Registry, Scenario};

use crate::Outcome;
use crate::terminal::Terminal;

/// Lists what a scenario can name with `type = "…"`: laws, limit sets, bodies, maps, drives and
/// signals, and the tables in them; with a name, the parameters of that one.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction laws
  stiction laws gsat
  stiction laws pressure")]
pub(crate) struct Options {
    /// One of the names of the list
    name: Option<String>,
}

/// Definitions of the schema whose alternatives are named by `type`.
const KINDS: [(&str, &str); 8] = [
    ("Law", "Laws: connections.NAME.law"),
    ("AdmissibleSet", "Limit sets: connections.NAME.law.set"),
    ("Body", "Bodies: bodies.NAME"),
    ("Map", "Maps: connections.NAME.map"),
    ("Drive", "Drives: drives.NAME"),
    ("Function", "Signals: wherever a number may depend on the time"),
    ("Solid", "Shapes of rigid bodies, with their mass: bodies.NAME.shape"),
    ("Shape", "What other bodies look like: bodies.NAME.shape"),
];

/// Tables without a `type`: their name here, their definition, where they are.
const TABLES: [(&str, &str, &str); 13] = [
    ("pressure", "Pressure", "in the law of a pad"),
    ("fingertip", "Fingertip", "in the pressure of a pad"),
    ("piece_of_pressure", "PressurePiece", "in the pressure of a pad: pieces"),
    ("bristles", "Bristles", "in the law of a pad"),
    ("mount", "Mount", "in the law of a pad"),
    ("curve", "StribeckCurve", "a friction level over the speed"),
    ("frame", "Pose", "in a map"),
    ("link", "Link", "in a planar_arm: links"),
    ("tree_link", "TreeLink", "in an articulation: links"),
    ("inertial", "Inertial", "in a link of an articulation"),
    ("stops", "Stops", "in a urdf"),
    ("piece_of_signal", "Piece", "in the signal piecewise: pieces"),
    ("start", "Start", "bodies.NAME.start"),
];

pub(crate) fn run(options: &Options, registry: &Registry, terminal: &Terminal) -> Outcome<()> {
    let schema = Scenario::json_schema_with(registry);
    let Some(name) = &options.name else {
        let lists = KINDS.map(|(kind, title)| list(&schema, kind, title));
        let tables = TABLES.map(|(name, _, place)| format!("  {name:18} {place}"));
        let tables = format!("Tables without a type\n{}", tables.join("\n"));
        return terminal.print(format!("{}\n\n{tables}", lists.join("\n\n")));
    };
    let tables = TABLES.iter().filter(|(own, ..)| own == name);
    let tables = tables.map(|(_, definition, place)| {
        describe(&schema, name, place, &schema["$defs"][*definition])
    });
    let found: Vec<String> = KINDS
        .iter()
        .flat_map(|(kind, title)| entries(&schema, kind).map(move |entry| (*title, entry)))
        .filter(|(_, entry)| type_name(entry) == name)
        .map(|(title, entry)| describe(&schema, name, title, entry))
        .chain(tables)
        .collect();
    if found.is_empty() {
        let known = KINDS.iter().flat_map(|(kind, _)| entries(&schema, kind)).map(type_name);
        let known = known.chain(TABLES.iter().map(|(own, ..)| *own));
        let hint = nearest(name, known).map(|hint| format!(" ({hint})")).unwrap_or_default();
        return Err(format!("there is no `{name}`{hint}; `stiction laws` lists all names").into());
    }
    terminal.print(found.join("\n\n"))
}

fn entries<'a>(schema: &'a Value, kind: &str) -> impl Iterator<Item = &'a Value> {
    schema["$defs"][kind]["oneOf"].as_array().into_iter().flatten()
}

fn type_name(entry: &Value) -> &str {
    entry["properties"]["type"]["const"].as_str().unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value["description"].as_str().unwrap_or_default()
}

fn list(schema: &Value, kind: &str, title: &str) -> String {
    let width = entries(schema, kind).map(|entry| type_name(entry).len()).max().unwrap_or(0);
    let lines = entries(schema, kind)
        .map(|entry| format!("  {:width$}  {}", type_name(entry), one_line(text(entry))));
    format!("{title}\n{}", lines.collect::<Vec<_>>().join("\n"))
}

fn describe(schema: &Value, name: &str, title: &str, entry: &Value) -> String {
    let required = |key: &str| {
        let all = entry["required"].as_array().into_iter().flatten();
        all.clone().any(|name| name == key)
    };
    let mut table = TextTable::new("", &["parameter", "value", "default", ""]);
    let properties = entry["properties"].as_object().into_iter().flatten();
    for (key, property) in properties.filter(|(key, _)| *key != "type") {
        let default = match &property["default"] {
            _ if required(key) => "required".to_owned(),
            Value::Null => String::new(),
            given => given.to_string(),
        };
        table.row([key.as_str(), &kind_of(schema, property), &default, &one_line(text(property))]);
    }
    let head = format!("{name}: {}\n({title})", one_line(text(entry)));
    if table.rows().is_empty() { head } else { format!("{head}\n\n{table}") }
}

/// What a value must be, in a word or two.
fn kind_of(schema: &Value, property: &Value) -> String {
    if let Some(reference) = property["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default();
        return match name {
            "Coefficient" => "number, curve or signal".to_owned(),
            "Signal" => "number or signal".to_owned(),
            "Numbers" => "number or list".to_owned(),
            "SignalList" => "signal or list".to_owned(),
            _ => named_alternatives(&schema["$defs"][name]).unwrap_or_else(|| table(name)),
        };
    }
    if let Some(some) = property["anyOf"].as_array() {
        let some = some.iter().filter(|one| one["type"] != "null");
        return some.map(|one| kind_of(schema, one)).collect::<Vec<_>>().join(" or ");
    }
    let kind = match &property["type"] {
        Value::Array(kinds) => kinds.iter().find(|kind| *kind != "null"),
        other => Some(other),
    };
    match kind.and_then(Value::as_str) {
        Some("array") => list_of(property),
        Some("string") => match property["enum"].as_array() {
            Some(words) => words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
            None => "text".to_owned(),
        },
        Some("boolean") => "true or false".to_owned(),
        Some(kind) => kind.to_owned(),
        None => String::new(),
    }
}

/// A list with the lengths that it may have.
fn list_of(property: &Value) -> String {
    match ["minItems", "maxItems"].map(|key| property[key].as_u64()) {
        [Some(least), Some(most)] if least == most => format!("list of {least}"),
        [Some(least), Some(most)] => format!("list of {least} to {most}"),
        [Some(least), None] if least > 1 => format!("list of {least} or more"),
        _ => "list".to_owned(),
    }
}

/// A table, with the name under which it is described.
fn table(definition: &str) -> String {
    match TABLES.iter().find(|(_, own, _)| *own == definition) {
        Some((name, ..)) => format!("table {name}"),
        None => "table".to_owned(),
    }
}

/// `implicit, explicit`: the words that a choice allows.
fn named_alternatives(definition: &Value) -> Option<String> {
    let words: Vec<String> = definition["oneOf"]
        .as_array()?
        .iter()
        .filter_map(|one| {
            let table =
                || one["properties"].as_object()?.keys().next().map(|k| format!("{{ {k} = … }}"));
            one["const"].as_str().map(str::to_owned).or_else(table)
        })
        .collect();
    let is_tagged = definition["oneOf"][0]["properties"]["type"].is_object();
    (!is_tagged && !words.is_empty()).then(|| words.join(", "))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_entries_with_a_name_and_a_line() {
        let schema = Scenario::json_schema();
        for (kind, _) in KINDS {
            assert!(entries(&schema, kind).count() >= 3, "{kind}");
            for entry in entries(&schema, kind) {
                assert!(!type_name(entry).is_empty() && !text(entry).is_empty(), "{entry}");
                for (key, property) in entry["properties"].as_object().unwrap() {
                    let said = key == "type" || !kind_of(&schema, property).is_empty();
                    assert!(said, "{kind} {key}: {property}");
                }
            }
        }
        for (name, definition, _) in TABLES {
            let entry = &schema["$defs"][definition];
            assert!(!text(entry).is_empty(), "{name}");
            for (key, property) in entry["properties"].as_object().unwrap() {
                assert!(!kind_of(&schema, property).is_empty(), "{name} {key}: {property}");
            }
        }
    }
}
