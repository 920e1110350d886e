//! How many events of which magnitude: the slope of Gutenberg and Richter.

/// Slope b of `N(μ) ~ exp(−b μ)` between two magnitudes, by maximum likelihood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slope {
    pub(crate) value: f64,
    /// Standard error, from the curvature of the likelihood.
    pub(crate) error: f64,
    /// Events that it was found from.
    pub(crate) events: usize,
}

/// The slope from the magnitudes in `from..to`.
///
/// Aki 1965: `b = 1/(mean − from)` with the error `b/√n`, for `to` at infinity. A finite upper end
/// makes it (Page 1968) the root of `1/b − Δ/(exp(b Δ) − 1) = mean − from`, `Δ = to − from`. None with
/// fewer than two events, or where they have no slope at all.
pub(crate) fn slope(magnitudes: &[f64], from: f64, to: f64) -> Option<Slope> {
    let within: Vec<f64> = magnitudes.iter().copied().filter(|m| (from..to).contains(m)).collect();
    let events = within.len();
    let mean = within.iter().sum::<f64>() / events as f64 - from;
    if events < 2 || mean <= 0.0 {
        return None;
    }
    let width = to - from;
    let value = if width.is_infinite() { 1.0 / mean } else { bounded(mean, width)? };
    // Variance of one magnitude: 1/b² − Δ² e^{bΔ}/(e^{bΔ} − 1)².
    let cut = if width.is_infinite() { 0.0 } else { 0.5 * width / (0.5 * value * width).sinh() };
    let variance = 1.0 / (value * value) - cut * cut;
    Some(Slope { value, error: 1.0 / (events as f64 * variance).sqrt(), events })
}

/// The root b of `1/b − Δ/(exp(b Δ) − 1) = mean`, by bisection; positive or negative.
fn bounded(mean: f64, width: f64) -> Option<f64> {
    let expected = |b: f64| {
        let x = b * width;
        // Near zero the two terms cancel.
        if x.abs() < 1e-4 { width * (0.5 - x / 12.0) } else { 1.0 / b - width / x.exp_m1() }
    };
    let (mut low, mut high) = (-500.0 / width, 500.0 / width);
    if !(expected(high)..expected(low)).contains(&mean) {
        return None;
    }
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if expected(middle) > mean {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(0.5 * (low + high))
}

/// Number of events per unit of magnitude in bins of the given width from `from` on: centres of the
/// bins that have any, and densities.
pub(crate) fn density(magnitudes: &[f64], from: f64, width: f64) -> [Vec<f64>; 2] {
    let top = magnitudes.iter().copied().fold(from, f64::max);
    let bins = ((top - from) / width).floor() as usize + 1;
    let mut counts = vec![0_u32; bins];
    for &magnitude in magnitudes.iter().filter(|&&m| m >= from) {
        counts[((magnitude - from) / width) as usize] += 1;
    }
    let filled = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    filled.map(|(k, &n)| (from + (k as f64 + 0.5) * width, f64::from(n) / width)).unzip().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Magnitudes at the quantiles of an exponential distribution cut off at `to`.
    fn quantiles(b: f64, to: f64) -> Vec<f64> {
        const COUNT: usize = 20_000;
        let whole = -(-b * to).exp_m1();
        let share = |k: usize| (k as f64 + 0.5) / COUNT as f64;
        (0..COUNT).map(|k| -(-share(k) * whole).ln_1p() / b).collect()
    }

    #[test]
    fn the_slope_of_a_known_distribution() {
        let aki = slope(&quantiles(0.8, f64::INFINITY), 0.0, f64::INFINITY).unwrap();
        assert!((aki.value - 0.8).abs() < 1e-3, "{aki:?}");
        assert!((aki.error - aki.value / 20_000.0_f64.sqrt()).abs() < 1e-12);
        for b in [0.8, -0.3] {
            let cut = slope(&quantiles(b, 3.0), 0.0, 3.0).unwrap();
            assert!((cut.value - b).abs() < 1e-3, "{cut:?}");
        }
        // Without the upper end in the formula the slope comes out too steep: a control.
        let naive = slope(&quantiles(0.8, 3.0), 0.0, f64::INFINITY).unwrap();
        assert!(naive.value > 1.0, "{naive:?}");
    }

    #[test]
    fn the_error_is_that_of_repeated_draws() {
        // Interleaved subsets of a shuffled sample would do; the variance of the mean suffices.
        let sample = quantiles(1.0, 2.0);
        let n = sample.len() as f64;
        let mean = sample.iter().sum::<f64>() / n;
        let variance = sample.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / n;
        let found = slope(&sample, 0.0, 2.0).unwrap();
        assert!((found.error * (n * variance).sqrt() - 1.0).abs() < 1e-2, "{found:?}");
    }

    #[test]
    fn too_few_events_have_no_slope() {
        assert_eq!(slope(&[1.0], 0.0, 2.0), None);
        assert_eq!(slope(&[], 0.0, 2.0), None);
        assert_eq!(slope(&[0.0, 0.0], 0.0, 2.0), None);
    }

    #[test]
    fn densities_count_per_unit() {
        let [centres, densities] = density(&[0.1, 0.2, 1.7], 0.0, 0.5);
        assert_eq!((centres, densities), (vec![0.25, 1.75], vec![4.0, 2.0]));
    }
}
