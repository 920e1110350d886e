//! The items of a pool that are copies of each other.

use core::ops::Range;

use stiction_core::lanes::{Column, WIDTH};
use stiction_core::{LaneParameters, Parameters, Real, Stage};

use crate::vectors::Vectors;

/// Most scalars of the ports or of the internal state of an item in lanes.
pub(crate) const CAPACITY: usize = 32;

/// Items of a pool in a part that differ by nothing but the values of their parameters; the variables
/// of one follow those of the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Alike {
    pub(crate) count: usize,
    /// Where their variables begin within the part, and how many one of them has.
    pub(crate) start: usize,
    pub(crate) len: usize,
}

impl Alike {
    /// Variables of the first one.
    pub(crate) const fn first(&self) -> Range<usize> {
        self.start..self.start + self.len
    }
}

/// What a pool reads and writes in lanes, for some sets of as many copies as there are lanes: the
/// state and its rates in columns.
pub(crate) struct LanesOf<'a> {
    pub(crate) vectors: Vectors,
    pub(crate) stage: &'a Stage,
    /// The first of the copies.
    pub(crate) first: usize,
    /// Number of columns of a set.
    pub(crate) columns: usize,
    /// Set after set.
    pub(crate) x: &'a [Column],
    pub(crate) dx: &'a mut [Column],
}

impl<'a> LanesOf<'a> {
    /// The sets: the first of the copies in it, state and rates.
    #[inline(always)]
    pub(crate) fn sets(self) -> impl Iterator<Item = (usize, &'a [Column], &'a mut [Column])> {
        let (first, width) = (self.first, self.vectors.width());
        let sets = self.x.chunks_exact(self.columns).zip(self.dx.chunks_exact_mut(self.columns));
        sets.enumerate().map(move |(set, (x, dx))| (first + set * width, x, dx))
    }
}

/// What a pool keeps of a part that consists of copies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copied<E> {
    /// Where the ends of an item are among the columns.
    pub(crate) ends: E,
    /// Where its own variables are among the columns.
    pub(crate) column: usize,
    blocks: u32,
    /// Number of items, of their parameters, and of those among these that are the first component's.
    items: u32,
    parameters: [u32; 2],
}

/// The parts of a pool that consist of copies, and the parameters of the items in these.
#[derive(Debug)]
pub(crate) struct CopiedParts<E> {
    parts: Vec<Option<Copied<E>>>,
    /// Where the parameters of each block of [`WIDTH`] items begin.
    blocks: Vec<u32>,
    columns: Vec<Column>,
}

impl<E> Default for CopiedParts<E> {
    fn default() -> Self {
        Self { parts: vec![], blocks: vec![], columns: vec![] }
    }
}

impl<E> CopiedParts<E> {
    /// Adds a part after those before; the items have the parameters of one or two components.
    pub(crate) fn add(
        &mut self,
        part: usize,
        ends: E,
        column: usize,
        items: &[[LaneParameters; 2]],
    ) {
        self.parts.resize_with(part, || None);
        let blocks = self.blocks.len() as u32;
        let counts = items.first().map_or([0; 2], |components| {
            components.each_ref().map(|component| component.values().len())
        });
        for first in (0..items.len()).step_by(WIDTH) {
            // The last block is that of the last items.
            let first = first.min(items.len().saturating_sub(WIDTH));
            self.add_block(&items[first..items.len().min(first + WIDTH)], counts);
        }
        let parameters = [counts[0] + counts[1], counts[0]].map(|count| count as u32);
        let items = items.len() as u32;
        self.parts.push(Some(Copied { ends, column, blocks, items, parameters }));
    }

    /// Blocks that follow each other share their parameters if they are the same.
    fn add_block(&mut self, items: &[[LaneParameters; 2]], counts: [usize; 2]) {
        let mut columns = vec![Column([0.0; WIDTH]); counts[0] + counts[1]];
        for (lane, [first, second]) in items.iter().enumerate() {
            for (column, value) in columns.iter_mut().zip(first.values().chain(second.values())) {
                column.0[lane] = value;
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
    pub(crate) fn of(&self, part: usize) -> Option<&Copied<E>> {
        self.parts.get(part)?.as_ref()
    }

    /// Parameters of the items from `first` on, of the first component and of the second.
    #[inline(always)]
    pub(crate) fn parameters<R: Real>(
        &self,
        token: R::Token,
        copied: &Copied<E>,
        first: usize,
    ) -> [Parameters<'_, R>; 2] {
        let items = copied.items as usize;
        let last = items.saturating_sub(WIDTH);
        let (block, lane) = if first >= last {
            (items.div_ceil(WIDTH) - 1, first - last)
        } else {
            (first / WIDTH, first % WIDTH)
        };
        let [count, split] = copied.parameters.map(|count| count as usize);
        let start = self.blocks[copied.blocks as usize + block] as usize;
        let parameters = Parameters::new(token, &self.columns[start..start + count], lane);
        [parameters, parameters.after(split)]
    }
}

/// Numbers that lie side by side in columns.
#[inline(always)]
pub(crate) fn load<R: Real>(token: R::Token, columns: &[Column], numbers: &mut [R]) {
    for (number, column) in numbers.iter_mut().zip(columns) {
        *number = R::load(token, &column.0);
    }
}

/// The reverse of [`load`].
#[inline(always)]
pub(crate) fn store<R: Real>(numbers: &[R], columns: &mut [Column]) {
    for (number, column) in numbers.iter().zip(columns) {
        number.store(&mut column.0);
    }
}
