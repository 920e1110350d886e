//! Copies of one mechanism within a part.
//!
//! Where the components of a part are so many copies of the same small mechanism (n bodies, each with
//! its own contact), lane k of a vector can stand for copy k. Some copies at a time are brought into
//! columns, one per variable; there the pools evaluate them side by side, ports and all; the rates
//! are brought back. Every copy gets the operations that it would get alone, in the same order.

use core::ops::Range;

use stiction_core::lanes::{Column, WIDTH};
use stiction_core::{Real, Stage};

use crate::attach::ResolvedEnd;
use crate::pool::{Alike, LanesOf, NodePool, WirePool};
use crate::vectors::{InLanes, Machine, Vectors};

/// Most variables of one copy.
const MOST_COLUMNS: usize = 32;

/// Fewer copies than these are evaluated one at a time.
const LEAST_COPIES: usize = 4;

/// What a pool has of every copy: a stretch of the part, item after item, and some columns.
#[derive(Clone, Debug)]
struct Stretch {
    pool: usize,
    start: usize,
    len: usize,
    column: usize,
}

/// Copies of one mechanism with at most one component of each pool.
#[derive(Clone, Debug)]
pub(crate) struct Copies {
    count: usize,
    nodes: Vec<Stretch>,
    wires: Vec<Stretch>,
    columns: usize,
}

/// The copies in a part, and the pools that have others there.
#[derive(Clone, Debug)]
pub(crate) struct PartCopies {
    groups: Vec<Copies>,
    pub(crate) other_nodes: Vec<usize>,
    pub(crate) other_wires: Vec<usize>,
}

/// The pools of a network.
#[derive(Clone, Copy)]
pub(crate) struct Pools<'a> {
    pub(crate) nodes: &'a [Box<dyn NodePool>],
    pub(crate) wires: &'a [Box<dyn WirePool>],
}

impl PartCopies {
    /// Finds the copies in a part, and prepares the pools for them.
    pub(crate) fn find(
        part: usize,
        nodes: &mut [Box<dyn NodePool>],
        wires: &mut [Box<dyn WirePool>],
    ) -> Option<Box<Self>> {
        let mut groups = Grouping::new(part, Pools { nodes, wires }).groups();
        groups.retain(|group| group.columns <= MOST_COLUMNS);
        if groups.is_empty() {
            return None;
        }
        for group in &groups {
            group.prepare(part, nodes, wires);
        }
        let (all_nodes, all_wires) = (0..nodes.len(), 0..wires.len());
        let others = |all: Range<usize>, own: fn(&Copies) -> &[Stretch]| {
            let mine = |pool: &usize| {
                groups.iter().any(|group| own(group).iter().any(|own| own.pool == *pool))
            };
            all.filter(|pool| !mine(pool)).collect()
        };
        let other_nodes = others(all_nodes, |group| &group.nodes);
        let other_wires = others(all_wires, |group| &group.wires);
        Some(Box::new(Self { groups, other_nodes, other_wires }))
    }

    /// Whether there is nothing else in the part.
    #[inline(always)]
    pub(crate) const fn are_all(&self) -> bool {
        self.other_nodes.is_empty() && self.other_wires.is_empty()
    }

    /// Writes the rates of all copies; `x` and `dx` are those of the part.
    pub(crate) fn rates(&self, on: &Evaluation<'_>, x: &[f64], dx: &mut [f64]) {
        for group in &self.groups {
            // As large as is of use: clearing it takes time.
            if group.columns > MOST_COLUMNS / 2 {
                group.rates::<MOST_COLUMNS>(on, x, dx);
            } else if group.count < 2 * WIDTH {
                group.rates::<{ MOST_COLUMNS / 2 }>(on, x, dx);
            } else {
                group.rates::<{ MOST_COLUMNS * 2 }>(on, x, dx);
            }
        }
    }
}

/// What evaluates a part, and when.
pub(crate) struct Evaluation<'a> {
    pub(crate) pools: Pools<'a>,
    pub(crate) machine: Machine,
    pub(crate) part: usize,
    pub(crate) stage: &'a Stage,
}

impl Copies {
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
            wires[own.pool].set_copied(part, own.column, &to);
        }
    }

    fn rates<const COLUMNS: usize>(&self, on: &Evaluation<'_>, x: &[f64], dx: &mut [f64]) {
        let mut columns = [[Column([0.0; WIDTH]); COLUMNS]; 2];
        let mut done = 0;
        while done < self.count {
            let rest = self.count - done;
            let Some(vectors) = on.machine.for_copies(rest, self.count) else {
                return self.one_by_one(on, done..self.count, x, dx);
            };
            let width = vectors.width();
            let sets = (rest / width).clamp(1, COLUMNS / self.columns);
            // The last copies overlap with those before, so that no lane is empty.
            let first = done.min(self.count - width);
            let [state, rates] =
                columns.each_mut().map(|columns| &mut columns[..sets * self.columns]);
            vectors.run(Gather { copies: self, first, x, state, rates });
            let copies = done..first + sets * width;
            done = copies.end;
            if self.side_by_side(on, vectors, first, [state, rates]) {
                vectors.run(Scatter { copies: self, first, new: copies.start, rates, dx });
            } else {
                self.one_by_one(on, copies, x, dx);
            }
        }
    }

    /// From the state in columns to its rates; false if a copy needs the plain form.
    #[inline(always)]
    fn side_by_side(
        &self,
        on: &Evaluation<'_>,
        vectors: Vectors,
        first: usize,
        [x, dx]: [&mut [Column]; 2],
    ) -> bool {
        let Evaluation { pools, part, stage, .. } = *on;
        let columns = self.columns;
        for own in &self.wires {
            let lanes = LanesOf { vectors, stage, first, columns, x, dx };
            if !pools.wires[own.pool].respond_in_lanes(part, lanes) {
                return false;
            }
        }
        for own in &self.nodes {
            let lanes = LanesOf { vectors, stage, first, columns, x, dx };
            pools.nodes[own.pool].rates_in_lanes(part, lanes);
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn one_by_one(&self, on: &Evaluation<'_>, copies: Range<usize>, x: &[f64], dx: &mut [f64]) {
        let Evaluation { pools, part, stage, .. } = *on;
        for own in &self.nodes {
            dx[own.start + copies.start * own.len..own.start + copies.end * own.len].fill(0.0);
        }
        for own in &self.wires {
            pools.wires[own.pool].respond_of(part, copies.clone(), stage, x, dx);
        }
        for own in &self.nodes {
            pools.nodes[own.pool].rates_of(part, copies.clone(), stage, x, dx);
        }
    }
}

/// The same for any length, compiled for each of the usual ones.
macro_rules! for_len {
    ($value:expr, $len:ident => $call:expr) => {
        match $value {
            1 => for_len!(@ 1, $len => $call),
            2 => for_len!(@ 2, $len => $call),
            3 => for_len!(@ 3, $len => $call),
            6 => for_len!(@ 6, $len => $call),
            13 => for_len!(@ 13, $len => $call),
            other => for_len!(@ other, $len => $call),
        }
    };
    (@ $value:expr, $len:ident => $call:expr) => {{
        let $len = $value;
        $call
    }};
}
/// Brings the variables of some copies into columns, and clears their efforts.
struct Gather<'a> {
    copies: &'a Copies,
    first: usize,
    x: &'a [f64],
    state: &'a mut [Column],
    rates: &'a mut [Column],
}

impl InLanes for Gather<'_> {
    type Output = ();
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { copies, first, x, state, rates } = self;
        let zero = R::splat(token, 0.0);
        for Stretch { start, len, column, .. } in copies.wires.iter().chain(&copies.nodes) {
            let rows = x[start + first * len..].chunks_exact(R::COUNT * len);
            for (rows, columns) in rows.zip(state.chunks_exact_mut(copies.columns)) {
                for_len!(*len, len => to_columns::<R>(token, len, rows, &mut columns[*column..]));
            }
        }
        for columns in rates.chunks_exact_mut(copies.columns) {
            for Stretch { len, column, .. } in &copies.nodes {
                columns[*column..][..*len].iter_mut().for_each(|rate| zero.store(&mut rate.0));
            }
        }
    }
}

/// Brings the rates of some copies back from their columns, but for those that are not new.
struct Scatter<'a> {
    copies: &'a Copies,
    first: usize,
    new: usize,
    rates: &'a [Column],
    dx: &'a mut [f64],
}

impl InLanes for Scatter<'_> {
    type Output = ();
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { copies, first, new, rates, dx } = self;
        for Stretch { start, len, column, .. } in copies.wires.iter().chain(&copies.nodes) {
            let rows = dx[start + first * len..].chunks_exact_mut(R::COUNT * len);
            for (set, (rows, columns)) in rows.zip(rates.chunks_exact(copies.columns)).enumerate() {
                let (columns, old) =
                    (&columns[*column..], new.saturating_sub(first + set * R::COUNT));
                for_len!(*len, len => to_rows::<R>(token, len, columns, old, rows));
            }
        }
    }
}

/// Rows of `len` numbers that follow each other become columns.
#[inline(always)]
fn to_columns<R: Real>(token: R::Token, len: usize, rows: &[f64], columns: &mut [Column]) {
    let (rows, columns) = (&rows[..R::COUNT * len], &mut columns[..len]);
    if len == 2 {
        let pairs = [R::load(token, rows), R::load(token, &rows[R::COUNT..])];
        let unzipped = pairs[0].unzip(pairs[1]);
        unzipped[0].store(&mut columns[0].0);
        unzipped[1].store(&mut columns[1].0);
        return;
    }
    if len < R::COUNT {
        for (i, column) in columns.iter_mut().enumerate() {
            R::from_fn(token, |lane| rows[lane * len + i]).store(&mut column.0);
        }
        return;
    }
    let mut done = 0;
    while done < len {
        // The last ones overlap with those before.
        let first = done.min(len - R::COUNT);
        let mut square = [R::splat(token, 0.0); WIDTH];
        for lane in 0..R::COUNT {
            square[lane] = R::load(token, &rows[lane * len + first..]);
        }
        R::transpose(&mut square);
        for i in 0..R::COUNT {
            square[i].store(&mut columns[first + i].0);
        }
        done += R::COUNT;
    }
}

/// The reverse of [`to_columns`], but for the `old` rows, which come first.
#[inline(always)]
fn to_rows<R: Real>(token: R::Token, len: usize, columns: &[Column], old: usize, rows: &mut [f64]) {
    let (rows, columns) = (&mut rows[..R::COUNT * len], &columns[..len]);
    if len == 2 && old == 0 {
        let pair = [R::load(token, &columns[0].0), R::load(token, &columns[1].0)];
        let zipped = pair[0].zip(pair[1]);
        zipped[0].store(rows);
        zipped[1].store(&mut rows[R::COUNT..]);
        return;
    }
    if len < R::COUNT {
        for (i, column) in columns.iter().enumerate() {
            for lane in 0..R::COUNT {
                if lane >= old {
                    rows[lane * len + i] = column.0[lane];
                }
            }
        }
        return;
    }
    let mut done = 0;
    while done < len {
        let first = done.min(len - R::COUNT);
        let mut square = [R::splat(token, 0.0); WIDTH];
        for i in 0..R::COUNT {
            square[i] = R::load(token, &columns[first + i].0);
        }
        R::transpose(&mut square);
        for lane in 0..R::COUNT {
            if lane >= old {
                square[lane].store(&mut rows[lane * len + first..]);
            }
        }
        done += R::COUNT;
    }
}

/// The admittances of one pool in a part.
struct NodesOfPool {
    pool: usize,
    extent: Range<usize>,
    alike: Option<Alike>,
    /// Equal for pools that wires connect.
    label: usize,
}

/// The impedances of one pool in a part.
struct WiresOfPool {
    pool: usize,
    /// None if they are not one for each copy.
    alike: Option<Alike>,
    /// Place of the admittances that they hang on.
    on: Vec<usize>,
}

/// Which pools of a part are connected.
struct Grouping {
    nodes: Vec<NodesOfPool>,
    wires: Vec<WiresOfPool>,
}

impl Grouping {
    fn new(part: usize, pools: Pools<'_>) -> Self {
        let of_pool = |(pool, nodes): (usize, &Box<dyn NodePool>)| {
            let (extent, alike) = (nodes.extent(part), nodes.alike(part));
            NodesOfPool { pool, extent, alike, label: pool }
        };
        let nodes = pools.nodes.iter().enumerate().map(of_pool);
        let nodes = nodes.filter(|nodes| !nodes.extent.is_empty()).collect();
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
        let first = wires.ends_within(part, 0);
        let (mut on, mut regular) = (vec![], true);
        for item in 0..wires.count(part) {
            for (end, first) in wires.ends_within(part, item).into_iter().zip(&first) {
                let (ResolvedEnd::Node(end), ResolvedEnd::Node(first)) = (end, *first) else {
                    continue;
                };
                let [end, first] = [end as usize, first as usize];
                let Some(node) = self.nodes.iter().position(|node| node.extent.contains(&end))
                else {
                    continue;
                };
                let own = self.nodes[node].alike.filter(|own| own.first().contains(&first));
                regular &= own.is_some_and(|own| end == first + item * own.len);
                if !on.contains(&node) {
                    on.push(node);
                }
            }
        }
        WiresOfPool { pool, alike: wires.alike(part).filter(|_| regular), on }
    }

    fn connect(&mut self, on: &[usize]) {
        let labels: Vec<usize> = on.iter().map(|&node| self.nodes[node].label).collect();
        if let Some(&least) = labels.iter().min() {
            let connected = self.nodes.iter_mut().filter(|node| labels.contains(&node.label));
            connected.for_each(|node| node.label = least);
        }
    }

    /// The connected pools that have one item for each copy.
    fn groups(&self) -> Vec<Copies> {
        let mut labels: Vec<usize> = self.nodes.iter().map(|node| node.label).collect();
        labels.sort_unstable();
        labels.dedup();
        labels.into_iter().filter_map(|label| self.group(label)).collect()
    }

    fn group(&self, label: usize) -> Option<Copies> {
        let nodes = || self.nodes.iter().filter(|node| node.label == label);
        let wires = self
            .wires
            .iter()
            .filter(|wires| wires.on.first().is_some_and(|&node| self.nodes[node].label == label));
        let count = nodes().next()?.alike?.count;
        let mut columns = 0;
        let mut stretch = |pool: usize, alike: Option<Alike>| {
            let Alike { start, len, .. } = alike.filter(|alike| alike.count == count)?;
            let column = columns;
            columns += len;
            Some(Stretch { pool, start, len, column })
        };
        let nodes: Option<_> = nodes().map(|node| stretch(node.pool, node.alike)).collect();
        let wires: Option<_> = wires.map(|wires| stretch(wires.pool, wires.alike)).collect();
        let (nodes, wires) = (nodes?, wires?);
        (count >= LEAST_COPIES).then_some(Copies { count, nodes, wires, columns })
    }
}
