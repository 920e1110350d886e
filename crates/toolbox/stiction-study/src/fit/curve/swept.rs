//! A slow sweep: the velocity changes all the time, so there are no steady stretches, only short ones side by side.
//!
//! The log is cut where the velocity has changed by a fifth of itself. The mean torque of a piece is that of the
//! curve over its velocities, whatever its width, because the curve is averaged over the same rows. Neighbours share
//! their noise:
//!
//! ```text
//! cov(mean of A, mean of B) = σ²/(nA nB) Σ over rows a of A, b of B of ρ(|a − b|)
//! ```
//!
//! With the Cholesky factor `L` of that covariance the residuals `L⁻¹ r` are independent, and `χ² = |L⁻¹ r|²`. The
//! autocorrelation `ρ` is that of the faster parts, after subtracting a parabola in the velocity and a term in the
//! acceleration: it does not depend on the curve that is fitted.

use nalgebra::{DMatrix, DVector};

use super::TorqueRecord;
use super::noise::{Noise, mean};

/// A piece ends where the velocity has changed by this share.
const WIDTH: f64 = 0.2;
/// Rows over which the velocity is averaged, to both sides.
const HALF: usize = 4;
/// A mean velocity counts if it is larger than this multiple of its standard error.
const SURE: f64 = 4.0;
/// The least number of rows of a part from which the noise is estimated.
const NOISE_ROWS: usize = 60;
/// All rows of such a part are faster than this share of the fastest row.
const FAST: f64 = 0.4;
/// Numbers that are fitted to such a part and subtracted.
const TREND: usize = 4;
/// The largest number of rows of a piece over which a curve is averaged.
const POINTS: usize = 12;

/// A piece of a sweep.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Velocities over which a curve is averaged.
    pub(super) velocities: Vec<f64>,
}

/// The pieces of a sweep, and the covariance of their mean torques.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    pub(super) pieces: Vec<Piece>,
    pub(super) covariance: DMatrix<f64>,
    pub(super) noise: Noise,
}

impl Sweep {
    pub(super) fn new(record: &TorqueRecord, least_speed: f64) -> Option<Self> {
        let (velocity, deviation) = smooth(&record.velocity);
        let slowest = least_speed.max(SURE * deviation / ((2 * HALF + 1) as f64).sqrt());
        let pieces = cut(&velocity, slowest);
        let noise = noise(record, &velocity, slowest)?;
        let covariance = covariance(&pieces, &noise);
        Some(Self { pieces, covariance, noise })
    }
}

/// Returns the mean velocities of neighbours, and the deviation of a row from them.
fn smooth(velocity: &[f64]) -> (Vec<f64>, f64) {
    let n = velocity.len();
    let around = |row: usize| {
        // Equal distances to both sides, so that an even change keeps its mean.
        let half = HALF.min(row).min(n - 1 - row);
        mean(&velocity[row - half..=row + half])
    };
    let means: Vec<f64> = (0..n).map(around).collect();
    let mut off: Vec<f64> = means.iter().zip(velocity).map(|(a, b)| (a - b).abs()).collect();
    off.sort_by(f64::total_cmp);
    (means, 1.4826 * off[n / 2])
}

fn cut(velocity: &[f64], slowest: f64) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = vec![];
    let mut from = 0;
    let finish = |from: usize, to: usize, pieces: &mut Vec<Piece>| {
        if to > from {
            let every = (to - from).div_ceil(POINTS);
            // The middles of equally long parts.
            let parts = velocity[from..to].chunks(every);
            let velocities = parts.map(mean).collect();
            pieces.push(Piece { from, to, velocities });
        }
    };
    for (row, own) in velocity.iter().enumerate() {
        let first = velocity[from];
        let goes_on = own.signum() == first.signum()
            && own.abs() > slowest
            && first.abs() > slowest
            && (own - first).abs() <= WIDTH * own.abs().min(first.abs());
        if !goes_on && row > from {
            if first.abs() > slowest {
                finish(from, row, &mut pieces);
            }
            from = row;
        }
    }
    if velocity[from].abs() > slowest {
        finish(from, velocity.len(), &mut pieces);
    }
    pieces
}

/// Returns the noise of the torque in the faster parts, where the curve is smooth.
fn noise(record: &TorqueRecord, velocity: &[f64], slowest: f64) -> Option<Noise> {
    let fastest = velocity.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
    let least = slowest.max(FAST * fastest);
    let mut residuals = vec![];
    let mut from = 0;
    for row in 0..=velocity.len() {
        let is_inside = row < velocity.len()
            && velocity[row].abs() > least
            && velocity[row].signum() == velocity[from].signum();
        if is_inside {
            continue;
        }
        if row - from >= NOISE_ROWS {
            residuals.push(without_trend(&record.torque[from..row], &velocity[from..row]));
        }
        from = row + 1;
        if from >= velocity.len() {
            break;
        }
    }
    let residuals: Vec<&[f64]> = residuals.iter().map(Vec::as_slice).collect();
    (!residuals.is_empty()).then(|| Noise::new(&residuals, TREND))
}

/// Returns torques minus a parabola in the velocity and a term in the acceleration.
fn without_trend(torque: &[f64], velocity: &[f64]) -> Vec<f64> {
    let n = torque.len();
    let largest = velocity.iter().fold(f64::MIN_POSITIVE, |most, v| most.max(v.abs()));
    let slope = |row: usize| {
        let (low, high) = (row.saturating_sub(HALF), (row + HALF).min(n - 1));
        (velocity[high] - velocity[low]) / (high - low) as f64
    };
    let steepest = (0..n).map(|row| slope(row).abs()).fold(f64::MIN_POSITIVE, f64::max);
    let basis = DMatrix::from_fn(n, TREND, |row, part| match part {
        3 => slope(row) / steepest,
        power => (velocity[row] / largest).powi(power as i32),
    });
    let y = DVector::from_column_slice(torque);
    // Terms that depend on the others are left out.
    let fitted = basis.clone().svd(true, true).solve(&y, 1e-6);
    let left = fitted.map_or_else(|_| y.clone(), |fitted| &y - &basis * fitted);
    left.iter().copied().collect()
}

fn covariance(pieces: &[Piece], noise: &Noise) -> DMatrix<f64> {
    let (correlation, variance) = noise.of_rows();
    let reach = correlation.len();
    let mut all = DMatrix::zeros(pieces.len(), pieces.len());
    for (i, a) in pieces.iter().enumerate() {
        for (j, b) in pieces.iter().enumerate().skip(i) {
            if b.from >= a.to + reach {
                break;
            }
            let mut sum = 0.0;
            for row in a.from..a.to {
                let (low, high) =
                    ((row + 1).saturating_sub(reach).max(b.from), (row + reach).min(b.to));
                sum += (low..high).map(|other| correlation[row.abs_diff(other)]).sum::<f64>();
            }
            let own = variance * sum / ((a.to - a.from) * (b.to - b.from)) as f64;
            (all[(i, j)], all[(j, i)]) = (own, own);
        }
        // For noise that alternates the sum may come out below zero.
        all[(i, i)] = all[(i, i)].max(variance / ((a.to - a.from) as f64).powi(2));
    }
    all
}

/// The Cholesky factor `L` of a covariance, row by row from the first number that is not zero.
#[derive(Clone, Debug)]
pub(crate) struct Factor {
    rows: Vec<(usize, Vec<f64>)>,
}

impl Factor {
    /// Factors a covariance; if an estimate is not a covariance, factors a matrix nearer to the diagonal of the
    /// estimate.
    pub(super) fn new(covariance: &DMatrix<f64>) -> Option<Self> {
        let mut shared = 1.0;
        while shared > 0.05 {
            let mut tried = covariance * shared;
            tried.set_diagonal(&covariance.diagonal());
            if let Some(found) = tried.cholesky() {
                let lower = found.unpack();
                let row = |k: usize| {
                    let first = (0..k).find(|j| covariance[(k, *j)] != 0.0).unwrap_or(k);
                    (first, (first..=k).map(|j| lower[(k, j)]).collect())
                };
                return Some(Self { rows: (0..lower.nrows()).map(row).collect() });
            }
            shared -= 0.1;
        }
        None
    }

    /// Multiplies a column by `L⁻¹`.
    pub(super) fn whiten(&self, column: &mut [f64]) {
        for (k, (first, row)) in self.rows.iter().enumerate() {
            let Some((own, before)) = row.split_last() else { continue };
            let known: f64 = before.iter().zip(&column[*first..]).map(|(l, y)| l * y).sum();
            column[k] = (column[k] - known) / own;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `L⁻¹ C L⁻ᵀ = 1`, for a band.
    #[test]
    fn whitened_numbers_are_independent() {
        let n = 12;
        let covariance = DMatrix::from_fn(n, n, |i, j| match i.abs_diff(j) {
            0 => 2.0 + i as f64,
            1 => 0.8,
            2 => -0.3,
            _ => 0.0,
        });
        let factor = Factor::new(&covariance).unwrap();
        let mut half = covariance.clone();
        for mut column in half.column_iter_mut() {
            factor.whiten(column.as_mut_slice());
        }
        let mut whole = half.transpose();
        for mut column in whole.column_iter_mut() {
            factor.whiten(column.as_mut_slice());
        }
        assert!((whole - DMatrix::identity(n, n)).amax() < 1e-12);
        // A matrix that is not a covariance is moved towards its diagonal until it is one.
        let none = DMatrix::from_fn(3, 3, |i, j| if i == j { 1.0 } else { -0.9 });
        assert!(none.clone().cholesky().is_none() && Factor::new(&none).is_some());
    }

    /// The mean of m rows of white noise has the variance σ²/m, and neighbours share nothing.
    #[test]
    fn a_covariance_of_white_noise_is_diagonal() {
        let numbers: Vec<f64> = (0..4000).map(|k| f64::from((k * k * 7) % 101) - 50.0).collect();
        let noise = Noise::new(&[&numbers], 1);
        let pieces: Vec<Piece> = (0..5)
            .map(|k| Piece { from: 40 * k, to: 40 * k + 40, velocities: vec![1.0] })
            .collect();
        let found = covariance(&pieces, &noise);
        let exact = noise.of_white_mean(0, 40).powi(2);
        assert!((found[(2, 2)] / exact - 1.0).abs() < 0.3, "{found}");
        assert!(found[(0, 4)] == 0.0 && found[(0, 1)].abs() < 0.2 * exact, "{found}");
    }
}
