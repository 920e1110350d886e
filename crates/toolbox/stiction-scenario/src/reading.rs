//! Reads a scenario from the tree of a text.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::body::ScenarioBody;
use crate::connection::Connection;
use crate::drive::ScenarioDrive;
use crate::error::{Fault, Inside, ScenarioError};
use crate::fields::Fields;
use crate::mechanism::Composed;
use crate::node::Node;
use crate::registry::Registry;
use crate::scenario::{Context, SCHEMA_VERSION, Scenario, check_name, check_version};
use crate::sweep::Sweep;
use crate::text::Text;
use crate::value::read_parameter;

impl Scenario {
    /// Reads a scenario from TOML text; files that it names are relative to the current folder.
    ///
    /// # Errors
    /// Anything that is not a scenario, with its line: [`ScenarioError::Text`].
    pub fn from_toml(text: &str) -> Result<Self, ScenarioError> {
        Self::parse(Text { file: None, text }, PathBuf::new(), Context::default())
    }

    /// Reads a scenario from a table, as another program composes it, with components of a registry; files that it
    /// names are relative to `folder`.
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
    /// Anything that is not a scenario, with its keys, because there are no lines: [`ScenarioError::Value`].
    pub fn from_table(
        table: &toml::Table,
        folder: impl Into<PathBuf>,
        registry: &Registry,
    ) -> Result<Self, ScenarioError> {
        let text = toml::to_string(table)?;
        let text = Text { file: None, text: &text };
        Self::judged(text, folder.into(), Context::of(registry)).map_err(Fault::without_text)
    }

    pub(crate) fn parse(
        text: Text<'_>,
        folder: PathBuf,
        context: Context,
    ) -> Result<Self, ScenarioError> {
        Self::judged(text, folder, context).map_err(|fault| text.locate(fault))
    }

    /// Returns the scenario of a text, or its fault.
    pub(crate) fn judged(text: Text<'_>, folder: PathBuf, context: Context) -> Result<Self, Fault> {
        Self::composed(text.tree()?, folder, context).map(|(scenario, _)| scenario)
    }

    /// Returns the scenario of a tree, and its network. Composing it checks the values that only the parts can judge,
    /// such as a negative mass.
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

    pub(crate) fn read(node: Node<'_>, known: &Registry) -> Result<Self, Fault> {
        let mut fields = Fields::of("scenario", node)?;
        let add = || Some(format!("write `schema_version = {SCHEMA_VERSION}`"));
        let version = fields.require("schema_version").map_err(|fault| fault.hint(add()))?;
        let span = version.span();
        let schema_version: u32 = read_parameter(version)?;
        // A file of another version may contain anything.
        check_version(schema_version).map_err(|fault| fault.at(span))?;
        let scenario = Self {
            schema_version,
            title: fields.read("title")?.unwrap_or_default(),
            solver: read_parameter(fields.require("solver")?).inside("solver")?,
            bodies: named("bodies", fields.take("bodies"), |node| {
                ScenarioBody::read(node, known.known())
            })?,
            drives: named("drives", fields.take("drives"), |node| {
                ScenarioDrive::read(node, known.known())
            })?,
            connections: named("connections", fields.take("connections"), |node| {
                Connection::read(node, known.known(), known.known())
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
}

/// Returns the entries of a table of named things.
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
