//! Errors of the library as exceptions of the package, which are written in Python (`stiction/errors.py`).

use std::path::PathBuf;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use stiction::network::{NetworkError, SimulationError};
use stiction::output::{OutputError, with_causes};
use stiction::scenario::ScenarioError;
use stiction::scenario::error::nearest;
use stiction::study::sweep::StudyError;

/// Name in messages of a text that is not from a file.
pub(crate) const NO_FILE: &str = "scenario";

/// Makes an exception of `stiction.errors`, with its attributes.
fn exception(py: Python<'_>, name: &str, message: &str, facts: &Bound<'_, PyDict>) -> PyErr {
    let class = py.import("stiction.errors").and_then(|module| module.getattr(name));
    match class.and_then(|class| class.call((message,), Some(facts))) {
        Ok(raised) => PyErr::from_value(raised),
        Err(error) => error,
    }
}

/// Makes an exception of `stiction.errors` without attributes.
pub(crate) fn plain(name: &str, message: &str) -> PyErr {
    Python::attach(|py| exception(py, name, message, &PyDict::new(py)))
}

/// Makes the exception of an argument that the library refuses.
pub(crate) fn refused(error: impl std::fmt::Display) -> PyErr {
    plain("ParameterError", &error.to_string())
}

/// Makes the exception of an argument that is not as required.
pub(crate) fn wrong_argument(name: &str, required: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.repr().map_or_else(|error| error.to_string(), |text| text.to_string());
    plain("ParameterError", &format!("{name} must be {required}, found {found}"))
}

/// Reads an argument that is a number.
pub(crate) fn number(name: &str, given: &Bound<'_, PyAny>) -> PyResult<f64> {
    given.extract().map_err(|_| wrong_argument(name, "a number", given))
}

/// Reads an argument that is a number, or several.
pub(crate) fn numbers(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    if let Ok(number) = given.extract::<f64>() {
        return Ok(vec![number]);
    }
    given.extract().map_err(|_| wrong_argument(name, "a number, or several", given))
}

/// Makes the exception of a wrong value, with the keys that lead to it.
pub(crate) fn wrong_value(path: &str, message: &str) -> PyErr {
    Python::attach(|py| match [("path", path)].into_py_dict(py) {
        Ok(facts) => exception(py, "ScenarioError", &format!("{path}: {message}"), &facts),
        Err(error) => error,
    })
}

/// Makes the exception of an error in a scenario or a component.
pub(crate) fn of_scenario(error: ScenarioError) -> PyErr {
    let name = match &error {
        ScenarioError::Simulation(_) | ScenarioError::Network(_) => "SimulationError",
        _ => "ScenarioError",
    };
    Python::attach(|py| {
        if let ScenarioError::File { path, source } = &error
            && let Some(number) = source.raw_os_error()
        {
            return of_system(py, number, &path.display().to_string());
        }
        match facts(py, &error) {
            Ok(facts) => exception(py, name, &error.to_string(), &facts),
            Err(error) => error,
        }
    })
}

/// Returns the known facts about the place of an error.
fn facts<'py>(py: Python<'py>, error: &ScenarioError) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    match error {
        ScenarioError::Text(text) => {
            facts.set_item("line", text.line)?;
            facts.set_item("column", text.column)?;
            facts.set_item("hint", text.hint.as_ref())?;
            // A text that is not from a file has a name nevertheless.
            let is_real = |file: &&PathBuf| file.file_name().is_none_or(|name| name != NO_FILE);
            if let Some(file) = text.file.as_ref().filter(is_real) {
                facts.set_item("file", file.display().to_string())?;
            }
            if !text.path.is_empty() {
                facts.set_item("path", &*text.path)?;
            }
        }
        ScenarioError::Value { path, .. } => facts.set_item("path", path)?,
        ScenarioError::File { path, .. } => facts.set_item("file", path.display().to_string())?,
        _ => {}
    }
    Ok(facts)
}

/// Makes Python's exception of a system error about a file: a `FileNotFoundError` and the like.
fn of_system(py: Python<'_>, number: i32, path: &str) -> PyErr {
    let words = py.import("os").and_then(|os| os.call_method1("strerror", (number,)));
    match words.and_then(|words| words.extract::<String>()) {
        Ok(words) => PyOSError::new_err((number, words, path.to_owned())),
        Err(error) => error,
    }
}

/// Makes the exception of a name that does not exist, of a kind such as `column`, with the existing ones.
pub(crate) fn unknown_name(kind: &str, name: &str, known: &[String]) -> PyErr {
    let hint = nearest(name, known.iter().map(String::as_str));
    let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
    let few = known[..known.len().min(40)].join(", ");
    let there_are = if few.is_empty() { "none".to_owned() } else { few };
    plain("UnknownNameError", &format!("there is no {kind} `{name}`{hint}; there are {there_are}"))
}

/// Makes the exception of an error of the network.
pub(crate) fn of_network(error: NetworkError) -> PyErr {
    let name = match &error {
        NetworkError::UnknownInput { name, known } => return unknown_name("input", name, known),
        NetworkError::Input { .. } => "ParameterError",
        NetworkError::Snapshot { .. } => "SnapshotError",
        _ => "SimulationError",
    };
    plain(name, &error.to_string())
}

/// Makes the exception of a sweep that cannot be run.
pub(crate) fn of_study(error: StudyError) -> PyErr {
    match error {
        StudyError::Scenario(error) => of_scenario(error),
        StudyError::Output(OutputError::Taken { .. }) => {
            plain("SweepError", &format!("{error} with `out`"))
        }
        other => plain("SweepError", &with_causes(&other)),
    }
}

/// Makes the exception of a simulation that cannot go on.
pub(crate) fn of_simulation(error: SimulationError) -> PyErr {
    match error {
        SimulationError::Network(error) => of_network(error),
        error => plain("SimulationError", &error.to_string()),
    }
}
