//! From the rows of a column to one number.
//!
//! A row that is no number makes the result none, and sums neither overflow nor vanish where their
//! result does not: they are of values over a power of two near the largest of them, and otherwise the
//! same to the bit.

/// The least value; NaN without values, and where one is NaN.
pub(crate) fn least(values: &[f64]) -> f64 {
    fold(values, f64::min)
}

/// The largest value; NaN without values, and where one is NaN.
pub(crate) fn largest(values: &[f64]) -> f64 {
    fold(values, f64::max)
}

fn fold(values: &[f64], choose: fn(f64, f64) -> f64) -> f64 {
    // `min` and `max` skip NaN.
    let either = |a: f64, b: f64| if a.is_nan() || b.is_nan() { f64::NAN } else { choose(a, b) };
    values.iter().copied().reduce(either).unwrap_or(f64::NAN)
}

/// The mean.
pub(crate) fn mean(values: &[f64]) -> f64 {
    let scale = scale(values);
    let mean = scale * (values.iter().map(|value| value / scale).sum::<f64>() / count(values));
    // Rounding must not take it out of the range (nor, of the largest numbers, to infinity).
    let (low, high) = (least(values), largest(values));
    if low <= high { mean.clamp(low, high) } else { mean }
}

/// The root of the mean square.
pub(crate) fn root_mean_square(values: &[f64]) -> f64 {
    let scale = scale(values);
    let squares = values.iter().map(|value| value / scale).map(|value| value * value);
    let root = scale * (squares.sum::<f64>() / count(values)).sqrt();
    // As above: rounding must not take it to infinity.
    let most = values.iter().map(|value| value.abs()).fold(0.0, f64::max);
    if root > most { most } else { root }
}

/// The slope of the straight line through points (least squares); NaN of one point.
pub(crate) fn slope(x: &[f64], y: &[f64]) -> f64 {
    let (unit_x, unit_y) = (scale(x), scale(y));
    let scaled = |values: &[f64], unit: f64| values.iter().map(|v| v / unit).collect::<Vec<_>>();
    let (x, y) = (scaled(x, unit_x), scaled(y, unit_y));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / count(values);
    let (x_mean, y_mean) = (mean(&x), mean(&y));
    let cross: f64 = x.iter().zip(&y).map(|(x, y)| (x - x_mean) * (y - y_mean)).sum();
    let square: f64 = x.iter().map(|x| (x - x_mean) * (x - x_mean)).sum();
    cross / square * (unit_y / unit_x)
}

fn count(values: &[f64]) -> f64 {
    values.len() as f64
}

/// A power of two near the largest finite magnitude.
fn scale(values: &[f64]) -> f64 {
    let magnitudes = values.iter().map(|value| value.abs()).filter(|value| value.is_finite());
    let exponent = magnitudes.fold(0.0, f64::max).to_bits() & f64::INFINITY.to_bits();
    f64::from_bits(exponent).max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [f64; 4] = [3.0, -1.0, 1.0, 5.0];

    #[test]
    fn sums_do_not_overflow() {
        for scale in [1e-300, 1e-200, 1.0, 1e200, 1e307] {
            let rows = ROWS.map(|row| row * scale);
            let near = |found: f64, expected: f64| (found / scale - expected).abs() < 1e-12;
            assert!(near(mean(&rows), 2.0), "{scale}");
            assert!(near(root_mean_square(&rows), 3.0), "{scale}");
            assert!(near(slope(&[0.0, 1.0, 2.0, 4.0], &rows), 0.8), "{scale}");
        }
        for rows in [&[f64::MAX; 3][..], &[f64::MAX; 7], &[f64::MAX; 1000]] {
            assert_eq!(mean(rows), f64::MAX);
            assert!((root_mean_square(rows) / f64::MAX - 1.0).abs() < 1e-12, "{}", rows.len());
        }
    }

    #[test]
    fn a_row_that_is_no_number_is_not_skipped() {
        for place in 0..ROWS.len() {
            let mut rows = ROWS;
            rows[place] = f64::NAN;
            for reduce in [least, largest, mean, root_mean_square] {
                assert!(reduce(&rows).is_nan(), "{place}");
            }
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
