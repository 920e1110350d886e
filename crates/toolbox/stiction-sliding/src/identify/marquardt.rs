//! The method of Levenberg and Marquardt for a handful of unknowns.
//!
//! Own code, because the crates that have it were made for other versions of nalgebra than this
//! workspace has (levenberg-marquardt 0.15: nalgebra 0.34): each comes with a second matrix library.
//!
//! Source: D. W. Marquardt, *An Algorithm for Least-Squares Estimation of Nonlinear Parameters*, 1963.

use nalgebra::{Matrix6, Vector6};

use super::IdentificationError;

/// A sum of squares near a place: value, half the gradient, and `JᵀJ`.
pub(super) struct Quadratic {
    pub(super) value: f64,
    pub(super) gradient: Vector6<f64>,
    pub(super) curvature: Matrix6<f64>,
}

impl Quadratic {
    /// Returns how far the minimum is, in standard errors, if the unknowns are changed one at a time.
    fn slope(&self) -> f64 {
        let diagonal = self.curvature.diagonal();
        let slopes = self.gradient.zip_map(&diagonal, |slope, d| slope.abs() / d.sqrt());
        // 0/0 for an unknown that nothing depends on.
        slopes.iter().copied().fold(0.0, f64::max)
    }
}

/// Length of a step, in standard errors, below which the search is over: the next one is shorter by
/// a factor of the order of the noise.
const LAST_STEP: f64 = 1e-6;

/// Slope, in the same units, that is rounding if nothing nearby is better.
const ROUNDING: f64 = 1e-4;

/// Change of the first three unknowns, logarithms, in a step: farther away the model sticks where the
/// body slid, and derivatives tell nothing.
const LONGEST_STEP: f64 = 0.7;

/// Damping with which no step of use is left.
const MOST_DAMPING: f64 = 1e12;

/// Returns the minimum near `start` of a sum of squares, the residuals being in units of their
/// deviations: its place, the sum there, and the iterations.
pub(super) fn minimum(
    start: Vector6<f64>,
    most_iterations: u32,
    mut sum: impl FnMut(&Vector6<f64>) -> Result<Quadratic, IdentificationError>,
) -> Result<(Vector6<f64>, Quadratic, u32), IdentificationError> {
    let (mut at, mut there, mut damping) = (start, sum(&start)?, 1e-3);
    let mut length = f64::INFINITY;
    for iterations in 1..=most_iterations {
        loop {
            // An unknown that nothing depends on stays where it is.
            let diagonal = there.curvature.diagonal().map(|d| if d > 0.0 { d } else { 1.0 });
            let damped = there.curvature + Matrix6::from_diagonal(&(diagonal * damping));
            let step = damped.cholesky().map(|factor| -factor.solve(&there.gradient));
            let step = step.filter(|step| step.fixed_rows::<3>(0).amax() <= LONGEST_STEP);
            if let Some(step) = step {
                length = step.dot(&(there.curvature * step)).sqrt();
                // Somewhere the model may not exist at all.
                let tried = sum(&(at + step)).ok();
                if let Some(next) = tried.filter(|next| next.value <= there.value) {
                    (at, there) = (at + step, next);
                    damping *= 0.1;
                    break;
                }
                if there.slope() <= ROUNDING {
                    return Ok((at, there, iterations));
                }
            }
            damping *= 10.0;
            if damping > MOST_DAMPING {
                return Err(IdentificationError::NotConverged { iterations, step: length });
            }
        }
        // A damped step is short without being near a minimum.
        if length <= LAST_STEP && damping < 1e-2 {
            return Ok((at, there, iterations));
        }
    }
    Err(IdentificationError::NotConverged { iterations: most_iterations, step: length })
}
