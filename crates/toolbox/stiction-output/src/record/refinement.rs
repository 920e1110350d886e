//! Estimate of the error of a run, from runs with finer steps.

use super::Recorder;

/// The change of one column of a recording by finer steps.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RefinedColumn {
    /// Name of the column.
    pub name: String,
    /// Largest difference between the run and that with half the step.
    pub difference: f64,
    /// Largest difference between the runs with half and with a quarter of the step.
    pub finer_difference: f64,
    /// Order at which the differences fall: 4 for smooth motion with RK4, about 1 if something sticks or changes
    /// abruptly. None if there is no difference.
    pub order: Option<f64>,
    /// Estimated largest error of the run, the sum of all further differences; none if the differences do not fall,
    /// so that there is no estimate.
    pub error: Option<f64>,
}

/// Least factor by which differences fall.
const LEAST_FALL: f64 = 1.25;
/// Differences below this share of the largest value are rounding, summed over many steps.
const ROUNDING: f64 = 1e-12;

/// Makes a run with a step \[s\], its half and its quarter and compares the recordings at the times of the first
/// run, with linear interpolation between rows. Returns the changes column by column, without the time.
///
/// Values that differ by rounding only count as equal. If friction sets in, or jumps or impacts change the motion
/// abruptly, the order is lower than that of the scheme; an estimate is then good to a factor of about two. An
/// event between two stages of all three runs is missed by all of them.
///
/// ```
/// use stiction::prelude::*;
/// use stiction::record::refine;
///
/// let columns = refine(0.01, |step| {
///     let mut net = NetworkBuilder::new();
///     let mass = PointMass::<Line>::builder().mass(1.0).build()?;
///     let mass = net.add(mass, Motion::new(0.1, 0.0))?;
///     let spring = SpringDamper::builder().stiffness(100.0).damping(0.0).build()?;
///     net.connect(spring, Direct::new(), mass.port())?;
///     let mut sim = Simulation::new(net.build()?, Tableau::rk4(), step)?;
///     let mut record: Recorder = Sampler::every_seconds(0.1)
///         .channel("x", move |frame| Ok(frame.motion(mass)?.pose))
///         .into();
///     sim.run_observed(1.0, &mut record)?;
///     Ok::<_, Box<dyn std::error::Error>>(record)
/// })?;
/// let x = &columns[0];
/// assert!((x.order.unwrap() - 4.0).abs() < 0.1);
/// // 0.1 cos(10 t), after a hundred steps of RK4.
/// assert!(x.error.unwrap() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of `run`.
pub fn refine<E>(
    step: f64,
    mut run: impl FnMut(f64) -> Result<Recorder, E>,
) -> Result<Vec<RefinedColumn>, E> {
    let base = run(step)?;
    refine_from(&base, step, run)
}

/// As [`refine`], for a run that was already made.
///
/// # Errors
/// Those of `run`.
pub fn refine_from<E>(
    base: &Recorder,
    step: f64,
    mut run: impl FnMut(f64) -> Result<Recorder, E>,
) -> Result<Vec<RefinedColumn>, E> {
    let half = run(step / 2.0)?;
    let quarter = run(step / 4.0)?;
    let [half, quarter] = [half, quarter].map(|finer| finer.columns_at(base.time()));
    let columns = (1..base.columns().len()).map(|index| {
        let values = &base.columns()[index];
        // A run without the column gives no values.
        let none = vec![f64::NAN; values.len()];
        let [half, quarter] = [&half, &quarter].map(|finer| finer.get(index).unwrap_or(&none));
        column(&base.names()[index], values, half, quarter)
    });
    Ok(columns.collect())
}

impl Recorder {
    /// Returns its columns at other times \[s\], ascending, with linear interpolation between rows, and the last row
    /// after the end. If two rows have one time, before and after a jump, the second of two equal `times` gets the
    /// second row.
    #[must_use]
    pub fn columns_at(&self, times: &[f64]) -> Vec<Vec<f64>> {
        let at = |values: &Vec<f64>| {
            let row = |k: usize| {
                let is_after_jump = k > 0 && times[k] == times[k - 1];
                interpolated(self.time(), values, times[k], is_after_jump)
            };
            (0..times.len()).map(row).collect()
        };
        self.columns().iter().map(at).collect()
    }
}

fn column(name: &str, base: &[f64], half: &[f64], quarter: &[f64]) -> RefinedColumn {
    let size = base.iter().fold(0.0, |size: f64, value| size.max(value.abs()));
    let differ = |a: &[f64], b: &[f64]| {
        // NaN differs from everything except NaN.
        let pairs = a.iter().zip(b).filter(|(a, b)| !(a.is_nan() && b.is_nan()));
        pairs
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, |most: f64, d| if d > most || d.is_nan() { d } else { most })
    };
    let (difference, finer_difference) = (differ(base, half), differ(half, quarter));
    let fall = difference / finer_difference;
    let is_rounding = difference <= ROUNDING * size && finer_difference <= ROUNDING * size;
    let (order, error) = if is_rounding {
        (None, Some(difference.max(finer_difference)))
    } else {
        let error = difference / (1.0 - fall.recip());
        (Some(fall.log2()), (fall >= LEAST_FALL).then_some(error))
    };
    RefinedColumn { name: name.to_owned(), difference, finer_difference, order, error }
}

/// Returns the value by linear interpolation between the rows around a time; the last row after the end. At a
/// jump, which has two rows, `is_after_jump` chooses the second.
fn interpolated(times: &[f64], values: &[f64], time: f64, is_after_jump: bool) -> f64 {
    let after = times.partition_point(|&known| known < time);
    if is_after_jump {
        let last = times.partition_point(|&known| known <= time);
        if let Some(last) = last.checked_sub(1).filter(|last| times[*last] == time) {
            return values[last];
        }
    }
    match (after.checked_sub(1), times.get(after)) {
        (Some(before), Some(&next)) if next > time => {
            let share = (time - times[before]) / (next - times[before]);
            // Near a row its value is taken, because a mode or a jump cannot be interpolated.
            if share < 1e-6 {
                values[before]
            } else {
                values[before] + share * (values[after] - values[before])
            }
        }
        (_, Some(_)) => values[after],
        (Some(last), None) => values[last],
        (None, None) => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use stiction::prelude::*;
    use stiction_network::SimulationError;

    use super::*;
    use crate::record::{Recorder, Sampler};

    #[test]
    fn errors_of_known_order_are_estimated() {
        // y(T) = 1 + 3 T^p at T = 1, 1/2, 1/4.
        for p in [1, 2, 4] {
            let at = |step: f64| [0.0, 1.0 + 3.0 * step.powi(p)];
            let found = column("y", &at(1.0), &at(0.5), &at(0.25));
            assert!((found.order.unwrap() - f64::from(p)).abs() < 1e-12, "{found:?}");
            assert!((found.error.unwrap() - 3.0).abs() < 1e-12, "{found:?}");
        }
    }

    #[test]
    fn nothing_is_said_of_differences_that_do_not_fall() {
        for [base, half, quarter] in
            [[1.0, 2.0, 1.0], [1.0, 1.0, 3.0], [0.0, 1.0, 1.9], [1.0, f64::NAN, 1.0]]
        {
            let found = column("y", &[base], &[half], &[quarter]);
            assert_eq!(found.error, None, "{found:?}");
        }
        // Constants are constant, and rounding does not count as an error.
        assert_eq!(column("y", &[2.0], &[2.0], &[2.0]).error, Some(0.0));
        assert_eq!(column("y", &[2.0], &[2.0 + 4e-16], &[2.0]).error, Some(4.440892098500626e-16));
        assert_eq!(column("y", &[f64::NAN], &[f64::NAN], &[f64::NAN]).error, Some(0.0));
    }

    #[test]
    fn rows_between_rows_lie_on_lines() {
        let (times, values) = ([0.0, 1.0, 3.0], [0.0, 2.0, 6.0]);
        for (time, expected) in
            [(0.0, 0.0), (0.5, 1.0), (1.0, 2.0), (2.0, 4.0), (3.0, 6.0), (9.0, 6.0)]
        {
            assert_eq!(interpolated(&times, &values, time, false), expected, "{time}");
        }
        assert!(interpolated(&[], &[], 0.0, false).is_nan());
        // A jump at 1: one row before it and one after.
        let (times, values) = ([0.0, 1.0, 1.0, 2.0], [0.0, 1.0, 5.0, 6.0]);
        let at = |time, is_after_jump| interpolated(&times, &values, time, is_after_jump);
        assert_eq!([at(1.0, false), at(1.0, true), at(1.5, false)], [1.0, 5.0, 5.5]);
        assert_eq!(at(0.5, true), 0.5); // no jump there in this run
    }

    /// A push jumps, with both sides recorded, and two columns have one name: the jump does not count as an error.
    #[test]
    fn a_jump_is_no_error_and_columns_are_told_apart_by_their_places() {
        let columns = refine(0.01, |step| {
            let mut net = NetworkBuilder::new();
            let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
            let mass = net.add(mass, Motion::default())?;
            let push =
                stiction::core::signal::Square::builder().amplitude(1.0).period(0.5).start(0.033);
            let push =
                net.connect(TimedEffort::new(push.build().unwrap()), Direct::new(), mass.port())?;
            let mut sim = Simulation::new(net.build()?, Tableau::rk4(), step)?;
            let sampler = Sampler::every_seconds(0.1).both_sides_of_jumps();
            let sampler = sampler.channel("a", move |frame| frame.effort(push));
            let sampler = sampler.channel("a", move |frame| Ok(frame.motion(mass)?.flow));
            let mut record = Recorder::from(sampler);
            sim.run_observed(1.0, &mut record)?;
            Ok::<_, SimulationError>(record)
        });
        let columns = columns.unwrap();
        let [effort, speed] = &columns[..] else { panic!() };
        assert_eq!((effort.difference, effort.error), (0.0, Some(0.0)));
        // The scheme is exact for constant pushes, so rows of one time have one speed.
        assert!(speed.difference < 1e-12 && speed.difference > 0.0, "{speed:?}");
    }

    /// A finer run that lacks a column.
    #[test]
    fn what_a_finer_run_does_not_tell_is_unknown() {
        let columns = refine(0.5, |step| {
            let sim = |net: NetworkBuilder| Simulation::new(net.build()?, Tableau::rk4(), step);
            let mut sim = sim(NetworkBuilder::new())?;
            let mut sampler = Sampler::every_steps(1);
            if step == 0.5 {
                sampler = sampler.channel("t2", |frame| Ok(frame.time()));
            }
            let mut record = Recorder::from(sampler);
            sim.run_observed(1.0, &mut record)?;
            Ok::<_, SimulationError>(record)
        });
        assert_eq!(columns.unwrap()[0].error, None);
    }
}
