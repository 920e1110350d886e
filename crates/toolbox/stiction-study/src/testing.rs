//! Helpers of tests.

use std::fs;

use crate::Results;

/// Returns the table of members as text: equal tables are equal to the bit, but every NaN has the same text.
pub(crate) fn text(results: &Results) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("members.csv");
    results.write_csv(&path).unwrap();
    fs::read_to_string(path).unwrap()
}
