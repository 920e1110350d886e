//! A single wire: its law and its map, and whether it can stand beside others in lanes.

use stiction_core::{
    Coupling, Flat, Impedance, LaneParameters, LaneValues, LinearIn, Motion, PortDomains, Real,
    Scalars, Stage, kernel,
};

use super::side_by_side::CAPACITY;
use crate::end::End;
use crate::vectors::Vectors;

/// Motions of the ports behind a wire.
pub(super) type Motions<C> = <<C as Coupling>::From as PortDomains>::Motions;

/// Efforts on the ports behind a wire.
pub(super) type Efforts<C> = <<C as Coupling>::From as PortDomains>::Efforts;

/// What the ports of a wire are.
pub(super) type PortEnds<C> = <<C as Coupling>::From as PortDomains>::Each<End>;

/// Where the ends of a wire are in the state.
pub(super) type Offsets<C> = <<C as Coupling>::From as PortDomains>::Each<u32>;

/// A law and the map through which it sees its ports.
pub(super) struct WireItem<I, C> {
    pub(super) law: I,
    pub(super) coupling: C,
}

/// What a wire has for lanes: its law and its coupling.
pub(super) fn for_lanes<I: Impedance, C: Coupling>(
    item: &WireItem<I, C>,
) -> Option<[LaneParameters; 2]> {
    Some([kernel::of_law(&item.law)?, kernel::of_map(&item.coupling)?])
}

/// Whether wires differ from those of the first copy, which has so many, by nothing but the values of
/// their parameters and their ends.
pub(super) fn alike<I, C>(items: &[WireItem<I, C>], of_a_copy: usize) -> bool
where
    I: Impedance,
    C: Coupling<To = I::Domain>,
{
    let Some(first) = items.get(..of_a_copy).filter(|_| Vectors::EXIST) else { return false };
    let Some(first) = first.iter().map(for_lanes).collect::<Option<Vec<_>>>() else { return false };
    let len = items[0].law.internal_len();
    let fits = |(item, [law, coupling]): (&WireItem<I, C>, &[LaneParameters; 2])| {
        let own =
            for_lanes(item).is_some_and(|other| law.fits(&other[0]) && coupling.fits(&other[1]));
        own && item.law.internal_len() == len
    };
    let most = len.max(Motions::<C>::LEN).max(Motion::<I::Domain>::LEN);
    let moves = Motions::<C>::LEN > 0 && <Efforts<C> as Flat>::LEN > 0;
    moves && most <= CAPACITY && items.iter().zip(first.iter().cycle()).all(fits)
}

/// Responses of wires side by side: efforts on the ports and rates of what the law integrates. False, if one
/// of them needs the plain form.
#[inline(always)]
pub(super) fn respond_side_by_side<R: Real, I, C>(
    WireItem { law, coupling }: &WireItem<I, C>,
    [mut of_law, mut of_coupling]: [LaneValues<'_, R>; 2],
    stage: &Stage,
    [from, internal]: [&[R]; 2],
    [rate, efforts]: [&mut [R]; 2],
) -> bool
where
    I: Impedance,
    C: Coupling<To = I::Domain>,
{
    let from = Scalars::load(from);
    let Some((motion, psi)) = coupling.kernel(&mut of_coupling, &from) else { return false };
    let Some(effort) = law.kernel(&mut of_law, stage, &motion, internal, rate) else {
        return false;
    };
    psi.transpose(effort).store(efforts);
    true
}
