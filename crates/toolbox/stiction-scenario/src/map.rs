//! Maps from the motion of the ports to the motion that a law sees.

use core::any::Any;

use stiction_core::boxed::BoxedCoupling;
use stiction_core::{
    Coupling, Describe, Direct, Field, Given, Line, PlanarFrame, Plane, Shaft, Space, SpatialFrame,
    Value, ValueError,
};
use stiction_mechanics::Articulation;
use stiction_network::UntypedPort;

use crate::component::Component;
use crate::domain::{DomainId, Words, any_of, distinct, ports_of, tags};
use crate::entry::{Entry, Kind};
use crate::error::Fault;

/// Map from the motion of the ports to the motion that the law sees.
pub type Map = Component<MakeMap>;

/// Properties of an entry that only maps have.
#[derive(Clone, Copy, Debug)]
pub struct MakeMap {
    /// The domains of its ports.
    pub(crate) ports: fn() -> Vec<DomainId>,
}

impl Kind for MakeMap {
    const WHAT: &'static str = "map";
    const NAME: &'static str = "Map";
    const TEXT: &'static str =
        "How the motion of what is connected becomes the motion that the law sees.";
    const CHOICE: &'static str = ": what the law sees";
    fn ports(&self) -> Vec<DomainId> {
        (self.ports)()
    }
}

impl Entry<MakeMap> {
    /// Returns the entry of a type.
    #[must_use]
    pub fn of_map<C: Describe>() -> Self
    where
        C::Built: Coupling,
    {
        // It is boxed twice, because `Any` is downcast to a known type, which here is the box of the map.
        let build = |given: &mut Given| -> Result<Box<dyn Any>, ValueError> {
            let map: Box<dyn BoxedCoupling> = Box::new(C::from_values(given)?);
            Ok(Box::new(map))
        };
        Self {
            table: C::DESCRIPTION,
            domain: DomainId::of::<<C::Built as Coupling>::To>(),
            build,
            #[cfg(test)]
            again: crate::entry::again::<C>,
            make: MakeMap { ports: DomainId::of_ports::<<C::Built as Coupling>::From> },
        }
    }
}

/// Returns the map to the motion of the port itself, in any domain of the library.
impl Default for Map {
    fn default() -> Self {
        Self::direct(vec![
            Entry::of_map::<Direct<Line>>(),
            Entry::of_map::<Direct<Shaft>>(),
            Entry::of_map::<Direct<Plane>>(),
            Entry::of_map::<Direct<Space>>(),
            Entry::of_map::<Direct<PlanarFrame>>(),
            Entry::of_map::<Direct<SpatialFrame>>(),
        ])
    }
}

/// Takes a map composed in code.
impl<C: Describe> From<C> for Map
where
    C::Built: Coupling,
{
    fn from(map: C) -> Self {
        Self::of_entry(Entry::of_map::<C>(), map.values())
    }
}

impl Map {
    /// Returns the map to the motion of the port itself, in the domains of these entries.
    pub(crate) fn direct(entries: Vec<Entry<MakeMap>>) -> Self {
        Self::of_entry(Entry::of_map::<Direct<Line>>(), vec![]).one_of(entries)
    }

    /// Builds the map for the ports, and returns the domain of the law behind it too. A map to a link finds the tree
    /// behind its values.
    pub(crate) fn build(
        &self,
        ports: &[UntypedPort],
        tree: Option<&Articulation>,
    ) -> Result<(DomainId, Box<dyn BoxedCoupling>), Fault> {
        let found: Vec<_> = ports.iter().map(UntypedPort::domain).collect();
        let fits = |entry: &&Entry<MakeMap>| {
            (entry.make.ports)().iter().map(|domain| domain.id).eq(found.iter().copied())
        };
        let of_ports: Vec<_> = self.entries.iter().filter(fits).copied().collect();
        if of_ports.is_empty() {
            return Err(self.misfit(ports));
        }
        let chosen: Vec<_> = self.chosen().iter().filter(fits).copied().collect();
        if chosen.is_empty() {
            let to = tags(&distinct(of_ports.iter().map(|entry| entry.domain)));
            return Err(
                Fault::new(format!("must be {to}")).inside(self.description().named().chosen)
            );
        }
        let with_tree = |_: &'static [Field], mut values: Vec<Value>| {
            values.extend(tree.cloned().map(Value::made));
            Ok(values)
        };
        let (entry, map) = self.build_one_of(chosen, with_tree, |name| {
            let having = self.entries.iter().filter(|entry| entry.has(name));
            let having = distinct(having.map(|entry| entry.domain));
            let points = any_of(&having, Words::Ports);
            Fault::new(format!("only {points} can be seen in a {name}")).inside(name)
        })?;
        let map = map.downcast().map_err(|_| Fault::new("is no map"))?;
        Ok((entry.domain, *map))
    }

    /// Returns the name of the link that it leads to, if it leads to one.
    pub(crate) fn link(&self) -> Option<&str> {
        match self.value("link") {
            Some(Value::Text(link)) => Some(link),
            _ => None,
        }
    }

    /// Returns the fault if it does not fit the ports.
    fn misfit(&self, ports: &[UntypedPort]) -> Fault {
        if let ("direct", [_, _]) = (self.tag(), ports) {
            return Fault::new("two ports need a `map`, such as { type = \"between\" }");
        }
        let known: Vec<_> = self.entries.iter().map(|entry| (entry.make.ports)()).collect();
        let found: Vec<_> = ports.iter().map(UntypedPort::domain_name).collect();
        let (tag, needs) = (self.tag(), ports_of(&known));
        let message = format!("`{tag}` connects {needs}, found: {}", found.join(", "));
        Fault::new(message).inside("type")
    }
}
