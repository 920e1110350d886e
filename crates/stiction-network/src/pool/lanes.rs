//! Which items of a pool are evaluated side by side, and the numbers of theirs on the way there and
//! back.

use stiction_core::lanes::{Column, WIDTH};
use stiction_core::{LaneParameters, Parameters, Real};

/// Most scalars of the ports or the internal state of an item; larger ones are evaluated one at a
/// time.
pub(crate) const CAPACITY: usize = 32;

/// What an item has for lanes.
#[derive(Debug, Default)]
pub(crate) struct ItemLanes {
    parameters: LaneParameters,
    /// How many of the values are those of the first component.
    split: usize,
}

impl ItemLanes {
    /// An item of one component.
    pub(crate) fn of_one(parameters: LaneParameters) -> Self {
        Self { parameters, split: 0 }
    }
    /// An item of two components.
    pub(crate) fn of_two(first: LaneParameters, second: LaneParameters) -> Self {
        let split = first.values().len();
        Self { parameters: first.then(second), split }
    }
}

/// Items that follow each other in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// Number of items.
    pub(crate) len: u32,
    /// Number of parameters of an item and where those of the second component begin; none for items
    /// that are evaluated one at a time.
    parameters: Option<[u32; 2]>,
    /// The first of the blocks.
    block: u32,
}

impl Run {
    /// How many of its items can be evaluated side by side at most.
    #[inline(always)]
    pub(crate) const fn lanes(self) -> usize {
        if self.parameters.is_some() { self.len as usize } else { 1 }
    }

    /// Where the blocks of so many lanes begin, and how many of their items were in the block before:
    /// the last one overlaps with it, so that no lane is empty.
    #[inline(always)]
    pub(crate) fn blocks(self, lanes: usize) -> impl Iterator<Item = (usize, usize)> {
        let len = self.len as usize;
        (0..len).step_by(lanes).map(move |begin| {
            let first = begin.min(len - lanes);
            (first, begin - first)
        })
    }
}

/// The runs of the items of a pool, part after part, and their parameters.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    runs: Vec<Run>,
    /// Where the runs of the parts begin, and their number.
    first: Vec<u32>,
    /// Where the parameters of each block of [`WIDTH`] items begin.
    blocks: Vec<u32>,
    columns: Vec<Column>,
}

impl Runs {
    /// Cuts the parts of a pool into runs, given what the items of every part have for lanes.
    pub(crate) fn new(parts: impl Iterator<Item = Vec<Option<ItemLanes>>>) -> Self {
        let mut runs = Self { first: vec![0], ..Self::default() };
        for items in parts {
            items.chunk_by(fits).for_each(|run| runs.add(run));
            runs.first.push(runs.runs.len() as u32);
        }
        runs
    }

    fn add(&mut self, items: &[Option<ItemLanes>]) {
        let (len, block) = (items.len() as u32, self.blocks.len() as u32);
        let parameters = items
            .first()
            .and_then(Option::as_ref)
            .map(|first| [first.parameters.values().len() as u32, first.split as u32]);
        self.runs.push(Run { len, parameters, block });
        if parameters.is_some() {
            for first in (0..items.len()).step_by(WIDTH) {
                let first = first.min(items.len().saturating_sub(WIDTH));
                self.add_block(&items[first..items.len().min(first + WIDTH)]);
            }
        }
    }

    /// Blocks that follow each other share their parameters if they are the same.
    fn add_block(&mut self, items: &[Option<ItemLanes>]) {
        let mut values: Vec<_> =
            items.iter().flatten().map(|item| item.parameters.values()).collect();
        let count = values.first().map_or(0, ExactSizeIterator::len);
        let column = |_| {
            let mut column = [0.0; WIDTH];
            for (lane, values) in column.iter_mut().zip(&mut values) {
                *lane = values.next().unwrap_or(0.0);
            }
            Column(column)
        };
        let columns: Vec<Column> = (0..count).map(column).collect();
        let bits = |columns: &[Column]| -> Vec<u64> {
            columns.iter().flat_map(|column| column.0.map(f64::to_bits)).collect()
        };
        let last = self.columns.len().saturating_sub(count);
        if bits(&self.columns[last..]) != bits(&columns) {
            self.columns.extend(columns);
        }
        self.blocks.push((self.columns.len() - count) as u32);
    }

    #[inline(always)]
    pub(crate) fn of(&self, part: usize) -> &[Run] {
        &self.runs[self.first[part] as usize..self.first[part + 1] as usize]
    }

    /// Parameters of the items of a run from `first` on, of the first component and of the second.
    #[inline(always)]
    pub(crate) fn parameters<R: Real>(
        &self,
        token: R::Token,
        run: Run,
        first: usize,
    ) -> [Parameters<'_, R>; 2] {
        let [count, split] = run.parameters.unwrap_or_default();
        let len = run.len as usize;
        let last = len.saturating_sub(WIDTH);
        // The last block is that of the last items.
        let (block, lane) = if first >= last {
            (len.div_ceil(WIDTH) - 1, first - last)
        } else {
            (first / WIDTH, first % WIDTH)
        };
        let start = self.blocks[run.block as usize + block] as usize;
        let columns = &self.columns[start..start + count as usize];
        let parameters = Parameters::new(token, columns, lane);
        [parameters, parameters.after(split as usize)]
    }
}

/// Whether two items can be evaluated side by side, or both only one at a time.
fn fits(one: &Option<ItemLanes>, other: &Option<ItemLanes>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.parameters.fits(&other.parameters),
        (None, None) => true,
        _ => false,
    }
}

/// The variables of several items, one vector per variable. Lane k has the numbers in `row(k)`.
#[inline(always)]
pub(crate) fn gather<'a, R: Real>(
    token: R::Token,
    row: impl Fn(usize) -> &'a [f64],
    columns: &mut [R],
) {
    let len = columns.len();
    if len < R::COUNT {
        for (i, column) in columns.iter_mut().enumerate() {
            *column = R::from_fn(token, |lane| row(lane)[i]);
        }
        return;
    }
    let mut done = 0;
    while done < len {
        // The last ones overlap with those before.
        let first = done.min(len - R::COUNT);
        let mut square = [R::splat(token, 0.0); WIDTH];
        for (lane, vector) in square[..R::COUNT].iter_mut().enumerate() {
            *vector = R::load(token, &row(lane)[first..]);
        }
        R::transpose(&mut square);
        columns[first..first + R::COUNT].copy_from_slice(&square[..R::COUNT]);
        done += R::COUNT;
    }
}

/// The rows of several items, of which [`gather`] makes columns; as long as the capacity.
#[inline(always)]
pub(crate) fn rows<R: Real>(token: R::Token, columns: &[R]) -> [[f64; CAPACITY]; WIDTH] {
    let mut rows = [[0.0; CAPACITY]; WIDTH];
    let len = columns.len();
    let mut first = 0;
    while first < len {
        let mut square = [R::splat(token, 0.0); WIDTH];
        for (vector, column) in square[..R::COUNT].iter_mut().zip(&columns[first..]) {
            *vector = *column;
        }
        R::transpose(&mut square);
        for (row, vector) in rows.iter_mut().zip(&square[..R::COUNT]) {
            vector.store(&mut row[first..]);
        }
        first += R::COUNT;
    }
    rows
}
