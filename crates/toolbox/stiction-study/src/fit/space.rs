//! Free parameters, and the coordinates in which they are searched.
//!
//! A positive parameter is searched by its logarithm, `u = ln p`, so that a factor is a distance and no step can
//! leave the allowed range; any other one in units of the width of its range, `u = p / (high − low)`.

use stiction_core::{Range, Shown};
use stiction_scenario::Scenario;

use crate::fit::FitError;

/// A number of a scenario that is to be estimated, and its search range.
#[derive(Clone, Debug, PartialEq)]
pub struct Free {
    path: String,
    range: Option<(f64, f64)>,
}

impl Free {
    /// Estimates the number at a path, such as `connections.friction.law.limit`. It is searched from a tenth to ten
    /// times its value in the scenario if it must be positive, within its range if that has ends, and up to its own
    /// magnitude to both sides otherwise. The estimate may lie beyond that, but never outside the range in its
    /// description.
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), range: None }
    }

    /// Estimates the number at a path between two bounds.
    pub fn between(path: impl Into<String>, low: f64, high: f64) -> Self {
        Self { path: path.into(), range: Some((low, high)) }
    }

    /// Returns its path.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}

/// A coordinate of the search.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) path: String,
    pub(crate) unit: String,
    pub(crate) is_log: bool,
    /// Length of the unit of `u`, if it is not a logarithm.
    scale: f64,
    /// Range of the global search, in `u`.
    pub(crate) box_: (f64, f64),
    /// Allowed range, in `u`.
    pub(crate) least: f64,
    pub(crate) most: f64,
    /// Value in the scenario, in `u`.
    pub(crate) start: Option<f64>,
}

impl Axis {
    pub(crate) fn new(free: &Free, scenario: &Scenario) -> Result<Self, FitError> {
        let path = &free.path;
        let number = scenario.number(path)?;
        let is_positive = matches!(number.range, Range::Positive | Range::NonNegative);
        let (low, high) = match (free.range, number.range, number.value) {
            (Some(range), ..) => range,
            (None, Range::Within(least, most, _), _) if least.is_finite() && most.is_finite() => {
                (least, most)
            }
            (None, _, Some(value)) if is_positive && value > 0.0 => (0.1 * value, 10.0 * value),
            (None, _, Some(value)) if !is_positive && value != 0.0 => {
                (value - value.abs(), value + value.abs())
            }
            (None, _, value) => {
                let found = value.map_or("at its default".to_owned(), |v| format!("{}", Shown(v)));
                let reason =
                    format!("`{path}` is {found}: its range must be given, {path}=LOW:HIGH");
                return Err(FitError::Choice { reason });
            }
        };
        let refused = |requirement| {
            let (low, high) = (Shown(low), Shown(high));
            let reason = format!("`{path}`: the range from {low} to {high} {requirement}");
            FitError::Choice { reason }
        };
        if !(low.is_finite() && high.is_finite() && low < high) {
            return Err(refused("must be finite and increase"));
        }
        if let Range::Within(least, most, words) = number.range
            && !(least <= low && high <= most)
        {
            return Err(refused(words));
        }
        if is_positive && low < 0.0 || number.range == Range::Positive && low == 0.0 {
            return Err(refused("must be within what is positive"));
        }
        let is_log = is_positive && low > 0.0;
        let scale = if is_log { 1.0 } else { high - low };
        let mut axis = Self {
            path: path.clone(),
            unit: number.unit,
            is_log,
            scale,
            box_: (0.0, 0.0),
            least: f64::NEG_INFINITY,
            most: f64::INFINITY,
            start: None,
        };
        axis.box_ = (axis.coordinate(low), axis.coordinate(high));
        if free.range.is_some() || matches!(number.range, Range::Within(..)) {
            (axis.least, axis.most) = axis.box_;
        } else if is_positive && !is_log {
            axis.least = 0.0;
        }
        let start = number.value.filter(|value| !is_log || *value > 0.0);
        let start = start.map(|value| axis.coordinate(value));
        axis.start = start.filter(|u| (axis.least..=axis.most).contains(u));
        Ok(axis)
    }

    /// Returns `u` of a value.
    pub(crate) fn coordinate(&self, value: f64) -> f64 {
        if self.is_log { value.ln() } else { value / self.scale }
    }

    /// Returns the value of `u`.
    pub(crate) fn value(&self, u: f64) -> f64 {
        if self.is_log { u.exp() } else { u * self.scale }
    }

    /// Returns dp/du.
    pub(crate) fn rate(&self, u: f64) -> f64 {
        if self.is_log { u.exp() } else { self.scale }
    }

    pub(crate) fn clamp(&self, u: f64) -> f64 {
        u.clamp(self.least, self.most)
    }
}
