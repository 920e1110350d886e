//! Many runs of a scenario: the sweep of the command; its members may be run on any machine.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use stiction::record::Recorder;
use stiction::scenario::ScenarioFile;
use stiction::study::run::Doubts;
use stiction::study::sweep::{
    Gathered, Keeping, OwnMeasures, Ran, Study as Sweep, StudyError, Swept,
};
use stiction::study::{EnsembleError, MemberError, Outcome, Statistics, UnknownName};

use crate::error::{of_scenario, of_study, plain};
use crate::known::registry;
use crate::record;
use crate::scenario::Scenario;
use crate::values::to_python;

/// Time after which a sweep checks for an interruption.
const PATIENCE: Duration = Duration::from_millis(50);

/// Everything that another machine needs: path, text, settings, contents of files, names of own measures.
type Parcel<'py> = (
    PathBuf,
    String,
    Vec<(String, String)>,
    Vec<(String, Bound<'py, PyBytes>)>,
    Vec<String>,
    String,
);
/// Index, values, status and message of a member, and the warnings about its step and its parameters.
type Member = (usize, Vec<f64>, String, Option<String>, [Option<String>; 2]);
/// Indices, columns by name, status and error of every member, statistics, rank correlations, warnings.
type Table<'py> = (
    Bound<'py, PyArray1<i64>>,
    Vec<(String, Bound<'py, PyArray1<f64>>)>,
    (Vec<&'static str>, Vec<String>),
    Vec<(String, Vec<f64>)>,
    Vec<(String, String, f64)>,
    Vec<String>,
);

/// The sweep of a scenario, checked and ready to run.
#[pyclass(frozen, module = "stiction")]
pub(crate) struct Study {
    study: Sweep,
}

#[pymethods]
impl Study {
    #[new]
    #[pyo3(signature = (scenario, names = vec![], version = String::new(), members = None, seed = None))]
    fn new(
        py: Python<'_>,
        scenario: &Scenario,
        names: Vec<String>,
        version: String,
        members: Option<usize>,
        seed: Option<u64>,
    ) -> PyResult<Self> {
        scenario.without_python_laws()?;
        let (case, own) = (scenario.case.clone(), OwnMeasures { names, version });
        let study = py.detach(|| Sweep::new(case, (members, seed), own));
        Self::of(study)
    }

    /// Unpacks the study of a parcel.
    #[staticmethod]
    fn of_parcel(
        py: Python<'_>,
        path: PathBuf,
        text: String,
        settings: Vec<(String, String)>,
        files: Vec<(String, Vec<u8>)>,
        names: Vec<String>,
    ) -> PyResult<Self> {
        let file = ScenarioFile::from_bytes(path, text.into_bytes()).map_err(of_scenario)?;
        let mut file = file.with_registry(registry());
        for (name, bytes) in files {
            file = file.with_file(name, bytes);
        }
        let own = OwnMeasures { names, version: String::new() };
        Self::of(py.detach(|| Sweep::elsewhere(file, settings, own)))
    }

    /// Packs everything that another machine needs to run members.
    fn parcel<'py>(&self, py: Python<'py>) -> PyResult<Parcel<'py>> {
        let case = self.study.case();
        let files = self.study.files().map_err(of_study)?.into_iter();
        let files = files.map(|(name, bytes)| (name, PyBytes::new(py, &bytes))).collect();
        let own = self.study.own().names.clone();
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let (path, text) = (case.file.path().to_owned(), case.file.text().to_owned());
        Ok((path, text, case.settings.clone(), files, own, version))
    }

    fn __len__(&self) -> usize {
        self.study.design().len()
    }

    #[getter]
    fn parameters(&self) -> Vec<String> {
        self.study.design().names().to_vec()
    }

    #[getter]
    fn title(&self) -> String {
        self.study.case().title()
    }

    /// Units of the measures, by name.
    #[getter]
    fn units(&self) -> Vec<(String, String)> {
        self.study.measures()
    }

    /// Reads the members kept in a folder, and locks the folder.
    fn gather(
        slf: &Bound<'_, Self>,
        folder: Option<PathBuf>,
        restart: bool,
        retry_failed: bool,
        parquet: bool,
    ) -> PyResult<Gathering> {
        let keeping = Keeping { restart, retry_failed, parquet, ..Keeping::default() };
        let study = &slf.get().study;
        let gathered = slf.py().detach(|| study.gather(folder.as_deref(), keeping));
        let gathered = Mutex::new(Some(Arc::new(gathered.map_err(of_study)?)));
        Ok(Gathering { study: slf.clone().unbind(), gathered })
    }

    /// Runs members, one after the other, and keeps nothing; `own` computes the own measures of each record.
    fn run(
        &self,
        py: Python<'_>,
        indices: Vec<usize>,
        own: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Member>> {
        interruptibly(py, None, |stop, raised| {
            let measure =
                |record, units: &[String]| self.measured(record, units, own.as_ref(), stop, raised);
            let one = |index: usize| {
                let Ran { outcome, doubts } = self.study.run_one(index, stop, &measure)?;
                let values = outcome.outputs().unwrap_or_default().to_vec();
                let (status, message) = (outcome.status().to_owned(), outcome.message());
                let doubts = [doubts.of_step, doubts.of_parameters];
                Ok((index, values, status, message.map(str::to_owned), doubts))
            };
            indices.into_iter().map(one).collect()
        })
    }
}

impl Study {
    fn of(study: Result<Sweep, StudyError>) -> PyResult<Self> {
        Ok(Self { study: study.map_err(of_study)? })
    }

    /// Computes the own measures of a record. Anything but an ordinary exception ends the sweep.
    fn measured(
        &self,
        recorder: Recorder,
        units: &[String],
        own: Option<&Py<PyAny>>,
        stop: &AtomicBool,
        raised: &Mutex<Option<PyErr>>,
    ) -> Result<Vec<f64>, MemberError> {
        Python::attach(|py| {
            let Some(own) = own else { return Ok(vec![]) };
            let record = record::of_recorder(py, recorder, &self.title(), units);
            let numbers = record.and_then(|record| own.bind(py).call1((record,))?.extract());
            numbers.map_err(|error: PyErr| {
                let said = error.value(py).to_string();
                if !error.is_instance_of::<PyException>(py) {
                    *lock(raised) = Some(error);
                    stop.store(true, Ordering::Relaxed);
                }
                said.into()
            })
        })
    }
}

/// The results of members so far, and the folder in which they are kept.
#[pyclass(frozen, module = "stiction")]
pub(crate) struct Gathering {
    study: Py<Study>,
    /// `None` once it is finished or closed.
    gathered: Mutex<Option<Arc<Gathered>>>,
}

#[pymethods]
impl Gathering {
    /// Indices of the members that have not been run.
    fn missing(&self) -> PyResult<Vec<usize>> {
        Ok(self.held()?.members().missing())
    }

    /// Number of members that have ended.
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.held()?.members().len())
    }

    /// Number of members of an earlier run.
    #[getter]
    fn resumed(&self) -> PyResult<usize> {
        Ok(self.held()?.members().resumed())
    }

    /// Adds members as returned by `Study.run`; when this returns, they are in the file.
    fn add(&self, py: Python<'_>, members: Vec<Member>) -> PyResult<()> {
        let ran = |(index, values, status, message, [of_step, of_parameters]): Member| {
            let outcome = match message {
                None => Outcome::Finished(values),
                Some(message) if status == "panicked" => Outcome::Panicked(message),
                Some(message) => Outcome::Failed(message),
            };
            (index, Ran { outcome, doubts: Doubts { of_step, of_parameters } })
        };
        let members = members.into_iter().map(ran).collect();
        let gathered = self.held()?;
        py.detach(|| gathered.add(members)).map_err(of_study)
    }

    /// Runs the missing members on threads of this process (0: all cores). `tell` is called from time to time with
    /// the number of members that have ended.
    fn run(
        &self,
        py: Python<'_>,
        threads: usize,
        own: Option<Py<PyAny>>,
        tell: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let study = self.study.get();
        let gathered = &*self.held()?;
        let told = tell.map(|tell| (tell, gathered));
        interruptibly(py, told, |stop, raised| {
            let measure = |record, units: &[String]| {
                study.measured(record, units, own.as_ref(), stop, raised)
            };
            study.study.run_missing(gathered, (threads, false), stop, &measure)
        })
    }

    /// Ends the sweep: writes the results to the folder and returns the table.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Table<'py>> {
        let study = self.study.get();
        let gathered = lock(&self.gathered).take().ok_or_else(closed)?;
        // Another thread of Python may be running its members.
        let gathered = Arc::try_unwrap(gathered).map_err(|_| closed())?;
        let ended = py.detach(|| {
            let swept = study.study.end(gathered)?;
            study.study.write(&swept).map(|_| swept)
        });
        columns(py, ended.map_err(of_study)?)
    }

    /// Unlocks the folder; members that were added stay in it.
    fn close(&self) {
        lock(&self.gathered).take();
    }
}

impl Gathering {
    /// Holds the lock only for a moment, never while members are run.
    fn held(&self) -> PyResult<Arc<Gathered>> {
        lock(&self.gathered).clone().ok_or_else(closed)
    }
}

fn closed() -> PyErr {
    plain("SweepError", "this sweep has ended")
}

/// Ignores poisoning: no update can be left half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs some work without holding the interpreter, on a thread of its own, and checks meanwhile whether Python wants
/// to end it; `told` is called with its progress.
fn interruptibly<T: Send>(
    py: Python<'_>,
    told: Option<(Py<PyAny>, &Gathered)>,
    work: impl FnOnce(&Arc<AtomicBool>, &Mutex<Option<PyErr>>) -> Result<T, StudyError> + Send,
) -> PyResult<T> {
    let (stop, raised) = (Arc::new(AtomicBool::new(false)), Mutex::new(None));
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (working, waiting) = channel();
            let (stop, raised) = (&stop, &raised);
            scope.spawn(move || {
                // If the receiver is gone, nobody wants the result.
                let _ = working.send(work(stop, raised));
            });
            loop {
                match waiting.recv_timeout(PATIENCE) {
                    Ok(done) => break Some(done),
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                let looked = Python::attach(|py| {
                    if let Some((tell, gathered)) = &told {
                        tell.call1(py, (gathered.members().len(),))?;
                    }
                    py.check_signals()
                });
                if let Err(error) = looked {
                    lock(raised).get_or_insert(error);
                    stop.store(true, Ordering::Relaxed);
                }
            }
        })
    });
    if let Some(raised) = lock(&raised).take() {
        return Err(raised);
    }
    match done {
        Some(Ok(done)) => Ok(done),
        Some(Err(StudyError::Ensemble(EnsembleError::Stopped))) | None => {
            Err(plain("SweepError", "the sweep was stopped"))
        }
        Some(Err(error)) => Err(of_study(error)),
    }
}

fn columns(py: Python<'_>, swept: Swept) -> PyResult<Table<'_>> {
    let Swept { results, warnings, .. } = swept;
    let unknown = |error: UnknownName| plain("UnknownNameError", &error.to_string());
    let index: Vec<i64> = results.members().map(|(index, _)| index as i64).collect();
    let parameters = results.design().names();
    let mut columns = vec![];
    for name in parameters.iter().chain(results.output_names()) {
        let column = results.column(name).map_err(unknown)?;
        columns.push((name.clone(), column.into_pyarray(py)));
    }
    let status = results.members().map(|(_, outcome)| outcome.status()).collect();
    let errors = results.members();
    let errors = errors.map(|(_, o)| o.message().unwrap_or_default().to_owned()).collect();
    let (mut statistics, mut correlations) = (vec![], vec![]);
    for name in results.output_names() {
        let figures = results.statistics(name).map_err(unknown)?.figures();
        statistics.push((name.clone(), figures.to_vec()));
        for parameter in parameters {
            let correlation = results.rank_correlation(parameter, name).map_err(unknown)?;
            correlations.push((name.clone(), parameter.clone(), correlation));
        }
    }
    Ok((index.into_pyarray(py), columns, (status, errors), statistics, correlations, warnings))
}

/// Returns the names of the statistics.
#[pyfunction]
pub(crate) fn statistics_names() -> Vec<&'static str> {
    Statistics::FIGURES.to_vec()
}

/// Returns a TOML text as a dictionary.
#[pyfunction]
pub(crate) fn table<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyDict>> {
    let table: toml::Table = text
        .parse()
        .map_err(|error: toml::de::Error| plain("ScenarioError", error.to_string().trim_end()))?;
    Ok(to_python(py, &toml::Value::Table(table))?.cast_into()?)
}
