//! Repeating a run with half the step, to warn if that changes the results.
//!
//! Errors of single steps that are too small to be noticed add up, at first order if something sticks. Without step
//! watch and energy balance, twice the steps take less time than the run itself did.

use stiction_output::short;
use stiction_scenario::Scenario;

use crate::run::{Aside, ColumnExtent, ROUNDING, ScenarioRun, finer};

/// A larger change of a mean, as a share of the largest value in its column, gives a warning. At first order the mean
/// is off by twice that.
const CHANGE: f64 = 0.005;

/// Returns a warning that names the column whose mean changes most with half the step; `None` if all is well or the
/// run has warnings already.
pub(crate) fn warning(
    scenario: &Scenario,
    base: &ScenarioRun,
    progress: bool,
    aside: Aside<'_>,
) -> Option<String> {
    let solver = &scenario.solver;
    if !base.warnings.is_empty() {
        return None;
    }
    let half = match finer(scenario, base, progress, aside)(solver.step / 2.0) {
        Ok(half) => half,
        Err(error) => return Some(format!("in steps of a half the run fails: {error}")),
    };
    // Other rows have other means and other largest values.
    let half = half.columns_at(base.record.time());
    let largest = |values: &[f64]| {
        let extent = ColumnExtent::of(values);
        extent.min.abs().max(extent.max.abs())
    };
    let columns = || base.columns_with_units().zip(&half).skip(1);
    let largest_in = |wanted: &str| {
        let alike = columns().filter(|((_, unit), _)| *unit == wanted);
        alike.map(|(_, values)| largest(values)).fold(0.0, f64::max)
    };
    // A body that only moves straight turns by rounding, and so do its rates and torques, whose largest values do not
    // show that; one that only turns moves by rounding. Angles are compared with distances at 1 m from the axis.
    let still = |position: &str, other: &str| {
        columns().any(|((_, unit), _)| unit == position)
            && largest_in(position) < ROUNDING * largest_in(other)
    };
    let (fixed, parallel) = (still("m", "rad"), still("rad", "m"));
    let by_rounding = |unit: &str| match unit {
        "m" | "m/s" | "N" => fixed,
        "rad" | "rad/s" | "N m" => parallel,
        _ => false,
    };
    let changes = columns().zip(base.record.columns().iter().skip(1)).filter_map(
        |(((name, unit), halved), values)| {
            let by = (ColumnExtent::of(values).mean - ColumnExtent::of(halved).mean).abs();
            let share = by / largest(halved);
            let counts = share > CHANGE
                && by > ROUNDING * largest_in(unit)
                && !by_rounding(unit)
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
