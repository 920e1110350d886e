//! A whole run with everything that speaks against it, as the command makes it.

use std::cell::RefCell;
use std::error::Error;

use pyo3::prelude::*;
use stiction::network::{NetworkError, Observer, SimulationError};
use stiction::scenario::ScenarioError;

use crate::error::{of_scenario, plain};
use crate::record;
use crate::scenario::Scenario;
use crate::simulation::{Interruption, Simulation};

/// Runs a scenario to its end. `warn` is called with each warning, and what it raises ends the run.
#[pyfunction]
pub(crate) fn watched_run<'py>(
    py: Python<'py>,
    scenario: &Scenario,
    warn: Py<PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let mechanism = scenario.mechanism();
    let (ran, raised) = py.detach(|| {
        let interruption = RefCell::new(Interruption::new());
        let mut warn = |text: &str| {
            let mut interruption = interruption.borrow_mut();
            if interruption.raised.is_none() {
                interruption.raised = Python::attach(|py| warn.call1(py, (text,))).err();
            }
        };
        let ran = stiction_cli::watched::run(mechanism, &mut warn, &|frame| {
            interruption.borrow_mut().observe(frame)
        });
        (ran, interruption.into_inner().raised)
    });
    let (recorder, units) = match ran {
        Ok(recorded) => {
            Simulation::ended(py, Ok(()), raised)?;
            recorded
        }
        Err(error) => return Err(refused(py, error, raised)),
    };
    record::of_recorder(py, recorder, &mechanism.title, &units)
}

type AnyError = Box<dyn Error + Send + Sync>;

/// Returns what a run raises that did not come to its end.
fn refused(py: Python<'_>, error: AnyError, raised: Option<PyErr>) -> PyErr {
    let error = match error.downcast::<ScenarioError>() {
        Ok(error) => return raised.unwrap_or_else(|| of_scenario(*error)),
        Err(other) => other,
    };
    let error = match error.downcast::<NetworkError>() {
        Ok(error) => Ok(SimulationError::Network(*error)),
        Err(other) => other.downcast::<SimulationError>().map(|error| *error),
    };
    match error.map(|error| Simulation::ended(py, Err(error), raised)) {
        Ok(Err(raised)) => raised,
        Ok(Ok(())) => plain("SimulationError", "the run did not come to its end"),
        Err(other) => plain("SimulationError", &other.to_string()),
    }
}
