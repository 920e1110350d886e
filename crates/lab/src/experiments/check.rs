//! Comparison of a number with an expected one, and the source of the latter.

use stiction::plot::Verdict;

/// Source of an expected number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// Printed in the paper, as a number or as a statement.
    Paper,
    /// Derived by hand from mechanics or from the equations of the paper.
    Theory,
    /// Computed by an independent program of the same model; the paper prints no such number.
    Reference,
    /// Chosen here: the meaning given to a word of the paper, or a control.
    Bound,
}

impl Provenance {
    /// All sources, the strongest first.
    pub const ALL: [Self; 4] = [Self::Paper, Self::Theory, Self::Reference, Self::Bound];

    /// Returns a word for a table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Theory => "theory",
            Self::Reference => "reference",
            Self::Bound => "chosen here",
        }
    }
}

/// Result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckResult {
    /// Within the tolerance.
    Holds,
    /// Out of the tolerance.
    Fails,
    /// A statement that does not hold here, with the reason.
    NotMet(String),
    /// Shown without a verdict, such as an input.
    Information,
}

/// A computed number, the expected one, and the allowed deviation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Name of the quantity, with its unit.
    pub quantity: String,
    /// Computed value.
    pub found: String,
    /// Expected value.
    pub expected: String,
    /// Allowed deviation.
    pub tolerance: String,
    /// Source of the expected value.
    pub source: Provenance,
    /// Result of the comparison.
    pub standing: CheckResult,
}

const NOT_A_NUMBER: &str = "NaN";

impl Provenance {
    fn check(
        self,
        quantity: impl Into<String>,
        found: String,
        [expected, tolerance]: [String; 2],
        holds: bool,
    ) -> Check {
        let standing = if holds { CheckResult::Holds } else { CheckResult::Fails };
        let quantity = quantity.into();
        Check { quantity, found, expected, tolerance, source: self, standing }
    }

    /// Checks that a number is within `tolerance` of the expected one; NaN never is.
    pub fn near(
        self,
        quantity: impl Into<String>,
        found: f64,
        expected: f64,
        tolerance: f64,
    ) -> Check {
        let beside = [number(expected), format!("± {}", number(tolerance))];
        let holds = (found - expected).abs() <= tolerance;
        self.check(quantity, number(found), beside, holds)
    }

    /// Checks that a number is within a share of the expected one.
    pub fn relative(
        self,
        quantity: impl Into<String>,
        found: f64,
        expected: f64,
        share: f64,
    ) -> Check {
        let check = self.near(quantity, found, expected, share * expected.abs());
        Check { tolerance: format!("± {} %", number(100.0 * share)), ..check }
    }

    /// Checks that the magnitude of a number is at most `bound`.
    pub fn below(self, quantity: impl Into<String>, found: f64, bound: f64) -> Check {
        self.near(quantity, found, 0.0, bound)
    }

    /// Checks that a number is at least `bound`.
    pub fn at_least(self, quantity: impl Into<String>, found: f64, bound: f64) -> Check {
        let beside = [format!("≥ {}", number(bound)), String::new()];
        self.check(quantity, number(found), beside, found >= bound)
    }

    /// Checks that a number is at most `bound`.
    pub fn at_most(self, quantity: impl Into<String>, found: f64, bound: f64) -> Check {
        let beside = [format!("≤ {}", number(bound)), String::new()];
        self.check(quantity, number(found), beside, found <= bound)
    }

    /// Checks that a whole number is the expected one.
    pub fn count(self, quantity: impl Into<String>, found: usize, expected: usize) -> Check {
        let beside = [expected.to_string(), "exact".to_owned()];
        self.check(quantity, found.to_string(), beside, found == expected)
    }

    /// Shows a number beside another without a verdict.
    pub fn information(self, quantity: impl Into<String>, found: f64, expected: f64) -> Check {
        let check = self.near(quantity, found, expected, f64::INFINITY);
        Check { tolerance: String::new(), standing: CheckResult::Information, ..check }
    }
}

impl Check {
    /// Turns a failure into [`CheckResult::NotMet`], for a statement of a paper that does not hold here for a known
    /// reason. NaN still fails.
    #[must_use]
    pub fn or_explained(mut self, because: impl Into<String>) -> Self {
        if self.standing == CheckResult::Fails && self.found != NOT_A_NUMBER {
            self.standing = CheckResult::NotMet(because.into());
        }
        self
    }

    /// Returns whether the number is within its tolerance, explained, or without a verdict.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.standing != CheckResult::Fails
    }

    /// Returns whether there is a verdict.
    #[must_use]
    pub fn compares(&self) -> bool {
        self.standing != CheckResult::Information
    }

    /// Returns the reason if the number is out of tolerance and this is explained.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match &self.standing {
            CheckResult::NotMet(reason) => Some(reason),
            _ => None,
        }
    }

    pub(crate) fn verdict(&self) -> Verdict {
        let open = match self.standing {
            CheckResult::Holds | CheckResult::Fails => None,
            CheckResult::NotMet(_) => Some("not met, explained".to_owned()),
            CheckResult::Information => Some("information".to_owned()),
        };
        Verdict {
            quantity: self.quantity.clone(),
            found: self.found.clone(),
            published: self.expected.clone(),
            tolerance: self.tolerance.clone(),
            source: self.source.name().to_owned(),
            passed: self.standing == CheckResult::Holds,
            open,
            ..Verdict::default()
        }
    }
}

/// Returns the largest magnitude of all values; NaN if one of them is NaN, or if there are no values, because a value
/// that was not computed is not small.
pub(crate) fn worst(values: impl IntoIterator<Item = f64>) -> f64 {
    let larger = |a: f64, b: f64| if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) };
    values.into_iter().map(f64::abs).reduce(larger).unwrap_or(f64::NAN)
}

/// Formats a number with as many digits as a reader wants.
fn number(value: f64) -> String {
    if !value.is_finite() {
        return if value.is_nan() { NOT_A_NUMBER.to_owned() } else { value.to_string() };
    }
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
    use Provenance::{Bound, Paper, Reference, Theory};

    #[test]
    fn a_number_beside_its_tolerance_passes_or_not() {
        assert!(Theory.near("a", 1.05, 1.0, 0.1).passed());
        assert!(!Theory.near("a", 1.15, 1.0, 0.1).passed());
        assert!(Reference.relative("a", -101.0, -100.0, 0.011).passed());
        assert!(!Paper.count("a", 3, 4).passed());
        assert!(Bound.at_most("a", 3.0, 3.0).passed() && !Bound.at_most("a", 3.1, 3.0).passed());
        assert!(Bound.at_least("a", 3.0, 3.0).passed() && !Bound.at_least("a", 2.9, 3.0).passed());
    }

    #[test]
    fn nan_never_passes() {
        let nan = f64::NAN;
        let bounds = [Bound.below("a", nan, 1.0), Bound.at_least("a", nan, 1.0)];
        let others = [Bound.at_most("a", nan, 1.0), Theory.near("a", nan, 1.0, f64::INFINITY)];
        for check in bounds.into_iter().chain(others) {
            assert!(!check.passed());
            assert!(!check.or_explained("because").passed());
        }
    }

    #[test]
    fn a_statement_that_is_explained_is_neither_held_nor_failed() {
        let check = Paper.at_most("ratio", 2.0, 1.0).or_explained("because");
        assert!(check.passed() && check.compares());
        assert_eq!((check.reason(), check.source), (Some("because"), Paper));
        assert_eq!(
            Paper.at_most("ratio", 1.0, 1.0).or_explained("because").standing,
            CheckResult::Holds
        );
        assert!(!Paper.information("input", 2.0, 1.0).compares());
    }

    #[test]
    fn the_worst_of_values_hides_nothing() {
        assert_eq!(worst([1.0, -3.0, 2.0]), 3.0);
        for first in [f64::NAN, 1.0] {
            assert!(worst([first, f64::NAN, 2.0]).is_nan());
        }
        assert!(worst([f64::NAN, 2.0]).is_nan() && worst([2.0, f64::NAN]).is_nan());
        assert!(worst([]).is_nan());
        // The usual fold ignores NaN.
        assert_eq!([f64::NAN, 2.0].into_iter().fold(0.0, f64::max), 2.0);
    }

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, 0.5831, 1.0, 28.0, 2.0e-14, 1.23456789e9, f64::NAN].map(number);
        assert_eq!(texts, ["0", "0.5831", "1", "28", "2.000e-14", "1.235e9", "NaN"]);
    }
}
