//! Wires of one connected mechanism in boxes, evaluated side by side.
//!
//! Their numbers lie in rows, wire after wire, and the map, which knows the domains of its ports as types, turns them into
//! columns and back:
//!
//! ```text
//! x   ──> rows of the ports ──> columns ──Psi──> columns of motions ─┐
//! x   ──> rows of the internal states ─────────> columns ────────────┤ law, one call for eight
//! dx  <── rows of their rates <───────────────── columns <───────────┤
//! dx  <── rows of efforts <──── columns <─Psi^T─ columns of efforts <┘
//! ```

use super::{Abreast, BoxedImpedance, NodeEnds, NodeSums, store_scalars};
use crate::lanes::rows::{load_rows, store_rows, to_columns, to_rows};
use crate::lanes::{Block, CAPACITY, Column, WIDTH, load_columns};
use crate::vectors::{InLanes, Vectors};
use crate::{
    Coupling, Effort, Flat, LaneValues, LinearIn, Motion, PortDomains, Real, Scalars, Stage,
};

/// Wires of one connected mechanism, one after the other.
#[expect(missing_debug_implementations, reason = "it has a closure")]
pub struct LinkedWires<'a> {
    /// Their ends.
    pub ends: LinkedEnds<'a>,
    /// Number of wires.
    pub count: usize,
    /// Where the internal variables of the first one begin in the state.
    pub own: usize,
    /// Returns the columns of the parameters of laws and maps for eight wires, from the given one on.
    pub parameters: &'a dyn Fn(usize) -> [&'a [Column]; 2],
    /// The state.
    pub x: &'a [f64],
    /// Its rates.
    pub dx: &'a mut [f64],
}

/// The ends of linked wires.
#[derive(Debug)]
pub enum LinkedEnds<'a> {
    /// All are nodes: the places where their motions begin. Efforts are added in the order of the wires.
    Nodes(&'a [u32]),
    /// Some are not: motions of the ports in rows, and rows for the efforts on them.
    Rows {
        /// Motions of the ports, wire after wire.
        motions: &'a [f64],
        /// Where the efforts on them are written.
        efforts: &'a mut [f64],
    },
}

pub(super) struct LinkedAbreast<'a, 'b, C> {
    pub(super) map: &'a C,
    pub(super) law: &'a dyn BoxedImpedance,
    pub(super) vectors: Vectors,
    pub(super) stage: &'a Stage<'a>,
    pub(super) wires: LinkedWires<'b>,
    pub(super) columns: [&'a mut [Block]; 4],
    pub(super) done: &'a mut usize,
}

/// Most vectors to a block: two of four lanes.
const GROUPS: usize = 2;

impl<C: Coupling> InLanes for LinkedAbreast<'_, '_, C> {
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { map, law, vectors, stage, wires, columns, done } = self;
        let LinkedWires { mut ends, count, own, parameters, x, dx } = wires;
        let [motion, effort, internal, rate] = columns;
        let motion = &mut motion[..Motion::<C::To>::LEN];
        let effort = &mut effort[..Effort::<C::To>::LEN];
        let len = internal.len();
        // Here it is cleared once and not for every vector.
        let mut rows = [0.0; CAPACITY * WIDTH];
        while count - *done >= R::COUNT {
            let groups = ((count - *done) / R::COUNT).min(GROUPS).min(WIDTH / R::COUNT);
            let [of_law, of_map] = parameters(*done);
            let [mut values_of_first, mut values_of_second] =
                [0, R::COUNT % WIDTH].map(|lane| LaneValues::new(token, of_map, lane));
            let of_first = ends.gather::<C::From, R>(token, *done, x, &mut rows);
            let Some((seen, first)) = map.kernel(&mut values_of_first, &of_first) else { return };
            store_scalars(token, seen, motion, 0);
            let of_second;
            let mut second = None;
            if groups == GROUPS {
                of_second = ends.gather::<C::From, R>(token, *done + R::COUNT, x, &mut rows);
                let told = map.kernel(&mut values_of_second, &of_second);
                let Some((seen, psi)) = told else { return };
                store_scalars(token, seen, motion, R::COUNT);
                second = Some(psi);
            }
            for lane in (0..groups * R::COUNT).step_by(R::COUNT) {
                to_columns::<R>(token, &x[own + (*done + lane) * len..], internal, lane);
            }
            let laws = Abreast { vectors, parameters: of_law, first: 0, count: groups * R::COUNT };
            if !law.respond_abreast(laws, stage, [motion, internal], [effort, rate]) {
                return;
            }
            // Nothing is written to `dx` before all lanes have answered, so that the plain form can still take over.
            for lane in (0..groups * R::COUNT).step_by(R::COUNT) {
                to_rows::<R>(token, rate, lane, &mut dx[own + (*done + lane) * len..]);
            }
            let told = |lane| {
                let mut told = [R::splat(token, 0.0); CAPACITY];
                let told = &mut told[..effort.len()];
                load_columns(token, effort, lane, told);
                Scalars::load(told)
            };
            ends.scatter::<C::From, R>(token, *done, first.transpose(told(0)), dx, &mut rows);
            if let Some(second) = second {
                let efforts = second.transpose(told(R::COUNT));
                ends.scatter::<C::From, R>(token, *done + R::COUNT, efforts, dx, &mut rows);
            }
            *done += groups * R::COUNT;
        }
    }
}

impl LinkedEnds<'_> {
    /// Reads the motions of the ports of as many wires as there are lanes.
    #[inline(always)]
    fn gather<F: PortDomains, R: Real>(
        &self,
        token: R::Token,
        wire: usize,
        x: &[f64],
        rows: &mut [f64],
    ) -> F::MotionsIn<R> {
        let (ports, len) = (F::DOMAINS.len(), F::Motions::LEN);
        let mut numbers = [R::splat(token, 0.0); CAPACITY];
        let numbers = &mut numbers[..len];
        match self {
            LinkedEnds::Nodes(at) => {
                let rows = &mut rows[..R::COUNT * len];
                let at = at[wire * ports..(wire + R::COUNT) * ports].chunks_exact(ports);
                for (at, row) in at.zip(rows.chunks_exact_mut(len)) {
                    F::gather(&NodeEnds { at, x }).store(row);
                }
                load_rows(token, rows, numbers);
            }
            LinkedEnds::Rows { motions, .. } => load_rows(token, &motions[wire * len..], numbers),
        }
        Scalars::load(numbers)
    }

    /// Adds the efforts of these wires to `dx`, or writes them into their rows.
    #[inline(always)]
    fn scatter<F: PortDomains, R: Real>(
        &mut self,
        token: R::Token,
        wire: usize,
        efforts: F::EffortsIn<R>,
        dx: &mut [f64],
        rows: &mut [f64],
    ) {
        let (ports, len) = (F::DOMAINS.len(), F::Efforts::LEN);
        let mut numbers = [R::splat(token, 0.0); CAPACITY];
        let numbers = &mut numbers[..len];
        efforts.store(numbers);
        match self {
            // Wire after wire, as in the plain form: several may add to one body, and the order of a sum decides its bits.
            LinkedEnds::Nodes(at) => {
                let rows = &mut rows[..R::COUNT * len];
                store_rows(token, numbers, rows);
                let at = at[wire * ports..(wire + R::COUNT) * ports].chunks_exact(ports);
                for (at, row) in at.zip(rows.chunks_exact(len)) {
                    F::scatter(&Flat::load(row), &mut NodeSums { at, dx });
                }
            }
            LinkedEnds::Rows { efforts, .. } => {
                store_rows(token, numbers, &mut efforts[wire * len..]);
            }
        }
    }
}
