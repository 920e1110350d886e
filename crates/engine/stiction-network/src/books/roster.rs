//! Every component of a network, in the order of evaluation, with where it lies in the state.
//!
//! A pool evaluates its wires in a loop that tells nobody what passes through them. To see that, a roster evaluates
//! the network one wire after the other, with the same bits; and as it is made once for a run, nobody asks for types,
//! lengths and places at every stage.

use core::ops::Range;

use stiction_core::{AnyAdmittance, Stage};

use super::look::WireRef;
use crate::network::Network;
use crate::ode::Parts;

/// All components of a network: admittances pool by pool, then wires in the order in which their efforts are summed.
pub(crate) struct Roster<'n> {
    network: &'n Network,
    pub(crate) nodes: Vec<Entry<&'n dyn AnyAdmittance>>,
    pub(crate) wires: Vec<Entry<WireRef<'n>>>,
}

/// A component.
pub(crate) struct Entry<C> {
    pub(crate) component: C,
    /// Its variables in the state.
    pub(crate) own: Range<usize>,
    /// Its pool, and its place there.
    pub(crate) at: [usize; 2],
}

impl Entry<WireRef<'_>> {
    /// Returns where the internal variables are among those of the part.
    pub(crate) fn in_part(&self) -> Range<usize> {
        self.own.start - self.component.base..self.own.end - self.component.base
    }
}

impl<'n> Roster<'n> {
    pub(crate) fn new(network: &'n Network) -> Self {
        let nodes = network.nodes.iter().enumerate().flat_map(|(pool, nodes)| {
            nodes.states().enumerate().map(move |(place, (component, own))| Entry {
                component,
                own,
                at: [pool, place],
            })
        });
        // The last part is that of the wires between parts.
        let wires = (0..=network.layout.moving.len()).flat_map(|part| {
            network.wires.iter().enumerate().flat_map(move |(pool, wires)| {
                wires.wires_of(part).map(move |(place, component, own)| Entry {
                    component,
                    own,
                    at: [pool, place],
                })
            })
        });
        Self { network, nodes: nodes.collect(), wires: wires.collect() }
    }

    /// Returns the name of a component, counted through the admittances and then the wires.
    pub(crate) fn name(&self, index: usize) -> String {
        let Self { network, nodes, wires } = self;
        let name = match index.checked_sub(nodes.len()) {
            None => network.placed_nodes.at(nodes[index].at).map(|node| network.node_name(node)),
            Some(index) => {
                network.placed_wires.at(wires[index].at).map(|wire| network.wire_name(wire))
            }
        };
        name.unwrap_or_default()
    }

    /// Evaluates the right-hand side of the network, with its bits: `respond` passes a wire, which adds its efforts to the
    /// rates of the network and writes there those of its internal variables.
    pub(crate) fn rhs(
        &self,
        stage: &Stage,
        x: &[f64],
        dx: &mut [f64],
        mut respond: impl FnMut(usize, &Entry<WireRef<'n>>, &mut [f64]),
    ) {
        let layout = &self.network.layout;
        let parts =
            layout.bounds.windows(2).map(|pair| pair[0]..pair[1]).zip(0..layout.moving.len());
        for (own, part) in parts.clone() {
            self.network.clear(part, &mut dx[own]);
        }
        for (index, entry) in self.wires.iter().enumerate() {
            respond(index, entry, dx);
        }
        for (own, part) in parts {
            self.network.leave(part, stage, &x[own.clone()], &mut dx[own]);
        }
    }
}
