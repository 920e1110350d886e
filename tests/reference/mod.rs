//! Comparison with independent numbers; for their origin see `data/README.md`. The laboratory compares further ones, of
//! patches and of planar sliding.

mod blocks;
mod cones_circular;
mod cones_condim;
mod cones_linearized;
mod ecp_contact;
mod ecp_identify;
mod ecp_slider;
mod laws;
mod limit_sets;
mod patch_drift;
mod patch_forces;
mod patch_in_hand;
mod patch_tables;
mod rolling_sphere;
mod two_link;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A table of reference data.
pub(crate) struct Table {
    names: Vec<String>,
    columns: Vec<Vec<f64>>,
}

impl Table {
    /// Returns the column of the given name.
    pub(crate) fn column(&self, name: &str) -> Vec<f64> {
        let index = self.names.iter().position(|n| n == name);
        self.columns[index.unwrap_or_else(|| panic!("no column {name} in {:?}", self.names))]
            .clone()
    }
}

/// Returns the path of a file of `tests/data`.
fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(file)
}

/// A row of a table with words among its numbers.
pub(crate) struct Record(HashMap<String, String>);

impl Record {
    /// Returns the entry in the column of the given name.
    pub(crate) fn word(&self, name: &str) -> &str {
        self.0.get(name).unwrap_or_else(|| panic!("no column {name} in {:?}", self.0))
    }

    /// Returns that entry as a number.
    pub(crate) fn number(&self, name: &str) -> f64 {
        self.word(name).parse().unwrap_or_else(|_| panic!("{name} of {:?} is no number", self.0))
    }
}

/// Reads a table of `tests/data` row by row.
pub(crate) fn records(file: &str) -> Vec<Record> {
    let mut reader = csv::Reader::from_path(path(file)).expect("reference data");
    reader.deserialize().map(|row| Record(row.unwrap())).collect()
}

/// Reads a JSON file of `tests/data`.
pub(crate) fn json(file: &str) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(path(file)).expect("reference data")).unwrap()
}

/// Reads a file of `tests/data/kikuuwe`.
pub(crate) fn data(file: &str) -> Table {
    table(&format!("kikuuwe/{file}"))
}

/// Reads a table of numbers of `tests/data`.
pub(crate) fn table(file: &str) -> Table {
    let mut reader = csv::Reader::from_path(path(file)).expect("reference data");
    let names: Vec<String> = reader.headers().unwrap().iter().map(String::from).collect();
    let mut columns = vec![vec![]; names.len()];
    for record in reader.records() {
        for (column, field) in columns.iter_mut().zip(&record.unwrap()) {
            column.push(field.trim().parse().unwrap());
        }
    }
    Table { names, columns }
}

/// Asserts that a recorded column agrees with the reference to `tolerance` times its largest value.
pub(crate) fn assert_column(name: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    assert!(found.len() >= expected.len(), "{name}: {} of {} rows", found.len(), expected.len());
    let scale = expected.iter().fold(0.0_f64, |scale, value| scale.max(value.abs()));
    let worst = found.iter().zip(expected).map(|(f, e)| (f - e).abs()).fold(0.0, f64::max);
    assert!(
        worst <= tolerance * scale,
        "{name}: off by {worst:e}, {:e} of the largest value {scale:e}",
        worst / scale
    );
}
