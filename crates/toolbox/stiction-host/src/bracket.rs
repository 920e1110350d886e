//! The root of a function of one number that is known to lie in a bracket.

/// Halving alone reaches neighbouring numbers in about this many steps.
const MAX_ITERATIONS: usize = 128;

/// Returns a number between `low` and `high` where `excess`, positive at `low` and negative at `high`,
/// changes its sign; an end of the bracket if it has no such sign there.
///
/// Regula falsi in the Illinois form, to rounding: halving the value at the end that stays makes both ends
/// move.
pub(crate) fn root(low: f64, high: f64, excess: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (low, high);
    let (mut low_excess, mut high_excess) = (excess(low), excess(high));
    if low_excess <= 0.0 {
        return low;
    }
    let mut side = 0;
    for _ in 0..MAX_ITERATIONS {
        if high_excess >= 0.0 || high - low <= 2.0 * f64::EPSILON * high.abs().max(low.abs()) {
            break;
        }
        let secant = low + low_excess / (low_excess - high_excess) * (high - low);
        let middle = if secant > low && secant < high { secant } else { 0.5 * (low + high) };
        let found = excess(middle);
        if found == 0.0 {
            return middle;
        }
        if found > 0.0 {
            (low, low_excess) = (middle, found);
            high_excess *= if side > 0 { 0.5 } else { 1.0 };
            side = 1;
        } else {
            (high, high_excess) = (middle, found);
            low_excess *= if side < 0 { 0.5 } else { 1.0 };
            side = -1;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::root;

    #[test]
    fn finds_it_to_rounding() {
        let cube = root(0.0, 3.0, |x| 2.0 - x * x * x);
        assert!((cube - 2.0_f64.cbrt()).abs() < 1e-15);
        // Flat, then steep.
        let late = root(0.0, 1.0, |x| 0.5 - x.powi(40));
        assert!((late - 0.5_f64.powf(1.0 / 40.0)).abs() < 1e-15);
        assert_eq!(root(-1.0, 1.0, |x| -x), 0.0);
    }

    #[test]
    fn an_end_where_there_is_none() {
        assert_eq!(root(1.0, 2.0, |x| -x), 1.0);
        assert_eq!(root(1.0, 2.0, |x| x), 2.0);
        assert_eq!(root(1.0, 1.0, |_| 1.0), 1.0);
    }
}
