//! Errors of the estimates, and combinations that cannot be told apart.

use nalgebra::DMatrix;
use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::fit::problem::Quadratic;
use crate::fit::residuals::long_run;
use crate::fit::weak::Direction;

/// The errors of estimates in the coordinates of the search.
#[derive(Clone, Debug)]
pub(crate) struct Errors {
    /// Variance of a residual.
    pub(crate) variance: f64,
    /// `(JᵀJ)⁻¹` in the determined directions.
    pub(crate) inverse: DMatrix<f64>,
    /// Covariance if the residuals are noise, `σ² (JᵀJ)⁻¹`.
    pub(crate) plain: DMatrix<f64>,
    /// Covariance if the residuals are correlated; not smaller.
    pub(crate) scaled: DMatrix<f64>,
    /// Directions that the log does not determine.
    pub(crate) undetermined: Vec<Vec<f64>>,
    pub(crate) degrees_of_freedom: usize,
}

/// A direction is not determined if its standard error exceeds this in `u`: a factor of e;
pub(crate) const MOST_ERROR: f64 = 1.0;
/// or if its singular value is below this share of the largest one, the resolution of differences of runs.
pub(crate) const RESOLVED: f64 = 1e-6;

impl Errors {
    /// Computes the errors at a minimum, for columns with `counts` residuals each; `number_free` coordinates are at
    /// no bound.
    pub(crate) fn new(
        there: &Quadratic,
        counts: &[usize],
        is_correlated: &[bool],
        directions: &[Direction],
        number_free: usize,
    ) -> Self {
        let (n, p) = (there.residuals.len(), there.gradient.len());
        let degrees_of_freedom = n.saturating_sub(number_free).max(1);
        let variance = variance(there, number_free);
        let most = directions.iter().map(|own| own.curvature).fold(0.0, f64::max);
        let (mut inverse, mut undetermined) = (DMatrix::zeros(p, p), vec![]);
        // Curvature from the sum itself, where it was measured.
        let mut instead = DMatrix::zeros(p, p);
        for own in directions {
            let Direction { vector, curvature, found } = own;
            let is_determined = own.is_determined(most, variance);
            match found {
                _ if !is_determined => undetermined.push(vector.iter().copied().collect()),
                Some(found) if variance >= found.curvature * MOST_ERROR * MOST_ERROR => {
                    undetermined.push(found.vector.iter().copied().collect());
                }
                Some(found) => {
                    inverse += vector * vector.transpose() / *curvature;
                    instead += &found.vector * found.vector.transpose() / found.curvature;
                    instead -= vector * vector.transpose() / *curvature;
                }
                None => inverse += vector * vector.transpose() / *curvature,
            }
        }
        let mut meat = DMatrix::zeros(p, p);
        let mut first = 0;
        for (&count, &is_correlated) in counts.iter().zip(is_correlated) {
            let own = &there.residuals[first..first + count];
            meat += if is_correlated {
                long_run(own, &there.jacobian, first)
            } else {
                let rows = there.jacobian.rows(first, count);
                let squares: f64 = own.iter().map(|r| r * r).sum();
                rows.tr_mul(&rows) * (squares / count.max(1) as f64)
            };
            first += count;
        }
        let correction = n as f64 / degrees_of_freedom as f64;
        let mut plain = &inverse * variance;
        let mut scaled = &inverse * meat * &inverse * correction;
        // In a finite log the sum over windows is too small more often than too large.
        for k in 0..p {
            let factor = (plain[(k, k)] / scaled[(k, k)]).sqrt();
            if factor > 1.0 {
                scaled.row_mut(k).scale_mut(factor);
                scaled.column_mut(k).scale_mut(factor);
            }
        }
        if instead.iter().any(|part| *part != 0.0) {
            let factor = (scaled.trace() / plain.trace()).max(1.0);
            scaled += &instead * (variance * factor);
            plain += &instead * variance;
            inverse += instead;
        }
        Self { variance, inverse, plain, scaled, undetermined, degrees_of_freedom }
    }

    /// Returns whether a coordinate takes part in an undetermined direction.
    pub(crate) fn is_undetermined(&self, axis: usize) -> bool {
        self.undetermined.iter().any(|direction| direction[axis].abs() > SHARE)
    }

    /// Returns whether it does so together with another one.
    pub(crate) fn is_shared(&self, axis: usize) -> bool {
        let takes_part = |part: &f64| part.abs() > SHARE;
        let mut own = self.undetermined.iter().filter(|direction| takes_part(&direction[axis]));
        own.any(|direction| direction.iter().filter(|part| takes_part(part)).count() > 1)
    }

    /// Returns half of the 95 % interval, in standard errors: Student's t.
    pub(crate) fn quantile(&self) -> f64 {
        // Only zero degrees of freedom are refused.
        StudentsT::new(0.0, 1.0, self.degrees_of_freedom as f64)
            .map_or(f64::INFINITY, |t| t.inverse_cdf(0.975))
    }
}

/// Returns the variance of a residual if `number_free` coordinates are free.
pub(crate) fn variance(there: &Quadratic, number_free: usize) -> f64 {
    there.value / there.residuals.len().saturating_sub(number_free).max(1) as f64
}

/// A coordinate with a smaller share takes no part in a direction.
pub(crate) const SHARE: f64 = 0.05;

#[cfg(test)]
mod tests {
    use nalgebra::DVector;

    use super::*;
    use crate::fit::weak::directions;

    fn line(noise: &[f64], abscissas: &[f64]) -> Quadratic {
        let jacobian =
            DMatrix::from_fn(noise.len(), 2, |row, k| if k == 0 { 1.0 } else { abscissas[row] });
        Quadratic {
            value: noise.iter().map(|r| r * r).sum(),
            residuals: noise.to_vec(),
            gradient: jacobian.tr_mul(&DVector::from_column_slice(noise)),
            curvature: jacobian.tr_mul(&jacobian),
            jacobian,
        }
    }

    /// A straight line through four points, by hand; offset: σ² Σx²/(n Σx² − (Σx)²).
    #[test]
    fn the_errors_of_a_straight_line() {
        let (noise, x) = ([0.1, -0.2, 0.1, 0.0], [0.0, 1.0, 2.0, 3.0]);
        let there = line(&noise, &x);
        let errors = Errors::new(&there, &[4], &[false], &directions(&there, &[true; 2]), 2);
        let variance = 0.06 / 2.0;
        assert!((errors.variance - variance).abs() < 1e-15);
        assert!((errors.plain[(0, 0)] - variance * 14.0 / 20.0).abs() < 1e-14);
        assert!((errors.plain[(1, 1)] - variance * 4.0 / 20.0).abs() < 1e-14);
        assert!((errors.scaled[(1, 1)] - errors.plain[(1, 1)]).abs() < 1e-14);
        // Two degrees of freedom: t = 4.3027.
        assert!((errors.quantile() - 4.302_652_73).abs() < 1e-6);
        assert!(errors.undetermined.is_empty());
    }

    #[test]
    fn two_that_do_the_same_cannot_be_told_apart() {
        let there = line(&[1e-3, -1e-3, 1e-3, -1e-3], &[1.0; 4]);
        let errors = Errors::new(&there, &[4], &[false], &directions(&there, &[true; 2]), 2);
        let [direction] = &errors.undetermined[..] else { panic!("{:?}", errors.undetermined) };
        assert!((direction[0] + direction[1]).abs() < 1e-12 && direction[0].abs() > 0.7);
        assert!(errors.is_undetermined(0) && errors.is_undetermined(1));
    }
}
