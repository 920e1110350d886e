//! Comparison with independent numbers; origin in `data/README.md`.

mod blocks;
mod laws;
mod rolling_sphere;
mod two_link;

use std::path::Path;

/// A table of reference data.
pub(crate) struct Table {
    names: Vec<String>,
    columns: Vec<Vec<f64>>,
}

impl Table {
    /// The column of the given name.
    pub(crate) fn column(&self, name: &str) -> Vec<f64> {
        let index = self.names.iter().position(|n| n == name);
        self.columns[index.unwrap_or_else(|| panic!("no column {name} in {:?}", self.names))]
            .clone()
    }
}

/// Reads a file of `tests/data/kikuuwe`.
pub(crate) fn data(file: &str) -> Table {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/kikuuwe");
    let mut reader = csv::Reader::from_path(folder.join(file)).expect("reference data");
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
