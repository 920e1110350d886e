//! The LuGre model with normal load, in friction coefficients ("amended" LuGre).
//!
//! ```text
//! ż = v − z σ₀ |v|/g(|v|)                                 (1)
//! g(s) = μ_C + (μ_S − μ_C) exp(−(s/v_s)^γ)                (2), a coefficient
//! f = (σ₀ z + σ₁ ż + σ₂ v) N                              (3)
//! ```
//!
//! At a steady speed `f = (g + σ₂ v) N`.
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | σ₀ | `stiffness` | 1/m | > 0 |
//! | σ₁ | `damping` | s/m | ≥ 0 |
//! | σ₂ | `viscous_damping` | s/m | ≥ 0, default 0 |
//! | g | `friction` | 1 | [`StribeckCurve`] of coefficients |
//! | | `bristle_rate` | | [`BristleRate::Explicit`] |
//!
//! Source: Waltersson and Karayiannidis, eqs. 1 to 3; Canudas de Wit and Tsiotras 1999.
//!
//! Limits: **drifts** under an oscillating load, as [`LuGreFriction`](crate::LuGreFriction) does.
//! Explicit RK4 needs `σ₀ |v| T/g < 2.785`; see [`BristleRate`]. The bristles bend with the motion
//! even when nothing presses (`N = 0`), so a contact that closes again finds them bent. Their energy
//! `σ₀ N |z|²/2` is counted as stored only if the load is constant; otherwise the power balance
//! books it as dissipated, which can then be negative for a moment.

use stiction_core::bristle::{elastic_energy, elastic_power};
use stiction_core::{
    ContactState, Describe, Flat, Motion, ParameterError, Stage, Vector, VectorDomain,
    contact_state,
};
use typed_builder::TypedBuilder;

use crate::limit_set::length;
use crate::{BristleRate, Friction, StribeckCurve};

/// LuGre friction in proportion to the load (Waltersson and Karayiannidis, eqs. 1 to 3); drifts.
///
/// Internal state: the deflection `z` \[m\], one per axis of the tangent space.
///
/// ```
/// use stiction_core::Line;
/// use stiction_friction::{AmendedLuGre, Loaded, StribeckCurve};
///
/// let curve = StribeckCurve::builder().coulomb(0.2).breakaway(0.3).stribeck_speed(1e-2).build()?;
/// let law = AmendedLuGre::builder().stiffness(1e5).damping(1.0).friction(curve).build()?;
/// let block = Loaded::<_, Line>::builder().law(law).normal_force(9.81).build()?;
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<AmendedLuGre, ParameterError>))]
#[describe(tag = "amended_lugre")]
pub struct AmendedLuGre {
    /// Stiffness `σ₀` of the bristle per normal force \[1/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Damping `σ₁` of the bristle per normal force \[s/m\], ≥ 0.
    #[field(non_negative)]
    damping: f64,
    /// Viscous friction `σ₂` per normal force \[s/m\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    viscous_damping: f64,
    /// Steady friction coefficient `g` \[1\] (a lever arm \[m\] on a shaft) against the speed.
    #[field(getter = steady_friction)]
    friction: StribeckCurve,
    /// How the rate is evaluated; the paper's form by default.
    #[builder(default)]
    bristle_rate: BristleRate,
}

impl AmendedLuGre {
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
        let speed = velocity.norm();
        let lambda = self.stiffness * speed / self.friction.value(speed);
        let z = V::load(internal);
        let z_rate = self.bristle_rate.rate(velocity, z, lambda, stage.tau);
        z_rate.store(rate);
        (z * self.stiffness + z_rate * self.damping + velocity * self.viscous_damping)
            * normal_force
    }
}

impl<D: VectorDomain> Friction<D> for AmendedLuGre {
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
    fn stored_energy(&self, constant_load: Option<f64>, internal: &[f64]) -> f64 {
        constant_load.map_or(0.0, |n| elastic_energy::<D::Vector>(self.stiffness * n, internal))
    }
    fn stored_power(&self, constant_load: Option<f64>, internal: &[f64], rate: &[f64]) -> f64 {
        constant_load
            .map_or(0.0, |n| elastic_power::<D::Vector>(self.stiffness * n, internal, rate))
    }
    fn resistance(&self, constant_load: Option<f64>, _: f64, _: usize) -> Option<(f64, f64)> {
        constant_load.map(|n| (self.stiffness * n, (self.damping + self.viscous_damping) * n))
    }
    /// Returns the state. Both forces grow with the normal force: the margin does not depend on it.
    fn state(&self, stage: &Stage, _: f64, motion: &Motion<D>, internal: &[f64]) -> ContactState {
        let mut rate = vec![0.0; D::Vector::LEN];
        let force = self.friction(stage, 1.0, motion.flow, internal, &mut rate);
        let slip_speed = length(motion.flow - D::Vector::load(&rate));
        let dry = length(force - motion.flow * self.viscous_damping);
        let margin = contact_state::margin(dry, self.friction.value(slip_speed));
        ContactState::touching(slip_speed, margin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{amended_lugre, curve, lugre};
    use crate::{SteadyState, StribeckShape};
    use proptest::prelude::*;
    use stiction_core::Bristle;
    use stiction_core::Line;

    fn law(shape: StribeckShape) -> AmendedLuGre {
        amended_lugre([1e4, 5.0, 0.4], curve([0.2, 0.3], 1e-2, shape))
    }

    #[test]
    fn hand_computed() {
        // At the Stribeck speed the exponential with any γ gives g = 0.2 + 0.1/e.
        let law = law(StribeckShape::Exponential { exponent: 1.3 });
        let g = 0.2 + 0.1 / core::f64::consts::E;
        let (v, z, n) = (0.01, 1e-5, 3.0);
        let mut rate = [0.0];
        let force = law.friction(&Stage::at(0.0), n, v, &[z], &mut rate);
        let z_rate = v - z * 1e4 * v / g;
        assert!((rate[0] - z_rate).abs() < 1e-16);
        assert!((force - (0.1 + 5.0 * z_rate + 0.004) * n).abs() < 1e-15);
    }

    proptest! {
        /// N times the amended law is the LuGre law with all its forces times N.
        #[test]
        fn under_a_constant_load_it_is_the_lugre_law(
            v in -0.1..0.1_f64, z in -3e-5..3e-5_f64, n in 0.1..50.0_f64
        ) {
            let mut rate = [0.0];
            let amended = law(StribeckShape::Gaussian);
            let force = amended.friction(&Stage::first(0.0, 1e-4), n, v, &[z], &mut rate);
            let steady = SteadyState::Force(curve([0.2 * n, 0.3 * n], 1e-2, StribeckShape::Gaussian));
            let lugre = lugre::<Line>([1e4, 5.0, 0.4].map(|one| one * n), steady);
            let (expected, expected_rate) = lugre.friction(1e-4, v, z);
            prop_assert!((force - expected).abs() < 1e-13 * n);
            prop_assert!((rate[0] - expected_rate).abs() < 1e-14);
        }
    }
}
