//! Finds the pools of a part that have one body, or a fixed number of impedances, for each of its copies.
//!
//! The search looks at pools, not at bodies: a part with ten thousand spheres has two pools. Pools that
//! some wire connects get one label; a label is a group of copies if all its pools have one count n,
//! and wire k of every copy leads to the body of that copy.
//!
//! ```text
//! pool of spheres    0  1  2  3        n = 4 bodies
//! pool of contacts   0  1  2  3        one for each, contact i on sphere i: copies
//! pool of springs    0-1   2-3         connects bodies of two copies: none of the label is a copy
//! ```
//! Where a copy has two contacts, contact i hangs on sphere i / 2, and its end must be where that of contact i % 2 is,
//! moved on by the variables of i / 2 spheres:
//!
//! ```text
//! variables   | x v | x v | x v | x v |        spheres, two variables each: own.len = 2
//! contacts      0 1   2 3   4 5   6 7          of_a_copy = 2; contact 5 belongs to copy 5 / 2 = 2
//! ends          0 0   2 2   4 4   6 6          of contact 5: first + (item / of_a_copy) own.len = 0 + 2 * 2
//! ```

use core::ops::Range;

use super::group::{CopyGroup, LEAST_COPIES, LEAST_VARIABLES, PoolSpan, Pools};
use crate::compose::end::ResolvedEnd;
use crate::pool::{PoolCopies, WirePool};

/// The admittances of one pool in a part.
struct NodesOfPool {
    pool: usize,
    span: Range<usize>,
    copies: Option<PoolCopies>,
    /// Equal for pools that wires connect.
    label: usize,
}

/// The impedances of one pool in a part.
struct WiresOfPool {
    pool: usize,
    /// `None` if their number differs from copy to copy.
    copies: Option<PoolCopies>,
    /// Place of the admittances that they hang on.
    on: Vec<usize>,
}

/// Which pools of a part are connected.
pub(super) struct Grouping {
    nodes: Vec<NodesOfPool>,
    wires: Vec<WiresOfPool>,
}

impl Grouping {
    pub(super) fn new(part: usize, pools: Pools<'_>) -> Self {
        let of_pool = |pool: usize| {
            let nodes = &pools.nodes[pool];
            let (span, copies) = (nodes.span(part), nodes.copies(part));
            NodesOfPool { pool, span, copies, label: pool }
        };
        let nodes = (0..pools.nodes.len()).map(of_pool);
        let nodes = nodes.filter(|nodes| !nodes.span.is_empty()).collect();
        let mut grouping = Self { nodes, wires: vec![] };
        for (pool, wires) in pools.wires.iter().enumerate() {
            if wires.count(part) > 0 {
                let wires = grouping.wires_of(part, pool, &**wires);
                grouping.connect(&wires.on);
                grouping.wires.push(wires);
            }
        }
        grouping
    }

    fn wires_of(&self, part: usize, pool: usize, wires: &dyn WirePool) -> WiresOfPool {
        let ends = (0..wires.count(part)).map(|item| wires.ends_within(part, item));
        let ends: Vec<_> = ends.collect();
        let mut on = vec![];
        for node in ends.iter().flatten().filter_map(|end| self.node_at(end)) {
            if !on.contains(&node) {
                on.push(node);
            }
        }
        // The first pool alone decides how many copies there are; `group` compares with the others.
        let count = on.first().and_then(|&node| self.nodes[node].copies).map(|copies| copies.count);
        let of_a_copy = count.filter(|&count| ends.len().is_multiple_of(count));
        let of_a_copy = of_a_copy.map(|count| ends.len() / count);
        let of_a_copy = of_a_copy.filter(|&count| self.are_regular(&ends, count));
        WiresOfPool { pool, copies: of_a_copy.and_then(|count| wires.copies(part, count)), on }
    }

    /// Returns the place of the admittances that an end leads to.
    fn node_at(&self, end: &ResolvedEnd) -> Option<usize> {
        let ResolvedEnd::Node(offset) = end else { return None };
        self.nodes.iter().position(|node| node.span.contains(&(*offset as usize)))
    }

    /// Returns whether the ends of the `of_a_copy` wires of every copy are where those of the first one are.
    fn are_regular(&self, ends: &[Vec<ResolvedEnd>], of_a_copy: usize) -> bool {
        let first = ends[..of_a_copy].iter().cycle();
        ends.iter().zip(first).enumerate().all(|(item, (ends, first))| {
            ends.iter().zip(first).all(|(end, first)| {
                // Ground and drives must be alike too, which the pool itself checks (`WirePool::copies`).
                let Some(own) = self.node_at(end) else { return true };
                let (ResolvedEnd::Node(end), ResolvedEnd::Node(first)) = (*end, *first) else {
                    return false;
                };
                let [end, first] = [end as usize, first as usize];
                let own = self.nodes[own].copies.filter(|own| own.first().contains(&first));
                own.is_some_and(|own| end == first + item / of_a_copy * own.len)
            })
        })
    }

    fn connect(&mut self, on: &[usize]) {
        // All pools with one of these labels get the least of them, also those that other wires have joined before.
        let labels: Vec<usize> = on.iter().map(|&node| self.nodes[node].label).collect();
        if let Some(&least) = labels.iter().min() {
            let connected = self.nodes.iter_mut().filter(|node| labels.contains(&node.label));
            connected.for_each(|node| node.label = least);
        }
    }

    /// Returns the connected pools that have one item for each copy.
    pub(super) fn groups(&self) -> Vec<CopyGroup> {
        let mut labels: Vec<usize> = self.nodes.iter().map(|node| node.label).collect();
        labels.sort_unstable();
        labels.dedup();
        labels.into_iter().filter_map(|label| self.group(label)).collect()
    }

    fn group(&self, label: usize) -> Option<CopyGroup> {
        let nodes = || self.nodes.iter().filter(|node| node.label == label);
        // `connect` has given all pools of `on` one label, so the first stands for all. Wires on no node have no label.
        let wires = self
            .wires
            .iter()
            .filter(|wires| wires.on.first().is_some_and(|&node| self.nodes[node].label == label));
        let count = nodes().next()?.copies?.count;
        // Columns are given out one pool after the other: bodies first, then the internal states of wires.
        let mut columns = 0;
        let mut span = |pool: usize, copies: Option<PoolCopies>| {
            let PoolCopies { start, len, flows, .. } =
                copies.filter(|copies| copies.count == count)?;
            let column = columns;
            columns += len;
            let flows = column + flows[0]..column + flows[1];
            Some(PoolSpan { pool, start, len, column, flows })
        };
        let nodes: Option<_> = nodes().map(|node| span(node.pool, node.copies)).collect();
        let wires: Option<_> = wires.map(|wires| span(wires.pool, wires.copies)).collect();
        let (nodes, wires) = (nodes?, wires?);
        let enough = count >= LEAST_COPIES && count * columns >= LEAST_VARIABLES;
        enough.then_some(CopyGroup { count, nodes, wires, columns, start: 0 })
    }
}
