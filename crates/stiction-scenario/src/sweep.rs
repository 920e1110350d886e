//! What a sweep varies and measures.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::tagged::parameters;

parameters! {
    /// Runs of a scenario with other parameters.
    Sweep {
        /// How the parameters are chosen.
        #[serde(default)]
        pub design: Design,
        /// Number of runs of a random or Latin hypercube design.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub members: Option<usize>,
        /// Seed of a random or Latin hypercube design.
        #[serde(default)]
        pub seed: u64,
        /// What varies, by path: `"connections.friction.law.limit"`.
        pub parameters: BTreeMap<String, Range>,
        /// What is measured in each run, by name.
        pub measures: BTreeMap<String, Measure>,
    }
    /// Values of a parameter: a list, or a range.
    Range {
        /// The values of a grid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub values: Option<Vec<f64>>,
        /// Least value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub from: Option<f64>,
        /// Largest value.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub to: Option<f64>,
        /// Number of values of a grid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub count: Option<usize>,
        /// Whether the values are spaced by factors.
        #[serde(default, skip_serializing_if = "core::ops::Not::not")]
        pub log: bool,
    }
    /// A number of a run.
    Measure {
        /// Column of the record.
        pub of: String,
        /// What is taken of it.
        #[serde(default)]
        pub take: Take,
        /// From this time on [s]; the whole run by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub from: Option<f64>,
        /// Until this time [s].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub to: Option<f64>,
    }
}

/// How the parameters of a sweep are chosen.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Design {
    /// All combinations.
    #[default]
    Grid,
    /// Independent and uniform.
    Random,
    /// One value in every of equally likely intervals.
    LatinHypercube,
}

/// What a measure takes of a column.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
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
    /// The mean over the time.
    Mean,
    /// The root of the mean square.
    Rms,
    /// The slope of the straight line through it, per second.
    Slope,
}

impl Measure {
    /// The number, of rows with their times; NaN where there is no row in the window.
    #[must_use]
    pub fn of_rows(&self, times: &[f64], values: &[f64]) -> f64 {
        let (from, to) = (self.from.unwrap_or(f64::NEG_INFINITY), self.to.unwrap_or(f64::INFINITY));
        let rows = times.iter().zip(values).filter(|(t, _)| (from..=to).contains(*t));
        let rows: Vec<(f64, f64)> = rows.map(|(t, x)| (*t, *x)).collect();
        let count = rows.len() as f64;
        let Some((_, last)) = rows.last() else { return f64::NAN };
        let min = || rows.iter().map(|(_, x)| *x).fold(f64::INFINITY, f64::min);
        let max = || rows.iter().map(|(_, x)| *x).fold(f64::NEG_INFINITY, f64::max);
        match self.take {
            Take::Last => *last,
            Take::Min => min(),
            Take::Max => max(),
            Take::Swing => max() - min(),
            Take::Mean => rows.iter().map(|(_, x)| x).sum::<f64>() / count,
            Take::Rms => (rows.iter().map(|(_, x)| x * x).sum::<f64>() / count).sqrt(),
            Take::Slope => {
                let t = rows.iter().map(|(t, _)| t).sum::<f64>() / count;
                let x = rows.iter().map(|(_, x)| x).sum::<f64>() / count;
                let cross: f64 = rows.iter().map(|(s, y)| (s - t) * (y - x)).sum();
                cross / rows.iter().map(|(s, _)| (s - t) * (s - t)).sum::<f64>()
            }
        }
    }
}
