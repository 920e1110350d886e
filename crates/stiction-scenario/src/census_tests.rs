//! Everything in the library can be named in a file: a file that names all of it, and a look at the
//! sources, so that nothing new is forgotten.

mod agreement;
mod continuous;
mod library;
mod places;
mod wrong;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use stiction_patch::{Grid, LimitSurface, Surface};

use crate::Scenario;

/// Every body, drive, map, law and signal, with every parameter.
pub(crate) const EVERYTHING: &str = include_str!("../tests/everything.toml");

/// A folder with the files that [`EVERYTHING`] names.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("load.csv", "t,other,force\n0,0,1\n0.0005,0,2\n");
    write("pressure.csv", "1, 2, 1\n2, 4, 2\n1, 2, 1\n");
    write("robot.urdf", include_str!("../tests/robot.urdf"));
    let pad = Surface::RasterCircle.patch(Grid::new(9, 0.02).unwrap()).unwrap();
    LimitSurface::new(&pad, 3).unwrap().save(folder.path().join("surface.json")).unwrap();
    folder
}

fn load(folder: &Path, text: &str) -> Result<Scenario, crate::ScenarioError> {
    let path = folder.join("everything.toml");
    fs::write(&path, text).unwrap();
    Scenario::load(path)
}

#[test]
fn everything_runs_and_is_read_again_as_it_was_written() {
    let folder = folder();
    let scenario = load(folder.path(), EVERYTHING).unwrap_or_else(|error| panic!("{error}"));
    let again = load(folder.path(), &scenario.to_toml().unwrap()).unwrap();
    assert_eq!(again, scenario);
    let ends = [scenario, again].map(|scenario| {
        let mut sim = scenario.simulation().unwrap().0;
        sim.run_until(scenario.solver.until).unwrap();
        sim.frame().state().values().to_vec()
    });
    assert!(ends[0].iter().all(|value| value.is_finite()));
    assert_eq!(ends[0], ends[1]);
}

/// `law gsat limit`: what a schema has, and what of it a value uses.
#[derive(Default)]
struct Uses {
    known: BTreeSet<String>,
    used: BTreeSet<String>,
    seen: BTreeSet<String>,
}

impl Uses {
    /// The kinds and parameters of a schema.
    fn collect(&mut self, root: &Value, name: &str, schema: &Value) {
        if let Some(name) = definition(schema)
            && self.seen.insert(name.to_owned())
        {
            self.collect(root, name, &root["$defs"][name]);
        }
        for alternative in alternatives(schema) {
            let kind = kind(name, alternative);
            if let Some(word) = alternative["const"].as_str() {
                self.known.insert(format!("{name} = {word}"));
            }
            self.collect(root, &kind, alternative);
        }
        for word in schema["enum"].as_array().into_iter().flatten() {
            self.known.insert(format!("{name} = {}", word.as_str().unwrap_or_default()));
        }
        for (key, own) in schema["properties"].as_object().into_iter().flatten() {
            if key != "type" {
                self.known.insert(format!("{name} {key}"));
            }
            self.collect(root, name, own);
        }
        for inside in ["items", "additionalProperties"] {
            self.collect_inside(root, name, &schema[inside]);
        }
    }

    fn collect_inside(&mut self, root: &Value, name: &str, schema: &Value) {
        if schema.is_object() {
            self.collect(root, name, schema);
        }
    }

    /// What of it a value uses.
    fn look(&mut self, root: &Value, name: &str, schema: &Value, value: &toml::Value) {
        if let Some(name) = definition(schema) {
            self.look(root, name, &root["$defs"][name], value);
        }
        for alternative in alternatives(schema) {
            let own = alternative["properties"]["type"]["const"].as_str();
            let given = value.get("type").and_then(toml::Value::as_str);
            if own.is_none() || own == given {
                self.look(root, &kind(name, alternative), alternative, value);
            }
        }
        if let Some(word) = value.as_str() {
            self.used.insert(format!("{name} = {word}"));
        }
        let entries = value.as_table().into_iter().flatten();
        for (key, value) in entries {
            let own = &schema["properties"][key.as_str()];
            if own.is_null() {
                let inside = &schema["additionalProperties"];
                if inside.is_object() {
                    self.look(root, name, inside, value);
                }
                continue;
            }
            self.used.insert(format!("{name} {key}"));
            self.look(root, name, own, value);
        }
        for value in value.as_array().into_iter().flatten() {
            if schema["items"].is_object() {
                self.look(root, name, &schema["items"], value);
            }
        }
    }
}

fn definition(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str().and_then(|reference| reference.strip_prefix("#/$defs/"))
}

fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    let lists = ["oneOf", "anyOf"].map(|key| schema[key].as_array().into_iter().flatten());
    lists.into_iter().flatten()
}

/// The name with that of the type, where there are several.
fn kind(name: &str, alternative: &Value) -> String {
    match alternative["properties"]["type"]["const"].as_str() {
        Some(own) => format!("{name} {own}"),
        None => name.to_owned(),
    }
}

#[test]
fn the_file_has_every_kind_with_every_parameter() {
    let root = Scenario::json_schema();
    let value: toml::Value = toml::from_str(EVERYTHING).unwrap();
    let mut uses = Uses::default();
    for part in ["bodies", "drives", "connections"] {
        let schema = &root["properties"][part];
        uses.collect(&root, part, schema);
        uses.look(&root, part, schema, &value[part]);
    }
    // The walk sees what it should.
    for known in ["Law gsat limit", "Function chirp from", "Pressure rows", "ConeScale = minimax"] {
        assert!(uses.known.contains(known), "{known} is missing in\n{:#?}", uses.known);
    }
    // One word of a choice is as good as another; its code has its own test.
    let is_word = |known: &&String| known.contains(" = ");
    // No body of the library has a state of its own; one that a program adds may.
    let is_known = |known: &&String| is_word(known) || *known == "Start internal";
    let missing: Vec<_> =
        uses.known.difference(&uses.used).filter(|known| !is_known(known)).collect();
    assert!(missing.is_empty(), "not in everything.toml: {missing:#?}");
}
