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
        V::of_components(self.rates(velocity.components(), deflection.components(), lambda, tau))
    }

    /// By what the explicit rate is multiplied, if at all, for the relaxation rate `lambda` \[1/s\] and the
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

    /// [`Self::rate`] of one bristle or several side by side.
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

    /// [`Self::rate`] of one bristle or several side by side that are all evaluated in this way.
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
        // Not `v - 0 z`, whose zeros may have another sign.
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

/// `K e + B ė + D v`: the force of a bristle with damping, and of what is viscous beside it.
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

/// A bristle at a moment.
pub(crate) struct Bent<V> {
    /// Friction along +v \[N\].
    pub(crate) force: V,
    /// Velocity v \[m/s\].
    pub(crate) velocity: V,
    /// Deflection \[m\].
    pub(crate) deflection: V,
    /// Speed at which the bristle stays behind \[m/s\].
    pub(crate) slip_speed: f64,
}

/// The `Impedance` of a law with one bristle per axis: a method `friction(tau, velocity, deflection)`
/// that gives the force along +v and the rate of the deflection, a method `kernel(numbers, tau, velocity,
/// deflection)` for the same of one law or several (if it declines, an `Option`), a field `stiffness`, and
/// the damping with which it responds while stuck at a stage of length tau; `breakaway`, the damping of a law
/// whose friction falls with the speed; and of its friction the part that has a limit, with that limit ([`Bent`]). `by
/// its kernel` also makes the
/// method `friction`, for a kernel that never declines.
///
/// (A blanket implementation would be plainer, but the trait belongs to another crate.)
macro_rules! bristle_impedance {
    (by its kernel $law:ident<D: $bound:path>, $($rest:tt)*) => {
        impl<D: $bound> $law<D> {
            /// Friction force along +v and rate of the deflection, for a stage of length `tau` \[s\].
            #[inline(always)]
            #[must_use]
            pub fn friction(
                &self,
                tau: f64,
                velocity: D::Vector,
                deflection: D::Vector,
            ) -> (D::Vector, D::Vector) {
                use ::stiction_core::{Vector, kernel::Own};
                let (velocity, deflection) = (velocity.components(), deflection.components());
                let [force, rate] = self.kernel(&mut Own, tau, velocity, deflection);
                (D::Vector::of_components(force), D::Vector::of_components(rate))
            }
        }
        bristle_impedance! { $law<D: $bound>, $($rest)* }
    };
    (
        $law:ident<D: $bound:path>,
        stuck damping: |$this:ident, $tau:ident| $damping:expr;
        $(breakaway: |$self_:ident| $breakaway:expr;)?
        borne, of at most: |$law_of:ident, $bent:ident| $limited:expr;
    ) => {
        impl<D: $bound> ::stiction_core::Impedance for $law<D> {
            type Domain = D;
            #[inline(always)]
            fn memory(&self) -> ::stiction_core::Memory<'_> {
                ::stiction_core::Memory::bristles(<D::Vector as ::stiction_core::Flat>::LEN)
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
            #[inline(always)]
            fn kernel<R: ::stiction_core::Real>(
                &self,
                numbers: &mut impl ::stiction_core::Numbers<R>,
                stage: &::stiction_core::Stage,
                motion: &::stiction_core::MotionIn<D, R>,
                internal: &[R],
                rate: &mut [R],
            ) -> Option<D::EffortIn<R>> {
                use ::stiction_core::Scalars;
                let velocity = motion.flow;
                let found =
                    $law::kernel(self, numbers, stage.tau, velocity, Scalars::load(internal));
                // Of a kernel that declines, and of one that never does.
                let [force, own] = Option::<[D::FlowIn<R>; 2]>::from(found)?;
                own.store(rate);
                Some(Scalars::from_fn(
                    #[inline(always)]
                    |axis| -force.at(axis),
                ))
            }
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
            fn contact(&self) -> Option<&dyn ::stiction_core::ContactLaw<D>> {
                Some(self)
            }
        }
        impl<D: $bound> ::stiction_core::ContactLaw<D> for $law<D> {
            fn resistance(&self, $tau: f64, _: usize) -> Option<(f64, f64)> {
                let $this = self;
                Some(($this.stiffness, $damping))
            }
            $(fn breakaway(
                &self,
                _: &::stiction_core::Stage,
                _: &::stiction_core::Motion<D>,
            ) -> Option<::stiction_core::BreakawayDamping> {
                let $self_ = self;
                Some($breakaway)
            })?
            fn state(
                &self,
                stage: &::stiction_core::Stage,
                motion: &::stiction_core::Motion<D>,
                internal: &[f64],
            ) -> Option<::stiction_core::ContactState> {
                let deflection = <D::Vector as ::stiction_core::Flat>::load(internal);
                let (force, rate) = self.friction(stage.tau, motion.flow, deflection);
                let velocity = motion.flow;
                let slip_speed = $crate::limit_set::length(velocity - rate);
                let ($law_of, $bent) =
                    (self, $crate::bristle::Bent { force, velocity, deflection, slip_speed });
                let (borne, limit): (f64, f64) = $limited;
                let margin = ::stiction_core::contact_state::margin(borne, limit);
                Some(::stiction_core::ContactState::touching(slip_speed, margin))
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
