//! A point of a body in contact with a flat surface: penalty normal force and friction.
//!
//! The port is the contact point in the frame of the surface: the third axis is the normal, from the
//! surface to the body, and the surface is `p_z = 0`.
//!
//! ```text
//! f_z  = min(0, K p_z + B v_z) if p_z < 0, else 0          (23a), clamped
//! f_xy = friction under the normal force N = −f_z          (23b,c)
//! ```
//!
//! `f` is the force of the body on the surface; the component returns the effort on the body, `−f`.
//! The clamp is missing in (23a): without it a surface that is left fast pulls, and a negative limit
//! reverses friction.
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | K | `stiffness` | N/m | > 0 |
//! | B | `damping` | N s/m | ≥ 0 |
//! | | `law` | | a [`Friction`] in the plane |
//!
//! Source: Kikuuwe and Yamamoto, eqs. 23, 24.
//!
//! Limits: a flat surface at rest (a map brings others to it); no adhesion. Out of contact the
//! bristle is not reset but decays.

use nalgebra::Vector3;
use stiction_core::{
    BreakawayDamping, ContactLaw, ContactState, Describe, Impedance, Memory, Motion, MotionIn,
    Numbers, ParameterError, Plane, Real, Space, Stage, Varying, kernel,
};
use typed_builder::TypedBuilder;

use crate::Friction;
use crate::load::{state_of_contact, varying_fault};

/// Returns the normal force `f_z ≤ 0` of the body on the surface \[N\] (eq. 23a, clamped), of one contact
/// or several.
#[inline(always)]
#[must_use]
pub fn normal_penalty<R: Real>(stiffness: R, damping: R, height: R, velocity: R) -> R {
    let zero = height.same(0.0);
    let force = stiffness * height + damping * velocity;
    let force = R::select(zero.below(force), zero, force);
    R::select(zero.at_most(height), zero, force)
}

/// Point contact with any friction law that is told the normal force.
///
/// Internal state: that of the law.
///
/// ```
/// use stiction_friction::{AmendedLuGre, PointContact, StribeckCurve};
///
/// let law = AmendedLuGre::builder()
///     .stiffness(1e5).damping(1.0).friction(StribeckCurve::constant(0.4)?).build()?;
/// let foot = PointContact::builder().stiffness(1e6).damping(100.0).law(law).build()?;
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<PointContact<L>, ParameterError>))]
pub struct PointContact<L: Friction<Plane>> {
    /// Normal stiffness `K` \[N/m\], > 0.
    #[field(positive)]
    pub(super) stiffness: f64,
    /// Normal damping `B` \[N s/m\], ≥ 0.
    #[field(non_negative)]
    pub(super) damping: f64,
    /// Friction in the tangent plane.
    #[field(part, by_ref)]
    pub(super) law: L,
}

impl<L: Friction<Plane>> PointContact<L> {
    /// Responds if the kernel does not apply or the law has none.
    #[inline(never)]
    fn respond_anywhere(
        &self,
        stage: &Stage,
        motion: &Motion<Space>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> Vector3<f64> {
        let Motion { pose: p, flow: v } = *motion;
        let normal_force = -normal_penalty(self.stiffness, self.damping, p.z, v.z);
        let along = Motion::new(p.xy(), v.xy());
        let f = self.law.rub(stage, normal_force, &along, internal, rate);
        Vector3::new(f.x, f.y, normal_force)
    }
}

impl<L: Friction<Plane>> Impedance for PointContact<L> {
    type Domain = Space;
    fn memory(&self) -> Memory<'_> {
        self.law.memory()
    }
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        self.law.signals(visit);
    }
    fn contact(&self) -> Option<&dyn ContactLaw<Space>> {
        Some(self)
    }
    #[inline(always)]
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<Space>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> Vector3<f64> {
        match kernel::respond(self, stage, motion, internal, rate) {
            Some(effort) => effort,
            None => self.respond_anywhere(stage, motion, internal, rate),
        }
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        motion: &MotionIn<Space, R>,
        internal: &[R],
        rate: &mut [R],
    ) -> Option<[R; 3]> {
        let ([x, y, height], [vx, vy, vz]) = (motion.pose, motion.flow);
        let [stiffness, damping] = numbers.read([self.stiffness, self.damping]);
        let normal_force = -normal_penalty(stiffness, damping, height, vz);
        let along = MotionIn { pose: [x, y], flow: [vx, vy] };
        let [fx, fy] = self.law.kernel(numbers, stage, normal_force, &along, internal, rate)?;
        Some([fx, fy, normal_force])
    }
    fn stored_energy(&self, motion: &Motion<Space>, internal: &[f64]) -> f64 {
        let depth = motion.pose.z.min(0.0);
        0.5 * self.stiffness * depth * depth + self.law.stored_energy(None, internal)
    }
    fn stored_power(&self, motion: &Motion<Space>, internal: &[f64], rate: &[f64]) -> f64 {
        let depth = motion.pose.z.min(0.0);
        self.stiffness * depth * motion.flow.z + self.law.stored_power(None, internal, rate)
    }
}
impl<L: Friction<Plane>> ContactLaw<Space> for PointContact<L> {
    fn fault(&self, stage: &Stage, _: &Motion<Space>) -> Option<ParameterError> {
        varying_fault::<Self>(self.law.varying(), stage)
    }
    /// Returns that of the friction along the surface; the normal spring has `K` and `B` at every stage.
    fn resistance(&self, tau: f64, axis: usize) -> Option<(f64, f64)> {
        if axis == 2 {
            return Some((self.stiffness, self.damping));
        }
        self.law.resistance(None, tau, axis)
    }
    fn breakaway(&self, _: &Stage, motion: &Motion<Space>) -> Option<BreakawayDamping> {
        let (p, v) = (motion.pose, motion.flow);
        self.law.breakaway(-normal_penalty(self.stiffness, self.damping, p.z, v.z))
    }
    fn state(
        &self,
        stage: &Stage,
        motion: &Motion<Space>,
        internal: &[f64],
    ) -> Option<ContactState> {
        let Motion { pose: p, flow: v } = *motion;
        let normal_force = -normal_penalty(self.stiffness, self.damping, p.z, v.z);
        Some(state_of_contact(p.z, normal_force, || {
            self.law.state(stage, normal_force, &Motion::new(p.xy(), v.xy()), internal)
        }))
    }
}
