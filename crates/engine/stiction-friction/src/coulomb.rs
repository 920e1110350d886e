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

use stiction_core::lanes::WIDTH;
use stiction_core::{
    BreakawayDamping, ContactState, Describe, Motion, MotionIn, Numbers, ParameterError, Real,
    Scalars, Signal, Stage, Validate, Vector, VectorDomain,
};
use typed_builder::TypedBuilder;

use crate::gsat::{self, has_square, norm};
use crate::saturation::saturated_by_speed;
use crate::stribeck::CurvesIn;
use crate::{Coefficient, Disc, Friction, LimitSetGsat, Relaxation};

/// Coulomb friction with the limit `μ N` (Kikuuwe and Yamamoto, eqs. 23b, 23c): a [`LimitSetGsat`]
/// whose set is the disc.
///
/// Internal state: the deflection `e` \[m\], one per axis of the tangent space.
///
/// ```
/// use stiction_core::Stage;
/// use stiction_friction::CoulombGsat;
///
/// let law = CoulombGsat::builder().stiffness(1e5).damping(10.0).friction(0.3).build()?;
/// let mut rate = [0.0];
/// assert_eq!(law.friction(&Stage::first(0.0, 1e-3), 10.0, 1.0, &[0.0], &mut rate), 3.0);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CoulombGsat(LimitSetGsat<Disc, f64>);

impl CoulombGsat {
    /// Builds a law; see [`CoulombGsatParameters`].
    pub fn builder() -> CoulombGsatParametersBuilder {
        CoulombGsatParameters::builder()
    }

    /// Returns the parameters that it was built from.
    #[must_use]
    pub fn parameters(&self) -> CoulombGsatParameters {
        let law = &self.0;
        CoulombGsatParameters {
            stiffness: law.stiffness(),
            damping: law.damping(),
            friction: law.coefficient().clone(),
            relaxation: law.relaxation(),
        }
    }
}

/// Coulomb friction under a given normal force, without drift.
///
/// Parameters of a [`CoulombGsat`]; what [`CoulombGsat::builder`] builds from.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
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
    /// kinetic; or a function of the time.
    #[builder(setter(into))]
    #[field(by_ref)]
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
    /// Creates a law for laws that have checked the same parameters themselves.
    pub(crate) const fn unchecked(
        stiffness: f64,
        damping: f64,
        coefficient: Coefficient,
        relaxation: Relaxation,
    ) -> Self {
        Self(LimitSetGsat { set: Disc::UNIT, coefficient, stiffness, damping, relaxation })
    }
}

impl From<CoulombGsatParameters> for Result<CoulombGsat, ParameterError> {
    fn from(parameters: CoulombGsatParameters) -> Self {
        parameters.validate()?;
        let CoulombGsatParameters { stiffness, damping, friction, relaxation } = parameters;
        Ok(CoulombGsat::unchecked(stiffness, damping, friction, relaxation))
    }
}

/// Returns the force and rate if the friction depends on the speed. Sticking elements are computed side by side; if
/// one slips, all are computed one after another, because its speed must be solved for.
#[inline(always)]
fn by_speed<D: VectorDomain, R: Real>(
    curves: CurvesIn<R>,
    [stiffness, stage_damping]: [R; 2],
    normal_force: R,
    velocity: D::FlowIn<R>,
    deflection: D::FlowIn<R>,
) -> [D::FlowIn<R>; 2] {
    let spring = gsat::scaled(deflection, stiffness);
    let trial = gsat::trial(stiffness, stage_damping, velocity, deflection);
    let size = norm(trial);
    if has_square(size) && R::all(size.at_most(normal_force * curves.breakaway())) {
        return [trial, velocity];
    }
    let mut slipping = [None; WIDTH];
    for (lane, force) in slipping.iter_mut().enumerate().take(R::COUNT) {
        let (normal_force, curve) = (normal_force.lane(lane), curves.lane(lane));
        let trial = D::Vector::from_axes(|axis| trial.at(axis).lane(lane));
        let stage_damping = stage_damping.lane(lane);
        *force = saturated_by_speed(&Disc::UNIT, normal_force, &curve, &stage_damping, trial);
    }
    let inverse = stage_damping.same(1.0) / stage_damping;
    // The force of a slipping lane; `other` for the rest.
    let or = |axis: usize, other: R| {
        let lane = |lane: usize| {
            slipping[lane].map_or_else(|| other.lane(lane), |force: D::Vector| force.axis(axis))
        };
        R::from_fn(other.token(), lane)
    };
    let force = D::FlowIn::<R>::from_fn(|axis| or(axis, trial.at(axis)));
    let rate = D::FlowIn::<R>::from_fn(|axis| {
        let sliding = (force.at(axis) - spring.at(axis)) * inverse;
        let lane = |lane: usize| {
            let number = if slipping[lane].is_some() { sliding } else { velocity.at(axis) };
            number.lane(lane)
        };
        R::from_fn(sliding.token(), lane)
    });
    [force, rate]
}

impl CoulombGsat {
    /// Returns the friction force along +v \[N\], of the body on the surface, under a normal force ≥ 0; the rate of the
    /// deflection goes to `rate`.
    #[inline(always)]
    pub fn friction<V: Vector>(
        &self,
        stage: &Stage,
        normal_force: f64,
        velocity: V,
        internal: &[f64],
        rate: &mut [f64],
    ) -> V {
        self.0.friction(stage, normal_force, velocity, internal, rate)
    }
}

impl<D: VectorDomain> Friction<D> for CoulombGsat {
    #[inline(always)]
    fn rub(
        &self,
        stage: &Stage,
        normal_force: f64,
        motion: &Motion<D>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> D::Vector {
        self.0.rub(stage, normal_force, motion, internal, rate)
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        stage: &Stage,
        normal_force: R,
        motion: &MotionIn<D, R>,
        internal: &[R],
        rate: &mut [R],
    ) -> Option<D::EffortIn<R>> {
        let law = &self.0;
        let [stiffness, damping] = numbers.read([law.stiffness, law.damping]);
        let stage_damping = law.relaxation.kernel(numbers, stiffness, damping, stage.tau);
        let deflection = Scalars::load(internal);
        let [force, own] = match &law.coefficient {
            Coefficient::Constant(friction) => {
                numbers.form(0);
                let [friction] = numbers.read([*friction]);
                let limit = friction * normal_force;
                gsat::kernel(stiffness, stage_damping, limit, motion.flow, deflection)?
            }
            Coefficient::Varying(_) => {
                numbers.none();
                return None;
            }
            Coefficient::Stribeck(curve) => {
                numbers.form(1);
                let curves = curve.side_by_side(numbers);
                if R::COUNT == 1 {
                    // An element alone takes the plain form, which costs a constant friction nothing.
                    return None;
                }
                let gains = [stiffness, stage_damping];
                by_speed::<D, R>(curves, gains, normal_force, motion.flow, deflection)
            }
        };
        own.store(rate);
        Some(Scalars::from_fn(
            #[inline(always)]
            |axis| -force.at(axis),
        ))
    }
    fn varying(&self) -> Option<&Signal> {
        self.0.coefficient().signal()
    }
    fn stored_energy(&self, load: Option<f64>, internal: &[f64]) -> f64 {
        Friction::<D>::stored_energy(&self.0, load, internal)
    }
    fn stored_power(&self, load: Option<f64>, internal: &[f64], rate: &[f64]) -> f64 {
        Friction::<D>::stored_power(&self.0, load, internal, rate)
    }
    fn breakaway(&self, normal_force: f64) -> Option<BreakawayDamping> {
        Friction::<D>::breakaway(&self.0, normal_force)
    }
    fn resistance(&self, load: Option<f64>, tau: f64, axis: usize) -> Option<(f64, f64)> {
        Friction::<D>::resistance(&self.0, load, tau, axis)
    }
    fn state(
        &self,
        stage: &Stage,
        normal_force: f64,
        motion: &Motion<D>,
        internal: &[f64],
    ) -> ContactState {
        self.0.state(stage, normal_force, motion, internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{coulomb, gsat};
    use nalgebra::Vector2;
    use proptest::prelude::*;
    use stiction_core::Bristle;
    use stiction_core::Plane;

    proptest! {
        #[test]
        fn under_a_constant_load_it_is_the_law_with_that_limit(
            v in prop::array::uniform2(-0.5..0.5_f64), e in prop::array::uniform2(-3e-4..3e-4_f64)
        ) {
            let (v, stage) = (Vector2::from(v), Stage::first(0.0, 1e-4));
            let mut rate = [0.0; 2];
            let force = coulomb(0.5).friction(&stage, 4.0, v, &e, &mut rate);
            let expected = gsat::<Plane>([1e4, 10.0, 2.0]).friction(1e-4, v, Vector2::from(e));
            prop_assert_eq!((force, Vector2::from(rate)), expected);
        }
    }
}
