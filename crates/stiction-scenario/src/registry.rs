//! Which components files can name: one line each, of the library and of your own.
//!
//! The types of components end here. Of each there remain a table and some functions, which the compiler has made for
//! it:
//!
//! ```text
//! registry.law::<Drag>() ──> Entry { table: what a file may say,
//!                                    domain: on what it can act,
//!                                    build: values ──> Box<dyn Any>, an AnyLaw<Line> inside,
//!                                    make: what else the kind of component needs }
//!
//! file: type = "drag" ──> entries of the tag ──> those whose domain and ports fit ──> build, make
//! ```
//! `build` gives an `Any`, because the types of laws on different domains have nothing in common. Whoever calls it has
//! looked at `domain` and knows what is inside.
//!
//! ```
//! use stiction_core::{Describe, Impedance, Line, Motion, ParameterError, Register, Stage};
//! use stiction_scenario::{Scenario, library};
//! use typed_builder::TypedBuilder;
//!
//! /// Friction in proportion to the square of the speed.
//! #[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
//! #[builder(build_method(into = Result<Drag, ParameterError>))]
//! #[describe(tag = "drag", crate = stiction_core)]
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
//! let mut registry = library();
//! registry.law::<Drag>();
//! let schema = Scenario::json_schema_with(&registry).to_string();
//! assert!(schema.contains("Friction in proportion to the square of the speed."));
//! # Ok::<(), ParameterError>(())
//! ```

use core::any::Any;
use core::fmt;

#[cfg(test)]
use stiction_core::Value;
use stiction_core::boxed::BoxedCoupling;
use stiction_core::{
    Admittance, Coupling, Describe, Description, Direct, Domain, Drive, Given, LawTable, Line,
    PlanarFrame, Plane, Register, Shaft, Space, SpatialFrame, ValueError,
};
use stiction_network::{AnyPort, Prescribed, UntypedPort};

use crate::body::MakeBody;
use crate::connection::{Connect, connect};
use crate::described::names;
use crate::domain::DomainId;
use crate::drive::Fixed;
use crate::map::MakeMap;

/// A type of component that can be built from the values of its table.
#[derive(Clone, Copy)]
pub struct Entry<K> {
    pub(crate) table: &'static Description,
    /// The domain of a law, a body or a drive; for a map, that of the law behind it.
    pub(crate) domain: DomainId,
    /// An [`AnyLaw`](stiction_core::AnyLaw), a [`BoxedCoupling`], a body, an [`UntypedPort`].
    pub(crate) build: fn(&mut Given) -> Result<Box<dyn Any>, ValueError>,
    /// Returns the values of what is built of the values, where its table tells them.
    #[cfg(test)]
    pub(crate) again: fn(&mut Given) -> Result<Option<Vec<Value>>, ValueError>,
    pub(crate) make: K,
}

/// What an entry of a law knows besides.
#[derive(Clone, Copy, Debug)]
pub struct MakeLaw {
    /// Connects it.
    pub(crate) connect: Connect,
}

/// What an entry of a drive knows besides.
#[derive(Clone, Copy, Debug)]
pub struct MakeDrive;

/// Laws, maps, bodies or drives.
pub trait Kind: Copy + 'static {
    /// What it is, in messages.
    const WHAT: &'static str;
    /// Its name in the schema.
    const NAME: &'static str;
    /// What it is, in the schema.
    const TEXT: &'static str;
    /// What a choice of its domain means, for the schema.
    const CHOICE: &'static str;
    /// Returns all that a registry has.
    fn all(registry: &Registry) -> &[Entry<Self>];
    /// Returns all that a registry has, to be added to.
    #[doc(hidden)]
    fn all_mut(registry: &mut Registry) -> &mut Vec<Entry<Self>>;
    /// The domains of the ports.
    #[doc(hidden)]
    fn ports(&self) -> Vec<DomainId> {
        vec![]
    }
}

// Only maps have ports. Laws stand behind a map, and bodies and drives are ports themselves.
macro_rules! kinds {
    ($($name:ident, $what:literal, $in_schema:literal, $text:literal, $choice:literal,
        $field:ident $(, $ports:ident)?;)+) => {$(
        impl Kind for $name {
            const WHAT: &'static str = $what;
            const NAME: &'static str = $in_schema;
            const TEXT: &'static str = $text;
            const CHOICE: &'static str = $choice;
            fn all(registry: &Registry) -> &[Entry<Self>] {
                &registry.$field
            }
            fn all_mut(registry: &mut Registry) -> &mut Vec<Entry<Self>> {
                &mut registry.$field
            }
            $(fn ports(&self) -> Vec<DomainId> {
                (self.$ports)()
            })?
        }
    )+};
}
kinds! {
    MakeLaw, "law", "Law", "What a connection does: a spring, a load, a friction law, a contact, a pad.", "", laws;
    MakeMap, "map", "Map",
        "How the motion of what is connected becomes the motion that the law sees.",
        ": what the law sees", maps, ports;
    MakeBody, "body", "Body", "A body and how it starts.", "", bodies;
    MakeDrive, "drive", "Drive", "A prescribed motion or a fixed place.", "", drives;
}

impl<K: Kind> fmt::Debug for Entry<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}` of a {}", K::WHAT, self.tag(), self.domain.name)
    }
}

impl<K: Kind> Entry<K> {
    /// Its name in files.
    pub(crate) fn tag(&self) -> &'static str {
        self.table.named().tag
    }

    /// Whether it has a parameter.
    pub(crate) fn has(&self, name: &str) -> bool {
        names(self.table.fields).contains(&name)
    }

    /// Whether it has all parameters of another.
    pub(crate) fn has_all_of(&self, other: &Self) -> bool {
        names(other.table.fields).into_iter().all(|name| self.has(name))
    }

    /// Whether both are chosen where the other would be. What holds another component and adds to its
    /// parameters (`Framed`) stands beside it.
    fn is_like(&self, other: &Self) -> bool {
        let key = |entry: &Self| (entry.tag(), entry.domain);
        if key(self) != key(other) || self.make.ports() != other.make.ports() {
            return false;
        }
        let is_holder = |entry: &Self| entry.table.tag.is_empty();
        // A holder has no tag of its own, but that of the component in it (`Description::named`). It does not replace
        // the component: which of the two is meant is seen from the parameters that a file gives.
        let adds = is_holder(self) != is_holder(other)
            && (self.has_all_of(other) || other.has_all_of(self));
        !adds
    }
}

#[cfg(test)]
pub(crate) fn again<C: Describe>(given: &mut Given) -> Result<Option<Vec<Value>>, ValueError> {
    Ok(Some(C::values_of(&C::from_values(given)?)))
}

impl Entry<MakeLaw> {
    /// The entry of a table.
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

impl Entry<MakeMap> {
    /// The entry of a type.
    #[must_use]
    pub fn of_map<C: Describe>() -> Self
    where
        C::Built: Coupling,
    {
        // Boxed twice: `Any` leads back to a type that is known, and here that is the box of the map.
        let build = |given: &mut Given| -> Result<Box<dyn Any>, ValueError> {
            let map: Box<dyn BoxedCoupling> = Box::new(C::from_values(given)?);
            Ok(Box::new(map))
        };
        Self {
            table: C::DESCRIPTION,
            domain: DomainId::of::<<C::Built as Coupling>::To>(),
            build,
            #[cfg(test)]
            again: again::<C>,
            make: MakeMap { ports: DomainId::of_ports::<<C::Built as Coupling>::From> },
        }
    }
}

impl Entry<MakeBody> {
    /// The entry of a type.
    #[must_use]
    pub fn of_body<C: Describe>() -> Self
    where
        C::Built: Admittance,
    {
        Self {
            table: C::DESCRIPTION,
            domain: DomainId::of::<<C::Built as Admittance>::Domain>(),
            build: |given| Ok(Box::new(C::from_values(given)?)),
            #[cfg(test)]
            again: again::<C>,
            make: MakeBody::of::<C::Built>(),
        }
    }
}

impl Entry<MakeDrive> {
    /// The entry of a type.
    #[must_use]
    pub fn of_drive<D: Domain, C: Describe>() -> Self
    where
        C::Built: Drive<D>,
    {
        let build = |given: &mut Given| -> Result<Box<dyn Any>, ValueError> {
            let port = AnyPort::<D>::from(Prescribed::new(C::from_values(given)?));
            Ok(Box::new(UntypedPort::from(port)))
        };
        Self {
            table: C::DESCRIPTION,
            domain: DomainId::of::<D>(),
            build,
            #[cfg(test)]
            again: again::<C>,
            make: MakeDrive,
        }
    }

    /// A place that does not move.
    pub(crate) fn fixed<D: Domain>() -> Self {
        let build = |given: &mut Given| -> Result<Box<dyn Any>, ValueError> {
            let port = AnyPort::<D>::from(Fixed::<D>::from_values(given)?);
            Ok(Box::new(UntypedPort::from(port)))
        };
        Self {
            table: Fixed::<D>::DESCRIPTION,
            domain: DomainId::of::<D>(),
            build,
            #[cfg(test)]
            again: again::<Fixed<D>>,
            make: MakeDrive,
        }
    }
}

/// Components that files can name by their tags.
///
/// A tag may have several entries: for several domains, or with more parameters.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    laws: Vec<Entry<MakeLaw>>,
    maps: Vec<Entry<MakeMap>>,
    bodies: Vec<Entry<MakeBody>>,
    drives: Vec<Entry<MakeDrive>>,
    domains: Vec<DomainId>,
}

/// The components of the library that files can name.
#[must_use]
pub fn library() -> Registry {
    let mut registry = Registry::default();
    registry.domain::<Line>();
    registry.domain::<Shaft>();
    registry.domain::<Plane>();
    registry.domain::<Space>();
    registry.domain::<PlanarFrame>();
    registry.domain::<SpatialFrame>();
    stiction_friction::register(&mut registry);
    stiction_mechanics::register(&mut registry);
    stiction_patch::register(&mut registry);
    // Once more, so that its entry stays the last of the laws in the schema.
    registry.law::<stiction_friction::EllipsoidContact>();
    registry.add(crate::urdf::entry());
    registry
}

impl Registry {
    /// Places that do not move, and laws on a port itself, come with every domain.
    fn domain<D: Domain>(&mut self) {
        if !self.domains.contains(&DomainId::of::<D>()) {
            self.domains.push(DomainId::of::<D>());
            self.add(Entry::of_map::<Direct<D>>());
            self.add(Entry::fixed::<D>());
        }
    }

    fn add<K: Kind>(&mut self, entry: Entry<K>) {
        // The last one counts, so that a program can replace a component of the library.
        let all = K::all_mut(self);
        all.retain(|other| !other.is_like(&entry));
        all.push(entry);
    }

    /// All domains, in the order in which they came.
    pub(crate) fn domains(&self) -> &[DomainId] {
        &self.domains
    }

    /// The tables of all laws, maps, bodies and drives.
    #[cfg(test)]
    pub(crate) fn tables(&self) -> Vec<&'static Description> {
        fn of<K: Kind>(registry: &Registry) -> Vec<&'static Description> {
            K::all(registry).iter().map(|entry| entry.table).collect()
        }
        let [laws, maps] = [of::<MakeLaw>(self), of::<MakeMap>(self)];
        [laws, maps, of::<MakeBody>(self), of::<MakeDrive>(self)].concat()
    }

    /// The entries of a tag.
    pub(crate) fn of_tag<K: Kind>(&self, tag: &str) -> Vec<Entry<K>> {
        K::all(self).iter().filter(|entry| entry.tag() == tag).copied().collect()
    }

    /// All tags, each once, in the order in which they came.
    pub(crate) fn tags<K: Kind>(&self) -> Vec<&'static str> {
        let mut tags = vec![];
        for entry in K::all(self) {
            if !tags.contains(&entry.tag()) {
                tags.push(entry.tag());
            }
        }
        tags
    }
}

impl Register for Registry {
    fn law<C: LawTable>(&mut self) {
        // A domain of your own comes with the first law, body or drive of it.
        self.domain::<C::Domain>();
        self.add(Entry::of_law::<C>());
    }
    fn map<C: Describe>(&mut self)
    where
        C::Built: Coupling,
    {
        self.add(Entry::of_map::<C>());
    }
    fn body<C: Describe>(&mut self)
    where
        C::Built: Admittance,
    {
        self.domain::<<C::Built as Admittance>::Domain>();
        self.add(Entry::of_body::<C>());
    }
    fn drive<D: Domain, C: Describe>(&mut self)
    where
        C::Built: Drive<D>,
    {
        self.domain::<D>();
        self.add(Entry::of_drive::<D, C>());
    }
}
