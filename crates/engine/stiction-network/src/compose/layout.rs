//! Layout of the state.
//!
//! ```text
//! bounds   0                               1                               2            3
//!          | part 0                        | part 1                        | between    |
//!          | bodies        | internal      | bodies        | internal      | internal   |
//!          | pool 0 | ...  | pool 0 | ...  | pool 0 | ...  | pool 0 | ...  | pool 0 ... |
//!          |<-- moving --->|
//! ```
//!
//! Part after part: the admittances pool by pool, then the internal states of the impedances pool by
//! pool. At the end, the internal states of the impedances between parts.

use stiction_core::without_paths;

use crate::compose::end::{End, Resolver};
use crate::compose::order::{NodeKey, WireKey, canonical_nodes};
use crate::compose::partition::Partition;
use crate::compose::spans::Spans;
use crate::pool::{NodePool, Segments, WirePool};

/// The components and connections, numbered pool by pool in the order of the pools' names.
pub(crate) struct Mechanism {
    /// Pools in the order of their names.
    pub(crate) node_pools: Vec<usize>,
    pub(crate) wire_pools: Vec<usize>,
    nodes: Vec<NodeKey>,
    pub(crate) wires: Vec<WireKey>,
    /// Pool and slot of every node and wire.
    node_origin: Vec<(usize, usize)>,
    wire_origin: Vec<(usize, usize)>,
    /// Number of internal variables of every wire.
    internal: Vec<usize>,
}

/// Returns the key by which pools are sorted: the name of their type. Where these are defined counts only between two
/// that are called alike: a type may move to another module without moving a bit of a result.
fn by_name(full: &str) -> (String, String) {
    (without_paths(full), full.to_owned())
}

impl Mechanism {
    pub(crate) fn new(
        nodes: &[Box<dyn NodePool>],
        starts: Vec<Vec<Vec<f64>>>,
        wires: &[Box<dyn WirePool>],
    ) -> Self {
        let mut node_pools: Vec<usize> = (0..nodes.len()).collect();
        node_pools.sort_by_cached_key(|&pool| by_name(nodes[pool].type_name()));
        let mut wire_pools: Vec<usize> = (0..wires.len()).collect();
        wire_pools.sort_by_cached_key(|&pool| by_name(wires[pool].type_name()));

        let (mut keys, mut node_origin) = (vec![], vec![]);
        let mut first = vec![0; nodes.len()];
        let mut starts: Vec<_> = starts.into_iter().map(Some).collect();
        for (rank, &pool) in node_pools.iter().enumerate() {
            first[pool] = keys.len();
            for (slot, start) in starts[pool].take().into_iter().flatten().enumerate() {
                keys.push(NodeKey { pool: rank as u32, start });
                node_origin.push((pool, slot));
            }
        }
        let end_of = |end: &End| match end {
            End::Node { address, .. } => Some(first[address.pool as usize] + address.slot as usize),
            _ => None,
        };
        let (mut wire_keys, mut wire_origin, mut internal) = (vec![], vec![], vec![]);
        for (rank, &pool) in wire_pools.iter().enumerate() {
            for slot in 0..wires[pool].len() {
                let ends = wires[pool].added_ends(slot).iter().map(end_of).collect();
                wire_keys.push(WireKey { pool: rank as u32, ends });
                wire_origin.push((pool, slot));
                internal.push(wires[pool].law(slot).memory().len());
            }
        }
        let (nodes, wires) = (keys, wire_keys);
        Self { node_pools, wire_pools, nodes, wires, node_origin, wire_origin, internal }
    }

    /// Returns the number of variables of every node, with those of the wires that it is the first end of.
    pub(crate) fn variables(&self) -> Vec<usize> {
        let mut variables: Vec<usize> = self.nodes.iter().map(|node| node.start.len()).collect();
        for (wire, internal) in self.wires.iter().zip(&self.internal) {
            wire.ends.iter().flatten().take(1).for_each(|&node| variables[node] += internal);
        }
        variables
    }

    /// Returns the number of variables of all nodes and wires.
    pub(crate) fn total(&self) -> usize {
        let of_nodes = self.nodes.iter().map(|node| node.start.len());
        of_nodes.chain(self.internal.iter().copied()).sum()
    }

    /// Returns the number of ends of wires that lead to no node.
    pub(crate) fn outside_count(&self) -> usize {
        self.wires.iter().flat_map(|wire| &wire.ends).filter(|end| end.is_none()).count()
    }

    /// Returns the nodes in an order that does not depend on that of insertion.
    pub(crate) fn order(
        &self,
        nodes: &[Box<dyn NodePool>],
        wires: &[Box<dyn WirePool>],
    ) -> Vec<usize> {
        let node_text = |node: usize| {
            let (pool, slot) = self.node_origin[node];
            nodes[pool].text(slot)
        };
        let wire_text = |wire: usize| {
            let (pool, slot) = self.wire_origin[wire];
            wires[pool].text(slot)
        };
        canonical_nodes(&self.nodes, &self.wires, &node_text, &wire_text)
    }
}

/// Spans of the state.
#[derive(Debug)]
pub(crate) struct Layout {
    /// Starts of the parts, and the length of the state; variables between parts come last, if
    /// there are any.
    pub(crate) bounds: Vec<usize>,
    /// Number of variables of the admittances of every part, which come first in it.
    pub(crate) moving: Vec<usize>,
    /// Whether there are wires between parts.
    pub(crate) coupled: bool,
}

impl Layout {
    pub(crate) fn new(mechanism: &Mechanism, parts: &Partition) -> Self {
        let count = parts.nodes.len();
        let size = |nodes: &Vec<usize>| {
            nodes.iter().map(|&node| mechanism.nodes[node].start.len()).sum::<usize>()
        };
        let moving: Vec<usize> = parts.nodes.iter().map(size).collect();
        let mut sizes = moving.clone();
        sizes.push(0);
        for (part, internal) in parts.part_of_wire.iter().zip(&mechanism.internal) {
            sizes[part.unwrap_or(count)] += internal;
        }
        let mut bounds = vec![0];
        for (part, size) in sizes.into_iter().enumerate() {
            if part < count || size > 0 {
                bounds.push(bounds[part] + size);
            }
        }
        let coupled = parts.part_of_wire.iter().any(Option::is_none);
        Self { bounds, moving, coupled }
    }

    /// Brings the nodes into order; returns their spans by pool and slot, and the initial state.
    pub(crate) fn place_nodes(
        &self,
        mechanism: &Mechanism,
        parts: &Partition,
        nodes: &mut [Box<dyn NodePool>],
    ) -> (Vec<Spans>, Vec<f64>) {
        let pools = mechanism.node_pools.len();
        let mut slots = vec![vec![]; pools];
        let mut segments = vec![Segments::default(); pools];
        let mut initial = vec![0.0; self.bounds.last().copied().unwrap_or(0)];
        let mut spans = vec![Spans::new(0, 0); pools];
        for (rank, &pool) in mechanism.node_pools.iter().enumerate() {
            spans[pool] = Spans::new(rank, nodes[pool].len());
        }
        for (part, members) in parts.nodes.iter().enumerate() {
            let base = self.bounds[part];
            // By pool; a stable sort, so that those of a pool keep the order of the mechanism.
            let mut members = members.clone();
            members.sort_by_key(|&node| mechanism.nodes[node].pool);
            let mut members = members.into_iter().peekable();
            let mut next = base;
            for (rank, segments) in segments.iter_mut().enumerate() {
                let (start, first) = (next - base, slots[rank].len());
                while let Some(node) =
                    members.next_if(|&node| mechanism.nodes[node].pool as usize == rank)
                {
                    let (pool, slot) = mechanism.node_origin[node];
                    let values = &mechanism.nodes[node].start;
                    spans[pool].set(slot, next, values.len(), slots[rank].len());
                    initial[next..next + values.len()].copy_from_slice(values);
                    next += values.len();
                    slots[rank].push(slot);
                }
                segments.push(slots[rank].len() - first, start, base);
            }
        }
        let placed = slots.into_iter().zip(segments);
        for (&pool, (slots, segments)) in mechanism.node_pools.iter().zip(placed) {
            nodes[pool].arrange(&slots);
            nodes[pool].set_segments(segments);
        }
        (spans, initial)
    }

    /// Connects the wires and brings them into order; returns their spans by pool and slot.
    pub(crate) fn place_wires(
        &self,
        mechanism: &Mechanism,
        parts: &Partition,
        wires: &mut [Box<dyn WirePool>],
        resolver: Resolver<'_>,
    ) -> Vec<Spans> {
        let count = self.moving.len();
        // Where the parts of components begin; wires between parts are addressed in the whole.
        let bases: Vec<usize> = self.bounds[..count].iter().copied().chain([0]).collect();
        // Where the next internal state of every part goes.
        let mut next: Vec<usize> =
            self.moving.iter().zip(&bases).map(|(moving, base)| moving + base).collect();
        next.push(self.bounds[count]);
        let mut part_of = parts.part_of_wire.iter().map(|part| part.unwrap_or(count));
        let mut spans = vec![Spans::new(0, 0); wires.len()];
        for (rank, &pool) in mechanism.wire_pools.iter().enumerate() {
            let wires = &mut wires[pool];
            let own: Vec<usize> = part_of.by_ref().take(wires.len()).collect();
            let slots = wires.resolve(resolver, &own, &bases);
            spans[pool] = Spans::new(rank, slots.len());
            let mut segments = Segments::default();
            let mut placed = slots.into_iter().enumerate().peekable();
            for (part, &base) in bases.iter().enumerate() {
                let (start, mut items) = (next[part], 0);
                while let Some((place, slot)) = placed.next_if(|&(_, slot)| own[slot] == part) {
                    let len = wires.law(place).memory().len();
                    spans[pool].set(slot, next[part], len, place);
                    next[part] += len;
                    items += 1;
                }
                segments.push(items, start - base, base);
            }
            wires.set_segments(segments);
        }
        spans
    }
}

#[cfg(test)]
mod tests {
    use stiction_core::{Direct, Line};

    use super::*;
    use crate::compose::end::Address;
    use crate::compose::port::{Ground, NodePort};
    use crate::compose::ports::Ports;
    use crate::pool::{Nodes, Wires};
    use crate::tests::lanes::{Cart, Creep};

    /// A law of three variables on the ground, one of two and one of five on the second of two carts.
    #[test]
    fn variables_are_those_of_nodes_with_their_wires() {
        let mut on_ground = Wires::<Creep, Direct<Line>>::new("on ground".into());
        let ground = Ground::<Line>::default().into_ends();
        on_ground.add(Creep::new(1.0, 3), Direct::new(), &ground);
        let address = Address { network: 7, pool: 0, slot: 1 };
        let port = || NodePort::<Line>::new(address, 0, String::new).into_ends();
        let mut on_cart = Wires::<Creep, Direct<Line>>::new("on cart".into());
        on_cart.add(Creep::new(1.0, 2), Direct::new(), &port());
        on_cart.add(Creep::new(1.0, 5), Direct::new(), &port());
        let wires: [Box<dyn WirePool>; 2] = [Box::new(on_ground), Box::new(on_cart)];
        let mut carts = Nodes::new();
        [1.0, 2.0].into_iter().for_each(|mass| carts.add(Cart::<0>(mass)));
        let nodes: [Box<dyn NodePool>; 1] = [Box::new(carts)];
        let mechanism = Mechanism::new(&nodes, vec![vec![vec![0.0; 2]; 2]], &wires);
        assert_eq!(mechanism.variables(), [2, 2 + 2 + 5]);
        assert_eq!(mechanism.total(), 2 + 2 + 3 + 2 + 5);
    }

    #[test]
    fn the_module_of_a_type_counts_only_between_namesakes() {
        let key = by_name;
        assert!(key("z::Alpha<b::Line>") < key("a::Beta<a::Line>"));
        assert!(key("a::Alpha<a::Line>") < key("a::Alpha<b::Line>"));
        // Full names would say otherwise.
        assert!("z::Alpha<b::Line>" > "a::Beta<a::Line>");
    }
}
