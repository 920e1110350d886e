//! Which components can be named by their tags, from whatever crate: one line each.
//!
//! ```
//! use stiction_core::{Describe, Impedance, Line, Motion, ParameterError, Registry, Stage, Value};
//! use typed_builder::TypedBuilder;
//!
//! /// Friction in proportion to the square of the speed.
//! #[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
//! #[builder(build_method(into = Result<Drag, ParameterError>))]
//! #[describe(tag = "drag")]
//! struct Drag {
//!     /// Force `c` per square of the speed \[N s²/m²\], ≥ 0.
//!     #[field(non_negative)]
//!     coefficient: f64,
//! }
//! impl Impedance for Drag {
//!     type Domain = Line;
//!     fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
//!         -self.coefficient * motion.flow * motion.flow.abs()
//!     }
//! }
//!
//! let mut registry = Registry::default();
//! registry.law::<Drag>();
//!
//! let [drag] = registry.laws("drag")[..] else { panic!() };
//! let law = drag.law::<Line>(vec![Value::Number(2.0)])?;
//! let moving = Motion::new(0.0, 3.0);
//! assert_eq!(law.respond(&Stage::at(0.0), &moving, &[], &mut []), -18.0);
//! # Ok::<(), stiction_core::ValueError>(())
//! ```

use core::any::{Any, TypeId};

use crate::{Describe, Description, Domain, Given, Impedance, Value, ValueError};

/// A law of any type.
pub type AnyLaw<D> = Box<dyn Impedance<Domain = D>>;

/// A type of law that can be built from the values of its table, and told from a law that was built.
#[derive(Clone, Copy, Debug)]
pub struct LawEntry {
    description: &'static Description,
    domain: TypeId,
    /// An [`AnyLaw`] of the domain.
    build: fn(&mut Given) -> Result<Box<dyn Any>, ValueError>,
    values_of: fn(&dyn Any) -> Option<Vec<Value>>,
}

impl LawEntry {
    /// The entry of a type.
    #[must_use]
    pub fn of<C: Describe>() -> Self
    where
        C::Built: Impedance,
    {
        fn build<C: Describe>(given: &mut Given) -> Result<Box<dyn Any>, ValueError>
        where
            C::Built: Impedance,
        {
            let law: AnyLaw<<C::Built as Impedance>::Domain> = Box::new(C::from_values(given)?);
            Ok(Box::new(law))
        }
        fn values_of<C: Describe>(built: &dyn Any) -> Option<Vec<Value>>
        where
            C::Built: Impedance,
        {
            built.downcast_ref().map(C::values_of)
        }
        Self {
            description: C::DESCRIPTION,
            domain: TypeId::of::<<C::Built as Impedance>::Domain>(),
            build: build::<C>,
            values_of: values_of::<C>,
        }
    }

    /// The entry of a type of which some are built as a plainer one, and are told from that too.
    #[must_use]
    pub fn plainly<C, P>() -> Self
    where
        C: Describe,
        C::Built: Impedance<Domain = P::Domain> + for<'a> From<&'a P>,
        P: Impedance + TryFrom<C::Built, Error = C::Built>,
    {
        let build = |given: &mut Given| {
            let law: AnyLaw<P::Domain> = match P::try_from(C::from_values(given)?) {
                Ok(plain) => Box::new(plain),
                Err(law) => Box::new(law),
            };
            Ok(Box::new(law) as Box<dyn Any>)
        };
        let values_of = |built: &dyn Any| {
            let plain = || built.downcast_ref::<P>().map(|plain| C::values_of(&plain.into()));
            built.downcast_ref().map(C::values_of).or_else(plain)
        };
        Self { build, values_of, ..Self::of::<C>() }
    }

    /// Its table.
    #[must_use]
    pub const fn description(&self) -> &'static Description {
        self.description
    }

    /// Whether it is a law of this domain.
    #[must_use]
    pub fn fits<D: Domain>(&self) -> bool {
        self.domain == TypeId::of::<D>()
    }

    /// The law with these values, in the order of the fields.
    ///
    /// # Errors
    /// What a parameter refuses; a law of another domain.
    pub fn law<D: Domain>(&self, values: Vec<Value>) -> Result<AnyLaw<D>, ValueError> {
        let built = (self.build)(&mut Given::new(values))?;
        let law = built.downcast::<AnyLaw<D>>().map(|law| *law);
        law.map_err(|_| {
            ValueError::new(format!("`{}` is no law of a {}", self.description.tag, D::NAME))
        })
    }

    /// The values of a law, if it is of this type.
    #[must_use]
    pub fn values_of(&self, law: &dyn Any) -> Option<Vec<Value>> {
        (self.values_of)(law)
    }
}

/// Components that can be named by their tags.
///
/// A tag may have several entries, one for each domain; they have the same parameters.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    laws: Vec<LawEntry>,
}

impl Registry {
    /// Adds a type of law. One that has the tag and the domain of another takes its place.
    pub fn law<C: Describe>(&mut self)
    where
        C::Built: Impedance,
    {
        self.add(LawEntry::of::<C>());
    }

    /// Adds an entry. One that has the tag and the domain of another takes its place.
    pub fn add(&mut self, entry: LawEntry) {
        let is_same = |other: &LawEntry| {
            (other.description.tag, other.domain) == (entry.description.tag, entry.domain)
        };
        self.laws.retain(|other| !is_same(other));
        self.laws.push(entry);
    }

    /// The laws of a tag, one for each domain.
    #[must_use]
    pub fn laws(&self, tag: &str) -> Vec<LawEntry> {
        self.laws.iter().filter(|entry| entry.description.tag == tag).copied().collect()
    }

    /// The tables of all laws by their tags, in the order in which they were added.
    #[must_use]
    pub fn law_descriptions(&self) -> Vec<&'static Description> {
        let mut found: Vec<&'static Description> = vec![];
        for entry in &self.laws {
            if found.iter().all(|known| known.tag != entry.description.tag) {
                found.push(entry.description);
            }
        }
        found
    }

    /// The entry of a law of any type with its values; nothing for a type that is not there.
    #[must_use]
    pub fn find_law(&self, law: &dyn Any) -> Option<(LawEntry, Vec<Value>)> {
        self.laws.iter().find_map(|entry| Some((*entry, entry.values_of(law)?)))
    }
}
