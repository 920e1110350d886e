//! A number beside the published one.

use stiction::plot::Verdict;

/// A number that was found, the one that was published, and how far apart they may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What it is, with its unit.
    pub quantity: String,
    /// What was found.
    pub found: String,
    /// What was published, or is known from theory.
    pub published: String,
    /// What deviation is allowed.
    pub tolerance: String,
    /// Whether it is within the tolerance.
    pub passed: bool,
}

impl Check {
    /// Within `tolerance` of the published number; NaN never is.
    pub fn near(quantity: impl Into<String>, found: f64, published: f64, tolerance: f64) -> Self {
        Self {
            quantity: quantity.into(),
            found: number(found),
            published: number(published),
            tolerance: format!("± {}", number(tolerance)),
            passed: (found - published).abs() <= tolerance,
        }
    }

    /// Within the given share of the published number.
    pub fn relative(quantity: impl Into<String>, found: f64, published: f64, share: f64) -> Self {
        let check = Self::near(quantity, found, published, share * published.abs());
        Self { tolerance: format!("± {} %", number(100.0 * share)), ..check }
    }

    /// At most the given bound in size.
    pub fn below(quantity: impl Into<String>, found: f64, bound: f64) -> Self {
        Self {
            quantity: quantity.into(),
            found: number(found),
            published: "0".to_owned(),
            tolerance: format!("± {}", number(bound)),
            passed: found.abs() <= bound,
        }
    }

    /// At least the given bound: a control that must be noticed.
    pub fn above(quantity: impl Into<String>, found: f64, bound: f64) -> Self {
        Self {
            quantity: quantity.into(),
            found: number(found),
            published: format!("≥ {}", number(bound)),
            tolerance: String::new(),
            passed: found >= bound,
        }
    }

    /// The same whole number.
    pub fn count(quantity: impl Into<String>, found: usize, published: usize) -> Self {
        Self {
            quantity: quantity.into(),
            found: found.to_string(),
            published: published.to_string(),
            tolerance: "exact".to_owned(),
            passed: found == published,
        }
    }

    pub(crate) fn verdict(&self) -> Verdict {
        Verdict::new(self.quantity.clone(), self.passed)
            .found(self.found.clone())
            .published(self.published.clone())
            .tolerance(self.tolerance.clone())
    }
}

/// A number with as many digits as a reader wants.
fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || (1e-3..1e5).contains(&size) {
        let digits = if size >= 1.0 { 5 } else { 6 };
        let text = format!("{value:.digits$}");
        let text = text.trim_end_matches('0').trim_end_matches('.');
        return text.to_owned();
    }
    format!("{value:.3e}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_beside_its_tolerance_passes_or_not() {
        assert!(Check::near("a", 1.05, 1.0, 0.1).passed);
        assert!(!Check::near("a", 1.15, 1.0, 0.1).passed);
        assert!(!Check::near("a", f64::NAN, 1.0, 0.1).passed);
        assert!(!Check::below("a", f64::NAN, 1.0).passed);
        assert!(!Check::above("a", f64::NAN, 1.0).passed);
        assert!(Check::relative("a", -101.0, -100.0, 0.011).passed);
        assert!(!Check::count("a", 3, 4).passed);
    }

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, 0.5831, 1.0, 28.0, 2.0e-14, 1.23456789e9].map(number);
        assert_eq!(texts, ["0", "0.5831", "1", "28", "2.000e-14", "1.235e9"]);
    }
}
