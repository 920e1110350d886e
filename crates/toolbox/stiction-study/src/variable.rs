//! Random parameters.

use crate::DesignError;
use crate::axis::{between, check_ends};

/// A parameter that is drawn at random ([`Design::random`](crate::Design::random),
/// [`Design::latin_hypercube`](crate::Design::latin_hypercube)).
#[derive(Clone, Debug, PartialEq)]
pub struct RandomVariable {
    name: String,
    /// Whether its logarithm is uniform.
    is_log: bool,
    low: f64,
    high: f64,
}

impl RandomVariable {
    /// Makes every value between `low` and `high` ≥ `low` as likely as any other.
    pub fn uniform(name: impl Into<String>, low: f64, high: f64) -> Self {
        Self { name: name.into(), is_log: false, low, high }
    }

    /// Makes the logarithm uniform: as many values in every decade between `low` > 0 and `high` ≥ `low`.
    pub fn log_uniform(name: impl Into<String>, low: f64, high: f64) -> Self {
        Self { name: name.into(), is_log: true, low, high }
    }

    /// Returns the name of the parameter.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value below which the share `u` of all draws lies, 0 < `u` ≤ 1.
    ///
    /// ```
    /// use stiction_study::RandomVariable;
    /// assert_eq!(RandomVariable::uniform("mu", 0.2, 0.6).quantile(0.5), 0.4);
    /// ```
    #[must_use]
    pub fn quantile(&self, u: f64) -> f64 {
        between(self.is_log, self.low, self.high, u).clamp(self.low, self.high)
    }

    pub(crate) fn validate(&self) -> Result<(), DesignError> {
        let Self { name, is_log, low, high } = self;
        check_ends(name, *is_log, [("low", *low), ("high", *high)])?;
        DesignError::check(high >= low, name, "high", *high, "must be at least low")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_by_hand() {
        assert_eq!(RandomVariable::uniform("a", -1.0, 3.0).quantile(0.25), 0.0);
        let log = RandomVariable::log_uniform("a", 1e-2, 1e2);
        assert!((log.quantile(0.75) - 10.0).abs() < 1e-13);
    }

    #[test]
    fn draws_stay_within_their_bounds() {
        for u in [f64::MIN_POSITIVE, 1e-17, 0.5, 1.0 - f64::EPSILON / 2.0, 1.0] {
            for variable in
                [RandomVariable::uniform("a", 0.1, 0.3), RandomVariable::log_uniform("a", 0.1, 0.3)]
            {
                assert!((0.1..=0.3).contains(&variable.quantile(u)), "{u} {variable:?}");
            }
        }
    }
}
