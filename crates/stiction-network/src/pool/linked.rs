//! Wires of one connected mechanism side by side, read and written where their ends are.
//!
//! In a chain or a sheet nothing is a copy of anything else, but neighbouring wires of a pool often
//! differ by numbers only. So they are taken in sets:
//!
//! ```text
//! x:  | body 0 | body 1 | body 2 | body 3 | ...      motions lie where the bodies are
//!         └wire 0─┘└wire 1─┘└wire 2─┘
//! gather   column of pose, column of flow, ...       one column per scalar, a lane per wire
//! kernels  map, law, map transposed                  all lanes at once
//! scatter  dx += lane of wire 0, then of wire 1, ... one after the other: wires share bodies, and a
//!                                                    sum must have its order to have its bits
//! ```
//!
//! Each line is one call for up to [`SETS`] sets, of a component whose type is forgotten: so it makes no
//! difference whether a law or a map is boxed, and nothing here is compiled for pairs of them.

use core::cell::Cell;

use stiction_core::lanes::{Block, WIDTH};
use stiction_core::sets::{Columns, ColumnsMut, MOST_SETS, Refused, Sets};
use stiction_core::vectors::{InLanes, Vectors};
use stiction_core::{Real, Stage};

use super::WirePool;
use super::connections::Connections;
use super::side_by_side::Lens;
use crate::look::{Look, WireRef};
use crate::rows::{to_columns, to_rows};

/// Most sets that are taken at once: their numbers stay in the nearest cache.
pub(super) const SETS: usize = MOST_SETS;

/// Numbers of some sets on their way.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) from: Vec<Block>,
    pub(super) motion: Vec<Block>,
    internal: Vec<Block>,
    pub(super) effort: Vec<Block>,
    rate: Vec<Block>,
    pub(super) efforts: Vec<Block>,
    pub(super) look: Look,
}

thread_local! {
    /// Kept from one stage to the next, so that stepping allocates nothing.
    static SCRATCH: Cell<Option<Box<Scratch>>> = Cell::default();
}

/// Lends the scratch of this thread.
pub(super) fn with_scratch<T>(f: impl FnOnce(&mut Scratch) -> T) -> T {
    // Taken, not borrowed: a law may step a network of its own.
    let mut scratch = SCRATCH.take().unwrap_or_default();
    let result = f(&mut scratch);
    SCRATCH.set(Some(scratch));
    result
}

/// The first numbers of a vector, made longer where it is too short. They hold anything.
pub(super) fn first<T: Copy>(numbers: &mut Vec<T>, len: usize, any: T) -> &mut [T] {
    if numbers.len() < len {
        numbers.resize(len, any);
    }
    &mut numbers[..len]
}

pub(super) const ANY: Block = [0.0; WIDTH];

/// [`WirePool::respond`] of the wires of a part that make whole vectors; returns how many these are, from
/// the first one on. `x` and `dx` are those of the part.
pub(super) fn respond(
    pool: &dyn WirePool,
    part: usize,
    vectors: Vectors,
    stage: &Stage,
    (x, dx): (&[f64], &mut [f64]),
) -> usize {
    let Connections { segments, linked, .. } = pool.connections();
    let segment = segments.at(part);
    let [own] = linked.of(part) else { return 0 };
    let count = segment.places().len();
    let count = count - count % vectors.lanes();
    with_scratch(|scratch| {
        for done in (0..count).step_by(SETS * WIDTH) {
            let sets = linked.sets(own, vectors, done, (count - done).min(SETS * WIDTH));
            let place = segment.places().start + done;
            let group = Group { pool, place, len: own.lens, sets };
            group.respond(segment.start(), done, stage, (x, dx), scratch);
        }
    });
    count
}

/// Wires that follow each other in a pool.
struct Group<'a> {
    pool: &'a dyn WirePool,
    /// Of the first one.
    place: usize,
    len: Lens,
    sets: [Sets<'a>; 2],
}

impl Group<'_> {
    fn wire(&self, item: usize) -> WireRef<'_> {
        // The ends count from where the part begins, as does the state.
        WireRef { base: 0, ..self.pool.wire(self.place + item) }
    }

    /// The internal states of the part begin at `start`, and `done` wires of it come before.
    fn respond(
        &self,
        start: usize,
        done: usize,
        stage: &Stage,
        (x, dx): (&[f64], &mut [f64]),
        scratch: &mut Scratch,
    ) {
        let [of_law, of_map] = self.sets;
        let (count, sets, vectors) = (of_law.count, of_law.starts.len(), of_law.vectors);
        let (law, map, len) = (self.pool.law(self.place), self.pool.map(self.place), self.len);
        let Connections { ports, ends, outside, .. } = self.pool.connections();
        let at = &ends[self.place * ports..(self.place + count) * ports];
        let own = start + done * len.internal..start + (done + count) * len.internal;

        let Scratch { from, motion, internal, effort, rate, efforts, look } = scratch;
        let from = first(from, sets * len.from, ANY);
        let motion = first(motion, sets * len.motion, ANY);
        let internal = first(internal, sets * len.internal, ANY);
        let effort = first(effort, sets * len.effort, ANY);
        let rate = first(rate, sets * len.internal, ANY);
        let efforts = first(efforts, sets * len.efforts, ANY);

        let outside = |at: u32, motion: &mut [f64]| outside.write_motion(at, stage, motion);
        map.gather(at, x, &outside, from);
        vectors.run(ToColumns {
            count,
            len: len.internal,
            rows: &x[own.clone()],
            columns: internal,
        });

        let (from, direct) = (Columns::new(from, len.from), map.is_direct());
        let mut refused = Refused::default();
        let seen = if direct {
            from
        } else {
            refused = map.motion_in_lanes(of_map, from, ColumnsMut::new(motion, len.motion));
            Columns::new(motion, len.motion)
        };
        let given = [seen, Columns::new(internal, len.internal)];
        let gives = [ColumnsMut::new(effort, len.effort), ColumnsMut::new(rate, len.internal)];
        refused = refused.and(law.respond_in_lanes(of_law, stage, given, gives));
        let on_ports = if direct {
            effort
        } else {
            let exerted = Columns::new(effort, len.effort);
            let on_ports = ColumnsMut::new(efforts, len.efforts);
            refused = refused.and(map.efforts_in_lanes(of_map, [from, exerted], on_ports));
            efforts
        };
        vectors.run(ToRows { count, len: len.internal, columns: rate, rows: &mut dx[own.clone()] });
        if !refused.is_empty() {
            self.respond_to_refused(refused, own.start, stage, (x, dx), (on_ports, look));
        }
        map.scatter(at, on_ports, dx);
    }

    /// The same in the plain form, where a kernel does not apply.
    #[cold]
    fn respond_to_refused(
        &self,
        refused: Refused,
        start: usize,
        stage: &Stage,
        (x, dx): (&[f64], &mut [f64]),
        (efforts, look): (&mut [Block], &mut Look),
    ) {
        let [Sets { count, vectors, .. }, _] = self.sets;
        let (lanes, len) = (vectors.lanes(), self.len);
        for item in 0..count {
            let (set, lane) = (item / WIDTH, item % WIDTH);
            if refused.has(set, lane - lane % lanes) {
                let own = start + item * len.internal..start + (item + 1) * len.internal;
                self.wire(item).look(stage, x, &x[own.clone()], look);
                dx[own].copy_from_slice(&look.rate);
                let blocks = &mut efforts[set * len.efforts..];
                for (block, effort) in blocks.iter_mut().zip(&look.efforts) {
                    block[lane] = *effort;
                }
            }
        }
    }
}

/// Rows of so many numbers become columns, set after set.
struct ToColumns<'a> {
    count: usize,
    len: usize,
    rows: &'a [f64],
    columns: &'a mut [Block],
}

impl InLanes for ToColumns<'_> {
    type Output = ();
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        // Where the compiler knows the length, this takes a third of the time.
        match self.len {
            1 => self.turn::<R>(token, 1),
            2 => self.turn::<R>(token, 2),
            3 => self.turn::<R>(token, 3),
            len => self.turn::<R>(token, len),
        }
    }
}

impl ToColumns<'_> {
    #[inline(always)]
    fn turn<R: Real>(self, token: R::Token, len: usize) {
        for first in (0..self.count).step_by(R::COUNT) {
            let rows = &self.rows[first * len..(first + R::COUNT) * len];
            let columns = &mut self.columns[first / WIDTH * len..][..len];
            to_columns::<R>(token, rows, columns, first % WIDTH);
        }
    }
}

/// The reverse of [`ToColumns`].
struct ToRows<'a> {
    count: usize,
    len: usize,
    columns: &'a [Block],
    rows: &'a mut [f64],
}

impl InLanes for ToRows<'_> {
    type Output = ();
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        match self.len {
            1 => self.turn::<R>(token, 1),
            2 => self.turn::<R>(token, 2),
            3 => self.turn::<R>(token, 3),
            len => self.turn::<R>(token, len),
        }
    }
}

impl ToRows<'_> {
    #[inline(always)]
    fn turn<R: Real>(self, token: R::Token, len: usize) {
        for first in (0..self.count).step_by(R::COUNT) {
            let rows = &mut self.rows[first * len..(first + R::COUNT) * len];
            let columns = &self.columns[first / WIDTH * len..][..len];
            to_rows::<R>(token, columns, first % WIDTH, rows);
        }
    }
}
