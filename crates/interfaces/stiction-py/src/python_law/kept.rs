//! Python objects that are laws: their owners and their keys.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, Weak};

use pyo3::exceptions::{PyReferenceError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use pyo3::{PyTraverseError, PyVisit};

/// An object, and its methods.
pub(super) struct Methods {
    pub(super) object: Py<PyAny>,
    pub(super) respond: Py<PyAny>,
    pub(super) stored_energy: Option<Py<PyAny>>,
    pub(super) stored_power: Option<Py<PyAny>>,
    pub(super) stuck_stiffness: Option<Py<PyAny>>,
}

impl Methods {
    /// Shows each object of Python to the garbage collector.
    fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Self { object, respond, stored_energy, stored_power, stuck_stiffness } = self;
        let optional = [stored_energy, stored_power, stuck_stiffness].into_iter().flatten();
        [object, respond].into_iter().chain(optional).try_for_each(|one| visit.call(one))
    }
}

/// Facts about an object that were read once.
pub(super) struct Facts {
    pub(super) key: String,
    /// Name and unit of each internal variable.
    pub(super) internal: Vec<(String, String)>,
    pub(super) domain: String,
    pub(super) is_source: bool,
    /// Weak, because the garbage collector cannot see a law inside the engine, which must therefore own nothing.
    methods: Weak<Methods>,
}

impl Facts {
    /// Returns the methods of the object.
    ///
    /// # Errors
    /// The object is gone.
    pub(super) fn methods(&self) -> PyResult<Arc<Methods>> {
        let gone = || PyReferenceError::new_err("the object of a law in Python is gone");
        self.methods.upgrade().ok_or_else(gone)
    }
}

/// The only owner of an object that is a law, itself a Python object: the garbage collector then sees the way from a
/// simulation to its laws, and collects a law that holds its simulation.
#[pyclass(module = "stiction._stiction")]
struct Anchor {
    facts: Arc<Facts>,
    methods: Option<Arc<Methods>>,
}

#[pymethods]
impl Anchor {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.methods.as_ref().map_or(Ok(()), |methods| methods.traverse(&visit))
    }
    fn __clear__(&mut self) {
        self.methods = None;
    }
}

impl Drop for Anchor {
    fn drop(&mut self) {
        objects().remove(&self.facts.key);
    }
}

/// While one of these exists, the key leads to the object.
pub(crate) struct Kept {
    anchor: Py<Anchor>,
    facts: Arc<Facts>,
}

impl Clone for Kept {
    fn clone(&self) -> Self {
        let anchor = Python::attach(|py| self.anchor.clone_ref(py));
        Self { anchor, facts: Arc::clone(&self.facts) }
    }
}

impl Kept {
    pub(crate) fn key(&self) -> &str {
        &self.facts.key
    }
    /// Returns the table of the object in a scenario.
    pub(crate) fn table(&self) -> toml::Table {
        [("type", "python"), ("object", self.key())]
            .map(|(key, value)| (key.to_owned(), value.into()))
            .into_iter()
            .collect()
    }
    /// Returns the object; `None` after the garbage collector took it.
    pub(crate) fn object(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.facts.methods.upgrade().map(|methods| methods.object.clone_ref(py))
    }
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.anchor)
    }
}

static OBJECTS: LazyLock<Mutex<HashMap<String, Arc<Facts>>>> = LazyLock::new(Mutex::default);
static NEXT: AtomicU64 = AtomicU64::new(1);

/// Ignores poisoning: no update can be left half done.
fn objects() -> MutexGuard<'static, HashMap<String, Arc<Facts>>> {
    OBJECTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the facts about the object to which a key leads.
pub(super) fn facts(key: &str) -> Option<Arc<Facts>> {
    objects().get(key).cloned()
}

/// Reads the facts about an object and gives it a key.
///
/// # Errors
/// Whatever the object raises, and answers of the wrong kind.
pub(crate) fn keep(object: &Bound<'_, PyAny>) -> PyResult<Kept> {
    let method = |name: &str| -> PyResult<Option<Py<PyAny>>> {
        Ok(object.getattr_opt(name)?.map(Bound::unbind))
    };
    let internal = match object.getattr_opt("internal")? {
        None => vec![],
        Some(name) if name.is_instance_of::<PyString>() => vec![variable(&name)?],
        Some(names) => names.try_iter()?.map(|name| variable(&name?)).collect::<PyResult<_>>()?,
    };
    let domain =
        object.getattr_opt("domain")?.map_or(Ok("line".to_owned()), |tag| tag.extract())?;
    let is_source = object.getattr_opt("is_source")?.map_or(Ok(false), |flag| flag.extract())?;
    let missing = || PyTypeError::new_err("a law in Python needs a method `respond`");
    let methods = Arc::new(Methods {
        object: object.clone().unbind(),
        respond: method("respond")?.ok_or_else(missing)?,
        stored_energy: method("stored_energy")?,
        stored_power: method("stored_power")?,
        stuck_stiffness: method("stuck_stiffness")?,
    });
    let facts = Arc::new(Facts {
        // Unique across processes and objects.
        key: format!("python-law-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)),
        internal,
        domain,
        is_source,
        methods: Arc::downgrade(&methods),
    });
    let anchor = Anchor { facts: Arc::clone(&facts), methods: Some(methods) };
    let anchor = Py::new(object.py(), anchor)?;
    objects().insert(facts.key.clone(), Arc::clone(&facts));
    Ok(Kept { anchor, facts })
}

/// Reads a name, or a name and a unit.
fn variable(name: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
    if let Ok(name) = name.extract::<String>() { Ok((name, String::new())) } else { name.extract() }
}
