//! Results of identification.

use nalgebra::{Matrix3, Vector3};

/// The parameters in their order, as errors name them.
pub const PARAMETER_NAMES: [&str; 3] = ["mu e_t", "mu e_o", "mu e_r"];

/// Friction coefficients and how certain they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrictionEstimate {
    /// `μ e_t`, `μ e_o` \[1\] and `μ e_r` \[m\].
    pub limits: Vector3<f64>,
    /// Covariance of their errors.
    pub covariance: Matrix3<f64>,
    /// Steps that it rests on: those with slip.
    pub steps: usize,
}

impl FrictionEstimate {
    /// Returns the standard errors, in the units of the limits.
    #[must_use]
    pub fn standard_errors(&self) -> Vector3<f64> {
        self.covariance.diagonal().map(f64::sqrt)
    }
}
