//! Friction that sticks and whose sliding force depends on the speed: Stribeck and viscous.
//!
//! The element of [`gsat`](mod@crate::gsat) with the friction `F(s) + D s` at the sliding speed
//! `s = |w|`, `w = v − ė`. Backward Euler over the stage gives, with `f* = Z v + K e`,
//!
//! ```text
//! |f*| ≤ Fs:  stick, f = f*, ε = v
//! else:       Z s + F(s) + D s = |f*|,  w = s f*/|f*|,  f = f* − Z w,  ε = v − w
//! ```
//!
//! in any number of dimensions. For the rational curve `s` is the positive root of a quadratic; for
//! the others a safeguarded Newton iteration finds it to rounding.
//!
//! | symbol | setter | unit | range |
//! |---|---|---|---|
//! | K | `stiffness` | N/m | > 0 |
//! | B | `damping` | N s/m | > 0 |
//! | F(s) | `curve` | N | [`StribeckCurve`] |
//! | D | `viscous_damping` | N s/m | ≥ 0, default 0 |
//! | Z | `relaxation` | | [`Relaxation::Implicit`] |
//!
//! Source: the form of Kikuuwe and Yamamoto, eqs. 16 to 19, which leave rate dependence to Kikuuwe
//! et al. 2006, section III.F; the solution is derived in the book, page "Kikuuwe and Yamamoto".
//!
//! Limits: where `B + D < max |F'|` ([`RateDependentGsat::is_breakaway_continuous`] is false) the
//! sliding speed can jump at break-away, by `(Fs − Fc)/(Z + D) − vs` for the rational curve, and the
//! other curves can have several solutions. The iteration starts at the fastest end.

use core::marker::PhantomData;

use stiction_core::{
    Bent, BreakawayDamping, Bristle, Describe, Numbers, ParameterError, Real, Scalars, VectorDomain,
};
use typed_builder::TypedBuilder;

use crate::gsat::{norm, trial};
use crate::limit_set::length;
use crate::stribeck::CurvesIn;
use crate::{Relaxation, StribeckCurve, StribeckShape};

/// Bisection alone reaches neighbouring numbers in this many steps from any bracket that occurs.
const MAX_ITERATIONS: usize = 128;

/// Returns the speed `s ≥ 0` \[m/s\] with `A s + F(s) = drive`, for `A > 0` \[N s/m\] and
/// `drive > F(0)` \[N\].
#[inline(always)]
#[must_use]
pub fn sliding_speed(curve: &StribeckCurve, slope: f64, drive: f64) -> f64 {
    match curve.shape() {
        StribeckShape::Rational => {
            let p = slope * curve.stribeck_speed() + curve.coulomb() - drive;
            let c = (curve.breakaway() - drive) * curve.stribeck_speed();
            let root = (p * p - 4.0 * slope * c).sqrt();
            // This form has no cancellation.
            if p <= 0.0 { (root - p) / (2.0 * slope) } else { -2.0 * c / (p + root) }
        }
        StribeckShape::Gaussian | StribeckShape::Exponential { .. } => {
            bracketed_newton(curve, slope, drive)
        }
    }
}

/// Solves by Newton's iteration, which bisects if it would leave the bracket or gain less than a half.
fn bracketed_newton(curve: &StribeckCurve, slope: f64, drive: f64) -> f64 {
    let mut low = (drive - curve.breakaway()) / slope;
    let mut high = (drive - curve.coulomb()) / slope;
    let mut s = high;
    let mut last_excess = f64::INFINITY;
    for _ in 0..MAX_ITERATIONS {
        let excess = slope * s + curve.value(s) - drive;
        // The rounding of the terms of `excess`; nothing below it can be told from zero.
        if excess.abs() <= 0.5 * f64::EPSILON * drive {
            break;
        }
        if excess > 0.0 {
            high = s;
        } else {
            low = s;
        }
        let newton = s - excess / (slope + curve.derivative(s));
        let slow = excess.abs() > 0.5 * last_excess;
        let next = if newton > low && newton < high && !slow { newton } else { 0.5 * (low + high) };
        // Equal to an end of the bracket: no number is left between them.
        if !(next > low && next < high) {
            break;
        }
        last_excess = excess.abs();
        s = next;
    }
    s
}

/// Coulomb friction with Stribeck effect and viscous friction that sticks without drift.
///
/// Internal state: the deflection `e` \[m\], one per axis of the domain.
///
/// ```
/// use stiction_core::Line;
/// use stiction_friction::{RateDependentGsat, StribeckCurve, StribeckShape};
///
/// let curve = StribeckCurve::builder()
///     .coulomb(1.0).breakaway(1.5).stribeck_speed(0.01).shape(StribeckShape::Rational).build()?;
/// let slide = RateDependentGsat::<Line>::builder()
///     .stiffness(1e5).damping(400.0).curve(curve).viscous_damping(0.4).build()?;
/// assert!(slide.is_breakaway_continuous());
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<RateDependentGsat<D>, ParameterError>))]
#[describe(tag = "rate_dependent_gsat")]
pub struct RateDependentGsat<D: VectorDomain> {
    /// Stiffness `K` of the stuck contact \[N/m\], > 0.
    #[field(positive)]
    stiffness: f64,
    /// Damping `B` of the stuck contact \[N s/m\], > 0.
    #[field(positive)]
    damping: f64,
    /// Friction `F(s)` \[N\] against the sliding speed.
    curve: StribeckCurve,
    /// Viscous friction `D` \[N s/m\], ≥ 0.
    #[builder(default)]
    #[field(non_negative)]
    viscous_damping: f64,
    /// How the stage length enters; the paper's form by default.
    #[builder(default)]
    relaxation: Relaxation,
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

impl<D: VectorDomain> RateDependentGsat<D> {
    /// Returns whether the sliding speed is a continuous function of the load at break-away, for every step:
    /// `B + D ≥ max |F'|`, which is `(Fs − Fc)/vs` for the rational curve and 0.858 of that for the
    /// Gaussian.
    #[must_use]
    pub fn is_breakaway_continuous(&self) -> bool {
        self.breakaway_damping().is_enough()
    }

    fn breakaway_damping(&self) -> BreakawayDamping {
        self.curve.breakaway_damping(self.damping + self.viscous_damping, 1.0)
    }
}

/// Returns the force along +v and rate of the deflection of one element or several, for the stiffness, the stage
/// damping Z and the viscous damping.
#[inline(always)]
pub(crate) fn step<R: Real, S: Scalars<R>>(
    [stiffness, stage_damping, viscous]: [R; 3],
    curves: CurvesIn<R>,
    velocity: S,
    deflection: S,
) -> [S; 2] {
    let trial = trial(stiffness, stage_damping, velocity, deflection);
    let size = norm(trial);
    let sticks = size.at_most(curves.breakaway());
    if R::all(sticks) {
        return [trial, velocity];
    }
    let slope = stage_damping + viscous;
    // In stick there is nothing to solve.
    let speed = R::from_fn(
        size.token(),
        #[inline(always)]
        |lane| {
            let (curve, drive) = (curves.lane(lane), size.lane(lane));
            if drive <= curve.breakaway() {
                0.0
            } else {
                sliding_speed(&curve, slope.lane(lane), drive)
            }
        },
    );
    let share = speed / size;
    let slip = |axis| trial.at(axis) * share;
    let force = S::from_fn(
        #[inline(always)]
        |axis| R::select(sticks, trial.at(axis), trial.at(axis) - slip(axis) * stage_damping),
    );
    let rate = S::from_fn(
        #[inline(always)]
        |axis| R::select(sticks, velocity.at(axis), velocity.at(axis) - slip(axis)),
    );
    [force, rate]
}

impl<D: VectorDomain> Bristle for RateDependentGsat<D> {
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
        let [stiffness, damping, viscous] =
            numbers.read([self.stiffness, self.damping, self.viscous_damping]);
        let stage_damping = self.relaxation.kernel(numbers, stiffness, damping, tau);
        let curves = self.curve.side_by_side(numbers);
        Some(step([stiffness, stage_damping, viscous], curves, velocity, deflection))
    }
    fn stuck_damping(&self, tau: f64) -> f64 {
        self.relaxation.stage_damping(self.stiffness, self.damping, tau)
    }
    fn breakaway(&self) -> Option<BreakawayDamping> {
        Some(self.breakaway_damping())
    }
    fn borne(&self, bent: &Bent<D::Vector>) -> (f64, f64) {
        let slip = bent.slip_speed;
        (length(bent.force), self.curve.value(slip) + self.viscous_damping * slip)
    }
}

#[cfg(test)]
#[path = "rate_dependent_tests.rs"]
mod tests;
