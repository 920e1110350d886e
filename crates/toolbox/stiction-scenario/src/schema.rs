//! The JSON schema of scenario files, with which editors complete and check them.
//!
//! It is generated from the tables that files are read by, and nothing here reads it. This file has only the frame:
//! the sections of a scenario, each a table by name or of several kinds.

mod forms;

use serde_json::{Map, Value as Json, json};
use stiction_core::Parameter;

use crate::body::{MakeBody, Start};
use crate::connection::ConnectionStart;
use crate::drive::MakeDrive;
use crate::entry::Kind;
use crate::law::MakeLaw;
use crate::map::MakeMap;
use crate::registry::{Registry, library};
use crate::scenario::{Plot, Record, SCHEMA_VERSION, Scenario, Solver};
use crate::sweep::{DesignKind, Measure, Range};
use forms::{add_entries, add_shapes, described, of_form};

impl Scenario {
    /// Returns the JSON schema of scenario files that name components of the library.
    #[must_use]
    pub fn json_schema() -> Json {
        Self::json_schema_with(&library())
    }

    /// Returns the JSON schema of scenario files that name components of a registry.
    #[must_use]
    pub fn json_schema_with(registry: &Registry) -> Json {
        let mut definitions = Map::new();
        let sections = sections(&mut definitions);
        for (name, kind) in
            [("Connection", connection(&mut definitions)), ("Sweep", sweep(&mut definitions))]
        {
            definitions.insert(name.to_owned(), kind);
        }
        add_entries::<MakeLaw>(registry.known(), &mut definitions);
        add_entries::<MakeMap>(registry.known(), &mut definitions);
        add_entries::<MakeDrive>(registry.known(), &mut definitions);
        add_bodies(registry, &mut definitions);
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "stiction scenario",
            "description": "A mechanism, how it is stepped, and what is recorded and drawn.",
            "type": "object", "properties": sections,
            "required": ["schema_version", "solver"], "additionalProperties": false,
            "$defs": definitions,
        })
    }
}

/// Returns the schema of a type, with a description.
fn entry<T: Parameter>(text: &str, definitions: &mut Map<String, Json>) -> Json {
    described(of_form(T::form(), definitions), text)
}

/// Returns the schema of a table of named things.
fn named(of: &Json, text: &str) -> Json {
    json!({ "type": "object", "additionalProperties": of, "description": text })
}

fn defined(name: &str) -> Json {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn sections(definitions: &mut Map<String, Json>) -> Json {
    json!({
        "schema_version": {
            "type": "integer", "minimum": SCHEMA_VERSION, "maximum": SCHEMA_VERSION,
            "description": "Version of the format: 1.",
        },
        "title": entry::<String>("Title of tables and figures.", definitions),
        "solver": entry::<Solver>("How it is stepped.", definitions),
        "bodies": named(&defined(MakeBody::NAME), "Masses, arms and robots: what forces move."),
        "drives": named(&defined(MakeDrive::NAME), "Prescribed motions and fixed places."),
        "connections": named(&defined("Connection"), "Laws between them."),
        "record": entry::<Record>("The columns that are recorded.", definitions),
        "plots": entry::<Vec<Plot>>("The plots; by default one of every body and every effort.", definitions),
        "sweep": described(defined("Sweep"), "Runs with other parameters."),
    })
}

fn connection(definitions: &mut Map<String, Json>) -> Json {
    let name = json!({ "type": "string" });
    let ports = json!({
        "anyOf": [name, { "type": "array", "items": name, "minItems": 1, "maxItems": 6 }],
        "description": "One name or a list: a body, an arm's joint `arm[0]` or `arm.shoulder`, a drive, or `ground`.",
    });
    json!({
        "type": "object", "description": "A law between ports.",
        "properties": {
            "ports": ports,
            "map": described(defined(MakeMap::NAME), "How their motion becomes that of the law."),
            "law": described(defined(MakeLaw::NAME), "Spring, load, friction or contact: what acts between them."),
            "start": entry::<ConnectionStart>("How its bristles start.", definitions),
        },
        "required": ["ports", "law"], "additionalProperties": false,
    })
}

fn sweep(definitions: &mut Map<String, Json>) -> Json {
    let ranges = of_form(Range::form(), definitions);
    let measures = of_form(Measure::form(), definitions);
    let mut design = entry::<DesignKind>("How the parameters are chosen.", definitions);
    design["default"] = json!("grid");
    json!({
        "type": "object", "description": "Runs of a scenario with other parameters.",
        "properties": {
            "design": design,
            "members": {
                "type": "integer", "minimum": 1,
                "description": "Number of runs of a random or Latin hypercube design, at least 1.",
            },
            "seed": {
                "type": "integer", "minimum": 0, "default": 0,
                "description": "Seed of a random or Latin hypercube design.",
            },
            "parameters": named(
                &ranges,
                "Ranges by path: `\"connections.friction.law.limit\"`. Each path leads to a number.",
            ),
            "measures": named(&measures, "Numbers of each run, by name."),
        },
        "required": ["parameters", "measures"], "additionalProperties": false,
    })
}

/// Adds the kinds of bodies, which share one table with `start` and `shape`.
fn add_bodies(registry: &Registry, definitions: &mut Map<String, Json>) {
    add_entries::<MakeBody>(registry.known(), definitions);
    add_shapes(registry.known(), definitions);
    let start = entry::<Start>("Its motion at time zero.", definitions);
    let body = &mut definitions[MakeBody::NAME];
    body["type"] = json!("object");
    body["properties"] = json!({ "start": start });
    // Each kind knows only its keys.
    body["unevaluatedProperties"] = json!(false);
    for kind in body["oneOf"].as_array_mut().into_iter().flatten() {
        if let Some(kind) = kind.as_object_mut() {
            kind.remove("additionalProperties");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hash of the schema, which is a promise to users: a change must be visible as a change of this number.
    const KEPT: u64 = 0xcdc3_dbe4_86c5_0977;

    #[test]
    fn the_schema_is_the_one_that_was_promised() {
        let text = Scenario::json_schema().to_string();
        // FNV-1a.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        let compare = "compare what `stiction schema` prints before and after";
        assert!(hash == KEPT, "the schema has changed: {compare}, then keep {hash:#018x} here");
    }
}
