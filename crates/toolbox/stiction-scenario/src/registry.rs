//! Registry of the components that files can name: one line for each, of the library or your own.
//!
//! The types of components are erased here. Each leaves a table and some functions that the compiler has instantiated
//! for it:
//!
//! ```text
//! registry.law::<Drag>() ──> Entry { table: its parameters,
//!                                    domain: that of its motion,
//!                                    build: values ──> Box<dyn Any>, an AnyLaw<Line> inside,
//!                                    make: properties of its kind }
//!
//! file: type = "drag" ──> entries of the tag ──> those whose domain and ports fit ──> build, make
//! ```
//! `build` gives an `Any`, because the types of laws on different domains have nothing in common. Its caller has
//! checked `domain` and knows the type inside.
//! An example with a law of your own stands at [`ScenarioFile::with_registry`](crate::ScenarioFile::with_registry).

use std::sync::{Arc, LazyLock};

#[cfg(test)]
use stiction_core::Description;
use stiction_core::{
    Admittance, Coupling, Describe, Direct, Domain, Drive, LawTable, Line, PlanarFrame, Plane,
    Register, Shaft, Space, SpatialFrame,
};

use crate::body::MakeBody;
use crate::domain::DomainId;
use crate::drive::MakeDrive;
use crate::entry::{Entry, Kind, Known};
use crate::law::MakeLaw;
use crate::map::MakeMap;
use crate::urdf;

/// A kind of component with entries in a registry.
pub trait Registered: Kind {
    /// Returns all entries of a registry.
    #[doc(hidden)]
    fn all(registry: &Registry) -> &[Entry<Self>];
    /// Returns all entries of a registry, for additions.
    #[doc(hidden)]
    fn all_mut(registry: &mut Registry) -> &mut Vec<Entry<Self>>;
}

macro_rules! registered {
    ($($kind:ident in $field:ident),+) => {$(
        impl Registered for $kind {
            fn all(registry: &Registry) -> &[Entry<Self>] {
                &registry.$field
            }
            fn all_mut(registry: &mut Registry) -> &mut Vec<Entry<Self>> {
                &mut registry.$field
            }
        }
    )+};
}
registered!(MakeLaw in laws, MakeMap in maps, MakeBody in bodies, MakeDrive in drives);

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

/// Returns the components of the library that files can name.
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
    // It is registered again, so that its entry stays the last of the laws in the schema.
    registry.law::<stiction_friction::EllipsoidContact>();
    registry.add(urdf::entry());
    registry
}

impl Registry {
    /// Registers fixed places and laws on a port itself, which come with every domain.
    fn domain<D: Domain>(&mut self) {
        if !self.domains.contains(&DomainId::of::<D>()) {
            self.domains.push(DomainId::of::<D>());
            self.add(Entry::of_map::<Direct<D>>());
            self.add(Entry::fixed::<D>());
        }
    }

    fn add<K: Registered>(&mut self, entry: Entry<K>) {
        // The last entry replaces an earlier one, so that a program can replace a component of the library.
        let all = K::all_mut(self);
        all.retain(|other| !other.is_like(&entry));
        all.push(entry);
    }

    /// Returns the components of one kind that files can name.
    pub(crate) fn known<K: Registered>(&self) -> Known<'_, K> {
        Known { entries: K::all(self), domains: &self.domains }
    }

    /// Returns the tables of all laws, maps, bodies and drives.
    #[cfg(test)]
    pub(crate) fn tables(&self) -> Vec<&'static Description> {
        fn of<K: Registered>(registry: &Registry) -> Vec<&'static Description> {
            K::all(registry).iter().map(|entry| entry.table).collect()
        }
        let [laws, maps] = [of::<MakeLaw>(self), of::<MakeMap>(self)];
        [laws, maps, of::<MakeBody>(self), of::<MakeDrive>(self)].concat()
    }
}

impl Register for Registry {
    fn law<C: LawTable>(&mut self) {
        // A new domain comes with its first law, body or drive.
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

/// Returns the components of the library, shared.
pub(crate) fn shared_library() -> Arc<Registry> {
    static LIBRARY: LazyLock<Arc<Registry>> = LazyLock::new(|| Arc::new(library()));
    Arc::clone(&LIBRARY)
}
