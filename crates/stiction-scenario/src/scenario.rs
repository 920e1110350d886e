//! A scenario: a mechanism, how it is stepped, and what is recorded and drawn.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;
use stiction_core::Describe;
use stiction_network::ode::Tableau;

use crate::body::Body;
use crate::connection::Connection;
use crate::described::{Known, read_parameter, serialize_as_described};
use crate::drive::Drive;
use crate::error::{Fault, Inside, ScenarioError, nearest};
use crate::file::ScenarioFile;
use crate::folder::Kept;
use crate::mechanism::Composed;
use crate::registry::Registry;
use crate::sweep::Sweep;
use crate::text::{Fields, Node, Text};

/// The version of the files that this library reads and writes.
pub const SCHEMA_VERSION: u32 = 1;

/// A mechanism, how it is stepped, and what is recorded and drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scenario {
    /// Version of the format: 1.
    pub schema_version: u32,
    /// Title of tables and figures.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// How it is stepped.
    pub solver: Solver,
    /// What forces move.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub bodies: BTreeMap<String, Body>,
    /// Prescribed motions and fixed places.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub drives: BTreeMap<String, Drive>,
    /// Laws between them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub connections: BTreeMap<String, Connection>,
    /// What is recorded.
    pub record: Record,
    /// What is drawn; by default every body and every effort.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plots: Vec<Plot>,
    /// Runs with other parameters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
    /// Folder to which the files that it names are relative. They are read once, where it is first
    /// built or judged; its copies share what was read.
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

/// What is recorded.
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
#[describe(spelling = Name)]
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

/// What a scenario has besides what is in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Context {
    pub(crate) kept: Kept,
    pub(crate) known: Known,
}

impl Context {
    /// Returns a copy that reads files anew.
    pub(crate) fn without_files(&self) -> Self {
        Self { kept: self.kept.without_files(), known: self.known.clone() }
    }
}

impl Scenario {
    /// A scenario without bodies, stepped with RK4.
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

    /// Reads a scenario from TOML text; files that it names are relative to the current folder.
    ///
    /// # Errors
    /// Anything that is not a scenario, with its line: [`ScenarioError::Text`].
    pub fn from_toml(text: &str) -> Result<Self, ScenarioError> {
        Self::parse(Text { file: None, text }, PathBuf::new(), Context::default())
    }

    /// Reads a scenario from a file.
    ///
    /// # Errors
    /// A file that cannot be read; anything that is not a scenario, with file and line.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, ScenarioError> {
        ScenarioFile::load(path.as_ref())?.scenario()
    }

    /// Reads a scenario that another program composed as a table, with components of a registry; files that
    /// it names are relative to `folder`.
    ///
    /// ```
    /// use stiction_scenario::{Scenario, library};
    /// let table = toml::toml! {
    ///     schema_version = 1
    ///     solver = { step = 1e-3, until = 1.0 }
    ///     bodies.block = { type = "point_mass", mass = -1.0 }
    /// };
    /// let error = Scenario::from_table(&table, "", &library()).unwrap_err().to_string();
    /// assert_eq!(error, "bodies.block.mass: PointMass: mass = -1 must be finite and positive");
    /// ```
    ///
    /// # Errors
    /// Anything that is not a scenario, with the keys that lead to it, since nobody has seen a line:
    /// [`ScenarioError::Value`].
    pub fn from_table(
        table: &toml::Table,
        folder: impl Into<PathBuf>,
        registry: &Registry,
    ) -> Result<Self, ScenarioError> {
        let text = toml::to_string(table)?;
        let context = Context { known: registry.into(), ..Context::default() };
        let text = Text { file: None, text: &text };
        Self::judged(text, folder.into(), context).map_err(Fault::without_text)
    }

    pub(crate) fn parse(
        text: Text<'_>,
        folder: PathBuf,
        context: Context,
    ) -> Result<Self, ScenarioError> {
        Self::judged(text, folder, context).map_err(|fault| text.locate(fault))
    }

    /// The scenario of a text, or what is wrong with it.
    pub(crate) fn judged(text: Text<'_>, folder: PathBuf, context: Context) -> Result<Self, Fault> {
        Self::composed(text.tree()?, folder, context).map(|(scenario, _)| scenario)
    }

    /// The scenario of a tree, and what it is composed of: values that only the parts can judge, such as a negative
    /// mass, are judged by that.
    pub(crate) fn composed(
        root: Node<'_>,
        folder: PathBuf,
        context: Context,
    ) -> Result<(Self, Composed), Fault> {
        let scenario = Self::read(root, &context.known)?;
        let scenario = Self { folder, context, ..scenario };
        let composed = scenario.compose()?;
        Ok((scenario, composed))
    }

    pub(crate) fn read(node: Node<'_>, known: &Known) -> Result<Self, Fault> {
        let mut fields = Fields::of("scenario", node)?;
        let version = fields.require("schema_version")?;
        let span = version.span();
        let schema_version: u32 = read_parameter(version)?;
        // The rest of another version may be anything.
        check_version(schema_version).map_err(|fault| fault.at(span))?;
        let scenario = Self {
            schema_version,
            title: fields.read("title")?.unwrap_or_default(),
            solver: read_parameter(fields.require("solver")?).inside("solver")?,
            bodies: named("bodies", fields.take("bodies"), |node| Body::read(node, known))?,
            drives: named("drives", fields.take("drives"), |node| Drive::read(node, known))?,
            connections: named("connections", fields.take("connections"), |node| {
                Connection::read(node, known)
            })?,
            record: fields.read("record")?.unwrap_or_default(),
            plots: fields.read("plots")?.unwrap_or_default(),
            sweep: fields.take("sweep").map(Sweep::read).transpose().inside("sweep")?,
            folder: PathBuf::new(),
            context: Context::default(),
        };
        fields.finish()?;
        Ok(scenario)
    }

    /// The scenario as TOML text.
    ///
    /// # Errors
    /// [`ScenarioError::Write`] if a value has no TOML form.
    pub fn to_toml(&self) -> Result<String, ScenarioError> {
        Ok(toml::to_string(self)?)
    }

    /// Writes the scenario to a file, which is replaced as a whole or not at all. What is written can be
    /// loaded.
    ///
    /// The files that it names stay where they are: with such names, it can be saved only into the
    /// folder that they are relative to.
    ///
    /// # Errors
    /// A scenario that cannot be loaded, see [`Self::mechanism`]; as [`Self::to_toml`]; another folder
    /// than that of the files that it names; a file that cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), ScenarioError> {
        let path = path.as_ref();
        let folder = path.parent().unwrap_or(Path::new(""));
        let judged = Self { context: self.context.without_files(), ..self.clone() };
        judged.compose().map_err(Fault::without_text)?;
        if let Some(file) = judged.context.kept.relative_files().first()
            && !same_folder(folder, &self.folder)
        {
            let (file, own) = (file.display(), self.folder.display());
            let message = format!("names the file `{file}` of the folder `{own}`: save it there");
            return Err(Fault::new(message).without_text());
        }
        let text = self.to_toml()?;
        let shown = Text { file: Some(path), text: &text };
        Self::parse(shown, folder.to_owned(), judged.context.without_files())?;
        replace(path, &text).map_err(|source| ScenarioError::File { path: path.to_owned(), source })
    }

    /// Sets the components that its files can name; see [`ScenarioFile::with_registry`].
    #[must_use]
    pub fn with_registry(self, registry: &Registry) -> Self {
        Self { context: Context { known: registry.into(), ..self.context }, ..self }
    }
}

/// Whether two paths, of which an empty one is the current folder, lead to the same folder.
fn same_folder(a: &Path, b: &Path) -> bool {
    let full = |path: &Path| {
        let here = path.as_os_str().is_empty();
        std::fs::canonicalize(if here { Path::new(".") } else { path })
    };
    matches!((full(a), full(b)), (Ok(a), Ok(b)) if a == b)
}

/// Writes a file as a whole or not at all.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        // What went wrong first is what matters.
        let _ = std::fs::remove_file(&part);
    }
    written
}

pub(crate) fn check_version(version: u32) -> Result<(), Fault> {
    if version == SCHEMA_VERSION {
        return Ok(());
    }
    Err(Fault::new(format!("schema_version must be {SCHEMA_VERSION}, found {version}")))
}

/// The entries of a table of named things.
fn named<T>(
    what: &'static str,
    node: Option<Node<'_>>,
    read: impl Fn(Node<'_>) -> Result<T, Fault>,
) -> Result<BTreeMap<String, T>, Fault> {
    let Some(node) = node else { return Ok(BTreeMap::new()) };
    let mut all = BTreeMap::new();
    for (key, node) in Fields::of(what, node)?.entries() {
        let (span, name) = (key.span(), key.into_inner());
        check_name(&name).map_err(|fault| fault.at(span)).inside(what)?;
        let value = read(node).inside(name.clone()).inside(what)?;
        all.insert(name, value);
    }
    Ok(all)
}

/// Letters of a name; more are a mistake, and fit in no table.
const LONGEST_NAME: usize = 200;

/// Refuses a name that columns and ports could not be made of.
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

/// A name that is not among the known ones.
pub(crate) fn unknown_column(name: &str, known: &[String]) -> Fault {
    let few = if known.len() <= 40 { known.join(", ") } else { known[..40].join(", ") + ", …" };
    Fault::new(format!("there is no column `{name}`; there are {few}"))
        .hint(nearest(name, known.iter().map(String::as_str)))
}
