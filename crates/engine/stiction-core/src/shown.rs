//! Numbers in messages.

use core::fmt;

/// A number in a message: all its digits, but with an exponent where it would have a long row of
/// zeros.
///
/// ```
/// use stiction_core::Shown;
/// assert_eq!(Shown(-0.00004).to_string(), "-0.00004");
/// assert_eq!(Shown(1e300).to_string(), "1e300");
/// assert_eq!(Shown(5e-324).to_string(), "5e-324");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown(pub f64);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        let plain = size == 0.0 || (1e-9..1e16).contains(&size) || !size.is_finite();
        if plain { write!(f, "{}", self.0) } else { write!(f, "{:e}", self.0) }
    }
}

/// A time in a message, with ten digits: those behind them are the rounding of a sum of steps.
///
/// ```
/// use stiction_core::ShownTime;
/// assert_eq!(ShownTime(0.33655999999999997).to_string(), "0.33656");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShownTime(pub f64);

impl fmt::Display for ShownTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Shown(format!("{:.9e}", self.0).parse().unwrap_or(self.0)).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_read_back_to_the_same_bits() {
        let values = [0.0, -0.0, 1.0, 0.1, -1e-9, 1e-10, 9_999_999_999_999_998.0, 1e16, 1.0 / 3.0];
        let extremes = [f64::MAX, f64::MIN_POSITIVE, 5e-324, -5e-324, f64::INFINITY];
        for value in values.into_iter().chain(extremes) {
            let shown = Shown(value).to_string();
            assert!(shown.len() <= 28, "{shown}");
            assert_eq!(shown.parse::<f64>().unwrap().to_bits(), value.to_bits(), "{shown}");
        }
        assert_eq!(Shown(f64::NAN).to_string(), "NaN");
        assert_eq!(
            [1e-9, 1e15].map(|value| Shown(value).to_string()),
            ["0.000000001", "1000000000000000"]
        );
    }
}
