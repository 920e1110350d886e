//! Boxed wires side by side: those of one connected mechanism, and those of copies.
//!
//! ```text
//! linked   rows ──> columns ──> map, law, map ──> columns ──> rows      one call of the map, one of the law for eight
//! copies            columns ──> map, law, map ──> columns               likewise
//! ```
//!
//! Linked wires are gathered and scattered one after the other, because they share bodies and a sum must keep its
//! order to keep its bits ([`super::linked`]): their map does this too, since it knows the domains of its ports. Copies
//! share no bodies, and their state is in columns already ([`super::copied_wires`]).

use stiction_core::Stage;
use stiction_core::boxed::{CopiedWires, LinkedEnds, LinkedWires};
use stiction_core::lanes::{Block, WIDTH};
use stiction_core::vectors::Vectors;

use super::boxed::{Beyond, BoxedWire, BoxedWires, Stretch, WireRows, cleared};
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
        let len = self.rows.sum() + 2 * self.internal_lens[wires.places.start];
        cleared(ZERO, len, |numbers| {
            self.abreast_in(numbers, vectors, linked, wires, (stage, x, dx));
        });
    }

    #[inline]
    fn abreast_in(
        &self,
        numbers: &mut [Block],
        vectors: Vectors,
        linked: &SideBySide,
        Stretch { places, mut start }: Stretch,
        (stage, x, dx): (&Stage, &[f64], &mut [f64]),
    ) {
        let Connections { ends, outside, ports, linked: all, .. } = &self.connections;
        // The others of the part differ from the first by numbers that lie in columns.
        let BoxedWire { law, map } = &self.items[places.start];
        let (domains, len) = (map.domains(), self.internal_lens[places.start]);
        // Rows or columns, one after the other: from, motion, effort, efforts | internal | rate.
        let (numbers, of_internal) = numbers.split_at_mut(self.rows.sum());
        let (internal, rate) = of_internal.split_at_mut(len);
        let WireRows { from, beyond: Beyond { motion, effort, efforts } } =
            WireRows::new(numbers, self.rows);
        let mut first = places.start;
        while first < places.end {
            // Rows are kept for eight wires only. The map itself reads and writes those of nodes, which it knows as types.
            let to = if outside.is_empty() { places.end } else { places.end.min(first + WIDTH) };
            let at = &ends[first * ports..to * ports];
            let each = || at.chunks_exact(*ports).map(|at| Ends::new(at, outside));
            let of_wires = if outside.is_empty() {
                LinkedEnds::Nodes(at)
            } else {
                let rows = from.as_flattened_mut().chunks_exact_mut(self.rows.from);
                each().zip(rows).for_each(|(at, row)| at.write_motions(domains, stage, x, row));
                LinkedEnds::Rows {
                    motions: from.as_flattened(),
                    efforts: efforts.as_flattened_mut(),
                }
            };
            let parameters = |wire| all.columns(linked, first - places.start + wire);
            let (count, own) = (to - first, start);
            let wires = LinkedWires { ends: of_wires, count, own, parameters: &parameters, x, dx };
            let columns = [&mut *motion, &mut *effort, &mut *internal, &mut rate[..len]];
            let done = map.respond_linked(&**law, vectors, stage, wires, columns);
            if !outside.is_empty() {
                let rows = efforts.as_flattened().chunks_exact(self.rows.efforts).take(done);
                each().zip(rows).for_each(|(at, row)| at.push_row(domains, row, dx));
            }
            let plain = first + done..to.min(first + done + WIDTH);
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
        cleared(ZERO, self.rows.sum(), |numbers| self.copies_in(numbers, part, lanes));
    }

    fn copies_in(&self, numbers: &mut [Block], part: usize, lanes: &mut LanesOf<'_>) {
        let Connections { segments, copied: all, outside, .. } = &self.connections;
        let (items, _) = segments.at(part).of(&self.items);
        let copied = all.of(part);
        let WireRows { from, beyond: Beyond { motion, effort, .. } } =
            WireRows::new(numbers, self.rows);
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
                let parameters = |copy| all.columns(own, first + copy);
                let start = first / WIDTH * columns;
                let wires = CopiedWires {
                    at: &own.ends,
                    fixed: from,
                    count: wire.count() - first,
                    own: own.column..own.column + len,
                    parameters: &parameters,
                    columns,
                    x: &x[start..],
                    dx: &mut dx[start..],
                };
                let between = [&mut *motion, &mut *effort];
                first += map.respond_copied(&**law, vectors, stage, wires, between);
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
        let mut numbers = vec![0.0; self.rows.sum()];
        let mut rows = WireRows::new(&mut numbers, self.rows);
        for lane in 0..(wire.count() - first).next_multiple_of(4).min(WIDTH) {
            // Lanes without a copy repeat the last copy.
            let item = &wire.items[(first + lane).min(wire.count() - 1) * wire.of_a_copy];
            let own = wire.own.column..wire.own.column + item.law.memory().len();
            let (state, mut rates) = (row(x, lane), row(dx, lane));
            self.respond_one(item, wire.ends, &mut rows, stage, &state, (own, &mut rates));
            set_row(&rates, dx, lane);
        }
    }
}

const ZERO: Block = [0.0; WIDTH];

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
