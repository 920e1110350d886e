//! All tests of the crate in one binary.

mod allocation;
mod goldens;
mod holding;
mod mistakes;
mod on_links;
mod penalty;

use std::fs::read_to_string;
use std::path::Path;

use stiction_mechanics::urdf::Robot;

/// Returns the text of a file of the robots of the tests.
fn text(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data/robots");
    read_to_string(folder.join(file)).expect("a file of the tests")
}

/// Reads one of these robots.
fn robot(name: &str) -> Robot {
    Robot::read(&text(&format!("{name}.urdf"))).expect("a robot")
}
