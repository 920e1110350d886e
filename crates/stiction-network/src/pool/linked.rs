//! Wires of one connected mechanism side by side, read and written where their ends are.
//!
//! In a chain or a sheet nothing is a copy of anything else, but neighbouring wires of a pool often
//! differ by numbers only. So they are taken in sets:
//!
//! ```text
//! x:  | body 0 | body 1 | body 2 | body 3 | ...      motions lie where the bodies are
//!         └wire 0─┘└wire 1─┘└wire 2─┘
//! gather   row of wire 0, row of wire 1, ...         one row per wire
//! turn     column of pose, column of flow, ...       one column per scalar, a lane per wire
//! kernels  map, law, map transposed                  all lanes at once
//! turn     row of wire 0, row of wire 1, ...
//! scatter  dx += row of wire 0, then of wire 1, ...  one after the other: wires share bodies, and a
//!                                                    sum must have its order to have its bits
//! ```
//!
//! Each line is one call for up to [`SETS`] sets, of a component whose type is forgotten: so it makes no
//! difference whether a law or a map is boxed, and nothing here is compiled for pairs of them.

use core::cell::Cell;

use stiction_core::lanes::{Block, WIDTH};
use stiction_core::sets::{Columns, ColumnsMut, Refused, Sets};
use stiction_core::vectors::{InLanes, Vectors};
use stiction_core::{Real, Stage};

use super::WirePool;
use super::connections::Connections;
use crate::look::{Look, WireRef};
use crate::rows::{to_columns, to_rows};

/// Most sets that are taken at once: their numbers stay in the nearest cache.
pub(super) const SETS: usize = 8;

/// Numbers of some sets on their way.
#[derive(Default)]
pub(super) struct Scratch {
    rows: Vec<f64>,
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
    static SCRATCH: Cell<Scratch> = Cell::default();
}

/// Lends the scratch of this thread.
pub(super) fn with_scratch<T>(f: impl FnOnce(&mut Scratch) -> T) -> T {
    // Taken, not borrowed: a law may step a network of its own.
    let mut scratch = SCRATCH.take();
    let result = f(&mut scratch);
    SCRATCH.set(scratch);
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

/// Numbers of what passes through a wire.
#[derive(Clone, Copy)]
pub(super) struct Lens {
    pub(super) from: usize,
    pub(super) motion: usize,
    pub(super) internal: usize,
    pub(super) effort: usize,
    pub(super) efforts: usize,
}

impl Lens {
    pub(super) fn of(wire: &WireRef<'_>) -> Self {
        let (ports, domain) = (wire.map.domains(), wire.law.domain());
        Self {
            from: ports.iter().map(|port| port.motion_len()).sum(),
            motion: domain.motion_len(),
            internal: wire.law.internal_len(),
            effort: domain.flow_len,
            efforts: ports.iter().map(|port| port.flow_len).sum(),
        }
    }
}

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
            let group = Group { pool, place: segment.places().start + done, sets };
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
        let wire = self.wire(0);
        let len = Lens::of(&wire);
        let Connections { ports, ends, outside, .. } = self.pool.connections();
        let at = &ends[self.place * ports..(self.place + count) * ports];
        let own = start + done * len.internal..start + (done + count) * len.internal;

        let Scratch { rows, from, motion, internal, effort, rate, efforts, look } = scratch;
        let rows = first(rows, count * len.from.max(len.efforts), 0.0);
        let from = first(from, sets * len.from, ANY);
        let motion = first(motion, sets * len.motion, ANY);
        let internal = first(internal, sets * len.internal, ANY);
        let effort = first(effort, sets * len.effort, ANY);
        let rate = first(rate, sets * len.internal, ANY);
        let efforts = first(efforts, sets * len.efforts, ANY);

        let outside = |at: u32, motion: &mut [f64]| outside.write_motion(at, stage, motion);
        wire.map.gather(at, x, &outside, &mut rows[..count * len.from]);
        vectors.run(ToColumns { count, len: len.from, rows, columns: from });
        vectors.run(ToColumns {
            count,
            len: len.internal,
            rows: &x[own.clone()],
            columns: internal,
        });

        let columns = |blocks, stride| Columns { blocks, stride };
        let seen = ColumnsMut { blocks: motion, stride: len.motion };
        let mut refused = wire.map.motion_in_lanes(of_map, columns(from, len.from), seen);
        let given = [columns(motion, len.motion), columns(internal, len.internal)];
        let gives = [
            ColumnsMut { blocks: effort, stride: len.effort },
            ColumnsMut { blocks: rate, stride: len.internal },
        ];
        refused = refused.and(wire.law.respond_in_lanes(of_law, stage, given, gives));
        let given = [columns(from, len.from), columns(effort, len.effort)];
        let gives = ColumnsMut { blocks: efforts, stride: len.efforts };
        refused = refused.and(wire.map.efforts_in_lanes(of_map, given, gives));

        vectors.run(ToRows { count, len: len.internal, columns: rate, rows: &mut dx[own.clone()] });
        let rows = &mut rows[..count * len.efforts];
        vectors.run(ToRows { count, len: len.efforts, columns: efforts, rows });
        if !refused.is_empty() {
            self.respond_to_refused(refused, (own.start, len), stage, (x, dx), (rows, look));
        }
        wire.map.scatter(at, rows, dx);
    }

    /// The same in the plain form, where a kernel does not apply.
    #[cold]
    fn respond_to_refused(
        &self,
        refused: Refused,
        (start, len): (usize, Lens),
        stage: &Stage,
        (x, dx): (&[f64], &mut [f64]),
        (rows, look): (&mut [f64], &mut Look),
    ) {
        let [Sets { count, vectors, .. }, _] = self.sets;
        let lanes = vectors.lanes();
        for item in 0..count {
            let (set, lane) = (item / WIDTH, item % WIDTH);
            if refused.has(set, lane - lane % lanes) {
                let own = start + item * len.internal..start + (item + 1) * len.internal;
                self.wire(item).look(stage, x, &x[own.clone()], look);
                dx[own].copy_from_slice(&look.rate);
                rows[item * len.efforts..][..len.efforts].copy_from_slice(&look.efforts);
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
        let Self { count, len, rows, columns } = self;
        for first in (0..count).step_by(R::COUNT) {
            let rows = &rows[first * len..(first + R::COUNT) * len];
            let columns = &mut columns[first / WIDTH * len..][..len];
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
        let Self { count, len, columns, rows } = self;
        for first in (0..count).step_by(R::COUNT) {
            let rows = &mut rows[first * len..(first + R::COUNT) * len];
            let columns = &columns[first / WIDTH * len..][..len];
            to_rows::<R>(token, columns, first % WIDTH, rows);
        }
    }
}
