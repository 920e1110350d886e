//! How noisy measured velocities are.

use nalgebra::Vector3;

use super::Recording;

/// Third differences of white noise have 1 + 9 + 9 + 1 times its variance.
const THIRD_DIFFERENCE: f64 = 20.0;

/// Median of |x| for a normal distribution of unit variance.
const MEDIAN_DEVIATION: f64 = 0.674_489_750_196_081_7;

/// Returns a first guess of the standard deviations: the scatter of third differences, which the
/// smooth motion hardly adds to; their median, so that jumps of the load do not count.
///
/// At least `floor` times the root mean square of each velocity.
pub(super) fn first_guess(recording: &Recording, floor: f64) -> Vector3<f64> {
    let velocities = recording.velocities();
    let least = recording.sizes() * floor;
    Vector3::from_fn(|i, _| {
        let third = |v: &[Vector3<f64>]| (v[3][i] - 3.0 * (v[2][i] - v[1][i]) - v[0][i]).abs();
        let mut differences: Vec<f64> = velocities.windows(4).map(third).collect();
        let scatter = median(&mut differences).unwrap_or(0.0);
        (scatter / (MEDIAN_DEVIATION * THIRD_DIFFERENCE.sqrt())).max(least[i])
    })
}

/// Returns the median of numbers without NaN, `None` if there are no numbers. Sorts them.
pub(super) fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let (last, half) = (values.len().checked_sub(1)?, values.len() / 2);
    Some(0.5 * (values[last / 2] + values[half]))
}

/// Returns the standard deviation of a normal distribution with this median of absolute deviations.
pub(super) fn deviation_of(median_deviation: f64) -> f64 {
    median_deviation / MEDIAN_DEVIATION
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }
}
