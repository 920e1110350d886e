//! Wires in boxes side by side: the loop of the map, which calls the law for eight wires at once.

use super::{BoxedImpedance, load_scalars, store_scalars};
use crate::lanes::{Block, LaneColumns, WIDTH};
use crate::vectors::{InLanes, Vectors};
use crate::{Coupling, Effort, Flat, LaneValues, LinearIn, Motion, PortDomains, Real, Stage};

/// A law of wires that differ by numbers, and how it is called.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) law: &'a dyn BoxedImpedance,
    pub(super) vectors: Vectors,
    pub(super) stage: &'a Stage<'a>,
}

/// Wires whose laws and maps differ by numbers: where their numbers are read and written. Wires that are evaluated
/// together begin with the `first`, a multiple of the number of lanes.
pub(super) trait WiresAbreast {
    /// Returns these wires, for a loop that keeps them in registers.
    fn reborrowed(&mut self) -> impl WiresAbreast;
    /// Returns the columns of what eight laws see, and of their efforts.
    fn between(&mut self) -> [&mut [Block]; 2];
    /// Returns the number of vectors that the wires from the first on fill.
    fn vectors<R: Real>(&self, first: usize) -> usize;
    /// Reads the motions of the ports of a vector of wires.
    fn gather<F: PortDomains, R: Real>(&mut self, token: R::Token, first: usize)
    -> F::MotionsIn<R>;
    /// Lets laws respond to what they see, and writes the rates of their internal states; false if one of them has no
    /// kernel for its numbers.
    fn respond<R: Real>(
        &mut self,
        token: R::Token,
        first: usize,
        count: usize,
        call: Call<'_>,
    ) -> bool;
    /// Adds the efforts on the ports of a vector of wires.
    fn scatter<F: PortDomains, R: Real>(
        &mut self,
        token: R::Token,
        first: usize,
        efforts: F::EffortsIn<R>,
    );
}

/// Responds with wires in vectors; returns how many of the first ones have responded.
#[inline(always)]
pub(super) fn respond<C: Coupling>(
    map: &C,
    call: Call<'_>,
    parameters: &LaneColumns<'_>,
    wires: &mut impl WiresAbreast,
) -> usize {
    let mut count = 0;
    call.vectors.run(Responses { map, call, parameters, wires, done: &mut count });
    count
}

/// The work of [`respond`].
struct Responses<'a, C, W> {
    map: &'a C,
    call: Call<'a>,
    parameters: &'a LaneColumns<'a>,
    wires: &'a mut W,
    done: &'a mut usize,
}

/// Vectors that make the eight numbers of a block.
const GROUPS: usize = 2;

impl<C: Coupling, W: WiresAbreast> InLanes for Responses<'_, C, W> {
    #[inline(always)]
    fn run<R: Real>(self, token: R::Token) {
        let Self { map, call, parameters, wires, done } = self;
        let mut wires = wires.reborrowed();
        let (motion_len, effort_len) = (Motion::<C::To>::LEN, Effort::<C::To>::LEN);
        loop {
            let groups = wires.vectors::<R>(*done).min(GROUPS).min(WIDTH / R::COUNT);
            if groups == 0 {
                return;
            }
            let [_, of_maps] = parameters.of(*done);
            let [mut of_first_map, mut of_second_map] =
                [0, R::COUNT % WIDTH].map(|lane| LaneValues::new(token, of_maps, lane));
            // Psi stays where it is while the law responds.
            let of_first = wires.gather::<C::From, R>(token, *done);
            let Some((seen, first)) = map.kernel(&mut of_first_map, &of_first) else { return };
            store_scalars(token, seen, &mut wires.between()[0][..motion_len], 0);
            let of_second =
                (groups == GROUPS).then(|| wires.gather::<C::From, R>(token, *done + R::COUNT));
            let mut second = None;
            if let Some(from) = &of_second {
                let Some((seen, psi)) = map.kernel(&mut of_second_map, from) else { return };
                store_scalars(token, seen, &mut wires.between()[0][..motion_len], R::COUNT);
                second = Some(psi);
            }
            let count = groups * R::COUNT;
            if !wires.respond::<R>(token, *done, count, call) {
                return;
            }
            let efforts = load_scalars(token, &wires.between()[1][..effort_len], 0);
            wires.scatter::<C::From, R>(token, *done, first.transpose(efforts));
            if let Some(second) = second {
                let efforts = load_scalars(token, &wires.between()[1][..effort_len], R::COUNT);
                wires.scatter::<C::From, R>(token, *done + R::COUNT, second.transpose(efforts));
            }
            *done += count;
        }
    }
}
