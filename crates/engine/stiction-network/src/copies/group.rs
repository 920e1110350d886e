//! Copies of one mechanism, and their way into columns and back.
//!
//! In the part, the variables of a pool in the copies are one span, copy after copy. Packed, they are some
//! columns of every *set* of eight copies:
//!
//! ```text
//! part     | pose flow | pose flow | pose flow | ...   | z | z | z | ...
//!            copy 0      copy 1      copy 2             internal states of a law, copy by copy
//!
//! packed   set 0:  pose of 0..8 | flow of 0..8 | z of 0..8      columns 0, 1, 2
//!          set 1:  pose of 8..16 | ...
//! ```
//!
//! Only the last set may have lanes without a copy. They begin as the last copy, and repeat it or stay
//! still, so that they stay finite as long as it does.

use core::ops::Range;

use stiction_core::lanes::rows::{to_columns, to_rows};
use stiction_core::lanes::{Block, WIDTH};
use stiction_core::vectors::{InLanes, Vectors};
use stiction_core::{Real, Stage};

use crate::pool::{LanesOf, NodePool, WirePool};

/// Fewer copies, or copies with fewer variables in all, are evaluated one at a time: to pack them takes
/// time.
pub(super) const LEAST_COPIES: usize = 4;
pub(super) const LEAST_VARIABLES: usize = 64;

/// Share of a pool in every copy: a span of the part, copy after copy, and some columns.
#[derive(Clone, Debug)]
pub(super) struct PoolSpan {
    pub(super) pool: usize,
    pub(super) start: usize,
    pub(super) len: usize,
    pub(super) column: usize,
    /// The columns in which efforts gather.
    pub(super) flows: Range<usize>,
}

/// Copies of one mechanism with at most one body of each pool.
#[derive(Clone, Debug)]
pub(super) struct CopyGroup {
    pub(super) count: usize,
    pub(super) nodes: Vec<PoolSpan>,
    pub(super) wires: Vec<PoolSpan>,
    pub(super) columns: usize,
    /// Start of the group in the packed state.
    pub(super) start: usize,
}

/// The pools of a network.
#[derive(Clone, Copy)]
pub(crate) struct Pools<'a> {
    pub(crate) nodes: &'a [Box<dyn NodePool>],
    pub(crate) wires: &'a [Box<dyn WirePool>],
}

/// Arguments of the evaluation of a part.
pub(crate) struct Evaluation<'a> {
    pub(crate) pools: Pools<'a>,
    pub(crate) vectors: Vectors,
    pub(crate) part: usize,
    pub(crate) stage: &'a Stage<'a>,
}

impl CopyGroup {
    pub(super) fn has_wires(&self, pool: usize) -> bool {
        self.wires.iter().any(|own| own.pool == pool)
    }

    pub(super) fn prepare(
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
            let own = |own: &&PoolSpan| (own.start..own.start + own.len).contains(&offset);
            let node = self.nodes.iter().find(own);
            node.map_or(0, |own| (offset - own.start + own.column) as u32)
        };
        for own in &self.wires {
            wires[own.pool].set_copied(part, self.count, own.column, &to);
        }
    }

    /// Returns where they are in the packed state.
    #[inline(always)]
    pub(super) fn range(&self) -> Range<usize> {
        let sets = self.count.div_ceil(WIDTH);
        self.start..self.start + sets * self.columns * WIDTH
    }

    /// Returns those with variables: a law without memory has none.
    fn spans(&self) -> impl Iterator<Item = &PoolSpan> {
        self.wires.iter().chain(&self.nodes).filter(|own| own.len > 0)
    }

    pub(super) fn rates(&self, on: &Evaluation<'_>, x: &[Block], dx: &mut [Block]) {
        let Evaluation { pools, vectors, part, stage } = *on;
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

    pub(super) fn pack(&self, vectors: Vectors, x: &[f64], packed: &mut [Block]) {
        vectors.run(Pack { copies: self, x, packed });
        let rest = self.count % WIDTH;
        if let Some(columns) = packed.chunks_exact_mut(self.columns).last().filter(|_| rest > 0) {
            let first = self.count - rest;
            for PoolSpan { start, len, column, .. } in self.spans() {
                for (i, block) in columns[*column..][..*len].iter_mut().enumerate() {
                    // Lanes without a copy repeat the last copy.
                    *block = core::array::from_fn(|lane| {
                        x[start + (first + lane.min(rest - 1)) * len + i]
                    });
                }
            }
        }
    }

    pub(super) fn unpack(&self, vectors: Vectors, packed: &[Block], x: &mut [f64]) {
        vectors.run(Unpack { copies: self, packed, x });
        let rest = self.count % WIDTH;
        if let Some(columns) = packed.chunks_exact(self.columns).last().filter(|_| rest > 0) {
            let first = self.count - rest;
            for PoolSpan { start, len, column, .. } in self.spans() {
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
    copies: &'a CopyGroup,
    x: &'a [f64],
    packed: &'a mut [Block],
}

impl InLanes for Pack<'_> {
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { copies, x, packed } = self;
        for PoolSpan { start, len, column, .. } in copies.spans() {
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
    copies: &'a CopyGroup,
    packed: &'a [Block],
    x: &'a mut [f64],
}

impl InLanes for Unpack<'_> {
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { copies, packed, x } = self;
        for PoolSpan { start, len, column, .. } in copies.spans() {
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
