//! Boxed wires side by side: those of one connected mechanism, and those of copies.
//!
//! ```text
//! linked   rows of eight wires ──> columns ──> map, law, map: one call each ──> columns ──> rows
//! copies                           columns ──> map, law, map: one call each ──> columns
//! ```
//!
//! Linked wires are gathered and scattered one after the other, because they share bodies and a sum must keep its
//! order to keep its bits ([`super::linked`]). Copies share no bodies, and their state is in columns already
//! ([`super::copied_wires`]).

use stiction_core::Stage;
use stiction_core::boxed::{Abreast, LawsAbreast, NodeEnds, NodeSums};
use stiction_core::lanes::{Block, CAPACITY, Column, WIDTH};
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
        let first = &self.items[places.start];
        let (domains, len) = (first.map.domains(), self.internal_lens[places.start]);
        // The columns, one after the other: from, motion, effort, efforts | internal | rate.
        let (numbers, of_internal) = numbers.split_at_mut(self.rows.sum());
        let (internal, rest) = of_internal.split_at_mut(len);
        let rate = &mut rest[..len];
        let WireRows { from, mut beyond } = WireRows::new(numbers, self.rows);
        for first_of in places.clone().step_by(WIDTH) {
            let to = places.end.min(first_of + WIDTH);
            let (count, wires) = (to - first_of, Stretch { places: first_of..to, start });
            let own = start..start + count * len;
            start = own.end;
            let at = &ends[first_of * ports..to * ports];
            // If all ends are nodes, the map knows their domains as types and reads without asking.
            if outside.is_empty() {
                first.map.gather(NodeEnds { at, x }, from);
            } else {
                for (lane, at) in at.chunks_exact(*ports).enumerate() {
                    let (mut numbers, len) = ([0.0; CAPACITY], from.len());
                    Ends::new(at, outside).write_motions(domains, stage, x, &mut numbers[..len]);
                    set_row(&numbers, from, lane);
                }
            }
            to_lanes(&x[own.clone()], internal);
            let parameters = all.columns(linked, first_of - places.start);
            let lanes = LaneCall { vectors, parameters, count };
            lanes.fill([from, internal]);
            // `dx` is untouched up to here, so the plain form can do it instead.
            let given = [&*from, &*internal];
            if !lanes.respond(first, self.is_direct, stage, given, &mut beyond, rate) {
                self.one_by_one(wires, stage, x, dx);
                continue;
            }
            if outside.is_empty() {
                first.map.scatter(beyond.efforts, NodeSums { at, dx });
            } else {
                for (lane, at) in at.chunks_exact(*ports).enumerate() {
                    Ends::new(at, outside).push_row(domains, &row(beyond.efforts, lane), dx);
                }
            }
            from_lanes(rate, &mut dx[own]);
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

/// The lanes of one call.
#[derive(Clone, Copy)]
struct LaneCall<'a> {
    vectors: Vectors,
    /// Columns of the law, and of the map.
    parameters: [&'a [Column]; 2],
    count: usize,
}

impl LaneCall<'_> {
    /// Lets lanes without a wire repeat the last wire, so that a kernel meets no unexpected numbers.
    fn fill(&self, columns: [&mut [Block]; 2]) {
        if self.count < WIDTH {
            for column in columns.into_iter().flatten() {
                let last = column[self.count - 1];
                column[self.count..].fill(last);
            }
        }
    }

    /// Responds with as many wires; false if one of them needs the plain form.
    fn respond(
        self,
        BoxedWire { law, map }: &BoxedWire,
        is_direct: bool,
        stage: &Stage,
        [from, internal]: [&[Block]; 2],
        Beyond { motion, effort, efforts }: &mut Beyond<'_, Block>,
        rate: &mut [Block],
    ) -> bool {
        let Self { vectors, parameters: [of_law, of_map], count } = self;
        if is_direct {
            let laws = Abreast { vectors, parameters: of_law, first: 0, count };
            return law.respond_abreast(laws, stage, [from, internal], [efforts, rate]);
        }
        let maps = Abreast { vectors, parameters: of_map, first: 0, count };
        let laws = LawsAbreast { law: &**law, parameters: of_law, stage, internal };
        map.respond_abreast(maps, laws, from, [motion, effort], [efforts, rate])
    }
}

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
        let wire = &self.items[0];
        let (ports, len) = (wire.map.domains(), wire.law.memory().len());
        let WireRows { from, beyond } = columns;
        let from = match self.ends.node_motion(ports, x) {
            Some(motion) => motion,
            None => {
                self.ends.write_columns(ports, stage, x, from);
                from
            }
        };
        let own = self.own.column..self.own.column + len;
        let parameters = self.all.columns(self.own, *first);
        let count = WIDTH.min(self.count() - *first);
        // Lanes without a copy are not filled here: the packed state has numbers of the last copy in them.
        let lanes = LaneCall { vectors, parameters, count };
        let given = [from, &x[own.clone()]];
        if !lanes.respond(wire, is_direct, stage, given, beyond, &mut dx[own]) {
            return false;
        }
        self.ends.push_columns(ports, beyond.efforts, vectors.used(count), dx);
        true
    }
}

/// Turns rows of several wires into columns.
fn to_lanes(rows: &[f64], columns: &mut [Block]) {
    // One variable each, as with most laws: the rows are the column.
    if let [column] = columns {
        column[..rows.len()].copy_from_slice(rows);
    } else if !columns.is_empty() {
        for (lane, row) in rows.chunks_exact(columns.len()).enumerate() {
            for (column, number) in columns.iter_mut().zip(row) {
                column[lane] = *number;
            }
        }
    }
}

/// Reverses [`to_lanes`].
fn from_lanes(columns: &[Block], rows: &mut [f64]) {
    if let [column] = columns {
        rows.copy_from_slice(&column[..rows.len()]);
    } else if !columns.is_empty() {
        for (lane, row) in rows.chunks_exact_mut(columns.len()).enumerate() {
            for (column, number) in columns.iter().zip(row) {
                *number = column[lane];
            }
        }
    }
}
