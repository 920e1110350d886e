//! The interval of a weakly determined parameter: how far it can go while the others follow.
//!
//! One coordinate is held at `u` and the others are fitted again; the interval ends where the sum of squares has
//! grown by `t² σ²` (D. M. Bates and D. G. Watts, *Nonlinear Regression Analysis*, 1988, section 6.1.2). Unlike an
//! interval from the curvature at the minimum it need not be symmetric, and it may have no end.

use crate::fit::marquardt::{Search, minimum};
use crate::fit::problem::{Differences, Problem};

/// Steps of a walk to one side.
const MOST_STEPS: usize = 12;
/// The search after each step.
const SEARCH: Search = Search { most_iterations: 8, differences: Differences::Central };

/// Returns the end of the interval in a direction (1 or −1), if it is within reach; `rise` is the allowed growth of
/// the sum.
pub(crate) fn end(
    problem: &Problem<'_>,
    (best, sum): (&[f64], f64),
    axis: usize,
    (sign, step): (f64, f64),
    rise: f64,
) -> Option<f64> {
    let (mut at, mut before) = (best.to_vec(), (best[axis], 0.0_f64));
    for k in 1..=MOST_STEPS {
        let place = problem.axes[axis].clamp(best[axis] + sign * step * k as f64);
        if place == before.0 {
            return None;
        }
        at[axis] = place;
        // If the model has no run, nothing can be said.
        let Ok(found) = minimum(problem, &at, Some(axis), SEARCH) else { return None };
        let grown = found.there.value - sum;
        if grown >= rise {
            // The root of the growth is nearly linear.
            let (a, b) = (before.1.max(0.0).sqrt(), grown.sqrt());
            let share = if b > a { (rise.sqrt() - a) / (b - a) } else { 1.0 };
            return Some(before.0 + share.clamp(0.0, 1.0) * (place - before.0));
        }
        before = (place, grown);
        at = found.at;
    }
    None
}
