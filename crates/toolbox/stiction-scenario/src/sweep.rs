//! Parameters and measures of a sweep.

use std::collections::BTreeMap;

use serde::Serialize;
use stiction_core::{Describe, Shown};

use crate::error::{Fault, Inside, ScenarioError};
use crate::fields::Fields;
use crate::node::Node;
use crate::settings::split;
use crate::value::{serialize_as_described, whole};

/// Runs of a scenario with other parameters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sweep {
    /// How the parameters are chosen.
    pub design: DesignKind,
    /// Number of runs of a random or Latin hypercube design, at least 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members: Option<usize>,
    /// Seed of a random or Latin hypercube design.
    pub seed: u64,
    /// Ranges of the parameters, by path: `"connections.friction.law.limit"`. Each leads to a number; this is judged
    /// when the members are made, because a run may have another law there.
    pub parameters: BTreeMap<String, Range>,
    /// Measures of each run, by name.
    pub measures: BTreeMap<String, Measure>,
}

/// Values of a parameter: in a grid `values`, or `from`, `to` and `count`; in another design `from`
/// and `to`.
#[derive(Clone, Debug, PartialEq, Describe)]
pub struct Range {
    /// The values of a grid, at least one.
    #[field(default = None, length(1, usize::MAX, "must be at least 1"))]
    pub values: Option<Vec<f64>>,
    /// Least value.
    #[field(default = None)]
    pub from: Option<f64>,
    /// Largest value.
    #[field(default = None)]
    pub to: Option<f64>,
    /// Number of values of a grid, at least 1.
    #[field(default = None)]
    pub count: Option<usize>,
    /// Whether the values are spaced by factors; they are then positive.
    #[field(default = false)]
    pub log: bool,
}

/// A number of a run.
#[derive(Clone, Debug, PartialEq, Describe)]
pub struct Measure {
    /// Column of the record.
    pub of: String,
    /// The number that is taken from it.
    #[field(default = Take::Last)]
    pub take: Take,
    /// From this time on \[s\], at least 0; the begin of the run by default.
    #[field(default = None)]
    pub from: Option<f64>,
    /// Until this time \[s\], at least `from`; the end of the run by default.
    #[field(default = None)]
    pub to: Option<f64>,
}

/// How the parameters of a sweep are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
pub enum DesignKind {
    /// All combinations.
    #[default]
    Grid,
    /// Independent and uniform.
    Random,
    /// One value in every of equally likely intervals.
    LatinHypercube,
}

/// The number that a measure takes from a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
pub enum Take {
    /// The last value.
    #[default]
    Last,
    /// The least value.
    Min,
    /// The largest value.
    Max,
    /// The largest minus the least value.
    Swing,
    /// The mean of the rows.
    Mean,
    /// The root of the mean square of the rows.
    Rms,
    /// The slope of the straight line through the rows (least squares), per second; NaN of one row.
    Slope,
    /// The time of the first row that is not zero, in seconds: of `friction.sticks` when it first sticks, of
    /// `friction.slip_speed` when it first slips. NaN if all rows are zero.
    First,
}

serialize_as_described!(Range, Measure, DesignKind, Take);

impl Sweep {
    pub(crate) fn read(node: Node<'_>) -> Result<Self, Fault> {
        let mut fields = Fields::of("sweep", node)?;
        let sweep = Self {
            design: fields.read("design")?.unwrap_or_default(),
            members: fields.read("members")?,
            seed: fields.take("seed").map_or(Ok(0), |node| whole(&node)).inside("seed")?,
            parameters: fields.read_named("parameters")?,
            measures: fields.read_named("measures")?,
        };
        fields.finish().map(|()| sweep)
    }

    /// Refuses windows of measures that are not within a run until the given time \[s\].
    ///
    /// They do not make a scenario invalid, because a single run may be shorter.
    ///
    /// # Errors
    /// The first measure whose window begins or ends later.
    pub fn check_windows(&self, until: f64) -> Result<(), ScenarioError> {
        let late = |name: &str, key: &str, time: f64| {
            let (until, time) = (Shown(until), Shown(time));
            let message = format!("must be within the run, which ends at {until} s, found {time}");
            let fault = Fault::new(message).inside(key).inside(name);
            Err(fault.inside("measures").inside("sweep").without_text())
        };
        for (name, measure) in &self.measures {
            for (key, time) in [("from", measure.from), ("to", measure.to)] {
                if let Some(time) = time.filter(|time| *time > until) {
                    return late(name, key, time);
                }
            }
        }
        Ok(())
    }

    /// Refuses values that no sweep can use, with their places in it. The paths of the parameters are not followed,
    /// because a run may have another law there.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        if self.design == DesignKind::Grid && self.members.is_some() {
            let message = "a grid has all combinations as members: only `count` of each parameter";
            return refused("members", message);
        }
        if self.members == Some(0) {
            return refused("members", "must be at least 1, found 0");
        }
        for (path, range) in &self.parameters {
            let checked = if self.design == DesignKind::Grid {
                range.check_grid()
            } else {
                range.check_random()
            };
            checked.and(split(path).map(|_| ())).inside(path).inside("parameters")?;
        }
        for (name, measure) in &self.measures {
            measure.check_window().inside(name).inside("measures")?;
        }
        Ok(())
    }
}

impl Range {
    fn check_grid(&self) -> Result<(), Fault> {
        match self {
            Self { values: Some(values), from: None, to: None, count: None, log: false } => {
                match values.iter().find(|value| !value.is_finite()) {
                    _ if values.is_empty() => refused("values", "must not be empty"),
                    Some(value) => {
                        refused("values", format!("must be finite, found {}", Shown(*value)))
                    }
                    None => Ok(()),
                }
            }
            Self { values: None, from: Some(from), to: Some(to), count: Some(count), log } => {
                if *count == 0 {
                    return refused("count", "must be at least 1, found 0");
                }
                check_ends(*from, *to, *log)
            }
            _ => Err(Fault::new("in a grid needs `values`, or `from`, `to` and `count`")),
        }
    }

    fn check_random(&self) -> Result<(), Fault> {
        let Self { values: None, from: Some(from), to: Some(to), count: None, log } = self else {
            let needs = "in a random design needs `from` and `to`, and nothing but `log`";
            return Err(Fault::new(needs));
        };
        check_ends(*from, *to, *log)?;
        if to < from {
            return refused("to", format!("must be at least `from`, found {}", Shown(*to)));
        }
        Ok(())
    }
}

fn refused(key: &str, message: impl Into<String>) -> Result<(), Fault> {
    Err(Fault::new(message).inside(key))
}

fn check_ends(from: f64, to: f64, log: bool) -> Result<(), Fault> {
    for (key, value) in [("from", from), ("to", to)] {
        let (usable, what) = if log { (value > 0.0, " and positive") } else { (true, "") };
        if !(value.is_finite() && usable) {
            return refused(key, format!("must be finite{what}, found {}", Shown(value)));
        }
    }
    if !(to - from).is_finite() {
        return refused("to", "must be at a finite distance from `from`");
    }
    Ok(())
}

impl Measure {
    fn check_window(&self) -> Result<(), Fault> {
        for (key, time) in [("from", self.from), ("to", self.to)] {
            if let Some(time) = time.filter(|time| !(time.is_finite() && *time >= 0.0)) {
                let shown = Shown(time);
                return refused(key, format!("must be finite and not negative, found {shown}"));
            }
        }
        match (self.from, self.to) {
            (Some(from), Some(to)) if from > to => {
                refused("to", format!("must be at least `from`, found {}", Shown(to)))
            }
            _ => Ok(()),
        }
    }

    /// Returns the number for rows with their times; NaN if there is no row in the window, or if a row of it is NaN
    /// (for the last value: that row).
    #[must_use]
    pub fn of_rows(&self, times: &[f64], values: &[f64]) -> f64 {
        let (from, to) = (self.from.unwrap_or(f64::NEG_INFINITY), self.to.unwrap_or(f64::INFINITY));
        let rows = times.iter().zip(values).filter(|(t, _)| (from..=to).contains(*t));
        let (times, values): (Vec<f64>, Vec<f64>) = rows.unzip();
        self.take.of(&times, &values)
    }
}

impl Take {
    /// Returns the number for equally many times and values; NaN without values or if one of them is NaN, except that
    /// the last value and the first time need only their own row and those before it.
    #[must_use]
    pub fn of(self, times: &[f64], values: &[f64]) -> f64 {
        let count = values.len() as f64;
        let mean = |of: &[f64]| of.iter().sum::<f64>() / count;
        let fold = |choose: fn(f64, f64) -> f64| {
            // `min` and `max` skip NaN.
            let either =
                |a: f64, b: f64| if a.is_nan() || b.is_nan() { f64::NAN } else { choose(a, b) };
            values.iter().copied().reduce(either).unwrap_or(f64::NAN)
        };
        let (least, largest) = (|| fold(f64::min), || fold(f64::max));
        // Sums are plain, because no variable of a mechanism in SI units is so large or small that its square overflows
        // or vanishes.
        match self {
            Self::Last => values.last().copied().unwrap_or(f64::NAN),
            Self::Min => least(),
            Self::Max => largest(),
            Self::Swing => largest() - least(),
            Self::Mean => {
                // Rounding must not move it out of the range.
                let (low, high, mean) = (least(), largest(), mean(values));
                if low <= high { mean.clamp(low, high) } else { mean }
            }
            Self::Rms => (values.iter().map(|value| value * value).sum::<f64>() / count).sqrt(),
            Self::Slope => {
                let (middle, mean) = (mean(times), mean(values));
                let rows = || times.iter().zip(values);
                let cross: f64 = rows().map(|(t, x)| (t - middle) * (x - mean)).sum();
                let square: f64 = times.iter().map(|t| (t - middle) * (t - middle)).sum();
                cross / square
            }
            Self::First => {
                let first = values.iter().zip(times).find(|(value, _)| **value != 0.0);
                first.map_or(f64::NAN, |(value, time)| if value.is_nan() { *value } else { *time })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMES: [f64; 4] = [0.0, 1.0, 2.0, 4.0];
    const ROWS: [f64; 4] = [3.0, -1.0, 1.0, 5.0];

    fn taken(take: Take, from: Option<f64>, to: Option<f64>) -> f64 {
        let measure = Measure { of: "block.x".to_owned(), take, from, to };
        measure.of_rows(&TIMES, &ROWS)
    }

    /// The expected numbers of the rows (0, 3), (1, −1), (2, 1), (4, 5) are computed by hand; Σ(t − 1.75)(x − 2) = 7 and
    /// Σ(t − 1.75)² = 8.75.
    #[test]
    fn what_a_measure_takes() {
        for scale in [1e-30, 1.0, 1e30] {
            let rows = ROWS.map(|row| row * scale);
            let near = |take: Take, expected: f64| {
                let found = take.of(&TIMES, &rows) / scale;
                assert!((found - expected).abs() < 1e-12, "{take:?} {scale}: {found}");
            };
            near(Take::Last, 5.0);
            near(Take::Min, -1.0);
            near(Take::Max, 5.0);
            near(Take::Swing, 6.0);
            near(Take::Mean, 2.0);
            near(Take::Rms, 3.0);
            near(Take::Slope, 0.8);
        }
        assert_eq!(taken(Take::First, None, None), 0.0);
    }

    #[test]
    fn a_row_that_is_no_number_is_not_skipped() {
        let takes = [Take::Min, Take::Max, Take::Mean, Take::Rms, Take::Slope];
        for place in 0..ROWS.len() {
            let mut rows = ROWS;
            rows[place] = f64::NAN;
            for take in takes {
                assert!(take.of(&TIMES, &rows).is_nan(), "{take:?} {place}");
            }
            rows[place] = f64::INFINITY;
            let all = [Take::Max, Take::Mean, Take::Rms].map(|take| take.of(&TIMES, &rows));
            assert_eq!(all, [f64::INFINITY; 3], "{place}");
            assert!(Take::Min.of(&TIMES, &rows) < 4.0);
        }
        for take in &takes[..4] {
            assert!(take.of(&[], &[]).is_nan(), "{take:?}");
            assert_eq!(take.of(&[0.0], &[0.0]), 0.0, "{take:?}");
        }
        assert!(Take::Slope.of(&[1.0], &[1.0]).is_nan());
    }

    #[test]
    fn the_first_time_that_something_is() {
        let first = |values: &[f64]| Take::First.of(&[0.5, 1.5, 2.5], values);
        assert_eq!(first(&[0.0, -0.0, 1e-300]), 2.5);
        assert_eq!(first(&[0.0, -3.0, 1.0]), 1.5);
        // It never happens, or a NaN hides when.
        assert!(first(&[0.0; 3]).is_nan() && first(&[0.0, f64::NAN, 1.0]).is_nan());
        assert_eq!(first(&[0.0, 1.0, f64::NAN]), 1.5);
        assert_eq!(taken(Take::First, Some(1.5), None), 2.0);
    }

    #[test]
    fn a_window_has_its_ends() {
        let window = |take| taken(take, Some(1.0), Some(2.0));
        let takes = [Take::Last, Take::Min, Take::Max, Take::Swing, Take::Mean, Take::Rms];
        assert_eq!(takes.map(window), [1.0, -1.0, 1.0, 2.0, 0.0, 1.0]);
        assert_eq!(window(Take::Slope), 2.0);
        assert_eq!(taken(Take::Last, None, Some(3.9)), 1.0);
        for take in takes {
            assert!(taken(take, Some(2.5), Some(3.5)).is_nan(), "{take:?}");
        }
        assert!(taken(Take::Slope, Some(2.0), Some(3.5)).is_nan());
    }
}
