//! Axes of a grid.

use crate::DesignError;

/// A parameter and the values it takes in a grid ([`Design::grid`](crate::Design::grid)).
///
/// ```
/// use stiction_study::{Axis, Design};
///
/// let design = Design::grid([Axis::linear("mu", 0.2, 0.4, 3), Axis::log("speed", 1e-3, 1.0, 4)])?;
/// assert_eq!(design.len(), 12);
/// assert_eq!(design.column("mu")?[..5], [0.2, 0.2, 0.2, 0.2, 0.30000000000000004]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    name: String,
    levels: Levels,
}

#[derive(Clone, Debug, PartialEq)]
enum Levels {
    Range { is_log: bool, from: f64, to: f64, count: usize },
    List(Vec<f64>),
}

impl Axis {
    /// Takes `count` ≥ 1 values at equal distances, both ends included; one value is `from`.
    pub fn linear(name: impl Into<String>, from: f64, to: f64, count: usize) -> Self {
        Self { name: name.into(), levels: Levels::Range { is_log: false, from, to, count } }
    }

    /// Takes `count` ≥ 1 values at equal ratios, both ends (> 0) included; one value is `from`.
    pub fn log(name: impl Into<String>, from: f64, to: f64, count: usize) -> Self {
        Self { name: name.into(), levels: Levels::Range { is_log: true, from, to, count } }
    }

    /// Takes the given values, at least one.
    pub fn values(name: impl Into<String>, values: impl Into<Vec<f64>>) -> Self {
        Self { name: name.into(), levels: Levels::List(values.into()) }
    }

    /// Returns the name of the parameter.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of values.
    #[must_use]
    pub const fn count(&self) -> usize {
        match &self.levels {
            Levels::Range { count, .. } => *count,
            Levels::List(values) => values.len(),
        }
    }

    /// Returns the value at a place below the count.
    pub(crate) fn value(&self, k: usize) -> f64 {
        match &self.levels {
            // The ends are as given, not up to rounding.
            Levels::Range { from, .. } if k == 0 => *from,
            Levels::Range { to, count, .. } if k + 1 == *count => *to,
            Levels::Range { is_log, from, to, count } => {
                between(*is_log, *from, *to, k as f64 / (count - 1) as f64)
            }
            Levels::List(values) => values[k],
        }
    }

    pub(crate) fn validate(&self) -> Result<(), DesignError> {
        let check = |holds: bool, quantity: &'static str, value: f64, requirement: &'static str| {
            DesignError::check(holds, &self.name, quantity, value, requirement)
        };
        let count = self.count() as f64;
        check(count >= 1.0, "count", count, "must be at least 1")?;
        match &self.levels {
            Levels::Range { is_log, from, to, .. } => {
                check_ends(&self.name, *is_log, [("from", *from), ("to", *to)])
            }
            Levels::List(values) => {
                values.iter().try_for_each(|v| check(v.is_finite(), "value", *v, "must be finite"))
            }
        }
    }
}

/// Refuses ends, with their names, between which there are no numbers.
pub(crate) fn check_ends(
    name: &str,
    is_log: bool,
    ends: [(&'static str, f64); 2],
) -> Result<(), DesignError> {
    for (end, value) in ends {
        let holds = value.is_finite() && (!is_log || value > 0.0);
        let requirement = if is_log { "must be finite and positive" } else { "must be finite" };
        DesignError::check(holds, name, end, value, requirement)?;
    }
    let [(_, from), (end, to)] = ends;
    let is_near = (to - from).is_finite();
    DesignError::check(is_near, name, end, to, "must be at a finite distance")
}

/// Returns the value at a share of the way, or of the way of logarithms.
pub(crate) fn between(is_log: bool, from: f64, to: f64, share: f64) -> f64 {
    if is_log {
        (from.ln() + (to.ln() - from.ln()) * share).exp()
    } else {
        from + (to - from) * share
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(axis: &Axis) -> Vec<f64> {
        axis.validate().unwrap();
        (0..axis.count()).map(|k| axis.value(k)).collect()
    }

    #[test]
    fn linear_and_listed_values() {
        assert_eq!(values(&Axis::linear("a", -1.0, 1.0, 5)), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(values(&Axis::linear("a", 3.0, 1.0, 3)), [3.0, 2.0, 1.0]);
        assert_eq!(values(&Axis::linear("a", 0.3, 9.0, 1)), [0.3]);
        assert_eq!(values(&Axis::values("a", [2.0, -7.0])), [2.0, -7.0]);
    }

    #[test]
    fn ratios_on_a_log_axis_are_equal() {
        let values = values(&Axis::log("a", 1e-3, 0.7, 10));
        assert_eq!((values[0], values[9]), (1e-3, 0.7));
        let ratio = 700_f64.powf(1.0 / 9.0);
        for pair in values.windows(2) {
            assert!((pair[1] / pair[0] / ratio - 1.0).abs() < 1e-14, "{pair:?}");
        }
    }
}
