//! Questions that a conic program answers, for polyhedral and for circular friction cones.
//!
//! The variables are the contact forces fᵢ at the points pᵢ, each in its cone Kᵢ:
//!
//! ```text
//! forces     minimise Σ |fᵢ|²       with Σ fᵢ = f,           Σ pᵢ × fᵢ = τ
//! residual   minimise |r|₁          with Σ (fᵢ, pᵢ × fᵢ) + r = (f, τ)
//! reach      maximise d · (x, y)    with Σ fᵢ = (0, 0, 1),   Σ pᵢ × fᵢ = (y, −x, 0)
//! ```
//!
//! With linearized cones they are linear (the first quadratic), with circular cones second-order
//! cone programs. They are solved by an interior-point method to 1e-11 of the size of the numbers, or
//! where rounding prevents that, to 1e-8 at least.
//!
//! Limits: circular cones can be squeezed against each other so that a wrench is approached by ever
//! larger forces but never reached. No solver can tell such a limit from its neighbours; the answer
//! then is an error ([`StabilityError::Solver`]) or that of a neighbour.
//!
//! Source of the reach: Bretl, Lall, *Testing static equilibrium for legged robots*, IEEE
//! Transactions on Robotics 24, 2008.

use nalgebra::{Vector2, Vector3};
use stiction_core::{ParameterError, Validate, Wrench};

use crate::{
    Arguments, ForceCone, StabilityError, Stance,
    conic::{Cone, Outcome, Program},
    forces::Forces,
    wrench_cone::stacked,
};

/// Share of a wrench to which it is met, at worst.
const CLOSE: f64 = 1e-8;

/// How far the static support area extends in a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reach {
    /// The body cannot be at rest wherever its centre of mass is.
    Infeasible,
    /// Up to here.
    Bounded {
        /// Largest direction · (x, y) for the direction of unit length \[m\].
        distance: f64,
        /// A position (x, y) of the centre of mass at which that is reached \[m\].
        position: Vector2<f64>,
    },
    /// Any distance.
    Unbounded,
}

impl<F: ForceCone> Stance<F> {
    /// Returns admissible contact forces on the body that add up to a wrench about the world origin,
    /// one for each of [`Self::points`] in world coordinates \[N\]; `None` if no admissible forces do.
    ///
    /// They have the least sum of squares of all such forces, which makes them unique and spreads
    /// them over the contacts. They meet the constraints to 1e-8 of the wrench; a wrench that near
    /// the boundary may be answered either way.
    ///
    /// # Errors
    /// A wrench that is not finite; no contacts; a failure of the solver.
    pub fn contact_forces(
        &self,
        wrench: &Wrench,
    ) -> Result<Option<Vec<Vector3<f64>>>, StabilityError> {
        finite(wrench)?;
        let (center, length) = self.frame()?;
        let mut program = Program::new("contact forces");
        let forces = Forces::add(self, &mut program, center, length);
        let wanted = forces.relative(wrench);
        let scale = wanted.amax();
        if scale == 0.0 {
            return Ok(Some(self.points().map(|_| Vector3::zeros()).collect()));
        }
        for (terms, value) in forces.wrench().into_iter().zip(wanted.iter()) {
            program.equal(terms, value / scale);
        }
        forces.least_squares(&mut program);
        match program.solve() {
            Ok(Outcome::Solved(x)) => {
                Ok(Some(forces.values(&x).iter().map(|force| force * scale).collect()))
            }
            Ok(Outcome::Infeasible) => Ok(None),
            Ok(Outcome::Unbounded) => {
                Err(program.failure("a sum of squares without least value".into()))
            }
            // The solver may fail to see that a wrench is just outside the cone; the residual always exists.
            Err(_) if self.residual(wrench, center, length)? > CLOSE * scale => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns how far a wrench about the world origin is from one that the stance can bear: the least
    /// sum of absolute differences of its components (N and N m added up as numbers), 0 if it can.
    ///
    /// # Errors
    /// A wrench that is not finite; no contacts; a failure of the solver.
    pub fn wrench_residual(&self, wrench: &Wrench) -> Result<f64, StabilityError> {
        finite(wrench)?;
        self.frame()?;
        // The sum of different units depends on the origin and on the unit of length.
        self.residual(wrench, Vector3::zeros(), 1.0)
    }

    /// Returns the least sum of absolute differences, moments about `center` in units of force times
    /// `length`.
    fn residual(
        &self,
        wrench: &Wrench,
        center: Vector3<f64>,
        length: f64,
    ) -> Result<f64, StabilityError> {
        let mut program = Program::new("wrench residual");
        let forces = Forces::add(self, &mut program, center, length);
        let wanted = forces.relative(wrench);
        let scale = wanted.amax();
        if scale == 0.0 {
            return Ok(0.0);
        }
        let mut differences = vec![];
        for (mut terms, value) in forces.wrench().into_iter().zip(wanted.iter()) {
            let parts = program.in_cone(Cone::Orthant, 2);
            parts.iter().for_each(|&part| program.cost(part, 1.0));
            terms.extend([(parts[0], 1.0), (parts[1], -1.0)]);
            program.equal(terms, value / scale);
            differences.extend(parts);
        }
        match program.solve()? {
            Outcome::Solved(x) => {
                Ok(differences.iter().map(|&k| x[k].max(0.0)).sum::<f64>() * scale)
            }
            Outcome::Infeasible | Outcome::Unbounded => {
                Err(program.failure("a residual that is not bounded".into()))
            }
        }
    }

    /// Returns how far the static support area extends in a horizontal direction, of any length.
    ///
    /// # Errors
    /// A direction that is zero or not finite; no contacts; a failure of the solver.
    pub fn reach(&self, direction: Vector2<f64>) -> Result<Reach, StabilityError> {
        Arguments::all_finite("direction", direction.as_slice())?;
        let largest = direction.amax();
        Arguments::require(largest > 0.0, "direction", largest, "must not be zero")?;
        let direction = (direction / largest).normalize();
        let (center, length) = self.frame()?;

        let mut program = Program::new("reach of the static support area");
        let position = self.at_rest(&mut program, center, length);
        let feasible = |mut program: Program| {
            program.forget_cost();
            program.solve().map(|outcome| matches!(outcome, Outcome::Solved(_)))
        };
        position.iter().zip(direction.iter()).for_each(|(&k, d)| program.cost(k, -d));
        match program.solve()? {
            Outcome::Solved(x) => {
                let relative = Vector2::new(x[position[0]], x[position[1]]);
                let position = center.xy() + length * relative;
                Ok(Reach::Bounded { distance: direction.dot(&position), position })
            }
            Outcome::Unbounded if feasible(program)? => Ok(Reach::Unbounded),
            Outcome::Infeasible | Outcome::Unbounded => Ok(Reach::Infeasible),
        }
    }

    /// Adds contact forces that balance a unit weight; returns the variables (x, y) of the centre of
    /// mass, relative to `center` in units of `length`.
    fn at_rest(&self, program: &mut Program, center: Vector3<f64>, length: f64) -> Vec<usize> {
        let forces = Forces::add(self, program, center, length);
        let position = program.free(2);
        let mut wrench = forces.wrench();
        wrench[3].push((position[1], -1.0));
        wrench[4].push((position[0], 1.0));
        for (terms, value) in wrench.into_iter().zip([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]) {
            program.equal(terms, value);
        }
        position
    }
}

fn finite(wrench: &Wrench) -> Result<(), ParameterError> {
    Arguments::all_finite("wrench", stacked(wrench).as_slice())
}

#[cfg(test)]
mod tests;
