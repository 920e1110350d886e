//! Contact forces as the variables of a conic program.

use nalgebra::{Vector3, Vector6};
use stiction_friction::cone::{CircularCone, LinearizedCone};

use crate::{
    Stance,
    conic::{Cone, Program, Term},
};

/// A friction cone that a conic program knows: [`LinearizedCone`] (linear) or [`CircularCone`]
/// (second order).
pub trait ForceCone: sealed::Edges {}

impl ForceCone for LinearizedCone {}
impl ForceCone for CircularCone {}

pub(crate) mod sealed {
    use super::{CircularCone, Cone, LinearizedCone, Vector3};

    /// {Σ xₖ eₖ : x in a cone}, contact coordinates.
    pub trait Edges {
        fn cone(&self) -> Cone;
        fn edges(&self) -> Vec<Vector3<f64>>;
    }

    impl Edges for LinearizedCone {
        fn cone(&self) -> Cone {
            Cone::Orthant
        }
        fn edges(&self) -> Vec<Vector3<f64>> {
            self.rays().collect()
        }
    }

    impl Edges for CircularCone {
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
}

/// The forces at all contact points of a stance, in a program.
pub(crate) struct Forces {
    points: Vec<PointForce>,
    center: Vector3<f64>,
    length: f64,
}

struct PointForce {
    position: Vector3<f64>,
    variables: Vec<usize>,
    /// Edge that each variable multiplies, world coordinates.
    edges: Vec<Vector3<f64>>,
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
            let edges = contact.cone().edges();
            let edges: Vec<_> =
                edges.iter().map(|edge| contact.placement().basis().to_world(edge)).collect();
            points.extend(contact.points().map(|position| PointForce {
                position,
                variables: program.in_cone(contact.cone().cone(), edges.len()),
                edges: edges.clone(),
            }));
        }
        Self { points, center, length }
    }

    /// Returns the components of the total wrench as sums over the variables.
    pub(crate) fn wrench(&self) -> [Vec<Term>; 6] {
        let mut rows: [Vec<Term>; 6] = Default::default();
        for point in &self.points {
            let lever = (point.position - self.center) / self.length;
            for (&variable, edge) in point.variables.iter().zip(&point.edges) {
                let torque = lever.cross(edge);
                for (row, x) in rows.iter_mut().zip(edge.iter().chain(torque.iter())) {
                    row.push((variable, *x));
                }
            }
        }
        rows
    }

    /// Returns a wrench about the world origin in the units of [`Self::wrench`].
    pub(crate) fn relative(&self, force: &Vector3<f64>, torque: &Vector3<f64>) -> Vector6<f64> {
        let torque = (torque - self.center.cross(force)) / self.length;
        Vector6::new(force.x, force.y, force.z, torque.x, torque.y, torque.z)
    }

    /// Makes the sum of the squared forces the cost.
    pub(crate) fn least_squares(&self, program: &mut Program) {
        for point in &self.points {
            let numbered: Vec<_> = point.variables.iter().zip(&point.edges).collect();
            for (k, (a, edge_a)) in numbered.iter().enumerate() {
                for (b, edge_b) in &numbered[k..] {
                    let twice = if a == b { 1.0 } else { 2.0 };
                    program.quadratic_cost(**a, **b, twice * edge_a.dot(edge_b));
                }
            }
        }
    }

    /// Returns the forces of a solution, world coordinates, point by point.
    pub(crate) fn values(&self, solution: &[f64]) -> Vec<Vector3<f64>> {
        let force = |point: &PointForce| {
            let parts = point.variables.iter().zip(&point.edges);
            parts.map(|(&variable, edge)| edge * solution[variable]).sum()
        };
        self.points.iter().map(force).collect()
    }
}
