//! Residuals: noise, or effects that the model lacks?

use nalgebra::DMatrix;

use crate::fit::Log;
use crate::fit::estimate::{EstimateDoubt, FarRow};
use crate::fit::experiment::Compared;

/// Residuals above this share of the variation of a column mean a bad fit, if neighbours are correlated by more than
/// `ALIKE`.
pub(crate) const POOR: f64 = 0.3;
pub(crate) const ALIKE: f64 = 0.5;
/// A number is far from the model if it is more than this number of deviations off; normal noise never is.
const FAR: f64 = 8.0;
/// The largest number of rows that are listed.
const NAMED: usize = 5;

/// Finds the numbers of a column that are far from the model; the deviation is 1.48 times the median of the
/// residuals, which a few outliers cannot change.
pub(crate) fn far(log: &Log, column: &Compared, residuals: &[f64]) -> Option<EstimateDoubt> {
    let measured = column.measured.iter().enumerate().filter(|(_, value)| !value.is_nan());
    let sizes: Vec<f64> = residuals.iter().map(|r| r.abs()).collect();
    let mut sorted = sizes.clone();
    sorted.sort_by(f64::total_cmp);
    let deviation = 1.4826 * sorted.get(sorted.len() / 2)?;
    // Rounding errors say nothing.
    if deviation <= 1e-9 {
        return None;
    }
    let mut rows: Vec<FarRow> = measured
        .zip(&sizes)
        .filter(|(_, size)| **size > FAR * deviation)
        .map(|((row, _), size)| FarRow {
            line: log.line(row),
            time: log.time()[row],
            deviations: size / deviation,
        })
        .collect();
    let number = rows.len();
    if number == 0 {
        return None;
    }
    rows.sort_by(|a, b| b.deviations.total_cmp(&a.deviations));
    rows.truncate(NAMED);
    let share = 100.0 * number as f64 / sizes.len() as f64;
    Some(EstimateDoubt::Far { column: column.name.clone(), number, share, rows })
}

/// The residuals of one column, and their tests for noise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whiteness {
    /// `Σ (rₖ − rₖ₋₁)² / Σ rₖ²`: near 2 for noise, near 0 for what drifts (Durbin and Watson 1950).
    pub(crate) durbin_watson: f64,
    /// Correlation of neighbours.
    pub(crate) correlation: f64,
    /// Whether that exceeds the correlation of noise in 19 of 20 cases.
    pub(crate) is_correlated: bool,
}

pub(crate) fn whiteness(residuals: &[f64]) -> Whiteness {
    let squares: f64 = residuals.iter().map(|r| r * r).sum();
    if squares == 0.0 || residuals.len() < 3 {
        return Whiteness { durbin_watson: 2.0, correlation: 0.0, is_correlated: false };
    }
    let pairs = || residuals.iter().zip(&residuals[1..]);
    let durbin_watson = pairs().map(|(a, b)| (b - a).powi(2)).sum::<f64>() / squares;
    let correlation = pairs().map(|(a, b)| a * b).sum::<f64>() / squares;
    // The correlation of noise has the variance 1/n (Bartlett 1946).
    let is_correlated = correlation.abs() > 1.96 / (residuals.len() as f64).sqrt();
    Whiteness { durbin_watson, correlation, is_correlated }
}

/// Returns `Σₖ Σₗ w(k − l) gₖ gₗᵀ` with `gₖ = rₖ Jₖ` and Bartlett's weights `w(d) = max(0, 1 − |d|/b)`. It replaces
/// `JᵀJ σ²` if the residuals are correlated over less than `b` rows (Newey and West, *A Simple, Positive
/// Semi-definite, Heteroskedasticity and Autocorrelation Consistent Covariance Matrix*, 1987, eq. 5).
///
/// It is the mean square of sums over windows of `b` neighbours, whose cost does not grow with `b`.
pub(crate) fn long_run(residuals: &[f64], jacobian: &DMatrix<f64>, first: usize) -> DMatrix<f64> {
    let (n, p) = (residuals.len(), jacobian.ncols());
    let b = bandwidth(whiteness(residuals).correlation, n);
    let mut sum = DMatrix::zeros(p, p);
    let mut window = vec![0.0; p];
    for end in 0..n + b - 1 {
        for (k, part) in window.iter_mut().enumerate() {
            if end < n {
                *part += residuals[end] * jacobian[(first + end, k)];
            }
            if let Some(gone) = end.checked_sub(b) {
                *part -= residuals[gone] * jacobian[(first + gone, k)];
            }
        }
        for i in 0..p {
            for j in 0..p {
                sum[(i, j)] += window[i] * window[j];
            }
        }
    }
    sum / b as f64
}

/// Returns the best window width for an autoregressive process of first order (Andrews, *Heteroskedasticity and
/// Autocorrelation Consistent Covariance Matrix Estimation*, 1991, eq. 6.2 and 6.4).
fn bandwidth(correlation: f64, samples: usize) -> usize {
    let r = correlation.clamp(-0.99, 0.99);
    let alpha = 4.0 * r * r / ((1.0 - r).powi(2) * (1.0 + r).powi(2));
    let width = 1.1447 * (alpha * samples as f64).cbrt();
    (width.ceil() as usize).clamp(1, (samples / 4).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durbin_and_watson_by_hand() {
        // (1 − 2)² + (3 − 1)² + (2 − 3)² of 4 + 1 + 9 + 4.
        let by_hand = whiteness(&[2.0, 1.0, 3.0, 2.0]);
        assert_eq!(by_hand.durbin_watson, 6.0 / 18.0);
        assert_eq!(by_hand.correlation, 11.0 / 18.0);
        let alternating: Vec<f64> = (0..100).map(|k| f64::from(1 - 2 * (k % 2))).collect();
        assert!(whiteness(&alternating).durbin_watson > 3.9);
    }

    /// Compares with the double sum of the definition.
    #[test]
    fn windows_are_the_double_sum() {
        let residuals: Vec<f64> = (0..40).map(|k| (0.3 * f64::from(k)).sin()).collect();
        let jacobian = DMatrix::from_fn(45, 2, |row, k| if k == 0 { 1.0 } else { row as f64 });
        let b = bandwidth(whiteness(&residuals).correlation, residuals.len()) as f64;
        assert!(b > 2.0);
        let g = |row: usize, k: usize| residuals[row] * jacobian[(row + 5, k)];
        let windows = long_run(&residuals, &jacobian, 5);
        for (i, j) in [(0, 0), (0, 1), (1, 1)] {
            let mut sum = 0.0;
            for k in 0..40_usize {
                for l in 0..40_usize {
                    sum += (1.0 - k.abs_diff(l) as f64 / b).max(0.0) * g(k, i) * g(l, j);
                }
            }
            assert!((windows[(i, j)] - sum).abs() < 1e-9 * sum.abs(), "{i} {j}");
        }
    }
}
