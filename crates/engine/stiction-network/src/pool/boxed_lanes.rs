//! Boxed wires side by side: those of one connected mechanism, and those of copies.
//!
//! ```text
//! linked   rows ──> columns ──> map, law, map ──> columns ──> rows      one call of the map, one of the law for eight
//! copies            columns ──> map, law, map ──> columns               likewise
//! ```
//!
//! Linked wires are gathered and scattered one after the other, because they share bodies and a sum must keep its
//! order to keep its bits ([`super::linked`]). Copies share no bodies, and their state is in columns already
//! ([`super::copied_wires`]).

use stiction_core::Stage;
use stiction_core::boxed::{CopiedWires, LinkedWires};
use stiction_core::lanes::{Block, WIDTH};
use stiction_core::vectors::Vectors;

use super::boxed::{BoxedWire, BoxedWires, ColumnLens, Stretch, cleared};
use super::connections::Connections;
use super::ends::Ends;
use super::side_by_side::{LanesOf, Set, SideBySide, row, set_row};

impl BoxedWires {
    /// Responds with wires of a part, eight at a time.
    pub(super) fn abreast(
        &self,
        vectors: Vectors,
        linked: &SideBySide,
        wires: Stretch,
        stage: &Stage,
        x: &[f64],
        dx: &mut [f64],
    ) {
        let ColumnLens { motion, effort, .. } = self.columns;
        let len = self.internal_lens[wires.places.start];
        cleared([motion, effort, len, len], |columns| {
            self.abreast_in(columns, vectors, linked, wires, (stage, x, dx));
        });
    }

    #[inline]
    fn abreast_in(
        &self,
        [motion, effort, state, rate]: [&mut [Block]; 4],
        vectors: Vectors,
        linked: &SideBySide,
        Stretch { places, mut start }: Stretch,
        (stage, x, dx): (&Stage, &[f64], &mut [f64]),
    ) {
        let Connections { ends, outside, ports, linked: all, .. } = &self.connections;
        // The others of the part differ from the first by numbers that lie in columns.
        let BoxedWire { law, map } = &self.items[places.start];
        let len = self.internal_lens[places.start];
        let mut first = places.start;
        while first < places.end {
            let (count, own) = (places.end - first, start);
            let at = &ends[first * ports..places.end * ports];
            let done = Ends::new(at, outside).within(stage, x, |ends| {
                let parameters = &all.parameters(linked).from(first - places.start);
                let (between, internal) = ([&mut *motion, &mut *effort], [&mut *state, &mut *rate]);
                let mut wires = LinkedWires { ends, count, own, parameters, dx, between, internal };
                map.respond_linked(&**law, vectors, stage, &mut wires)
            });
            let plain = first + done..places.end.min(first + done + WIDTH);
            (first, start) = (plain.end, start + done * len);
            if !plain.is_empty() {
                let count = plain.len();
                self.one_by_one(Stretch { places: plain, start }, stage, x, dx);
                start += count * len;
            }
        }
    }

    /// Responds with the wires of copies, whose state is in columns.
    pub(super) fn copies_abreast(&self, part: usize, lanes: &mut LanesOf<'_>) {
        // Internal states and rates need no columns of their own: those of the packed state are used.
        let ColumnLens { from, motion, effort } = self.columns;
        cleared([from, motion, effort], |columns| self.copies_in(columns, part, lanes));
    }

    fn copies_in(
        &self,
        [from, motion, effort]: [&mut [Block]; 3],
        part: usize,
        lanes: &mut LanesOf<'_>,
    ) {
        let Connections { segments, copied: all, outside, .. } = &self.connections;
        let (items, _) = segments.at(part).of(&self.items);
        let copied = all.of(part);
        let LanesOf { vectors, stage, columns, x, ref mut dx } = *lanes;
        for (k, own) in copied.iter().enumerate() {
            let (items, of_a_copy) = (&items[k..], copied.len());
            let wire = Copied { own, ends: Ends::new(&own.ends, outside), items, of_a_copy };
            let BoxedWire { law, map } = &items[0];
            if !outside.is_empty() {
                // Belts and grounds move alike in all copies.
                wire.ends.write_columns(map.domains(), stage, x, from);
            }
            let (len, mut first) = (law.memory().len(), 0);
            while first < wire.count() {
                let start = first / WIDTH * columns;
                let mut wires = CopiedWires {
                    at: &own.ends,
                    fixed: from,
                    count: wire.count() - first,
                    own: own.column..own.column + len,
                    parameters: &all.parameters(own).from(first),
                    columns,
                    x: &x[start..],
                    dx: &mut dx[start..],
                    between: [&mut *motion, &mut *effort],
                };
                first += map.respond_copied(&**law, vectors, stage, &mut wires);
                // Those without a kernel for the numbers of one of them.
                if first < wire.count() {
                    let set = first / WIDTH * columns..(first / WIDTH + 1) * columns;
                    let set = Set { first, lane: 0, x: &x[set.clone()], dx: &mut dx[set] };
                    self.copies_one_by_one(&wire, stage, set);
                    first += WIDTH;
                }
            }
        }
    }

    #[cold]
    fn copies_one_by_one(
        &self,
        wire: &Copied<'_>,
        stage: &Stage,
        Set { first, x, dx, .. }: Set<'_>,
    ) {
        for lane in 0..(wire.count() - first).next_multiple_of(4).min(WIDTH) {
            // Lanes without a copy repeat the last copy.
            let item = &wire.items[(first + lane).min(wire.count() - 1) * wire.of_a_copy];
            let own = wire.own.column..wire.own.column + item.law.memory().len();
            let (state, mut rates) = (row(x, lane), row(dx, lane));
            self.respond_one(item, wire.ends, stage, &state, (own, &mut rates));
            set_row(&rates, dx, lane);
        }
    }
}

/// One wire of each copy.
struct Copied<'a> {
    /// Where it is among the columns, in every copy.
    own: &'a SideBySide,
    ends: Ends<'a>,
    /// From that of the first copy on.
    items: &'a [BoxedWire],
    of_a_copy: usize,
}

impl Copied<'_> {
    /// Returns the number of the copies.
    const fn count(&self) -> usize {
        self.items.len().div_ceil(self.of_a_copy)
    }
}
