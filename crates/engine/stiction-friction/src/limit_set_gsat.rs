//! Friction that sticks without drift, with any limit set, under a load that varies.
//!
//! ```text
//! f* = Z v + K e,  f = nearest of C(N) to f* in the metric Z⁻¹,  ε = Z⁻¹ (f − K e)
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | C(1) | `set` | | a [`LimitSet`], per unit of normal force |
//! | | `coefficient` | 1 | factor on it: a number or a [`StribeckCurve`](crate::StribeckCurve); 1 by default |
//! | K | `stiffness` | N/m (N m/rad) | > 0: a number, or a [`Diagonal`](crate::Diagonal) |
//! | B | `damping` | N s/m (N m s/rad) | ≥ 0: of the same kind |
//! | Z | `relaxation` | | [`Relaxation::Implicit`] |
//!
//! Source: Kikuuwe and Yamamoto, eqs. 14 to 19, 23; the metric for other sets than a disc and for
//! several stiffnesses follows from (14), see the book, page "Friction cones".
//!
//! Limits: stiffness and damping do not depend on the load. With a Stribeck curve the damping must be
//! large enough for one solution: `Z > N max |μ'|`.

use stiction_core::{
    BreakawayDamping, ContactState, Describe, Motion, ParameterError, Signal, Stage, Vector,
    VectorDomain, contact_state,
};
use typed_builder::TypedBuilder;

use crate::coefficient::Coefficient;
use crate::limit_set::length;
use crate::saturation::{equivalent_speed, saturated_by_speed, saturation_step};
use crate::{AxisGain, Friction, Gain, LimitSet, Relaxation};

/// Friction with the limit set `N C(1)` that sticks without drift.
///
/// Internal state: the deflection `e`, one number per axis of the set.
///
/// ```
/// use nalgebra::Vector2;
/// use stiction_core::Stage;
/// use stiction_friction::{Ellipsoid, LimitSetGsat, Friction};
///
/// // A grooved table: rough across the grooves, smooth along them.
/// let set = Ellipsoid::new(Vector2::new(0.2, 0.6))?;
/// let law = LimitSetGsat::builder().set(set).stiffness(1e5).damping(10.0).build()?;
/// let mut rate = [0.0; 2];
/// let v = Vector2::new(1.0, 0.0);
/// let f = law.friction(&Stage::first(0.0, 1e-3), 10.0, v, &[0.0; 2], &mut rate);
/// assert!((f - Vector2::new(2.0, 0.0)).norm() < 1e-14);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<LimitSetGsat<S, G>, ParameterError>))]
#[describe(
    tag = "limit_set",
    text = "Friction with a limit set of your own, under a given normal force, without drift.",
    check = Self::further
)]
pub struct LimitSetGsat<S, G: AxisGain> {
    /// Admissible friction per unit of normal force.
    #[field(part, by_ref)]
    pub(crate) set: S,
    /// Factor on the set, or a curve of it over the sliding speed.
    ///
    /// The speed is the equivalent one \[m/s\].
    #[builder(default, setter(into))]
    #[field(by_ref)]
    pub(crate) coefficient: Coefficient,
    /// Stiffness `K` of the stuck element \[N/m\] or \[N m/rad\], > 0: a number, or one per axis.
    #[field(positive)]
    pub(crate) stiffness: G,
    /// Damping `B` of the stuck element \[N s/m\] or \[N m s/rad\], ≥ 0: a number, or one per axis, like
    /// the stiffness.
    #[field(non_negative)]
    pub(crate) damping: G,
    /// How the stage length enters; the paper's form by default.
    #[builder(default)]
    pub(crate) relaxation: Relaxation,
}

impl<S, G: AxisGain> LimitSetGsat<S, G> {
    fn further(&self) -> Result<(), ParameterError> {
        (0..self.damping.axes()).try_for_each(|axis| {
            self.coefficient.check::<Self>("coefficient", "damping", self.damping.entry(axis))
        })
    }

    /// Returns the force along +v and rate of the deflection for given `Z` and `e`.
    #[inline(always)]
    fn step<V>(
        &self,
        stage: &Stage,
        normal_force: f64,
        stage_damping: &G,
        velocity: V,
        deflection: V,
    ) -> (V, V)
    where
        V: Vector,
        S: LimitSet<V>,
        G: Gain<V> + AxisGain,
    {
        let scaled = |scale: f64| {
            let Self { set, stiffness, .. } = self;
            saturation_step(set, scale, stiffness, stage_damping, velocity, deflection)
        };
        match &self.coefficient {
            Coefficient::Constant(factor) => scaled(factor * normal_force),
            varying @ Coefficient::Varying(_) => {
                // Copied only here: otherwise the stage of every caller would have to lie in memory.
                let factor = varying.at_rest(&{ *stage });
                if factor.is_nan() {
                    // The set is not asked: it might return a number for NaN.
                    let nothing = V::from_axes(|_| f64::NAN);
                    return (nothing, nothing);
                }
                scaled(factor * normal_force)
            }
            Coefficient::Stribeck(curve) => {
                let spring = self.stiffness.apply(deflection);
                let trial = stage_damping.apply(velocity) + spring;
                match saturated_by_speed(&self.set, normal_force, curve, stage_damping, trial) {
                    None => (trial, velocity),
                    Some(force) => (force, stage_damping.solve(force - spring)),
                }
            }
        }
    }

    /// Returns the friction force along +v \[N\], of the body on the surface, under a normal force ≥ 0; the rate of the
    /// deflection goes to `rate`.
    #[inline(always)]
    pub fn friction<V>(
        &self,
        stage: &Stage,
        normal_force: f64,
        velocity: V,
        internal: &[f64],
        rate: &mut [f64],
    ) -> V
    where
        V: Vector,
        S: LimitSet<V>,
        G: Gain<V>,
    {
        let stage_damping =
            G::stage_damping(self.relaxation, &self.stiffness, &self.damping, stage.tau);
        let (force, e_rate) =
            self.step(stage, normal_force, &stage_damping, velocity, V::load(internal));
        e_rate.store(rate);
        force
    }

    /// Returns `½ e·K e` \[J\].
    pub(crate) fn energy<V: Vector>(&self, internal: &[f64]) -> f64
    where
        G: Gain<V>,
    {
        let deflection = V::load(internal);
        0.5 * deflection.dot(&self.stiffness.apply(deflection))
    }

    /// Returns the rate of [`Self::energy`] \[W\].
    pub(crate) fn power<V: Vector>(&self, internal: &[f64], rate: &[f64]) -> f64
    where
        G: Gain<V>,
    {
        self.stiffness.apply(V::load(internal)).dot(&V::load(rate))
    }

    /// Returns the damping at break-away of the axis that needs most. If the set reaches as far as c along an axis,
    /// a velocity u counts as the speed `c u` and meets c times the friction, so that the fall per velocity is that of
    /// the curve times c².
    pub(crate) fn breakaway_of<V>(&self, normal_force: f64) -> Option<BreakawayDamping>
    where
        V: Vector,
        S: LimitSet<V>,
    {
        let Coefficient::Stribeck(curve) = &self.coefficient else { return None };
        let of_axis = |axis: usize| {
            let along = V::from_axes(|other| if other == axis { 1.0 } else { 0.0 });
            let reach = self.set.gauge(along).recip();
            curve.breakaway_damping(self.damping.entry(axis), normal_force * reach * reach)
        };
        (0..V::LEN).map(of_axis).reduce(BreakawayDamping::worse)
    }

    /// Returns stiffness and damping of an axis while stuck, at a stage of length `tau` \[s\].
    pub(crate) fn stuck<V: Vector>(&self, tau: f64, axis: usize) -> (f64, f64)
    where
        G: Gain<V>,
    {
        let stage_damping = G::stage_damping(self.relaxation, &self.stiffness, &self.damping, tau);
        (self.stiffness.entry(axis), stage_damping.entry(axis))
    }

    /// Returns whether it sticks, with what margin, and how fast it slips under a normal force above zero.
    pub(crate) fn sliding<V>(
        &self,
        stage: &Stage,
        normal_force: f64,
        velocity: V,
        internal: &[f64],
    ) -> ContactState
    where
        V: Vector,
        S: LimitSet<V>,
        G: Gain<V>,
    {
        let stage_damping =
            G::stage_damping(self.relaxation, &self.stiffness, &self.damping, stage.tau);
        let deflection = V::load(internal);
        let trial = stage_damping.apply(velocity) + self.stiffness.apply(deflection);
        let (_, rate) = self.step(stage, normal_force, &stage_damping, velocity, deflection);
        let needed = self.set.gauge(trial) / self.coefficient.at_rest(stage);
        let needed = if trial == V::zero() { 0.0 } else { needed };
        let slip = velocity - rate;
        let speed = equivalent_speed(&self.set, slip);
        // Sliding along an axis without friction loses no power, but is still slip.
        let slip_speed = if speed == 0.0 { length(slip) } else { speed };
        ContactState::touching(slip_speed, contact_state::margin(needed, normal_force))
    }
}

impl<D, S, G> Friction<D> for LimitSetGsat<S, G>
where
    D: VectorDomain,
    S: LimitSet<D::Vector>,
    G: Gain<D::Vector> + AxisGain,
{
    #[inline(always)]
    fn rub(
        &self,
        stage: &Stage,
        normal_force: f64,
        motion: &Motion<D>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> D::Vector {
        -self.friction(stage, normal_force, motion.flow, internal, rate)
    }
    fn varying(&self) -> Option<&Signal> {
        self.coefficient.signal()
    }
    fn stored_energy(&self, _: Option<f64>, internal: &[f64]) -> f64 {
        self.energy::<D::Vector>(internal)
    }
    fn stored_power(&self, _: Option<f64>, internal: &[f64], rate: &[f64]) -> f64 {
        self.power::<D::Vector>(internal, rate)
    }
    fn breakaway(&self, normal_force: f64) -> Option<BreakawayDamping> {
        self.breakaway_of::<D::Vector>(normal_force)
    }
    fn resistance(&self, _: Option<f64>, tau: f64, axis: usize) -> Option<(f64, f64)> {
        Some(self.stuck::<D::Vector>(tau, axis))
    }
    fn state(
        &self,
        stage: &Stage,
        normal_force: f64,
        motion: &Motion<D>,
        internal: &[f64],
    ) -> ContactState {
        self.sliding(stage, normal_force, motion.flow, internal)
    }
}

#[cfg(test)]
#[path = "limit_set_gsat_tests.rs"]
mod tests;
