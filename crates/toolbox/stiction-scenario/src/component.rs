//! Components of any type, as entries of files; their tables determine how they are written.
//!
//! ```text
//! text ── read ──> values of the table ── Entry::build ──> the law, the map, the body, the drive
//!   ^                     |
//!   └───────── write ─────┘
//! ```

use core::any::Any;
use core::fmt;

use serde::{Serialize, Serializer};
use stiction_core::{Description, Field, Given, Line, Value, ValueError};
use toml::de::{DeTable, DeValue};

use crate::domain::{DomainId, distinct, tags};
use crate::entry::{Entry, Kind, Known};
use crate::error::{Fault, nearest};
use crate::fields::Fields;
use crate::node::Node;
use crate::value::{
    See, carry, find, in_its_part, mistaken, names, read_fields, set_in_table, unknown,
    unless_defaults, visit, write_table,
};

/// A component with a tag and the values of its parameters.
///
/// Its type is determined when it is built: by the ports that it is connected to, and by the parameters that are
/// given.
#[derive(Clone)]
pub struct Component<K> {
    /// The table with the most parameters among the entries.
    pub(crate) table: &'static Description,
    /// Entries of one tag, each for other domains or with other parameters.
    pub(crate) entries: Vec<Entry<K>>,
    /// The domain, if a file chooses it.
    pub(crate) domain: Option<DomainId>,
    /// Values in the order of the table; a value at its default is absent.
    pub(crate) values: Vec<Value>,
}

impl<K: Kind> Component<K> {
    /// Makes a component of a type.
    pub(crate) fn of_entry(entry: Entry<K>, values: Vec<Value>) -> Self {
        let is_chosen = !entry.table.named().chosen.is_empty();
        let domain = is_chosen.then_some(entry.domain);
        let values = unless_defaults(entry.table.fields, values);
        Self { table: entry.table, entries: vec![entry], domain, values }
    }

    /// Returns the component as one of several types with its tag, as a file has it.
    pub(crate) fn one_of(self, entries: Vec<Entry<K>>) -> Self {
        let Some(table) = general(&entries) else { return self };
        match carry(self.table.fields, &self.values, table.fields) {
            Ok(values) => Self { table, entries, values, ..self },
            Err(_) => self,
        }
    }

    /// Returns its table.
    #[must_use]
    pub const fn description(&self) -> &'static Description {
        self.table
    }

    /// Returns its name in files.
    #[must_use]
    pub fn tag(&self) -> &'static str {
        self.table.named().tag
    }

    /// Returns the value of a parameter; none for an unknown name. A parameter at its default is [`Value::Absent`].
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Value> {
        find(self.table.fields, &self.values, name).map(|(_, value)| value)
    }

    /// Sets the number at a path of keys.
    pub(crate) fn set_number(&mut self, keys: &[&str], number: f64) -> Result<(), Fault> {
        set_in_table(self.table.fields, &mut self.values, keys, number)
    }

    /// Shows each value below a path, which may be changed.
    pub(crate) fn visit(&mut self, path: &str, see: &mut See<'_>) {
        visit(path, self.table.fields, &mut self.values, see);
    }

    /// Reads a component from a table with the key `type`.
    pub(crate) fn read(node: Node<'_>, known: Known<'_, K>) -> Result<Self, Fault> {
        let mut fields = Fields::of(K::WHAT, node)?;
        let name = fields.require("type")?;
        let name_span = name.span();
        let DeValue::String(name) = name.into_inner() else {
            return Err(Fault::new("`type` must be a string").at(name_span));
        };
        let entries = known.of_tag(&name);
        let Some(table) = general(&entries) else {
            let names = known.tags();
            let list = names.join(", ");
            let message = format!("there is no {} of type `{name}`; known are {list}", K::WHAT);
            return Err(Fault::new(message).hint(nearest(&name, names)).at(name_span));
        };
        let node = fields.rest();
        let span = node.span();
        let DeValue::Table(mut given) = node.into_inner() else {
            return Err(Fault::new("must be a table").at(span));
        };
        let key = table.named().chosen;
        let domain = match key {
            "" => None,
            key => Some(choose(known, &entries, key, &mut given)?),
        };
        let values = read_fields(table.fields, key, given, &span)?;
        Ok(Self { table, entries, domain, values })
    }

    /// Returns the entries of a domain.
    pub(crate) fn of_domain(&self, domain: DomainId) -> Vec<Entry<K>> {
        self.entries.iter().filter(|entry| entry.domain == domain).copied().collect()
    }

    /// Returns the domains of its entries.
    pub(crate) fn domains(&self) -> Vec<DomainId> {
        distinct(self.entries.iter().map(|entry| entry.domain))
    }

    /// Returns the entries of the chosen domain; all if none was chosen.
    pub(crate) fn chosen(&self) -> Vec<Entry<K>> {
        self.domain.map_or_else(|| self.entries.clone(), |domain| self.of_domain(domain))
    }

    /// Builds the type with the fewest parameters that has all that are given, from values that are prepared. Returns
    /// its entry too.
    ///
    /// # Errors
    /// A given parameter that no type has; a value that a parameter refuses.
    pub(crate) fn build_one_of(
        &self,
        mut entries: Vec<Entry<K>>,
        prepare: impl Fn(&'static [Field], Vec<Value>) -> Result<Vec<Value>, Fault>,
        no_such: impl FnOnce(&'static str) -> Fault,
    ) -> Result<(Entry<K>, Box<dyn Any>), Fault> {
        entries.sort_by_key(|entry| names(entry.table.fields).len());
        let mut missing = "";
        for entry in entries {
            match carry(self.table.fields, &self.values, entry.table.fields) {
                Ok(values) => {
                    let given = prepare(entry.table.fields, values.clone())?;
                    let built = (entry.build)(&mut Given::new(given));
                    let placed = |error| in_its_part(entry.table.fields, &values, error);
                    return Ok((entry, built.map_err(placed)?));
                }
                Err(name) => missing = name,
            }
        }
        Err(no_such(missing))
    }

    /// Builds the component for the domain that was chosen.
    pub(crate) fn build_chosen(&self) -> Result<(Entry<K>, Box<dyn Any>), Fault> {
        self.build_one_of(
            self.chosen(),
            |_, values| Ok(values),
            |_| self.other_parameters(self.domain.map_or("domain", |domain| domain.name)),
        )
    }

    /// Returns the fault that a domain has other parameters.
    pub(crate) fn other_parameters(&self, domain: &str) -> Fault {
        let message = format!(
            "`{}` has other parameters for a {domain}: one tag, one list of parameters",
            self.tag()
        );
        Fault::new(message).inside("type")
    }

    /// Returns the parameters that are given, including those of flat parts.
    fn given(&self) -> Vec<(&'static str, &Value)> {
        let named = names(self.table.fields).into_iter();
        let named = named.filter_map(|name| Some((name, self.value(name)?)));
        named.filter(|(_, value)| **value != Value::Absent).collect()
    }
}

/// Returns the table with the most parameters among those that have all parameters of the last one.
pub(crate) fn general<K: Kind>(entries: &[Entry<K>]) -> Option<&'static Description> {
    let last = entries.last()?;
    let tables = entries.iter().filter(|entry| entry.has_all_of(last)).map(|entry| entry.table);
    tables.max_by_key(|table| names(table.fields).len())
}

/// Returns the default domain, if it is one of these.
pub(crate) fn default_domain(domains: &[DomainId]) -> Option<DomainId> {
    domains.iter().find(|domain| **domain == DomainId::of::<Line>()).copied()
}

/// Returns the description of the key by which a file chooses one of several domains.
pub(crate) fn text_of_choice<K: Kind>(domains: &[DomainId]) -> String {
    format!("{}{}.", tags(domains), K::CHOICE)
}

/// Returns the domain that a file chooses.
fn choose<K: Kind>(
    known: Known<'_, K>,
    entries: &[Entry<K>],
    key: &'static str,
    given: &mut DeTable<'_>,
) -> Result<DomainId, Fault> {
    let domains = distinct(entries.iter().map(|entry| entry.domain));
    let place = given.iter().find(|(name, _)| name.get_ref() == key).map(|(name, _)| name.span());
    let (Some(place), Some(node)) = (place, given.remove(key)) else {
        let missing = || Fault::new(format!("must be {}", tags(&domains))).inside(key);
        return default_domain(&domains).ok_or_else(missing);
    };
    let DeValue::String(tag) = node.get_ref() else {
        return Err(mistaken(&node, "a string").at(node.span()));
    };
    if let Some(domain) = domains.iter().find(|domain| domain.tag == tag) {
        return Ok(*domain);
    }
    let Some(other) = known.domains.iter().find(|domain| domain.tag == tag) else {
        let all: Vec<_> = known.domains.iter().map(|domain| domain.tag).collect();
        return Err(unknown("variant", tag, &all).at(node.span()));
    };
    let mut message = format!("must be {}", tags(&domains));
    // The message names the component with this domain, if there is only one.
    let having = known.entries.iter().filter(|entry| entry.domain == *other);
    let mut having: Vec<_> = having.map(Entry::tag).collect();
    having.dedup();
    if let [only] = having[..] {
        let noun = other.name.split(" in ").next().unwrap_or(other.name);
        message += &format!(": a {noun} can only be `{only}`");
    }
    Err(Fault::new(message).at(place))
}

impl<K: Kind> fmt::Debug for Component<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.tag(), self.domain.map_or("", |domain| domain.tag))?;
        f.debug_map().entries(self.given()).finish()
    }
}

impl<K: Kind> PartialEq for Component<K> {
    fn eq(&self, other: &Self) -> bool {
        let head = |one: &Self| (one.tag(), one.domain);
        head(self) == head(other) && self.given() == other.given()
    }
}

impl<K: Kind> Serialize for Component<K> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let named = self.table.named();
        let domain = self.domain.map(|domain| (named.chosen, domain.tag));
        let words = [("type", named.tag)].into_iter().chain(domain);
        write_table(words, (self.table.fields, &self.values), &[], to)
    }
}

impl From<ValueError> for Fault {
    fn from(error: ValueError) -> Self {
        let named = error.message.split_once("; known are ");
        let hint =
            named.and_then(|(before, known)| nearest(before.split('`').nth(1)?, known.split(", ")));
        let fault = Self::new(&*error.message).hint(hint);
        error.path.into_iter().rev().fold(fault, Self::inside)
    }
}
