//! What an estimation gives.

use serde::Serialize;

/// Parameters that were estimated from a log, their errors, and what is left.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Estimate {
    /// The parameters, in the order in which they were made free.
    pub parameters: Vec<Parameter>,
    /// The columns that were compared.
    pub columns: Vec<Column>,
    /// Correlation of the errors of every pair; `null` (NaN) where one of them is not determined.
    pub correlation: Vec<Vec<f64>>,
    /// Combinations of parameters of which the log says nothing.
    pub undetermined: Vec<Undetermined>,
    /// Measured numbers that were fitted.
    pub samples: usize,
    /// Rows of the log that were fitted, and those that were held out.
    pub rows: usize,
    /// Rows that were held out.
    pub held_rows: usize,
    /// Degrees of freedom of the residuals.
    pub degrees_of_freedom: usize,
    /// Whether standard errors and intervals were widened, since residuals are correlated.
    pub is_scaled: bool,
    /// Logarithm of the likelihood of normal errors, one variance for each column.
    pub log_likelihood: f64,
    /// Akaike's criterion, `2 k − 2 ln L`: the smaller the better.
    pub aic: f64,
    /// Schwarz's criterion, `k ln n − 2 ln L`.
    pub bic: f64,
    /// Whether the search ended at a minimum.
    pub has_converged: bool,
    /// Iterations of the last search.
    pub iterations: usize,
    /// Searches from different places, and how many of them came to within a percent of the least sum of squares. If it
    /// is one of several, there may be a better place.
    pub starts: usize,
    /// See `starts`.
    pub starts_that_agree: usize,
    /// Text of the scenario with the estimates, with the comments of the file.
    #[serde(skip)]
    pub scenario: String,
    /// Times of the log \[s\], those that were held out too.
    #[serde(skip)]
    pub time: Vec<f64>,
}

/// An estimated parameter.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Parameter {
    /// Its path.
    pub path: String,
    /// Its unit, where bodies are translated.
    pub unit: String,
    /// The estimate.
    pub value: f64,
    /// Standard error, if it is determined; of correlated residuals, the widened one.
    pub standard_error: Option<f64>,
    /// The same if the residuals were noise: the bound of Cramér and Rao, with the measured variance.
    pub standard_error_of_noise: Option<f64>,
    /// 95 % interval; an end that was not found is absent.
    pub interval: [Option<f64>; 2],
    /// Whether the interval is one of the profile likelihood.
    pub is_profiled: bool,
    /// Whether the estimate is at the end of its range.
    pub is_at_bound: bool,
}

/// A column that was compared.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// Measured numbers that were fitted.
    pub samples: usize,
    /// Root mean square of the residuals.
    pub rms: f64,
    /// The same of the rows that were held out.
    pub held_rms: Option<f64>,
    /// Durbin and Watson's number: near 2 for noise, near 0 for what the model does not know.
    pub durbin_watson: f64,
    /// Correlation of neighbouring residuals.
    pub correlation: f64,
    /// Whether that is more than noise has in 19 of 20 cases.
    pub is_correlated: bool,
    /// Measured numbers, NaN where there is none; all rows.
    #[serde(skip)]
    pub measured: Vec<f64>,
    /// Those of the model.
    #[serde(skip)]
    pub model: Vec<f64>,
}

/// A combination of parameters of which the log says nothing.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Undetermined {
    /// Paths and exponents: all parameters may change together by these powers of one factor, or, where
    /// `is_factor` is not set, by these shares of the width of their ranges.
    pub paths: Vec<String>,
    /// The exponents, of which the largest is 1.
    pub exponents: Vec<f64>,
    /// Whether all of them are searched by factors.
    pub is_factor: bool,
}

impl core::fmt::Display for Undetermined {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let [path] = &self.paths[..] else {
            let paths: Vec<_> = self.paths.iter().map(|path| format!("`{path}`")).collect();
            let exponents: Vec<_> = self.exponents.iter().map(|e| format!("{e:.2}")).collect();
            let how =
                if self.is_factor { "powers of one factor" } else { "shares of their ranges" };
            return write!(
                f,
                "{} cannot be told apart from this log: they may change together, as the {how} {}",
                paths.join(" and "),
                exponents.join(" and ")
            );
        };
        write!(f, "this log says nothing about `{path}`")
    }
}
