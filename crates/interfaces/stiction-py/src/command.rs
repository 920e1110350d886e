//! The command `stiction`, as the wheel brings it.

use std::ffi::OsString;

use pyo3::prelude::*;
use stiction::scenario::library;

/// Does what the arguments say, of which the first is the name of the command, and returns the exit status.
///
/// From then on Ctrl-C and the signals to end are the command's: it is for a process of its own, and what
/// only asks for help ends the process.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| stiction_cli::run_with(&library(), arguments))
}
