//! The LuGre model: Dahl's bristle with damping, Stribeck curve and viscous friction.
//!
//! ```text
//! ė = v − λ e,   f = K e + B ė + D v
//! λ = |v|/g(|v|)    g a deflection [m]                    (12) of Kikuuwe and Yamamoto
//! λ = K |v|/g(|v|)  g a force [N]                         Canudas de Wit et al. 1995
//! ```
//!
//! The two conventions differ in what `g` is, and name the same law when `g_force = K g_deflection`:
//! [`SteadyState`] says which one a curve is in. At a steady speed `f = K g + D v` and
//! `f = g + D v`. (The third convention, `g` a friction coefficient, is
//! [`AmendedLuGre`](crate::AmendedLuGre).)
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | K, σ₀ | `stiffness` | N/m | > 0 |
//! | B, σ₁ | `damping` | N s/m | ≥ 0 |
//! | D, σ₂ | `viscous_damping` | N s/m | ≥ 0, default 0 |
//! | g | `steady_state` | m or N | [`SteadyState`] |
//! | | `bristle_rate` | | [`BristleRate::Explicit`] |
//!
//! Source: Kikuuwe and Yamamoto, eq. 12 (the left side `ḟ` is a misprint of `f`; `g` has no unit
//! there and is a length: saturation at F needs `g = F/K`).
//!
//! Limits: **drifts** under an oscillating load below break-away, as [`DahlFriction`] does. Explicit
//! RK4 needs `λ T < 2.785`; see [`BristleRate`]. Passive for a constant `g`; with a Stribeck curve a
//! constant `B` can be active at high speed (`λ e` outgrows `v` there).
//!
//! [`DahlFriction`]: crate::DahlFriction

use core::marker::PhantomData;

use stiction_core::kernel::Own;
use stiction_core::{
    Bent, Bristle, Describe, Numbers, ParameterError, Real, Scalars, VectorDomain,
};
use typed_builder::TypedBuilder;

use crate::bristle::bristle_force;
use crate::gsat::norm;
use crate::limit_set::length;
use crate::{BristleRate, StribeckCurve};

/// The meaning of the function `g(v)` of the LuGre model.
#[derive(Clone, Copy, Debug, PartialEq, Describe)]
#[describe(spelling = Key)]
pub enum SteadyState {
    /// The steady force K e \[N\] (Canudas de Wit et al. 1995).
    #[field(name = "steady_force")]
    Force(StribeckCurve),
    /// The steady bristle deflection \[m\] (Kikuuwe and Yamamoto, eq. 12).
    #[field(name = "steady_deflection")]
    Deflection(StribeckCurve),
}

impl SteadyState {
    /// Returns the relaxation rate `λ` \[1/s\] of the bristle at `speed ≥ 0` \[m/s\].
    #[inline(always)]
    #[must_use]
    pub fn relaxation_rate(&self, stiffness: f64, speed: f64) -> f64 {
        self.kernel(&mut Own, stiffness, speed)
    }

    /// Returns the steady friction at `speed ≥ 0` \[N\], without the viscous part.
    fn force(&self, stiffness: f64, speed: f64) -> f64 {
        match self {
            Self::Deflection(curve) => stiffness * curve.value(speed),
            Self::Force(curve) => curve.value(speed),
        }
    }

    /// Evaluates the relaxation rate of one bristle or of several.
    #[inline(always)]
    fn kernel<R: Real>(&self, numbers: &mut impl Numbers<R>, stiffness: R, speed: R) -> R {
        match self {
            Self::Deflection(curve) => {
                numbers.form(0);
                speed / curve.kernel(numbers, speed)
            }
            Self::Force(curve) => {
                numbers.form(1);
                stiffness * speed / curve.kernel(numbers, speed)
            }
        }
    }
}

/// LuGre friction (Kikuuwe and Yamamoto, eq. 12); drifts.
///
/// Internal state: the deflection `e` \[m\], one per axis of the domain.
///
/// ```
/// use stiction_core::{Bristle, Shaft};
/// use stiction_friction::{LuGreFriction, SteadyState, StribeckCurve};
///
/// let joint = LuGreFriction::<Shaft>::builder()
///     .stiffness(5e3)
///     .damping(1.0)
///     .steady_state(SteadyState::Force(StribeckCurve::constant(0.5)?))
///     .build()?;
/// let (torque, rate) = joint.friction(0.0, 1.0, 1e-4); // steady: e = F/K
/// assert_eq!((torque, rate), (0.5, 0.0));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<LuGreFriction<D>, ParameterError>))]
#[describe(tag = "lugre")]
pub struct LuGreFriction<D: VectorDomain> {
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
    /// The function `g` and what it means.
    #[field(key)]
    steady_state: SteadyState,
    /// How the rate is evaluated; the paper's form by default.
    #[builder(default)]
    bristle_rate: BristleRate,
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D: VectorDomain> Bristle for LuGreFriction<D> {
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
        let lambda = self.steady_state.kernel(numbers, bristle[0], norm(velocity));
        let rate = self.bristle_rate.kernel(numbers, velocity, deflection, lambda, tau);
        Some([bristle_force(bristle, velocity, deflection, rate), rate])
    }
    fn stuck_damping(&self, _: f64) -> f64 {
        self.damping + self.viscous_damping
    }
    fn borne(&self, bent: &Bent<D::Vector>) -> (f64, f64) {
        let dry = bent.force - bent.velocity * self.viscous_damping;
        (length(dry), self.steady_state.force(self.stiffness, bent.slip_speed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StribeckShape;
    use crate::testing::{self, drive, lugre};
    use proptest::prelude::*;
    use stiction_core::Line;

    const K: f64 = 1e4;

    fn curve(scale: f64) -> StribeckCurve {
        testing::curve([scale, 1.5 * scale], 0.01, StribeckShape::Gaussian)
    }

    fn law(steady_state: SteadyState) -> LuGreFriction<Line> {
        lugre([K, 10.0, 0.4], steady_state)
    }

    #[test]
    fn steady_sliding_force_is_the_curve_and_the_viscous_part() {
        for v in [0.002_f64, 0.01, -0.05] {
            let record = drive(&law(SteadyState::Force(curve(2.0))), 1e-3, 20_000, |_| v);
            let expected = (curve(2.0).value(v.abs()) + 0.4 * v.abs()) * v.signum();
            assert!((record.force - expected).abs() < 1e-12, "{v}");
        }
    }

    proptest! {
        #[test]
        fn both_conventions_name_the_same_law(v in -0.1..0.1_f64, e in -3e-4..3e-4_f64) {
            let (f, rate) = law(SteadyState::Force(curve(2.0))).friction(0.0, v, e);
            let by_length = law(SteadyState::Deflection(curve(2.0 / K)));
            let (f_length, rate_length) = by_length.friction(0.0, v, e);
            prop_assert!((rate - rate_length).abs() < 1e-14);
            prop_assert!((f - f_length).abs() < 1e-13);
        }
    }
}
