//! Inputs of files: their places, their names, and values read by name.

use toml::Table;

use crate::census_tests::agreement::{around, at, places, whole};
use crate::census_tests::{folder, load};
use crate::wrong_tests::assert_says;
use crate::{Mechanism, Scenario};

/// Returns a mechanism with one body of the files, and a law on it.
fn block(law: &str) -> String {
    format!(
        "schema_version = 1\nsolver = {{ step = 1e-3, until = 1.0 }}\n\
         bodies.block = {{ type = \"point_mass\", mass = 2.0 }}\n\
         connections.push = {{ ports = \"block\", law = {law} }}\n"
    )
}

/// Every number that may be an input reaches the network as one.
#[test]
fn an_input_that_a_file_may_have_is_known_to_the_network() {
    let table: Table = toml::from_str("of = { type = \"input\", name = \"probe\" }").unwrap();
    let (folder, whole) = (folder(), whole());
    let mut taken = vec![];
    for keys in places(&whole) {
        let [section, _, _, ..] = &keys[..] else { continue };
        let mut changed = match section.as_str() {
            "connections" => around(&whole, &keys),
            // A drive is part of the network if something is connected to it.
            "drives" => whole.clone(),
            _ => continue,
        };
        *at(&mut changed, &keys).unwrap() = table["of"].clone();
        let Ok(scenario) = load(folder.path(), &toml::to_string(&changed).unwrap()) else {
            continue;
        };
        let Mechanism { network, outputs, .. } = scenario.mechanism().unwrap();
        let what = keys.join(".");
        assert!(network.inputs().place("probe").is_some(), "{what}");
        assert!(outputs.names().any(|(name, _)| name == "input.probe"), "{what} has no column");
        taken.push(what);
    }
    // They are efforts, loads of laws, contacts and pads, moments, and positions.
    assert!(taken.len() > 20, "{taken:#?}");
}

#[test]
fn every_column_is_read_by_name_whatever_is_recorded() {
    let law = "{ type = \"effort\", effort = { type = \"input\", name = \"force\", unit = \"N\", start = 1.0 } }";
    let text = block(law) + "record.columns = [\"block.x\"]\n";
    let scenario = Scenario::from_toml(&text).unwrap();
    let mechanism = scenario.mechanism().unwrap();
    assert_eq!(mechanism.outputs.recorded(), ["block.x"]);
    let (mut sim, outputs) = scenario.simulation_with_outputs().unwrap();
    let names: Vec<(&str, &str)> = outputs.names().collect();
    assert_eq!(names[..2], [("block.x", "m"), ("block.vx", "m/s")]);
    assert!(names.contains(&("input.force", "N")) && names.contains(&("energy.stored", "J")));
    let force = sim.input("force").unwrap();
    sim.set_input(force, 3.0).unwrap();
    sim.run_until(0.5).unwrap();
    let read = |name| outputs.read(name, &sim);
    assert_eq!(read("input.force").unwrap(), 3.0);
    assert!((read("block.vx").unwrap() - 0.75).abs() < 1e-12);
    let mut all = vec![];
    outputs.read_all(&sim, &mut all).unwrap();
    assert_eq!(all.len(), names.len());
    assert_eq!(all[1], read("block.vx").unwrap());
    let unknown = read("block.vz").unwrap_err().to_string();
    assert_says(&unknown, &["there is no column `block.vz`", "block.vx"]);
}

#[test]
fn inputs_that_cannot_be_are_refused_with_their_place() {
    let blank = block("{ type = \"effort\", effort = { type = \"input\", name = \"a b\" } }");
    let blank = Scenario::from_toml(&blank).unwrap_err().to_string();
    assert_says(&blank, &["letters, digits, `_` and `-` only"]);
    let text = block("{ type = \"effort\", effort = { type = \"input\", name = \"a\" } }")
        + "connections.pull = { ports = \"block\", law = { type = \"effort\", \
           effort = { type = \"input\", name = \"a\", start = 2.0 } } }\n";
    let conflict = Scenario::from_toml(&text).unwrap_err().to_string();
    assert_says(&conflict, &["there are two inputs `a`"]);
}

/// A name belongs to one column; the message names both makers of a duplicate.
#[test]
fn an_input_and_a_body_may_not_share_a_column() {
    let text = |body: &str, input: &str| {
        format!(
            "schema_version = 1\nsolver = {{ step = 1e-4, until = 0.1 }}\n[bodies.{body}]\ntype = \"point_mass\"\n\
             mass = 1.0\n[connections.push]\nports = \"{body}\"\n\
             law = {{ type = \"effort\", effort = {{ type = \"input\", name = \"{input}\" }} }}\n"
        )
    };
    let refused = |body: &str, input: &str| {
        Scenario::from_toml(&text(body, input)).err().map(|error| error.to_string())
    };
    for input in ["x", "vx"] {
        let twice = format!("two columns are called `input.{input}`");
        assert_says(&refused("input", input).unwrap(), &[&twice, "the body `input`", "the inputs"]);
    }
    // The controls: either name alone is accepted.
    assert_eq!((refused("input", "push"), refused("block", "x")), (None, None));
}

#[test]
fn a_name_is_as_long_as_a_table_can_have_it() {
    let with = |name: &str| {
        Scenario::from_toml(&format!(
            "schema_version = 1\nsolver = {{ step = 1e-4, until = 0.1 }}\n[bodies.{name}]\ntype = \"point_mass\"\nmass = 1.0\n"
        ))
    };
    for length in [201, 70_000] {
        let said = with(&"b".repeat(length)).unwrap_err().to_string();
        assert!(said.contains(&format!("has {length} letters: a name has at most 200")), "{said}");
    }
    assert!(with(&"b".repeat(200)).is_ok());
}
