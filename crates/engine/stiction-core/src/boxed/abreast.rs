//! Wires in boxes side by side: the loop of the map, which calls the law for eight wires at once.

use super::{Abreast, BoxedImpedance, load_scalars, store_scalars};
use crate::lanes::{Block, LaneColumns, WIDTH};
use crate::vectors::{InLanes, Vectors};
use crate::{Coupling, Effort, Flat, LaneValues, LinearIn, Motion, PortDomains, Real, Stage};

/// Wires whose laws and maps differ by numbers: where their numbers are read and written. Wires that are evaluated
/// together begin with the `first`, a multiple of the number of lanes.
pub(super) trait WiresAbreast {
    /// Returns the number of vectors that the wires from the first on fill.
    fn vectors<R: Real>(&self, first: usize) -> usize;
    /// Reads the motions of the ports of a vector of wires.
    fn gather<F: PortDomains, R: Real>(&mut self, token: R::Token, first: usize)
    -> F::MotionsIn<R>;
    /// Lets the laws respond to their motions, and writes the rates of their internal states, for which it adds the
    /// columns; false if one of them has no kernel for its numbers.
    fn respond<R: Real>(
        &mut self,
        token: R::Token,
        first: usize,
        law: &dyn BoxedImpedance,
        stage: &Stage,
        laws: Abreast<'_>,
    ) -> bool;
    /// Adds the efforts on the ports of a vector of wires.
    fn scatter<F: PortDomains, R: Real>(
        &mut self,
        token: R::Token,
        first: usize,
        efforts: F::EffortsIn<R>,
    );
}

/// Responds with wires in vectors; returns how many of the first ones have responded. `between` is room for motions and
/// efforts of eight laws;
#[inline(always)]
pub(super) fn respond<C: Coupling>(
    map: &C,
    law: &dyn BoxedImpedance,
    (vectors, stage): (Vectors, &Stage),
    wires: impl WiresAbreast,
    parameters: LaneColumns<'_>,
    between: [&mut [Block]; 2],
) -> usize {
    let mut count = 0;
    let done = &mut count;
    vectors.run(Responses { map, law, vectors, stage, wires, parameters, between, done });
    count
}

/// The work of [`respond`].
struct Responses<'a, 'b, C, W> {
    map: &'a C,
    law: &'a dyn BoxedImpedance,
    vectors: Vectors,
    stage: &'a Stage<'a>,
    wires: W,
    parameters: LaneColumns<'b>,
    between: [&'a mut [Block]; 2],
    done: &'a mut usize,
}

/// Vectors that make the eight numbers of a block.
const GROUPS: usize = 2;

impl<C: Coupling, W: WiresAbreast> InLanes for Responses<'_, '_, C, W> {
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { map, law, vectors, stage, mut wires, parameters, between, done } = self;
        let [motion, effort] = between;
        let motion = &mut motion[..Motion::<C::To>::LEN];
        let effort = &mut effort[..Effort::<C::To>::LEN];
        loop {
            let groups = wires.vectors::<R>(*done).min(GROUPS).min(WIDTH / R::COUNT);
            if groups == 0 {
                return;
            }
            let [of_laws, of_maps] = parameters.of(*done);
            let [mut of_first_map, mut of_second_map] =
                [0, R::COUNT % WIDTH].map(|lane| LaneValues::new(token, of_maps, lane));
            // Psi stays where it is while the law responds.
            let of_first = wires.gather::<C::From, R>(token, *done);
            let Some((seen, first)) = map.kernel(&mut of_first_map, &of_first) else { return };
            store_scalars(token, seen, motion, 0);
            let of_second =
                (groups == GROUPS).then(|| wires.gather::<C::From, R>(token, *done + R::COUNT));
            let mut second = None;
            if let Some(from) = &of_second {
                let Some((seen, psi)) = map.kernel(&mut of_second_map, from) else { return };
                store_scalars(token, seen, motion, R::COUNT);
                second = Some(psi);
            }
            let count = groups * R::COUNT;
            let laws = Abreast {
                vectors,
                parameters: of_laws,
                count,
                motion,
                internal: &[],
                effort,
                rate: &mut [],
            };
            if !wires.respond::<R>(token, *done, law, stage, laws) {
                return;
            }
            wires.scatter::<C::From, R>(
                token,
                *done,
                first.transpose(load_scalars(token, effort, 0)),
            );
            if let Some(second) = second {
                let efforts = second.transpose(load_scalars(token, effort, R::COUNT));
                wires.scatter::<C::From, R>(token, *done + R::COUNT, efforts);
            }
            *done += count;
        }
    }
}
