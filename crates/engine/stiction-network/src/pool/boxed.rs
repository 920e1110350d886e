//! Impedances whose types are known at run time only, because a file or a script composes them.
//!
//! A pool of [`Wires`](super::wires::Wires) is compiled for every pair of law and map. A file can name hundreds of
//! pairs. So there is one pool type for all of them, in which numbers pass in rows:
//!
//! ```text
//!           ends           map (Psi)          law           map (Psi^T)           ends
//! x ─────────────> | from | ────> | motion | ────> | effort | ────> | efforts | ────────> dx
//! ```
//!
//! If all ends are nodes, as they mostly are, the map reads and writes the state itself, because it knows the domains
//! of its ports; and a law on a port itself needs no map.
//!
//! The wires of one pool have laws and maps of one type on ports of one kind, as the typed ones have: the order
//! of the sums, and with it the bits, are those of the same mechanism composed of types. Side by side
//! ([`super::boxed_lanes`]) every row is a column of eight wires.

use core::ops::Range;

use stiction_core::boxed::{BoxedCoupling, BoxedImpedance, NodeEnds};
use stiction_core::{AnyCoupling, AnyImpedance, Stage, earlier};

use super::connections::Connections;
use super::ends::Ends;
use super::items::arrange;
use super::side_by_side::LanesOf;
use super::wires::WirePool;
use crate::compose::end::End;

/// A law and its map.
pub(crate) struct BoxedWire {
    pub(crate) law: Box<dyn BoxedImpedance>,
    pub(crate) map: Box<dyn BoxedCoupling>,
}

/// All impedances of one law and one map on ports of one kind, in boxes.
pub(crate) struct BoxedWires {
    pub(super) items: Vec<BoxedWire>,
    /// Numbers of internal variables, asked for once.
    pub(super) internal_lens: Vec<usize>,
    pub(super) connections: Connections,
    pub(super) rows: RowLens,
    /// Whether the law stands on the port itself.
    pub(super) is_direct: bool,
}

/// Length of each row.
#[derive(Clone, Copy, Default)]
pub(super) struct RowLens {
    pub(super) from: usize,
    pub(super) motion: usize,
    pub(super) effort: usize,
    pub(super) efforts: usize,
}

impl RowLens {
    fn of(wire: &BoxedWire) -> Self {
        let (ports, seen) = (wire.map.domains(), wire.law.domain());
        Self {
            from: ports.iter().map(|port| port.motion_len()).sum(),
            motion: seen.motion_len(),
            effort: seen.flow_len,
            efforts: ports.iter().map(|port| port.flow_len).sum(),
        }
    }

    pub(super) const fn sum(self) -> usize {
        self.from + self.motion + self.effort + self.efforts
    }
}

/// The rows of a wire, or its columns beside others; one wire after the other uses them.
pub(super) struct WireRows<'a, T> {
    pub(super) from: &'a mut [T],
    pub(super) beyond: Beyond<'a, T>,
}

/// Rows after the motions of the ports.
pub(super) struct Beyond<'a, T> {
    pub(super) motion: &'a mut [T],
    pub(super) effort: &'a mut [T],
    pub(super) efforts: &'a mut [T],
}

impl<'a, T> WireRows<'a, T> {
    pub(super) fn new(numbers: &'a mut [T], lens: RowLens) -> Self {
        let (from, rest) = numbers.split_at_mut(lens.from);
        let (motion, rest) = rest.split_at_mut(lens.motion);
        let (effort, rest) = rest.split_at_mut(lens.effort);
        Self { from, beyond: Beyond { motion, effort, efforts: &mut rest[..lens.efforts] } }
    }
}

/// Calls `f` with room for `len` numbers or columns. On the stack it costs only the clearing, which for a few wires
/// is most of the time; a step allocates only for a map of many ports.
#[inline(always)]
pub(super) fn cleared<T: Copy>(zero: T, len: usize, f: impl FnOnce(&mut [T])) {
    match len {
        0..=16 => f(&mut [zero; 16]),
        17..=32 => f(&mut [zero; 32]),
        33..=64 => f(&mut [zero; 64]),
        65..=192 => f(&mut [zero; 192]),
        _ => f(&mut vec![zero; len]),
    }
}

/// Wires of a part that follow each other, and where their internal variables begin.
#[derive(Clone)]
pub(super) struct Stretch {
    pub(super) places: Range<usize>,
    pub(super) start: usize,
}

impl BoxedWires {
    /// Creates a pool for wires like `first`, which is not yet one of them.
    pub(crate) fn new(type_name: String, first: &BoxedWire, is_direct: bool) -> Self {
        Self {
            items: vec![],
            internal_lens: vec![],
            connections: Connections {
                in_boxes: true,
                ..Connections::new(type_name, first.map.domains().len())
            },
            rows: RowLens::of(first),
            is_direct,
        }
    }

    pub(crate) fn add(&mut self, wire: BoxedWire, ends: &[End]) {
        self.internal_lens.push(wire.law.memory().len());
        self.items.push(wire);
        self.connections.added.extend_from_slice(ends);
    }

    /// Returns the wires of a part.
    pub(super) fn stretch(&self, part: usize) -> Stretch {
        let segment = self.connections.segments.at(part);
        Stretch { places: segment.places(), start: segment.start() }
    }

    /// Responds with wires one at a time.
    pub(super) fn one_by_one(&self, wires: Stretch, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        if self.connections.outside.is_empty() {
            self.respond_on_nodes(wires, stage, x, dx);
        } else {
            cleared(0.0, self.rows.sum(), |numbers| self.respond_in(numbers, wires, stage, x, dx));
        }
    }

    /// Responds with wires one at a time, all of them on nodes: the shortest way, without rows.
    #[inline]
    fn respond_on_nodes(&self, wires: Stretch, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let Stretch { places, mut start } = wires;
        let Connections { ends, ports, .. } = &self.connections;
        let ends = ends[places.start * ports..places.end * ports].chunks_exact(*ports);
        let (items, lens) = (&self.items[places.clone()], &self.internal_lens[places]);
        for ((BoxedWire { law, map }, len), at) in items.iter().zip(lens).zip(ends) {
            let own = start..start + len;
            start = own.end;
            match (at, self.is_direct) {
                ([at], true) => law.respond_on_node(stage, *at, x, own, dx),
                _ => map.respond_on_nodes(&**law, stage, NodeEnds { at, x }, own, dx),
            }
        }
    }

    #[inline]
    fn respond_in(
        &self,
        numbers: &mut [f64],
        Stretch { places, mut start }: Stretch,
        stage: &Stage,
        x: &[f64],
        dx: &mut [f64],
    ) {
        let mut rows = WireRows::new(numbers, self.rows);
        let Connections { ends, outside, ports, .. } = &self.connections;
        let ends = ends[places.start * ports..places.end * ports].chunks_exact(*ports);
        let (items, lens) = (&self.items[places.clone()], &self.internal_lens[places]);
        for ((wire, len), at) in items.iter().zip(lens).zip(ends) {
            let own = start..start + len;
            start = own.end;
            self.respond_one(wire, Ends::new(at, outside), &mut rows, stage, x, (own, dx));
        }
    }

    /// Responds as [`WirePool::respond`] does if some ends are outside, or wires of some part are evaluated side by
    /// side.
    #[inline(never)]
    fn respond_otherwise(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let wires = self.stretch(part);
        let Connections { linked, vectors, .. } = &self.connections;
        match (linked.of(part), *vectors) {
            ([linked], Some(vectors)) => self.abreast(vectors, linked, wires, stage, x, dx),
            _ => self.one_by_one(wires, stage, x, dx),
        }
    }

    /// Responds with one wire, with its internal variables in `own`.
    #[inline(always)]
    pub(super) fn respond_one(
        &self,
        BoxedWire { law, map }: &BoxedWire,
        ends: Ends<'_>,
        rows: &mut WireRows<'_, f64>,
        stage: &Stage,
        x: &[f64],
        (own, dx): (Range<usize>, &mut [f64]),
    ) {
        if let Some(at) = ends.nodes() {
            if let ([at], true) = (at, self.is_direct) {
                return law.respond_on_node(stage, *at, x, own, dx);
            }
            return map.respond_on_nodes(&**law, stage, NodeEnds { at, x }, own, dx);
        }
        let (ports, WireRows { from, beyond }) = (map.domains(), rows);
        ends.write_motions(ports, stage, x, from);
        let (internal, rate) = (&x[own.clone()], &mut dx[own]);
        let mut respond =
            |motion: &[f64], effort: &mut [f64]| law.respond(stage, motion, internal, effort, rate);
        map.through(from, &mut respond, beyond.efforts);
        ends.push_row(ports, beyond.efforts, dx);
    }
}

impl WirePool for BoxedWires {
    fn len(&self) -> usize {
        self.items.len()
    }
    fn item(&self, place: usize) -> (&dyn AnyImpedance, &dyn AnyCoupling) {
        let wire = &self.items[place];
        (&*wire.law, &*wire.map)
    }
    fn connections(&self) -> &Connections {
        &self.connections
    }
    fn connections_mut(&mut self) -> &mut Connections {
        &mut self.connections
    }
    fn arrange(&mut self, slots: &[usize]) {
        arrange(&mut self.items, slots);
        self.internal_lens = self.items.iter().map(|wire| wire.law.memory().len()).collect();
    }
    fn respond(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        if self.connections.special {
            self.respond_otherwise(part, stage, x, dx);
        } else {
            self.respond_on_nodes(self.stretch(part), stage, x, dx);
        }
    }
    fn respond_in_lanes(&self, part: usize, lanes: &mut LanesOf<'_>) {
        self.copies_abreast(part, lanes);
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        let of_ends = self.connections.outside.next_jump(after);
        self.items.iter().fold(of_ends, |jump, item| {
            let law: &dyn AnyImpedance = &*item.law;
            earlier(jump, law.next_jump(after))
        })
    }
}
