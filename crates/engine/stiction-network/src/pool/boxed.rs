//! Impedances whose types are known at run time only, because a file or a script composes them.
//!
//! A pool of [`Wires`](super::wires::Wires) is compiled for every pair of law and map. A file can name hundreds of
//! pairs. So there is one pool type for all of them. The map reads and writes the state, because it knows the domains of
//! its ports; numbers pass between it and its law in rows:
//!
//! ```text
//! x ──> map (Psi) ──> | motion | ──> law ──> | effort | ──> map (Psi^T) ──> dx
//! ```
//!
//! A law on the port of a node itself needs no map, and no rows.
//!
//! The wires of one pool have laws and maps of one type on ports of one kind, as the typed ones have: the order
//! of the sums, and with it the bits, are those of the same mechanism composed of types. Side by side
//! ([`super::boxed_lanes`]) every row is a column of eight wires.

use core::ops::Range;

use stiction_core::boxed::{BoxedCoupling, BoxedImpedance};
use stiction_core::lanes::{Block, WIDTH};
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
    pub(super) columns: ColumnLens,
    /// Whether the law stands on the port itself.
    pub(super) is_direct: bool,
}

/// Numbers of columns of wires side by side.
#[derive(Clone, Copy, Default)]
pub(super) struct ColumnLens {
    /// Motions of the ports.
    pub(super) from: usize,
    /// Motion that the law sees.
    pub(super) motion: usize,
    pub(super) effort: usize,
}

impl ColumnLens {
    fn of(wire: &BoxedWire) -> Self {
        let (ports, seen) = (wire.map.domains(), wire.law.domain());
        Self {
            from: ports.iter().map(|port| port.motion_len()).sum(),
            motion: seen.motion_len(),
            effort: seen.flow_len,
        }
    }
}

/// Calls `f` with cleared columns of the given numbers. On the stack they cost only the clearing, which for a few wires
/// is most of the time; a step allocates only for a map of many ports.
#[inline(always)]
pub(super) fn cleared<const N: usize>(lens: [usize; N], f: impl FnOnce([&mut [Block]; N])) {
    let cut = |mut all: &mut [Block]| {
        f(lens.map(|len| {
            let (own, rest) = core::mem::take(&mut all).split_at_mut(len);
            all = rest;
            own
        }));
    };
    const ZERO: Block = [0.0; WIDTH];
    match lens.iter().sum() {
        0..=16 => cut(&mut Aligned([ZERO; 16]).0),
        17..=32 => cut(&mut Aligned([ZERO; 32]).0),
        33..=64 => cut(&mut Aligned([ZERO; 64]).0),
        65..=192 => cut(&mut Aligned([ZERO; 192]).0),
        len => cut(&mut vec![ZERO; len]),
    }
}

/// Columns of which none lies across two lines of the cache.
#[repr(align(64))]
struct Aligned<const N: usize>([Block; N]);

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
            columns: ColumnLens::of(first),
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
        let Stretch { places, mut start } = wires;
        let Connections { ends, ports, outside, .. } = &self.connections;
        let ends = ends[places.start * ports..places.end * ports].chunks_exact(*ports);
        let (items, lens) = (&self.items[places.clone()], &self.internal_lens[places]);
        for ((wire, len), at) in items.iter().zip(lens).zip(ends) {
            let own = start..start + len;
            start = own.end;
            self.respond_one(wire, Ends::new(at, outside), stage, x, (own, dx));
        }
    }

    /// Responds as [`WirePool::respond`] does if some ends are outside or wires of some part are evaluated side by side.
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
        stage: &Stage,
        x: &[f64],
        (own, dx): (Range<usize>, &mut [f64]),
    ) {
        if let (Some([at]), true) = (ends.nodes(), self.is_direct) {
            return law.respond_on_node(stage, *at, x, own, dx);
        }
        ends.within(stage, x, |ends| {
            map.pass(ends, dx, &mut |motion, effort, dx| {
                law.respond(stage, motion, &x[own.clone()], effort, &mut dx[own.clone()]);
            })
        });
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
            self.one_by_one(self.stretch(part), stage, x, dx);
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
