//! Numbers that are set from outside, by name, while a simulation runs.
//!
//! Names are looked up at every call: that is a search among few, and Python keeps no handles that may be of another
//! simulation. The mapping itself is written in Python (`stiction/_inputs.py`).

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use stiction::network::{NetworkError, Simulation as Engine};

use crate::simulation::Simulation;

/// Returns the inputs of a simulation as a mapping.
pub(crate) fn view<'py>(simulation: &Bound<'py, Simulation>) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(simulation.py(), "stiction._inputs", "Inputs")?.call1((simulation,))
}

/// Returns the present value of an input.
pub(crate) fn value(engine: &Engine, name: &str) -> Result<f64, NetworkError> {
    engine.input_value(engine.input(name)?)
}

/// Moves an input to a value within a time [s]; zero is at once.
pub(crate) fn go(
    engine: &mut Engine,
    name: &str,
    value: f64,
    over: f64,
) -> Result<(), NetworkError> {
    let input = engine.input(name)?;
    engine.move_input(input, value, over)
}

/// Returns name, unit and start of every input.
pub(crate) fn declared(engine: &Engine) -> Vec<(String, String, f64)> {
    let inputs = engine.network().inputs().declared().iter();
    inputs.map(|input| (input.name().clone(), input.unit().clone(), input.start())).collect()
}
