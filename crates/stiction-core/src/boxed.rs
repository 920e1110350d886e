//! Components in boxes, evaluated one at a time or several side by side.
//!
//! What a file or a script names comes in a box. Its type is forgotten, but not what it can do: its
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
//! A wire in a box takes three calls, each for all elements at once. `Psi` cannot be kept between them, as its type is
//! forgotten, so the map is evaluated twice:
//!
//! ```text
//! motion_abreast     columns of the ports ──> columns of what the law sees          Psi is dropped
//! respond_abreast    these, internal states ──> columns of efforts, rates
//! efforts_abreast    columns of the ports, efforts ──> columns of efforts on the ports   Psi is made again
//! ```
//! A typed pool of a network has map and law in one loop, in registers. Here they are apart, so that a program that
//! knows `n` laws and `m` maps is compiled for `n + m` components, and not for `n m` pairs.

use core::ops::Range;

use crate::coupling::{EffortSink, MotionSource};
use crate::lanes::{Block, CAPACITY, Column, load_columns, store_columns};
use crate::vectors::{InLanes, Vectors};
use crate::{
    AnyCoupling, AnyImpedance, Coupling, Domain, Effort, Flat, Impedance, LaneValues, LinearIn,
    Motion, MotionIn, PortDomains, Real, Scalars, Stage,
};

/// Every [`Impedance`] can forget its type. Nobody implements this by hand.
pub trait Erase {
    /// Returns the element as one of any type and domain.
    fn erased(self: Box<Self>) -> Box<dyn BoxedImpedance>;
    /// Returns the element, seen as one of any type and domain.
    fn seen(&self) -> &dyn BoxedImpedance;
}

impl<I: Impedance> Erase for I {
    fn erased(self: Box<Self>) -> Box<dyn BoxedImpedance> {
        self
    }
    fn seen(&self) -> &dyn BoxedImpedance {
        self
    }
}

/// Ports of which each has its motion in a state, with the places where these begin.
#[derive(Clone, Copy, Debug)]
pub struct NodeEnds<'a> {
    /// The places.
    pub at: &'a [u32],
    /// The state.
    pub x: &'a [f64],
}

impl MotionSource for NodeEnds<'_> {
    #[inline(always)]
    fn motion<D: Domain>(&self, port: usize) -> Motion<D> {
        let first = self.at[port] as usize;
        Motion::load(&self.x[first..first + Motion::<D>::LEN])
    }
}

/// Where efforts on such ports are added: to the slots of their flows.
#[derive(Debug)]
pub struct NodeSums<'a> {
    /// Where the motions begin.
    pub at: &'a [u32],
    /// The rates of the state.
    pub dx: &'a mut [f64],
}

impl EffortSink for NodeSums<'_> {
    #[inline(always)]
    fn take<D: Domain>(&mut self, port: usize, effort: &Effort<D>) {
        let first = self.at[port] as usize + D::Pose::LEN;
        effort.accumulate(&mut self.dx[first..first + Effort::<D>::LEN]);
    }
}

/// Elements that are evaluated side by side: up to eight.
#[derive(Clone, Copy, Debug)]
pub struct Abreast<'a> {
    /// The vector instructions.
    pub vectors: Vectors,
    /// The [values](crate::LaneParameters::values) of their parameters, a column for each.
    pub parameters: &'a [Column],
    /// How many.
    pub count: usize,
}

/// An [`AnyImpedance`] that can be evaluated beside others like it.
pub trait BoxedImpedance: AnyImpedance {
    /// Responds on the port of a node itself, whose motion begins `at` this place of the state; the internal
    /// variables are in `own`. Adds the effort to `dx` and writes the rates there.
    fn respond_on_node(&self, stage: &Stage, at: u32, x: &[f64], own: Range<usize>, dx: &mut [f64]);
    /// Writes the efforts and the rates of several elements, whose [parameters](AnyImpedance::lane_parameters) fit
    /// with those of this one: the bits of [`AnyImpedance::respond`] for each. Returns false if one of them needs
    /// that. `given` are motions and internal states, `written` efforts and rates.
    fn respond_abreast(
        &self,
        elements: Abreast<'_>,
        stage: &Stage,
        given: [&[Block]; 2],
        written: [&mut [Block]; 2],
    ) -> bool;
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
    fn respond_abreast(
        &self,
        elements: Abreast<'_>,
        stage: &Stage,
        [motion, internal]: [&[Block]; 2],
        [effort, rate]: [&mut [Block]; 2],
    ) -> bool {
        let mut applies = true;
        let given = [motion, internal];
        let written = [effort, rate];
        let responses =
            Responses { law: self, elements, stage, given, written, applies: &mut applies };
        elements.vectors.run(responses);
        applies
    }
}

struct Responses<'a, I> {
    law: &'a I,
    elements: Abreast<'a>,
    stage: &'a Stage<'a>,
    /// Motions and internal states.
    given: [&'a [Block]; 2],
    /// Efforts and rates.
    written: [&'a mut [Block]; 2],
    applies: &'a mut bool,
}

impl<I: Impedance> InLanes for Responses<'_, I> {
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { law, elements, stage, given, written: [of_effort, of_rate], applies } = self;
        // The lengths are those of the law and not of the slices: the compiler knows them, and has no need of arrays.
        let (motion_len, len) = (Motion::<I::Domain>::LEN, Impedance::memory(law).len());
        let (of_motion, of_internal) = (&given[0][..motion_len], &given[1][..len]);
        let of_effort = &mut of_effort[..Effort::<I::Domain>::LEN];
        let of_rate = &mut of_rate[..len];
        // The last vector may reach beyond `count`: the columns have eight numbers, of which the caller fills the rest.
        for lane in (0..elements.count).step_by(R::COUNT) {
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
        }
    }
}

/// Writes the numbers of a value into columns, from a lane on.
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
    /// Writes the motion of the attached port where all ports are nodes.
    fn motion_of_nodes(&self, nodes: NodeEnds<'_>, motion: &mut [f64]);
    /// Adds the efforts on the ports where all are nodes.
    fn push_to_nodes(&self, nodes: NodeEnds<'_>, effort: &[f64], dx: &mut [f64]);
    /// Writes the motions of the ports of several maps, all of them nodes, into columns; the places stand map
    /// after map.
    fn gather(&self, nodes: NodeEnds<'_>, from: &mut [Block]);
    /// Adds efforts in columns to the same ports, map after map.
    fn scatter(&self, efforts: &[Block], sums: NodeSums<'_>);
    /// Writes the motions that several maps give: the bits of [`AnyCoupling::motion`] for each. Returns false
    /// if one of them needs that.
    fn motion_abreast(&self, maps: Abreast<'_>, from: &[Block], motion: &mut [Block]) -> bool;
    /// Writes the efforts on the ports: the bits of [`AnyCoupling::efforts`]. `given` are the motions of the ports and
    /// the efforts of the laws. Returns false as
    /// [`Self::motion_abreast`] does.
    fn efforts_abreast(
        &self,
        maps: Abreast<'_>,
        given: [&[Block]; 2],
        efforts: &mut [Block],
    ) -> bool;
}

impl<C: Coupling> BoxedCoupling for C {
    fn motion_of_nodes(&self, nodes: NodeEnds<'_>, motion: &mut [f64]) {
        Coupling::motion(self, &C::From::gather(&nodes)).store(motion);
    }
    fn push_to_nodes(&self, nodes: NodeEnds<'_>, effort: &[f64], dx: &mut [f64]) {
        let efforts = Coupling::efforts(self, &C::From::gather(&nodes), &Flat::load(effort));
        C::From::scatter(&efforts, &mut NodeSums { at: nodes.at, dx });
    }
    fn gather(&self, NodeEnds { at, x }: NodeEnds<'_>, from: &mut [Block]) {
        let len = <<C::From as PortDomains>::Motions as Flat>::LEN;
        // One map after the other: the domains of the ports are types, so a motion is read as a whole, into a row.
        let mut row = [0.0; CAPACITY];
        for (lane, at) in at.chunks_exact(C::From::DOMAINS.len()).enumerate() {
            C::From::gather(&NodeEnds { at, x }).store(&mut row[..len]);
            for (column, number) in from[..len].iter_mut().zip(&row) {
                column[lane] = *number;
            }
        }
    }
    fn scatter(&self, efforts: &[Block], NodeSums { at, dx }: NodeSums<'_>) {
        let len = <<C::From as PortDomains>::Efforts as Flat>::LEN;
        // Map after map, as in the plain form: several may add to one body, and the order of a sum decides its bits.
        let mut row = [0.0; CAPACITY];
        for (lane, at) in at.chunks_exact(C::From::DOMAINS.len()).enumerate() {
            for (number, column) in row[..len].iter_mut().zip(efforts) {
                *number = column[lane];
            }
            C::From::scatter(&Flat::load(&row[..len]), &mut NodeSums { at, dx });
        }
    }
    fn motion_abreast(&self, maps: Abreast<'_>, from: &[Block], motion: &mut [Block]) -> bool {
        let mut applies = true;
        maps.vectors.run(Maps {
            map: self,
            maps,
            from,
            wanted: Wanted::Motion(motion),
            applies: &mut applies,
        });
        applies
    }
    fn efforts_abreast(
        &self,
        maps: Abreast<'_>,
        [from, effort]: [&[Block]; 2],
        efforts: &mut [Block],
    ) -> bool {
        let mut applies = true;
        let wanted = Wanted::Efforts(effort, efforts);
        maps.vectors.run(Maps { map: self, maps, from, wanted, applies: &mut applies });
        applies
    }
}

/// What of a map is asked for.
enum Wanted<'a> {
    /// The motion, into these columns.
    Motion(&'a mut [Block]),
    /// The efforts on the ports for the effort in the first columns, into the second ones.
    Efforts(&'a [Block], &'a mut [Block]),
}

struct Maps<'a, C> {
    map: &'a C,
    maps: Abreast<'a>,
    from: &'a [Block],
    wanted: Wanted<'a>,
    applies: &'a mut bool,
}

impl<C: Coupling> InLanes for Maps<'_, C> {
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { map, maps, from: of_from, mut wanted, applies } = self;
        let of_from = &of_from[..<<C::From as PortDomains>::Motions as Flat>::LEN];
        for lane in (0..maps.count).step_by(R::COUNT) {
            let mut from = [R::splat(token, 0.0); CAPACITY];
            let from = &mut from[..<<C::From as PortDomains>::Motions as Flat>::LEN];
            load_columns(token, of_from, lane, from);
            let mut numbers = LaneValues::new(token, maps.parameters, lane);
            let from = <C::From as PortDomains>::MotionsIn::load(from);
            let Some((motion, psi)) = map.kernel(&mut numbers, &from) else {
                *applies = false;
                return;
            };
            match &mut wanted {
                Wanted::Motion(columns) => {
                    store_scalars(token, motion, &mut columns[..Motion::<C::To>::LEN], lane);
                }
                // `motion` is not used here; as it is inlined, the compiler leaves out what only it needs.
                Wanted::Efforts(of_effort, columns) => {
                    let mut effort = [R::splat(token, 0.0); CAPACITY];
                    let effort = &mut effort[..Effort::<C::To>::LEN];
                    load_columns(token, &of_effort[..Effort::<C::To>::LEN], lane, effort);
                    let efforts = psi.transpose(Scalars::load(effort));
                    let len = <<C::From as PortDomains>::Efforts as Flat>::LEN;
                    store_scalars(token, efforts, &mut columns[..len], lane);
                }
            }
        }
    }
}
