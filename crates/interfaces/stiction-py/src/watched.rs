//! A whole run with all warnings about it, as the command makes it.

use std::cell::RefCell;

use pyo3::prelude::*;
use stiction::network::{Frame, Observer};
use stiction::study::run::{Manner, RunError, watched};

use crate::error::{of_scenario, plain};
use crate::record;
use crate::scenario::Scenario;
use crate::simulation::{Interruption, Simulation};

/// Runs a scenario to its end. `warn` is called with each warning; an exception in it ends the run.
#[pyfunction]
pub(crate) fn watched_run<'py>(
    py: Python<'py>,
    scenario: &Scenario,
    warn: Py<PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let scenario = scenario.mechanism();
    let (ran, raised) = py.detach(|| {
        let interruption = RefCell::new(Interruption::new());
        let mut warn = |text: &str| {
            let mut interruption = interruption.borrow_mut();
            if interruption.raised.is_none() {
                interruption.raised = Python::attach(|py| warn.call1(py, (text,))).err();
            }
        };
        let manner = Manner { progress: false, halves: true, film: false };
        let ran = scenario.mechanism().map_err(RunError::from).and_then(|mechanism| {
            let look = &mut |frame: &Frame<'_>| interruption.borrow_mut().observe(frame);
            watched(scenario, mechanism, manner, &mut warn, look)
        });
        (ran, interruption.into_inner().raised)
    });
    let ran = match ran {
        Ok(run) => Ok(run),
        Err(RunError::Simulation(error)) => Err(error),
        Err(RunError::Scenario(error)) => return Err(raised.unwrap_or_else(|| of_scenario(error))),
        Err(other) => return Err(plain("SimulationError", &other.to_string())),
    };
    let run = Simulation::ended(py, ran, raised)?;
    record::of_recorder(py, run.record, &scenario.title, &run.units)
}
