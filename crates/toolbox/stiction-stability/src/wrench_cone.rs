//! The wrenches that a stance can bear, as faces and as generators.
//!
//! ```text
//! {Σ λᵢ gᵢ : λᵢ ≥ 0} = {w : a·w ≤ 0 for all faces a, e·w = 0 for all equalities e}
//! ```
//!
//! A wrench w = (fx, fy, fz, τx, τy, τz) is that of the environment on the body, with the moment
//! about the reference point. Generators are the edges of the friction cones at the contact
//! points. Their rank is 6 for a foot, 5 for two contact points (no moment about the line through
//! them), 3 for one; below 6 the cone has no interior and [`ConeRows::Flat`] has equalities.
//!
//! Source: Caron, Pham, Nakamura, *Leveraging cone double description for multi-contact stability of
//! humanoids with applications to statics and dynamics*, RSS 2015.

use nalgebra::{Vector3, Vector6};
use stiction_core::{ParameterError, Validate, Wrench};

use crate::{
    Arguments,
    double_description::{DoubleDescriptionError, TOLERANCE, extreme_rays, reject},
};

/// Rows of a wrench cone, all of unit length.
///
/// Two cases, so that nobody overlooks the equalities of a cone without interior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConeRows<'a> {
    /// A cone with interior: {w : a·w ≤ 0 for all faces a}. Without faces it is everything.
    Solid {
        /// The rows a, none redundant.
        faces: &'a [Vector6<f64>],
    },
    /// A cone in a subspace: of its wrenches e·w = 0 holds too.
    Flat {
        /// The rows a, none redundant, orthogonal to the equalities.
        faces: &'a [Vector6<f64>],
        /// The rows e, orthonormal.
        equalities: &'a [Vector6<f64>],
    },
}

/// The wrenches that a stance can bear.
#[derive(Clone, Debug, PartialEq)]
pub struct WrenchCone {
    reference: Vector3<f64>,
    generators: Vec<Vector6<f64>>,
    faces: Vec<Vector6<f64>>,
    equalities: Vec<Vector6<f64>>,
}

impl WrenchCone {
    /// Creates the cone of forces at points: `(p, f)` each, world coordinates.
    ///
    /// `center` and `length` bring the moments to the size of the forces while faces are sought.
    pub(crate) fn of_forces(
        forces: &[(Vector3<f64>, Vector3<f64>)],
        center: Vector3<f64>,
        length: f64,
    ) -> Result<Self, DoubleDescriptionError> {
        let generators: Vec<_> =
            forces.iter().map(|(p, f)| joined(f, &(p - center).cross(f))).collect();
        let relative = |w: &Vector6<f64>| joined(&force(w), &(torque(w) / length));
        let dual = extreme_rays(&generators.iter().map(relative).collect::<Vec<_>>())?;
        let (faces, equalities) = (dual.rays().iter(), dual.lines().iter());
        Ok(Self::new(center, generators, faces.map(relative), equalities.map(relative)))
    }

    fn new(
        reference: Vector3<f64>,
        generators: Vec<Vector6<f64>>,
        faces: impl Iterator<Item = Vector6<f64>>,
        equalities: impl Iterator<Item = Vector6<f64>>,
    ) -> Self {
        let mut basis: Vec<Vector6<f64>> = vec![];
        for equality in equalities {
            basis.push(across(&equality, &basis));
        }
        let faces = faces.map(|face| across(&face, &basis)).collect();
        Self { reference, generators, faces, equalities: basis }
    }

    /// Returns the cone with moments about another point \[m\].
    ///
    /// # Errors
    /// A point that is not finite.
    pub fn about(&self, point: Vector3<f64>) -> Result<Self, ParameterError> {
        Arguments::all_finite("reference_point", point.as_slice())?;
        let shift = point - self.reference;
        // The moment about the new point is τ − shift × f, and a·w is to be the same number.
        let row = |a: &Vector6<f64>| joined(&(force(a) + torque(a).cross(&shift)), &torque(a));
        let generator = |w: &Vector6<f64>| joined(&force(w), &(torque(w) - shift.cross(&force(w))));
        let generators = self.generators.iter().map(generator).collect();
        let (faces, equalities) = (self.faces.iter().map(row), self.equalities.iter().map(row));
        Ok(Self::new(point, generators, faces, equalities))
    }

    /// Returns the point that moments are about \[m\].
    #[must_use]
    pub const fn reference_point(&self) -> Vector3<f64> {
        self.reference
    }

    /// Returns the edges of the friction cones at the contact points, contact by contact and point by point,
    /// with unit normal force \[N, N m\].
    #[must_use]
    pub fn generators(&self) -> &[Vector6<f64>] {
        &self.generators
    }

    /// Returns the faces, with the equalities if the cone has no interior.
    #[must_use]
    pub fn rows(&self) -> ConeRows<'_> {
        let (faces, equalities) = (&self.faces[..], &self.equalities[..]);
        if equalities.is_empty() {
            ConeRows::Solid { faces }
        } else {
            ConeRows::Flat { faces, equalities }
        }
    }

    /// Returns the dimension of the span of the cone, 1 to 6.
    #[must_use]
    pub const fn rank(&self) -> usize {
        6 - self.equalities.len()
    }

    /// Returns all rows as inequalities; an equality gives two.
    pub(crate) fn inequalities(&self) -> impl Iterator<Item = Vector6<f64>> + '_ {
        let both = self.equalities.iter().flat_map(|e| [*e, -*e]);
        self.faces.iter().copied().chain(both)
    }

    /// Returns whether the stance can bear a wrench about the reference point, within 1e-9 of its
    /// length ([`TOLERANCE`], to which the cone is known).
    ///
    /// False for a wrench that is not finite.
    #[must_use]
    pub fn contains(&self, wrench: &Wrench) -> bool {
        self.margin(wrench) >= -TOLERANCE * stacked(wrench).norm()
    }

    /// Returns the distance of a wrench about the reference point from the nearest face, positive
    /// inside.
    ///
    /// Lengths in the space of (f, τ) in N and N m: how much every wrench no longer than this may be
    /// added. A cone with equalities is measured within its subspace; off it by more than 1e-9 of
    /// the length of the wrench, the margin is the negative distance from the subspace or from a
    /// face, whichever is more. Outside, the distance from the cone is at least that. Infinite for a
    /// cone that is everything, NaN for a wrench that is not finite.
    #[must_use]
    pub fn margin(&self, wrench: &Wrench) -> f64 {
        let wrench = stacked(wrench);
        let margin = unit_margin(self.faces.iter().copied(), &wrench);
        let off = self.equalities.iter().map(|e| e.dot(&wrench).powi(2)).sum::<f64>().sqrt();
        if off > TOLERANCE * wrench.norm() && -off < margin { -off } else { margin }
    }
}

/// Returns the least −a·w over rows of unit length; NaN if the wrench is not finite.
pub(crate) fn unit_margin(rows: impl Iterator<Item = Vector6<f64>>, wrench: &Vector6<f64>) -> f64 {
    if !wrench.iter().all(|x| x.is_finite()) {
        return f64::NAN;
    }
    rows.map(|row| -row.dot(wrench)).fold(f64::INFINITY, f64::min)
}

/// Returns (f, τ) as one vector.
pub(crate) fn stacked(wrench: &Wrench) -> Vector6<f64> {
    joined(&wrench.force, &wrench.torque)
}

fn joined(force: &Vector3<f64>, torque: &Vector3<f64>) -> Vector6<f64> {
    Vector6::new(force.x, force.y, force.z, torque.x, torque.y, torque.z)
}

fn force(w: &Vector6<f64>) -> Vector3<f64> {
    w.fixed_rows::<3>(0).into()
}

fn torque(w: &Vector6<f64>) -> Vector3<f64> {
    w.fixed_rows::<3>(3).into()
}

/// Returns the part of a vector orthogonal to an orthonormal basis, to unit length.
fn across(vector: &Vector6<f64>, basis: &[Vector6<f64>]) -> Vector6<f64> {
    // The second pass removes the rest that rounding left.
    reject(reject(vector.normalize(), basis).normalize(), basis).normalize()
}

#[cfg(test)]
mod tests;
