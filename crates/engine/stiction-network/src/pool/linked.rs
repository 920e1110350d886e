//! Wires of one connected mechanism side by side, read and written where their ends are.
//!
//! In a chain or a sheet nothing is a copy of anything else, but neighbouring wires of a pool often
//! differ by numbers only. As many of them as there are lanes are taken at once:
//!
//! ```text
//! x:  | body 0 | body 1 | body 2 | body 3 | ...      motions lie where the bodies are
//!         └wire 0─┘└wire 1─┘└wire 2─┘
//! gather   row of wire 0, row of wire 1, ...         one row per wire
//! turn     column of pose, column of flow, ...       one column per scalar, a lane per wire
//! kernel   map, law, map transposed                  all lanes at once
//! turn     row of wire 0, row of wire 1, ...
//! scatter  dx += row of wire 0, then of wire 1, ...  one after the other: wires share bodies, and a
//!                                                    sum must have its order to have its bits
//! ```

use stiction_core::lanes::rows::{load_rows, store_rows};
use stiction_core::lanes::{CAPACITY, WIDTH};
use stiction_core::vectors::InLanes;
use stiction_core::{Coupling, Flat, Impedance, LaneValues, Real, Stage};

use super::ends::{Ends, Outside};
use super::side_by_side::{SideBySide, SideBySideParts};
use super::wire::{self, Efforts, Motions, WireItem, ports};

/// Wires of a part one after the other, and where their internal states begin.
pub(super) struct Row<'a, I, C> {
    pub(super) items: &'a [WireItem<I, C>],
    /// Ends, port after port.
    pub(super) ends: &'a [u32],
    pub(super) outside: &'a Outside,
    pub(super) start: usize,
}

impl<I, C> Row<'_, I, C>
where
    I: Impedance,
    C: Coupling<To = I::Domain>,
{
    /// Responds with one at a time, all of them on nodes.
    #[inline(always)]
    pub(super) fn respond_on_nodes(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        self.respond::<true>(stage, x, dx);
    }

    /// Responds with one at a time, wherever they lead. It is a function apart, so that it is compiled only once.
    #[inline(never)]
    pub(super) fn respond_one_by_one(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        self.respond::<false>(stage, x, dx);
    }

    #[inline(always)]
    fn respond<const ON_NODES: bool>(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let (mut start, mut ends) = (self.start, self.ends);
        for WireItem { law, coupling } in self.items {
            let (at, rest) = ends.split_at(ports::<C>());
            ends = rest;
            let at = Ends::new(at, self.outside);
            let own = start..start + law.memory().len();
            start = own.end;
            let from =
                if ON_NODES { at.read_nodes::<C::From>(x) } else { at.read::<C::From>(stage, x) };
            let rates = &mut dx[own.clone()];
            let efforts =
                coupling.through(&from, |motion| law.respond(stage, motion, &x[own], rates));
            if ON_NODES {
                at.push_nodes::<C::From>(&efforts, dx);
            } else {
                at.push::<C::From>(&efforts, dx);
            }
        }
    }

    /// Responds with as many wires as there are lanes, read and written where their ends are; false if one of them
    /// needs the plain form. Only the `first` item of the part is read: the others would have to be fetched
    /// from memory.
    #[inline(always)]
    fn respond_side_by_side<R: Real>(
        &self,
        token: R::Token,
        first: &WireItem<I, C>,
        parameters: [LaneValues<'_, R>; 2],
        stage: &Stage,
        x: &[f64],
        dx: &mut [f64],
    ) -> bool {
        let len = first.law.memory().len();
        let own = self.start..self.start + R::COUNT * len;
        let [mut from, mut internal, mut rate, mut efforts] = [[R::splat(token, 0.0); CAPACITY]; 4];
        let (from, efforts) =
            (&mut from[..Motions::<C>::LEN], &mut efforts[..<Efforts<C> as Flat>::LEN]);
        let (internal, rate) = (&mut internal[..len], &mut rate[..len]);

        // Motions first, efforts later: the rows of efforts fit in, because a motion is longer than its effort.
        let mut rows = [0.0; CAPACITY * WIDTH];
        let rows = &mut rows[..R::COUNT * Motions::<C>::LEN];
        for (at, row) in
            self.ends.chunks_exact(ports::<C>()).zip(rows.chunks_exact_mut(Motions::<C>::LEN))
        {
            Ends::new(at, self.outside).read::<C::From>(stage, x).store(row);
        }
        load_rows(token, rows, from);
        load_rows(token, &x[own.clone()], internal);
        let given = [&*from, &*internal];
        if !wire::respond_side_by_side(first, parameters, stage, given, [rate, efforts]) {
            return false;
        }
        // Nothing is written before all lanes have answered, so that the plain form can still take over.
        store_rows(token, rate, &mut dx[own]);
        store_rows(token, efforts, rows);
        // One after the other, so that every sum has the bits of the plain form.
        for (at, row) in
            self.ends.chunks_exact(ports::<C>()).zip(rows.chunks_exact(<Efforts<C> as Flat>::LEN))
        {
            Ends::new(at, self.outside).push::<C::From>(&Efforts::<C>::load(row), dx);
        }
        true
    }
}

/// [`WirePool::respond`](super::WirePool::respond) side by side.
pub(super) struct Linked<'a, I, C> {
    pub(super) parameters: &'a SideBySideParts,
    pub(super) part: &'a SideBySide,
    pub(super) row: Row<'a, I, C>,
    pub(super) stage: &'a Stage<'a>,
    pub(super) x: &'a [f64],
    pub(super) dx: &'a mut [f64],
}

impl<I, C> InLanes for Linked<'_, I, C>
where
    I: Impedance,
    C: Coupling<To = I::Domain>,
{
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { parameters, part, row: Row { items, ends, outside, mut start }, stage, x, dx } =
            self;
        let Some(first) = items.first() else { return };
        let parameters = parameters.parameters(part);
        let groups = items.chunks_exact(R::COUNT).zip(ends.chunks_exact(R::COUNT * ports::<C>()));
        for (k, (items, ends)) in groups.enumerate() {
            let own = parameters.values::<R>(token, k * R::COUNT);
            let group = Row::<I, C> { items, ends, outside, start };
            // A group may fail in one stage and not in the next: a kernel leaves out rare branches.
            if !group.respond_side_by_side(token, first, own, stage, x, dx) {
                group.respond_one_by_one(stage, x, dx);
            }
            // Wires whose parameters fit have internal states of one length.
            start += R::COUNT * first.law.memory().len();
        }
        // Unlike copies, wires that fill no vector are evaluated alone: lanes that repeat one would add its efforts
        // again.
        let done = items.len() - items.len() % R::COUNT;
        let rest = Row::<I, C> {
            items: &items[done..],
            ends: &ends[done * ports::<C>()..],
            outside,
            start,
        };
        rest.respond_one_by_one(stage, x, dx);
    }
}
