//! The scenarios that come with the library.

use serde_json::Value;
use stiction::scenario::Scenario;

use crate::documents::split;
use crate::{Place, scenarios};

pub(crate) fn files() -> Vec<String> {
    let entries = std::fs::read_dir(scenarios()).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let mut files: Vec<String> = paths.map(|path| path.to_str().unwrap().to_owned()).collect();
    files.sort();
    files
}

/// Scenarios whose beginning, in which bristles bend, would need finer steps than the whole.
const NEED_FINER_STEPS_AT_FIRST: [&str; 4] =
    ["ellipsoid_slider", "hysteresis_iwan", "robot_arm", "two_link_penalty"];

#[test]
fn all_scenarios_are_sound_and_run() {
    assert!(files().len() >= 3);
    for file in files() {
        let place = Place::new();
        let said = place.stiction(&["check", "--strict", &file]);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{file}");
        let until = Scenario::load(&file).unwrap().solver.until.min(0.02);
        let until = until.to_string();
        let said = place.stiction(&["run", &file, "--until", &until, "--out", "o"]);
        assert_eq!(said.code, Some(0), "{file}: {}", said.err);
        let name = file.rsplit('/').next().unwrap();
        let is_expected = |line: &&str| {
            NEED_FINER_STEPS_AT_FIRST.iter().any(|known| name == format!("{known}.toml"))
                && line.contains("in steps of a half the mean of")
        };
        assert_eq!(said.err.lines().find(|line| !is_expected(line)), None, "{file}");
        let title = Scenario::load(&file).unwrap().title;
        assert!(!title.is_empty(), "{file}");
        place.stiction(&["graph", &file, "--out", "g.mmd"]).success();
        let text = std::fs::read_to_string(&file).unwrap();
        let shown = format!("#   stiction run examples/scenarios/{name}");
        assert!(text.contains(&shown), "{file} does not say how to run it");
    }
}

/// Returns the commands in the comments of a scenario. A law alone replaces the law in the command before.
fn commands(text: &str) -> Vec<Vec<String>> {
    let comments = text.lines().filter_map(|line| line.strip_prefix("#   ")).collect::<Vec<_>>();
    let joined = comments.join("\n").replace("\\\n", " ");
    let mut commands: Vec<Vec<String>> = vec![];
    for line in joined.lines() {
        if let Some(command) = line.strip_prefix("stiction ") {
            commands.push(split(command));
        } else if line.starts_with('{') {
            let mut command = commands.last().unwrap().clone();
            let mut laws = 0;
            for word in &mut command {
                if let Some((path, _)) = word.clone().split_once(".law={") {
                    *word = format!("{path}.law={line}");
                    laws += 1;
                }
            }
            assert!(laws > 0, "{line}");
            commands.push(command);
        }
    }
    commands
}

#[test]
fn what_the_comments_of_scenarios_say_works() {
    let mut variants = 0;
    for file in files() {
        let place = Place::new();
        let text = std::fs::read_to_string(&file).unwrap();
        let scenario = Scenario::load(&file).unwrap();
        let until = format!("solver.until={}", scenario.solver.until.min(0.02));
        // Measured from the beginning, because the run is so short.
        let measures = scenario.sweep.iter().flat_map(|sweep| &sweep.measures);
        let measures = measures.filter(|(_, measure)| measure.from.is_some());
        let windows: Vec<String> =
            measures.map(|(name, _)| format!("sweep.measures.{name}.from=0.0")).collect();
        let mut kept: Vec<String> = vec![];
        let commands = commands(&text);
        assert!(!commands.is_empty(), "{file}");
        for command in commands {
            let known = |word: &String| match word.strip_prefix("examples/scenarios/") {
                Some(name) => scenarios().join(name).to_str().unwrap().to_owned(),
                None => word.clone(),
            };
            let mut words: Vec<String> = command.iter().map(known).collect();
            if matches!(words[0].as_str(), "run" | "sweep") {
                words.extend(["--set".to_owned(), until.clone()]);
            }
            if words[0] == "sweep" {
                words.extend(windows.iter().flat_map(|from| ["--set".to_owned(), from.clone()]));
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            // Warnings are fine: some of the variations are too stiff for their step.
            let ended = place.stiction(&words);
            assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
            if words[0] != "run" {
                continue;
            }
            let stem = file.rsplit('/').next().unwrap().strip_suffix(".toml").unwrap();
            let out = words.iter().position(|word| *word == "--out").map(|at| words[at + 1]);
            let out = out.map_or_else(|| format!("out/{stem}"), str::to_owned);
            let scenario = place.read(&format!("{out}/scenario.toml"));
            let lines = scenario.lines().filter(|line| !line.starts_with('#'));
            let scenario = lines.collect::<Vec<_>>().join("\n");
            assert!(!kept.contains(&scenario), "{words:?} is what another command is");
            variants += usize::from(!kept.is_empty());
            kept.push(scenario);
        }
    }
    assert!(variants >= 14, "{variants} variants");
}

#[test]
fn the_schema_allows_all_scenarios() {
    let schema = Scenario::json_schema();
    let everything =
        scenarios().join("../../crates/toolbox/stiction-scenario/tests/everything.toml");
    for file in files().into_iter().chain([everything.to_str().unwrap().to_owned()]) {
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

/// Returns whether a schema allows a value: covers the part of JSON Schema that our schema uses.
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
            "additionalProperties" | "unevaluatedProperties" => {
                let is_own = keyword == "additionalProperties";
                let known = if is_own { own(schema) } else { described(root, schema, value) };
                for (key, value) in value.as_object().into_iter().flatten() {
                    if !known.contains(&key.as_str()) {
                        allows(root, rule, value).map_err(|reason| format!("{key}: {reason}"))?;
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
            "exclusiveMinimum" => value.as_f64().is_none_or(|v| v > rule.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|v| v <= rule.as_f64().unwrap()),
            "multipleOf" => value.as_f64().is_none_or(|v| v % rule.as_f64().unwrap() == 0.0),
            "not" => allows(root, rule, value).is_err(),
            "$schema" | "$defs" | "title" | "description" | "default" | "format" => true,
            other => return Err(format!("the keyword `{other}` is not understood")),
        };
        if !holds {
            return Err(format!("{value} breaks {keyword} {rule}"));
        }
    }
    Ok(())
}

/// Returns the keys of an object that a schema itself describes.
fn own(schema: &Value) -> Vec<&str> {
    schema["properties"].as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect()
}

/// Returns the keys of an object that a schema describes, itself or by the alternative that allows it.
fn described<'a>(root: &'a Value, schema: &'a Value, value: &Value) -> Vec<&'a str> {
    let mut keys = own(schema);
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
