//! Components in boxes, evaluated one at a time or several side by side.
//!
//! A component named by a file or a script comes in a box. The box hides its type, but its
//! [kernel](crate::kernel) still runs in lanes, one call for eight elements, with their numbers in columns:
//!
//! ```text
//!              element  0  1  2  3  4  5  6  7
//! motion    pose        .  .  .  .  .  .  .  .   one Block
//!           flow        .  .  .  .  .  .  .  .   one Block
//! ```
//!
//! Nobody implements these traits by hand. Rows and columns have the lengths that the domains of the component and
//! its internal state say; fewer are a mistake of the caller, and panic.
//!
//! A wire in a box takes one call of its map, which calls the law, each for several elements at once. `Psi` lives in that
//! call alone, because its type is forgotten outside:
//!
//! ```text
//! map.respond_copied     columns of the ports ── Ψ ──> columns of what the law sees
//!   law.respond_abreast    these, internal states ──> columns of efforts, rates
//!                        efforts ── Ψᵀ ──> columns of efforts on the ports
//! ```
//! A typed pool of a network has map and law in one loop, in registers. Here they are apart, so that a program that
//! knows `n` laws and `m` maps is compiled for `n + m` components, and not for `n m` pairs.

mod abreast;
mod copied;
mod linked;

use core::ops::Range;

use crate::coupling::{EffortSink, MotionSource};
use crate::ends::{NodeEnds, NodeSums};
use crate::lanes::{Block, CAPACITY, Column, load_columns, store_columns};
use crate::vectors::{InLanes, Vectors};
use crate::{
    AnyCoupling, AnyImpedance, Coupling, Domain, Effort, Flat, Impedance, LaneValues, Motion,
    MotionIn, Real, Scalars, Stage,
};

use abreast::Call;
pub use copied::CopiedWires;
pub use linked::LinkedWires;

/// Elements that are evaluated side by side, up to eight, with their columns.
// Laws get it by reference, as maps get their wires: a slice that is moved in an array or a struct is written in halves
// and read as a whole, for which a processor waits longer than a small law takes.
#[derive(Debug)]
pub struct Abreast<'a> {
    /// The vector instructions.
    pub vectors: Vectors,
    /// The [values](crate::LaneParameters::values) of their parameters, a column for each.
    pub parameters: &'a [Column],
    /// Number of elements.
    pub count: usize,
    /// Their motions.
    pub motion: &'a [Block],
    /// Their internal states.
    pub internal: &'a [Block],
    /// Where their efforts are written.
    pub effort: &'a mut [Block],
    /// Where the rates of their internal states are written.
    pub rate: &'a mut [Block],
}

/// An [`AnyImpedance`] that can be evaluated beside others like it.
pub trait BoxedImpedance: AnyImpedance {
    /// Responds on the port of a node itself, whose motion begins `at` this place of the state; the internal
    /// variables are in `own`. Adds the effort to `dx` and writes the rates there.
    fn respond_on_node(&self, stage: &Stage, at: u32, x: &[f64], own: Range<usize>, dx: &mut [f64]);
    /// Writes the efforts and the rates of several elements, whose [parameters](AnyImpedance::lane_parameters) fit
    /// with those of this one: the bits of [`AnyImpedance::respond`] for each. Returns false if one of them needs
    /// that.
    fn respond_abreast(&self, stage: &Stage, elements: &mut Abreast<'_>) -> bool;
}

impl<I: Impedance> BoxedImpedance for I {
    fn respond_on_node(
        &self,
        stage: &Stage,
        at: u32,
        x: &[f64],
        own: Range<usize>,
        dx: &mut [f64],
    ) {
        let motion = NodeEnds { at: &[at], x }.motion::<I::Domain>(0);
        let effort = Impedance::respond(self, stage, &motion, &x[own.clone()], &mut dx[own]);
        NodeSums { at: &[at], dx }.take::<I::Domain>(0, &effort);
    }
    fn respond_abreast(&self, stage: &Stage, elements: &mut Abreast<'_>) -> bool {
        let mut applies = true;
        let vectors = elements.vectors;
        vectors.run(Responses { law: self, stage, elements, applies: &mut applies });
        applies
    }
}

struct Responses<'a, 'b, I> {
    law: &'a I,
    stage: &'a Stage<'a>,
    elements: &'a mut Abreast<'b>,
    applies: &'a mut bool,
}

impl<I: Impedance> InLanes for Responses<'_, '_, I> {
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { law, stage, elements, applies } = self;
        // The lengths are those of the law and not of the slices: the compiler knows them, and has no need of arrays.
        let (motion_len, len) = (Motion::<I::Domain>::LEN, Impedance::memory(law).len());
        let (of_motion, of_internal) = (&elements.motion[..motion_len], &elements.internal[..len]);
        let of_effort = &mut elements.effort[..Effort::<I::Domain>::LEN];
        let of_rate = &mut elements.rate[..len];
        // The last vector may reach beyond `count`: the columns have eight numbers, of which the caller fills the rest.
        let mut lane = 0;
        while lane < elements.count {
            let [mut motion, mut internal, mut rate] = [[R::splat(token, 0.0); CAPACITY]; 3];
            let motion = &mut motion[..motion_len];
            let (internal, rate) = (&mut internal[..len], &mut rate[..len]);
            load_columns(token, of_motion, lane, motion);
            load_columns(token, of_internal, lane, internal);
            let mut numbers = LaneValues::new(token, elements.parameters, lane);
            let seen = MotionIn::<I::Domain, R>::load(motion);
            let Some(effort) = law.kernel(&mut numbers, stage, &seen, internal, rate) else {
                // Lanes before these are written already. The caller evaluates all elements anew, one at a time.
                *applies = false;
                return;
            };
            store_columns(rate, of_rate, lane);
            store_scalars::<R, <I::Domain as Domain>::EffortIn<R>>(token, effort, of_effort, lane);
            lane += R::COUNT;
        }
    }
}

/// Reads a value from columns, from a lane on.
#[inline(always)]
fn load_scalars<R: Real, S: Scalars<R>>(token: R::Token, columns: &[Block], lane: usize) -> S {
    let mut numbers = [R::splat(token, 0.0); CAPACITY];
    load_columns(token, &columns[..S::LEN], lane, &mut numbers[..S::LEN]);
    S::load(&numbers[..S::LEN])
}

/// Reverses [`load_scalars`].
#[inline(always)]
fn store_scalars<R: Real, S: Scalars<R>>(
    token: R::Token,
    value: S,
    columns: &mut [Block],
    lane: usize,
) {
    let mut numbers = [R::splat(token, 0.0); CAPACITY];
    value.store(&mut numbers[..S::LEN]);
    store_columns(&numbers[..S::LEN], columns, lane);
}

/// An [`AnyCoupling`] that can be evaluated beside others like it.
pub trait BoxedCoupling: AnyCoupling {
    /// Responds with wires of one connected mechanism side by side, eight at a time. Returns how many of the first ones
    /// have responded, with the bits of [`AnyCoupling::through`] with [`AnyImpedance::respond`] for each: up to the first
    /// eight of which one has no kernel for its numbers, and to the last that fill a vector. The others are left
    /// alone. `law` is one of the laws; they differ by numbers.
    fn respond_linked(
        &self,
        law: &dyn BoxedImpedance,
        vectors: Vectors,
        stage: &Stage,
        wires: &mut LinkedWires<'_>,
    ) -> usize;
    /// Responds with one wire of each copy of a mechanism, likewise.
    fn respond_copied(
        &self,
        law: &dyn BoxedImpedance,
        vectors: Vectors,
        stage: &Stage,
        wires: &mut CopiedWires<'_>,
    ) -> usize;
}

impl<C: Coupling> BoxedCoupling for C {
    fn respond_linked(
        &self,
        law: &dyn BoxedImpedance,
        vectors: Vectors,
        stage: &Stage,
        wires: &mut LinkedWires<'_>,
    ) -> usize {
        abreast::respond(self, Call { law, vectors, stage }, wires.parameters, wires)
    }
    fn respond_copied(
        &self,
        law: &dyn BoxedImpedance,
        vectors: Vectors,
        stage: &Stage,
        wires: &mut CopiedWires<'_>,
    ) -> usize {
        abreast::respond(self, Call { law, vectors, stage }, wires.parameters, wires)
    }
}
