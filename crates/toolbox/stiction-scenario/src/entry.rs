//! One type of component: its table, its constructor from values, and properties of its kind.

use core::any::Any;
use core::fmt;

#[cfg(test)]
use stiction_core::{Describe, Value};
use stiction_core::{Description, Given, ValueError};

use crate::domain::DomainId;
use crate::value::names;

/// Laws, maps, bodies or drives.
pub trait Kind: Copy + 'static {
    /// Its name in messages.
    const WHAT: &'static str;
    /// Its name in the schema.
    const NAME: &'static str;
    /// Its description in the schema.
    const TEXT: &'static str;
    /// Meaning of a choice of its domain, in the schema.
    const CHOICE: &'static str = "";
    /// Returns the domains of the ports. Only maps have ports: laws stand behind a map, and bodies and drives are ports
    /// themselves.
    #[doc(hidden)]
    fn ports(&self) -> Vec<DomainId> {
        vec![]
    }
}

/// A type of component that can be built from the values of its table.
#[derive(Clone, Copy)]
pub struct Entry<K> {
    pub(crate) table: &'static Description,
    /// The domain of a law, a body or a drive; for a map, that of the law behind it.
    pub(crate) domain: DomainId,
    /// Makes an [`AnyLaw`](stiction_core::AnyLaw), a boxed coupling, a body, or a port.
    pub(crate) build: fn(&mut Given) -> Result<Box<dyn Any>, ValueError>,
    /// Builds the component from the values and returns its values, if its table can read them back.
    #[cfg(test)]
    pub(crate) again: fn(&mut Given) -> Result<Option<Vec<Value>>, ValueError>,
    pub(crate) make: K,
}

impl<K: Kind> fmt::Debug for Entry<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}` of a {}", K::WHAT, self.tag(), self.domain.name)
    }
}

impl<K: Kind> Entry<K> {
    /// Returns its name in files.
    pub(crate) fn tag(&self) -> &'static str {
        self.table.named().tag
    }

    /// Returns whether it has a parameter.
    pub(crate) fn has(&self, name: &str) -> bool {
        names(self.table.fields).contains(&name)
    }

    /// Returns whether it has all parameters of another.
    pub(crate) fn has_all_of(&self, other: &Self) -> bool {
        names(other.table.fields).into_iter().all(|name| self.has(name))
    }

    /// Returns whether a file could mean either, so that one replaces the other. A holder, which adds to the
    /// parameters of another component (`Framed`), does not replace it.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let key = |entry: &Self| (entry.tag(), entry.domain);
        if key(self) != key(other) || self.make.ports() != other.make.ports() {
            return false;
        }
        let is_holder = |entry: &Self| entry.table.tag.is_empty();
        // A holder has the tag of the component in it (`Description::named`). It does not replace the component: the
        // parameters in a file tell which of the two is meant.
        let adds = is_holder(self) != is_holder(other)
            && (self.has_all_of(other) || other.has_all_of(self));
        !adds
    }
}

#[cfg(test)]
pub(crate) fn again<C: Describe>(given: &mut Given) -> Result<Option<Vec<Value>>, ValueError> {
    Ok(Some(C::values_of(&C::from_values(given)?)))
}

/// The entries of one kind that files can name, and all domains that are known.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a, K> {
    pub(crate) entries: &'a [Entry<K>],
    pub(crate) domains: &'a [DomainId],
}

impl<K: Kind> Known<'_, K> {
    /// Returns the entries of a tag.
    pub(crate) fn of_tag(&self, tag: &str) -> Vec<Entry<K>> {
        self.entries.iter().filter(|entry| entry.tag() == tag).copied().collect()
    }

    /// Returns all tags, each once, in the order in which they came.
    pub(crate) fn tags(&self) -> Vec<&'static str> {
        let mut tags = vec![];
        for entry in self.entries {
            if !tags.contains(&entry.tag()) {
                tags.push(entry.tag());
            }
        }
        tags
    }
}
