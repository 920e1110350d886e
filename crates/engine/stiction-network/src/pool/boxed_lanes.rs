//! Boxed wires side by side: those of one connected mechanism, and those of copies.
//!
//! ```text
//! linked   rows ──> columns ──> map, law, map ──> columns ──> rows      one call of the map for eight wires
//! copies            columns ──> map, law, map ──> columns               likewise
//! ```
//!
//! Linked wires are gathered and scattered one after the other, because they share bodies and a sum must keep its
//! order to keep its bits ([`super::linked`]): their map does this too, since it knows the domains of its ports. Copies
//! share no bodies, and their state is in columns already ([`super::copied_wires`]).

use stiction_core::Stage;
use stiction_core::boxed::{Abreast, LawsAbreast, LinkedEnds, LinkedWires};
use stiction_core::lanes::{Block, WIDTH};
use stiction_core::vectors::Vectors;

use super::boxed::{Beyond, BoxedWire, BoxedWires, Stretch, WireRows, cleared};
use super::connections::Connections;
use super::ends::Ends;
use super::side_by_side::{LanesOf, Set, SideBySide, SideBySideParts, row, set_row};

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
        let mut columns = WireRows::new(numbers, self.rows);
        for (k, own) in copied.iter().enumerate() {
            let (items, of_a_copy) = (&items[k..], copied.len());
            let wire = Copied { all, own, ends: Ends::new(&own.ends, outside), items, of_a_copy };
            let (vectors, stage) = (lanes.vectors, lanes.stage);
            lanes.for_sets(wire.count(), WIDTH, |mut set| {
                let columns = &mut columns;
                if !wire.respond(self.is_direct, vectors, stage, columns, &mut set) {
                    self.copies_one_by_one(&wire, vectors, stage, &mut set);
                }
            });
        }
    }

    #[cold]
    fn copies_one_by_one(
        &self,
        wire: &Copied<'_>,
        vectors: Vectors,
        stage: &Stage,
        Set { first, x, dx, .. }: &mut Set<'_>,
    ) {
        let mut numbers = vec![0.0; self.rows.sum()];
        let mut rows = WireRows::new(&mut numbers, self.rows);
        for lane in 0..vectors.used(wire.count() - *first) {
            // Lanes without a copy repeat the last copy.
            let item = &wire.items[(*first + lane).min(wire.count() - 1) * wire.of_a_copy];
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
    all: &'a SideBySideParts,
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

    /// Responds with a set; false if one of them needs the plain form.
    fn respond(
        &self,
        is_direct: bool,
        vectors: Vectors,
        stage: &Stage,
        columns: &mut WireRows<'_, Block>,
        Set { first, x, dx, .. }: &mut Set<'_>,
    ) -> bool {
        let BoxedWire { law, map } = &self.items[0];
        let (ports, len) = (map.domains(), law.memory().len());
        let WireRows { from, beyond } = columns;
        let from = match self.ends.node_motion(ports, x) {
            Some(motion) => motion,
            None => {
                self.ends.write_columns(ports, stage, x, from);
                from
            }
        };
        let Beyond { motion, effort, efforts } = beyond;
        let own = self.own.column..self.own.column + len;
        let [of_law, of_map] = self.all.columns(self.own, *first);
        // Lanes without a copy need no numbers: the packed state has those of the last copy in them.
        let count = WIDTH.min(self.count() - *first);
        let laws = Abreast { vectors, parameters: of_law, first: 0, count };
        let (given, rate) = ([from, &x[own.clone()]], &mut dx[own]);
        let applies = if is_direct {
            law.respond_abreast(laws, stage, given, [efforts, rate])
        } else {
            let (maps, laws) = (
                Abreast { parameters: of_map, ..laws },
                LawsAbreast { law: &**law, parameters: of_law, stage },
            );
            map.respond_abreast(maps, laws, given, [motion, effort], [efforts, rate])
        };
        if applies {
            self.ends.push_columns(ports, efforts, vectors.used(count), dx);
        }
        applies
    }
}
