//! Scenarios for tests.

use stiction_scenario::ScenarioFile;

/// A block with friction, pushed by an input.
pub(crate) const BLOCK: &str = r#"schema_version = 1
title = "A block that is pushed"
solver = { step = 1e-4, until = 1.0 }
bodies.block = { type = "point_mass", mass = 1.0 }
connections.push = { ports = "block", law = { type = "effort", effort = { type = "input", name = "push", unit = "N", start = 3.0 } } }
connections.friction = { ports = "block", law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 5.0 } }
record.columns = ["block.x"]
"#;

pub(crate) fn file(text: &str) -> ScenarioFile {
    ScenarioFile::from_bytes("scenario.toml", text.into()).unwrap()
}
