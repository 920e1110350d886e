//! A scenario: a mechanism with its solver, record and plots.

use core::fmt;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;
use stiction_core::Describe;
use stiction_network::ode::Tableau;

use crate::body::ScenarioBody;
use crate::connection::Connection;
use crate::drive::ScenarioDrive;
use crate::error::Fault;
use crate::folder::Kept;
use crate::registry::{Registry, shared_library};
use crate::sweep::Sweep;
use crate::value::serialize_as_described;

/// The version of the files that this library reads and writes.
pub const SCHEMA_VERSION: u32 = 1;

/// A mechanism with its solver, record and plots.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scenario {
    /// Version of the format: 1.
    pub schema_version: u32,
    /// Title of tables and figures.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Scheme, step and end of the run.
    pub solver: Solver,
    /// Bodies, which forces move.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub bodies: BTreeMap<String, ScenarioBody>,
    /// Prescribed motions and fixed places.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub drives: BTreeMap<String, ScenarioDrive>,
    /// Laws between them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub connections: BTreeMap<String, Connection>,
    /// Columns of the record.
    pub record: Record,
    /// Panels of the figure; by default every body and every effort.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plots: Vec<Plot>,
    /// Runs with other parameters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
    /// Folder to which the files that it names are relative. They are read once, when it is first built or judged; its
    /// copies share the contents.
    #[serde(skip)]
    pub folder: PathBuf,
    #[serde(skip)]
    pub(crate) context: Context,
}

/// How a mechanism is stepped.
#[derive(Clone, Debug, PartialEq, Describe)]
pub struct Solver {
    /// Runge-Kutta scheme.
    #[field(default = Method::Rk4)]
    pub method: Method,
    /// Step \[s\].
    pub step: f64,
    /// End of the run \[s\].
    pub until: f64,
}

/// The columns that are recorded.
#[derive(Clone, Debug, Default, PartialEq, Describe)]
pub struct Record {
    /// Time between two rows \[s\]; by default so that there are at most 10 000.
    #[field(default = None)]
    pub every: Option<f64>,
    /// Columns, such as `block.x`; all by default, those of friction (`friction.sticks`, `friction.margin`,
    /// `friction.slip_speed`) where a plot or a measure names them. They are recorded in the order of the mechanism:
    /// bodies, connections, energy, by name.
    #[field(default = vec![])]
    pub columns: Vec<String>,
}

/// A panel of the figure.
#[derive(Clone, Debug, PartialEq, Describe)]
pub struct Plot {
    /// Its title.
    #[field(default = String::new())]
    pub title: String,
    /// Column of the horizontal axis; the time by default.
    #[field(default = "t".to_owned())]
    pub x: String,
    /// Columns that are drawn.
    pub y: Vec<String>,
    /// Label of the horizontal axis.
    #[field(default = String::new())]
    pub x_label: String,
    /// Label of the vertical axis.
    #[field(default = String::new())]
    pub y_label: String,
    /// Whether both axes have the same scale.
    #[field(default = false)]
    pub equal_aspect: bool,
}

/// A Runge-Kutta scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
#[non_exhaustive]
pub enum Method {
    /// Order 1.
    Euler,
    /// Order 2.
    Heun,
    /// Order 4, the classical one.
    #[default]
    Rk4,
    /// Order 4, the 3/8 rule.
    ThreeEighths,
}

serialize_as_described!(Solver, Record, Plot, Method);

impl From<Method> for Tableau {
    fn from(method: Method) -> Self {
        match method {
            Method::Euler => Self::euler(),
            Method::Heun => Self::heun(),
            Method::Rk4 => Self::rk4(),
            Method::ThreeEighths => Self::three_eighths(),
        }
    }
}

/// Registry and cache of a scenario, which are not part of its contents: they do not count when scenarios are compared.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) kept: Kept,
    pub(crate) known: Arc<Registry>,
}

impl Context {
    /// Returns a context with the components of this registry.
    pub(crate) fn of(registry: &Registry) -> Self {
        Self { kept: Kept::default(), known: Arc::new(registry.clone()) }
    }

    /// Returns a copy that reads files again.
    pub(crate) fn without_files(&self) -> Self {
        Self { kept: self.kept.without_files(), known: Arc::clone(&self.known) }
    }
}

impl Default for Context {
    fn default() -> Self {
        Self { kept: Kept::default(), known: shared_library() }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").finish_non_exhaustive()
    }
}

impl PartialEq for Context {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Scenario {
    /// Makes a scenario without bodies, stepped with RK4.
    #[must_use]
    pub fn new(title: impl Into<String>, step: f64, until: f64) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            title: title.into(),
            solver: Solver { method: Method::Rk4, step, until },
            bodies: BTreeMap::new(),
            drives: BTreeMap::new(),
            connections: BTreeMap::new(),
            record: Record::default(),
            plots: vec![],
            sweep: None,
            folder: PathBuf::new(),
            context: Context::default(),
        }
    }

    /// Sets the components that its files can name; see [`ScenarioFile::with_registry`](crate::ScenarioFile::with_registry).
    #[must_use]
    pub fn with_registry(self, registry: &Registry) -> Self {
        let known = Arc::new(registry.clone());
        Self { context: Context { known, ..self.context }, ..self }
    }
}

pub(crate) fn check_version(version: u32) -> Result<(), Fault> {
    if version == SCHEMA_VERSION {
        return Ok(());
    }
    Err(Fault::new(format!("schema_version must be {SCHEMA_VERSION}, found {version}")))
}

/// Largest number of letters of a name; longer ones are a mistake, and fit in no table.
const LONGEST_NAME: usize = 200;

/// Refuses a name that cannot be part of the names of columns and ports.
pub(crate) fn check_name(name: &str) -> Result<(), Fault> {
    let length = name.chars().count();
    if length > LONGEST_NAME {
        let begin: String = name.chars().take(20).collect();
        let message = format!("`{begin}…` has {length} letters: a name has at most {LONGEST_NAME}");
        return Err(Fault::new(message));
    }
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(plain) && name != "ground" && name != "t" {
        return Ok(());
    }
    let message = format!(
        "`{name}` cannot be a name: letters, digits, `_` and `-` only, and not `ground` or `t`"
    );
    Err(Fault::new(message))
}
