//! One step of a friction element with any limit set: the kernel of every law that sticks.
//!
//! ```text
//! f* = Z v + K e,  f = nearest of C(N) to f* in the metric Z⁻¹,  ε = Z⁻¹ (f − K e)
//! ```
//! which is eq. 19 of Kikuuwe and Yamamoto for a disc and a scalar Z, and backward Euler of
//! "the slip `v − ė` is normal to the limit set at f" for any other. In stick `ε` is `v` itself.

use stiction_core::Vector;

use crate::limit_set::length;
use crate::{AxisGain, Gain, LimitSet, StribeckCurve};

/// Returns the force `f` along +v and rate `ε` of the deflection `e`, at the friction `scale · C(1)`.
///
/// `stage_damping` is the `Z` that the stage uses. If it is zero (no damper, outside any step) the
/// law is elastic-perfectly-plastic: motion that the spring cannot bear is slip.
#[inline(always)]
#[must_use]
pub fn saturation_step<V, S, G>(
    set: &S,
    scale: f64,
    stiffness: &G,
    stage_damping: &G,
    velocity: V,
    deflection: V,
) -> (V, V)
where
    V: Vector,
    S: LimitSet<V>,
    G: Gain<V> + AxisGain,
{
    if stage_damping.is_singular() {
        return elastic_plastic(set, scale, stiffness, velocity, deflection);
    }
    let spring = stiffness.apply(deflection);
    let trial = stage_damping.apply(velocity) + spring;
    match set.saturated(scale, stage_damping, trial) {
        None => (trial, velocity),
        Some(force) => (force, stage_damping.solve(force - spring)),
    }
}

/// Returns the limit of Z → 0: the spring force stays in the set. Its velocity, projected on the directions
/// that stay inside, is the change of the projection over a short time.
#[cold]
#[inline(never)]
fn elastic_plastic<V, S, G>(
    set: &S,
    scale: f64,
    stiffness: &G,
    velocity: V,
    deflection: V,
) -> (V, V)
where
    V: Vector,
    S: LimitSet<V>,
    G: Gain<V> + AxisGain,
{
    /// Share of the limit by which the spring is stretched: its root is the best choice for a
    /// difference, and what curves the border changes no more.
    const SHARE: f64 = 1e-8;
    let spring = stiffness.apply(deflection);
    let force = set.saturated(scale, stiffness, spring).unwrap_or(spring);
    let speed = length(stiffness.apply(velocity));
    let size = length(force);
    if speed == 0.0 {
        return (force, velocity);
    }
    if size == 0.0 {
        // No spring force yet: it holds if anything is admissible in this direction.
        let held = scale > 0.0 && set.gauge(velocity) < f64::INFINITY;
        return (force, if held { velocity } else { V::zero() });
    }
    let time = SHARE * size / speed;
    let trial = force + stiffness.apply(velocity) * time;
    match set.saturated(scale, stiffness, trial) {
        None => (force, velocity),
        Some(next) => (force, stiffness.solve(next - force) * (1.0 / time)),
    }
}

/// Saturates as [`LimitSet::saturated`] does, with a friction that depends on the sliding speed: the set is
/// `normal_force · curve(s) · C(1)` at the equivalent speed s of the slip, which is solved for.
///
/// If the curve falls faster than the stage damping resists, there are several solutions; the one
/// found depends on nothing but the arguments.
#[must_use]
pub fn saturated_by_speed<V, S, G>(
    set: &S,
    normal_force: f64,
    curve: &StribeckCurve,
    gain: &G,
    trial: V,
) -> Option<V>
where
    V: Vector,
    S: LimitSet<V>,
    G: Gain<V>,
{
    /// Halving alone would need this many for any bracket.
    const MAX_ITERATIONS: usize = 200;
    let at = |speed: f64| {
        let force = set.saturated(normal_force * curve.value(speed), gain, trial).unwrap_or(trial);
        (force, equivalent_speed(set, gain.solve(trial - force)))
    };
    set.saturated(normal_force * curve.breakaway(), gain, trial)?;
    // Friction falls with the speed: the slip is between that of the strongest and of the weakest.
    let (mut low, mut high) = (at(0.0).1, at(f64::INFINITY).1);
    let (mut low_excess, mut high_excess) = (at(low).1 - low, at(high).1 - high);
    let mut side = 0.0;
    for _ in 0..MAX_ITERATIONS {
        let narrow = high - low <= 4.0 * f64::EPSILON * high;
        if narrow || low_excess <= 0.0 || high_excess >= 0.0 {
            break;
        }
        // Regula falsi in the Illinois form: halving the end that stays makes both ends move.
        let share = low_excess / (low_excess - high_excess);
        let secant = low + share * (high - low);
        let middle = if secant > low && secant < high { secant } else { 0.5 * (low + high) };
        let excess = at(middle).1 - middle;
        if excess >= 0.0 {
            (low, low_excess) = (middle, excess);
            high_excess *= if side > 0.0 { 0.5 } else { 1.0 };
            side = 1.0;
        } else {
            (high, high_excess) = (middle, excess);
            low_excess *= if side < 0.0 { 0.5 } else { 1.0 };
            side = -1.0;
        }
    }
    Some(at(if low_excess <= 0.0 { low } else { high }).0)
}

/// Returns the speed of plain sliding that would lose as much power as a slip: `|u|` for a disc.
#[inline(always)]
pub(crate) fn equivalent_speed<V: Vector, S: LimitSet<V>>(set: &S, slip: V) -> f64 {
    let sliding = set.sliding_friction();
    if sliding > 0.0 { set.support(slip) / sliding } else { length(slip) }
}

#[cfg(test)]
#[path = "saturation_tests.rs"]
mod tests;
