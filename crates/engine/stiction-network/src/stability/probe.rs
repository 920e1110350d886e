//! Masses and maps of a network, measured in a state.
//!
//! The mechanism stores neither of them: a unit effort on a node gives a column of the mobility, a unit velocity of it
//! a column of Psi.

use nalgebra::DMatrix;
use stiction_core::Stage;

use super::island::Island;
use crate::books::look::Look;
use crate::compose::end::{Address, ResolvedEnd};
use crate::compose::spans::Span;
use crate::network::Network;
use crate::step::state::State;

/// An element that can be stuck, and the nodes at its ends (indices into [`Probe::nodes`]).
#[derive(Clone, Debug)]
pub(super) struct StuckWire {
    pub(super) span: Span,
    pub(super) address: Address,
    nodes: Vec<usize>,
}

impl StuckWire {
    pub(super) fn name(&self, network: &Network) -> String {
        network.wire_name(self.address)
    }
}

fn nodes_of(wires: &[StuckWire]) -> Vec<usize> {
    let mut nodes: Vec<usize> = wires.iter().flat_map(|wire| wire.nodes.clone()).collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

/// Measures mobilities and couplings of a network in a given state.
pub(super) struct Probe<'a> {
    network: &'a Network,
    stage: Stage<'a>,
    x: Vec<f64>,
    /// All nodes, sorted by offset.
    nodes: Vec<Span>,
    wires: Vec<StuckWire>,
}

impl<'a> Probe<'a> {
    pub(super) fn new(network: &'a Network, state: &'a State) -> Self {
        Self::of(network, state, |_, span| {
            let law = network.wire_at(span).law;
            (0..law.domain().flow_len).any(|axis| law.resistance(0.0, axis).is_some())
        })
    }

    /// Creates a probe of the wires that `is_meant`.
    pub(super) fn of(
        network: &'a Network,
        state: &'a State,
        is_meant: impl Fn(Address, Span) -> bool,
    ) -> Self {
        let mut nodes: Vec<Span> = network.placed_nodes.iter().map(|(_, span)| span).collect();
        nodes.sort_unstable_by_key(|span| span.offset);
        let mut wires = vec![];
        for (address, span) in network.placed_wires.iter() {
            if !is_meant(address, span) {
                continue;
            }
            let ends = network.wires[span.pool as usize].resolved_ends(span.place as usize);
            let node_at = |end: ResolvedEnd| match end {
                ResolvedEnd::Node(offset) => {
                    // The last node that begins at the offset or before; it may have several ports.
                    nodes.partition_point(|node| node.offset <= offset).checked_sub(1)
                }
                _ => None,
            };
            let mut ends: Vec<usize> = ends.into_iter().filter_map(node_at).collect();
            ends.sort_unstable();
            ends.dedup();
            if !ends.is_empty() {
                wires.push(StuckWire { span, address, nodes: ends });
            }
        }
        let (stage, x) = (state.stage(Stage::at(state.time)), state.values.clone());
        Self { network, stage, x, nodes, wires }
    }

    /// Returns the elements, grouped by the bodies that they share.
    pub(super) fn islands(&self) -> Vec<Vec<StuckWire>> {
        fn root(parents: &mut [usize], mut node: usize) -> usize {
            while parents[node] != node {
                parents[node] = parents[parents[node]];
                node = parents[node];
            }
            node
        }
        // Sets of nodes as trees: each node points towards the root of its set, and a wire joins two roots.
        let mut parents: Vec<usize> = (0..self.nodes.len()).collect();
        for wire in &self.wires {
            for pair in wire.nodes.windows(2) {
                let (a, b) = (root(&mut parents, pair[0]), root(&mut parents, pair[1]));
                parents[b] = a;
            }
        }
        let mut island_of_root = vec![None; self.nodes.len()];
        let mut islands: Vec<Vec<StuckWire>> = vec![];
        for wire in &self.wires {
            let root = root(&mut parents, wire.nodes[0]);
            let island = *island_of_root[root].get_or_insert_with(|| {
                islands.push(vec![]);
                islands.len() - 1
            });
            islands[island].push(wire.clone());
        }
        islands
    }

    /// Returns the number of velocities and deflections of an island.
    pub(super) fn size(&self, wires: &[StuckWire]) -> usize {
        let slots: usize =
            nodes_of(wires).into_iter().map(|node| self.flow_slots(node).len()).sum();
        slots + wires.iter().map(|wire| self.flows(wire)).sum::<usize>()
    }

    /// Returns where the flows of a node lie in the state.
    fn flow_slots(&self, node: usize) -> Vec<usize> {
        let span = self.nodes[node];
        let own = self.network.node_at(span).flow_slots();
        own.into_iter().map(|slot| span.offset as usize + slot).collect()
    }

    pub(super) fn island(&mut self, wires: &[StuckWire]) -> Island<'a> {
        let nodes = nodes_of(wires);
        // The flow slots of the nodes, and the first column of each node.
        let (mut slots, mut first) = (vec![], vec![]);
        for &node in &nodes {
            first.push(slots.len());
            slots.extend(self.flow_slots(node));
        }
        let size = slots.len();
        // A block for each node: an effort accelerates only the component that it acts on.
        let mut mobility = DMatrix::zeros(size, size);
        for (i, &node) in nodes.iter().enumerate() {
            let columns = first[i]..first.get(i + 1).copied().unwrap_or(size);
            // Gravity and other accelerations without an effort do not count.
            let at_rest = self.accelerations(node, None);
            for column in columns.clone() {
                let pushed = self.accelerations(node, Some(slots[column]));
                for row in columns.clone() {
                    let local = slots[row] - self.nodes[node].offset as usize;
                    mobility[(row, column)] = pushed[local] - at_rest[local];
                }
            }
        }
        let rows: usize = wires.iter().map(|wire| self.flows(wire)).sum();
        let mut psi = DMatrix::zeros(rows, size);
        let flows = wires.iter().flat_map(|wire| self.flow_at(wire)).collect();
        let mut axis_of_row = vec![];
        for (index, wire) in wires.iter().enumerate() {
            let top = axis_of_row.len();
            let saved: Vec<f64> = slots.iter().map(|&slot| self.x[slot]).collect();
            slots.iter().for_each(|&slot| self.x[slot] = 0.0);
            // With all nodes at rest, the wire sees the motion of a belt.
            let at_rest = self.flow_at(wire);
            for (column, &slot) in slots.iter().enumerate() {
                self.x[slot] = 1.0;
                for (row, flow) in self.flow_at(wire).into_iter().enumerate() {
                    psi[(top + row, column)] = flow - at_rest[row];
                }
                self.x[slot] = 0.0;
            }
            slots.iter().zip(saved).for_each(|(&slot, value)| self.x[slot] = value);
            axis_of_row.extend((0..at_rest.len()).map(|axis| (index, axis)));
        }
        let (network, wires) = (self.network, wires.to_vec());
        Island { network, wires, slots, mobility, psi, flows, axis_of_row }
    }

    /// Returns the rates of one node under a unit effort in one slot of the state (or none).
    fn accelerations(&self, node: usize, pushed: Option<usize>) -> Vec<f64> {
        let span = self.nodes[node];
        let mut rate = vec![0.0; span.len as usize];
        if let Some(slot) = pushed {
            rate[slot - span.offset as usize] = 1.0;
        }
        self.network.node_at(span).rate(&self.stage, &self.x[span.range()], &mut rate);
        rate
    }

    fn flows(&self, wire: &StuckWire) -> usize {
        self.network.wire_at(wire.span).law.domain().flow_len
    }

    /// Returns the flow that an element sees of the velocities in `x`.
    fn flow_at(&self, wire: &StuckWire) -> Vec<f64> {
        let (wire, mut look) = (self.network.wire_at(wire.span), Look::default());
        wire.see(&self.stage, &self.x, &mut look);
        wire.flow(&look).to_vec()
    }
}
