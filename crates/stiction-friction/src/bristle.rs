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

use stiction_core::{Describe, Real, Vector};

use crate::gsat::first;

/// How the rate of a bristle is evaluated at a stage of length τ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
#[describe(spelling = Name)]
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
    /// Rate of the deflection `z` for the relaxation rate `lambda` \[1/s\] and the stage length
    /// `tau` \[s\]. With `lambda = 0` it is `velocity` itself.
    #[inline(always)]
    #[must_use]
    pub fn rate<V: Vector>(self, velocity: V, deflection: V, lambda: f64, tau: f64) -> V {
        if lambda == 0.0 {
            return velocity;
        }
        let explicit = velocity - deflection * lambda;
        let a = tau * lambda;
        match self {
            Self::Explicit => explicit,
            Self::Implicit => explicit * (1.0 / (1.0 + a)),
            Self::OrderPreserving => {
                let a_squared = a * a;
                explicit * (1.0 / (1.0 + a_squared * a_squared).sqrt().sqrt())
            }
        }
    }
}

impl BristleRate {
    /// What the lanes of one kernel must share.
    pub const fn lane_form(self) -> u64 {
        self as u64
    }

    /// [`Self::rate`] in lanes.
    #[inline(always)]
    #[must_use]
    pub fn rate_lanes<R: Real, const AXES: usize>(
        self,
        velocity: [R; AXES],
        deflection: [R; AXES],
        lambda: R,
        tau: f64,
    ) -> [R; AXES] {
        let one = lambda.same(1.0);
        let a = lambda.same(tau) * lambda;
        let factor = match self {
            Self::Explicit => None,
            Self::Implicit => Some(one / (one + a)),
            Self::OrderPreserving => {
                let a_squared = a * a;
                Some(one / (one + a_squared * a_squared).sqrt().sqrt())
            }
        };
        let mut rate = velocity;
        for axis in 0..AXES {
            let explicit = velocity[axis] - deflection[axis] * lambda;
            let relaxing = match factor {
                Some(factor) => explicit * factor,
                None => explicit,
            };
            // Not `v - 0 z`, whose zeros may have another sign.
            let still = lambda.abs().at_most(lambda.same(0.0));
            rate[axis] = R::select(still, velocity[axis], relaxing);
        }
        rate
    }
}

/// `K |e|²/2` \[J\].
#[inline(always)]
pub(crate) fn elastic_energy<V: Vector>(stiffness: f64, internal: &[f64]) -> f64 {
    let deflection = V::load(internal);
    0.5 * stiffness * deflection.dot(&deflection)
}

/// `K e · ė` \[W\].
#[inline(always)]
pub(crate) fn elastic_power<V: Vector>(stiffness: f64, internal: &[f64], rate: &[f64]) -> f64 {
    stiffness * V::load(internal).dot(&V::load(rate))
}

/// What a law with one bristle per axis reads and writes in lanes.
pub(crate) struct BristleLanes<'a, R> {
    pub(crate) velocity: &'a [R],
    pub(crate) internal: &'a [R],
    pub(crate) rate: &'a mut [R],
    pub(crate) effort: &'a mut [R],
}

impl<R: Real> BristleLanes<'_, R> {
    /// Writes what `friction` makes of velocity and deflection, if it can: the force along +v and the
    /// rate of the deflection.
    #[inline(always)]
    pub(crate) fn respond<const AXES: usize>(
        self,
        friction: impl FnOnce([R; AXES], [R; AXES]) -> Option<[[R; AXES]; 2]>,
    ) -> bool {
        let Some([force, rate]) = friction(first(self.velocity), first(self.internal)) else {
            return false;
        };
        self.rate[..AXES].copy_from_slice(&rate);
        for (effort, force) in self.effort.iter_mut().zip(force) {
            *effort = -force;
        }
        true
    }
}

/// The `Impedance` of a law with one bristle per axis: a method `friction(tau, velocity, deflection)`
/// that gives the force along +v and the rate of the deflection, a field `stiffness`, and the damping
/// with which it responds while stuck at a stage of length tau.
///
/// (A blanket implementation would be plainer, but the trait belongs to another crate.)
///
/// With `in lanes` also methods `lane_parameters` and `friction_lanes`, the same for several laws.
macro_rules! bristle_impedance {
    (in lanes $law:ident<D: $bound:path>, $($rest:tt)*) => {
        bristle_impedance! { @ $law<D: $bound>, $($rest)*
            fn lane_parameters(&self) -> Option<::stiction_core::LaneParameters> {
                self.lane_parameters()
            }
            #[inline(always)]
            fn respond_lanes<R: ::stiction_core::Real>(
                &self,
                stage: &::stiction_core::Stage,
                parameters: &::stiction_core::LaneValues<'_, R>,
                motion: &[R],
                internal: &[R],
                rate: &mut [R],
                effort: &mut [R],
            ) -> bool {
                let axes = <D::Vector as ::stiction_core::Flat>::LEN;
                let kernel = $crate::bristle::BristleLanes {
                    velocity: &motion[axes..2 * axes],
                    internal,
                    rate,
                    effort,
                };
                // Not inlined, a closure would be compiled without the vectors in use.
                match axes {
                    1 => kernel.respond(
                        #[inline(always)]
                        |v, e| self.friction_lanes::<R, 1>(stage, parameters, v, e),
                    ),
                    2 => kernel.respond(
                        #[inline(always)]
                        |v, e| self.friction_lanes::<R, 2>(stage, parameters, v, e),
                    ),
                    3 => kernel.respond(
                        #[inline(always)]
                        |v, e| self.friction_lanes::<R, 3>(stage, parameters, v, e),
                    ),
                    _ => false,
                }
            }
        }
    };
    ($law:ident<D: $bound:path>, $($rest:tt)*) => {
        bristle_impedance! { @ $law<D: $bound>, $($rest)* }
    };
    (
        @ $law:ident<D: $bound:path>,
        stuck damping: |$this:ident, $tau:ident| $damping:expr;
        $($lanes:tt)*
    ) => {
        impl<D: $bound> ::stiction_core::Impedance for $law<D> {
            type Domain = D;
            fn internal_len(&self) -> usize {
                <D::Vector as ::stiction_core::Flat>::LEN
            }
            #[inline(always)]
            fn respond(
                &self,
                stage: &::stiction_core::Stage,
                motion: &::stiction_core::Motion<D>,
                internal: &[f64],
                rate: &mut [f64],
            ) -> D::Vector {
                use ::stiction_core::Flat;
                let deflection = <D::Vector as Flat>::load(internal);
                let (force, deflection_rate) = self.friction(stage.tau, motion.flow, deflection);
                deflection_rate.store(rate);
                -force
            }
            $($lanes)*
            fn stored_energy(&self, _: &::stiction_core::Motion<D>, internal: &[f64]) -> f64 {
                $crate::bristle::elastic_energy::<D::Vector>(self.stiffness, internal)
            }
            fn stored_power(
                &self,
                _: &::stiction_core::Motion<D>,
                internal: &[f64],
                rate: &[f64],
            ) -> f64 {
                $crate::bristle::elastic_power::<D::Vector>(self.stiffness, internal, rate)
            }
            fn stuck_stiffness(&self, $tau: f64, _: usize) -> Option<(f64, f64)> {
                let $this = self;
                Some(($this.stiffness, $damping))
            }
        }
    };
}
pub(crate) use bristle_impedance;

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
