//! The ports of one connection: one, a pair, a triple, an array.

use stiction_core::lanes::Block;
use stiction_core::{Domain, Effort, Flat, Motion, PortDomains, Real, Stage};

use crate::attach::{Attach, AttachAll, End, Held, ResolvedEnd, Resolver, earlier};
use crate::port::Port;

/// The ports that an impedance is attached to: one, a pair, a triple, or an array of one kind.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a port, nor a tuple or an array of ports",
    label = "a port is needed here",
    note = "a handle names a component, and a component can have several ports: write `handle.port()` \
            (`arm.joint(k)` for a joint of an arm); `Ground` and `Prescribed` are ports too"
)]
pub trait Ports: AttachAll<All = Self::Domains> {
    /// Their domains.
    type Domains: PortDomains;
}

impl<P: Port> Ports for P {
    type Domains = P::Domain;
}
impl<A: Port, B: Port> Ports for (A, B) {
    type Domains = (A::Domain, B::Domain);
}
impl<A: Port, B: Port, C: Port> Ports for (A, B, C) {
    type Domains = (A::Domain, B::Domain, C::Domain);
}
impl<P: Port, const K: usize> Ports for [P; K] {
    type Domains = [P::Domain; K];
}

impl<P: Port> AttachAll for P {
    type All = P::Domain;
    type Resolved = P::Resolved;
    const IS_ANY: bool = P::IS_ANY;
    fn type_name(&self) -> String {
        Attach::type_name(self).to_owned()
    }
    fn ends(&self) -> Vec<End> {
        vec![self.end()]
    }
    fn resolve(&self, resolver: Resolver<'_>) -> P::Resolved {
        Attach::resolve(self, resolver)
    }
    fn resolved_ends(resolved: &P::Resolved) -> Vec<ResolvedEnd> {
        vec![P::resolved_end(resolved)]
    }
    fn held(&self) -> Vec<Held<'_>> {
        vec![Attach::held(self)]
    }
    fn resolved_held(resolved: &P::Resolved) -> Vec<(&'static str, Held<'_>)> {
        vec![(P::Domain::NAME, <P as Attach>::resolved_held(resolved))]
    }
    #[inline(always)]
    fn read(resolved: &P::Resolved, stage: &Stage, x: &[f64]) -> Motion<P::Domain> {
        <P as Attach>::read(resolved, stage, x)
    }
    #[inline(always)]
    fn push(resolved: &P::Resolved, efforts: &Effort<P::Domain>, dx: &mut [f64]) {
        <P as Attach>::push(resolved, efforts, dx);
    }
    fn are_like(resolved: &P::Resolved, other: &P::Resolved) -> bool {
        P::is_like(resolved, other)
    }
    fn moved(resolved: &P::Resolved, to: &dyn Fn(u32) -> u32) -> P::Resolved {
        <P as Attach>::moved(resolved, to)
    }
    #[inline(always)]
    fn read_lanes<R: Real>(
        token: R::Token,
        resolved: &P::Resolved,
        stage: &Stage,
        (x, lane): (&[Block], usize),
        motions: &mut [R],
    ) {
        <P as Attach>::read_lanes(token, resolved, stage, (x, lane), motions);
    }
    #[inline(always)]
    fn push_lanes<R: Real>(
        token: R::Token,
        resolved: &P::Resolved,
        efforts: &[R],
        (dx, lane): (&mut [Block], usize),
    ) {
        <P as Attach>::push_lanes(token, resolved, efforts, (dx, lane));
    }
    fn drive_power(
        resolved: &P::Resolved,
        motions: &Motion<P::Domain>,
        efforts: &Effort<P::Domain>,
    ) -> f64 {
        let is_node = matches!(P::resolved_end(resolved), ResolvedEnd::Node(_));
        if is_node { 0.0 } else { P::Domain::power(&motions.flow, efforts) }
    }
    fn next_jump(resolved: &P::Resolved, after: f64) -> Option<f64> {
        <P as Attach>::next_jump(resolved, after)
    }
}

macro_rules! port_tuple {
    ($($name:ident $index:tt),+) => {
            impl<$($name: Port),+> AttachAll for ($($name,)+) {
            type All = ($($name::Domain,)+);
            type Resolved = ($($name::Resolved,)+);
            const IS_ANY: bool = $($name::IS_ANY)||+;
            fn type_name(&self) -> String {
                format!("({})", [$(Attach::type_name(&self.$index)),+].join(", "))
            }
            fn ends(&self) -> Vec<End> {
                vec![$(self.$index.end()),+]
            }
            fn resolve(&self, resolver: Resolver<'_>) -> Self::Resolved {
                ($(Attach::resolve(&self.$index, resolver),)+)
            }
            fn resolved_ends(resolved: &Self::Resolved) -> Vec<ResolvedEnd> {
                vec![$($name::resolved_end(&resolved.$index)),+]
            }
            fn held(&self) -> Vec<Held<'_>> {
                vec![$(Attach::held(&self.$index)),+]
            }
            fn resolved_held(resolved: &Self::Resolved) -> Vec<(&'static str, Held<'_>)> {
                vec![$((
                    $name::Domain::NAME,
                    <$name as Attach>::resolved_held(&resolved.$index),
                )),+]
            }
            #[inline(always)]
            fn read(
                resolved: &Self::Resolved,
                stage: &Stage,
                x: &[f64],
            ) -> <Self::All as PortDomains>::Motions {
                ($(<$name as Attach>::read(&resolved.$index, stage, x),)+)
            }
            #[inline(always)]
            fn push(
                resolved: &Self::Resolved,
                efforts: &<Self::All as PortDomains>::Efforts,
                dx: &mut [f64],
            ) {
                $(<$name as Attach>::push(&resolved.$index, &efforts.$index, dx);)+
            }
            fn are_like(resolved: &Self::Resolved, other: &Self::Resolved) -> bool {
                $($name::is_like(&resolved.$index, &other.$index))&&+
            }
            fn moved(resolved: &Self::Resolved, to: &dyn Fn(u32) -> u32) -> Self::Resolved {
                ($(<$name as Attach>::moved(&resolved.$index, to),)+)
            }
            #[inline(always)]
            fn read_lanes<R: Real>(
                token: R::Token,
                resolved: &Self::Resolved,
                stage: &Stage,
                (x, lane): (&[Block], usize),
                motions: &mut [R],
            ) {
                let rest = motions;
                $(
                    let (own, rest) = rest.split_at_mut(Motion::<$name::Domain>::LEN);
                    <$name as Attach>::read_lanes(token, &resolved.$index, stage, (x, lane), own);
                )+
                let _ = rest;
            }
            #[inline(always)]
            fn push_lanes<R: Real>(
                token: R::Token,
                resolved: &Self::Resolved,
                efforts: &[R],
                (dx, lane): (&mut [Block], usize),
            ) {
                let rest = efforts;
                $(
                    let (own, rest) = rest.split_at(Effort::<$name::Domain>::LEN);
                    <$name as Attach>::push_lanes(token, &resolved.$index, own, (&mut *dx, lane));
                )+
                let _ = rest;
            }
            fn drive_power(
                resolved: &Self::Resolved,
                motions: &<Self::All as PortDomains>::Motions,
                efforts: &<Self::All as PortDomains>::Efforts,
            ) -> f64 {
                let mut power = 0.0;
                $(power += <$name as AttachAll>::drive_power(
                    &resolved.$index, &motions.$index, &efforts.$index,
                );)+
                power
            }
            fn next_jump(resolved: &Self::Resolved, after: f64) -> Option<f64> {
                let mut jump = None;
                $(jump = earlier(jump, <$name as Attach>::next_jump(&resolved.$index, after));)+
                jump
            }
        }
    };
}
port_tuple!(A 0, B 1);
port_tuple!(A 0, B 1, C 2);

impl<P: Port, const K: usize> AttachAll for [P; K] {
    type All = [P::Domain; K];
    type Resolved = [P::Resolved; K];
    const IS_ANY: bool = P::IS_ANY;
    fn type_name(&self) -> String {
        let first = self.first().map_or_else(core::any::type_name::<P>, Attach::type_name);
        if self.iter().all(|port| port.type_name() == first) {
            return format!("[{first}; {K}]");
        }
        self.iter().map(Attach::type_name).collect::<Vec<_>>().join(", ")
    }
    fn ends(&self) -> Vec<End> {
        self.iter().map(Attach::end).collect()
    }
    fn resolve(&self, resolver: Resolver<'_>) -> Self::Resolved {
        core::array::from_fn(|i| Attach::resolve(&self[i], resolver))
    }
    fn resolved_ends(resolved: &Self::Resolved) -> Vec<ResolvedEnd> {
        resolved.iter().map(P::resolved_end).collect()
    }
    fn held(&self) -> Vec<Held<'_>> {
        self.iter().map(Attach::held).collect()
    }
    fn resolved_held(resolved: &Self::Resolved) -> Vec<(&'static str, Held<'_>)> {
        let held = |end| (P::Domain::NAME, <P as Attach>::resolved_held(end));
        resolved.iter().map(held).collect()
    }
    #[inline(always)]
    fn read(resolved: &Self::Resolved, stage: &Stage, x: &[f64]) -> [Motion<P::Domain>; K] {
        core::array::from_fn(|i| <P as Attach>::read(&resolved[i], stage, x))
    }
    #[inline(always)]
    fn push(resolved: &Self::Resolved, efforts: &[Effort<P::Domain>; K], dx: &mut [f64]) {
        for (resolved, effort) in resolved.iter().zip(efforts) {
            <P as Attach>::push(resolved, effort, dx);
        }
    }
    fn are_like(resolved: &Self::Resolved, other: &Self::Resolved) -> bool {
        resolved.iter().zip(other).all(|(one, other)| P::is_like(one, other))
    }
    fn moved(resolved: &Self::Resolved, to: &dyn Fn(u32) -> u32) -> Self::Resolved {
        core::array::from_fn(|i| <P as Attach>::moved(&resolved[i], to))
    }
    #[inline(always)]
    fn read_lanes<R: Real>(
        token: R::Token,
        resolved: &Self::Resolved,
        stage: &Stage,
        (x, lane): (&[Block], usize),
        motions: &mut [R],
    ) {
        let motions = motions.chunks_exact_mut(Motion::<P::Domain>::LEN);
        for (resolved, motion) in resolved.iter().zip(motions) {
            <P as Attach>::read_lanes(token, resolved, stage, (x, lane), motion);
        }
    }
    #[inline(always)]
    fn push_lanes<R: Real>(
        token: R::Token,
        resolved: &Self::Resolved,
        efforts: &[R],
        (dx, lane): (&mut [Block], usize),
    ) {
        for (resolved, effort) in
            resolved.iter().zip(efforts.chunks_exact(Effort::<P::Domain>::LEN))
        {
            <P as Attach>::push_lanes(token, resolved, effort, (&mut *dx, lane));
        }
    }
    fn drive_power(
        resolved: &Self::Resolved,
        motions: &[Motion<P::Domain>; K],
        efforts: &[Effort<P::Domain>; K],
    ) -> f64 {
        let pairs = resolved.iter().zip(motions).zip(efforts);
        pairs.map(|((resolved, motion), e)| P::drive_power(resolved, motion, e)).sum()
    }
    fn next_jump(resolved: &Self::Resolved, after: f64) -> Option<f64> {
        resolved.iter().fold(None, |jump, r| earlier(jump, <P as Attach>::next_jump(r, after)))
    }
}
