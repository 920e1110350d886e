//! The results of an estimation.

use serde::Serialize;
use stiction_core::Shown;

/// Parameters that were estimated from a log, their errors, and the residuals.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Estimate {
    /// The parameters, in the order in which they were made free.
    pub parameters: Vec<FittedParameter>,
    /// The columns that were compared.
    pub columns: Vec<FittedColumn>,
    /// Correlation of the errors of every pair; `null` (NaN) if one of them is not determined.
    pub correlation: Vec<Vec<f64>>,
    /// Combinations of parameters that the log does not determine.
    pub undetermined: Vec<Undetermined>,
    /// Measured numbers that were fitted.
    pub samples: usize,
    /// Rows of the log that were fitted.
    pub rows: usize,
    /// Rows that were held out.
    pub held_rows: usize,
    /// Degrees of freedom of the residuals.
    pub degrees_of_freedom: usize,
    /// Whether standard errors and intervals were widened because residuals are correlated.
    pub is_scaled: bool,
    /// Logarithm of the likelihood of normal errors, one variance for each column.
    pub log_likelihood: f64,
    /// Akaike's criterion, `2 k − 2 ln L`; smaller is better.
    pub aic: f64,
    /// Schwarz's criterion, `k ln n − 2 ln L`.
    pub bic: f64,
    /// Whether the search ended at a minimum.
    pub has_converged: bool,
    /// Iterations of the last search.
    pub iterations: usize,
    /// Warnings about the estimates.
    pub doubts: Vec<EstimateDoubt>,
    /// Number of searches from different places. How many of them came to the best one is in `starts_that_agree`; if
    /// only one did, there may be a better place.
    pub starts: usize,
    /// Searches that came to the best place: to its sum of squares, within a percent, and to its parameters, within
    /// their errors.
    pub starts_that_agree: usize,
    /// Text of the scenario with the estimates, with the comments of the file.
    #[serde(skip)]
    pub scenario: String,
    /// Times of the log \[s\], including those that were held out.
    #[serde(skip)]
    pub time: Vec<f64>,
}

/// An estimated parameter.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct FittedParameter {
    /// Its path.
    pub path: String,
    /// Its unit in this place, for instance N m for a limit on a shaft.
    pub unit: String,
    /// The estimate.
    pub value: f64,
    /// Standard error, if it is determined; widened if the residuals are correlated.
    pub standard_error: Option<f64>,
    /// Standard error if the residuals were noise: the bound of Cramér and Rao, with the measured variance.
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
pub struct FittedColumn {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// Measured numbers that were fitted.
    pub samples: usize,
    /// Root mean square of the residuals.
    pub rms: f64,
    /// Root mean square of the residuals in the rows that were held out.
    pub held_rms: Option<f64>,
    /// Durbin and Watson's number: near 2 for noise, near 0 for effects that the model lacks.
    pub durbin_watson: f64,
    /// Correlation of neighbouring residuals.
    pub correlation: f64,
    /// Whether that exceeds the correlation of noise in 19 of 20 cases.
    pub is_correlated: bool,
    /// Measured numbers of all rows; NaN if nothing was measured.
    #[serde(skip)]
    pub measured: Vec<f64>,
    /// Numbers of the model.
    #[serde(skip)]
    pub model: Vec<f64>,
}

/// A number that is far away from the model.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FarRow {
    /// Its line in the log.
    pub line: u64,
    /// Its time \[s\].
    pub time: f64,
    /// Its distance, in deviations of the residuals of its column.
    pub deviations: f64,
}

/// A warning about an estimate.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EstimateDoubt {
    /// The first row is before 0, or much later.
    #[error("`t` begins at {} s: the run begins there, with the start of the scenario", Shown(*first))]
    Start {
        /// The first time \[s\].
        first: f64,
    },
    /// With half the step the estimates would differ.
    #[error(
        "the step of {} s is too large here: with half of it `{path}` would be {shift:.1} standard errors away; choose a \
         smaller `solver.step`, and fit again",
        Shown(*step)
    )]
    Step {
        /// The step \[s\].
        step: f64,
        /// The parameter that would move most.
        path: String,
        /// Shift in standard errors.
        shift: f64,
    },
    /// With a stiffer bristle the estimates would differ.
    #[error(
        "`{held}` = {} is not estimated, but matters: with four times as much `{path}` would be {shift:.1} standard \
         errors away; make it free, or be sure of it",
        Shown(*value)
    )]
    Stiffness {
        /// Path of the stiffness.
        held: String,
        /// Its value.
        value: f64,
        /// The parameter that would move most.
        path: String,
        /// Shift in standard errors.
        shift: f64,
    },
    /// The model leaves most of the variation of a column.
    #[error(
        "the model leaves {share:.0} % of the variation of `{column}`: the best place was not found, or this model is not \
         that of the log; nothing is sure about any parameter"
    )]
    Poor {
        /// Name of the column.
        column: String,
        /// Root mean square of the residuals relative to the deviation of the measured numbers \[%\].
        share: f64,
    },
    /// A profile interval is much narrower than the errors say.
    #[error(
        "the sum of squares is rough near `{path}`: its profile is much narrower than its standard error, and neither of \
         them is to be trusted; this log does not tell it"
    )]
    Rough {
        /// Path of the parameter.
        path: String,
    },
    /// An estimate is outside its search range.
    #[error(
        "`{path}` = {} is beyond {} to {}, where it was looked for: is the unit of a column another one, or the guess far \
         off?",
        Shown(*value), Shown(*low), Shown(*high)
    )]
    Beyond {
        /// Path of the parameter.
        path: String,
        /// The estimate.
        value: f64,
        /// Lower end of the search range.
        low: f64,
        /// Upper end of the search range.
        high: f64,
    },
    /// A column exceeds the model by the ratio of degrees to radians.
    #[error(
        "`{column}` reaches {}, about {factor:.0} times what the scenario reaches with its own numbers: degrees? it must \
         be in {unit}",
        Shown(*value)
    )]
    Degrees {
        /// Name of the column.
        column: String,
        /// Its largest number.
        value: f64,
        /// Its ratio to the model.
        factor: f64,
        /// The required unit.
        unit: String,
    },
    /// Numbers are far away from the model.
    #[error("{}", far(column, *number, *share, rows))]
    Far {
        /// Name of the column.
        column: String,
        /// Number of such rows.
        number: usize,
        /// Their share of all that were fitted \[%\].
        share: f64,
        /// The farthest of them.
        rows: Vec<FarRow>,
    },
}

fn far(column: &str, number: usize, share: f64, rows: &[FarRow]) -> String {
    let one = |&FarRow { line, time, deviations }: &FarRow| {
        let time = Shown((1e9 * time).round() / 1e9);
        format!("line {line} (t = {time} s, {deviations:.0} deviations)")
    };
    let shown: Vec<String> = rows.iter().map(one).collect();
    let more = match number - rows.len() {
        0 => String::new(),
        more => format!(" and {more} more, {share:.1} % of all"),
    };
    format!(
        "numbers of `{column}` are far away from the model, and pull at the estimates: {}{more}",
        shown.join(", ")
    )
}

/// A combination of parameters that the log does not determine.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Undetermined {
    /// Paths of the parameters: all may change together by the powers in `exponents` of one factor or, unless
    /// `is_factor` is set, by these shares of the widths of their ranges.
    pub paths: Vec<String>,
    /// The exponents; the largest is 1.
    pub exponents: Vec<f64>,
    /// Whether all of them are searched by factors.
    pub is_factor: bool,
    /// Whether this holds only here: the residuals are large, so this is hardly the true minimum.
    pub is_only_here: bool,
}

impl core::fmt::Display for Undetermined {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let paths: Vec<_> = self.paths.iter().map(|path| format!("`{path}`")).collect();
        let paths = paths.join(" and ");
        if self.is_only_here {
            return write!(f, "at this place, where much is left, the model does not tell {paths}");
        }
        if self.paths.len() == 1 {
            return write!(f, "this log says nothing about {paths}");
        }
        let exponents: Vec<_> = self.exponents.iter().map(|e| format!("{e:.2}")).collect();
        let how = if self.is_factor { "powers of one factor" } else { "shares of their ranges" };
        let is_ratio = self.is_factor && self.exponents.iter().all(|e| (e - 1.0).abs() < 0.05);
        let told = match self.paths.len() {
            _ if !is_ratio => "",
            2 => "; only their ratio is told",
            _ => "; only their ratios are told",
        };
        let exponents = exponents.join(" and ");
        write!(
            f,
            "{paths} cannot be told apart from this log: they may change together, as the {how} {exponents}{told}"
        )
    }
}
