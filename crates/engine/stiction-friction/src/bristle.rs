//! Rate of a bristle that relaxes: `ż = v − λ z`, and its elastic energy.
//!
//! Dahl, LuGre, the amended LuGre and the elasto-plastic law share this form; they differ in the
//! relaxation rate `λ ≥ 0` \[1/s\], which grows with the speed. Their source papers integrate it as
//! it stands, which explicit RK4 can do while `λ T < 2.785`. The other two forms are stable at any
//! speed; with `a = τ λ`:
//!
//! | | rate | order (RK4) |
//! |---|---|---|
//! | [`Explicit`](BristleRate::Explicit) | v − λz | 4, while λT < 2.785 |
//! | [`Implicit`](BristleRate::Implicit) | (v − λz)/(1 + a) | 1 |
//! | [`OrderPreserving`](BristleRate::OrderPreserving) | (v − λz)/(1 + a⁴)^¼ | 4 as T → 0 |
//!
//! The steady deflection `v/λ` is the same in all three.

use stiction_core::{Describe, Numbers, Real, Scalars, Vector};

/// How the rate of a bristle is evaluated at a stage of length τ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
#[non_exhaustive]
pub enum BristleRate {
    /// `v − λz`: as printed in the papers.
    #[default]
    Explicit,
    /// `(v − λz)/(1 + τλ)`: backward Euler over the stage.
    Implicit,
    /// `(v − λz)/(1 + (τλ)⁴)^¼`: differs from the explicit rate by a term of fourth order in τ only.
    OrderPreserving,
}

impl BristleRate {
    /// Returns the rate of the deflection `z` for the relaxation rate `lambda` \[1/s\] and the stage length
    /// `tau` \[s\]. With `lambda = 0` it is `velocity` itself.
    #[inline(always)]
    #[must_use]
    pub fn rate<V: Vector>(self, velocity: V, deflection: V, lambda: f64, tau: f64) -> V {
        V::of_components(self.rates(velocity.components(), deflection.components(), lambda, tau))
    }

    /// Returns the factor on the explicit rate, if there is one, for the relaxation rate `lambda` \[1/s\] and the
    /// stage length `tau` \[s\].
    #[inline(always)]
    #[must_use]
    pub fn factor<R: Real>(self, lambda: R, tau: f64) -> Option<R> {
        let (one, a) = (lambda.same(1.0), lambda.same(tau) * lambda);
        match self {
            Self::Explicit => None,
            Self::Implicit => Some(one / (one + a)),
            Self::OrderPreserving => {
                let a_squared = a * a;
                Some(one / a_squared.mul_add(a_squared, one).sqrt().sqrt())
            }
        }
    }

    /// Returns [`Self::rate`] of one bristle or several side by side.
    #[inline(always)]
    pub(crate) fn kernel<R: Real, S: Scalars<R>>(
        self,
        numbers: &mut impl Numbers<R>,
        velocity: S,
        deflection: S,
        lambda: R,
        tau: f64,
    ) -> S {
        numbers.form(self as u64);
        self.rates(velocity, deflection, lambda, tau)
    }

    /// Returns [`Self::rate`] of one bristle or several side by side that are all evaluated in this way.
    #[inline(always)]
    #[must_use]
    pub fn rates<R: Real, S: Scalars<R>>(
        self,
        velocity: S,
        deflection: S,
        lambda: R,
        tau: f64,
    ) -> S {
        let factor = self.factor(lambda, tau);
        // `v - 0 z` would give zeros of another sign.
        let still = lambda.abs().at_most(lambda.same(0.0));
        S::from_fn(
            #[inline(always)]
            |axis| {
                let explicit = velocity.at(axis) - deflection.at(axis) * lambda;
                let relaxing = match factor {
                    Some(factor) => explicit * factor,
                    None => explicit,
                };
                R::select(still, velocity.at(axis), relaxing)
            },
        )
    }
}

/// Returns `K e + B ė + D v`: the force of a bristle with damping, and of what is viscous beside it.
#[inline(always)]
pub(crate) fn bristle_force<R: Real, S: Scalars<R>>(
    [stiffness, damping, viscous]: [R; 3],
    velocity: S,
    deflection: S,
    rate: S,
) -> S {
    S::from_fn(
        #[inline(always)]
        |axis| {
            deflection.at(axis) * stiffness + rate.at(axis) * damping + velocity.at(axis) * viscous
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector2;
    use proptest::prelude::*;

    const ALL: [BristleRate; 3] =
        [BristleRate::Explicit, BristleRate::Implicit, BristleRate::OrderPreserving];

    #[test]
    fn hand_computed() {
        // λ = 2, τ = 0.5: a = 1; v − λz = 1 − 0.5.
        assert_eq!(BristleRate::Explicit.rate(1.0, 0.25, 2.0, 0.5), 0.5);
        assert_eq!(BristleRate::Implicit.rate(1.0, 0.25, 2.0, 0.5), 0.25);
        let preserving = BristleRate::OrderPreserving.rate(1.0, 0.25, 2.0, 0.5);
        assert!((preserving - 0.5 / 2.0_f64.powf(0.25)).abs() < 1e-16);
    }

    #[test]
    fn continuous_time_makes_no_difference() {
        for form in ALL {
            assert_eq!(form.rate(0.3, 0.1, 7.0, 0.0), 0.3 - 0.1 * 7.0);
        }
    }

    #[test]
    fn implicit_forms_do_not_overshoot_at_any_speed() {
        for a in [0.1, 1.0, 1e3, 1e30] {
            for form in [BristleRate::Implicit, BristleRate::OrderPreserving] {
                let end = 1.0 + form.rate(0.0, 1.0, a, 1.0); // z = 1, one step of length 1
                assert!((-1e-15..1.0).contains(&end), "{form:?} {a}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_bristle_that_does_not_relax_moves_with_the_body(
            v in -1e3..1e3_f64, z in -1e3..1e3_f64, tau in 0.0..1.0_f64
        ) {
            for form in ALL {
                prop_assert_eq!(form.rate(v, z, 0.0, tau).to_bits(), v.to_bits());
            }
        }

        #[test]
        fn the_steady_deflection_is_common(vx in -1.0..1.0_f64, vy in -1.0..1.0_f64, tau in 0.0..1.0_f64) {
            let v = Vector2::new(vx, vy);
            for form in ALL {
                prop_assert!(form.rate(v, v * (1.0 / 8.0), 8.0, tau).norm() == 0.0);
            }
        }
    }
}
