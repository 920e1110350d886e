//! The elasto-plastic model: a LuGre bristle that is purely elastic below a break-away deflection.
//!
//! ```text
//! ż = v − α(z, v) K |v| z/F                               (4), in force terms: g = F, σ₀ = K
//! α = 0                          if sgn v ≠ sgn z or |z| ≤ z_ba      (5)
//!   = 1                          if |z| ≥ z_max
//!   = ½ sin(π (|z| − (z_max + z_ba)/2)/(z_max − z_ba)) + ½   between  (6)
//! f = K z + B ż + D v,   z_max = F/K
//!
//! in a plane and in space: α = ε β̄,  ε = (v̂·ẑ + 1)/2                 (15)-(17)
//! with β̄ as (6) of the length |z|, 0 below z_ba and 1 above z_max
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
//! Source: Waltersson and Karayiannidis, eqs. 4 to 6, for vectors 15 to 17; Dupont et al. 2002. In
//! (6) `z` stands for `|z|`, or the law would not be odd. Along a line `ε` is 1 or 0, so that the law
//! of vectors is that of (5). It turns with the axes, and with the explicit rate takes power in at any
//! damping: `|z|` never grows beyond `z_max`, and `ż·v` is not negative.
//!
//! Limits: it does not drift while the load stays below `F z_ba/z_max`: there the deflection takes up
//! the whole motion, to the bit. Above, it **drifts**, more slowly than LuGre. Explicit RK4 needs
//! `|v| K T/F < 2.785`; see [`BristleRate`].

use core::f64::consts::PI;
use core::marker::PhantomData;

use stiction_core::{
    Bent, Bristle, Describe, Numbers, ParameterError, Real, Scalars, Validate, VectorDomain,
};
use typed_builder::TypedBuilder;

use crate::BristleRate;
use crate::bristle::bristle_force;
use crate::gsat::{dot, norm};
use crate::limit_set::length;

/// Returns the share `α` of the sliding motion that is plastic, 0 to 1 (eqs. 5, 6), for
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

/// Returns [`plastic_share`] of vectors: `ε β̄`, with the alignment `ε` of motion and deflection (eqs. 15 to
/// 17).
#[inline(always)]
fn plastic_share_of<R: Real, S: Scalars<R>>(
    deflection: S,
    velocity: S,
    breakaway: R,
    limit: R,
) -> R {
    let zone = |size: R, speed: R| {
        R::from_fn(
            limit.token(),
            #[inline(always)]
            |lane| {
                let [size, speed, breakaway, limit] =
                    [size, speed, breakaway, limit].map(|number| number.lane(lane));
                plastic_share(size, speed, breakaway, limit)
            },
        )
    };
    if S::LEN == 1 {
        return zone(deflection.first(), velocity.first());
    }
    let (size, speed, zero) = (norm(deflection), norm(velocity), limit.same(0.0));
    let zone = zone(size, speed);
    let half = limit.same(0.5);
    // Rounding puts it just below 0 if they are opposite; if one of them is zero it is NaN, and so is the zone.
    let alignment = half + half * (dot(velocity, deflection) / (speed * size));
    let alignment = R::select(alignment.below(zero), zero, alignment);
    R::select(zone.at_most(zero), zero, zone * alignment)
}

/// Elasto-plastic friction of Dupont (Waltersson and Karayiannidis, eqs. 4 to 6), in one, two and
/// three dimensions (eqs. 15 to 17).
///
/// Internal state: the deflection `z` \[m\], a vector like the velocity.
///
/// ```
/// use stiction_core::{Bristle, Line};
/// use stiction_friction::ElastoPlasticFriction;
///
/// let slide = ElastoPlasticFriction::<Line>::builder()
///     .stiffness(1e4).damping(10.0).limit(2.0).breakaway_fraction(0.7).build()?;
/// let (_, rate) = slide.friction(0.0, 0.1, 1e-4); // below 0.7 F/K: elastic
/// assert_eq!(rate, 0.1);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<ElastoPlasticFriction<D>, ParameterError>))]
#[describe(tag = "elasto_plastic", check = Self::further)]
pub struct ElastoPlasticFriction<D: VectorDomain> {
    /// Stiffness `K`, `σ₀` of the bristle \[N/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Damping `B`, `σ₁` of the bristle \[N s/m\], ≥ 0.
    #[field(non_negative)]
    damping: f64,
    /// Viscous friction `D`, `σ₂` \[N s/m\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    viscous_damping: f64,
    /// Magnitude `F` of the sliding friction \[N\], > 0.
    #[field(positive)]
    limit: f64,
    /// Deflection at which the bristle starts to yield, as a fraction of `F/K`; between 0 and 1.
    breakaway_fraction: f64,
    /// How the rate is evaluated; the paper's form by default.
    #[builder(default)]
    bristle_rate: BristleRate,
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D: VectorDomain> ElastoPlasticFriction<D> {
    fn further(&self) -> Result<(), ParameterError> {
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

impl<D: VectorDomain> Bristle for ElastoPlasticFriction<D> {
    type Domain = D;
    fn stiffness(&self) -> f64 {
        self.stiffness
    }
    #[inline(always)]
    fn kernel<R: Real, S: Scalars<R>>(
        &self,
        numbers: &mut impl Numbers<R>,
        tau: f64,
        velocity: S,
        deflection: S,
    ) -> Option<[S; 2]> {
        let bristle = numbers.read([self.stiffness, self.damping, self.viscous_damping]);
        let [sliding, fraction] = numbers.read([self.limit, self.breakaway_fraction]);
        let limit = sliding / bristle[0];
        let share = plastic_share_of(deflection, velocity, fraction * limit, limit);
        let lambda = share * norm(velocity) * bristle[0] / sliding;
        let rate = self.bristle_rate.kernel(numbers, velocity, deflection, lambda, tau);
        Some([bristle_force(bristle, velocity, deflection, rate), rate])
    }
    fn stuck_damping(&self, _: f64) -> f64 {
        self.damping + self.viscous_damping
    }
    fn borne(&self, bent: &Bent<D::Vector>) -> (f64, f64) {
        (self.stiffness * length(bent.deflection), self.breakaway_fraction * self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{block, drive, lugre};
    use crate::{SteadyState, StribeckCurve};
    use nalgebra::{Vector2, Vector3};
    use proptest::prelude::*;
    use stiction_core::{Impedance, Line, Plane, Space};

    fn law<D: VectorDomain>() -> ElastoPlasticFriction<D> {
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

    proptest! {
        #[test]
        fn the_elastic_bristle_of_a_plane_moves_with_the_body(
            v in prop::array::uniform2(-1.0..1.0_f64), z in prop::array::uniform2(-8e-5..8e-5_f64),
        ) {
            let v = Vector2::from(v);
            let (_, rate) = law::<Plane>().friction(1e-3, v, Vector2::from(z));
            prop_assert_eq!(rate.map(f64::to_bits), v.map(f64::to_bits));
        }

        #[test]
        fn along_a_line_in_space_it_is_the_law_of_a_line(
            v in -1.0..1.0_f64, z in -3e-4..3e-4_f64, n in prop::array::uniform3(-1.0..1.0_f64),
        ) {
            let n = Vector3::from(n);
            prop_assume!(n.norm() > 0.1);
            let n = n.normalize();
            let (f, rate) = law::<Line>().friction(1e-3, v, z);
            let (force, turned) = law::<Space>().friction(1e-3, n * v, n * z);
            // 2 N with 1e4 1/s behind rounding of 1e-16.
            prop_assert!((force - n * f).norm() < 1e-13);
            prop_assert!((turned - n * rate).norm() < 1e-13);
            // Along an axis the arithmetic is the same.
            let axis = |x: f64| Vector3::new(0.0, x, 0.0);
            let along = law::<Space>().friction(1e-3, axis(v), axis(z));
            prop_assert!((along.0.y - f).abs() <= 1e-15 && (along.1.y - rate).abs() <= 1e-15);
        }

        /// The deflection stays within the limit, whatever the directions, and both powers that must
        /// not be negative are not.
        #[test]
        fn the_deflection_is_bounded(
            v in prop::array::uniform3(-1.0..1.0_f64), z in prop::array::uniform3(-1.0..1.0_f64),
        ) {
            let v = Vector3::from(v);
            let z = Vector3::from(z).normalize() * 2e-4;
            let (_, rate) = law::<Space>().friction(0.0, v, z);
            prop_assert!(rate.dot(&z) <= 1e-16 * v.norm());
            prop_assert!(rate.dot(&v) >= -1e-15 * v.norm_squared());
        }
    }

    /// Returns how far a mass of 1 kg moves in 30 periods of the ripple on a steady pull, after as many.
    fn crept(law: &dyn Impedance<Domain = Plane>) -> f64 {
        // The load is below 0.6 F = 1.2 N at any time; its period is 1500 steps.
        let ripple = |time: f64| 0.7 + 0.2 * (core::f64::consts::TAU * time / 0.15).sin();
        let seen = block(law, 15 * 1500, |time| Vector2::new(0.8, 0.6) * ripple(time));
        (seen[3].0 - seen[1].0).norm()
    }

    #[test]
    fn a_pull_with_a_ripple_in_a_plane_does_not_make_it_creep_but_does_lugre() {
        let steady = SteadyState::Force(StribeckCurve::constant(2.0).unwrap());
        let lugre = lugre([1e4, 200.0, 0.0], steady);
        let holds = ElastoPlasticFriction::<Plane>::builder().stiffness(1e4).damping(200.0);
        let holds = holds.limit(2.0).breakaway_fraction(0.6).build().unwrap();
        let [holds, creeps] = [crept(&holds), crept(&lugre)];
        assert!(holds < 1e-7, "{holds:e}");
        assert!(creeps > 5e-4, "{creeps:e}");
    }

    #[test]
    fn steady_sliding_in_a_plane_is_opposite_to_the_motion() {
        let v = Vector2::new(0.06, -0.08);
        let record = drive(&law::<Plane>(), 1e-4, 10_000, |_| v);
        assert!((record.force - v * 20.4).norm() < 1e-12);
    }
}
