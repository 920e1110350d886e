//! A single wire: its law and its map, and its response beside others in lanes.

use stiction_core::{Coupling, Impedance, LaneValues, LinearIn, PortDomains, Real, Scalars, Stage};

/// Motions of the ports behind a wire.
pub(super) type Motions<C> = <<C as Coupling>::From as PortDomains>::Motions;

/// Efforts on the ports behind a wire.
pub(super) type Efforts<C> = <<C as Coupling>::From as PortDomains>::Efforts;

/// Returns the number of the ports behind a wire.
pub(super) const fn ports<C: Coupling>() -> usize {
    <C::From as PortDomains>::DOMAINS.len()
}

/// A law and the map through which it sees its ports.
pub(super) struct WireItem<I, C> {
    pub(super) law: I,
    pub(super) coupling: C,
}

/// Responds with wires side by side: efforts on the ports and rates of the internal variables. Returns false if
/// one of them needs the plain form.
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
