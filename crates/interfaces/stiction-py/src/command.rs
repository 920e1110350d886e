//! The command `stiction`, as the wheel brings it.

use std::ffi::OsString;

use pyo3::prelude::*;
use stiction::scenario::library;

/// Runs the command with these arguments, the first of which is its name, and returns the exit status.
///
/// Ctrl-C and termination signals belong to the command from then on: call it in a process of its own. Arguments that
/// only ask for help end the process.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| stiction_cli::run_with(&library(), arguments))
}
