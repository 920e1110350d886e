//! A mechanism as data.

use std::hash::{Hash, Hasher};
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyTuple};
use pyo3::{PyTraverseError, PyVisit};
use stiction::scenario::{Scenario as Mechanism, ScenarioFile};
use stiction::study::Case;
use toml::Table;

use crate::error::{NO_FILE, of_scenario, plain, wrong_argument, wrong_value};
use crate::known::registry;
use crate::python_law::{self, Kept};
use crate::simulation::Simulation;
use crate::values::{numbers_in, table_of, to_python, value_of};

/// A mechanism with friction as data: its components, its solver and its record.
///
/// It never changes. Times are in s; all units are SI.
///
/// Args:
///     table: The scenario as a mapping with the keys of a scenario file. It may contain components of
///         `stiction.laws`, `stiction.bodies`, `stiction.maps`, `stiction.drives` and `stiction.signals`, NumPy
///         arrays in place of lists of numbers, and objects with a method `respond` in place of laws.
///     folder: Folder to which the files that it names are relative; by default the current one.
///
/// Raises:
///     ScenarioError: The scenario is refused; says the keys that lead to the error.
#[pyclass(frozen, module = "stiction", eq, hash, from_py_object)]
#[derive(Clone)]
pub(crate) struct Scenario {
    /// The file as it was read, with the files that it names, and the changes since.
    pub(crate) case: Case,
    /// Whether it is from a file.
    has_file: bool,
    /// The text with the changes.
    text: String,
    /// Laws in Python that it names.
    kept: Vec<Kept>,
}

impl PartialEq for Scenario {
    /// The folder only matters if the scenario names files.
    fn eq(&self, other: &Self) -> bool {
        let placed = |of: &Self| {
            let folder = std::path::absolute(&of.case.scenario.folder).unwrap_or_default();
            let is_free = of.case.scenario.named_files().is_empty();
            let mut scenario = of.case.scenario.clone();
            scenario.folder = if is_free { PathBuf::new() } else { folder };
            scenario
        };
        placed(self) == placed(other)
    }
}

impl Hash for Scenario {
    /// Equal scenarios have equal numbers; texts may differ in spaces and in the sign of a zero.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.case.scenario.title.hash(state);
        for number in self.case.scenario.numbers() {
            let value = number.value.map(|value| (value + 0.0).to_bits());
            (number.path, value).hash(state);
        }
    }
}

impl Scenario {
    fn of_file(file: ScenarioFile, has_file: bool, kept: Vec<Kept>) -> PyResult<Self> {
        let case = Case::new(file.with_registry(registry()), vec![]).map_err(of_scenario)?;
        let text = case.file.text().to_owned();
        Ok(Self { case, has_file, text, kept })
    }

    /// Makes a scenario of a text without a file; relative files are in `folder`.
    fn of_text(text: String, folder: &std::path::Path, kept: Vec<Kept>) -> PyResult<Self> {
        let file = ScenarioFile::from_bytes(folder.join(NO_FILE), text.into_bytes());
        Self::of_file(file.map_err(of_scenario)?, false, kept)
    }

    pub(crate) const fn mechanism(&self) -> &Mechanism {
        &self.case.scenario
    }

    fn table(&self) -> PyResult<Table> {
        self.text.parse().map_err(|error: toml::de::Error| plain("ScenarioError", error.message()))
    }
}

#[pymethods]
impl Scenario {
    #[new]
    #[pyo3(signature = (table, *, folder = PathBuf::new()))]
    fn new(table: &Bound<'_, PyAny>, folder: PathBuf) -> PyResult<Self> {
        let (mut table, kept) = table_of(table)?;
        table.entry("schema_version").or_insert(toml::Value::Integer(1));
        // First without line numbers, because nobody has seen this text.
        Mechanism::from_table(&table, &folder, registry()).map_err(of_scenario)?;
        let text =
            toml::to_string(&table).map_err(|error| plain("ScenarioError", &error.to_string()))?;
        Self::of_text(text, &folder, kept)
    }

    /// Reads a scenario file (TOML).
    ///
    /// Raises:
    ///     OSError: The file cannot be read.
    ///     ScenarioError: It is not a scenario; says file, line, field and what is required.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Self> {
        Self::of_file(ScenarioFile::load(path).map_err(of_scenario)?, true, vec![])
    }

    /// Reads a scenario from TOML text; files that it names are relative to `folder`.
    ///
    /// Raises:
    ///     ScenarioError: It is not a scenario; says line, field and what is required.
    #[staticmethod]
    #[pyo3(signature = (text, *, folder = PathBuf::new()))]
    fn from_toml(text: &str, folder: PathBuf) -> PyResult<Self> {
        Self::of_text(text.to_owned(), &folder, vec![])
    }

    /// Returns the scenario as TOML text: the original text if nothing was changed.
    fn to_toml(&self) -> PyResult<String> {
        self.without_python_laws()?;
        Ok(self.text.clone())
    }

    /// Writes the scenario to a file, which is replaced as a whole or not at all.
    ///
    /// Raises:
    ///     ScenarioError: It cannot be written there: it names files of another folder, or has a law in Python.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        self.without_python_laws()?;
        self.case.scenario.save(path).map_err(of_scenario)
    }

    /// Returns the scenario as a dictionary with the keys of a scenario file.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.without_python_laws()?;
        to_python(py, &toml::Value::Table(self.table()?))
    }

    /// Every number in the scenario, by its path: `bodies.block.mass`, `bodies.arm.links[0].length`.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let parameters = PyDict::new(py);
        for (path, value) in numbers_in(&self.table()?) {
            parameters.set_item(path, to_python(py, &value)?)?;
        }
        Ok(parameters)
    }

    /// Returns the scenario with other values, by their paths: `{"solver.step": 1e-5, "connections.push.law.effort":
    /// 3.0}`. The tables on the way must exist; the last key of a path may be new, so that values with a default can
    /// be set. Files that the scenario names are not read again.
    ///
    /// Raises:
    ///     ScenarioError: A path that leads nowhere, or a value that is refused.
    fn with_values(&self, values: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut settings = self.case.settings.clone();
        let mut kept = self.kept.clone();
        let wrong = || wrong_argument("values", "a mapping from paths to values", values);
        for item in values.cast::<PyMapping>().map_err(|_| wrong())?.items()?.try_iter()? {
            let item = item?.extract::<(String, Bound<'_, PyAny>)>();
            let (path, value) = item.map_err(|_| wrong())?;
            let (value, more) = value_of(&path, &value)?;
            kept.extend(more);
            settings.push((path, value.to_string()));
        }
        let case = Case::new(self.case.file.clone(), settings).map_err(of_scenario)?;
        let text = case.text().map_err(of_scenario)?;
        Ok(Self { case, has_file: self.has_file, text, kept })
    }

    /// Title of tables and figures.
    #[getter]
    fn title(&self) -> &str {
        &self.case.scenario.title
    }

    /// Time step [s].
    #[getter]
    fn step_size(&self) -> f64 {
        self.case.scenario.solver.step
    }

    /// End of the run [s].
    #[getter]
    fn until(&self) -> f64 {
        self.case.scenario.solver.until
    }

    /// Time between two rows of a record [s].
    #[getter]
    fn every(&self) -> f64 {
        self.case.scenario.sampling()
    }

    /// Names of the bodies.
    #[getter]
    fn bodies(&self) -> Vec<&str> {
        self.case.scenario.bodies.keys().map(String::as_str).collect()
    }

    /// Names of the connections.
    #[getter]
    fn connections(&self) -> Vec<&str> {
        self.case.scenario.connections.keys().map(String::as_str).collect()
    }

    /// The file that it was read from; None for a text or a table.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.has_file.then(|| self.case.file.path().to_owned())
    }

    /// Returns the entries in the URDF files of its robots that the mechanism does not have, or that look like
    /// mistakes: each with the body and the line of the file.
    ///
    /// Raises:
    ///     ScenarioError: A robot cannot be read.
    fn notes(&self) -> PyResult<Vec<String>> {
        self.case.scenario.notes().map_err(of_scenario)
    }

    /// Returns a simulation of it, at time zero.
    ///
    /// Raises:
    ///     SimulationError: The step cannot be taken.
    fn simulation(&self) -> PyResult<Simulation> {
        Simulation::of(self.clone())
    }

    /// Pickled as its text, with its folder and its laws in Python.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, scenario) = (slf.py(), slf.get());
        let rebuild = py.import("stiction._pickled")?.getattr("scenario")?;
        let laws = PyDict::new(py);
        for kept in &scenario.kept {
            laws.set_item(kept.key(), kept.object(py))?;
        }
        let path = scenario.case.file.path().to_owned();
        // The current folder may differ when it is read again.
        let path = std::path::absolute(&path).unwrap_or(path);
        let state = (1, &scenario.text, path, scenario.has_file, laws).into_pyobject(py)?;
        Ok((rebuild, state))
    }

    /// Rebuilds a pickled scenario.
    #[staticmethod]
    fn _rebuilt(
        text: String,
        path: PathBuf,
        has_file: bool,
        laws: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let (mut text, mut kept) = (text, vec![]);
        for (key, object) in laws.iter() {
            let (key, fresh) = (key.extract::<String>()?, python_law::keep(&object)?);
            // Keys occur nowhere else in the text.
            text = text.replace(&key, fresh.key());
            kept.push(fresh);
        }
        let file = ScenarioFile::from_bytes(path, text.into_bytes()).map_err(of_scenario)?;
        Self::of_file(file, has_file, kept)
    }

    fn __repr__(&self) -> String {
        let (title, bodies) = (self.title(), self.bodies().join(", "));
        let connections = self.connections().join(", ");
        format!("<stiction.Scenario {title:?}: bodies {bodies}; connections {connections}>")
    }

    /// Returns the view of a notebook: the title, the bodies and the connections.
    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let table = to_python(py, &toml::Value::Table(self.table()?))?;
        py.import("stiction._html")?.getattr("of_scenario")?.call1((table,))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.traverse(&visit)
    }
}

impl Scenario {
    /// Shows the laws in Python to the garbage collector.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.kept.iter().try_for_each(|kept| kept.traverse(visit))
    }

    pub(crate) fn without_python_laws(&self) -> PyResult<()> {
        if self.kept.is_empty() {
            return Ok(());
        }
        Err(wrong_value("connections", "a law that is written in Python has no form in a file"))
    }
}
