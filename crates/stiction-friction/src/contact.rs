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
//! | | `law` | | a [`LoadedFriction`] in the plane |
//!
//! Source: Kikuuwe and Yamamoto, eqs. 23, 24. They use the same `K` and `B` for both directions, as
//! [`CoulombContact`] does unless told otherwise.
//!
//! Limits: a flat surface at rest (a map brings others to it); no adhesion. Out of contact the
//! bristle is not reset but decays.

use nalgebra::{Vector2, Vector3};
use stiction_core::{Impedance, Motion, ParameterError, Space, Stage, Validate, checked_build};
use typed_builder::TypedBuilder;

use crate::{CoulombGsat, LoadedFriction, Relaxation};

/// Normal force `f_z ≤ 0` of the body on the surface \[N\] (eq. 23a, clamped).
#[inline(always)]
#[must_use]
pub fn normal_penalty(stiffness: f64, damping: f64, height: f64, velocity: f64) -> f64 {
    if height >= 0.0 {
        return 0.0;
    }
    let force = stiffness * height + damping * velocity;
    if force > 0.0 { 0.0 } else { force }
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
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder)]
#[builder(build_method(into = Result<PointContact<L>, ParameterError>))]
pub struct PointContact<L: LoadedFriction<Vector2<f64>>> {
    /// Normal stiffness `K` \[N/m\], > 0.
    stiffness: f64,
    /// Normal damping `B` \[N s/m\], ≥ 0.
    damping: f64,
    /// Friction in the tangent plane.
    law: L,
}

impl<L: LoadedFriction<Vector2<f64>>> Validate for PointContact<L> {
    const COMPONENT: &'static str = "PointContact";
    fn validate(&self) -> Result<(), ParameterError> {
        Self::positive("stiffness", self.stiffness)?;
        Self::non_negative("damping", self.damping)
    }
}
checked_build!(PointContact<L>, L: LoadedFriction<Vector2<f64>>);

impl<L: LoadedFriction<Vector2<f64>>> Impedance for PointContact<L> {
    type Domain = Space;
    fn internal_len(&self) -> usize {
        self.law.internal_len()
    }
    #[inline(always)]
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<Space>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> Vector3<f64> {
        let Motion { pose: p, flow: v } = *motion;
        let normal_force = -normal_penalty(self.stiffness, self.damping, p.z, v.z);
        let f = self.law.friction(stage, normal_force, Vector2::new(v.x, v.y), internal, rate);
        Vector3::new(-f.x, -f.y, normal_force)
    }
    fn stored_energy(&self, motion: &Motion<Space>, internal: &[f64]) -> f64 {
        let depth = motion.pose.z.min(0.0);
        0.5 * self.stiffness * depth * depth + self.law.stored_energy(None, internal)
    }
    fn stored_power(&self, motion: &Motion<Space>, internal: &[f64], rate: &[f64]) -> f64 {
        let depth = motion.pose.z.min(0.0);
        self.stiffness * depth * motion.flow.z + self.law.stored_power(None, internal, rate)
    }
    /// That of the friction; the normal spring has `K` and `B` at every stage.
    fn stuck_stiffness(&self, tau: f64) -> Option<(f64, f64)> {
        self.law.stuck_stiffness(None, tau)
    }
}

/// Point contact with Coulomb friction `μ N` that sticks without drift (Kikuuwe and Yamamoto,
/// eqs. 23, 24): a [`PointContact`] with the law [`CoulombGsat`].
///
/// Internal state: the tangential deflection `e` \[m\], two numbers.
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_core::{Impedance, Motion, Space, Stage};
/// use stiction_friction::CoulombContact;
///
/// let sole = CoulombContact::builder().stiffness(1e4).damping(0.0).friction(0.5).build()?;
/// let motion = Motion::<Space>::new(Vector3::new(0.0, 0.0, -1e-3), Vector3::new(2.0, 0.0, 0.0));
/// let force = sole.respond(&Stage::first(0.0, 1e-3), &motion, &[0.0; 2], &mut [0.0; 2]);
/// assert_eq!(force, Vector3::new(-5.0, 0.0, 10.0)); // on the body: backward and up
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoulombContact(PointContact<CoulombGsat>);

impl CoulombContact {
    /// Builds a contact; see [`CoulombContactParameters`].
    pub fn builder() -> CoulombContactParametersBuilder {
        CoulombContactParameters::builder()
    }

    /// The same contact in the general form.
    #[must_use]
    pub const fn to_point_contact(&self) -> PointContact<CoulombGsat> {
        self.0
    }
}

/// Parameters of a [`CoulombContact`]; what [`CoulombContact::builder`] builds from.
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder)]
#[builder(build_method(into = Result<CoulombContact, ParameterError>))]
pub struct CoulombContactParameters {
    /// Normal stiffness `K` \[N/m\], > 0.
    stiffness: f64,
    /// Normal damping `B` \[N s/m\], ≥ 0.
    damping: f64,
    /// Friction coefficient `μ` \[1\], ≥ 0.
    friction: f64,
    /// Tangential stiffness \[N/m\], > 0; that of the normal by default, as in the paper.
    #[builder(default, setter(strip_option))]
    tangential_stiffness: Option<f64>,
    /// Tangential damping \[N s/m\], ≥ 0; that of the normal by default, as in the paper.
    #[builder(default, setter(strip_option))]
    tangential_damping: Option<f64>,
    /// How the stage length enters the friction; the paper's form by default.
    #[builder(default)]
    relaxation: Relaxation,
}

impl Validate for CoulombContactParameters {
    const COMPONENT: &'static str = "CoulombContact";
    fn validate(&self) -> Result<(), ParameterError> {
        Self::positive("stiffness", self.stiffness)?;
        Self::non_negative("damping", self.damping)?;
        Self::non_negative("friction", self.friction)?;
        if let Some(stiffness) = self.tangential_stiffness {
            Self::positive("tangential_stiffness", stiffness)?;
        }
        if let Some(damping) = self.tangential_damping {
            Self::non_negative("tangential_damping", damping)?;
        }
        self.relaxation.check::<Self>()
    }
}

impl From<CoulombContactParameters> for Result<CoulombContact, ParameterError> {
    fn from(parameters: CoulombContactParameters) -> Self {
        parameters.validate()?;
        let CoulombContactParameters { stiffness, damping, friction, relaxation, .. } = parameters;
        let law = CoulombGsat::unchecked(
            parameters.tangential_stiffness.unwrap_or(stiffness),
            parameters.tangential_damping.unwrap_or(damping),
            friction,
            relaxation,
        );
        Ok(CoulombContact(PointContact { stiffness, damping, law }))
    }
}

impl Impedance for CoulombContact {
    type Domain = Space;
    fn internal_len(&self) -> usize {
        2
    }
    #[inline(always)]
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<Space>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> Vector3<f64> {
        self.0.respond(stage, motion, internal, rate)
    }
    fn stored_energy(&self, motion: &Motion<Space>, internal: &[f64]) -> f64 {
        self.0.stored_energy(motion, internal)
    }
    fn stored_power(&self, motion: &Motion<Space>, internal: &[f64], rate: &[f64]) -> f64 {
        self.0.stored_power(motion, internal, rate)
    }
    fn stuck_stiffness(&self, tau: f64) -> Option<(f64, f64)> {
        self.0.stuck_stiffness(tau)
    }
}

#[cfg(test)]
#[path = "contact_tests.rs"]
mod tests;
