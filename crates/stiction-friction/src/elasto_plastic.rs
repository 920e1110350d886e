//! The elasto-plastic model: a LuGre bristle that is purely elastic below a break-away deflection.
//!
//! ```text
//! ż = v − α(z, v) K |v| z/F                               (4), in force terms: g = F, σ₀ = K
//! α = 0                          if sgn v ≠ sgn z or |z| ≤ z_ba      (5)
//!   = 1                          if |z| ≥ z_max
//!   = ½ sin(π (|z| − (z_max + z_ba)/2)/(z_max − z_ba)) + ½   between  (6)
//! f = K z + B ż + D v,   z_max = F/K
//! ```
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | K, σ₀ | `stiffness` | N/m | > 0 |
//! | B, σ₁ | `damping` | N s/m | ≥ 0 |
//! | D, σ₂ | `viscous_damping` | N s/m | ≥ 0, default 0 |
//! | F | `limit` | N | > 0 |
//! | `z_ba/z_max` | `breakaway_fraction` | 1 | > 0, < 1 |
//! | | `bristle_rate` | | [`BristleRate::Explicit`] |
//!
//! Source: Waltersson and Karayiannidis, eqs. 4 to 6; Dupont et al. 2002. In (6) `z` stands for
//! `|z|`, or the law would not be odd.
//!
//! Limits: in one dimension only, as published. It does not drift while the load stays below
//! `F z_ba/z_max`; above, it **drifts**, more slowly than LuGre. Explicit RK4 needs
//! `|v| K T/F < 2.785`; see [`BristleRate`].

use core::f64::consts::PI;
use core::marker::PhantomData;

use stiction_core::{ParameterError, Validate, VectorDomain, checked_build, parameter_getters};
use typed_builder::TypedBuilder;

use crate::BristleRate;
use crate::bristle::bristle_impedance;

/// Share `α` of the sliding motion that is plastic, 0 to 1 (eqs. 5, 6), for
/// `0 ≤ breakaway < limit` \[m\].
#[inline(always)]
#[must_use]
pub fn plastic_share(deflection: f64, velocity: f64, breakaway: f64, limit: f64) -> f64 {
    let size = deflection.abs();
    if size <= breakaway || deflection * velocity.signum() <= 0.0 || velocity == 0.0 {
        0.0
    } else if size >= limit {
        1.0
    } else {
        0.5 * (PI * (size - 0.5 * (limit + breakaway)) / (limit - breakaway)).sin() + 0.5
    }
}

/// Elasto-plastic friction of Dupont (Waltersson and Karayiannidis, eqs. 4 to 6), on a line or a
/// shaft.
///
/// Internal state: the deflection `z` \[m\].
///
/// ```
/// use stiction_core::Line;
/// use stiction_friction::ElastoPlasticFriction;
///
/// let slide = ElastoPlasticFriction::<Line>::builder()
///     .stiffness(1e4).damping(10.0).limit(2.0).breakaway_fraction(0.7).build()?;
/// let (_, rate) = slide.friction(0.0, 0.1, 1e-4); // below 0.7 F/K: elastic
/// assert_eq!(rate, 0.1);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder)]
#[builder(build_method(into = Result<ElastoPlasticFriction<D>, ParameterError>))]
pub struct ElastoPlasticFriction<D: VectorDomain<Vector = f64>> {
    /// Stiffness `K`, `σ₀` of the bristle \[N/m\], > 0.
    stiffness: f64,
    /// Damping `B`, `σ₁` of the bristle \[N s/m\], ≥ 0.
    damping: f64,
    /// Viscous friction `D`, `σ₂` \[N s/m\], ≥ 0.
    #[builder(default)]
    viscous_damping: f64,
    /// Magnitude `F` of the sliding friction \[N\], > 0.
    limit: f64,
    /// Deflection at which the bristle starts to yield, as a fraction of `F/K`; between 0 and 1.
    breakaway_fraction: f64,
    /// How the rate is evaluated; the paper's form by default.
    #[builder(default)]
    bristle_rate: BristleRate,
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D: VectorDomain<Vector = f64>> ElastoPlasticFriction<D> {
    /// Friction force along +v and rate of the deflection, for a stage of length `tau` \[s\].
    #[inline(always)]
    #[must_use]
    pub fn friction(&self, tau: f64, velocity: f64, deflection: f64) -> (f64, f64) {
        let limit = self.limit / self.stiffness;
        let share = plastic_share(deflection, velocity, self.breakaway_fraction * limit, limit);
        let lambda = share * velocity.abs() * self.stiffness / self.limit;
        let rate = self.bristle_rate.rate(velocity, deflection, lambda, tau);
        let force =
            deflection * self.stiffness + rate * self.damping + velocity * self.viscous_damping;
        (force, rate)
    }
}

impl<D: VectorDomain<Vector = f64>> Validate for ElastoPlasticFriction<D> {
    const COMPONENT: &'static str = "ElastoPlasticFriction";
    fn validate(&self) -> Result<(), ParameterError> {
        Self::positive("stiffness", self.stiffness)?;
        Self::non_negative("damping", self.damping)?;
        Self::non_negative("viscous_damping", self.viscous_damping)?;
        Self::positive("limit", self.limit)?;
        let relaxes = (self.stiffness / self.limit).is_finite();
        Self::require(relaxes, "limit", self.limit, "must leave a finite stiffness per limit")?;
        let fraction = self.breakaway_fraction;
        Self::require(
            fraction > 0.0 && fraction < 1.0,
            "breakaway_fraction",
            fraction,
            "must lie between 0 and 1",
        )
    }
}
checked_build!(ElastoPlasticFriction<D>, D: VectorDomain<Vector = f64>);
parameter_getters!(ElastoPlasticFriction<D> {
    /// Stiffness `K`, `σ₀` of the bristle \[N/m\], > 0.
    stiffness: f64,
    /// Damping `B`, `σ₁` of the bristle \[N s/m\], ≥ 0.
    damping: f64,
    /// Viscous friction `D`, `σ₂` \[N s/m\], ≥ 0.
    viscous_damping: f64,
    /// Magnitude `F` of the sliding friction \[N\], > 0.
    limit: f64,
    /// Deflection at which the bristle starts to yield, as a fraction of `F/K`; between 0 and 1.
    breakaway_fraction: f64,
    /// How the rate is evaluated; the paper's form by default.
    bristle_rate: BristleRate,
}, D: VectorDomain<Vector = f64>);

bristle_impedance!(ElastoPlasticFriction<D: VectorDomain<Vector = f64>>, stuck damping: |law, _tau| law.damping + law.viscous_damping;);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_passive, assert_refused, assert_refused_but_zero, assert_refuses};
    use proptest::prelude::*;
    use stiction_core::{Line, Shaft};

    fn law<D: VectorDomain<Vector = f64>>() -> ElastoPlasticFriction<D> {
        ElastoPlasticFriction::builder()
            .stiffness(1e4)
            .damping(10.0)
            .viscous_damping(0.4)
            .limit(2.0)
            .breakaway_fraction(0.6)
            .build()
            .unwrap()
    }

    #[test]
    fn the_three_zones() {
        let share = |z, v| plastic_share(z, v, 1.0, 3.0);
        assert_eq!(share(1.0, 1.0), 0.0);
        assert_eq!(share(-2.0, 1.0), 0.0);
        assert_eq!(share(2.0, -1.0), 0.0);
        assert_eq!(share(5.0, 0.0), 0.0);
        assert_eq!(share(2.0, 1.0), 0.5);
        assert_eq!(share(-2.0, -1.0), 0.5);
        assert!((share(2.5, 0.1) - (0.5 + 0.5 * 0.5_f64.sqrt())).abs() < 1e-15);
        assert_eq!(share(3.0, 1.0), 1.0);
        assert_eq!(share(-9.0, -1.0), 1.0);
    }

    #[test]
    fn steady_sliding_force_is_the_limit_and_the_viscous_part() {
        let record = crate::testing::drive(&law::<Line>(), 1e-4, 10_000, |_| -0.1);
        assert!((record.force + 2.04).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn the_elastic_bristle_moves_with_the_body(v in -1.0..1.0_f64, z in -1.2e-4..1.2e-4_f64) {
            let (_, rate) = law::<Shaft>().friction(1e-3, v, z);
            prop_assert_eq!(rate.to_bits(), v.to_bits());
        }

        #[test]
        fn odd(v in -1.0..1.0_f64, z in -3e-4..3e-4_f64) {
            let (f, rate) = law::<Line>().friction(1e-3, v, z);
            prop_assert_eq!(law::<Line>().friction(1e-3, -v, -z), (-f, -rate));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn passive(a in prop::array::uniform4(-0.1..0.1_f64)) {
            assert_passive(&law::<Line>(), &a);
        }
    }

    #[test]
    fn bad_parameters_are_named() {
        let build = |k, b, d, f, fraction| {
            ElastoPlasticFriction::<Line>::builder()
                .stiffness(k)
                .damping(b)
                .viscous_damping(d)
                .limit(f)
                .breakaway_fraction(fraction)
                .build()
        };
        assert_refused("stiffness", |x| build(x, 1.0, 1.0, 1.0, 0.5));
        assert_refused_but_zero("damping", |x| build(1.0, x, 1.0, 1.0, 0.5));
        assert_refused_but_zero("viscous_damping", |x| build(1.0, 1.0, x, 1.0, 0.5));
        assert_refused("limit", |x| build(1.0, 1.0, 1.0, x, 0.5));
        assert_refused("breakaway_fraction", |x| build(1.0, 1.0, 1.0, 1.0, x));
        assert_refuses("breakaway_fraction", 1.0, |x| build(1.0, 1.0, 1.0, 1.0, x));
    }
}
