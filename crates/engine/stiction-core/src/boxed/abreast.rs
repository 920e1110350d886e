//! Wires in boxes side by side: the loop of the map, which calls the law for eight wires at once.

use super::{Abreast, BoxedImpedance, store_scalars};
use crate::lanes::{Block, CAPACITY, Column, WIDTH, load_columns};
use crate::vectors::{InLanes, Vectors};
use crate::{
    Coupling, Effort, Flat, LaneValues, LinearIn, Motion, PortDomains, Real, Scalars, Stage,
};

/// Wires whose laws and maps differ by numbers: where their numbers are read and written. Wires that are evaluated
/// together begin with the `first`, a multiple of the number of lanes.
pub(super) trait WiresAbreast {
    /// Returns the number of vectors that the wires from the first on fill.
    fn vectors<R: Real>(&self, first: usize) -> usize;
    /// Reads the motions of the ports of a vector of wires.
    fn gather<F: PortDomains, R: Real>(&mut self, token: R::Token, first: usize)
    -> F::MotionsIn<R>;
    /// Lets the laws respond to their motions, and writes the rates of their internal states; false if one of them has no
    /// kernel for its numbers.
    #[expect(clippy::too_many_arguments, reason = "the law, and where its numbers are")]
    fn respond<R: Real>(
        &mut self,
        token: R::Token,
        first: usize,
        law: &dyn BoxedImpedance,
        laws: Abreast<'_>,
        stage: &Stage,
        motion: &[Block],
        effort: &mut [Block],
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
/// efforts of eight laws; `parameters` returns the columns of laws and maps for eight wires, from the given one on.
#[inline(always)]
pub(super) fn respond<'b, C: Coupling>(
    map: &C,
    law: &dyn BoxedImpedance,
    (vectors, stage): (Vectors, &Stage),
    wires: impl WiresAbreast,
    parameters: &'b dyn Fn(usize) -> [&'b [Column]; 2],
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
    parameters: &'b dyn Fn(usize) -> [&'b [Column]; 2],
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
            let of_first = wires.gather::<C::From, R>(token, *done);
            let of_second =
                (groups == GROUPS).then(|| wires.gather::<C::From, R>(token, *done + R::COUNT));
            let [of_law, of_map] = parameters(*done);
            let [mut values_of_first, mut values_of_second] =
                [0, R::COUNT % WIDTH].map(|lane| LaneValues::new(token, of_map, lane));
            // Psi stays where it is while the law responds.
            let Some((seen, first)) = map.kernel(&mut values_of_first, &of_first) else { return };
            store_scalars(token, seen, motion, 0);
            let mut second = None;
            if let Some(from) = &of_second {
                let Some((seen, psi)) = map.kernel(&mut values_of_second, from) else { return };
                store_scalars(token, seen, motion, R::COUNT);
                second = Some(psi);
            }
            let count = groups * R::COUNT;
            let laws = Abreast { vectors, parameters: of_law, count };
            if !wires.respond::<R>(token, *done, law, laws, stage, motion, effort) {
                return;
            }
            let told = |lane| {
                let mut told = [R::splat(token, 0.0); CAPACITY];
                let told = &mut told[..effort.len()];
                load_columns(token, effort, lane, told);
                Scalars::load(told)
            };
            wires.scatter::<C::From, R>(token, *done, first.transpose(told(0)));
            if let Some(second) = second {
                let efforts = second.transpose(told(R::COUNT));
                wires.scatter::<C::From, R>(token, *done + R::COUNT, efforts);
            }
            *done += count;
        }
    }
}
