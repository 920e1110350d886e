//! Contact forces as the variables of a conic program.

use nalgebra::{Vector3, Vector6};
use stiction_core::Wrench;
use stiction_friction::cone::{CircularCone, LinearizedCone};

use crate::{
    Stance,
    conic::{Cone, Program, Term},
    wrench_cone::stacked,
};

/// A friction cone that a conic program knows: [`LinearizedCone`] (linear) or [`CircularCone`]
/// (second order). Others cannot implement it, because its methods are private.
pub trait ForceCone {
    /// Returns the cone K of {Σ xₖ eₖ : x in K}.
    #[doc(hidden)]
    fn cone(&self) -> Cone;
    /// Returns the edges eₖ in contact coordinates.
    #[doc(hidden)]
    fn edges(&self) -> Vec<Vector3<f64>>;
}

impl ForceCone for LinearizedCone {
    fn cone(&self) -> Cone {
        Cone::Orthant
    }
    fn edges(&self) -> Vec<Vector3<f64>> {
        self.rays().collect()
    }
}

impl ForceCone for CircularCone {
    fn cone(&self) -> Cone {
        if self.friction().is_finite() { Cone::SecondOrder } else { Cone::Orthant }
    }
    fn edges(&self) -> Vec<Vector3<f64>> {
        let (normal, x, y) = (Vector3::z(), Vector3::x(), Vector3::y());
        if self.friction().is_infinite() {
            return vec![normal, x, -x, y, -y];
        }
        // With x₀ ≥ |(x₁, x₂)| and tangents μ times as long as the normal, none longer than 1.
        let longest = 1.0_f64.hypot(self.friction());
        let tangent = self.friction() / longest;
        vec![normal / longest, x * tangent, y * tangent]
    }
}

/// Variables, and the edge that each multiplies, world coordinates.
type Parts = Vec<(usize, Vector3<f64>)>;

/// The forces at all contact points of a stance, in a program.
pub(crate) struct Forces {
    /// Position of each point, and the parts of its force.
    points: Vec<(Vector3<f64>, Parts)>,
    center: Vector3<f64>,
    length: f64,
}

impl Forces {
    /// Adds the forces to a program; moments are about `center` in units of force times `length`.
    pub(crate) fn add<F: ForceCone>(
        stance: &Stance<F>,
        program: &mut Program,
        center: Vector3<f64>,
        length: f64,
    ) -> Self {
        let mut points = vec![];
        for contact in stance.contacts() {
            let (cone, basis) = (contact.cone(), contact.placement().basis());
            let edges: Vec<_> = cone.edges().iter().map(|edge| basis.to_world(edge)).collect();
            points.extend(contact.points().map(|position| {
                let variables = program.in_cone(cone.cone(), edges.len()).into_iter();
                (position, variables.zip(edges.iter().copied()).collect())
            }));
        }
        Self { points, center, length }
    }

    /// Returns the components of the total wrench as sums over the variables.
    pub(crate) fn wrench(&self) -> [Vec<Term>; 6] {
        let mut rows: [Vec<Term>; 6] = Default::default();
        for (position, parts) in &self.points {
            let lever = (position - self.center) / self.length;
            for (variable, edge) in parts {
                let torque = lever.cross(edge);
                for (row, x) in rows.iter_mut().zip(edge.iter().chain(torque.iter())) {
                    row.push((*variable, *x));
                }
            }
        }
        rows
    }

    /// Returns a wrench about the world origin in the units of [`Self::wrench`].
    pub(crate) fn relative(&self, wrench: &Wrench) -> Vector6<f64> {
        let torque = (wrench.torque - self.center.cross(&wrench.force)) / self.length;
        stacked(&Wrench { torque, ..*wrench })
    }

    /// Makes the sum of the squared forces the cost.
    pub(crate) fn least_squares(&self, program: &mut Program) {
        for (_, parts) in &self.points {
            for (k, (a, edge_a)) in parts.iter().enumerate() {
                for (b, edge_b) in &parts[k..] {
                    let twice = if a == b { 1.0 } else { 2.0 };
                    program.quadratic_cost(*a, *b, twice * edge_a.dot(edge_b));
                }
            }
        }
    }

    /// Returns the forces of a solution, world coordinates, point by point.
    pub(crate) fn values(&self, solution: &[f64]) -> Vec<Vector3<f64>> {
        let part = |(variable, edge): &(usize, Vector3<f64>)| edge * solution[*variable];
        self.points.iter().map(|(_, parts)| parts.iter().map(part).sum()).collect()
    }
}
