//! Random parameters.

use crate::DesignError;
use crate::axis::check_positive;

/// A parameter that is drawn at random ([`Design::random`](crate::Design::random),
/// [`Design::latin_hypercube`](crate::Design::latin_hypercube)).
#[derive(Clone, Debug, PartialEq)]
pub struct RandomVariable {
    name: String,
    distribution: Distribution,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Distribution {
    Uniform { low: f64, high: f64 },
    LogUniform { low: f64, high: f64 },
}

impl RandomVariable {
    /// Makes every value between `low` and `high` ≥ `low` as likely as any other.
    pub fn uniform(name: impl Into<String>, low: f64, high: f64) -> Self {
        Self { name: name.into(), distribution: Distribution::Uniform { low, high } }
    }

    /// Makes the logarithm uniform: as many values in every decade between `low` > 0 and `high` ≥ `low`.
    pub fn log_uniform(name: impl Into<String>, low: f64, high: f64) -> Self {
        Self { name: name.into(), distribution: Distribution::LogUniform { low, high } }
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
        match self.distribution {
            Distribution::Uniform { low, high } => (low + (high - low) * u).clamp(low, high),
            Distribution::LogUniform { low, high } => {
                (low.ln() + (high.ln() - low.ln()) * u).exp().clamp(low, high)
            }
        }
    }

    pub(crate) fn validate(&self) -> Result<(), DesignError> {
        let check = |holds: bool, quantity: &'static str, value: f64, requirement: &'static str| {
            DesignError::check(holds, &self.name, quantity, value, requirement)
        };
        match self.distribution {
            Distribution::Uniform { low, high } => {
                check(low.is_finite(), "low", low, "must be finite")?;
                check(high.is_finite(), "high", high, "must be finite")?;
                check(high >= low, "high", high, "must be at least low")?;
                check((high - low).is_finite(), "high", high, "must be at a finite distance")
            }
            Distribution::LogUniform { low, high } => {
                check_positive(&self.name, "low", low)?;
                check_positive(&self.name, "high", high)?;
                check(high >= low, "high", high, "must be at least low")
            }
        }
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

    #[test]
    fn bad_variables_are_refused_by_name_value_and_requirement() {
        let refused = |variable: RandomVariable| variable.validate().unwrap_err().to_string();
        assert_eq!(
            refused(RandomVariable::uniform("mu", 0.5, 0.2)),
            "parameter \"mu\": high = 0.2 must be at least low"
        );
        assert_eq!(
            refused(RandomVariable::log_uniform("mu", -1.0, 0.2)),
            "parameter \"mu\": low = -1 must be finite and positive"
        );
        for bad in [
            RandomVariable::uniform("a", f64::NAN, 1.0),
            RandomVariable::uniform("a", 0.0, f64::NAN),
            RandomVariable::uniform("a", -1e308, 1e308),
            RandomVariable::log_uniform("a", 1.0, f64::INFINITY),
            RandomVariable::log_uniform("a", 1.0, 0.5),
        ] {
            assert!(bad.validate().is_err(), "{bad:?}");
        }
        assert_eq!(RandomVariable::uniform("a", 0.3, 0.3).validate(), Ok(()));
    }
}
