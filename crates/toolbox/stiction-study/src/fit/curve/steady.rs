//! Stretches of steady velocity, and the mean torque of each.
//!
//! The log is cut into blocks of half the shortest stretch. A block is steady if its velocity, fitted by a straight
//! line, changes by less than the tolerance or its noise; neighbours whose velocities agree form one stretch. A slow
//! sweep is thereby cut into stretches as wide as the tolerance. Rows that are not steady, stand still, or turn in
//! between are left out and counted.

use serde::Serialize;

use super::noise::{Noise, extent, mean};
use super::swept::Sweep;
use super::{CurveError, Direction, TorqueRecord, require};

/// Settings for finding stretches.
#[derive(Clone, Debug)]
pub struct Steady {
    /// Time \[s\], > 0, below which stretches are left out; by default a hundredth of the log.
    pub shortest: Option<f64>,
    /// Time \[s\], ≥ 0, that is left out at the start of every stretch; by default 0.
    pub settle: f64,
    /// Share by which the velocity may change in a stretch, 0 to 0.5; by default 0.05.
    pub tolerance: f64,
    /// Moving inertia \[kg m²\], ≥ 0, by default 0. The torque that accelerates it is subtracted, unless the log has
    /// the friction torque.
    pub inertia: f64,
    /// Speed \[rad/s\], ≥ 0, by default 0, below which rows are left out as standing still.
    pub least_speed: f64,
}

impl Default for Steady {
    fn default() -> Self {
        Self { shortest: None, settle: 0.0, tolerance: TOLERANCE, inertia: 0.0, least_speed: 0.0 }
    }
}

/// A stretch of steady velocity.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Stretch {
    /// First time \[s\].
    pub from: f64,
    /// Last time \[s\].
    pub to: f64,
    /// Number of rows.
    pub rows: usize,
    /// Mean velocity \[rad/s\].
    pub velocity: f64,
    /// Mean torque \[N m\], along the velocity, as friction is; without the torque of the inertia.
    pub torque: f64,
    /// Its standard error \[N m\], for correlated noise.
    pub standard_error: f64,
    /// Its standard error if the noise were white \[N m\].
    pub standard_error_if_white: f64,
    /// Mean acceleration \[rad/s²\].
    pub acceleration: f64,
}

impl Stretch {
    /// Returns its direction.
    #[must_use]
    pub fn direction(&self) -> Direction {
        Direction::of(self.velocity)
    }
}

/// Rows that are in no stretch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LeftOut {
    /// The velocity changed.
    pub changing: usize,
    /// The machine stood still, or was slower than the least speed or than the noise can tell.
    pub still: usize,
    /// The velocity varied by more than half of its mean, as in stick-slip.
    pub rough: usize,
    /// Steady for a shorter time than required, settling, or the rest of a block.
    pub short: usize,
}

impl core::fmt::Display for LeftOut {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { changing, still, rough, short } = self;
        write!(
            f,
            "{changing} rows of changing velocity, {still} at rest or too slow, {rough} of rough motion, {short} of short stretches"
        )
    }
}

/// The stretches of a log.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Stretches {
    /// The stretches, in the order of the log.
    pub stretches: Vec<Stretch>,
    /// Rows in no stretch.
    pub left_out: LeftOut,
    /// `Σ ρ(k)`, the sum of all correlations of the noise: 1 if it is white; the standard errors exceed those of
    /// white noise by its square root.
    pub memory: f64,
    /// Degrees of freedom of the noise estimate.
    pub noise_degrees_of_freedom: f64,
    /// Whether all stretches have the same noise.
    pub is_uniform: bool,
    /// Whether they are pieces of a sweep, side by side, which share their noise.
    pub is_swept: bool,
    #[serde(skip)]
    pub(super) sweep: Option<Sweep>,
    /// Whether the log had the friction torque, against the velocity, so that its sign was changed.
    pub is_turned: bool,
    /// Rows of the log that were left out because something was not measured.
    pub gaps: usize,
}

/// A log is a sweep if less than this share of the moving rows is in stretches,
const KEPT: f64 = 0.5;
/// and if each direction has fewer stretches than this, or all within such a factor of the speed.
const STRETCHES: usize = 5;
const SPAN: f64 = 4.0;

/// Default tolerance.
const TOLERANCE: f64 = 0.05;

/// The velocity may vary by this share of its mean in a block.
const ROUGH: f64 = 0.5;
/// A value beyond this number of standard errors is not noise.
const NOISE: f64 = 4.0;
/// The least number of rows of a block.
const FEWEST: usize = 8;

/// The rows of a possible stretch.
#[derive(Clone, Copy, Debug)]
struct Rows {
    from: usize,
    to: usize,
    velocity: f64,
    error: f64,
}

impl Steady {
    /// Returns the stretches of a record.
    ///
    /// # Errors
    /// Choices out of their ranges; no stretch at all.
    pub fn stretches(&self, record: &TorqueRecord) -> Result<Stretches, CurveError> {
        self.check()?;
        if record.velocity.is_empty() {
            return Err(CurveError::no_number("velocity"));
        }
        let mut left_out = LeftOut::default();
        let rows = self.found(record, &mut left_out);
        if !self.is_chosen()
            && is_swept(&rows, left_out)
            && let Some(sweep) = Sweep::new(record, self.least_speed)
        {
            return Ok(self.swept(record, sweep));
        }
        if rows.is_empty() {
            return Err(CurveError::too_few((0, 1), Direction::Forward, left_out));
        }
        let lines: Vec<(Part, Vec<f64>)> =
            rows.iter().map(|rows| Self::line(record, *rows)).collect();
        let residuals: Vec<&[f64]> = lines.iter().map(|(_, left)| left.as_slice()).collect();
        let noise = Noise::new(&residuals, 1);
        // The driving torque has a positive product with the velocity.
        let power: f64 = lines.iter().map(|(own, _)| own.torque * own.velocity.signum()).sum();
        let pieces = lines.into_iter().enumerate().map(|(k, (own, _))| {
            let rows = own.to - own.from;
            (own, noise.of_mean(k, rows), noise.of_white_mean(k, rows))
        });
        Ok(self.stretches_of(record, pieces, power < 0.0, left_out, &noise))
    }

    /// Returns the pieces of a sweep.
    fn swept(&self, record: &TorqueRecord, sweep: Sweep) -> Stretches {
        let (time, torque) = (&record.time, &record.torque);
        let power = sweep.pieces.iter().map(|own| {
            let velocity = mean(&own.velocities).signum();
            torque[own.from..own.to].iter().sum::<f64>() * velocity
        });
        let pieces = sweep.pieces.iter().enumerate().map(|(k, own)| {
            // A few rows have the acceleration of their surroundings.
            let wide = own.from.saturating_sub(8)..(own.to + 8).min(time.len());
            let acceleration = straight(&time[wide.clone()], &record.velocity[wide]).slope;
            let (from, to) = (own.from, own.to);
            let (velocity, torque) = (mean(&own.velocities), mean(&torque[from..to]));
            let white = sweep.noise.of_white_mean(0, to - from);
            let piece = Part { from, to, velocity, acceleration, torque };
            (piece, sweep.covariance[(k, k)].sqrt(), white)
        });
        let used: usize = sweep.pieces.iter().map(|own| own.to - own.from).sum();
        let left_out = LeftOut { still: time.len() - used, ..LeftOut::default() };
        let is_turned = power.sum::<f64>() < 0.0;
        let all = self.stretches_of(record, pieces, is_turned, left_out, &sweep.noise);
        Stretches { is_uniform: true, is_swept: true, sweep: Some(sweep), ..all }
    }

    /// Returns stretches of pieces with their standard errors, for correlated and for white noise.
    fn stretches_of(
        &self,
        record: &TorqueRecord,
        pieces: impl Iterator<Item = (Part, f64, f64)>,
        is_turned: bool,
        left_out: LeftOut,
        noise: &Noise,
    ) -> Stretches {
        let stretch = |(own, standard_error, standard_error_if_white): (Part, f64, f64)| Stretch {
            from: record.time()[own.from],
            to: record.time()[own.to - 1],
            rows: own.to - own.from,
            velocity: own.velocity,
            // The friction torque contains no inertia.
            torque: if is_turned {
                -own.torque
            } else {
                own.torque - self.inertia * own.acceleration
            },
            standard_error,
            standard_error_if_white,
            acceleration: own.acceleration,
        };
        Stretches {
            stretches: pieces.map(stretch).collect(),
            left_out,
            memory: noise.memory,
            noise_degrees_of_freedom: noise.degrees_of_freedom,
            is_uniform: noise.is_uniform,
            is_swept: false,
            sweep: None,
            is_turned,
            gaps: record.gaps(),
        }
    }

    /// Returns whether the caller defined a stretch, which has no meaning for a sweep.
    fn is_chosen(&self) -> bool {
        self.shortest.is_some() || self.settle > 0.0 || self.tolerance != TOLERANCE
    }

    fn check(&self) -> Result<(), CurveError> {
        let shortest = self.shortest.unwrap_or(1.0);
        let is_met = shortest > 0.0 && shortest.is_finite();
        require("shortest", shortest, is_met, "must be finite and positive")?;
        let is_met = (0.0..=0.5).contains(&self.tolerance);
        require("tolerance", self.tolerance, is_met, "must be from 0 to 0.5")?;
        let choices =
            [("settle", self.settle), ("inertia", self.inertia), ("least_speed", self.least_speed)];
        for (name, value) in choices {
            let is_met = value >= 0.0 && value.is_finite();
            require(name, value, is_met, "must be finite and not negative")?;
        }
        Ok(())
    }

    fn found(&self, record: &TorqueRecord, left_out: &mut LeftOut) -> Vec<Rows> {
        let time = record.time();
        let whole = time[time.len() - 1] - time[0];
        let shortest = self.shortest.unwrap_or(0.01 * whole);
        let per_row = whole / (time.len() - 1) as f64;
        let length = ((0.5 * shortest / per_row) as usize).max(FEWEST);
        let mut all: Vec<Rows> = vec![];
        for from in (0..time.len()).step_by(length) {
            let to = from + length;
            if to > time.len() {
                left_out.short += time.len() - from;
                break;
            }
            let Some(next) = self.block(record, from, to, left_out) else { continue };
            match all.last_mut() {
                Some(last) if last.to == from && self.agree(last, &next) => last.to = to,
                _ => all.push(next),
            }
        }
        for rows in &mut all {
            let start = time[rows.from] + self.settle;
            let settled = time[rows.from..rows.to].partition_point(|t| *t < start);
            left_out.short += settled;
            rows.from += settled;
        }
        let is_long = |rows: &Rows| {
            rows.to - rows.from >= FEWEST
                && time[rows.to - 1] - time[rows.from] + 1.5 * per_row >= shortest
        };
        let (long, short): (Vec<Rows>, Vec<Rows>) = all.into_iter().partition(is_long);
        left_out.short += short.iter().map(|rows| rows.to - rows.from).sum::<usize>();
        long
    }

    /// Returns the rows of a block if it is steady; counts them as left out otherwise.
    fn block(
        &self,
        record: &TorqueRecord,
        from: usize,
        to: usize,
        left_out: &mut LeftOut,
    ) -> Option<Rows> {
        let time = &record.time()[from..to];
        let line = straight(time, &record.velocity[from..to]);
        let change = (line.slope * (time[time.len() - 1] - time[0])).abs();
        // The ends of a line fitted to n numbers differ by √12/√n of their deviation.
        let noise = line.deviation / (time.len() as f64).sqrt();
        let speed = line.mean.abs();
        let unsteady = if speed <= self.least_speed || speed <= NOISE * noise || line.mean == 0.0 {
            // A motion that accelerates through zero does not stand still.
            let is_moving = change > (NOISE * 12f64.sqrt() * noise).max(self.least_speed);
            if is_moving { &mut left_out.changing } else { &mut left_out.still }
        } else if change > (self.tolerance * speed).max(NOISE * 12f64.sqrt() * noise) {
            &mut left_out.changing
        } else if line.deviation > ROUGH * speed {
            &mut left_out.rough
        } else {
            return Some(Rows { from, to, velocity: line.mean, error: noise });
        };
        *unsteady += to - from;
        None
    }

    fn agree(&self, one: &Rows, other: &Rows) -> bool {
        let apart = (one.velocity - other.velocity).abs();
        apart <= (self.tolerance * one.velocity.abs()).max(NOISE * one.error.hypot(other.error))
            && one.velocity.signum() == other.velocity.signum()
    }

    /// Returns a stretch, and its torques minus their mean and their drift.
    fn line(record: &TorqueRecord, Rows { from, to, .. }: Rows) -> (Part, Vec<f64>) {
        let (time, torques) = (&record.time()[from..to], &record.torque[from..to]);
        let of_velocity = straight(time, &record.velocity[from..to]);
        let torque = mean(torques);
        // If the velocity drifts, so does the torque: that is not noise.
        let drift = (of_velocity.slope * (time[time.len() - 1] - time[0])).abs();
        let is_drifting =
            drift > NOISE * 12f64.sqrt() * of_velocity.deviation / (time.len() as f64).sqrt();
        let slope = if is_drifting { straight(time, torques).slope } else { 0.0 };
        let middle = mean(time);
        let left = time.iter().zip(torques).map(|(t, y)| y - torque - slope * (t - middle));
        let acceleration = if is_drifting { of_velocity.slope } else { 0.0 };
        (Part { from, to, velocity: of_velocity.mean, acceleration, torque }, left.collect())
    }
}

/// Returns whether most of the moving rows change their velocity, and the others are uninformative.
fn is_swept(found: &[Rows], left_out: LeftOut) -> bool {
    let kept: usize = found.iter().map(|rows| rows.to - rows.from).sum();
    let moving = kept + left_out.changing + left_out.short;
    let tells_little = |sign: f64| {
        let own = found.iter().filter(|rows| rows.velocity.signum() == sign);
        let speeds: Vec<f64> = own.map(|rows| rows.velocity.abs()).collect();
        let [slowest, fastest] = extent(&speeds);
        speeds.len() < STRETCHES || fastest < SPAN * slowest
    };
    left_out.rough == 0
        && (kept as f64) < KEPT * moving as f64
        && tells_little(1.0)
        && tells_little(-1.0)
}

/// The rows of a stretch or of a piece of a sweep, and their means.
struct Part {
    from: usize,
    to: usize,
    velocity: f64,
    acceleration: f64,
    torque: f64,
}

/// A straight line through numbers.
struct Straight {
    mean: f64,
    slope: f64,
    /// Deviation of the numbers from the line.
    deviation: f64,
}

fn straight(x: &[f64], y: &[f64]) -> Straight {
    let n = x.len() as f64;
    let (middle, mean) = (x.iter().sum::<f64>() / n, y.iter().sum::<f64>() / n);
    let square: f64 = x.iter().map(|x| (x - middle).powi(2)).sum();
    let product: f64 = x.iter().zip(y).map(|(x, y)| (x - middle) * (y - mean)).sum();
    let slope = product / square;
    let left = x.iter().zip(y).map(|(x, y)| (y - mean - slope * (x - middle)).powi(2));
    Straight { mean, slope, deviation: (left.sum::<f64>() / (n - 2.0)).sqrt() }
}
