//! The ports of a coupling, whose domains are types: one, a few, or a list.

use core::marker::PhantomData;

use crate::any_domain::{AnyDomain, change_motions};
use crate::kernel::{self, MotionIn, Scalars};
use crate::{Domain, Effort, Flat, Motion, Real};

/// The domains at the ports that a coupling reads: a [`Domain`], a pair or triple of them, an array of one domain, or
/// one before such an array.
pub trait PortDomains: 'static {
    /// The domains at run time, port after port.
    const DOMAINS: &'static [AnyDomain];
    /// Motions of the ports.
    type Motions: Flat;
    /// Flows of the ports.
    type Flows: Flat;
    /// Efforts on the ports.
    type Efforts: Flat;
    /// [`Self::Motions`] with `R` for every number.
    type MotionsIn<R: Real>: Scalars<R>;
    /// [`Self::Flows`] likewise.
    type FlowsIn<R: Real>: Scalars<R>;
    /// [`Self::Efforts`] likewise.
    type EffortsIn<R: Real>: Scalars<R>;
    /// Returns the flows in the motions.
    fn flows(motions: &Self::Motions) -> Self::Flows;
    /// Returns the flows in the motions, with `R` for every number.
    fn flows_in<R: Real>(motions: &Self::MotionsIn<R>) -> Self::FlowsIn<R>;
    /// Returns the motions with each pose made a valid one; see [`Domain::valid_pose`].
    fn valid_motions(motions: Self::Motions) -> Self::Motions {
        changed::<Self>(&motions, AnyDomain::make_valid)
    }
    /// Returns the motions a short time `h` \[s\] later, their flows held; see [`Motion::moved`].
    fn moved(motions: &Self::Motions, h: f64) -> Self::Motions {
        changed::<Self>(motions, |domain, motion| domain.advance(motion, h))
    }
    /// Returns the power of all pairs together \[W\].
    fn total_power(flows: &Self::Flows, efforts: &Self::Efforts) -> f64 {
        let [mut flow, mut effort] = [vec![0.0; Self::Flows::LEN], vec![0.0; Self::Efforts::LEN]];
        flows.store(&mut flow);
        efforts.store(&mut effort);
        let mut next = 0;
        let powers = Self::DOMAINS.iter().map(|domain| {
            let own = next..next + domain.flow_len;
            next = own.end;
            domain.power(&flow[own.clone()], &effort[own])
        });
        powers.sum()
    }
    /// Returns the efforts of two elements on the same ports together.
    #[inline]
    fn sum(a: &Self::Efforts, b: &Self::Efforts) -> Self::Efforts {
        let add = |slots: &mut [f64]| {
            a.store(slots);
            b.accumulate(slots);
            Self::Efforts::load(slots)
        };
        // A constant decides, so that only one of them is compiled. An array of `LEN` numbers is not possible here.
        let len = Self::Efforts::LEN;
        if len <= FEW_SCALARS {
            add(&mut [0.0; FEW_SCALARS])
        } else if len <= MOST_SCALARS {
            add(&mut [0.0; MOST_SCALARS])
        } else {
            add(&mut vec![0.0; len])
        }
    }
    /// Shows the ports to a visitor, in their order.
    fn visit(visitor: &mut impl PortVisitor);
    /// Returns the motions of the ports, read from a source.
    fn gather(source: &impl MotionSource) -> Self::Motions;
    /// Gives the efforts to the ports, in their order.
    fn scatter(efforts: &Self::Efforts, sink: &mut impl EffortSink);
}

/// Returns the motions with something done to that of each port.
fn changed<F: PortDomains + ?Sized>(
    motions: &F::Motions,
    change: impl FnMut(&AnyDomain, &mut [f64]),
) -> F::Motions {
    // The types of the ports differ, so they are walked as rows of numbers.
    let mut scalars = vec![0.0; F::Motions::LEN];
    motions.store(&mut scalars);
    change_motions(F::DOMAINS, &mut scalars, change);
    F::Motions::load(&scalars)
}

/// Visitor of ports, whose domains are known to the compiler only.
pub trait PortVisitor {
    /// Visits the port with the number, which is of the domain `D`.
    fn visit<D: Domain>(&mut self, port: usize);
}

/// Source of the motions of ports; see [`PortDomains::gather`].
pub trait MotionSource {
    /// Returns the motion of the port with the number.
    fn motion<D: Domain>(&self, port: usize) -> Motion<D>;
}

/// Sink of the efforts on ports; see [`PortDomains::scatter`].
pub trait EffortSink {
    /// Takes the effort on the port with the number.
    fn take<D: Domain>(&mut self, port: usize, effort: &Effort<D>);
}

/// Numbers of scalars of efforts that are added without allocation: of few bodies, and of an arm with 64 joints.
const FEW_SCALARS: usize = 16;
const MOST_SCALARS: usize = 96;

impl<D: Domain> PortDomains for D {
    const DOMAINS: &'static [AnyDomain] = &[AnyDomain::of::<D>()];
    type Motions = Motion<D>;
    type Flows = D::Flow;
    type Efforts = D::Effort;
    type MotionsIn<R: Real> = MotionIn<D, R>;
    type FlowsIn<R: Real> = D::FlowIn<R>;
    type EffortsIn<R: Real> = D::EffortIn<R>;
    #[inline(always)]
    fn flows_in<R: Real>(motions: &MotionIn<D, R>) -> D::FlowIn<R> {
        motions.flow
    }
    #[inline(always)]
    fn flows(motions: &Motion<D>) -> D::Flow {
        motions.flow
    }
    #[inline(always)]
    fn visit(visitor: &mut impl PortVisitor) {
        visitor.visit::<D>(0);
    }
    #[inline(always)]
    fn gather(source: &impl MotionSource) -> Motion<D> {
        source.motion(0)
    }
    #[inline(always)]
    fn scatter(effort: &D::Effort, sink: &mut impl EffortSink) {
        sink.take::<D>(0, effort);
    }
}

macro_rules! tuple_domains {
    ($($name:ident $index:tt),+) => {
        impl<$($name: Domain),+> PortDomains for ($($name,)+) {
            const DOMAINS: &'static [AnyDomain] = &[$(AnyDomain::of::<$name>()),+];
            type Motions = ($(Motion<$name>,)+);
            type Flows = ($($name::Flow,)+);
            type Efforts = ($($name::Effort,)+);
            type MotionsIn<R: Real> = ($(MotionIn<$name, R>,)+);
            type FlowsIn<R: Real> = ($($name::FlowIn<R>,)+);
            type EffortsIn<R: Real> = ($($name::EffortIn<R>,)+);
            #[inline(always)]
            fn flows_in<R: Real>(motions: &Self::MotionsIn<R>) -> Self::FlowsIn<R> {
                ($(motions.$index.flow,)+)
            }
            #[inline(always)]
            fn flows(motions: &Self::Motions) -> Self::Flows {
                ($(motions.$index.flow,)+)
            }
            #[inline(always)]
            fn visit(visitor: &mut impl PortVisitor) {
                $(visitor.visit::<$name>($index);)+
            }
            #[inline(always)]
            fn gather(source: &impl MotionSource) -> Self::Motions {
                ($(source.motion::<$name>($index),)+)
            }
            #[inline(always)]
            fn scatter(efforts: &Self::Efforts, sink: &mut impl EffortSink) {
                $(sink.take::<$name>($index, &efforts.$index);)+
            }
        }
    };
}
tuple_domains!(A 0, B 1);
tuple_domains!(A 0, B 1, C 2);

impl<D: Domain, const K: usize> PortDomains for [D; K] {
    const DOMAINS: &'static [AnyDomain] = &[AnyDomain::of::<D>(); K];
    type Motions = [Motion<D>; K];
    type Flows = [D::Flow; K];
    type Efforts = [D::Effort; K];
    type MotionsIn<R: Real> = kernel::Each<MotionIn<D, R>, K>;
    type FlowsIn<R: Real> = kernel::Each<D::FlowIn<R>, K>;
    type EffortsIn<R: Real> = kernel::Each<D::EffortIn<R>, K>;
    #[inline(always)]
    fn flows_in<R: Real>(motions: &Self::MotionsIn<R>) -> Self::FlowsIn<R> {
        kernel::Each(motions.0.map(|motion| motion.flow))
    }
    #[inline(always)]
    fn flows(motions: &Self::Motions) -> Self::Flows {
        motions.map(|motion| motion.flow)
    }
    #[inline(always)]
    fn visit(visitor: &mut impl PortVisitor) {
        (0..K).for_each(|port| visitor.visit::<D>(port));
    }
    #[inline(always)]
    fn gather(source: &impl MotionSource) -> Self::Motions {
        core::array::from_fn(|port| source.motion::<D>(port))
    }
    #[inline(always)]
    fn scatter(efforts: &Self::Efforts, sink: &mut impl EffortSink) {
        efforts.iter().enumerate().for_each(|(port, effort)| sink.take::<D>(port, effort));
    }
}

/// The domains of a port before K others.
struct Before<A, B, const K: usize>(PhantomData<(A, B)>);

impl<A: Domain, B: Domain, const K: usize> Before<A, B, K> {
    /// The longest list, because its length cannot be computed from K.
    const MOST: &'static [AnyDomain; 65] = &{
        let mut all = [AnyDomain::of::<B>(); 65];
        all[0] = AnyDomain::of::<A>();
        all
    };
    const ALL: &'static [AnyDomain] = Self::MOST.split_at(K + 1).0;
}

impl<A: Domain, B: Domain, const K: usize> PortDomains for (A, [B; K]) {
    const DOMAINS: &'static [AnyDomain] = Before::<A, B, K>::ALL;
    type Motions = (Motion<A>, [Motion<B>; K]);
    type Flows = (A::Flow, [B::Flow; K]);
    type Efforts = (A::Effort, [B::Effort; K]);
    type MotionsIn<R: Real> = (MotionIn<A, R>, kernel::Each<MotionIn<B, R>, K>);
    type FlowsIn<R: Real> = (A::FlowIn<R>, kernel::Each<B::FlowIn<R>, K>);
    type EffortsIn<R: Real> = (A::EffortIn<R>, kernel::Each<B::EffortIn<R>, K>);
    #[inline(always)]
    fn flows_in<R: Real>(motions: &Self::MotionsIn<R>) -> Self::FlowsIn<R> {
        (motions.0.flow, <[B; K]>::flows_in(&motions.1))
    }
    #[inline(always)]
    fn flows(motions: &Self::Motions) -> Self::Flows {
        (motions.0.flow, <[B; K]>::flows(&motions.1))
    }
    #[inline(always)]
    fn visit(visitor: &mut impl PortVisitor) {
        visitor.visit::<A>(0);
        (1..=K).for_each(|port| visitor.visit::<B>(port));
    }
    #[inline(always)]
    fn gather(source: &impl MotionSource) -> Self::Motions {
        (source.motion::<A>(0), core::array::from_fn(|port| source.motion::<B>(port + 1)))
    }
    #[inline(always)]
    fn scatter(efforts: &Self::Efforts, sink: &mut impl EffortSink) {
        sink.take::<A>(0, &efforts.0);
        efforts.1.iter().enumerate().for_each(|(port, effort)| sink.take::<B>(port + 1, effort));
    }
}
