//! Parameters of friction read off a log directly, without a simulation.
//!
//! Two experiments say what friction is without a model of the machine, if they are slow enough:
//!
//! - **Steady velocities.** Where the velocity does not change, the driving torque is the friction: [`Steady`]
//!   finds the stretches, [`Stribeck`] fits `F(v) = Fc + (Fs − Fc) exp(−(|v|/vs)^γ) + D |v|` to their mean torques,
//!   each direction by itself.
//! - **Slow reversals.** After each turning point of the position the torque rises by the stiffness, and levels off at the
//!   break-away torque: [`Reversals`] measures both, and tells a sharp break-away from a gradual one.
//!
//! Units are those of a joint (rad, rad/s, N m); on a line read m, m/s, N. The torque is the one that drives: along the
//! velocity where it slides. Where a log has what friction exerts, which is against it, that is noticed and turned.
//!
//! ```
//! use stiction_study::fit::curve::{Record, Steady, Stribeck};
//! // Six speeds in both directions, 200 rows each; the noise is a hum.
//! let (mut time, mut velocity, mut torque) = (vec![], vec![], vec![]);
//! for speed in [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, -0.05, -0.1, -0.2, -0.4, -0.8, -1.6_f64] {
//!     for _ in 0..200 {
//!         let row = time.len() as f64;
//!         let friction = 1.0 + 0.5 * (-(speed / 0.15).powi(2)).exp() + 0.2 * speed.abs();
//!         time.push(0.01 * row);
//!         velocity.push(speed);
//!         torque.push(friction * speed.signum() + 0.01 * (0.7 * row * row).sin());
//!     }
//! }
//! let record = Record::new(time, velocity, torque)?;
//! let found = Stribeck::default().of(&Steady::default().stretches(&record)?)?;
//! let coulomb = found.forward.unwrap().coulomb;
//! assert!((coulomb.value().unwrap() - 1.0).abs() < 0.01);
//! # Ok::<(), stiction_study::fit::curve::CurveError>(())
//! ```

use serde::Serialize;
use stiction_core::Shown;

use crate::fit::{Log, LogError};

mod doubts;
mod encoder;
mod noise;
mod reversals;
mod separable;
mod steady;
mod stribeck;
mod swept;

pub use doubts::CurveDoubt;
pub use reversals::{Onset, Reversal, Reversals, Side, Turns};
pub use steady::{LeftOut, Steady, Stretch, Stretches};
pub use stribeck::{Curve, Exponent, FrictionCurve, Stribeck};

/// A parameter that was looked for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "is")]
#[non_exhaustive]
pub enum Quantity {
    /// It was found.
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
    /// The log does not say it.
    #[non_exhaustive]
    Unknown {
        /// Why not.
        reason: Untold,
        /// How far it can go; `None` for an end that is open.
        interval: [Option<f64>; 2],
    },
}

impl Quantity {
    /// The number, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Known { value, .. } | Self::Given { value } => Some(*value),
            Self::Unknown { .. } => None,
        }
    }

    /// Its standard error, if it was estimated.
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

/// Why a parameter cannot be told from a log.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Untold {
    /// All stretches are faster than the Stribeck velocity: what is below it is a guess of the formula.
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
        /// By how much it would have to.
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
    /// More was held than what the curve says to be the most.
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
        /// How far the torque came on its way to the level \[%\].
        reached: f64,
    },
}

/// One of the two directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Positive velocity.
    Forward,
    /// Negative velocity.
    Backward,
}

impl Direction {
    /// +1 or −1.
    #[must_use]
    pub const fn sign(self) -> f64 {
        match self {
            Self::Forward => 1.0,
            Self::Backward => -1.0,
        }
    }

    /// That of a velocity.
    pub(crate) fn of(velocity: f64) -> Self {
        if velocity < 0.0 { Self::Backward } else { Self::Forward }
    }
}

impl core::fmt::Display for Direction {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
        })
    }
}

/// Why nothing could be read off.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CurveError {
    /// The log cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A column is not there.
    #[error("no column is called `{column}`; there are {found}")]
    NoColumn {
        /// The name that was asked for.
        column: String,
        /// Those that there are.
        found: String,
    },
    /// A column has no number, or no row has all of them.
    #[error("`{column}` has no number{of}")]
    Empty {
        /// Name of the column.
        column: String,
        /// In which rows.
        of: &'static str,
    },
    /// A column is longer or shorter than the times.
    #[error("`{column}` has {found} numbers, `time` has {expected}")]
    Length {
        /// Name of the column.
        column: &'static str,
        /// Number of times.
        expected: usize,
        /// Number of its rows.
        found: usize,
    },
    /// A number is not finite; rows are counted from 1.
    #[error("row {row}: `{column}` is {value}, it must be finite")]
    NotFinite {
        /// Name of the column.
        column: &'static str,
        /// The row.
        row: usize,
        /// The number.
        value: f64,
    },
    /// A time is not after the one before it; rows are counted from 1.
    #[error("row {row}: `time` is {}, it must be after {}", Shown(*time), Shown(*before))]
    Time {
        /// The row.
        row: usize,
        /// Its time \[s\].
        time: f64,
        /// That of the row before it \[s\].
        before: f64,
    },
    /// One unit is of a line, another one of a joint that turns.
    #[error(
        "`{first}` is in {first_unit}, and `{second}` in {second_unit}: one of them moves along a line, the other one turns"
    )]
    Domains {
        /// Name of the column along a line.
        first: String,
        /// Its unit.
        first_unit: String,
        /// Name of the other one.
        second: String,
        /// Its unit.
        second_unit: String,
    },
    /// A choice was refused.
    #[error("{name} = {} {requirement}", Shown(*value))]
    Choice {
        /// Its name.
        name: &'static str,
        /// The value.
        value: f64,
        /// What is required of it.
        requirement: &'static str,
    },
    /// There are too few stretches of steady velocity.
    #[error(
        "{found} stretches of steady velocity {direction}, at least {needed} are needed; left out: {left_out}"
    )]
    TooFew {
        /// The direction.
        direction: Direction,
        /// Number of stretches.
        found: usize,
        /// Number that is needed.
        needed: usize,
        /// The rows that are in no stretch.
        left_out: LeftOut,
    },
    /// All stretches go in one direction.
    #[error(
        "all {found} stretches of steady velocity go {direction}: nothing is said of the other direction (ask for one of them)"
    )]
    OneDirection {
        /// Their direction.
        direction: Direction,
        /// Number of stretches.
        found: usize,
    },
    /// The position does not turn.
    #[error("`position` goes from {} to {} and turns {found} times, at least {needed} are needed", Shown(*least), Shown(*largest))]
    NoReversal {
        /// Its least value \[rad\].
        least: f64,
        /// Its largest value \[rad\].
        largest: f64,
        /// Number of turning points.
        found: usize,
        /// Number that is needed.
        needed: usize,
    },
    /// The torque is the same in all rows.
    #[error("`torque` is {} in all rows", Shown(*value))]
    Constant {
        /// Its value \[N m\].
        value: f64,
    },
}

/// Names of the columns of a log.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    /// That of the torque.
    pub torque: &'a str,
    /// That of the velocity, if there is one.
    pub velocity: Option<&'a str>,
    /// That of the position, if there is one.
    pub position: Option<&'a str>,
}

/// Rows in which everything was measured.
#[derive(Clone, Debug)]
pub struct Record {
    time: Vec<f64>,
    velocity: Vec<f64>,
    torque: Vec<f64>,
    position: Option<Vec<f64>>,
    gaps: usize,
}

/// Units of what moves along a line.
const LINE: [&str; 3] = ["N", "m/s", "m"];
/// The least number of rows.
const FEWEST: usize = 8;

impl Record {
    /// Makes a record of times \[s\] that increase, velocities \[rad/s\] and torques \[N m\].
    ///
    /// # Errors
    /// [`CurveError`]: columns that are empty or of other lengths, numbers that are not finite, times that do not increase, a torque
    /// that never changes.
    pub fn new(time: Vec<f64>, velocity: Vec<f64>, torque: Vec<f64>) -> Result<Self, CurveError> {
        let columns = [("time", &time), ("velocity", &velocity), ("torque", &torque)];
        for (column, numbers) in columns {
            check(column, numbers, time.len())?;
        }
        for (row, pair) in time.windows(2).enumerate() {
            if pair[1] <= pair[0] {
                return Err(CurveError::Time { row: row + 2, time: pair[1], before: pair[0] });
            }
        }
        if torque.iter().all(|own| *own == torque[0]) {
            return Err(CurveError::Constant { value: torque[0] });
        }
        Ok(Self { time, velocity, torque, position: None, gaps: 0 })
    }

    /// Adds positions \[rad\].
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_position(mut self, position: Vec<f64>) -> Result<Self, CurveError> {
        check("position", &position, self.time.len())?;
        self.position = Some(position);
        Ok(self)
    }

    /// Makes a record of positions \[rad\] and torques \[N m\], without velocities.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn turning(
        time: Vec<f64>,
        position: Vec<f64>,
        torque: Vec<f64>,
    ) -> Result<Self, CurveError> {
        check("position", &position, time.len())?;
        let unknown = vec![0.0; time.len()];
        let record = Self::new(time, unknown, torque)?.with_position(position)?;
        Ok(Self { velocity: vec![], ..record })
    }

    /// Columns of a log, by name; rows in which one of them was not measured are left out. Units that stand in the
    /// log are checked.
    ///
    /// # Errors
    /// [`CurveError`], as [`new`](Self::new), and for names and units, those of a line beside those of a joint too.
    pub fn of(log: &Log, columns: Columns<'_>) -> Result<Self, CurveError> {
        let time = log.time();
        let column = |name: &str, units: &[&str]| {
            let Some(numbers) = log.column(name) else {
                let (column, found) = (name.to_owned(), log.names().join(", "));
                return Err(CurveError::NoColumn { column, found });
            };
            log.check_unit_of(name, units)?;
            Ok(numbers)
        };
        let torque = column(columns.torque, &["N m", "Nm", "N·m", "N"])?;
        let velocity = columns.velocity.map(|name| column(name, &["rad/s", "m/s"])).transpose()?;
        let position = columns.position.map(|name| column(name, &["rad", "m"])).transpose()?;
        check_domain(log, columns)?;
        let all = [Some(torque), velocity, position];
        let is_whole = |row: &usize| all.iter().flatten().all(|column| !column[*row].is_nan());
        let rows: Vec<usize> = (0..time.len()).filter(is_whole).collect();
        if rows.is_empty() {
            let column = columns.torque.to_owned();
            return Err(CurveError::Empty { column, of: " in a row that has the other columns" });
        }
        let of = |numbers: &[f64]| rows.iter().map(|row| numbers[*row]).collect::<Vec<f64>>();
        let record = match (velocity, position) {
            (Some(velocity), Some(position)) => {
                Self::new(of(time), of(velocity), of(torque))?.with_position(of(position))?
            }
            (Some(velocity), None) => Self::new(of(time), of(velocity), of(torque))?,
            (None, Some(position)) => Self::turning(of(time), of(position), of(torque))?,
            (None, None) => {
                return Err(CurveError::Empty { column: "velocity".to_owned(), of: "" });
            }
        };
        Ok(Self { gaps: time.len() - rows.len(), ..record })
    }

    /// The times \[s\].
    #[must_use]
    pub fn time(&self) -> &[f64] {
        &self.time
    }

    /// The velocities \[rad/s\]; none if only positions were given.
    #[must_use]
    pub fn velocity(&self) -> &[f64] {
        &self.velocity
    }

    /// The torques \[N m\].
    #[must_use]
    pub fn torque(&self) -> &[f64] {
        &self.torque
    }

    /// The positions \[rad\], if there are any.
    #[must_use]
    pub fn position(&self) -> Option<&[f64]> {
        self.position.as_deref()
    }

    /// Rows of the log that were left out, since something was not measured.
    #[must_use]
    pub const fn gaps(&self) -> usize {
        self.gaps
    }
}

fn check(column: &'static str, numbers: &[f64], expected: usize) -> Result<(), CurveError> {
    if numbers.is_empty() {
        return Err(CurveError::Empty { column: column.to_owned(), of: "" });
    }
    if numbers.len() != expected {
        return Err(CurveError::Length { column, expected, found: numbers.len() });
    }
    if numbers.len() < FEWEST {
        let value = numbers.len() as f64;
        return Err(CurveError::Choice { name: "rows", value, requirement: "must be at least 8" });
    }
    match numbers.iter().position(|number| !number.is_finite()) {
        Some(row) => Err(CurveError::NotFinite { column, row: row + 1, value: numbers[row] }),
        None => Ok(()),
    }
}

/// Refuses units of a line beside those of a joint that turns.
fn check_domain(log: &Log, columns: Columns<'_>) -> Result<(), CurveError> {
    let names = [columns.velocity, columns.position, Some(columns.torque)].into_iter().flatten();
    let units = names.filter_map(|name| Some((name, log.unit_of(name)?)));
    let (line, turning): (Vec<_>, Vec<_>) = units.partition(|(_, unit)| LINE.contains(unit));
    let (Some((first, first_unit)), Some((second, second_unit))) = (line.first(), turning.first())
    else {
        return Ok(());
    };
    let [first, first_unit, second, second_unit] =
        [first, first_unit, second, second_unit].map(|own| (*own).to_owned());
    Err(CurveError::Domains { first, first_unit, second, second_unit })
}

fn require(
    name: &'static str,
    value: f64,
    is_met: bool,
    requirement: &'static str,
) -> Result<(), CurveError> {
    if is_met { Ok(()) } else { Err(CurveError::Choice { name, value, requirement }) }
}

#[cfg(test)]
mod encoder_tests;
#[cfg(test)]
mod plateau_tests;
#[cfg(test)]
mod tests;
