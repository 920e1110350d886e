//! Laws: the efforts of connections on their ports.

use core::any::Any;

use stiction_core::{AnyLaw, Describe, Domain, Impedance, LawTable};

use crate::component::Component;
use crate::connect::{Connect, connect};
use crate::domain::{DomainId, Words, any_of};
use crate::entry::{Entry, Kind};
use crate::error::Fault;
use crate::surroundings::Surroundings;

/// Law of a connection: a spring, a load, a friction law, a contact, a pad.
pub type Law = Component<MakeLaw>;

/// Properties of an entry that only laws have: how they are connected.
#[derive(Clone, Copy, Debug)]
pub struct MakeLaw {
    pub(crate) connect: Connect,
}

impl Kind for MakeLaw {
    const WHAT: &'static str = "law";
    const NAME: &'static str = "Law";
    const TEXT: &'static str =
        "A law of a connection: a spring, a load, a friction law, a contact, a pad.";
}

impl Entry<MakeLaw> {
    /// Returns the entry of a table.
    #[must_use]
    pub fn of_law<C: LawTable>() -> Self {
        Self {
            table: C::TABLE,
            domain: DomainId::of::<C::Domain>(),
            build: |given| Ok(Box::new(C::law(given)?)),
            #[cfg(test)]
            again: |given| Ok(C::values_of(&C::law(given)?)),
            make: MakeLaw { connect: connect::<C::Domain> },
        }
    }
}

/// Takes a law composed in code.
impl<C: Describe> From<C> for Law
where
    C::Built: Impedance,
{
    fn from(law: C) -> Self {
        Self::of_entry(Entry::of_law::<C>(), law.values())
    }
}

impl Law {
    fn of_others(&self, domain: DomainId) -> Fault {
        let fits = any_of(&self.domains(), Words::Law);
        let (tag, name) = (self.tag(), domain.name);
        let message = format!("`{tag}` is a law of {fits}, but the connection is one of a {name}");
        Fault::new(message).inside("type")
    }

    /// Builds the law for a domain, with the function that connects it; fails if there is none for that domain.
    pub(crate) fn build_in(
        &self,
        domain: DomainId,
        around: Surroundings<'_>,
    ) -> Result<(MakeLaw, Box<dyn Any>), Fault> {
        let entries = self.of_domain(domain);
        if entries.is_empty() {
            return Err(self.of_others(domain));
        }
        let prepare = |fields, values| around.prepared(fields, values);
        let other = |_| self.other_parameters(domain.name);
        self.build_one_of(entries, prepare, other).map(|(entry, law)| (entry.make, law))
    }

    /// Builds the law for a domain that is known; fails if there is none for it.
    pub(crate) fn build<D: Domain>(&self, around: Surroundings<'_>) -> Result<AnyLaw<D>, Fault> {
        let domain = DomainId::of::<D>();
        let (_, law) = self.build_in(domain, around)?;
        law.downcast().map(|law| *law).map_err(|_| self.of_others(domain))
    }
}
