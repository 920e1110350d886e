//! Dahl's model: a bristle that yields gradually.
//!
//! ```text
//! f = K e,   ė = v − |v| K e/F                            (11), with f for the printed ḟ
//! ```
//!
//! In the plane and in space the same equations hold for vectors; the steady force is `F v/|v|`.
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | K | `stiffness` | N/m | > 0 |
//! | F | `limit` | N | > 0 |
//! | | `bristle_rate` | | [`BristleRate::Explicit`] |
//!
//! Source: Kikuuwe and Yamamoto, eq. 11 (the left side `ḟ` is a misprint of `f`); Dahl 1968.
//!
//! Limits: the bristle yields under every load, so a load that oscillates about a mean below `F`
//! makes it **drift** without bound: per cycle between the loads r₁F and r₂F by
//! `(F/K) [ln((1−r₁)/(1−r₂)) − ln((1+r₂)/(1+r₁))]`. Use [`GsatFriction`](crate::GsatFriction) where
//! things must stay put. Explicit RK4 needs `|v| K T/F < 2.785`; see [`BristleRate`].

use core::marker::PhantomData;

use stiction_core::{
    Bent, Bristle, Describe, Numbers, ParameterError, Real, Scalars, Validate, VectorDomain,
};
use typed_builder::TypedBuilder;

use crate::BristleRate;
use crate::gsat::{norm, scaled};
use crate::limit_set::length;

/// Dahl friction (Kikuuwe and Yamamoto, eq. 11); drifts.
///
/// Internal state: the deflection `e` \[m\], one per axis of the domain.
///
/// ```
/// use stiction_core::{Bristle, Line};
/// use stiction_friction::DahlFriction;
/// let (force, _) =
///     DahlFriction::<Line>::builder().stiffness(1e4).limit(2.0).build()?.friction(0.0, 1.0, 2e-4);
/// assert_eq!(force, 2.0);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<DahlFriction<D>, ParameterError>))]
#[describe(tag = "dahl", check = Self::further)]
pub struct DahlFriction<D: VectorDomain> {
    /// Stiffness `K` at rest \[N/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Magnitude `F` of the sliding friction \[N\], > 0.
    #[field(positive)]
    limit: f64,
    /// How the rate is evaluated; the paper's form by default.
    #[builder(default)]
    bristle_rate: BristleRate,
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D: VectorDomain> DahlFriction<D> {
    fn further(&self) -> Result<(), ParameterError> {
        let relaxes = (self.stiffness / self.limit).is_finite();
        Self::require(relaxes, "limit", self.limit, "must leave a finite stiffness per limit")
    }
}

impl<D: VectorDomain> Bristle for DahlFriction<D> {
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
        let [stiffness, limit] = numbers.read([self.stiffness, self.limit]);
        let lambda = norm(velocity) * stiffness / limit;
        let rate = self.bristle_rate.kernel(numbers, velocity, deflection, lambda, tau);
        Some([scaled(deflection, stiffness), rate])
    }
    fn stuck_damping(&self, _: f64) -> f64 {
        0.0
    }
    fn borne(&self, bent: &Bent<D::Vector>) -> (f64, f64) {
        (length(bent.force), self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::drive;
    use nalgebra::Vector2;
    use stiction_core::Plane;

    fn law(bristle_rate: BristleRate) -> DahlFriction<Plane> {
        DahlFriction::builder()
            .stiffness(1e4)
            .limit(2.0)
            .bristle_rate(bristle_rate)
            .build()
            .unwrap()
    }

    #[test]
    fn steady_sliding_force_is_the_limit_in_every_form() {
        for form in [BristleRate::Explicit, BristleRate::Implicit, BristleRate::OrderPreserving] {
            let v = Vector2::new(0.06, -0.08);
            let record = drive(&law(form), 1e-3, 2000, |_| v);
            assert!((record.force - v * 20.0).norm() < 1e-12, "{form:?}");
        }
    }
}
