//! The scenarios that come with the library.

use serde_json::Value;
use stiction::scenario::Scenario;

use crate::{Place, scenarios};

fn files() -> Vec<String> {
    let entries = std::fs::read_dir(scenarios()).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let mut files: Vec<String> = paths.map(|path| path.to_str().unwrap().to_owned()).collect();
    files.sort();
    files
}

#[test]
fn all_scenarios_are_sound_and_run() {
    assert!(files().len() >= 3);
    for file in files() {
        let place = Place::new();
        let said = place.stiction(&["check", "--strict", &file]);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{file}");
        let until = Scenario::load(&file).unwrap().solver.until.min(0.02);
        let until = until.to_string();
        place.stiction(&["run", &file, "--until", &until, "--out", "o"]).success();
        let title = Scenario::load(&file).unwrap().title;
        assert!(!title.is_empty(), "{file}");
        place.stiction(&["graph", &file, "--out", "g.svg"]).success();
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.rsplit('/').next().unwrap();
        let shown = format!("#   stiction run examples/scenarios/{name}");
        assert!(text.contains(&shown), "{file} does not say how to run it");
    }
}

#[test]
fn the_schema_allows_all_scenarios() {
    let schema = Scenario::json_schema();
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap();
        let value: Value = toml::from_str(&text).unwrap();
        if let Err(reason) = allows(&schema, &schema, &value) {
            panic!("{file}: {reason}");
        }
    }
}

#[test]
fn the_schema_refuses_what_is_wrong() {
    let schema = Scenario::json_schema();
    let text = std::fs::read_to_string(scenarios().join("stick_slip.toml")).unwrap();
    for (find, replace) in [
        ("type = \"point_mass\"", "type = \"pointmass\""),
        ("mass = 1.0 ", "mass = \"one\" "),
        ("step = 1e-4", "stepp = 1e-4"),
        ("velocity = 0.02      #", "velocity = true #"),
        ("design = \"latin_hypercube\"", "design = \"roman_hypercube\""),
        ("title = ", "titel = "),
        ("mass = 1.0 ", "mass = 1.0\ncolour = \"red\" "),
        ("velocity = 0.02      #", "velocity = 0.02\nspeed = 0.02 #"),
    ] {
        assert_eq!(text.matches(find).count(), 1, "{find}");
        let value: Value = toml::from_str(&text.replace(find, replace)).unwrap();
        assert!(allows(&schema, &schema, &value).is_err(), "{replace}");
    }
}

/// Whether a schema allows a value: the part of JSON Schema that our schema uses.
fn allows(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    match schema {
        Value::Bool(true) => return Ok(()),
        Value::Bool(false) => return Err("is not known".to_owned()),
        _ => {}
    }
    let Some(keywords) = schema.as_object() else { return Err("nothing is allowed".to_owned()) };
    for (keyword, rule) in keywords {
        let all = || rule.as_array().into_iter().flatten();
        let holds = match keyword.as_str() {
            "$ref" => {
                let name = rule.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                allows(root, &root["$defs"][name], value)?;
                true
            }
            "type" => match rule {
                Value::Array(kinds) => kinds.iter().any(|kind| is_a(value, kind)),
                kind => is_a(value, kind),
            },
            "const" => value == rule,
            "enum" => all().any(|one| one == value),
            "oneOf" => all().filter(|one| allows(root, one, value).is_ok()).count() == 1,
            "anyOf" => all().any(|one| allows(root, one, value).is_ok()),
            "required" => all().all(|key| value.get(key.as_str().unwrap()).is_some()),
            "properties" => {
                for (key, own) in rule.as_object().unwrap() {
                    if let Some(value) = value.get(key) {
                        allows(root, own, value).map_err(|reason| format!("{key}: {reason}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = keywords.get("properties").and_then(Value::as_object);
                for (key, value) in value.as_object().into_iter().flatten() {
                    if known.is_none_or(|known| !known.contains_key(key)) {
                        let reason = |reason| format!("{key}: {reason}");
                        if rule == &Value::Bool(false) {
                            return Err(reason("is not known".to_owned()));
                        }
                        allows(root, rule, value).map_err(reason)?;
                    }
                }
                true
            }
            "items" => value
                .as_array()
                .is_none_or(|items| items.iter().all(|item| allows(root, rule, item).is_ok())),
            "minItems" => value.as_array().is_none_or(|v| v.len() as u64 >= rule.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|v| v.len() as u64 <= rule.as_u64().unwrap()),
            "minimum" => value.as_f64().is_none_or(|v| v >= rule.as_f64().unwrap()),
            "unevaluatedProperties" => {
                let known = described(root, schema, value);
                for (key, value) in value.as_object().into_iter().flatten() {
                    if !known.contains(&key.as_str()) {
                        let reason = |reason| format!("{key}: {reason}");
                        allows(root, rule, value).map_err(reason)?;
                    }
                }
                true
            }
            "$schema" | "$defs" | "title" | "description" | "default" | "format" => true,
            other => return Err(format!("the keyword `{other}` is not understood")),
        };
        if !holds {
            return Err(format!("{value} breaks {keyword} {rule}"));
        }
    }
    Ok(())
}

/// The keys of an object that a schema describes, itself or by the alternative that allows it.
fn described<'a>(root: &'a Value, schema: &'a Value, value: &Value) -> Vec<&'a str> {
    let own = schema["properties"].as_object().into_iter().flatten().map(|(key, _)| key.as_str());
    let mut keys: Vec<&str> = own.collect();
    let choices = ["oneOf", "anyOf"].map(|keyword| schema[keyword].as_array());
    for choice in choices.into_iter().flatten().flatten() {
        if allows(root, choice, value).is_ok() {
            keys.extend(described(root, choice, value));
        }
    }
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.strip_prefix("#/$defs/")) {
        keys.extend(described(root, &root["$defs"][name], value));
    }
    keys
}

fn is_a(value: &Value, kind: &Value) -> bool {
    match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    }
}
