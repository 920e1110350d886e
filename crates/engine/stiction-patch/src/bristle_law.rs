//! The bristle that every cell of a patch has: parameters, the two models and their relaxation rate.
//!
//! A bristle relaxes with the rate λ, `ż = v − λ z`, under the steady coefficient g(s):
//!
//! ```text
//! LuGre           λ = σ₀ s/g(s),  s = |v|                                       (10)
//! ElastoPlastic   λ = ε β̄ σ₀ s/g(s),  ε = (v̂·ẑ + 1)/2                           (15)-(17)
//! β̄ = 0 for |z| ≤ z_ba,  1 for |z| ≥ z_max,                                     (18)
//!     ½ sin(π (|z| − (z_max + z_ba)/2)/(z_max − z_ba)) + ½ between              (6)
//! z_max = g(s)/σ₀,  z_ba = s_ba z_max
//! g(s) = μ_C + (μ_S − μ_C) exp(−(s/v_s)^γ)                                      (2)
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | σ₀ | `stiffness` | 1/m | > 0 |
//! | σ₁ | `damping` | s/m | ≥ 0 |
//! | σ₂ | `viscous_damping` | s/m | ≥ 0, default 0 |
//! | g | `friction` | 1 | [`StribeckCurve`] of coefficients |
//! | `s_ba` | `breakaway_fraction` | 1 | > 0, < 1, default 0.9 |
//!
//! A patch of such bristles never gives more energy than it took if `σ₂ ≥ σ₁ (μ_S − μ_C)/μ_C`, or while
//! no cell is faster than `4 μ_C (σ₁ + σ₂)/σ₁²` (5 mm/s for set 1 of Table I): beyond, the damping
//! force `σ₁ ż` of a bristle that snaps back does work on the body.
//!
//! Source: Waltersson and Karayiannidis, *Planar Friction Modelling with LuGre Dynamics and Limit
//! Surfaces*; the third line of (18) is printed with ≤ instead of ≥. Where `z = 0` or `v = 0` the
//! direction in ε does not matter: the product `ε s β̄` is 0.

use stiction_core::contact_state::margin;
use stiction_core::{Describe, ParameterError, Validate, Vector};
use stiction_friction::elasto_plastic::plastic_share;
use stiction_friction::{StribeckCurve, StribeckShape};
use typed_builder::TypedBuilder;

/// Largest ratio of parameters that is accepted.
const LARGEST: f64 = 1e100;

/// How a bristle yields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
#[non_exhaustive]
pub enum BristleModel {
    /// At any load (10): drifts under an oscillating load.
    #[field(name = "lugre")]
    LuGre,
    /// Only beyond the break-away deflection (15): purely elastic below, so no drift there.
    #[default]
    ElastoPlastic,
}

/// Parameters of a bristle per normal force; see the [module](self).
///
/// ```
/// use stiction_friction::StribeckCurve;
/// use stiction_patch::BristleParameters;
///
/// let rubber = BristleParameters::builder()
///     .stiffness(1e5)
///     .damping(80.0)
///     .friction(StribeckCurve::constant(0.8)?)
///     .build()?;
/// assert_eq!(rubber.largest_deflection(0.0), 8e-6);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<BristleParameters, ParameterError>))]
#[describe(check = Self::further)]
pub struct BristleParameters {
    /// Stiffness `σ₀` \[1/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Damping `σ₁` of the bristle \[s/m\], ≥ 0.
    #[field(non_negative)]
    damping: f64,
    /// Viscous friction `σ₂` \[s/m\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    viscous_damping: f64,
    /// Steady friction coefficient `g` \[1\] against the sliding speed.
    #[field(by_ref)]
    friction: StribeckCurve,
    /// Deflection `s_ba` at which an elasto-plastic bristle starts to yield, as a fraction of the
    /// largest one; between 0 and 1.
    #[builder(default = 0.9)]
    breakaway_fraction: f64,
}

impl BristleParameters {
    /// Returns set p = 0 of Table I: Coulomb friction with μ = 1 and nothing viscous.
    ///
    /// # Errors
    /// None: the values are in range.
    pub fn table_one_coulomb() -> Result<Self, ParameterError> {
        Self::table_one(1.0, 0.0)
    }

    /// Returns set p = 1 of Table I: Stribeck friction from `μ_S = 1.2` to `μ_C = 1`, and `σ₂ = 0.2` s/m.
    ///
    /// # Errors
    /// None: the values are in range.
    pub fn table_one_stribeck() -> Result<Self, ParameterError> {
        Self::table_one(1.2, 0.2)
    }

    fn table_one(breakaway: f64, viscous_damping: f64) -> Result<Self, ParameterError> {
        let friction = StribeckCurve::builder()
            .coulomb(1.0)
            .breakaway(breakaway)
            .stribeck_speed(1e-3)
            .shape(StribeckShape::Gaussian)
            .build()?;
        Self::builder()
            .stiffness(1e6)
            .damping(8e2)
            .viscous_damping(viscous_damping)
            .friction(friction)
            .breakaway_fraction(0.9)
            .build()
    }

    fn further(&self) -> Result<(), ParameterError> {
        // The sums over the cells multiply and divide such ratios.
        Self::require(
            self.stiffness / self.friction.coulomb() <= LARGEST,
            "stiffness",
            self.stiffness,
            "must be at most 1e100 per coefficient of friction",
        )?;
        Self::require(
            self.damping / self.stiffness <= LARGEST,
            "stiffness",
            self.stiffness,
            "must be at least 1e-100 of the damping",
        )?;
        let fraction = self.breakaway_fraction;
        Self::require(
            fraction > 0.0 && fraction < 1.0,
            "breakaway_fraction",
            fraction,
            "must lie between 0 and 1",
        )
    }

    /// Returns the deflection `z_max = g(s)/σ₀` in steady sliding at the speed `s ≥ 0` \[m\].
    #[must_use]
    pub fn largest_deflection(&self, speed: f64) -> f64 {
        self.friction.value(speed) / self.stiffness
    }

    /// Returns the relaxation rate `σ₀ s/g(s)` of a LuGre bristle at the speed `s ≥ 0` (10) \[1/s\].
    #[inline]
    #[must_use]
    pub fn sliding_relaxation(&self, speed: f64) -> f64 {
        self.stiffness * speed / self.friction.value(speed)
    }

    /// Returns the share `ε β̄` of the [sliding relaxation](Self::sliding_relaxation) with which a bristle relaxes
    /// (17); 1 for LuGre.
    ///
    /// The body moves along `direction`, of any length; `limit` \[m\] is the deflection at which the
    /// bristle yields completely, [`Self::largest_deflection`] for a single one. Written as in the
    /// paper: the kernels of the patches are measured against it.
    #[inline]
    #[must_use]
    pub fn relaxing_share<V: Vector>(
        &self,
        model: BristleModel,
        direction: V,
        deflection: V,
        limit: f64,
    ) -> f64 {
        match model {
            BristleModel::LuGre => 1.0,
            BristleModel::ElastoPlastic => {
                alignment(direction, deflection) * self.yielding(deflection.norm(), limit)
            }
        }
    }

    /// Returns the margin of a bristle that is bent by `deflection`, with its rate, and slips at a speed; see
    /// [`ContactState::margin`](stiction_core::ContactState).
    pub(crate) fn margin<V: Vector>(
        &self,
        model: BristleModel,
        deflection: V,
        rate: V,
        slip_speed: f64,
    ) -> f64 {
        let level = self.friction.value(slip_speed);
        let bent = deflection * self.stiffness;
        match model {
            BristleModel::LuGre => margin((bent + rate * self.damping).norm(), level),
            BristleModel::ElastoPlastic => margin(bent.norm(), self.breakaway_fraction * level),
        }
    }

    /// Returns the share `β̄` of the motion that is plastic (18).
    #[inline]
    fn yielding(&self, size: f64, limit: f64) -> f64 {
        plastic_share(size, 1.0, self.breakaway_fraction * limit, limit)
    }
}

/// Returns `ε = (v̂·ẑ + 1)/2` (16); ½ if one of them is zero, when it does not matter.
#[inline]
fn alignment<V: Vector>(direction: V, deflection: V) -> f64 {
    let lengths = direction.norm() * deflection.norm();
    if lengths > 0.0 { 0.5 * (direction.dot(&deflection) / lengths + 1.0) } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector2;
    use proptest::prelude::*;

    fn law() -> BristleParameters {
        BristleParameters::table_one_stribeck().unwrap()
    }

    #[test]
    fn hand_computed() {
        // At the Stribeck speed g = 1 + 0.2/e; a bristle halfway between z_ba and z_max, at a right
        // angle to the motion: ε = ½, β̄ = ½.
        let g = 1.0 + 0.2 / core::f64::consts::E;
        let limit = law().largest_deflection(1e-3);
        assert!((limit - g * 1e-6).abs() < 1e-21);
        let z = Vector2::new(0.0, 0.95 * limit);
        let v = Vector2::new(1e-3, 0.0);
        assert!((law().sliding_relaxation(1e-3) - 1e3 / g).abs() < 1e-12);
        assert_eq!(law().relaxing_share(BristleModel::LuGre, v, z, limit), 1.0);
        let plastic = law().relaxing_share(BristleModel::ElastoPlastic, v, z, limit);
        assert!((plastic - 0.25).abs() < 1e-14, "{plastic}");
    }

    proptest! {
        #[test]
        fn elastic_below_break_away_and_sliding_beyond(
            vx in -1.0..1.0_f64, vy in -1.0..1.0_f64, turn in -3.0..3.0_f64, size in 0.01..3.0_f64,
        ) {
            let v = Vector2::new(vx, vy);
            let limit = law().largest_deflection(v.norm());
            let z = Vector2::new(turn.cos(), turn.sin()) * (size * limit);
            let share = law().relaxing_share(BristleModel::ElastoPlastic, v, z, limit);
            prop_assert!((-1e-15..=1.0 + 1e-15).contains(&share));
            if size < 0.9 {
                prop_assert_eq!(share, 0.0);
            }
            // Aligned and beyond the limit it is the LuGre bristle; opposed it is elastic.
            let limit = 0.5 * z.norm();
            let ahead = law().relaxing_share(BristleModel::ElastoPlastic, z, z, limit);
            prop_assert!((ahead - 1.0).abs() <= 1e-15);
            let back = law().relaxing_share(BristleModel::ElastoPlastic, -z, z, limit);
            prop_assert!(back.abs() <= 1e-15);
        }
    }

    #[test]
    fn nothing_relaxes_without_speed_or_deflection() {
        let (zero, x) = (Vector2::zeros(), Vector2::x());
        assert_eq!(law().sliding_relaxation(0.0), 0.0);
        let share =
            |direction, z| law().relaxing_share(BristleModel::ElastoPlastic, direction, z, 1e-6);
        assert_eq!(share(x, zero), 0.0);
        assert_eq!(share(zero, x), 0.5);
    }
}
