//! All impedances of one (law, coupling) type on ports of one kind in one vector.
//!
//! One wire at a stage, from left to right and back:
//!
//! ```text
//! x ──read──> motions of the ports ──coupling.motion (Ψ)──> motion ──law.respond──> effort
//! dx <─push── efforts on the ports <─coupling.efforts (Ψᵀ)── effort
//! ```
//!
//! A pool does this for all its wires of a part in one loop in which every type is known. Its vectors
//! run in parallel, in the order of the *places*: sorted by part, then by where the ends lead, so that
//! wires of one body follow each other.
//!
//! ```text
//! items      [law, coupling] [law, coupling] | [law, coupling] ...     until build: in the order of
//! ends       [at, at]        [at, at]        | [at, at]        ...     insertion, the *slots*
//! segments   part 0                          | part 1
//! ```
//!
//! Three forms of the loop give the same bits: one at a time (`Row::respond_on_nodes`, and `respond_one_by_one` where
//! some ends are outside), several wires of one mechanism side by side ([`super::linked`]), and the same
//! wire of several copies side by side ([`super::copied_wires`]).
//!
//! All of this is compiled for every pair of law and coupling. So nothing else stands here: code that needs no
//! types is in [`super::connections`], and code that looks at one wire takes a
//! [`WireRef`](crate::books::look::WireRef).

use core::any::Any;

use stiction_core::impedance::next_jump_of;
use stiction_core::{AnyCoupling, AnyImpedance, Coupling, Impedance, Stage, earlier};

use super::connections::Connections;
use super::copied_wires::Responses;
use super::items::arrange;
use super::linked::{Linked, Row};
use super::side_by_side::LanesOf;
use super::wire::{WireItem, ports};
use crate::compose::end::End;

/// All impedances of one (law, coupling) type on ports of one kind.
pub(crate) trait WirePool: Any + Send + Sync {
    fn len(&self) -> usize;
    /// Returns the law and map of a wire.
    fn item(&self, place: usize) -> (&dyn AnyImpedance, &dyn AnyCoupling);
    fn connections(&self) -> &Connections;
    fn connections_mut(&mut self) -> &mut Connections;
    /// Brings laws and maps into the order `slots[place]`.
    fn arrange(&mut self, slots: &[usize]);
    /// Adds the efforts of a part's wires to the flow slots of `dx` and writes their internal rates;
    /// `x` and `dx` are those of the part. The last part is that of the wires between parts, with the
    /// slices of the whole network. Evaluates side by side, with the same bits, in parts prepared for it.
    fn respond(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]);
    /// Does what [`Self::respond`] does, in lanes.
    fn respond_in_lanes(&self, part: usize, lanes: &mut LanesOf<'_>);
    /// Returns the first time after `after` at which a law or a prescribed motion changes abruptly. Asked in each
    /// step, so it knows its types: a law that never jumps costs nothing.
    fn next_jump(&self, after: f64) -> Option<f64>;
}

pub(crate) struct Wires<I, C> {
    items: Vec<WireItem<I, C>>,
    connections: Connections,
}

impl<I: Impedance, C: Coupling> Wires<I, C> {
    /// Creates a pool for wires of one type: with the same components in their boxes and the same kinds of ports.
    pub(crate) fn new(type_name: String) -> Self {
        Self { items: vec![], connections: Connections::new(type_name, ports::<C>()) }
    }

    pub(crate) fn add(&mut self, law: I, coupling: C, ends: &[End]) {
        self.items.push(WireItem { law, coupling });
        self.connections.added.extend_from_slice(ends);
    }
}

impl<I, C> Wires<I, C>
where
    I: Impedance,
    C: Coupling<To = I::Domain>,
{
    /// Returns the wires of a part.
    #[inline(always)]
    fn row(&self, part: usize) -> Row<'_, I, C> {
        let Connections { segments, ends, outside, .. } = &self.connections;
        let segment = segments.at(part);
        let (items, start) = segment.of(&self.items);
        Row { items, ends: segment.of_each(ends, ports::<C>()), outside, start }
    }
    /// Responds as [`WirePool::respond`] does if some ends are outside, or wires of some part are evaluated side by
    /// side; apart, so that the path of all other pools stays short.
    #[inline(never)]
    fn respond_otherwise(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let row = self.row(part);
        let Connections { linked, vectors, .. } = &self.connections;
        match (linked.of(part), *vectors) {
            ([part], Some(vectors)) => {
                vectors.run(Linked { parameters: linked, part, row, stage, x, dx });
            }
            _ => row.respond_one_by_one(stage, x, dx),
        }
    }
}

impl<I, C> WirePool for Wires<I, C>
where
    I: Impedance,
    C: Coupling<To = I::Domain>,
{
    fn len(&self) -> usize {
        self.items.len()
    }
    fn item(&self, place: usize) -> (&dyn AnyImpedance, &dyn AnyCoupling) {
        let WireItem { law, coupling } = &self.items[place];
        (law, coupling)
    }
    fn connections(&self) -> &Connections {
        &self.connections
    }
    fn connections_mut(&mut self) -> &mut Connections {
        &mut self.connections
    }
    fn arrange(&mut self, slots: &[usize]) {
        arrange(&mut self.items, slots);
        self.items.shrink_to_fit();
    }
    fn respond(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        if self.connections.special {
            self.respond_otherwise(part, stage, x, dx);
        } else {
            self.row(part).respond_on_nodes(stage, x, dx);
        }
    }
    fn respond_in_lanes(&self, part: usize, lanes: &mut LanesOf<'_>) {
        let Connections { segments, copied: all, outside, .. } = &self.connections;
        let (items, _) = segments.at(part).of(&self.items);
        lanes.vectors.run(Responses { items, all, copied: all.of(part), outside, lanes });
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        let of_ends = self.connections.outside.next_jump(after);
        self.items.iter().fold(of_ends, |jump, item| earlier(jump, next_jump_of(&item.law, after)))
    }
}
