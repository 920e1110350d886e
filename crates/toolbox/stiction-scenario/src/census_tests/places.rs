//! Places of a value that the schema describes.

use serde_json::Value as Schema;
use toml::Value;

use super::{alternatives, definition, kind};

/// A table or list of a value, with its schema.
pub(super) struct Place<'a> {
    /// Its place in the schema: `Map differential weights`.
    pub(super) name: String,
    /// Its place in the value.
    pub(super) keys: Vec<String>,
    pub(super) schema: &'a Schema,
}

/// Returns all tables and lists of a scenario.
pub(super) fn places<'a>(root: &'a Schema, value: &Value) -> Vec<Place<'a>> {
    let mut found = vec![];
    walk(root, root, "scenario".to_owned(), &[], Some(value), &mut found);
    found
}

/// Returns all lists of a schema with their names.
pub(super) fn lists(root: &Schema) -> Vec<(String, &Schema)> {
    let mut found = vec![];
    walk(root, root, "scenario".to_owned(), &[], None, &mut found);
    for (name, schema) in root["$defs"].as_object().into_iter().flatten() {
        walk(root, schema, name.clone(), &[], None, &mut found);
    }
    let lists = found.into_iter().filter(|place| is(place.schema, "array"));
    lists.map(|place| (place.name, place.schema)).collect()
}

/// Returns whether a schema is of a type; an optional one has `null` beside it.
fn is(schema: &Schema, name: &str) -> bool {
    schema["type"] == name || schema["type"].as_array().is_some_and(|all| all[0] == name)
}

/// Follows a value; without one, walks everywhere except into other definitions.
fn walk<'a>(
    root: &'a Schema,
    schema: &'a Schema,
    name: String,
    keys: &[String],
    value: Option<&Value>,
    found: &mut Vec<Place<'a>>,
) {
    if let (Some(name), Some(_)) = (definition(schema), value) {
        walk(root, &root["$defs"][name], name.to_owned(), keys, value, found);
    }
    for alternative in alternatives(schema) {
        let own = alternative["properties"]["type"]["const"].as_str();
        let given = value.and_then(|value| value.get("type")).and_then(Value::as_str);
        if own.is_none() || value.is_none() || own == given {
            walk(root, alternative, kind(&name, alternative), keys, value, found);
        }
    }
    let fits = |is_list, is_table| {
        is_list && value.is_none_or(Value::is_array)
            || is_table && value.is_none_or(Value::is_table)
    };
    let (is_list, is_table) = (is(schema, "array"), is(schema, "object"));
    if fits(is_list, is_table) {
        found.push(Place { name: name.clone(), keys: keys.to_vec(), schema });
    }
    let inside = |key: &str| [keys, &[key.to_owned()]].concat();
    for (key, own) in schema["properties"].as_object().into_iter().flatten() {
        let next = value.map(|value| value.get(key));
        if next != Some(None) {
            walk(root, own, format!("{name} {key}"), &inside(key), next.flatten(), found);
        }
    }
    for (items, is_there) in [("additionalProperties", is_table), ("items", is_list)] {
        let items = &schema[items];
        if !(is_there && items.is_object()) {
            continue;
        }
        let Some(value) = value else {
            walk(root, items, format!("{name}[]"), keys, None, found);
            continue;
        };
        let own = schema["properties"].as_object();
        let entries = value.as_table().into_iter().flatten();
        let entries = entries.filter(|(key, _)| own.is_none_or(|own| !own.contains_key(*key)));
        let entries = entries.map(|(key, value)| (key.clone(), value));
        let elements = value.as_array().into_iter().flatten().enumerate();
        let elements = elements.map(|(i, value)| (i.to_string(), value));
        for (key, value) in entries.chain(elements) {
            walk(root, items, format!("{name}[]"), &inside(&key), Some(value), found);
        }
    }
}

/// Returns the value at a place, to be changed.
pub(super) fn at<'v>(root: &'v mut Value, keys: &[String]) -> &'v mut Value {
    keys.iter().fold(root, |value, key| match value {
        Value::Array(list) => &mut list[key.parse::<usize>().unwrap()],
        other => other.get_mut(key).unwrap(),
    })
}
