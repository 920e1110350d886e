//! The numbers of a scenario as parameters, with what the schema says of them.
//!
//! The text of the scenario is walked beside the JSON schema of scenario files, which has the documentation
//! of every component: so a parameter is called by its `--set` path and says what the component's page says.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value as Schema;
use stiction_scenario::Scenario;
use toml::{Table, Value};

use crate::units::base_units;

/// A number of the file that can be set before the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its path, as `--set` takes it.
    pub path: String,
    /// Its value in the file.
    pub value: f64,
    /// Its unit; empty if it has none or the unit is not known.
    pub unit: String,
    /// What its component says of it.
    pub text: String,
}

/// A number of the file that cannot be set, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Its path.
    pub path: String,
    /// Why not.
    pub reason: &'static str,
}

/// What a scenario text tells of its numbers and its parts.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) refused: Vec<Refused>,
    /// Of every body, drive and connection its type with what that is.
    pub(crate) parts: BTreeMap<String, String>,
    /// Of every input the places that it stands in.
    pub(crate) inputs: BTreeMap<String, Vec<String>>,
}

/// The numbers of a scenario. `is_angular` tells of a part by its name whether it turns, where that is known, and
/// `unit_of` the unit of a number by its path, empty where that is not known.
pub(crate) fn numbers(
    table: &Table,
    is_angular: impl Fn(&str) -> Option<bool>,
    unit_of: impl Fn(&str) -> String,
) -> Numbers {
    static SCHEMA: LazyLock<Schema> = LazyLock::new(Scenario::json_schema);
    let mut walk = Walk { root: &SCHEMA, found: Numbers::default(), is_angular: None };
    for kind in ["bodies", "drives", "connections"] {
        let schema = &SCHEMA["properties"][kind]["additionalProperties"];
        for (name, value) in table.get(kind).and_then(Value::as_table).into_iter().flatten() {
            walk.is_angular = is_angular(name);
            walk.part(name, value, schema);
            walk.value(&format!("{kind}.{name}"), value, &[schema], "");
        }
    }
    if let Some(solver) = table.get("solver").and_then(Value::as_table) {
        let numbers = solver.iter().filter(|(_, value)| value.is_float() || value.is_integer());
        walk.found.refused.extend(numbers.map(|(key, _)| Refused {
            path: format!("solver.{key}"),
            reason: "the description tells it to the importer; export again with --set",
        }));
    }
    for parameter in &mut walk.found.parameters {
        let unit = unit_of(&parameter.path);
        // Of the empty product no unit is written.
        if base_units(&unit).is_some() && unit != "1" {
            parameter.unit = unit;
        }
    }
    walk.found
}

struct Walk<'a> {
    root: &'a Schema,
    found: Numbers,
    /// Whether the part in which we are turns.
    is_angular: Option<bool>,
}

impl<'a> Walk<'a> {
    /// Notes what a body, a drive or the law of a connection is.
    fn part(&mut self, name: &str, value: &Value, schema: &'a Schema) {
        let (value, schemas) = match value.get("law") {
            Some(law) => (law, vec![&self.root["$defs"]["Law"]]),
            None => (value, vec![schema]),
        };
        let Some(tag) = value.get("type").and_then(Value::as_str) else { return };
        let of_tag = |leaf: &&&Schema| leaf["properties"]["type"]["const"] == tag;
        let leaves: Vec<_> = schemas.into_iter().flat_map(|schema| self.leaves(schema)).collect();
        let text = leaves.iter().find(of_tag).map_or("", |leaf| text_of(leaf));
        self.found.parts.insert(name.to_owned(), format!("{tag}: {}", one_line(text)));
    }

    fn value(&mut self, path: &str, value: &Value, schemas: &[&'a Schema], text: &str) {
        match value {
            Value::Table(table) => self.table(path, table, schemas),
            Value::Array(list) => {
                let leaves = schemas.iter().flat_map(|schema| self.leaves(schema));
                let items: Vec<&Schema> = leaves.filter_map(|leaf| leaf.get("items")).collect();
                for (i, value) in list.iter().enumerate() {
                    self.value(&format!("{path}[{i}]"), value, &items, text);
                }
            }
            Value::Float(number) => self.number(path, *number, text),
            // A mass of 1 is a number like others, a count of elements is not.
            Value::Integer(number) => {
                let mut leaves = schemas.iter().flat_map(|schema| self.leaves(schema));
                if leaves.any(is_number) {
                    // A number that is not the same as a float has been refused.
                    self.number(path, *number as f64, text);
                } else {
                    self.refuse(
                        path,
                        "a whole number shapes the mechanism; export again with --set",
                    );
                }
            }
            _ => {}
        }
    }

    fn table(&mut self, path: &str, table: &Table, schemas: &[&'a Schema]) {
        let tag = table.get("type").and_then(Value::as_str);
        if let (Some("input"), Some(name)) = (tag, table.get("name").and_then(Value::as_str)) {
            self.found.inputs.entry(name.to_owned()).or_default().push(path.to_owned());
            if table.contains_key("start") {
                self.refuse(&format!("{path}.start"), "it is the start value of an input");
            }
            return;
        }
        let leaves: Vec<_> = schemas.iter().flat_map(|schema| self.leaves(schema)).collect();
        let fits = |leaf: &&Schema| match (&leaf["properties"]["type"]["const"], tag) {
            (Schema::String(own), Some(tag)) => own == tag,
            (Schema::String(_), None) => false,
            _ => true,
        };
        let leaves: Vec<_> = leaves.into_iter().filter(fits).collect();
        for (key, value) in table {
            let found = |leaf: &&'a Schema| leaf["properties"].get(key);
            let schemas: Vec<&Schema> = leaves.iter().filter_map(found).collect();
            let text = schemas.iter().map(|schema| text_of(schema)).find(|text| !text.is_empty());
            self.value(&format!("{path}.{key}"), value, &schemas, text.unwrap_or_default());
        }
    }

    fn number(&mut self, path: &str, value: f64, text: &str) {
        let unit = unit_in(text, self.is_angular).to_owned();
        let (path, text) = (path.to_owned(), one_line(text));
        self.found.parameters.push(Parameter { path, value, unit, text });
    }

    fn refuse(&mut self, path: &str, reason: &'static str) {
        self.found.refused.push(Refused { path: path.to_owned(), reason });
    }

    /// A schema and all that it refers to or offers as an alternative.
    fn leaves(&self, schema: &'a Schema) -> Vec<&'a Schema> {
        let mut found = vec![schema];
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            found.extend(self.leaves(&self.root["$defs"][name]));
        }
        for key in ["anyOf", "oneOf", "allOf"] {
            let alternatives = schema[key].as_array().into_iter().flatten();
            found.extend(alternatives.flat_map(|schema| self.leaves(schema)));
        }
        found
    }
}

fn is_number(schema: &Schema) -> bool {
    let is = |kind: &Schema| kind == "number";
    is(&schema["type"]) || schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(is))
}

fn text_of(schema: &Schema) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether what stands between two units says that the second is that of what turns.
fn are_alternatives(between: &str) -> bool {
    between.trim_start().starts_with("or ") || between.contains("on a shaft")
}

/// The unit in the brackets of a text. Of two alternatives, `[N] or [N m]`, the second is that of what turns;
/// where nobody knows whether it turns, it has no unit.
fn unit_in(text: &str, is_angular: Option<bool>) -> &str {
    let brackets = text.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    let units: Vec<(&str, &str)> =
        brackets.filter(|(unit, _)| base_units(unit).is_some()).collect();
    match (&units[..], is_angular) {
        ([(only, _)], _) => only,
        ([(first, between), (second, _)], Some(is_angular)) if are_alternatives(between) => {
            if is_angular {
                second
            } else {
                first
            }
        }
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
        schema_version = 1
        solver = { step = 1e-3, until = 1 }
        [bodies.block]
        type = "point_mass"
        mass = 2
        start = { velocity = 0.5 }
        [bodies.arm]
        type = "planar_arm"
        links = [{ length = 1.0, mass = 2.0, center = 0.5, inertia = 0.1 }]
        [connections.push]
        ports = "block"
        law = { type = "effort", effort = { type = "sum", terms = [{ type = "input", name = "push", start = 1.0 }, 0.5] } }
        [connections.friction]
        ports = "block"
        law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 5 }
        [connections.joint]
        ports = "arm[0]"
        law = { type = "reduced_patch", samples = 5, normal_force = 1 }
    "#;

    fn found() -> Numbers {
        let angular = |name: &str| Some(name == "arm" || name == "joint");
        numbers(&TEXT.parse().unwrap(), angular, |_| String::new())
    }

    #[test]
    fn every_number_has_its_path_its_text_and_its_unit() {
        let found = found();
        let of = |path: &str| found.parameters.iter().find(|one| one.path == path).unwrap();
        let mass = of("bodies.block.mass");
        assert_eq!((mass.value, &*mass.unit), (2.0, "kg"));
        assert!(mass.text.starts_with("Mass [kg]"), "{}", mass.text);
        let limit = of("connections.friction.law.limit");
        assert_eq!((limit.value, &*limit.unit), (5.0, "N"));
        assert!(limit.text.contains("sliding friction"), "{}", limit.text);
        assert_eq!(of("connections.friction.law.stiffness").unit, "N/m");
        assert_eq!(of("bodies.arm.links[0].length").value, 1.0);
        assert_eq!(of("bodies.block.start.velocity").value, 0.5);
        assert_eq!(of("connections.push.law.effort.terms[1]").value, 0.5);
        assert!(found.parts["friction"].starts_with("gsat: Coulomb friction"));
        assert!(found.parts["block"].starts_with("point_mass: "));
    }

    #[test]
    fn what_shapes_the_mechanism_is_refused_with_a_reason() {
        let found = found();
        let of = |path: &str| found.refused.iter().find(|one| one.path == path).unwrap().reason;
        assert!(of("connections.joint.law.samples").contains("--set"));
        assert!(of("solver.step").contains("--set") && of("solver.until").contains("--set"));
        assert!(of("connections.push.law.effort.terms[0].start").contains("start value"));
        assert_eq!(found.inputs["push"], ["connections.push.law.effort.terms[0]"]);
        assert!(
            found.parameters.iter().any(|one| one.path == "connections.joint.law.normal_force")
        );
        let both = found
            .parameters
            .iter()
            .filter(|one| found.refused.iter().any(|refused| refused.path == one.path));
        assert_eq!(both.count(), 0);
    }

    #[test]
    fn a_unit_stands_in_brackets() {
        let mass = "Mass [kg], > 0; on a shaft the moment of inertia [kg m²].";
        let units = [None, Some(false), Some(true)].map(|is_angular| unit_in(mass, is_angular));
        assert_eq!(units, ["", "kg", "kg m²"]);
        assert_eq!(unit_in("Mass [kg] per length [m].", Some(false)), "");
        assert_eq!(unit_in("Damping B [N s/m] or [N m s/rad], ≥ 0.", Some(true)), "N m s/rad");
        assert_eq!(unit_in("Damping B [N s/m] or [N m s/rad], ≥ 0.", Some(false)), "N s/m");
        assert_eq!(unit_in("Damping B [N s/m] or [N m s/rad], ≥ 0.", None), "");
        assert_eq!(unit_in("The joint [0] of [m].", None), "m");
        assert_eq!(unit_in("A number.", None), "");
    }
}
