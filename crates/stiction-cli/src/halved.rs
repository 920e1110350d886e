//! A short run is made once more in steps of a half, and what that changes is told.
//!
//! Errors of single steps that are too small for any look at them add up, at first order where something sticks. They
//! are large when steps are large, and then there are few of them, so that the run can be made again.

use stiction::scenario::Scenario;

use crate::extent::Extent;
use crate::numbers::short;
use crate::recording::{Recording, finer};
use crate::refined::ROUNDING;
use crate::units::unit;

/// Longer runs are not made again.
const STEPS: f64 = 5000.0;

/// A mean that changes by a larger share of the largest value in its column is told. At first order the mean is off by
/// twice that.
const CHANGE: f64 = 0.005;

/// A warning that names the column whose mean changes most in steps of a half; nothing if all is well, and of a run
/// that is too long or was warned of already.
pub(crate) fn warning(scenario: &Scenario, base: &Recording) -> Option<String> {
    let solver = &scenario.solver;
    if solver.until / solver.step > STEPS || !base.warnings.is_empty() {
        return None;
    }
    let half = match finer(scenario, base)(solver.step / 2.0) {
        Ok(half) => half,
        Err(error) => return Some(format!("in steps of a half the run fails: {error}")),
    };
    let largest = |values: &[f64]| {
        let extent = Extent::of(values);
        extent.min.abs().max(extent.max.abs())
    };
    let columns = || half.names().iter().zip(half.columns()).skip(1);
    let largest_in = |wanted: &str| {
        let alike = columns().filter(|(name, _)| unit(name) == wanted);
        alike.map(|(_, values)| largest(values)).fold(0.0, f64::max)
    };
    // A body that only moves straight turns by rounding, and so do its rates and torques, whose own largest values say
    // nothing of that; one that only turns moves by rounding. Angles are compared with ways at 1 m from the axis.
    let still = |position: &str, other: &str| {
        columns().any(|(name, _)| unit(name) == position)
            && largest_in(position) < ROUNDING * largest_in(other)
    };
    let (fixed, parallel) = (still("m", "rad"), still("rad", "m"));
    let by_rounding = |unit: &str| match unit {
        "m" | "m/s" | "N" => fixed,
        "rad" | "rad/s" | "N m" => parallel,
        _ => false,
    };
    let changes = columns().zip(base.record.columns().iter().skip(1)).filter_map(
        |((name, halved), values)| {
            let by = (Extent::of(values).mean - Extent::of(halved).mean).abs();
            let share = by / largest(halved);
            let counts = share > CHANGE
                && by > ROUNDING * largest_in(unit(name))
                && !by_rounding(unit(name))
                && !name.starts_with("energy");
            counts.then_some((name, share))
        },
    );
    let (name, share) = changes.max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(format!(
        "the step of {} s is too large for this run: in steps of a half the mean of `{name}` changes by {} % of its \
         largest value (--refine estimates the error of each column)",
        short(solver.step),
        short(100.0 * share)
    ))
}
