//! Copies of one mechanism within a part.
//!
//! Where the components of a part are so many copies of the same small mechanism (n bodies, each with
//! its own contact), lane k of a vector can stand for copy k. A part with copies is stepped in another
//! order of its variables: sets of eight copies, one block of eight numbers per variable. There the
//! pools evaluate several copies side by side, ports and all. Every copy gets the operations that it
//! would get alone, in the same order, so that the bits are the same.

mod grouping;

use core::ops::Range;

use stiction_core::lanes::{Block, WIDTH};
use stiction_core::{Real, Stage};

use crate::pool::{CAPACITY, LanesOf, NodePool, WirePool};
use crate::rows::{to_columns, to_rows};
use crate::vectors::{InLanes, Machine};
use grouping::Grouping;

/// Fewer copies, or copies with fewer variables in all, are evaluated one at a time: to pack them takes
/// time.
const LEAST_COPIES: usize = 4;
const LEAST_VARIABLES: usize = 64;

/// What a pool has of every copy: a stretch of the part, copy after copy, and some columns.
#[derive(Clone, Debug)]
struct Stretch {
    pool: usize,
    start: usize,
    len: usize,
    column: usize,
    /// The columns in which efforts gather.
    flows: Range<usize>,
}

/// Copies of one mechanism with at most one body of each pool.
#[derive(Clone, Debug)]
pub(crate) struct Copies {
    count: usize,
    nodes: Vec<Stretch>,
    wires: Vec<Stretch>,
    columns: usize,
    /// Where they begin in the packed state.
    start: usize,
}

/// The copies in a part, and the pools that have others there.
#[derive(Clone, Debug)]
pub(crate) struct PartCopies {
    groups: Vec<Copies>,
    other_nodes: Vec<usize>,
    other_wires: Vec<usize>,
    /// What the packed state begins with: the whole part as it is, if there are others in it.
    plain: usize,
}

/// The pools of a network.
#[derive(Clone, Copy)]
pub(crate) struct Pools<'a> {
    pub(crate) nodes: &'a [Box<dyn NodePool>],
    pub(crate) wires: &'a [Box<dyn WirePool>],
}

/// What evaluates a part, and when.
pub(crate) struct Evaluation<'a> {
    pub(crate) pools: Pools<'a>,
    pub(crate) machine: Machine,
    pub(crate) part: usize,
    pub(crate) stage: &'a Stage,
}

impl PartCopies {
    /// Finds the copies in a part of so many variables, and prepares the pools for them.
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
        let of_nodes = |pool: &usize| groups.iter().any(|group| group.has_nodes(*pool));
        let of_wires = |pool: &usize| groups.iter().any(|group| group.has_wires(*pool));
        let other_nodes: Vec<_> = (0..nodes.len()).filter(|pool| !of_nodes(pool)).collect();
        let other_wires: Vec<_> = (0..wires.len()).filter(|pool| !of_wires(pool)).collect();
        let others = other_nodes.iter().any(|&pool| !nodes[pool].extent(part).is_empty())
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

    /// Whether wires of the pool are in copies.
    pub(crate) fn has_wires(&self, pool: usize) -> bool {
        self.groups.iter().any(|group| group.has_wires(pool))
    }

    /// Number of copies, of whatever mechanism.
    pub(crate) fn count(&self) -> usize {
        self.groups.iter().map(|group| group.count).sum()
    }

    /// Number of variables of the packed part.
    pub(crate) fn len(&self) -> usize {
        self.groups.last().map_or(self.plain, |group| group.range().end)
    }

    pub(crate) fn pack(&self, machine: Machine, x: &[f64], packed: &mut [f64]) {
        if self.plain > 0 {
            packed[..x.len()].copy_from_slice(x);
            packed[x.len()..self.plain].fill(0.0);
        }
        for group in &self.groups {
            let (blocks, _) = packed[group.range()].as_chunks_mut();
            group.pack(machine, x, blocks);
        }
    }

    pub(crate) fn unpack(&self, machine: Machine, packed: &[f64], x: &mut [f64]) {
        if self.plain > 0 {
            let len = x.len();
            x.copy_from_slice(&packed[..len]);
        }
        for group in &self.groups {
            group.unpack(machine, packed[group.range()].as_chunks().0, x);
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
        machine: Machine,
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
            let Some(vectors) = machine.for_copies(WIDTH) else { continue };
            for own in &group.nodes {
                pools.nodes[own.pool].project_in_lanes(part, vectors, group.columns, x);
            }
        }
    }
}

impl Copies {
    fn has_nodes(&self, pool: usize) -> bool {
        self.nodes.iter().any(|own| own.pool == pool)
    }

    fn has_wires(&self, pool: usize) -> bool {
        self.wires.iter().any(|own| own.pool == pool)
    }

    fn prepare(
        &self,
        part: usize,
        nodes: &mut [Box<dyn NodePool>],
        wires: &mut [Box<dyn WirePool>],
    ) {
        for own in &self.nodes {
            nodes[own.pool].set_copied(part, own.column);
        }
        let to = |offset: u32| {
            let offset = offset as usize;
            let own = |own: &&Stretch| (own.start..own.start + own.len).contains(&offset);
            let node = self.nodes.iter().find(own);
            node.map_or(0, |own| (offset - own.start + own.column) as u32)
        };
        for own in &self.wires {
            wires[own.pool].set_copied(part, self.count, own.column, &to);
        }
    }

    /// Where they are in the packed state.
    #[inline(always)]
    fn range(&self) -> Range<usize> {
        let sets = self.count.div_ceil(WIDTH);
        self.start..self.start + sets * self.columns * WIDTH
    }

    /// Those with variables: a law without memory has none.
    fn stretches(&self) -> impl Iterator<Item = &Stretch> {
        self.wires.iter().chain(&self.nodes).filter(|own| own.len > 0)
    }

    fn rates(&self, on: &Evaluation<'_>, x: &[Block], dx: &mut [Block]) {
        let Evaluation { pools, part, stage, .. } = *on;
        let Some(vectors) = on.machine.for_copies(self.count) else { return };
        let columns = self.columns;
        let last = dx.len() - columns;
        for dx in dx.chunks_exact_mut(columns) {
            for own in &self.nodes {
                dx[own.flows.clone()].as_flattened_mut().fill(0.0);
            }
        }
        if !self.count.is_multiple_of(WIDTH) {
            // Lanes that are not used stay where they are.
            dx[last..].as_flattened_mut().fill(0.0);
        }
        let lanes = &mut LanesOf { vectors, stage, columns, x, dx };
        for own in &self.wires {
            pools.wires[own.pool].respond_in_lanes(part, lanes);
        }
        for own in &self.nodes {
            pools.nodes[own.pool].rates_in_lanes(part, lanes);
        }
    }

    fn pack(&self, machine: Machine, x: &[f64], packed: &mut [Block]) {
        if let Some(vectors) = machine.for_copies(WIDTH) {
            vectors.run(Pack { copies: self, x, packed });
        }
        let rest = self.count % WIDTH;
        if let Some(columns) = packed.chunks_exact_mut(self.columns).last().filter(|_| rest > 0) {
            let first = self.count - rest;
            for Stretch { start, len, column, .. } in self.stretches() {
                for (i, block) in columns[*column..][..*len].iter_mut().enumerate() {
                    // Lanes without a copy do what the last one does.
                    *block = core::array::from_fn(|lane| {
                        x[start + (first + lane.min(rest - 1)) * len + i]
                    });
                }
            }
        }
    }

    fn unpack(&self, machine: Machine, packed: &[Block], x: &mut [f64]) {
        if let Some(vectors) = machine.for_copies(WIDTH) {
            vectors.run(Unpack { copies: self, packed, x });
        }
        let rest = self.count % WIDTH;
        if let Some(columns) = packed.chunks_exact(self.columns).last().filter(|_| rest > 0) {
            let first = self.count - rest;
            for Stretch { start, len, column, .. } in self.stretches() {
                for (i, block) in columns[*column..][..*len].iter().enumerate() {
                    for (lane, value) in block[..rest].iter().enumerate() {
                        x[start + (first + lane) * len + i] = *value;
                    }
                }
            }
        }
    }
}

/// Brings whole sets of copies into columns.
struct Pack<'a> {
    copies: &'a Copies,
    x: &'a [f64],
    packed: &'a mut [Block],
}

impl InLanes for Pack<'_> {
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { copies, x, packed } = self;
        for Stretch { start, len, column, .. } in copies.stretches() {
            let rows = x[*start..start + copies.count * len].chunks_exact(WIDTH * len);
            for (rows, columns) in rows.zip(packed.chunks_exact_mut(copies.columns)) {
                for (half, rows) in rows.chunks_exact(R::COUNT * len).enumerate() {
                    let columns = &mut columns[*column..*column + len];
                    to_columns::<R>(token, rows, columns, half * R::COUNT);
                }
            }
        }
    }
}

/// The reverse of [`Pack`].
struct Unpack<'a> {
    copies: &'a Copies,
    packed: &'a [Block],
    x: &'a mut [f64],
}

impl InLanes for Unpack<'_> {
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { copies, packed, x } = self;
        for Stretch { start, len, column, .. } in copies.stretches() {
            let rows = x[*start..start + copies.count * len].chunks_exact_mut(WIDTH * len);
            for (rows, columns) in rows.zip(packed.chunks_exact(copies.columns)) {
                for (half, rows) in rows.chunks_exact_mut(R::COUNT * len).enumerate() {
                    let columns = &columns[*column..*column + len];
                    to_rows::<R>(token, columns, half * R::COUNT, rows);
                }
            }
        }
    }
}
