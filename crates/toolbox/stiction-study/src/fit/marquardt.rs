//! The method of Levenberg and Marquardt within bounds.
//!
//! This is our own code because the package `levenberg-marquardt` (0.15) was made for another version of nalgebra
//! than this workspace has, and would bring a second matrix library.
//!
//! A step solves `(JᵀJ + λ diag JᵀJ) h = −Jᵀr` (D. W. Marquardt, *An Algorithm for Least-Squares Estimation of
//! Nonlinear Parameters*, 1963, eq. 13 and 15 with the scaling of section III) in the coordinates that are not held
//! at a bound; one is held if it is there and the gradient points outwards. A step that would leave the bounds ends
//! at them. `λ` falls by ten when the sum of squares does, and grows by ten otherwise.

use nalgebra::{DMatrix, DVector};

use crate::fit::experiment::Failed;
use crate::fit::problem::{Differences, Problem, Quadratic};

/// Settings of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    pub(crate) most_iterations: usize,
    pub(crate) differences: Differences,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub(crate) struct Minimum {
    pub(crate) at: Vec<f64>,
    pub(crate) there: Quadratic,
    pub(crate) iterations: usize,
    pub(crate) has_converged: bool,
}

/// A step that is shorter, in standard errors, is the last one.
const LAST_STEP: f64 = 1e-3;
/// So is one that lowers the sum by less than this share, or moves all coordinates by less than the next constant.
const LAST_GAIN: f64 = 1e-9;
const LAST_DISTANCE: f64 = 1e-9;
/// The largest change of a coordinate in a step: farther away the linear model is not valid.
const LONGEST: f64 = 1.0;
/// With more damping no useful step is left.
const MOST_DAMPING: f64 = 1e8;

/// Returns the minimum near a place; the `held` coordinate stays fixed.
pub(crate) fn minimum(
    problem: &Problem<'_>,
    start: &[f64],
    held: Option<usize>,
    Search { most_iterations, differences }: Search,
) -> Result<Minimum, Failed> {
    let (mut at, mut there) = (start.to_vec(), problem.quadratic(start, differences)?);
    let mut damping = 1e-3;
    for iterations in 1..=most_iterations {
        let free = free(problem, &at, &there, held);
        let ended = |at: Vec<f64>, there: Quadratic| {
            Ok(Minimum { at, there, iterations, has_converged: true })
        };
        if free.is_empty() {
            return ended(at, there);
        }
        let (mut next, mut moved) = (None, DVector::zeros(at.len()));
        while next.is_none() && damping <= MOST_DAMPING {
            if let Some(step) = step(&there, &free, damping) {
                let tried = problem.moved(&at, &step);
                moved = DVector::from_fn(at.len(), |k, _| tried[k] - at[k]);
                // The model may have no run at this place.
                let sum = problem.sum(&tried).ok();
                next = sum.filter(|sum| *sum < there.value).map(|sum| (tried, sum));
                let expected = length(&there, &moved);
                if next.is_none() && expected < LAST_STEP * deviation(&there) {
                    return ended(at, there);
                }
            }
            if next.is_none() {
                damping *= 10.0;
            }
        }
        // Nothing nearby is better: a minimum, up to the kinks of the runs.
        let Some((place, sum)) = next else { return ended(at, there) };
        let is_short = length(&there, &moved) < LAST_STEP * deviation(&there)
            || moved.amax() < LAST_DISTANCE
            || there.value - sum <= LAST_GAIN * there.value;
        (at, there) = (place.clone(), problem.quadratic(&place, differences)?);
        // A damped step may be short far from a minimum.
        if is_short && damping <= 1.0 {
            return ended(at, there);
        }
        damping = (0.1 * damping).max(1e-9);
    }
    Ok(Minimum { at, there, iterations: most_iterations, has_converged: false })
}

/// Returns the coordinates that may move.
fn free(problem: &Problem<'_>, at: &[f64], there: &Quadratic, held: Option<usize>) -> Vec<usize> {
    let is_free = |k: &usize| {
        let (axis, slope) = (&problem.axes[*k], there.gradient[*k]);
        let is_outwards = at[*k] <= axis.least && slope > 0.0 || at[*k] >= axis.most && slope < 0.0;
        held != Some(*k) && !is_outwards && there.curvature[(*k, *k)] > 0.0
    };
    (0..at.len()).filter(is_free).collect()
}

fn step(there: &Quadratic, free: &[usize], damping: f64) -> Option<DVector<f64>> {
    let mut damped =
        DMatrix::from_fn(free.len(), free.len(), |i, j| there.curvature[(free[i], free[j])]);
    for k in 0..free.len() {
        damped[(k, k)] *= 1.0 + damping;
    }
    let slope = DVector::from_fn(free.len(), |k, _| -there.gradient[free[k]]);
    let found = damped.cholesky()?.solve(&slope);
    let mut step = DVector::zeros(there.gradient.len());
    let shorter = (LONGEST / found.amax()).min(1.0);
    for (k, &place) in free.iter().enumerate() {
        step[place] = found[k] * shorter;
    }
    step.iter().all(|part| part.is_finite()).then_some(step)
}

/// Returns how much a step changes the residuals, by the linear model.
fn length(there: &Quadratic, step: &DVector<f64>) -> f64 {
    step.dot(&(&there.curvature * step)).max(0.0).sqrt()
}

/// Returns the approximate standard deviation of the residuals.
fn deviation(there: &Quadratic) -> f64 {
    (there.value / there.residuals.len() as f64).sqrt()
}
