//! Couplings: how the motion of nodes becomes the motion that an impedance sees.
//!
//! Write a [`KinematicMap`]: the pose of the attached port and the linear map `Psi` from the flows
//! of the nodes to its flow. The library applies `Psi^T` to the effort, so `<Psi u, e> = <u, Psi^T e>`
//! and the wiring neither creates nor loses power. A matrix is a `Psi`: its transpose comes free.
//!
//! ```text
//! motions of the nodes ──── at ────> pose of the law, Psi
//! flows u of the nodes ──── Psi ───> flow of the law ─┐
//!                                                     law
//! efforts on the nodes <── Psi^T ──── effort e <──────┘
//! ```
//! A spring between two bodies on a line, for example, sees the distance `x2 - x1`, so that `Psi = [-1 1]`. At the
//! velocities 0.2 and 0.5 it sees the flow 0.3. Its effort of -10 N acts as `Psi^T e = (10, -10)` on the two bodies.
//! Its power is `0.3 * -10 = -3 W`, and so is that of the two efforts: `0.2 * 10 + 0.5 * -10 = -3 W`.

use core::any::Any;
use core::fmt::Debug;
use core::marker::PhantomData;

use crate::kernel::{MotionIn, Numbers};
use crate::linear::NoPsi;
pub use crate::linear::{Linear, LinearIn};
pub use crate::port_domains::{EffortSink, MotionSource, PortDomains, PortVisitor};
use crate::{AnyDomain, Domain, Effort, Flat, Motion, Pose, PoseOf, Real, motions_of};

/// Whether a law can stand behind a map. A network refuses to connect the two if the answer is
/// [`Fit::Wrong`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fit {
    /// It can.
    #[default]
    Right,
    /// It can, under a condition that is not checked; in words.
    Doubtful(&'static str),
    /// It cannot; the reason in words, which follow "the map".
    Wrong(&'static str),
}

impl Fit {
    /// Returns the worse of two.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        // If both are equally bad, the first one is reported.
        match (self, other) {
            (Self::Wrong(_), _) | (Self::Doubtful(_), Self::Right | Self::Doubtful(_)) => self,
            _ => other,
        }
    }
}

/// A kinematic map: only `Psi` is written, `Phi` is its transpose.
///
/// ```
/// use nalgebra::{Matrix1x2, Vector2};
/// use stiction_core::{Coupling, KinematicMap, Line, Motion, Plane};
///
/// /// The distance of a point in the plane from the origin.
/// #[derive(Debug)]
/// struct Distance;
/// impl KinematicMap for Distance {
///     type From = Plane;
///     type To = Line;
///     type Psi = Matrix1x2<f64>;
///     fn at(&self, point: &Motion<Plane>) -> (f64, Matrix1x2<f64>) {
///         let distance = point.pose.norm();
///         (distance, point.pose.transpose() / distance)
///     }
/// }
///
/// let point = Motion { pose: Vector2::new(3.0, 4.0), flow: Vector2::new(1.0, 0.0) };
/// assert_eq!(Distance.motion(&point), Motion { pose: 5.0, flow: 0.6 });
/// assert_eq!(Distance.efforts(&point, &10.0), Vector2::new(6.0, 8.0));
/// ```
pub trait KinematicMap: Debug + Send + Sync + 'static {
    /// Domains of the ports that it reads.
    type From: PortDomains;
    /// Domain that it produces.
    type To: Domain;
    /// Its linear part.
    type Psi: Linear<Self::From, Self::To>;
    /// Returns the pose of the attached port, and `Psi` there.
    fn at(&self, from: &<Self::From as PortDomains>::Motions) -> (PoseOf<Self::To>, Self::Psi);

    /// Returns whether the flow that it produces is the time derivative of the pose that it produces: true,
    /// except for a map whose flow is by nature another velocity (that of the material point in a
    /// rolling contact). If it is false, a network refuses a law whose stored energy reads a part of
    /// the pose that does not change as the flow says: such a law gives back another energy than it was given.
    fn flow_is_pose_rate(&self) -> bool {
        true
    }

    /// Returns whether its shafts may be joints of either kind, turning or sliding: a map to a link of a tree reads a
    /// coordinate, be it an angle or a length. False by default: a shaft is a shaft.
    fn reads_joints(&self) -> bool {
        false
    }

    /// Returns whether a law can stand behind the map: see [`Fit`]. The law is the component itself, or the one
    /// in the box if it is boxed.
    fn fit(&self, law: &dyn Any) -> Fit {
        let _ = law;
        Fit::Right
    }

    /// Returns where in space the law behind it acts, for pictures: at a point of contact, or at the two ends of a
    /// connection of two bodies. Its axes are those of the law's efforts.
    ///
    /// The default is the places of the ports if there are several, else the pose that the law sees.
    fn acts_at(&self, from: &<Self::From as PortDomains>::Motions) -> Vec<Pose> {
        ends_or_place::<Self::From, Self::To>(from, || self.at(from).0)
    }

    /// Returns the pose and `Psi` for one map or several side by side; see [`kernel`](crate::kernel). Without it, or
    /// if it returns `None`, maps are evaluated one at a time.
    #[allow(clippy::type_complexity, reason = "an `impl Trait` has no alias")]
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        from: &<Self::From as PortDomains>::MotionsIn<R>,
    ) -> Option<(<Self::To as Domain>::PoseIn<R>, impl LinearIn<R, Self::From, Self::To>)>
    where
        Self: Sized,
    {
        let _ = from;
        numbers.none();
        None::<(_, NoPsi)>
    }
}

/// Returns where a law acts: between ports, or at a pose.
fn ends_or_place<From: PortDomains, To: Domain>(
    from: &From::Motions,
    pose: impl FnOnce() -> To::Pose,
) -> Vec<Pose> {
    let mut motions = vec![0.0; From::Motions::LEN];
    from.store(&mut motions);
    // Ports without a place (a shaft, the ground of a line) do not count.
    let ends = places_of(From::DOMAINS, &motions);
    if ends.len() > 1 {
        return ends;
    }
    // Efforts are in the axes of the world of the pose, also those on a frame that has turned.
    let place = To::in_space(&pose()).map(|place| Pose::at(place.position));
    place.into_iter().collect()
}

/// Returns where ports are in space, of those that have a place.
fn places_of(domains: &[AnyDomain], motions: &[f64]) -> Vec<Pose> {
    motions_of(domains, motions).filter_map(|(domain, motion)| domain.in_space(motion)).collect()
}

/// A map as the network calls it: `Psi` forward and `Psi^T` back.
///
/// Every [`KinematicMap`] is one, and every one is an [`AnyCoupling`](crate::AnyCoupling), which is known at run time only.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a map between ports and a law",
    label = "a map is needed here",
    note = "`connect(law, map, ports)`: where the law sees the motion of its port itself, the map is \
            `Direct::new()`"
)]
pub trait Coupling: Any + Debug + Send + Sync {
    /// Domains of the ports that it reads.
    type From: PortDomains;
    /// Domain that it produces.
    type To: Domain;
    /// Returns the name in messages and pictures.
    fn name(&self) -> String {
        crate::short_type_name::<Self>()
    }

    /// Returns the motion of the attached port; its flow is `Psi` times the flows of the nodes.
    fn motion(&self, from: &<Self::From as PortDomains>::Motions) -> Motion<Self::To>;
    /// Returns `Psi^T` times the effort.
    fn efforts(
        &self,
        from: &<Self::From as PortDomains>::Motions,
        effort: &Effort<Self::To>,
    ) -> <Self::From as PortDomains>::Efforts;

    /// Returns the efforts on the ports of a law behind it: `Psi^T law(motion)`. A map that works out `Psi` for both ways
    /// does so once.
    #[inline(always)]
    fn through(
        &self,
        from: &<Self::From as PortDomains>::Motions,
        law: impl FnOnce(&Motion<Self::To>) -> Effort<Self::To>,
    ) -> <Self::From as PortDomains>::Efforts
    where
        Self: Sized,
    {
        self.efforts(from, &law(&self.motion(from)))
    }

    /// Returns whether its flow is the rate of its pose; see [`KinematicMap::flow_is_pose_rate`].
    fn flow_is_pose_rate(&self) -> bool {
        true
    }

    /// Returns whether it reads joints of either kind; see [`KinematicMap::reads_joints`].
    fn reads_joints(&self) -> bool {
        false
    }

    /// Returns whether a law can stand behind the map; see [`KinematicMap::fit`].
    fn fit(&self, law: &dyn Any) -> Fit {
        let _ = law;
        Fit::Right
    }

    /// Returns where in space the law behind it acts; see [`KinematicMap::acts_at`].
    fn acts_at(&self, from: &<Self::From as PortDomains>::Motions) -> Vec<Pose> {
        ends_or_place::<Self::From, Self::To>(from, || self.motion(from).pose)
    }

    /// Returns the motion and `Psi` for one map or several side by side; see [`kernel`](crate::kernel). Without it,
    /// or if it returns `None`, maps are evaluated one at a time.
    #[allow(clippy::type_complexity, reason = "an `impl Trait` has no alias")]
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        from: &<Self::From as PortDomains>::MotionsIn<R>,
    ) -> Option<(MotionIn<Self::To, R>, impl LinearIn<R, Self::From, Self::To>)>
    where
        Self: Sized,
    {
        let _ = from;
        numbers.none();
        None::<(_, NoPsi)>
    }
}

impl<M: KinematicMap> Coupling for M {
    type From = M::From;
    type To = M::To;
    #[inline(always)]
    fn motion(&self, from: &<M::From as PortDomains>::Motions) -> Motion<M::To> {
        let (pose, psi) = self.at(from);
        Motion { pose, flow: psi.apply(&M::From::flows(from)) }
    }
    #[inline(always)]
    fn efforts(
        &self,
        from: &<M::From as PortDomains>::Motions,
        effort: &Effort<M::To>,
    ) -> <M::From as PortDomains>::Efforts {
        // `Psi` is worked out once more, after `motion`: the plain form is two calls, with the law between them. Only
        // the kernel keeps it.
        self.at(from).1.transpose(effort)
    }
    #[inline(always)]
    fn through(
        &self,
        from: &<M::From as PortDomains>::Motions,
        law: impl FnOnce(&Motion<M::To>) -> Effort<M::To>,
    ) -> <M::From as PortDomains>::Efforts {
        let (pose, psi) = self.at(from);
        psi.transpose(&law(&Motion { pose, flow: psi.apply(&M::From::flows(from)) }))
    }
    fn flow_is_pose_rate(&self) -> bool {
        KinematicMap::flow_is_pose_rate(self)
    }
    fn reads_joints(&self) -> bool {
        KinematicMap::reads_joints(self)
    }
    fn fit(&self, law: &dyn Any) -> Fit {
        KinematicMap::fit(self, law)
    }
    fn acts_at(&self, from: &<M::From as PortDomains>::Motions) -> Vec<Pose> {
        KinematicMap::acts_at(self, from)
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        from: &<M::From as PortDomains>::MotionsIn<R>,
    ) -> Option<(MotionIn<M::To, R>, impl LinearIn<R, M::From, M::To>)> {
        // A `KinematicMap` has no flow of its own: it is `Psi` times those of the ports, which makes the map adjoint.
        let (pose, psi) = KinematicMap::kernel(self, numbers, from)?;
        Some((MotionIn { pose, flow: psi.apply(M::From::flows_in(from)) }, psi))
    }
}

/// Creates a map for a one-off mechanism, written as a pair of closures: the motion, and the efforts.
///
/// Nothing forces the second to be the transpose of the first; `stiction::testing::assert_adjoint`
/// checks it, and `assert_pose_rate` that the flow is the rate of the pose
/// ([`FromFns::with_flow_apart`] if it is not meant to be). Prefer a [`KinematicMap`], whose
/// transpose cannot be wrong.
pub fn from_fns<F, T, Forward, Back>(forward: Forward, back: Back) -> FromFns<F, T, Forward, Back>
where
    F: PortDomains,
    T: Domain,
    Forward: Fn(&F::Motions) -> Motion<T> + Send + Sync + 'static,
    Back: Fn(&F::Motions, &T::Effort) -> F::Efforts + Send + Sync + 'static,
{
    FromFns { forward, back, flow_is_pose_rate: true, domains: PhantomData }
}

/// See [`from_fns`].
#[derive(Clone, Copy)]
pub struct FromFns<F, T, Forward, Back> {
    forward: Forward,
    back: Back,
    flow_is_pose_rate: bool,
    domains: PhantomData<fn() -> (F, T)>,
}

impl<F, T, Forward, Back> FromFns<F, T, Forward, Back> {
    /// Declares that the flow of the map is not the rate of its pose: see [`Coupling::flow_is_pose_rate`].
    #[must_use]
    pub fn with_flow_apart(self) -> Self {
        Self { flow_is_pose_rate: false, ..self }
    }
}

impl<F, T, Forward, Back> Debug for FromFns<F, T, Forward, Back> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("FromFns").finish_non_exhaustive()
    }
}

impl<F, T, Forward, Back> Coupling for FromFns<F, T, Forward, Back>
where
    F: PortDomains,
    T: Domain,
    Forward: Fn(&F::Motions) -> Motion<T> + Send + Sync + 'static,
    Back: Fn(&F::Motions, &T::Effort) -> F::Efforts + Send + Sync + 'static,
{
    type From = F;
    type To = T;
    #[inline(always)]
    fn motion(&self, from: &F::Motions) -> Motion<T> {
        (self.forward)(from)
    }
    #[inline(always)]
    fn efforts(&self, from: &F::Motions, effort: &T::Effort) -> F::Efforts {
        (self.back)(from, effort)
    }
    fn flow_is_pose_rate(&self) -> bool {
        self.flow_is_pose_rate
    }
}
