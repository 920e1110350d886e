//! Which items of a pool are evaluated side by side, and the numbers of theirs on the way there and
//! back.

use stiction_core::lanes::{Column, WIDTH};
use stiction_core::{LaneParameters, Parameters, Real};

/// Most scalars of the ports, the internal state or the parameters of an item; larger ones are
/// evaluated one at a time.
pub(crate) const CAPACITY: usize = 32;

/// Fewer items than this are evaluated one at a time: lanes that stay empty are not for free.
const LEAST: usize = 3;

/// Items that follow each other in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) len: u32,
    /// Where the parameters of a block begin; none for items that are evaluated one at a time.
    parameters: Option<u32>,
    /// How many of them are those of the first component of an item.
    split: u32,
}

/// What an item has for lanes.
#[derive(Debug, Default)]
pub(crate) struct ItemLanes {
    parameters: LaneParameters,
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

impl Run {
    /// Whether its items are evaluated side by side.
    #[inline(always)]
    pub(crate) const fn is_block(self) -> bool {
        self.parameters.is_some()
    }
}

/// The runs of the items of a pool, part after part, and their parameters.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    runs: Vec<Run>,
    /// Where the runs of the parts begin, and their number.
    first: Vec<u32>,
    columns: Vec<Column>,
}

impl Blocks {
    /// Cuts the parts of a pool into runs, given what the items of every part have for lanes.
    pub(crate) fn new(parts: impl Iterator<Item = Vec<Option<ItemLanes>>>) -> Self {
        let mut blocks = Self { first: vec![0], ..Self::default() };
        for items in parts {
            blocks.add_part(&items);
            blocks.first.push(blocks.runs.len() as u32);
        }
        blocks
    }

    fn add_part(&mut self, items: &[Option<ItemLanes>]) {
        let mut rest = items;
        let begin = self.runs.len();
        while let Some(first) = rest.first() {
            let fits = |item: &Option<ItemLanes>| {
                let pair = first.as_ref().zip(item.as_ref());
                pair.is_some_and(|(first, item)| first.parameters.fits(&item.parameters))
            };
            let split = first.as_ref().map_or(0, |first| first.split) as u32;
            let len = rest.iter().take(WIDTH).take_while(|item| fits(item)).count();
            let (block, others) = rest.split_at(len.max(1));
            rest = others;
            if len >= LEAST {
                let parameters = Some(self.add_columns(block));
                self.runs.push(Run { len: len as u32, parameters, split });
                continue;
            }
            let len = block.len() as u32;
            match self.runs[begin..].last_mut() {
                Some(Run { len: last, parameters: None, .. }) => *last += len,
                _ => self.runs.push(Run { len, parameters: None, split }),
            }
        }
    }

    /// Where the parameters of a block begin; blocks that follow each other share theirs if they are
    /// the same.
    fn add_columns(&mut self, block: &[Option<ItemLanes>]) -> u32 {
        let mut values: Vec<_> =
            block.iter().flatten().map(|item| item.parameters.values()).collect();
        let count = values.first().map_or(0, ExactSizeIterator::len);
        let column = |_| {
            let mut column = [0.0; WIDTH];
            for (lane, values) in values.iter_mut().enumerate() {
                column[lane] = values.next().unwrap_or(0.0);
            }
            // Lanes without an item do what the last one does.
            let last = values.len().saturating_sub(1);
            let value = column[last];
            column[last..].fill(value);
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
        (self.columns.len() - count) as u32
    }

    /// Whether there is anything for lanes in a part.
    #[inline(always)]
    pub(crate) fn has_lanes(&self, part: usize) -> bool {
        self.runs(part).iter().any(|run| run.is_block())
    }

    #[inline(always)]
    pub(crate) fn runs(&self, part: usize) -> &[Run] {
        &self.runs[self.first[part] as usize..self.first[part + 1] as usize]
    }

    /// Parameters of the items of a run from `first` on, of the first component and of the second;
    /// none for items that are evaluated one at a time.
    #[inline(always)]
    pub(crate) fn parameters<R: Real>(
        &self,
        token: R::Token,
        run: Run,
        first: usize,
    ) -> Option<[Parameters<'_, R>; 2]> {
        let columns = &self.columns[run.parameters? as usize..];
        let parameters = Parameters::new(token, columns, first);
        Some([parameters, parameters.after(run.split as usize)])
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
