//! Coulomb friction `μ N` that sticks without drift, under a load that varies.
//!
//! The law of [`gsat`](mod@crate::gsat) with the limit `F = μ N`:
//!
//! ```text
//! f = gsat(μ N, Z v + K e),  ε = (f − K e)/Z,  Z = B + τ K   (23b,c), (24)
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | μ | `friction` | 1 | ≥ 0, or a [`StribeckCurve`](crate::StribeckCurve) |
//! | K | `stiffness` | N/m | > 0 |
//! | B | `damping` | N s/m | ≥ 0; > 0 with a curve |
//! | Z | `relaxation` | | [`Relaxation::Implicit`] |
//!
//! Source: Kikuuwe and Yamamoto, eqs. 23, 24. Without load (`N = 0`) the force is zero and the
//! deflection decays by `ε = −K e/Z` (it is not reset).
//!
//! On a shaft μ is `μ r` \[m\], the torque per normal force: see [`load`](crate::load).
//!
//! Limits: stiffness and damping do not depend on the load.

use stiction_core::{Describe, Numbers, ParameterError, Real, Scalars, Stage, Validate, Vector};
use typed_builder::TypedBuilder;

use crate::gsat;
use crate::load::{Sliding, StickSlip};
use crate::{Coefficient, Disc, LimitSetGsat, LoadedFriction, Relaxation};

/// Coulomb friction with the limit `μ N` (Kikuuwe and Yamamoto, eqs. 23b, 23c): a [`LimitSetGsat`]
/// whose set is the disc.
///
/// Internal state: the deflection `e` \[m\], one per axis of the tangent space.
///
/// ```
/// use stiction_core::Stage;
/// use stiction_friction::{CoulombGsat, LoadedFriction};
///
/// let law = CoulombGsat::builder().stiffness(1e5).damping(10.0).friction(0.3).build()?;
/// let mut rate = [0.0];
/// assert_eq!(law.friction(&Stage::first(0.0, 1e-3), 10.0, 1.0, &[0.0], &mut rate), 3.0);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoulombGsat(LimitSetGsat<Disc, f64>);

impl CoulombGsat {
    /// Builds a law; see [`CoulombGsatParameters`].
    pub fn builder() -> CoulombGsatParametersBuilder {
        CoulombGsatParameters::builder()
    }

    /// What it was built from.
    #[must_use]
    pub const fn parameters(&self) -> CoulombGsatParameters {
        let law = &self.0;
        CoulombGsatParameters {
            stiffness: law.stiffness(),
            damping: law.damping(),
            friction: law.coefficient(),
            relaxation: law.relaxation(),
        }
    }
}

/// Coulomb friction under a given normal force, without drift.
///
/// Parameters of a [`CoulombGsat`]; what [`CoulombGsat::builder`] builds from.
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<CoulombGsat, ParameterError>))]
#[describe(tag = "coulomb", check = Self::further)]
pub struct CoulombGsatParameters {
    /// Stiffness `K` of the stuck contact \[N/m\] or \[N m/rad\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Damping `B` of the stuck contact \[N s/m\] or \[N m s/rad\], ≥ 0.
    #[field(non_negative)]
    damping: f64,
    /// Friction coefficient `μ` \[1\] (a lever arm \[m\] on a shaft), ≥ 0; or a curve, from static to
    /// kinetic.
    #[builder(setter(into))]
    friction: Coefficient,
    /// How the stage length enters; the paper's form by default.
    #[builder(default)]
    relaxation: Relaxation,
}

impl CoulombGsatParameters {
    fn further(&self) -> Result<(), ParameterError> {
        self.friction.check::<Self>("friction", "damping", self.damping)
    }
}

impl From<&CoulombGsat> for CoulombGsatParameters {
    fn from(law: &CoulombGsat) -> Self {
        law.parameters()
    }
}

impl CoulombGsat {
    /// For laws that have checked the same parameters themselves.
    pub(crate) const fn unchecked(
        stiffness: f64,
        damping: f64,
        friction: Coefficient,
        relaxation: Relaxation,
    ) -> Self {
        Self(LimitSetGsat::unchecked(Disc::UNIT, friction, stiffness, damping, relaxation))
    }
}

impl From<CoulombGsatParameters> for Result<CoulombGsat, ParameterError> {
    fn from(parameters: CoulombGsatParameters) -> Self {
        parameters.validate()?;
        let CoulombGsatParameters { stiffness, damping, friction, relaxation } = parameters;
        Ok(CoulombGsat::unchecked(stiffness, damping, friction, relaxation))
    }
}

impl<V: Vector> LoadedFriction<V> for CoulombGsat {
    #[inline(always)]
    fn friction(
        &self,
        stage: &Stage,
        normal_force: f64,
        velocity: V,
        internal: &[f64],
        rate: &mut [f64],
    ) -> V {
        self.0.friction(stage, normal_force, velocity, internal, rate)
    }
    /// Of a friction that does not depend on the speed.
    #[inline(always)]
    fn kernel<R: Real, const AXES: usize>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        normal_force: R,
        velocity: [R; AXES],
        internal: &[R],
        rate: &mut [R],
    ) -> Option<[R; AXES]> {
        let Coefficient::Constant(friction) = self.0.coefficient() else {
            numbers.none();
            return None;
        };
        let (stiffness, damping, relaxation) = self.0.bristle();
        let [stiffness, damping, friction] = numbers.read([stiffness, damping, friction]);
        let viscosity = relaxation.kernel(numbers, stiffness, damping, stage.tau);
        let (limit, deflection) = (friction * normal_force, Scalars::load(internal));
        let [force, own] = gsat::kernel(stiffness, viscosity, limit, velocity, deflection)?;
        own.store(rate);
        Some(force)
    }
    fn stored_energy(&self, load: Option<f64>, internal: &[f64]) -> f64 {
        LoadedFriction::<V>::stored_energy(&self.0, load, internal)
    }
    fn stored_power(&self, load: Option<f64>, internal: &[f64], rate: &[f64]) -> f64 {
        LoadedFriction::<V>::stored_power(&self.0, load, internal, rate)
    }
    fn stuck_stiffness(&self, load: Option<f64>, tau: f64, axis: usize) -> Option<(f64, f64)> {
        LoadedFriction::<V>::stuck_stiffness(&self.0, load, tau, axis)
    }
}

impl<V: Vector> StickSlip<V> for CoulombGsat {
    fn sliding(&self, stage: &Stage, normal_force: f64, velocity: V, internal: &[f64]) -> Sliding {
        self.0.sliding(stage, normal_force, velocity, internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GsatFriction;
    use crate::testing::{assert_refused, assert_refused_but_zero};
    use nalgebra::Vector2;
    use proptest::prelude::*;
    use stiction_core::Plane;

    fn law() -> CoulombGsat {
        CoulombGsat::builder().stiffness(1e4).damping(10.0).friction(0.5).build().unwrap()
    }

    #[test]
    fn without_load_the_deflection_decays() {
        let mut rate = [0.0];
        let force = law().friction(&Stage::first(0.0, 1e-3), 0.0, 1.0, &[1e-4], &mut rate);
        assert_eq!((force, rate), (0.0, [-0.05]));
    }

    proptest! {
        #[test]
        fn under_a_constant_load_it_is_the_law_with_that_limit(
            v in prop::array::uniform2(-0.5..0.5_f64), e in prop::array::uniform2(-3e-4..3e-4_f64)
        ) {
            let (v, stage) = (Vector2::from(v), Stage::first(0.0, 1e-4));
            let mut rate = [0.0; 2];
            let force = law().friction(&stage, 4.0, v, &e, &mut rate);
            let same =
                GsatFriction::<Plane>::builder().stiffness(1e4).damping(10.0).limit(2.0).build();
            let expected = same.unwrap().friction(1e-4, v, Vector2::from(e));
            prop_assert_eq!((force, Vector2::from(rate)), expected);
        }
    }

    #[test]
    fn bad_parameters_are_named() {
        let build = |k, b, mu| CoulombGsat::builder().stiffness(k).damping(b).friction(mu).build();
        assert_refused("stiffness", |x| build(x, 1.0, 1.0));
        assert_refused_but_zero("damping", |x| build(1.0, x, 1.0));
        assert_refused_but_zero("friction", |x| build(1.0, 1.0, x));
    }
}
