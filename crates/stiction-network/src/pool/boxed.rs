//! Impedances whose types are known at run time only: what a file or a script composes.
//!
//! A pool of [`Wires`](super::wires::Wires) is compiled for every pair of law and map. Of those a file can name
//! there are hundreds, and none of them would gain: in their boxes they are called through tables anyhow. So there is one
//! pool for all of them, in which numbers pass in rows:
//!
//! ```text
//!           ends           map (Psi)          law           map (Psi^T)           ends
//! x ─────────────> | from | ────> | motion | ────> | effort | ────> | efforts | ────────> dx
//!    └─────── where the map is `Direct`, nothing lies between ────────┘
//! ```
//!
//! The wires of one pool have laws and maps of one type on ports of one kind, as the typed ones have: the order
//! of the sums, and with it the bits, are those of the same mechanism composed of types.

use core::any::Any;

use stiction_core::{AnyCoupling, AnyImpedance, Stage};

use super::connections::Connections;
use super::ends::Ends;
use super::items::arrange;
use super::side_by_side::LanesOf;
use super::wires::WirePool;
use crate::end::{End, earlier};

/// A law and its map.
pub(crate) struct BoxedWire {
    pub(crate) law: Box<dyn AnyImpedance>,
    pub(crate) map: Box<dyn AnyCoupling>,
}

/// All impedances of one law and one map on ports of one kind, in boxes.
pub(crate) struct BoxedWires {
    items: Vec<BoxedWire>,
    /// Numbers of internal variables, asked for once.
    internal_lens: Vec<usize>,
    connections: Connections,
    rows: RowLens,
    /// Whether the law stands on the port itself.
    is_direct: bool,
}

/// How many numbers each row has.
#[derive(Clone, Copy, Default)]
struct RowLens {
    from: usize,
    motion: usize,
    effort: usize,
    efforts: usize,
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

    const fn sum(&self) -> usize {
        self.from + self.motion + self.effort + self.efforts
    }
}

/// The rows of a wire, which one after the other uses.
struct WireRows<'a> {
    from: &'a mut [f64],
    motion: &'a mut [f64],
    effort: &'a mut [f64],
    efforts: &'a mut [f64],
}

impl<'a> WireRows<'a> {
    fn new(numbers: &'a mut [f64], lens: RowLens) -> Self {
        let (from, rest) = numbers.split_at_mut(lens.from);
        let (motion, rest) = rest.split_at_mut(lens.motion);
        let (effort, efforts) = rest.split_at_mut(lens.effort);
        Self { from, motion, effort, efforts }
    }
}

impl BoxedWires {
    /// For wires like `first`, which is not yet one of them.
    pub(crate) fn new(type_name: String, first: &BoxedWire, is_direct: bool) -> Self {
        Self {
            items: vec![],
            internal_lens: vec![],
            connections: Connections::new(type_name, first.map.domains().len()),
            rows: RowLens::of(first),
            is_direct,
        }
    }

    pub(crate) fn add(&mut self, wire: BoxedWire, ends: &[End]) {
        self.internal_lens.push(wire.law.internal_len());
        self.items.push(wire);
        self.connections.added.extend_from_slice(ends);
    }

    fn respond_in(
        &self,
        numbers: &mut [f64],
        part: usize,
        stage: &Stage,
        x: &[f64],
        dx: &mut [f64],
    ) {
        let rows = WireRows::new(numbers, self.rows);
        let Connections { segments, ends, outside, ports, .. } = &self.connections;
        let segment = segments.at(part);
        let (items, mut start) = segment.of(&self.items);
        let (lens, _) = segment.of(&self.internal_lens);
        let ends = segment.of_each(ends, *ports).chunks_exact(*ports);
        for ((BoxedWire { law, map }, len), at) in items.iter().zip(lens).zip(ends) {
            let own = start..start + len;
            start = own.end;
            let (ends, ports) = (Ends::new(at, outside), map.domains());
            let (internal, rate) = (&x[own.clone()], &mut dx[own]);
            if self.is_direct {
                let motion = ends.only_motion(&ports[0], stage, x, rows.motion);
                law.respond(stage, motion, internal, rows.effort, rate);
                ends.push_row(ports, rows.effort, dx);
            } else {
                ends.write_motions(ports, stage, x, rows.from);
                map.motion(rows.from, rows.motion);
                law.respond(stage, rows.motion, internal, rows.effort, rate);
                map.efforts(rows.from, rows.effort, rows.efforts);
                ends.push_row(ports, rows.efforts, dx);
            }
        }
    }
}

impl WirePool for BoxedWires {
    fn len(&self) -> usize {
        self.items.len()
    }
    fn law(&self, place: usize) -> &dyn AnyImpedance {
        &*self.items[place].law
    }
    fn map(&self, place: usize) -> &dyn AnyCoupling {
        &*self.items[place].map
    }
    fn connections(&self) -> &Connections {
        &self.connections
    }
    fn connections_mut(&mut self) -> &mut Connections {
        &mut self.connections
    }
    fn arrange(&mut self, slots: &[usize]) {
        arrange(&mut self.items, slots);
        self.internal_lens = self.items.iter().map(|wire| wire.law.internal_len()).collect();
    }
    fn respond(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        if self.connections.segments.at(part).places().is_empty() {
            return;
        }
        // Rows on the stack cost what it takes to clear them; a step allocates for a map of many ports only.
        match self.rows.sum() {
            0..=16 => self.respond_in(&mut [0.0; 16][..self.rows.sum()], part, stage, x, dx),
            17..=64 => self.respond_in(&mut [0.0; 64][..self.rows.sum()], part, stage, x, dx),
            65..=256 => self.respond_in(&mut [0.0; 256][..self.rows.sum()], part, stage, x, dx),
            many => self.respond_in(&mut vec![0.0; many], part, stage, x, dx),
        }
    }
    /// Never called: a law in a box has no kernel, so that none of its wires is taken for a copy.
    fn respond_in_lanes(&self, _: usize, _: &mut LanesOf<'_>) {}
    fn next_jump(&self, after: f64) -> Option<f64> {
        let of_ends = self.connections.outside.next_jump(after);
        self.items.iter().fold(of_ends, |jump, item| earlier(jump, item.law.next_jump(after)))
    }
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}
