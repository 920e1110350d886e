//! Reductions of a column to one number.
//!
//! A row that is NaN makes the result NaN. Sums are plain, because no variable of a mechanism in SI units is so
//! large or small that its square overflows or vanishes.

/// Returns the least value; NaN without values, or if one is NaN.
pub(crate) fn least(values: &[f64]) -> f64 {
    fold(values, f64::min)
}

/// Returns the largest value; NaN without values, or if one is NaN.
pub(crate) fn largest(values: &[f64]) -> f64 {
    fold(values, f64::max)
}

fn fold(values: &[f64], choose: fn(f64, f64) -> f64) -> f64 {
    // `min` and `max` skip NaN.
    let either = |a: f64, b: f64| if a.is_nan() || b.is_nan() { f64::NAN } else { choose(a, b) };
    values.iter().copied().reduce(either).unwrap_or(f64::NAN)
}

/// Returns the mean.
pub(crate) fn mean(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / count(values);
    // Rounding must not move it out of the range.
    let (low, high) = (least(values), largest(values));
    if low <= high { mean.clamp(low, high) } else { mean }
}

/// Returns the root of the mean square.
pub(crate) fn root_mean_square(values: &[f64]) -> f64 {
    (values.iter().map(|value| value * value).sum::<f64>() / count(values)).sqrt()
}

/// Returns the slope of the straight line through points (least squares); NaN for one point.
pub(crate) fn slope(x: &[f64], y: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / count(values);
    let (x_mean, y_mean) = (mean(x), mean(y));
    let cross: f64 = x.iter().zip(y).map(|(x, y)| (x - x_mean) * (y - y_mean)).sum();
    let square: f64 = x.iter().map(|x| (x - x_mean) * (x - x_mean)).sum();
    cross / square
}

fn count(values: &[f64]) -> f64 {
    values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [f64; 4] = [3.0, -1.0, 1.0, 5.0];

    #[test]
    fn a_row_that_is_no_number_is_not_skipped() {
        for place in 0..ROWS.len() {
            let mut rows = ROWS;
            rows[place] = f64::NAN;
            for reduce in [least, largest, mean, root_mean_square] {
                assert!(reduce(&rows).is_nan(), "{place}");
            }
            assert!(slope(&[0.0, 1.0, 2.0, 4.0], &rows).is_nan(), "{place}");
            rows[place] = f64::INFINITY;
            let all = [largest, mean, root_mean_square].map(|reduce| reduce(&rows));
            assert_eq!(all, [f64::INFINITY; 3], "{place}");
            assert!(least(&rows) < 4.0);
        }
        for reduce in [least, largest, mean, root_mean_square] {
            assert!(reduce(&[]).is_nan());
            assert_eq!(reduce(&[0.0]), 0.0);
        }
        assert!(slope(&[1.0], &[1.0]).is_nan());
    }
}
