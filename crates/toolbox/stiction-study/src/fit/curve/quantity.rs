//! An estimated parameter, or why it could not be estimated.

use serde::Serialize;
use stiction_core::Shown;

/// A parameter to be estimated.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "is")]
#[non_exhaustive]
pub enum Quantity {
    /// It was estimated.
    #[non_exhaustive]
    Known {
        /// The estimate.
        value: f64,
        /// Its standard error.
        standard_error: f64,
        /// The 95 % interval.
        interval: [f64; 2],
    },
    /// It was given.
    #[non_exhaustive]
    Given {
        /// The value.
        value: f64,
    },
    /// The log does not determine it.
    #[non_exhaustive]
    Unknown {
        /// Why not.
        reason: Untold,
        /// How far it can go; `None` for an open end.
        interval: [Option<f64>; 2],
    },
}

impl Quantity {
    /// Returns an estimate whose interval is that of Student's t with this quantile.
    pub(super) fn known(value: f64, standard_error: f64, quantile: f64) -> Self {
        let half = quantile * standard_error;
        Self::Known { value, standard_error, interval: [value - half, value + half] }
    }

    /// Returns a parameter that a log does not determine at all.
    pub(super) const fn unknown(reason: Untold) -> Self {
        Self::Unknown { reason, interval: [None; 2] }
    }

    /// Returns the number, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Known { value, .. } | Self::Given { value } => Some(*value),
            Self::Unknown { .. } => None,
        }
    }

    /// Returns the standard error, if it was estimated.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        match self {
            Self::Known { standard_error, .. } => Some(*standard_error),
            _ => None,
        }
    }

    /// Returns the 95 % interval; `None` for an end that is not known.
    #[must_use]
    pub fn interval(&self) -> [Option<f64>; 2] {
        match self {
            Self::Known { interval, .. } => interval.map(Some),
            Self::Given { value } => [Some(*value); 2],
            Self::Unknown { interval, .. } => *interval,
        }
    }
}

/// Why a parameter cannot be estimated from a log.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Untold {
    /// All stretches are faster than the Stribeck velocity: the curve below it is a guess of the formula.
    #[error(
        "the slowest stretch ({slowest:.3e}) is faster than the Stribeck velocity, about {stribeck_speed:.3e}"
    )]
    NoSlowStretch {
        /// Speed of the slowest stretch \[rad/s\].
        slowest: f64,
        /// The Stribeck velocity that fits best \[rad/s\].
        stribeck_speed: f64,
    },
    /// The torque does not fall with the speed by more than its noise.
    #[error(
        "no fall of the torque with the speed is seen: χ² is better by {gain:.1}, {needed:.1} would be much"
    )]
    NoFall {
        /// By how much the falling curve has a smaller `χ²` than a straight line.
        gain: f64,
        /// How much smaller it would have to be.
        needed: f64,
    },
    /// The interval has no end at one side.
    #[error("its 95 % interval is open")]
    Open,
    /// The torque rises between two rows.
    #[error(
        "{rows} rows are on the rise, at least {needed} are needed: sample faster or turn more slowly"
    )]
    FewRows {
        /// Rows on the rise, of a reversal.
        rows: usize,
        /// Number that is needed.
        needed: usize,
    },
    /// An encoder is too coarse.
    #[error(
        "the position makes {steps} steps of its encoder on the rise, at least {needed} are needed"
    )]
    Coarse {
        /// Steps on the rise.
        steps: usize,
        /// Number that is needed.
        needed: usize,
    },
    /// A torque was held that exceeds the level of the curve.
    #[error(
        "{} was held within one step of the encoder, more than the level of the curve that fits: it did not slide",
        Shown((1e6 * *held).round() / 1e6)
    )]
    Held {
        /// The torque that was held \[N m\].
        held: f64,
    },
    /// The torque never bends.
    #[error("the torque rises in a straight line until it turns: no level is seen")]
    Straight,
    /// The position turned before the torque levelled off.
    #[error("it turned before the torque levelled off: {reached:.0}% of the way")]
    NotLevel {
        /// Share of the rise to the level that the torque reached \[%\].
        reached: f64,
    },
}
