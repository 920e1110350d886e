//! A simulation of a mechanism.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyDict, PyTuple, PyType};
use pyo3::{PyTraverseError, PyVisit};
use stiction::core::{ContactState, ShownTime};
use stiction::network::{
    Frame, NetworkError, Observer, Simulation as Engine, SimulationError, Snapshot,
};
use stiction::record::{Recorder, Sampler};
use stiction::scenario::Outputs;

use crate::error::{
    number, of_network, of_scenario, of_simulation, plain, unknown_name, wrong_argument,
};
use crate::python_law;
use crate::record;
use crate::scenario::Scenario;

/// With this number of variables or more, a step is long enough to let other threads of Python run meanwhile.
const LARGE: usize = 512;
/// Time after which a run checks for an interruption.
const PATIENCE: Duration = Duration::from_millis(50);
/// Reading the clock takes as long as a small step.
const STEPS_BETWEEN_LOOKS: u32 = 64;

/// A simulation of a mechanism, made by `Scenario.simulation()`.
///
/// Its state is always that after the last good step: after an error, and after Ctrl-C in a long run.
#[pyclass(module = "stiction")]
pub(crate) struct Simulation {
    engine: Engine,
    scenario: Scenario,
    outputs: Outputs,
}

/// Reads the argument `columns`: a name, or several.
fn names(given: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(name) = given.extract::<String>() {
        return Ok(vec![name]);
    }
    let each = |name: PyResult<Bound<'_, PyAny>>| name?.extract::<String>();
    let several = given.try_iter().and_then(|names| names.map(each).collect());
    several.map_err(|_| wrong_argument("columns", "a name, or several", given))
}

/// Ends a run at Python's request, and carries the exception.
pub(crate) struct Interruption {
    steps: u32,
    looked: Instant,
    pub(crate) raised: Option<PyErr>,
}

impl Interruption {
    pub(crate) fn new() -> Self {
        Self { steps: 0, looked: Instant::now(), raised: None }
    }
}

impl Observer for Interruption {
    fn start(&mut self, _: &Frame<'_>, _: f64) -> Result<(), SimulationError> {
        Ok(())
    }
    fn observe(&mut self, frame: &Frame<'_>) -> Result<(), SimulationError> {
        self.steps += 1;
        if self.steps >= STEPS_BETWEEN_LOOKS {
            self.steps = 0;
            if self.raised.is_none() && self.looked.elapsed() >= PATIENCE {
                self.looked = Instant::now();
                self.raised = Python::attach(|py| py.check_signals()).err();
            }
        }
        match &self.raised {
            None => Ok(()),
            Some(_) => {
                let source = "interrupted".into();
                Err(SimulationError::Observer { time: frame.time(), source })
            }
        }
    }
}

impl Simulation {
    pub(crate) fn of(scenario: Scenario) -> PyResult<Self> {
        // All columns can be read, whichever are recorded.
        let (engine, outputs) =
            scenario.mechanism().simulation_with_outputs().map_err(of_scenario)?;
        Ok(Self { engine, scenario, outputs })
    }

    /// Returns the state of every connection with friction, by its name.
    fn contact_states(&self) -> PyResult<Vec<(&str, ContactState)>> {
        Self::was_read(self.outputs.contact_states(&self.engine))
    }

    /// Returns the names of all outputs with their units, the time first; a unit is empty if an output has none or it
    /// is not known.
    fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        [("t", "s")].into_iter().chain(self.outputs.names())
    }

    fn unknown(&self, name: &str) -> PyErr {
        let known: Vec<String> = self.names().map(|(name, _)| name.to_owned()).collect();
        unknown_name("column", name, &known)
    }

    /// Converts the end of a run to a Python result; an exception in a Python law comes first.
    pub(crate) fn ended<T>(
        py: Python<'_>,
        result: Result<T, SimulationError>,
        interruption: Option<PyErr>,
    ) -> PyResult<T> {
        let raised = python_law::take_raised();
        match (result, interruption, raised) {
            (_, Some(interruption), _) => Err(interruption),
            // Ctrl-C while the law was asked.
            (_, None, Some(raised)) if !raised.is_instance_of::<PyException>(py) => Err(raised),
            (Err(error), None, raised) => {
                let error = of_simulation(error);
                error.set_cause(py, raised);
                Err(error)
            }
            (Ok(done), None, _) => Ok(done),
        }
    }

    /// Returns a value that was read, or raises the exception of a Python law.
    fn was_read<T>(result: Result<T, NetworkError>) -> PyResult<T> {
        python_law::raise()?;
        result.map_err(of_network)
    }

    /// Moves an input to a value within a time [s]; zero is at once.
    fn go(&mut self, name: &str, value: f64, over: f64) -> PyResult<()> {
        let engine = &mut self.engine;
        let moved = engine.input(name).and_then(|input| engine.move_input(input, value, over));
        moved.map_err(of_network)
    }

    /// Reads the argument `until`.
    fn end(&self, until: &Bound<'_, PyAny>) -> PyResult<f64> {
        let (end, now) = (number("until", until)?, self.engine.time());
        if end.is_finite() && end >= now {
            return Ok(end);
        }
        let required = format!("finite and at least the time now, {now} s");
        Err(wrong_argument("until", &required, until))
    }

    fn sampler(
        &self,
        every: Option<&Bound<'_, PyAny>>,
        wanted: Option<Vec<String>>,
    ) -> PyResult<Sampler> {
        let every = match every {
            None => self.scenario.mechanism().sampling(),
            Some(given) => match number("every", given)? {
                every if every.is_finite() && every > 0.0 => every,
                _ => return Err(wrong_argument("every", "finite and positive", given)),
            },
        };
        let wanted = wanted.unwrap_or_else(|| self.outputs.recorded().to_vec());
        let mut sampler = Sampler::every_seconds(every);
        let known: HashSet<&str> = self.names().map(|(name, _)| name).collect();
        if let Some(unknown) = wanted.iter().find(|name| !known.contains(name.as_str())) {
            return Err(self.unknown(unknown));
        }
        let wanted: HashSet<String> = wanted.into_iter().collect();
        for channel in self.outputs.channels() {
            let names = channel.names();
            let places: Vec<_> = (0..names.len()).filter(|&i| wanted.contains(&names[i])).collect();
            if places.is_empty() {
                continue;
            }
            let kept: Vec<_> = places.iter().map(|&i| names[i].clone()).collect();
            let (channel, mut all) = (channel.clone(), vec![]);
            sampler = sampler.group(kept, move |frame, row| {
                all.clear();
                channel.read(frame, &mut all)?;
                row.extend(places.iter().map(|&i| all[i]));
                Ok(())
            });
        }
        Ok(sampler)
    }
}

#[pymethods]
impl Simulation {
    /// Makes steps, each of the step size, or shorter if it ends where the mechanism jumps (a load that steps).
    ///
    /// Raises:
    ///     ParameterError: A count below 0.
    ///     SimulationError: The motion cannot go on; the state is that after the last good step.
    #[pyo3(signature = (count = None), text_signature = "($self, count=1)")]
    fn step(&mut self, py: Python<'_>, count: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let count = match count {
            None => 1,
            Some(given) => given
                .extract::<u64>()
                .map_err(|_| wrong_argument("count", "an integer of at least 0", given))?,
        };
        let engine = &mut self.engine;
        if count == 1 && engine.state().values().len() < LARGE {
            return engine.step().or_else(|error| Self::ended(py, Err(error), None));
        }
        let (mut left, mut looked) = (count, Instant::now());
        while left > 0 {
            let some = left.min(u64::from(STEPS_BETWEEN_LOOKS));
            left -= some;
            let result = py.detach(|| (0..some).try_for_each(|_| engine.step()));
            result.or_else(|error| Self::ended(py, Err(error), None))?;
            if looked.elapsed() > PATIENCE {
                looked = Instant::now();
                py.check_signals()?;
            }
        }
        Ok(())
    }

    /// Runs until the time `until` [s], exactly, by default to the end of the scenario, and records a row at the
    /// start, at every multiple of `every` [s] and at the end.
    ///
    /// Other threads of Python run meanwhile. Ctrl-C ends the run after a good step, from which it can continue.
    ///
    /// Args:
    ///     until: End of the run [s]; by default that of the scenario.
    ///     every: Time between two rows [s]; by default that of the scenario.
    ///     columns: A name, or several, of columns; by default those of the scenario, or all.
    ///
    /// Returns:
    ///     Record: The columns as arrays.
    ///
    /// Raises:
    ///     ParameterError: A time in the past, or one that is not finite; an `every` that is not above 0.
    ///     UnknownNameError: There is no such column.
    ///     SimulationError: The motion cannot go on.
    #[pyo3(signature = (until = None, *, every = None, columns = None))]
    fn run<'py>(
        &mut self,
        py: Python<'py>,
        until: Option<&Bound<'py, PyAny>>,
        every: Option<&Bound<'py, PyAny>>,
        columns: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let until =
            until.map_or(Ok(self.scenario.mechanism().solver.until), |until| self.end(until))?;
        let recorder = Recorder::from(self.sampler(every, columns.map(names).transpose()?)?);
        let engine = &mut self.engine;
        let (result, interruption, recorder) = py.detach(move || {
            let mut observers = (recorder, Interruption::new());
            let mut result = engine.run_observed(until, &mut observers);
            let (mut recorder, interruption) = observers;
            if result.is_ok() {
                // The end is always a row.
                result = recorder.record(&engine.frame()).map_err(SimulationError::from);
            }
            (result, interruption.raised, recorder)
        });
        Self::ended(py, result, interruption)?;
        let title = &self.scenario.mechanism().title;
        let units: HashMap<&str, &str> = self.names().collect();
        let unit_of = |name: &String| units[name.as_str()].to_owned();
        let units: Vec<String> = recorder.names().iter().map(unit_of).collect();
        record::of_recorder(py, recorder, title, &units)
    }

    /// Runs until the time `until` [s], exactly, and records nothing.
    ///
    /// Raises:
    ///     SimulationError: As `run`.
    fn run_until(&mut self, py: Python<'_>, until: &Bound<'_, PyAny>) -> PyResult<()> {
        let until = self.end(until)?;
        let engine = &mut self.engine;
        let (result, interruption) = py.detach(move || {
            let mut interruption = Interruption::new();
            let result = engine.run_observed(until, &mut interruption);
            (result, interruption.raised)
        });
        Self::ended(py, result, interruption)
    }

    /// Time [s].
    #[getter]
    fn time(&self) -> f64 {
        self.engine.time()
    }

    /// Size of a step [s].
    #[getter]
    fn step_size(&self) -> f64 {
        self.engine.step_size()
    }

    /// The scenario of the simulation.
    #[getter]
    fn scenario(&self) -> Scenario {
        self.scenario.clone()
    }

    /// Names of all outputs, which can be read or recorded, the time `t` first.
    #[getter]
    fn output_names(&self) -> Vec<String> {
        self.names().map(|(name, _)| name.to_owned()).collect()
    }

    /// Units of the outputs, by name; an empty text if an output has no unit or it is not known.
    #[getter]
    fn output_units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.names().into_py_dict(py)
    }

    /// All outputs at this moment, by name.
    #[getter]
    fn outputs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut row = vec![self.engine.time()];
        Self::was_read(self.outputs.read_all(&self.engine, &mut row))?;
        self.names().map(|(name, _)| name).zip(row).into_py_dict(py)
    }

    /// Returns the value of one output at this moment: `simulation["block.x"]`.
    ///
    /// Raises:
    ///     UnknownNameError: There is no output of this name.
    fn __getitem__(&self, name: &str) -> PyResult<f64> {
        if name == "t" {
            return Ok(self.engine.time());
        }
        let read = self.outputs.read(name, &self.engine);
        python_law::raise()?;
        read.map_err(
            |error| {
                if self.__contains__(name) { of_scenario(error) } else { self.unknown(name) }
            },
        )
    }

    fn __contains__(&self, name: &str) -> bool {
        self.names().any(|(known, _)| known == name)
    }

    /// The inputs, which are set from outside, by name: `simulation.inputs["push"] = 3.0`.
    #[getter]
    fn inputs<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        // The mapping itself is written in Python.
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        CLASS.import(slf.py(), "stiction._inputs", "Inputs")?.call1((slf,))
    }

    /// Returns the present value of an input.
    ///
    /// Raises:
    ///     UnknownNameError: There is no input of this name.
    fn input_value(&self, name: &str) -> PyResult<f64> {
        let engine = &self.engine;
        engine.input(name).and_then(|input| engine.input_value(input)).map_err(of_network)
    }

    /// Sets an input. It jumps: the next step sees the new value from its start on, and it stays until it is set
    /// again.
    ///
    /// Raises:
    ///     UnknownNameError: There is no input of this name.
    ///     ParameterError: The value is not finite; nothing changes then.
    fn set_input(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = number(&format!("input `{name}`: value"), value)?;
        self.go(name, value, 0.0)
    }

    /// Moves an input from its present value to another at a constant rate within `over` [s]; it then stays there. A
    /// drive that follows it has a velocity. A step ends where the motion of the input ends.
    ///
    /// Raises:
    ///     UnknownNameError: There is no input of this name.
    ///     ParameterError: The value or the duration is not finite, or the duration is negative or too short to
    ///         matter; nothing changes then.
    fn move_input(
        &mut self,
        name: &str,
        value: &Bound<'_, PyAny>,
        over: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let value = number(&format!("input `{name}`: value"), value)?;
        let over = number("over", over)?;
        self.go(name, value, over)
    }

    /// Returns name, unit and start of every input.
    fn _declared_inputs(&self) -> Vec<(String, String, f64)> {
        let inputs = self.engine.network().inputs().declared().iter();
        inputs.map(|input| (input.name().clone(), input.unit().clone(), input.start())).collect()
    }

    /// Tracks the energy of every component from now on; a mechanism that has energy from nowhere then ends a run
    /// with an error. Motions keep their bits, and every law is evaluated twice as often.
    fn watch_energy(&mut self) -> PyResult<()> {
        self.engine.watch_energy().map_err(of_network)
    }

    /// Sources and sinks of energy since `watch_energy()` [J]: `supplied`, `dissipated`, `stored`, `surplus`,
    /// `turnover`; None if it is not watched.
    #[getter]
    fn energy<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(energy) = self.engine.energy() else { return Ok(None) };
        let facts = [
            ("supplied", energy.supplied),
            ("dissipated", energy.dissipated),
            ("stored", energy.stored),
            ("surplus", energy.surplus),
            ("turnover", energy.turnover),
        ];
        facts.into_py_dict(py).map(Some)
    }

    /// Returns the warnings about the size of the step at this moment; empty if all is well.
    fn step_doubts(&self) -> PyResult<Vec<String>> {
        let doubts = self.engine.step_doubts().map_err(of_network)?;
        Ok(doubts.iter().map(ToString::to_string).collect())
    }

    /// Returns the mode of each connection with friction, by name: `stick`, `slip`, `separated` (a contact without
    /// normal force), or `unresolved` (it would stick, but the step is too large for that).
    ///
    /// Friction sticks if it does not slip, to the bit; creeping bristles, as those of LuGre, slip.
    fn modes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let modes = PyDict::new(py);
        for (name, state) in self.contact_states()? {
            modes.set_item(name, state.mode.to_string())?;
        }
        Ok(modes)
    }

    /// Returns whether the friction of a connection sticks, with what margin, and how fast it slips: `mode` (see
    /// `modes`), `sticks`, `margin` (share of its largest friction that is left, 0 to 1; NaN for a law in Python,
    /// which has no known limit), `slip_speed` [m/s] ([rad/s] on a shaft), `gap` [m], and `normal_force` [N] (None
    /// for a joint).
    ///
    /// Args:
    ///     connection: Name of a connection whose law is friction.
    ///
    /// Raises:
    ///     UnknownNameError: There is no such connection, or its law is not friction.
    fn contact_state<'py>(
        &self,
        py: Python<'py>,
        connection: &str,
    ) -> PyResult<Bound<'py, PyDict>> {
        let contacts = self.contact_states()?;
        let found = contacts.iter().find(|(name, _)| *name == connection);
        let unknown = || {
            let known: Vec<String> = contacts.iter().map(|(name, _)| (*name).to_owned()).collect();
            unknown_name("contact", connection, &known)
        };
        let (_, state) = found.ok_or_else(unknown)?;
        let facts = PyDict::new(py);
        facts.set_item("mode", state.mode.to_string())?;
        facts.set_item("gap", state.gap)?;
        facts.set_item("normal_force", state.normal_force)?;
        facts.set_item("sticks", state.sticks())?;
        facts.set_item("margin", state.margin)?;
        facts.set_item("slip_speed", state.slip_speed)?;
        Ok(facts)
    }

    /// Returns the state with its clock as text (JSON), to the bit.
    fn snapshot(&self) -> PyResult<String> {
        serde_json::to_string(&self.engine.snapshot())
            .map_err(|error| plain("SnapshotError", &error.to_string()))
    }

    /// Continues from a snapshot of the same mechanism, with the same bits.
    ///
    /// Raises:
    ///     SnapshotError: It is not a snapshot, or one of another mechanism; nothing changes then.
    fn restore(&mut self, snapshot: &str) -> PyResult<()> {
        let snapshot: Snapshot = serde_json::from_str(snapshot)
            .map_err(|error| plain("SnapshotError", &format!("this is no snapshot: {error}")))?;
        self.engine.restore(&snapshot).map_err(of_simulation)
    }

    /// Pickled as its scenario and a snapshot.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let rebuild = py.import("stiction._pickled")?.getattr("simulation")?;
        let state = (1, self.scenario.clone(), self.snapshot()?).into_pyobject(py)?;
        Ok((rebuild, state))
    }

    fn __copy__(&self) -> PyResult<Self> {
        restored(self.scenario.clone(), &self.snapshot()?)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__()
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.scenario.traverse(&visit)
    }

    fn __repr__(&self) -> String {
        format!(
            "<stiction.Simulation of {:?} at t = {} s>",
            self.scenario.mechanism().title,
            ShownTime(self.engine.time())
        )
    }
}

/// Returns a simulation that continues from a snapshot.
#[pyfunction]
pub(crate) fn restored(scenario: Scenario, snapshot: &str) -> PyResult<Simulation> {
    let mut simulation = Simulation::of(scenario)?;
    simulation.restore(snapshot)?;
    Ok(simulation)
}
