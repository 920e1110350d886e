//! Statistics of one column of a table.

/// Statistics of the finite numbers among some values.
///
/// ```
/// use stiction_study::Statistics;
///
/// let statistics = Statistics::of(&[4.0, 1.0, f64::NAN, 3.0, 2.0]);
/// assert_eq!((statistics.count(), statistics.not_finite()), (4, 1));
/// assert_eq!((statistics.mean(), statistics.median()), (2.5, 2.5));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    sorted: Vec<f64>,
    not_finite: usize,
    mean: f64,
    standard_deviation: f64,
}

impl Statistics {
    /// Counts NaN and infinities, and evaluates the other values.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        let mut sorted: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let (mean, standard_deviation) = moments(&sorted);
        Self { not_finite: values.len() - sorted.len(), sorted, mean, standard_deviation }
    }

    /// The names of the [`figures`](Self::figures).
    pub const FIGURES: [&str; 12] = [
        "count",
        "not finite",
        "mean",
        "standard deviation",
        "standard error",
        "min",
        "5 %",
        "25 %",
        "median",
        "75 %",
        "95 %",
        "max",
    ];

    /// Returns counts, moments and quantiles, in the order of [`FIGURES`](Self::FIGURES).
    #[must_use]
    pub fn figures(&self) -> [f64; 12] {
        let quantile = |u| self.quantile(u);
        let [min, q05, q25, median, q75, q95, max] =
            [0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0].map(quantile);
        let (count, not_finite) = (self.count() as f64, self.not_finite as f64);
        let (mean, deviation, error) = (self.mean, self.standard_deviation, self.standard_error());
        [count, not_finite, mean, deviation, error, min, q05, q25, median, q75, q95, max]
    }

    /// Returns the number of finite values.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.sorted.len()
    }
    /// Returns the number of values that are NaN or infinite; no other figure contains them.
    #[must_use]
    pub const fn not_finite(&self) -> usize {
        self.not_finite
    }
    /// Returns the mean; NaN without values.
    #[must_use]
    pub const fn mean(&self) -> f64 {
        self.mean
    }
    /// Returns the standard deviation of the population the values are drawn from (divided by n − 1); NaN
    /// for fewer than two values.
    #[must_use]
    pub const fn standard_deviation(&self) -> f64 {
        self.standard_deviation
    }
    /// Returns the standard error of the mean of independent values: standard deviation by √n.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        self.standard_deviation / (self.count() as f64).sqrt()
    }
    /// Returns the smallest value; NaN without values.
    #[must_use]
    pub fn min(&self) -> f64 {
        self.sorted.first().copied().unwrap_or(f64::NAN)
    }
    /// Returns the largest value; NaN without values.
    #[must_use]
    pub fn max(&self) -> f64 {
        self.sorted.last().copied().unwrap_or(f64::NAN)
    }
    /// Returns the quantile of 1/2.
    #[must_use]
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// Returns the value below which the share `u` of the values lies, linear between values (type 7 of
    /// Hyndman and Fan 1996, the default of R and `NumPy`); NaN without values and for `u` outside
    /// 0 to 1.
    #[must_use]
    pub fn quantile(&self, u: f64) -> f64 {
        if self.sorted.is_empty() || !(0.0..=1.0).contains(&u) {
            return f64::NAN;
        }
        let place = u * (self.count() - 1) as f64;
        let (below, share) = (place.floor() as usize, place.fract());
        let low = self.sorted[below];
        // No value lies above the largest one.
        let high = self.sorted.get(below + 1).copied().unwrap_or(low);
        (low + (high - low) * share).min(high)
    }
}

/// Returns mean and standard deviation of finite values in rising order.
fn moments(sorted: &[f64]) -> (f64, f64) {
    let (Some(least), Some(largest)) = (sorted.first(), sorted.last()) else {
        return (f64::NAN, f64::NAN);
    };
    let count = sorted.len() as f64;
    let mean = sorted.iter().sum::<f64>() / count;
    let squares: f64 = sorted.iter().map(|value| (value - mean).powi(2)).sum();
    // A single value gives 0/0. Rounding must not take the mean out of the range.
    (mean.clamp(*least, *largest), (squares / (count - 1.0)).sqrt())
}

/// Returns the rank correlation of two columns (Spearman's ρ), −1 to 1, over the rows in which both are finite;
/// equal values share their mean rank. NaN for fewer than two rows or a column that varies by rounding only.
pub(crate) fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let both = || a.iter().zip(b).filter(|(a, b)| a.is_finite() && b.is_finite());
    let columns: [Vec<f64>; 2] =
        [both().map(|pair| *pair.0).collect(), both().map(|pair| *pair.1).collect()];
    if !columns.iter().all(|column| varies(column)) {
        return f64::NAN;
    }
    let [a, b] = columns.map(|column| ranks(&column));
    let middle = (a.len() as f64 + 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - middle) * (b - middle)).sum()
    };
    product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt()
}

/// Returns whether finite values differ by more than the rounding of a long run.
fn varies(values: &[f64]) -> bool {
    let size = values.iter().fold(0.0, |size: f64, value| size.max(value.abs()));
    values.iter().any(|value| (value - values[0]).abs() > 1e-9 * size)
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&j, &k| values[j].total_cmp(&values[k]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for tie in order.chunk_by(|&j, &k| values[j] == values[k]) {
        let mean = (2 * first + tie.len() + 1) as f64 / 2.0;
        tie.iter().for_each(|&k| ranks[k] = mean);
        first += tie.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn by_hand() {
        let s = Statistics::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!((s.count(), s.mean(), s.min(), s.max()), (8, 5.0, 2.0, 9.0));
        assert!((s.standard_deviation() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-15);
        assert!((s.standard_error() - (4.0_f64 / 7.0).sqrt()).abs() < 1e-15);
        // numpy.quantile of the same list.
        let quantiles = [0.0, 0.1, 0.25, 0.5, 0.9, 1.0].map(|u| s.quantile(u));
        for (found, numpy) in quantiles.into_iter().zip([2.0, 3.4, 4.0, 4.5, 7.6, 9.0]) {
            assert!((found - numpy).abs() < 1e-14, "{found} {numpy}");
        }
    }

    #[test]
    fn awkward_values() {
        let none = Statistics::of(&[f64::NAN, f64::INFINITY]);
        assert_eq!((none.count(), none.not_finite()), (0, 2));
        assert!(none.mean().is_nan() && none.quantile(0.5).is_nan() && none.min().is_nan());
        let one = Statistics::of(&[3.0]);
        assert_eq!((one.mean(), one.median(), one.quantile(1.0)), (3.0, 3.0, 3.0));
        assert!(one.standard_deviation().is_nan() && one.quantile(1.5).is_nan());
        // Rounded sums have a mean of 0.10000000000000002.
        assert_eq!(Statistics::of(&[0.1; 3]).mean(), 0.1);
    }

    #[test]
    fn rank_correlation_by_hand() {
        let a = [1.0, 2.0, 3.0, 4.0, 5.0];
        assert!((rank_correlation(&a, &[2.0, 1.0, 4.0, 3.0, 5.0]) - 0.8).abs() < 1e-15);
        // Only the order matters.
        assert!((rank_correlation(&a, &a.map(f64::exp)) - 1.0).abs() < 1e-15);
        assert!((rank_correlation(&a, &a.map(|x| -x.powi(3))) + 1.0).abs() < 1e-15);
        // Ties: ranks 1.5, 1.5, 3 against 1, 2, 3 give 1.5/√(1.5·2).
        let tied = rank_correlation(&[7.0, 7.0, 9.0], &[1.0, 2.0, 3.0]);
        assert!((tied - 0.75_f64.sqrt()).abs() < 1e-15);
        assert!(rank_correlation(&a, &[1.0; 5]).is_nan() && rank_correlation(&[], &[]).is_nan());
        // The order of rounded results means nothing; that of small ones does.
        assert!(rank_correlation(&a, &a.map(|x| 10.0 + 1e-12 * x)).is_nan());
        assert!((rank_correlation(&a, &a.map(|x| 1e-12 * x)) - 1.0).abs() < 1e-15);
        let gap = [1.0, 2.0, f64::NAN, 4.0, 5.0];
        assert!((rank_correlation(&a, &gap) - 1.0).abs() < 1e-15);
    }

    proptest! {
        #[test]
        fn quantiles_rise_within_the_range(
            values in prop::collection::vec(-1e3..1e3_f64, 1..50), u in 0.0..1.0_f64, w in 0.0..1.0_f64,
        ) {
            let statistics = Statistics::of(&values);
            let (low, high) = (statistics.quantile(u.min(w)), statistics.quantile(u.max(w)));
            let slack = 1e-12 * statistics.max().abs().max(statistics.min().abs());
            prop_assert!(low <= high + slack);
            prop_assert!(statistics.min() <= low + slack && high <= statistics.max() + slack);
        }
    }
}
