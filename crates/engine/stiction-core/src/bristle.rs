//! Laws of one bristle for each axis.

use core::fmt::Debug;

use crate::kernel::Own;
use crate::vector::length;
use crate::{
    BreakawayDamping, ContactLaw, ContactState, Domain, Flat, Impedance, Memory, Motion, MotionIn,
    Numbers, Real, Scalars, Stage, Vector, VectorDomain, contact_state,
};

/// Friction whose memory is one deflection z for each axis: every one is an [`Impedance`], as every
/// [`Body`](crate::Body) is an [`Admittance`](crate::Admittance).
///
/// ```text
/// force on the body = -f,   z' = rate,   (f, rate) = friction(tau, v, z)
/// ```
///
/// ```
/// use stiction_core::{Bent, Bristle, Impedance, Line, Motion, Stage};
///
/// /// A spring that lets go of its foot at a force of 1 N.
/// #[derive(Debug)]
/// struct Clip;
/// impl Bristle for Clip {
///     type Domain = Line;
///     fn stiffness(&self) -> f64 { 1e4 }
///     fn friction(&self, _: f64, v: f64, z: f64) -> (f64, f64) {
///         let slides = (1e4 * z).abs() >= 1.0 && z * v > 0.0;
///         (1e4 * z, if slides { 0.0 } else { v })
///     }
///     fn stuck_damping(&self, _: f64) -> f64 { 0.0 }
///     fn borne(&self, bent: &Bent<f64>) -> (f64, f64) { (bent.force.abs(), 1.0) }
/// }
/// let mut rate = [0.0];
/// let force = Clip.respond(&Stage::at(0.0), &Motion::new(0.0, 2.0), &[5e-5], &mut rate);
/// assert_eq!((force, rate), (-0.5, [2.0]));
/// ```
// The compiler asks for this trait if an `Impedance` is missing, because of the blanket implementation.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an impedance: it gives no effort for a motion",
    label = "a law for a connection is needed here",
    note = "a friction law with a coefficient (`CoulombGsat`, `LimitSetGsat`, `AmendedLuGre`) must be told \
            its normal force: `Loaded::<_, Line>::builder().law(law).normal_force(10.0).build()?`, or \
            a `PointContact`, whose penalty spring presses",
    note = "what `build()` gives is a `Result`: end it with `?`"
)]
pub trait Bristle: Debug + Send + Sync + 'static {
    /// Domain of its port.
    type Domain: VectorDomain;

    /// Returns the stiffness `K` of the bristle \[effort per pose\], which stores `K |z|²/2`.
    fn stiffness(&self) -> f64;

    /// Returns the friction force along +v and the rate of the deflection, for a stage of length `tau` \[s\].
    ///
    /// The default asks [`Self::kernel`]; a law without one, or whose kernel can decline, says it here.
    #[inline(always)]
    fn friction(
        &self,
        tau: f64,
        velocity: <Self::Domain as VectorDomain>::Vector,
        deflection: <Self::Domain as VectorDomain>::Vector,
    ) -> (<Self::Domain as VectorDomain>::Vector, <Self::Domain as VectorDomain>::Vector)
    where
        Self: Sized,
    {
        match self.kernel(&mut Own, tau, velocity.components(), deflection.components()) {
            Some([force, rate]) => (Vector::of_components(force), Vector::of_components(rate)),
            None => (velocity * f64::NAN, velocity * f64::NAN),
        }
    }

    /// Returns [`Self::friction`] of one bristle or several side by side; see [`kernel`](crate::kernel).
    #[inline(always)]
    fn kernel<R: Real, S: Scalars<R>>(
        &self,
        numbers: &mut impl Numbers<R>,
        tau: f64,
        velocity: S,
        deflection: S,
    ) -> Option<[S; 2]> {
        let _ = (tau, velocity, deflection);
        numbers.none();
        None
    }

    /// Returns the damping \[effort per flow\] while it is stuck, at a stage of length `tau` \[s\].
    fn stuck_damping(&self, tau: f64) -> f64;

    /// Returns its damping at break-away, if its friction falls with the sliding speed.
    fn breakaway(&self) -> Option<BreakawayDamping> {
        None
    }

    /// Returns the part of its friction that has a limit, and that limit, both ≥ 0 \[effort\].
    fn borne(&self, bent: &Bent<<Self::Domain as VectorDomain>::Vector>) -> (f64, f64);
}

/// A bristle at a moment.
#[derive(Clone, Copy, Debug)]
pub struct Bent<V> {
    /// Friction along +v \[effort\].
    pub force: V,
    /// Velocity v \[flow\].
    pub velocity: V,
    /// Deflection z \[pose\].
    pub deflection: V,
    /// Slip speed: how fast the bristle stays behind the motion \[flow\].
    pub slip_speed: f64,
}

impl<B: Bristle> Impedance for B {
    type Domain = B::Domain;
    #[inline(always)]
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(<<B::Domain as Domain>::Flow as Flat>::LEN)
    }
    #[inline(always)]
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<B::Domain>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> <B::Domain as Domain>::Effort {
        let deflection = Flat::load(internal);
        let (force, deflection_rate) = self.friction(stage.tau, motion.flow, deflection);
        deflection_rate.store(rate);
        -force
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        motion: &MotionIn<B::Domain, R>,
        internal: &[R],
        rate: &mut [R],
    ) -> Option<<B::Domain as Domain>::EffortIn<R>> {
        let deflection = Scalars::load(internal);
        let [force, own] = Bristle::kernel(self, numbers, stage.tau, motion.flow, deflection)?;
        own.store(rate);
        Some(Scalars::from_fn(
            #[inline(always)]
            |axis| -force.at(axis),
        ))
    }
    fn stored_energy(&self, _: &Motion<B::Domain>, internal: &[f64]) -> f64 {
        elastic_energy::<<B::Domain as VectorDomain>::Vector>(self.stiffness(), internal)
    }
    fn stored_power(&self, _: &Motion<B::Domain>, internal: &[f64], rate: &[f64]) -> f64 {
        elastic_power::<<B::Domain as VectorDomain>::Vector>(self.stiffness(), internal, rate)
    }
    fn contact(&self) -> Option<&dyn ContactLaw<B::Domain>> {
        Some(self)
    }
}

impl<B: Bristle> ContactLaw<B::Domain> for B {
    fn resistance(&self, tau: f64, _: usize) -> Option<(f64, f64)> {
        Some((self.stiffness(), self.stuck_damping(tau)))
    }
    fn breakaway(&self, _: &Stage, _: &Motion<B::Domain>) -> Option<BreakawayDamping> {
        Bristle::breakaway(self)
    }
    fn state(
        &self,
        stage: &Stage,
        motion: &Motion<B::Domain>,
        internal: &[f64],
    ) -> Option<ContactState> {
        let (velocity, deflection) = (motion.flow, Flat::load(internal));
        let (force, rate) = self.friction(stage.tau, velocity, deflection);
        let slip_speed = length(velocity - rate);
        let (borne, limit) = self.borne(&Bent { force, velocity, deflection, slip_speed });
        Some(ContactState::touching(slip_speed, contact_state::margin(borne, limit)))
    }
}

/// Returns `K |e|²/2` \[J\].
#[inline(always)]
#[must_use]
pub fn elastic_energy<V: Vector>(stiffness: f64, internal: &[f64]) -> f64 {
    let deflection = V::load(internal);
    0.5 * stiffness * deflection.dot(&deflection)
}

/// Returns `K e · ė` \[W\].
#[inline(always)]
#[must_use]
pub fn elastic_power<V: Vector>(stiffness: f64, internal: &[f64], rate: &[f64]) -> f64 {
    stiffness * V::load(internal).dot(&V::load(rate))
}
