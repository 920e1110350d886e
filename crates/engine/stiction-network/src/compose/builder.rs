//! Composition of a network.
//!
//! While it is composed, components lie in their pools in the order in which they came, and connections
//! know components by address. [`NetworkBuilder::build`] then, once,
//!
//! 1. puts the components into an order that does not depend on that (`order`),
//! 2. cuts a large mechanism into parts (`partition`),
//! 3. gives every component its span of the state (`layout`): nodes first, as wires are sorted
//!    by where their ends came to lie,
//! 4. finds the copies that can be evaluated in lanes (`copies`).

use core::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};

use stiction_core::vectors::Lanes;
use stiction_core::{
    Admittance, AnyAdmittance, Domain, Impedance, Inputs, Seen, Start, short_type_name,
};

use crate::compose::end::Address;
use crate::compose::handle::{Handle, Wire};
use crate::compose::layout::{Layout, Mechanism};
use crate::compose::partition::partition;
use crate::compose::spans::Directory;
use crate::compose::start::{check_numbers, start_of};
use crate::copies::PartCopies;
use crate::error::NetworkError;
use crate::network::Network;
use crate::pool::{NodePool, Nodes, WirePool};
use crate::stability::BristleStart;

/// Key of a pool: its type, and the names of the types of the components (of a boxed one, the type in
/// the box) and of the ports.
pub(super) type PoolKey = (TypeId, Vec<&'static str>);

/// Composes a [`Network`].
pub struct NetworkBuilder {
    pub(super) id: u32,
    pub(super) nodes: Vec<Box<dyn NodePool>>,
    starts: Vec<Vec<Vec<f64>>>,
    pub(super) wires: Vec<Box<dyn WirePool>>,
    pub(super) index: HashMap<PoolKey, u32>,
    names: HashMap<Address, String>,
    wire_names: HashMap<Address, String>,
    /// Wires whose bristles do not start unbent.
    bristle_starts: HashMap<Address, BristleStart>,
    shapes: HashMap<Address, Seen>,
}

impl core::fmt::Debug for NetworkBuilder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("NetworkBuilder").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Default for NetworkBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl NetworkBuilder {
    /// Creates an empty mechanism.
    #[must_use]
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Self {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            nodes: vec![],
            starts: vec![],
            wires: vec![],
            index: HashMap::new(),
            names: HashMap::new(),
            wire_names: HashMap::new(),
            bristle_starts: HashMap::new(),
            shapes: HashMap::new(),
        }
    }

    /// Adds an admittance with the initial motion of its port (or of each of its ports); internal
    /// state, if any, starts at [rest](stiction_core::InternalVariables::rest) unless [set](Self::set_internal).
    ///
    /// # Errors
    /// [`NetworkError::StartCount`] unless there is one motion per port, [`NetworkError::PortDomain`] if one is of
    /// another domain than its port, [`NetworkError::Start`] if a value is not finite, [`NetworkError::StartOrientation`] if a quaternion has no direction.
    pub fn add<A: Admittance>(
        &mut self,
        component: A,
        start: impl Into<Start<A::Domain>>,
    ) -> Result<Handle<A>, NetworkError> {
        let mut state = start_of(&component, &start.into())?;
        let motions = state.len();
        state.resize(motions + component.memory().len(), 0.0);
        component.memory().rest(&mut state[motions..]);
        check_numbers(&component, &state)?;
        let key = (TypeId::of::<Nodes<A>>(), vec![AnyAdmittance::type_name(&component)]);
        let make = || -> Box<dyn NodePool> { Box::new(Nodes::<A>::new()) };
        let pool = pool_of(&mut self.index, key, &mut self.nodes, &make);
        let nodes: &mut dyn Any = &mut *self.nodes[pool];
        if let Some(nodes) = nodes.downcast_mut::<Nodes<A>>() {
            nodes.add(component);
        }
        self.starts.resize_with(self.nodes.len(), Vec::new);
        self.starts[pool].push(state);
        Ok(Handle::new(self.address(pool, self.starts[pool].len() - 1)))
    }

    /// Gives an admittance a name for messages and pictures.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`] if it belongs to another network.
    pub fn name<A: Admittance>(
        &mut self,
        handle: Handle<A>,
        name: impl Into<String>,
    ) -> Result<(), NetworkError> {
        self.own::<A>(handle.address)?;
        self.names.insert(handle.address, name.into());
        Ok(())
    }

    /// Gives a body a shape, in the axes of its first port, instead of [its own](Admittance::view). It takes
    /// no part in the motion.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`] if the body belongs to another network, [`NetworkError::NoPlace`] if it
    /// has no place in space, such as a mass on a line; [`NetworkError::Shape`] for a number that no shape has.
    pub fn shape<A: Admittance>(
        &mut self,
        handle: Handle<A>,
        seen: impl Into<Seen>,
    ) -> Result<(), NetworkError> {
        self.own::<A>(handle.address)?;
        let component = short_type_name::<A>();
        if A::Domain::in_space(&Default::default()).is_none() {
            return Err(NetworkError::NoPlace { component, domain: A::Domain::NAME });
        }
        let mut seen = seen.into();
        if let Err(refused) = seen.check() {
            return Err(NetworkError::Shape { component, refused });
        }
        seen.pose.orientation = seen.pose.orientation.normalize();
        self.shapes.insert(handle.address, seen);
        Ok(())
    }

    /// Gives a connection a name for messages and pictures.
    ///
    /// # Errors
    /// [`NetworkError::Foreign`] if it belongs to another network.
    pub fn name_wire<I: Impedance + ?Sized>(
        &mut self,
        wire: Wire<I>,
        name: impl Into<String>,
    ) -> Result<(), NetworkError> {
        self.own::<I>(wire.address)?;
        self.wire_names.insert(wire.address, name.into());
        Ok(())
    }

    /// Bends the bristles of a connection as a run starts, in the initial motions and under the loads of time 0.
    ///
    /// Bristles start unbent, so that a load which is there from the start sets in at once, and a body slides that
    /// would have stayed; see [`SuddenLoad`](crate::SuddenLoad).
    ///
    /// # Errors
    /// [`NetworkError::Foreign`] if it belongs to another network. Bristles that cannot be bent are
    /// refused by [`Self::build`].
    pub fn start_bristles<I: Impedance + ?Sized>(
        &mut self,
        wire: Wire<I>,
        start: BristleStart,
    ) -> Result<(), NetworkError> {
        self.own::<I>(wire.address)?;
        self.bristle_starts.remove(&wire.address);
        if start != BristleStart::Unbent {
            self.bristle_starts.insert(wire.address, start);
        }
        Ok(())
    }

    /// Returns the inputs so far, with their values at the start.
    ///
    /// # Errors
    /// [`NetworkError::InputConflict`].
    pub fn inputs(&self) -> Result<Inputs, NetworkError> {
        let of_nodes = self.nodes.iter().flat_map(|pool| pool.inputs());
        let all = of_nodes.chain(self.wires.iter().flat_map(|pool| pool.inputs()));
        Inputs::new(all).map_err(|conflict| {
            let [one, other] = conflict.inputs;
            NetworkError::InputConflict {
                name: one.name().clone(),
                starts: [one.start(), other.start()],
                units: [one.unit().clone(), other.unit().clone()],
            }
        })
    }

    /// Fixes the layout of the state and compiles all connections.
    ///
    /// # Errors
    /// [`NetworkError::TooLarge`] if the state has more variables than a `u32` can address;
    /// [`NetworkError::InputConflict`] if two inputs of one name are not the same;
    /// [`NetworkError::Overloaded`], [`NetworkError::NotAtRest`] or [`NetworkError::NoBristle`] if a connection cannot
    /// start loaded.
    pub fn build(self) -> Result<Network, NetworkError> {
        let inputs = self.inputs()?;
        let Self {
            id,
            mut nodes,
            starts,
            mut wires,
            names,
            wire_names,
            shapes,
            bristle_starts,
            ..
        } = self;
        let mechanism = Mechanism::new(&nodes, starts, &wires);
        let (variables, total) = (mechanism.variables(), mechanism.total());
        // Ends outside (grounds and drives) count down from the largest number.
        if u32::try_from(total + mechanism.outside_count()).is_err() {
            return Err(NetworkError::TooLarge { variables: total, limit: u32::MAX as usize });
        }
        // 1 and 2.
        let order = mechanism.order(&nodes, &wires);
        let parts = partition(&order, &variables, &mechanism.wires);
        // 3.
        let layout = Layout::new(&mechanism, &parts);
        let (spans, initial) = layout.place_nodes(&mechanism, &parts, &mut nodes);
        let placed_nodes = Directory { network: id, spans, names };
        let resolver = |address: &Address, port: usize| {
            let span = placed_nodes.span(*address).unwrap_or_default();
            let node = nodes[address.pool as usize].item(address.slot as usize);
            span.offset + node.ports().offset(port) as u32
        };
        let spans = layout.place_wires(&mechanism, &parts, &mut wires, &resolver);
        let placed_wires = Directory { network: id, spans, names: wire_names };
        let mut nodes = in_order(nodes, &mechanism.node_pools);
        let mut wires = in_order(wires, &mechanism.wire_pools);
        // 4. A part with something between it and others cannot be stepped on its own.
        let uncoupled = if layout.coupled { 0 } else { layout.moving.len() };
        let mut copies: Vec<_> = (0..uncoupled)
            .map(|part| {
                let len = layout.bounds[part + 1] - layout.bounds[part];
                PartCopies::find(part, len, &mut nodes, &mut wires)
            })
            .collect();
        // Wires outside copy groups, including those between parts.
        for part in 0..=layout.moving.len() {
            let copies = copies.get(part).and_then(Option::as_ref);
            for (pool, wires) in wires.iter_mut().enumerate() {
                if !copies.is_some_and(|copies| copies.has_wires(pool)) {
                    wires.prepare_side_by_side(part);
                }
            }
        }
        if copies.iter().all(Option::is_none) {
            copies = vec![];
        }
        let mut network = Network {
            id,
            inputs,
            nodes,
            wires,
            placed_nodes,
            placed_wires,
            shapes,
            bristle_starts,
            layout,
            initial,
            copies,
            vectors: None,
        };
        network.set_lanes(Lanes::default());
        network.bend_bristles()?;
        Ok(network)
    }

    /// Returns an admittance and the state with which it starts.
    pub(crate) fn start_of<A: Admittance>(
        &mut self,
        handle: Handle<A>,
    ) -> Result<(&dyn AnyAdmittance, &mut Vec<f64>), NetworkError> {
        let Address { pool, slot, .. } = self.own::<A>(handle.address)?;
        let (pool, slot) = (pool as usize, slot as usize);
        Ok((self.nodes[pool].item(slot), &mut self.starts[pool][slot]))
    }

    /// Returns an address in this network, of a component of type `T`.
    fn own<T: ?Sized>(&self, address: Address) -> Result<Address, NetworkError> {
        if address.network == self.id {
            return Ok(address);
        }
        let what = format!("the handle of {}", short_type_name::<T>());
        Err(NetworkError::Foreign { what, expected: self.id, found: address.network })
    }

    pub(super) const fn address(&self, pool: usize, slot: usize) -> Address {
        Address { network: self.id, pool: pool as u32, slot: slot as u32 }
    }
}

/// Brings the pools into the given order.
fn in_order<P: ?Sized>(pools: Vec<Box<P>>, order: &[usize]) -> Vec<Box<P>> {
    let mut pools: Vec<_> = pools.into_iter().map(Some).collect();
    order.iter().filter_map(|&pool| pools[pool].take()).collect()
}

/// Returns the number of the pool for a key; makes the pool if it does not exist.
pub(super) fn pool_of<P: ?Sized>(
    index: &mut HashMap<PoolKey, u32>,
    key: PoolKey,
    pools: &mut Vec<Box<P>>,
    make: &dyn Fn() -> Box<P>,
) -> usize {
    let new = || {
        pools.push(make());
        (pools.len() - 1) as u32
    };
    *index.entry(key).or_insert_with(new) as usize
}
