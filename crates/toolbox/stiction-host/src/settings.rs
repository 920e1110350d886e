//! Effort of the solver, and its report.

use stiction_core::{ParameterError, Validate};

/// When the sweeps over the elements stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    pub(crate) tolerance: f64,
    pub(crate) max_sweeps: usize,
    pub(crate) newton_rows: usize,
}

impl Default for Settings {
    /// A tolerance of 1e-12, at most 200 sweeps, Newton steps for up to 128 rows.
    fn default() -> Self {
        Self { tolerance: 1e-12, max_sweeps: 200, newton_rows: 128 }
    }
}

impl Validate for Settings {
    const COMPONENT: &'static str = "Settings";
    fn validate(&self) -> Result<(), ParameterError> {
        Ok(())
    }
}

impl Settings {
    /// Sets the largest [`Report::residual`] \[1\] of a solution, > 0.
    ///
    /// # Errors
    /// A number that is not finite and positive.
    pub fn with_tolerance(self, tolerance: f64) -> Result<Self, ParameterError> {
        Self::positive("tolerance", tolerance)?;
        Ok(Self { tolerance, ..self })
    }

    /// Sets the number of sweeps after which the solution is given up, ≥ 1.
    ///
    /// # Errors
    /// Zero.
    pub fn with_max_sweeps(self, max_sweeps: usize) -> Result<Self, ParameterError> {
        Self::require(max_sweeps > 0, "max_sweeps", max_sweeps as f64, "must be at least 1")?;
        Ok(Self { max_sweeps, ..self })
    }

    /// Sets the number of rows up to which all are solved for at once between two sweeps, by a Newton step
    /// whose factorization costs a third of the cube of that number; 0 for sweeps alone.
    #[must_use]
    pub const fn with_newton_rows(self, newton_rows: usize) -> Self {
        Self { newton_rows, ..self }
    }
}

/// How a solution was found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use = "a solution that has not converged says so here only"]
#[non_exhaustive]
pub struct Report {
    /// Whether [`residual`](Self::residual) came below the tolerance. If not, every force is
    /// still admissible; elements that stick may then creep.
    pub converged: bool,
    /// By how much the last sweep changed the forces, over the forces \[1\]: both measured by
    /// `√(Σ f W f)`, `W = Z⁻¹ + h A` of an element, so that forces and torques count alike.
    pub residual: f64,
    /// Sweeps over the elements.
    pub sweeps: usize,
    /// Newton steps for all elements at once.
    pub newton_steps: usize,
}
