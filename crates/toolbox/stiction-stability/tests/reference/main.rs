//! Comparison with independent numbers; origin in `tests/data/README.md` of the repository.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod cones_degenerate;
mod stances;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Returns the path of a file of `tests/data`.
fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data").join(file)
}

/// Reads a table that has words among its numbers, row by row.
fn records(file: &str) -> Vec<HashMap<String, String>> {
    let mut reader = csv::Reader::from_path(path(file)).expect("reference data");
    reader.deserialize().collect::<Result<_, _>>().unwrap()
}

/// Reads a JSON file.
fn json(file: &str) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(path(file)).expect("reference data")).unwrap()
}
