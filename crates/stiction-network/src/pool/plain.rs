//! Wires one after the other: the loop that every step of a small mechanism takes.

use stiction_core::{Coupling, Impedance, PortDomains, Stage};

use super::ends::{Ends, Outside};

/// A law and the map through which it sees its ports.
pub(super) struct WireItem<I, C> {
    pub(super) law: I,
    pub(super) coupling: C,
}

/// Number of the ports behind a wire.
pub(super) const fn ports<C: Coupling>() -> usize {
    <C::From as PortDomains>::DOMAINS.len()
}

/// Wires of a part one after the other, and where their internal states begin.
pub(super) struct Row<'a, I, C> {
    pub(super) items: &'a [WireItem<I, C>],
    /// Port after port.
    pub(super) ends: &'a [u32],
    pub(super) outside: &'a Outside,
    pub(super) start: usize,
}

impl<I, C> Row<'_, I, C>
where
    I: Impedance,
    C: Coupling<To = I::Domain>,
{
    /// All of them on nodes.
    #[inline(always)]
    pub(super) fn respond_on_nodes(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let (mut start, mut ends) = (self.start, self.ends);
        for WireItem { law, coupling } in self.items {
            let (at, rest) = ends.split_at(ports::<C>());
            ends = rest;
            let at = Ends::new(at, self.outside);
            let own = start..start + law.internal_len();
            start = own.end;
            let from = at.read_nodes::<C::From>(x);
            let motion = coupling.motion(&from);
            let effort = law.respond(stage, &motion, &x[own.clone()], &mut dx[own]);
            at.push_nodes::<C::From>(&coupling.efforts(&from, &effort), dx);
        }
    }

    /// Wherever they lead; apart, so that it is compiled but once.
    #[inline(never)]
    pub(super) fn respond_anywhere(&self, stage: &Stage, x: &[f64], dx: &mut [f64]) {
        let (mut start, mut ends) = (self.start, self.ends);
        for WireItem { law, coupling } in self.items {
            let (at, rest) = ends.split_at(ports::<C>());
            ends = rest;
            let at = Ends::new(at, self.outside);
            let own = start..start + law.internal_len();
            start = own.end;
            let from = at.read::<C::From>(stage, x);
            let motion = coupling.motion(&from);
            let effort = law.respond(stage, &motion, &x[own.clone()], &mut dx[own]);
            at.push::<C::From>(&coupling.efforts(&from, &effort), dx);
        }
    }

    /// Those after the first ones, which have as many internal variables each. These are not looked at: they
    /// would have to be fetched from memory.
    pub(super) fn after(&self, count: usize) -> Self {
        let own = count * self.items.first().map_or(0, |item| item.law.internal_len());
        Row {
            items: &self.items[count..],
            ends: &self.ends[count * ports::<C>()..],
            outside: self.outside,
            start: self.start + own,
        }
    }
}
