//! Components of any type, as entries of files: their tables say how they are written.
//!
//! ```text
//! text ── read ──> values of the table ── LawEntry::law ──> the law
//!   ^                     |    ^
//!   └───────── write ─────┘    └── Describe::values ── a law that was composed in code
//! ```

mod points;
mod read;
mod schema;
mod write;

use core::any::Any;
use core::fmt;
use std::sync::{Arc, LazyLock};

use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json};
use stiction_core::{
    AnyLaw, Describe, Description, Domain, Impedance, LawEntry, Line, PlanarFrame, Plane, Registry,
    Shaft, Space, SpatialFrame, Value, ValueError,
};
use toml::de::DeValue;

use crate::error::Fault;
use crate::folder::Folder;
use crate::law::Law;
use crate::text::Node;

pub(crate) use points::with_points;
pub(crate) use read::{as_read, value as read_value};
pub(crate) use schema::of_form;
pub(crate) use write::written;

/// The components of the library that files can name.
#[must_use]
pub fn library() -> Registry {
    let mut registry = Registry::default();
    stiction_friction::register(&mut registry);
    stiction_mechanics::register(&mut registry);
    registry
}

/// The components that the files of a scenario can name. Two scenarios that know other components are not
/// different: what they have of them is.
#[derive(Clone)]
pub(crate) struct Known(pub(crate) Arc<Registry>);

impl Default for Known {
    fn default() -> Self {
        static LIBRARY: LazyLock<Arc<Registry>> = LazyLock::new(|| Arc::new(library()));
        Self(Arc::clone(&LIBRARY))
    }
}

impl From<&Registry> for Known {
    fn from(registry: &Registry) -> Self {
        Self(Arc::new(registry.clone()))
    }
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Known").field(&Component::names(self)).finish()
    }
}

impl PartialEq for Known {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A law that is known by its tag, with the values of its parameters.
///
/// It is built for the domain of the ports that it is connected to.
#[derive(Clone)]
pub struct Component {
    /// Of one tag, each for another domain; the last one is the most general in what a vector is.
    entries: Vec<LawEntry>,
    /// In the order of the table; what is at its default is absent.
    values: Vec<Value>,
}

impl Component {
    /// A law as it was composed in code.
    #[must_use]
    pub fn of<C: Describe>(law: &C) -> Self
    where
        C::Built: Impedance,
    {
        Self::with(vec![LawEntry::of::<C>()], law.values())
    }

    fn with(entries: Vec<LawEntry>, values: Vec<Value>) -> Self {
        let mut component = Self { entries, values: vec![] };
        component.values = read::unless_defaults(component.description().fields, values);
        component
    }

    /// Its table.
    #[must_use]
    pub fn description(&self) -> &'static Description {
        static NOTHING: Description =
            Description { name: "", tag: "", text: "", fields: &[], of_number: None };
        self.entries.last().map_or(&NOTHING, LawEntry::description)
    }

    /// Its name in files.
    #[must_use]
    pub fn tag(&self) -> &'static str {
        self.description().tag
    }

    /// The value of a parameter; nothing for a name that it has not. What was left at its default is
    /// [`Value::Absent`].
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Value> {
        let fields = self.description().fields;
        self.values.get(fields.iter().position(|field| field.name == name)?)
    }

    /// The same with another value of a parameter, which is judged where the law is built.
    ///
    /// # Errors
    /// A name that it has not.
    pub fn with_value(mut self, name: &str, value: Value) -> Result<Self, ValueError> {
        let table = self.description();
        let index = table.fields.iter().position(|field| field.name == name);
        let missing = || ValueError::new(format!("`{}` has no parameter `{name}`", table.tag));
        let index = index.ok_or_else(missing)?;
        self.values[index] = read::unless_default(&table.fields[index], value);
        Ok(self)
    }

    /// The tags of all that are known.
    pub(crate) fn names(known: &Known) -> Vec<&'static str> {
        known.0.law_descriptions().into_iter().map(|table| table.tag).collect()
    }

    /// The component of this tag, from its other entries; nothing for a tag that is not known.
    pub(crate) fn read(known: &Known, tag: &str, node: Node<'_>) -> Option<Result<Self, Fault>> {
        let entries = known.0.laws(tag);
        let table = entries.last()?.description();
        let span = node.span();
        let DeValue::Table(entries_of_file) = node.into_inner() else {
            return Some(Err(Fault::new("must be a table").at(span)));
        };
        let values = read::fields(table.fields, entries_of_file, &span);
        Some(values.map(|values| Self { entries, values }))
    }

    /// What a law that was composed in code is in a file; nothing for a type that is not known.
    pub(crate) fn find(known: &Known, law: &dyn Any) -> Option<Self> {
        let (entry, values) = known.0.find_law(law)?;
        // The entries of all domains, as a file has them.
        let component = Self::with(vec![entry], values);
        Some(Self { entries: known.0.laws(component.tag()), ..component })
    }

    /// Itself, if files can say it.
    pub(crate) fn without_code(self) -> Result<Self, String> {
        match self.values.iter().find_map(code_in) {
            Some(code) => Err(format!("{code} can only be given in Rust")),
            None => Ok(self),
        }
    }

    /// The law for a domain; refused where there is none for it.
    pub(crate) fn build<D: Domain>(&self, folder: Folder<'_>) -> Result<AnyLaw<D>, Fault> {
        let Some(entry) = self.entries.iter().find(|entry| entry.fits::<D>()) else {
            let (tag, fits) = (self.tag(), fits(&self.entries));
            let message =
                format!("`{tag}` is a law of {fits}, but the connection is one of a {}", D::NAME);
            return Err(Fault::new(message).inside("type"));
        };
        // The values are in the order of another table.
        let names = |table: &'static Description| table.fields.iter().map(|field| field.name);
        if !names(entry.description()).eq(names(self.description())) {
            let message = format!(
                "`{}` has other parameters for a {}: one tag, one list of parameters",
                self.tag(),
                D::NAME
            );
            return Err(Fault::new(message).inside("type"));
        }
        let fields = self.description().fields;
        let values = points::all_with_points(fields, self.values.clone(), folder)?;
        Ok(entry.law(values)?)
    }
}

impl From<Component> for Law {
    fn from(component: Component) -> Self {
        Self::Component(component)
    }
}

/// A law as it was composed in code.
impl<C: Describe> From<C> for Law
where
    C::Built: Impedance,
{
    fn from(law: C) -> Self {
        Self::Component(Component::of(&law))
    }
}

/// What of a value only Rust can say.
fn code_in(value: &Value) -> Option<&'static str> {
    match value {
        Value::Opaque(what) => Some(what),
        Value::List(values) | Value::Record(values) | Value::Choice(_, values) => {
            values.iter().find_map(code_in)
        }
        _ => None,
    }
}

/// The domains of laws, in messages.
fn fits(entries: &[LawEntry]) -> String {
    let fits = |entry: &dyn Fn(&LawEntry) -> bool| entries.iter().any(entry);
    let (plane, space) = (fits(&LawEntry::fits::<Plane>), fits(&LawEntry::fits::<Space>));
    let point = match (plane, space) {
        (true, true) => "a point in a plane or in space",
        (true, false) => "a point in a plane",
        _ => "a point in space",
    };
    let domains = [
        (fits(&LawEntry::fits::<Line>), "a line"),
        (fits(&LawEntry::fits::<Shaft>), "a shaft"),
        (plane || space, point),
        (fits(&LawEntry::fits::<PlanarFrame>), "a frame in a plane"),
        (fits(&LawEntry::fits::<SpatialFrame>), "a frame in space"),
    ];
    let named: Vec<&str> =
        domains.into_iter().filter(|(fits, _)| *fits).map(|(_, name)| name).collect();
    match named.split_last() {
        None => "a domain of its own".to_owned(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, [one])) => format!("{one} or {last}"),
        Some((last, several)) => format!("{}, or {last}", several.join(", ")),
    }
}

impl fmt::Debug for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = self.description().fields.iter().map(|field| &field.name);
        f.write_str(self.tag())?;
        f.debug_map().entries(fields.zip(&self.values)).finish()
    }
}

impl PartialEq for Component {
    fn eq(&self, other: &Self) -> bool {
        self.tag() == other.tag() && self.values == other.values
    }
}

impl Serialize for Component {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        write::Tagged(self.description(), &self.values).serialize(to)
    }
}

/// Adds the entries of all laws that are known to the schema of a scenario.
pub(crate) fn add_laws(registry: &Registry, schema: &mut Json) {
    let mut definitions = Map::new();
    let mut entry = |tag: &str| {
        let entries = registry.laws(tag);
        let turns = entries.iter().any(LawEntry::fits::<Shaft>);
        // The table that a file is read by.
        entries.last().map(|last| schema::component(last.description(), turns, &mut definitions))
    };
    let tables = registry.law_descriptions();
    let entries: Vec<Json> = tables.iter().filter_map(|table| entry(table.tag)).collect();
    // What is registered takes the place of what has its name.
    let is_replaced =
        |kind: &Json| tables.iter().any(|table| kind["properties"]["type"]["const"] == table.tag);
    if let Some(law) = schema["$defs"]["Law"].as_object_mut() {
        // A kind without `type` among the others makes them alternatives of which several may fit.
        let others = law.remove("anyOf").or_else(|| law.remove("oneOf"));
        let mut others = others.and_then(|kinds| kinds.as_array().cloned()).unwrap_or_default();
        others.retain(|kind| !is_replaced(kind));
        law.insert("oneOf".to_owned(), [entries, others].concat().into());
    }
    if let Some(all) = schema["$defs"].as_object_mut() {
        all.extend(definitions);
    }
}

impl From<ValueError> for Fault {
    fn from(error: ValueError) -> Self {
        let fault = Self::new(error.message);
        error.path.into_iter().rev().fold(fault, Self::inside)
    }
}
