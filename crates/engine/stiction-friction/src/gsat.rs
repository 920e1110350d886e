//! Coulomb friction that sticks without drift: the saturated viscoelastic element of Kikuuwe.
//!
//! A massless object slides on the surface with a friction of magnitude `F` and hangs on the body
//! by a spring `K` and a damper `B` (Kikuuwe and Yamamoto, fig. 1). With the deflection `e` of that
//! element:
//!
//! ```text
//! f = F sgn(v − ė),  f = K e + B ė                        (17), sgn set-valued at 0: (18)
//! f = gsat(F, Z v + K e),  ε = (f − K e)/Z,  Z = B + τ K    (19)
//! ```
//!
//! (19) is (17) solved by backward Euler over the length τ of the stage; `f` points along +v, so the
//! component returns `−f`. While it sticks, `ε = v` to the bit, hence the anchor `p − e` does not
//! move at all: no drift, and no speed threshold.
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | K | `stiffness` | N/m | > 0 |
//! | B | `damping` | N s/m | ≥ 0 |
//! | F | `limit` | N | ≥ 0 |
//! | Z | `relaxation` | | [`Relaxation::Implicit`] |
//!
//! (N m/rad, N m s/rad, N m on a [`Shaft`](stiction_core::Shaft).)
//!
//! Source: Kikuuwe and Yamamoto, eqs. 14 to 20. In (15) gsat maps to R^n, where R is printed.
//!
//! Limits: the limit does not depend on the load (see [`CoulombGsat`](crate::CoulombGsat)) or on the
//! speed (see [`RateDependentGsat`](crate::RateDependentGsat)). The step must resolve the stuck
//! spring: `K T²/m < 5.2` and `B T/m + 0.4 K T²/m < 2.78` for RK4, `m` the effective mass.

use core::marker::PhantomData;

use stiction_core::{
    Bent, Bristle, Describe, Numbers, ParameterError, Real, Scalars, Vector, VectorDomain,
};
use typed_builder::TypedBuilder;

use crate::limit_set::length;
use crate::saturation::saturation_step;
use crate::{Disc, Relaxation};

/// Returns the saturation at the length `limit`, eq. 15: `x` if `|x| ≤ X`, else `X x/|x|`.
///
/// A negative limit counts as 0. The operations are `x (X/|x|)` in this order; right for lengths from
/// 1e-200 to 1e200.
#[inline(always)]
#[must_use]
pub fn gsat<V: Vector>(limit: f64, x: V) -> V {
    saturated(limit, x).unwrap_or(x)
}

/// Returns [`gsat`] of `x`, if that is not `x` itself.
#[inline(always)]
pub(crate) fn saturated<V: Vector>(limit: f64, x: V) -> Option<V> {
    let size = x.norm();
    // Beyond these the square overflows or vanishes; NaN is in no range.
    if !(1e-100..=1e100).contains(&size) {
        return saturated_extreme(limit, x);
    }
    // Negative limits count as 0; NaN stays, so that a broken input shows.
    let limit = if limit < 0.0 { 0.0 } else { limit };
    if size <= limit { None } else { Some(x * (limit / size)) }
}

#[cold]
#[inline(never)]
fn saturated_extreme<V: Vector>(limit: f64, x: V) -> Option<V> {
    let size = length(x);
    let limit = if limit < 0.0 { 0.0 } else { limit };
    if size <= limit {
        None
    } else if size.is_finite() {
        // Division comes first, so that neither quotient overflows nor vanishes.
        Some(V::from_axes(|axis| x.axis(axis) / size * limit))
    } else {
        Some(x * f64::NAN)
    }
}

/// Returns the force `f` along +v and rate `ε` of the deflection `e` (eq. 19) for the stage damping `Z ≥ 0` that
/// the stage uses.
///
/// In stick `ε` is `velocity` itself. `Z = 0` (no damper, outside any step) gives the
/// elastic-perfectly-plastic law: `ė = v`, less its outward part where `|K e| ≥ F`.
#[inline(always)]
#[must_use]
pub fn gsat_step<V: Vector>(
    stiffness: f64,
    stage_damping: f64,
    limit: f64,
    velocity: V,
    deflection: V,
) -> (V, V) {
    match kernel(stiffness, stage_damping, limit, velocity.components(), deflection.components()) {
        Some([force, rate]) => (V::of_components(force), V::of_components(rate)),
        None => gsat_step_anywhere(stiffness, stage_damping, limit, velocity, deflection),
    }
}

/// Evaluates [`gsat_step`] for forces of any size, and without stage damping.
#[cold]
#[inline(never)]
fn gsat_step_anywhere<V: Vector>(
    stiffness: f64,
    stage_damping: f64,
    limit: f64,
    velocity: V,
    deflection: V,
) -> (V, V) {
    // Below this 1/Z overflows.
    if stage_damping < f64::MIN_POSITIVE {
        return elastic_plastic(stiffness, limit, velocity, deflection);
    }
    saturation_step(&Disc::UNIT, limit, &stiffness, &stage_damping, velocity, deflection)
}

/// Returns the limit of (17) for `B = 0`, in continuous time.
fn elastic_plastic<V: Vector>(stiffness: f64, limit: f64, velocity: V, deflection: V) -> (V, V) {
    let spring = deflection * stiffness;
    let force = gsat(limit, spring);
    let size = spring.norm();
    if size < limit {
        return (force, velocity);
    }
    if size < f64::MIN_POSITIVE {
        // Nothing holds the bristle (F = 0) and it has no direction: it slides along.
        return (force, V::zero());
    }
    let outward = spring * (1.0 / size);
    let speed = outward.dot(&velocity);
    (force, if speed > 0.0 { velocity - outward * speed } else { velocity })
}

/// Returns [`gsat_step`] of one element or several side by side; `None` if an element has no stage damping, or a
/// force whose square over- or underflows.
#[inline(always)]
pub(crate) fn kernel<R: Real, S: Scalars<R>>(
    stiffness: R,
    stage_damping: R,
    limit: R,
    velocity: S,
    deflection: S,
) -> Option<[S; 2]> {
    let number = |value: f64| stiffness.same(value);
    let spring = scaled(deflection, stiffness);
    let trial = trial(stiffness, stage_damping, velocity, deflection);
    let size = norm(trial);
    if !R::all(number(f64::MIN_POSITIVE).at_most(stage_damping)) || !has_square(size) {
        return None;
    }
    let zero = number(0.0);
    let limit = R::select(limit.below(zero), zero, limit);
    let sticks = size.at_most(limit);
    if R::all(sticks) {
        return Some([trial, velocity]);
    }
    let (scale, inverse) = (limit / size, number(1.0) / stage_damping);
    let force = S::from_fn(
        #[inline(always)]
        |axis| R::select(sticks, trial.at(axis), trial.at(axis) * scale),
    );
    let rate = S::from_fn(
        #[inline(always)]
        |axis| {
            let slipping = (trial.at(axis) * scale - spring.at(axis)) * inverse;
            R::select(sticks, velocity.at(axis), slipping)
        },
    );
    Some([force, rate])
}

/// Returns a vector times a number.
#[inline(always)]
pub(crate) fn scaled<R: Real, S: Scalars<R>>(v: S, by: R) -> S {
    S::from_fn(
        #[inline(always)]
        |axis| v.at(axis) * by,
    )
}

/// Returns `Z v + K e`, the effort of an element that sticks.
#[inline(always)]
pub(crate) fn trial<R: Real, S: Scalars<R>>(
    stiffness: R,
    stage_damping: R,
    velocity: S,
    deflection: S,
) -> S {
    S::from_fn(
        #[inline(always)]
        |axis| velocity.at(axis) * stage_damping + deflection.at(axis) * stiffness,
    )
}

/// Returns whether no square of lengths over- or underflows, or only that of zero.
#[inline(always)]
pub(crate) fn has_square<R: Real>(size: R) -> bool {
    let (zero, one) = (size.same(0.0), size.same(1.0));
    // Zero is in no range, but still sticks. It is rare, so only an element alone checks for it.
    let shifted = if R::COUNT == 1 { size } else { R::select(size.at_most(zero), one, size) };
    R::all(size.same(1e-100).at_most(shifted)) && R::all(shifted.at_most(size.same(1e100)))
}

/// Returns the operations of `Vector::norm`, in its order.
#[inline(always)]
pub(crate) fn norm<R: Real, S: Scalars<R>>(v: S) -> R {
    if S::LEN == 1 { v.first().abs() } else { dot(v, v).sqrt() }
}

/// Returns the operations of `Vector::dot`, in its order.
#[inline(always)]
pub(crate) fn dot<R: Real, S: Scalars<R>>(a: S, b: S) -> R {
    let mut sum = a.first() * b.first();
    for axis in 1..S::LEN {
        sum = sum + a.at(axis) * b.at(axis);
    }
    sum
}

/// Coulomb friction with a constant limit (Kikuuwe and Yamamoto, eq. 19).
///
/// Internal state: the deflection `e` \[m\], one per axis of the domain.
///
/// ```
/// use stiction_core::{Impedance, Motion, ParameterError, Shaft, Stage};
/// use stiction_friction::GsatFriction;
///
/// let joint = GsatFriction::<Shaft>::builder().stiffness(5e3).damping(1.0).limit(0.5).build()?;
///
/// let motion = Motion { pose: 0.0, flow: 2.0 }; // slides at 2 rad/s
/// let mut rate = [0.0];
/// let torque = joint.respond(&Stage::first(0.0, 1e-4), &motion, &[0.0], &mut rate);
/// assert_eq!(torque, -0.5);
/// # Ok::<(), ParameterError>(())
/// ```
/// The damping is a must, and its absence does not compile:
/// ```compile_fail
/// use stiction_core::Shaft;
/// use stiction_friction::GsatFriction;
/// let joint = GsatFriction::<Shaft>::builder().stiffness(5e3).limit(0.5).build();
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<GsatFriction<D>, ParameterError>))]
#[describe(tag = "gsat")]
pub struct GsatFriction<D: VectorDomain> {
    /// Stiffness `K` of the stuck contact \[N/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Damping `B` of the stuck contact \[N s/m\], ≥ 0.
    #[field(non_negative)]
    damping: f64,
    /// Magnitude `F` of the sliding friction \[N\], ≥ 0.
    #[field(non_negative)]
    limit: f64,
    /// How the stage length enters; the paper's form by default.
    #[builder(default)]
    relaxation: Relaxation,
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D: VectorDomain> Bristle for GsatFriction<D> {
    type Domain = D;
    fn stiffness(&self) -> f64 {
        self.stiffness
    }
    #[inline(always)]
    fn friction(
        &self,
        tau: f64,
        velocity: D::Vector,
        deflection: D::Vector,
    ) -> (D::Vector, D::Vector) {
        let stage_damping = self.relaxation.stage_damping(self.stiffness, self.damping, tau);
        gsat_step(self.stiffness, stage_damping, self.limit, velocity, deflection)
    }
    #[inline(always)]
    fn kernel<R: Real, S: Scalars<R>>(
        &self,
        numbers: &mut impl Numbers<R>,
        tau: f64,
        velocity: S,
        deflection: S,
    ) -> Option<[S; 2]> {
        let [stiffness, damping, limit] = numbers.read([self.stiffness, self.damping, self.limit]);
        let stage_damping = self.relaxation.kernel(numbers, stiffness, damping, tau);
        kernel(stiffness, stage_damping, limit, velocity, deflection)
    }
    fn stuck_damping(&self, tau: f64) -> f64 {
        self.relaxation.stage_damping(self.stiffness, self.damping, tau)
    }
    fn borne(&self, bent: &Bent<D::Vector>) -> (f64, f64) {
        (length(bent.force), self.limit)
    }
}

#[cfg(test)]
#[path = "gsat_tests.rs"]
mod tests;
