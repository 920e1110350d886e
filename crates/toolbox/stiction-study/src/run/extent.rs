//! Summary of the rows of a column.

use stiction_scenario::sweep::Take;

/// First, last, least, largest and mean value of a column; NaN is not skipped.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ColumnExtent {
    /// First value; NaN without rows, like the others.
    pub first: f64,
    /// Last value.
    pub last: f64,
    /// Least value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// Mean of the rows.
    pub mean: f64,
    /// Number of rows that are NaN or infinite.
    pub not_finite: usize,
    /// Whether all values are equal, or all are NaN.
    pub is_constant: bool,
}

impl ColumnExtent {
    /// Returns the summary of some rows.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        // Only a slope looks at the times.
        let [min, max, mean] = [Take::Min, Take::Max, Take::Mean].map(|take| take.of(&[], values));
        let [first, last] = [values.first(), values.last()].map(|v| v.copied().unwrap_or(f64::NAN));
        let not_finite = values.iter().filter(|value| !value.is_finite()).count();
        let is_constant = values.iter().all(|value| same(*value, first));
        Self { first, last, min, max, mean, not_finite, is_constant }
    }
}

/// Returns whether two values are equal, or both NaN.
fn same(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_is_no_number_is_not_skipped() {
        let plain = ColumnExtent::of(&[2.0, 1.0, 3.0]);
        assert_eq!((plain.min, plain.max, plain.mean, plain.not_finite), (1.0, 3.0, 2.0, 0));
        let gap = ColumnExtent::of(&[1.0, f64::NAN, 1.0]);
        assert!(gap.min.is_nan() && gap.max.is_nan() && gap.mean.is_nan());
        assert!(!gap.is_constant && gap.not_finite == 1);
        assert_eq!((gap.first, gap.last), (1.0, 1.0));
        let none = ColumnExtent::of(&[f64::NAN; 2]);
        assert!(none.is_constant && none.min.is_nan() && none.not_finite == 2);
        assert!(ColumnExtent::of(&[1.0; 2]).is_constant && ColumnExtent::of(&[]).min.is_nan());
        assert_eq!(ColumnExtent::of(&[1.5e308; 3]).mean, 1.5e308);
        assert_eq!(ColumnExtent::of(&[0.0, f64::INFINITY]).not_finite, 1);
    }
}
