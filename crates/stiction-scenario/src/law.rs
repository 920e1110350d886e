//! Laws: what a connection does to what it connects.

use stiction_core::{AnyLaw, Describe, Domain, Field, Impedance, Value};
use stiction_patch::written::made;

use crate::described::{Component, Known, all_with_points, code_in};
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
    /// A law of the library as it was composed in code, whatever its type; nothing for a law of your own.
    ///
    /// What describes itself may also be converted with `From`.
    ///
    /// ```
    /// use stiction_friction::CoulombContact;
    /// use stiction_scenario::Law;
    /// let contact = CoulombContact::builder().stiffness(1e5).damping(100.0).friction(0.4).build()?;
    /// assert_eq!(Law::of(&contact).map(|law| law.tag()), Some("coulomb_contact"));
    /// # Ok::<(), stiction_core::ParameterError>(())
    /// ```
    #[must_use]
    pub fn of(law: &impl Impedance) -> Option<Self> {
        Self::find(&Known::default(), law, |_| true)
    }

    /// Itself, if files can say it.
    pub(crate) fn without_code(self) -> Result<Self, String> {
        match self.values().iter().find_map(code_in) {
            Some(code) => Err(format!("{code} can only be given in Rust")),
            None => Ok(self),
        }
    }

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
