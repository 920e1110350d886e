//! Laws: what a connection does to what it connects.

use stiction_core::{AnyLaw, Describe, Domain, Field, Impedance, Value};
use stiction_patch::written::made;

use crate::described::{Component, all_with_points};
use crate::domain::{DomainId, Words, any_of};
use crate::error::Fault;
use crate::registry::{Entry, MakeLaw};
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
    /// What connects it in a domain; fails if it has no entry there.
    pub(crate) fn of(&self, domain: DomainId) -> Result<MakeLaw, Fault> {
        let entries = self.of_domain(domain);
        entries.first().map(|entry| entry.make).ok_or_else(|| self.of_others(domain))
    }

    fn of_others(&self, domain: DomainId) -> Fault {
        let fits = any_of(&self.domains(), Words::Law);
        let (tag, name) = (self.tag(), domain.name);
        let message = format!("`{tag}` is a law of {fits}, but the connection is one of a {name}");
        Fault::new(message).inside("type")
    }

    /// Builds the law for a domain; fails if it has none for it.
    pub(crate) fn build<D: Domain>(&self, around: Surroundings<'_>) -> Result<AnyLaw<D>, Fault> {
        let domain = DomainId::of::<D>();
        self.of(domain)?;
        let prepare = |fields: &'static [Field], values: Vec<Value>| {
            let values = all_with_points(fields, values, around.folder)?;
            Ok(made(fields, values, &around)?)
        };
        let other = |_| self.other_parameters(D::NAME);
        let (_, law) = self.build_one_of(self.of_domain(domain), prepare, other)?;
        law.downcast().map(|law| *law).map_err(|_| self.of_others(domain))
    }
}
