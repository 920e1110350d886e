//! Copies of one mechanism within a part.
//!
//! If the components of a part are copies of the same small mechanism (n bodies, each with its own
//! contact), lane k of a vector can stand for copy k. A part with copies is stepped in another order
//! of its variables: sets of eight copies, one block of eight numbers per variable. In this order the
//! pools evaluate several copies side by side, ports and all. Every copy gets the operations that it
//! would get alone, in the same order, so that the bits are the same.

mod group;
mod grouping;

use stiction_core::lanes::{CAPACITY, WIDTH};
use stiction_core::vectors::Vectors;

use crate::pool::{NodePool, WirePool};
use group::CopyGroup;
pub(crate) use group::{Evaluation, Pools};
use grouping::Grouping;

/// The copies in a part, and the pools that have others there.
#[derive(Clone, Debug)]
pub(crate) struct PartCopies {
    groups: Vec<CopyGroup>,
    other_nodes: Vec<usize>,
    other_wires: Vec<usize>,
    /// Number of variables at the start of the packed state that hold the whole part as it is, if it has others too.
    plain: usize,
}

impl PartCopies {
    /// Finds the copies in a part of `len` variables, and prepares the pools for them.
    pub(crate) fn find(
        part: usize,
        len: usize,
        nodes: &mut [Box<dyn NodePool>],
        wires: &mut [Box<dyn WirePool>],
    ) -> Option<Box<Self>> {
        let mut groups = Grouping::new(part, Pools { nodes, wires }).groups();
        groups.retain(|group| group.columns <= CAPACITY);
        if groups.is_empty() {
            return None;
        }
        let all_nodes = || groups.iter().flat_map(|group| &group.nodes);
        let of_nodes = |pool: &usize| all_nodes().any(|own| own.pool == *pool);
        let of_wires = |pool: &usize| groups.iter().any(|group| group.has_wires(*pool));
        let other_nodes: Vec<_> = (0..nodes.len()).filter(|pool| !of_nodes(pool)).collect();
        let other_wires: Vec<_> = (0..wires.len()).filter(|pool| !of_wires(pool)).collect();
        let others = other_nodes.iter().any(|&pool| !nodes[pool].span(part).is_empty())
            || other_wires.iter().any(|&pool| wires[pool].count(part) > 0);
        // A multiple of the block, so that the blocks are where the cache has its lines.
        let plain = if others { len.next_multiple_of(WIDTH) } else { 0 };
        let mut next = plain;
        for group in &mut groups {
            group.start = next;
            next = group.range().end;
            group.prepare(part, nodes, wires);
        }
        Some(Box::new(Self { groups, other_nodes, other_wires, plain }))
    }

    /// Returns whether wires of the pool are in copies.
    pub(crate) fn has_wires(&self, pool: usize) -> bool {
        self.groups.iter().any(|group| group.has_wires(pool))
    }

    /// Returns the number of copies of all mechanisms.
    pub(crate) fn count(&self) -> usize {
        self.groups.iter().map(|group| group.count).sum()
    }

    /// Returns the number of variables of the packed part.
    pub(crate) fn len(&self) -> usize {
        self.groups.last().map_or(self.plain, |group| group.range().end)
    }

    pub(crate) fn pack(&self, vectors: Vectors, x: &[f64], packed: &mut [f64]) {
        if self.plain > 0 {
            packed[..x.len()].copy_from_slice(x);
            packed[x.len()..self.plain].fill(0.0);
        }
        for group in &self.groups {
            let (blocks, _) = packed[group.range()].as_chunks_mut();
            group.pack(vectors, x, blocks);
        }
    }

    pub(crate) fn unpack(&self, vectors: Vectors, packed: &[f64], x: &mut [f64]) {
        if self.plain > 0 {
            let len = x.len();
            x.copy_from_slice(&packed[..len]);
        }
        for group in &self.groups {
            group.unpack(vectors, packed[group.range()].as_chunks().0, x);
        }
    }

    /// Writes all rates of the packed part.
    pub(crate) fn rates(&self, on: &Evaluation<'_>, x: &[f64], dx: &mut [f64]) {
        let Evaluation { pools, part, stage, .. } = *on;
        if self.plain > 0 {
            dx[..self.plain].fill(0.0);
            for &pool in &self.other_wires {
                pools.wires[pool].respond(part, stage, x, dx);
            }
            for &pool in &self.other_nodes {
                pools.nodes[pool].rates(part, stage, x, dx);
            }
        }
        for group in &self.groups {
            let (dx, _) = dx[group.range()].as_chunks_mut();
            group.rates(on, x[group.range()].as_chunks().0, dx);
        }
    }

    pub(crate) fn project(
        &self,
        vectors: Vectors,
        pools: Pools<'_>,
        part: usize,
        packed: &mut [f64],
    ) {
        if self.plain > 0 {
            for &pool in &self.other_nodes {
                pools.nodes[pool].project(part, packed);
            }
        }
        for group in &self.groups {
            let (x, _) = packed[group.range()].as_chunks_mut();
            for own in &group.nodes {
                pools.nodes[own.pool].project_in_lanes(part, vectors, group.columns, x);
            }
        }
    }
}
