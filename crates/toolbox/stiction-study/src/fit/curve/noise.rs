//! The error of a mean of numbers whose noise has a memory.
//!
//! The variance of the mean of `n` numbers with the autocovariance `C(k)` is
//!
//! ```text
//! var = (1/n) Σ_{|k|<n} (1 − |k|/n) C(k)
//! ```
//!
//! which is `C(0)/n` for white noise only. `C` is estimated from all stretches together, up to a lag that is five
//! times the correlation time that results (Sokal's window: Madras and Sokal, *The Pivot Algorithm*, 1988). Taking the
//! mean out makes every `C(k)` too small by about the variance of the mean, which is put back.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// The noise of several stretches.
#[derive(Clone, Debug)]
pub(crate) struct Noise {
    /// Autocorrelation, from lag 0 on.
    correlation: Vec<f64>,
    /// Variance of one number, for each stretch.
    variances: Vec<f64>,
    /// Degrees of freedom of the variances of means.
    pub(crate) degrees_of_freedom: f64,
    /// `Σ ρ(k)` over positive and negative lags: 1 for white noise.
    pub(crate) memory: f64,
    /// Whether the stretches have one variance.
    pub(crate) is_uniform: bool,
}

/// Width of the window in correlation times.
const WINDOW: f64 = 5.0;
/// Stretches are taken for equally noisy unless that is less likely than this.
const UNEQUAL: f64 = 1e-3;

impl Noise {
    /// Estimates the noise of stretches after `taken` numbers were fitted to each of them and subtracted, for instance
    /// one, its mean.
    pub(crate) fn new(stretches: &[&[f64]], taken: usize) -> Self {
        let own: Vec<f64> = stretches.iter().map(|stretch| mean_square(stretch)).collect();
        let rows: usize = stretches.iter().map(|stretch| stretch.len()).sum();
        let share = (taken * stretches.len()) as f64 / rows.max(1) as f64;
        let mut correlation = vec![1.0];
        let mut memory = 1.0;
        let longest = stretches.iter().map(|stretch| stretch.len()).max().unwrap_or(0);
        // Beyond half of a stretch hardly any pairs remain.
        for lag in 1..(longest / 2).max(1) {
            let next = at_lag(stretches, &own, lag);
            correlation.push(next);
            memory += 2.0 * next;
            if lag as f64 >= WINDOW * 0.5 * memory.max(1.0) {
                break;
            }
        }
        let lags = 2 * correlation.len() - 1;
        // The share that remains after subtracting the means; at least a quarter.
        let kept = (1.0 - lags as f64 * share).max(0.25);
        let memory = (memory / kept).max(1.0 / lags as f64);
        let lost = memory * share;
        correlation.iter_mut().for_each(|number| *number = (*number + lost) / (1.0 + lost));
        let squares: f64 = correlation.iter().skip(1).map(|r| r * r).sum();
        let of_variance = |rows: usize| rows as f64 / (1.0 + 2.0 * squares);
        let is_uniform = are_equal(stretches, &own, of_variance);
        let total: f64 = own.iter().zip(stretches).map(|(own, s)| own * s.len() as f64).sum();
        let variances = if is_uniform { vec![total / rows.max(1) as f64; own.len()] } else { own };
        let variances = variances.iter().map(|own| own * (1.0 + lost)).collect();
        let fewest = stretches.iter().map(|stretch| stretch.len()).min().unwrap_or(0);
        // If each stretch has its own variance, the shortest determines how well it is known.
        let known = if is_uniform {
            (rows as f64 / lags as f64).max(1.0)
        } else {
            (rows as f64 / lags as f64).min(of_variance(fewest)).max(1.0)
        };
        Self { correlation, variances, degrees_of_freedom: known, memory, is_uniform }
    }

    /// Returns the standard error of the mean of a stretch over `rows` rows.
    pub(crate) fn of_mean(&self, stretch: usize, rows: usize) -> f64 {
        let weight = |lag: usize| 1.0 - lag as f64 / rows as f64;
        let pairs = self.correlation.iter().enumerate().take(rows).skip(1);
        let sum = 1.0 + pairs.map(|(lag, r)| 2.0 * weight(lag) * r).sum::<f64>();
        // For noise that alternates the sum may come out below zero.
        let sum = sum.max(1.0 / rows as f64);
        (self.variances[stretch] * sum / rows as f64).sqrt()
    }

    /// Returns the autocorrelation of rows, which decreases to zero, and their variance.
    pub(crate) fn of_rows(&self) -> (Vec<f64>, f64) {
        let lags = self.correlation.len() as f64;
        // Bartlett's weights make it a covariance.
        let weighted = self.correlation.iter().enumerate();
        let weighted = weighted.map(|(lag, r)| r * (1.0 - lag as f64 / lags));
        let sum = |all: &[f64]| 2.0 * all.iter().sum::<f64>() - 1.0;
        let correlation: Vec<f64> = weighted.collect();
        // The weights also make its sum smaller, which is compensated.
        let lost = (self.memory.max(1.0) / sum(&correlation).max(1.0 / lags)).max(1.0);
        (correlation, mean(&self.variances) * lost)
    }

    /// Returns the deviation of a row of white noise that is as informative as this noise, over all stretches.
    pub(crate) fn of_row(&self) -> f64 {
        (mean(&self.variances) * self.memory).sqrt()
    }

    /// Returns the standard error of the mean if the noise were white.
    pub(crate) fn of_white_mean(&self, stretch: usize, rows: usize) -> f64 {
        (self.variances[stretch] / rows as f64).sqrt()
    }
}

pub(super) fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

/// Returns the least and the largest number.
pub(super) fn extent(numbers: &[f64]) -> [f64; 2] {
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    [least, numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max)]
}

fn mean_square(numbers: &[f64]) -> f64 {
    numbers.iter().map(|x| x * x).sum::<f64>() / numbers.len().max(1) as f64
}

/// Returns the correlation at a lag of numbers in units of their deviation.
fn at_lag(stretches: &[&[f64]], variances: &[f64], lag: usize) -> f64 {
    let (mut sum, mut pairs) = (0.0, 0);
    for (stretch, variance) in stretches.iter().zip(variances) {
        if lag < stretch.len() && *variance > 0.0 {
            let products = stretch.iter().zip(&stretch[lag..]).map(|(a, b)| a * b);
            sum += products.sum::<f64>() / variance;
            pairs += stretch.len() - lag;
        }
    }
    if pairs == 0 { 0.0 } else { sum / pairs as f64 }
}

/// Bartlett's test of equal variances.
fn are_equal(
    stretches: &[&[f64]],
    variances: &[f64],
    degrees_of_freedom: impl Fn(usize) -> f64,
) -> bool {
    if variances.iter().all(|variance| *variance == 0.0) {
        return true;
    }
    let freedom: Vec<f64> =
        stretches.iter().map(|s| (degrees_of_freedom(s.len()) - 1.0).max(0.5)).collect();
    let total: f64 = freedom.iter().sum();
    let pooled = variances.iter().zip(&freedom).map(|(v, f)| v * f).sum::<f64>() / total;
    let logs = variances.iter().zip(&freedom).map(|(v, f)| f * (pooled / v).ln());
    let groups = stretches.len() as f64;
    let correction =
        1.0 + (freedom.iter().map(|f| 1.0 / f).sum::<f64>() - 1.0 / total) / (3.0 * (groups - 1.0));
    let number = logs.sum::<f64>() / correction;
    // One stretch is equal to itself.
    ChiSquared::new(groups - 1.0).map_or(true, |law| law.sf(number) > UNEQUAL)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Dxsm;

    use super::*;
    use crate::fit::testing::normal;

    fn stretches(memory: f64, sizes: &[f64], rows: usize, seed: u64) -> Vec<Vec<f64>> {
        let mut rng = Pcg64Dxsm::seed_from_u64(seed);
        let mut before = 0.0;
        let mut next = |size: f64| {
            before = memory * before + normal(&mut rng);
            size * before
        };
        let mut centred = |size: f64| {
            let numbers: Vec<f64> = (0..rows).map(|_| next(size)).collect();
            let mean = numbers.iter().sum::<f64>() / rows as f64;
            numbers.iter().map(|x| x - mean).collect()
        };
        sizes.iter().map(|size| centred(*size)).collect()
    }

    fn noise(of: &[Vec<f64>]) -> Noise {
        Noise::new(&of.iter().map(Vec::as_slice).collect::<Vec<_>>(), 1)
    }

    /// The sum of all correlations of x' = ρ x + w is (1 + ρ)/(1 − ρ).
    #[test]
    fn the_memory_of_an_autoregressive_process() {
        for (memory, rows) in [(0.0, 400), (0.5, 400), (0.9, 800)] {
            let found = noise(&stretches(memory, &[1.0; 20], rows, 7));
            let exact = (1.0 + memory) / (1.0 - memory);
            // Standard deviation: √(2 (2M + 1)/N) with M of five correlation times.
            let error = (2.0 * (5.0 * exact + 1.0) / (20.0 * rows as f64)).sqrt();
            assert!((found.memory / exact - 1.0).abs() < 3.0 * error, "{memory}: {found:?}");
            assert!(found.is_uniform);
            let variance = 1.0 / (1.0 - memory * memory);
            let long = (variance * exact / rows as f64).sqrt();
            assert!((found.of_mean(0, rows) / long - 1.0).abs() < 2.0 * error + 0.02, "{found:?}");
        }
    }

    #[test]
    fn stretches_that_are_noisier_are_seen() {
        let sizes: Vec<f64> = (0..10).map(|k| 1.0 + 0.3 * f64::from(k)).collect();
        let found = noise(&stretches(0.6, &sizes, 300, 3));
        assert!(!found.is_uniform);
        let ratio = found.of_mean(9, 300) / found.of_mean(0, 300);
        assert!((2.5..5.5).contains(&ratio), "{ratio}");
    }

    #[test]
    fn what_has_no_noise_has_no_error() {
        let found = noise(&[vec![0.0; 10], vec![0.0; 12]]);
        assert_eq!(found.of_mean(0, 10), 0.0);
        assert!(found.is_uniform);
    }
}
