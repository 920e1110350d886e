//! Checks whether the sum of squares rises as its curvature promises.
//!
//! The curvature comes from differences of runs a thousandth apart. If two parameters have the same effect, the
//! remaining curvature is the roughness of the runs (kinks, rounding), which looks like information and is not. The
//! sum itself is therefore evaluated a standard error away along each weak direction, and farther away along the
//! weakest one, while all stronger directions follow by the linear model,
//!
//! ```text
//! at = u + s v;   twice:  at ← at − Σⱼ vⱼ (vⱼ·Jᵀr(at))/λⱼ   over stronger directions, where that lowers the sum
//! ```
//!
//! If the sum rises by less than a quarter of `λ s²`, the measured rise replaces the curvature, and the direction in
//! which the coordinates went replaces `v`.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use crate::fit::marquardt::Minimum;
use crate::fit::problem::{Problem, Quadratic};
use crate::fit::statistics::{MOST_ERROR, RESOLVED};

/// A unit direction of the coordinates, and the curvature of the sum of squares along it.
#[derive(Clone, Debug)]
pub(crate) struct Direction {
    pub(crate) vector: DVector<f64>,
    pub(crate) curvature: f64,
    /// The measured rise, if that is less.
    pub(crate) found: Option<Found>,
}

/// A direction and the rise of the sum along it, per square of the distance.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) vector: DVector<f64>,
    pub(crate) curvature: f64,
}

/// A rise below this share of the curvature's promise replaces it.
const KEPT: f64 = 0.25;
/// A direction is weak if its standard error exceeds this in `u`: two percent.
const WEAK: f64 = 0.02;
/// A distance shorter than the differences says nothing new.
const SHORTEST: f64 = 1e-3;
/// Factor from one distance to the next.
const LONGER: f64 = 4.0;
/// The longest distance in `u`: a factor of e.
const LONGEST: f64 = 1.0;
/// Over the longest distance the sum must rise by the square of this number of deviations; beyond, its rise does not
/// matter.
const SURE: f64 = 4.0;

/// Returns the directions of `JᵀJ` among the free coordinates, the weakest first.
pub(crate) fn directions(there: &Quadratic, free: &[bool]) -> Vec<Direction> {
    let p = there.gradient.len();
    let part = |i: usize, j: usize| {
        if free[i] && free[j] { there.curvature[(i, j)] } else { 0.0 }
    };
    let eigen = SymmetricEigen::new(DMatrix::from_fn(p, p, part));
    let pairs = eigen.eigenvalues.iter().zip(eigen.eigenvectors.column_iter());
    let mut all: Vec<Direction> = pairs
        // Leaves out the directions of coordinates at a bound.
        .filter(|(_, vector)| {
            !vector.iter().zip(free).any(|(part, free)| !free && part.abs() > 0.5)
        })
        .map(|(curvature, vector)| (*curvature, vector.into_owned()))
        .map(|(curvature, vector)| Direction { vector, curvature, found: None })
        .collect();
    all.sort_by(|a, b| a.curvature.total_cmp(&b.curvature));
    all
}

impl Direction {
    /// Returns whether runs resolve it, and the log determines it.
    pub(crate) fn is_determined(&self, most: f64, variance: f64) -> bool {
        self.curvature > RESOLVED * RESOLVED * most
            && variance / self.curvature < MOST_ERROR * MOST_ERROR
    }
}

/// Evaluates the sum of squares along the weak directions; returns a place with a lower sum, if there is one on the
/// way.
pub(crate) fn ask(
    problem: &Problem<'_>,
    best: &Minimum,
    variance: f64,
    directions: &mut [Direction],
) -> Option<Vec<f64>> {
    let most = directions.iter().map(|own| own.curvature).fold(0.0, f64::max);
    let mut lowest = (best.there.value - 0.01 * variance, None);
    let mut is_weakest = true;
    for k in 0..directions.len() {
        let own = &directions[k];
        // A direction that the curvature does not determine is not determined by the sum either.
        if !own.is_determined(most, variance) {
            continue;
        }
        let error = (variance / own.curvature).sqrt();
        if !is_weakest && error < WEAK {
            break;
        }
        let found = along(problem, best, (variance, is_weakest), directions, k, &mut lowest);
        directions[k].found = found;
        is_weakest = false;
    }
    lowest.1
}

/// Returns the measured rise along one direction, if it is less than the curvature promises.
fn along(
    problem: &Problem<'_>,
    best: &Minimum,
    (variance, is_weakest): (f64, bool),
    directions: &[Direction],
    k: usize,
    lowest: &mut (f64, Option<Vec<f64>>),
) -> Option<Found> {
    let own = &directions[k];
    let error = (variance / own.curvature).sqrt();
    let first = error.max(SHORTEST);
    let mut ways = vec![first, (LONGER * first).min(LONGEST)];
    if is_weakest {
        ways.push(LONGEST);
    }
    let mut found: Option<Found> = None;
    let mut next = 0;
    while let Some(&way) = ways.get(next) {
        next += 1;
        let to = |sign: f64| side(problem, best, variance, directions, (k, sign * way));
        let (above, below) = rayon::join(|| to(1.0), || to(-1.0));
        let sides: Vec<(f64, Vec<f64>)> = above.into_iter().chain(below).collect();
        let Some((_, farther)) = sides.first() else { continue };
        for (sum, at) in &sides {
            if *sum < lowest.0 {
                *lowest = (*sum, Some(at.clone()));
            }
        }
        let rise =
            sides.iter().map(|(sum, _)| sum - best.there.value).sum::<f64>() / sides.len() as f64;
        let promised = own.curvature * way * way;
        let most = if way < LONGEST { f64::INFINITY } else { SURE * SURE * variance };
        if rise >= (KEPT * promised).min(most) {
            continue;
        }
        let curvature = rise.max(0.0) / (way * way);
        if found.as_ref().is_none_or(|found| curvature < found.curvature) {
            let moved = DVector::from_fn(farther.len(), |k, _| farther[k] - best.at[k]);
            let length = moved.norm();
            let vector = if length > 0.0 { moved / length } else { own.vector.clone() };
            found = Some(Found { vector, curvature });
        }
        // Is it flat farther away too?
        if next == ways.len() && way < LONGEST {
            ways.push((LONGER * way).min(LONGEST));
        }
    }
    found
}

/// Returns the sum at a distance along one direction, with the stronger ones following, and the place; `None` if the
/// model has no run.
fn side(
    problem: &Problem<'_>,
    best: &Minimum,
    variance: f64,
    directions: &[Direction],
    (k, way): (usize, f64),
) -> Option<(f64, Vec<f64>)> {
    let squares = |residuals: &[f64]| residuals.iter().map(|r| r * r).sum::<f64>();
    let mut at = problem.moved(&best.at, &(&directions[k].vector * way));
    let mut residuals = problem.residuals(&at).ok()?;
    let mut sum = squares(&residuals);
    for _ in 0..2 {
        let slope = best.there.jacobian.tr_mul(&DVector::from_column_slice(&residuals));
        let (mut step, mut gain) = (DVector::zeros(at.len()), 0.0);
        for other in directions.iter().skip(k + 1) {
            let own = other.vector.dot(&slope);
            step -= &other.vector * (own / other.curvature);
            gain += own * own / other.curvature;
        }
        if gain < 0.01 * variance {
            break;
        }
        let next = problem.moved(&at, &step);
        let Ok(there) = problem.residuals(&next) else { break };
        let lower = squares(&there);
        if lower >= sum {
            break;
        }
        (at, residuals, sum) = (next, there, lower);
    }
    Some((sum, at))
}
