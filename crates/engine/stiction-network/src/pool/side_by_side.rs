//! The items of a pool that are evaluated side by side in lanes.
//!
//! A kernel takes the parameters of eight items as it takes their state, one column per number:
//!
//! ```text
//!             lane 0  lane 1  ...  lane 7
//! stiffness   k of 0  k of 1       k of 7     a block of eight items; one of four lanes reads the
//! damping     b of 0  b of 1       b of 7     left half of it, then the right one
//! ```
//!
//! Blocks that follow each other and are equal are kept once: a sheet of a million equal springs has
//! one. Lanes beyond the last item repeat it, so that a kernel meets no numbers that it does not expect.

use core::ops::Range;

use stiction_core::lanes::{Block, CAPACITY, Column, LaneColumns, WIDTH};
use stiction_core::vectors::Vectors;
use stiction_core::{LaneParameters, Stage};

/// Items of a pool in the copies of a part: the items of one copy follow those of the one before, as
/// do their variables, and differ from them only by the values of their parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PoolCopies {
    /// Number of copies.
    pub(crate) count: usize,
    /// Where their variables begin within the part, and how many there are of one copy.
    pub(crate) start: usize,
    pub(crate) len: usize,
    /// Which of its variables are flows, where efforts gather.
    pub(crate) flows: [usize; 2],
}

impl PoolCopies {
    /// Returns the variables of the first copy.
    pub(crate) const fn first(&self) -> Range<usize> {
        self.start..self.start + self.len
    }
}

/// State and rates of the copies, which a pool reads and writes in lanes: set after set of
/// [`WIDTH`] copies, each set in `columns` columns.
pub(crate) struct LanesOf<'a> {
    pub(crate) vectors: Vectors,
    pub(crate) stage: &'a Stage<'a>,
    pub(crate) columns: usize,
    pub(crate) x: &'a [Block],
    pub(crate) dx: &'a mut [Block],
}

/// As many copies as there are lanes: the first of them, its lane, and the columns that it is in.
pub(crate) struct Set<'a> {
    pub(crate) first: usize,
    pub(crate) lane: usize,
    pub(crate) x: &'a [Block],
    pub(crate) dx: &'a mut [Block],
}

impl LanesOf<'_> {
    /// Calls `f` for every group of `lanes` lanes, below `count` copies.
    #[inline(always)]
    pub(crate) fn for_sets(&mut self, count: usize, lanes: usize, mut f: impl FnMut(Set<'_>)) {
        let sets = self.x.chunks_exact(self.columns).zip(self.dx.chunks_exact_mut(self.columns));
        for (set, (x, dx)) in sets.enumerate() {
            let first = set * WIDTH;
            for lane in (0..WIDTH.min(count - first)).step_by(lanes) {
                f(Set { first: first + lane, lane, x, dx });
            }
        }
    }
}

/// Data of the items in a part that are evaluated side by side, one of each copy.
#[derive(Clone, Debug)]
pub(crate) struct SideBySide {
    /// Where the ends of an item are among the columns, if it is a wire of a copy.
    pub(crate) ends: Box<[u32]>,
    /// Where its own variables are among the columns, likewise.
    pub(crate) column: usize,
    /// Its first block, and the one after its last.
    blocks: [u32; 2],
    /// Numbers of the parameters of its two components.
    parameters: [u32; 2],
}

/// The parts of a pool whose items are evaluated side by side, and the parameters of these.
#[derive(Debug, Default)]
pub(crate) struct SideBySideParts {
    /// Entries: for each part as many as a copy has items.
    parts: Vec<Vec<SideBySide>>,
    /// Where the parameters of each block of [`WIDTH`] items begin.
    blocks: Vec<u32>,
    columns: Vec<Column>,
}

impl SideBySideParts {
    /// Adds items of a part, in ascending order of the parts; they have the parameters of one or two components.
    pub(crate) fn add(
        &mut self,
        part: usize,
        ends: &[u32],
        column: usize,
        items: &[[LaneParameters; 2]],
    ) {
        self.parts.resize_with(part + 1, Vec::new);
        let first = self.blocks.len();
        let counts = items.first().map_or([0; 2], |components| {
            components.each_ref().map(|component| component.values().len())
        });
        items.chunks(WIDTH).for_each(|block| self.add_block(block, counts));
        let blocks = [first, self.blocks.len()].map(|block| block as u32);
        let parameters = counts.map(|count| count as u32);
        self.parts[part].push(SideBySide { ends: ends.into(), column, blocks, parameters });
    }

    /// Adds a block; blocks that follow each other share their parameters if they are the same.
    fn add_block(&mut self, items: &[[LaneParameters; 2]], counts: [usize; 2]) {
        let mut columns = vec![Column([0.0; WIDTH]); counts[0] + counts[1]];
        for (lane, [first, second]) in items.iter().enumerate() {
            for (column, value) in columns.iter_mut().zip(first.values().chain(second.values())) {
                // Lanes without an item repeat the last item.
                column.0[lane..].fill(value);
            }
        }
        let bits = |columns: &[Column]| -> Vec<u64> {
            columns.iter().flat_map(|column| column.0.map(f64::to_bits)).collect()
        };
        let last = self.columns.len().saturating_sub(columns.len());
        if bits(&self.columns[last..]) != bits(&columns) {
            self.columns.extend_from_slice(&columns);
        }
        self.blocks.push((self.columns.len() - columns.len()) as u32);
    }

    #[inline(always)]
    pub(crate) fn of(&self, part: usize) -> &[SideBySide] {
        self.parts.get(part).map_or(&[], Vec::as_slice)
    }

    /// Returns the parameters of the items, of the first component and of the second.
    #[inline(always)]
    pub(crate) fn parameters(&self, items: &SideBySide) -> LaneColumns<'_> {
        let [first, end] = items.blocks.map(|block| block as usize);
        let lens = items.parameters.map(|count| count as usize);
        LaneColumns { starts: &self.blocks[first..end], columns: &self.columns, lens }
    }
}

/// Returns the numbers of one lane in a row.
pub(crate) fn row(columns: &[Block], lane: usize) -> [f64; CAPACITY] {
    let mut row = [0.0; CAPACITY];
    for (number, column) in row.iter_mut().zip(columns) {
        *number = column[lane];
    }
    row
}

/// Reverses [`row`].
pub(crate) fn set_row(row: &[f64; CAPACITY], columns: &mut [Block], lane: usize) {
    for (number, column) in row.iter().zip(columns) {
        column[lane] = *number;
    }
}
