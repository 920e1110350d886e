//! Laws: what a connection does to what it connects.

use stiction_core::{AnyLaw, Describe, Domain, Field, Impedance, Value};
use stiction_patch::written::made;

use crate::described::{Component, all_with_points};
use crate::domain::{DomainId, Words, any_of};
use crate::error::Fault;
use crate::registry::Entry;
use crate::surroundings::Surroundings;

/// What a connection does: a spring, a load, a friction law, a contact, a pad.
pub type Law = Component;

/// A law as it was composed in code.
impl<C: Describe> From<C> for Law
where
    C::Built: Impedance,
{
    fn from(law: C) -> Self {
        Self::of_entry(Entry::of_law::<C>(), law.values())
    }
}

impl Law {
    /// Builds the law for a domain; fails if it has none for it.
    pub(crate) fn build<D: Domain>(&self, around: Surroundings<'_>) -> Result<AnyLaw<D>, Fault> {
        let entries = self.of_domain(DomainId::of::<D>());
        let refused = || {
            let fits = any_of(&self.domains(), Words::Law);
            let (tag, name) = (self.tag(), D::NAME);
            let message =
                format!("`{tag}` is a law of {fits}, but the connection is one of a {name}");
            Fault::new(message).inside("type")
        };
        if entries.is_empty() {
            return Err(refused());
        }
        let prepare = |fields: &'static [Field], values: Vec<Value>| {
            let values = all_with_points(fields, values, around.folder)?;
            Ok(made(fields, values, &around)?)
        };
        let other = |_| self.other_parameters(D::NAME);
        let (_, law) = self.build_one_of(entries, prepare, other)?;
        law.downcast().map(|law| *law).map_err(|_| refused())
    }
}
