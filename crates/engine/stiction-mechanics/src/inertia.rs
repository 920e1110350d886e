//! Inertia tensors of simple homogeneous bodies, about the centre of mass \[kg m^2\].
//!
//! The arguments are taken as they are; [`RigidBody`](crate::RigidBody) checks the result, and its
//! constructors of the same names check the lengths.

use nalgebra::{Matrix3, Vector3};
use stiction_core::{ParameterError, Validate};

/// Returns the inertia of a solid sphere: `2/5 m r^2`. Mass \[kg\], radius \[m\].
#[must_use]
pub fn sphere(mass: f64, radius: f64) -> Matrix3<f64> {
    Matrix3::from_diagonal_element(0.4 * mass * radius * radius)
}

/// Returns the inertia of a thin spherical shell: `2/3 m r^2`. Mass \[kg\], radius \[m\].
#[must_use]
pub fn hollow_sphere(mass: f64, radius: f64) -> Matrix3<f64> {
    Matrix3::from_diagonal_element(mass * radius * radius * 2.0 / 3.0)
}

/// Returns the inertia of a cuboid with edges `sizes` along x, y, z \[m\]: `m (b^2 + c^2) / 12` about x, and so on.
#[must_use]
pub fn cuboid(mass: f64, sizes: Vector3<f64>) -> Matrix3<f64> {
    let square = sizes.component_mul(&sizes) * (mass / 12.0);
    Matrix3::from_diagonal(&(Vector3::repeat(square.sum()) - square))
}

/// Returns the inertia of a solid cylinder along z: `m r^2 / 2` about z, `m (3 r^2 + l^2) / 12` across. Lengths \[m\].
#[must_use]
pub fn cylinder(mass: f64, radius: f64, length: f64) -> Matrix3<f64> {
    let (along, square) = (0.5 * mass * radius * radius, mass * length * length / 12.0);
    let across = 0.5 * along + square;
    Matrix3::from_diagonal(&Vector3::new(across, across, along))
}

/// Returns the inertia of a solid capsule along z, a cylinder with half a ball at each end. Mass \[kg\], radius \[m\],
/// length of the cylinder \[m\].
///
/// The mass lies in the cylinder and the ball as their volumes `pi r^2 l` and `4/3 pi r^3` do. The centre of
/// half a ball is `3/8 r` from its flat side, so both halves together have across the axis
/// `m (2/5 r^2 + l^2/4 + 3/8 r l)`: Steiner from the centre of the ball, `l/2` away along the axis.
#[must_use]
pub fn capsule(mass: f64, radius: f64, length: f64) -> Matrix3<f64> {
    let of_cylinder = length / (length + radius * 4.0 / 3.0);
    let (middle, ends) = (mass * of_cylinder, mass * (1.0 - of_cylinder));
    let arm = 0.25 * length * length + 0.375 * radius * length;
    let ends =
        sphere(ends, radius) + Matrix3::from_diagonal(&Vector3::new(ends * arm, ends * arm, 0.0));
    cylinder(middle, radius, length) + ends
}

/// Returns the inertia of a slender rod along x: `axial` about x \[kg m^2\], `m l^2 / 12` across. Length \[m\].
///
/// A rod without thickness has no axial inertia and cannot be integrated in space, so some must be
/// given; the links of simulation III have 1e-4 kg m^2.
#[must_use]
pub fn rod(mass: f64, length: f64, axial: f64) -> Matrix3<f64> {
    let across = mass * length * length / 12.0;
    Matrix3::from_diagonal(&Vector3::new(axial, across, across))
}

/// Accepts a tensor about a centre of mass that some body has.
///
/// # Errors
/// A tensor that is not symmetric, not positive definite, or has a principal moment above the sum of the others.
pub(crate) fn check<V: Validate>(inertia: &Matrix3<f64>) -> Result<(), ParameterError> {
    judged::<V>(inertia, |least, size| least > 1e-12 * size, "must be positive definite")
}

/// Accepts a tensor of a part of a body, which may be a point or a thin rod: its least moment may be zero.
///
/// # Errors
/// A tensor that is not symmetric, has a negative moment, or a principal moment above the sum of the others.
pub(crate) fn check_of_part<V: Validate>(inertia: &Matrix3<f64>) -> Result<(), ParameterError> {
    judged::<V>(inertia, |least, size| least >= -1e-12 * size, "must have no negative moment")
}

fn judged<V: Validate>(
    inertia: &Matrix3<f64>,
    is_enough: fn(f64, f64) -> bool,
    requirement: &'static str,
) -> Result<(), ParameterError> {
    let size = inertia.amax();
    let asymmetry = (inertia - inertia.transpose()).amax();
    V::require(asymmetry <= 1e-9 * size, "inertia", asymmetry, "must be symmetric")?;
    let moments = inertia.symmetric_eigenvalues();
    let (least, most) = (moments.min(), moments.max());
    V::require(is_enough(least, size), "inertia", least, requirement)?;
    let excess = 2.0 * most - moments.sum();
    let triangle = "must have no principal moment above the sum of the other two (the excess)";
    V::require(excess <= 1e-9 * size, "inertia", excess, triangle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    #[test]
    fn textbook_values() {
        assert_relative_eq!(sphere(0.3, 0.2)[(1, 1)], 0.0048);
        assert_relative_eq!(hollow_sphere(3.0, 2.0)[(2, 2)], 8.0);
        let brick = cuboid(12.0, Vector3::new(1.0, 2.0, 3.0)).diagonal();
        assert_relative_eq!(brick, Vector3::new(13.0, 10.0, 5.0), epsilon = 1e-14);
        let can = cylinder(12.0, 2.0, 1.0).diagonal();
        assert_relative_eq!(can, Vector3::new(13.0, 13.0, 24.0), epsilon = 1e-14);
        let link = rod(0.5, 0.3, 1e-4).diagonal();
        assert_relative_eq!(link, Vector3::new(1e-4, 0.00375, 0.00375), epsilon = 1e-17);
    }

    /// Against slices across the axis, each a disc: `dm r^2 / 2` about z, `dm (r^2 / 4 + z^2)` across.
    #[test]
    fn a_capsule_is_the_sum_of_its_slices() {
        let (radius, length, count): (f64, f64, i32) = (0.3, 0.8, 200_000);
        let half = 0.5 * length + radius;
        let (mut volume, mut along, mut across) = (0.0, 0.0, 0.0);
        for k in 0..count {
            let z = half * ((f64::from(k) + 0.5) / f64::from(count));
            let beyond = (z - 0.5 * length).max(0.0);
            let square = radius * radius - beyond * beyond;
            volume += square;
            along += square * square / 2.0;
            across += square * (square / 4.0 + z * z);
        }
        let found = capsule(2.0, radius, length).diagonal();
        assert_relative_eq!(found.z, 2.0 * along / volume, max_relative = 1e-9);
        assert_relative_eq!(found.x, 2.0 * across / volume, max_relative = 1e-9);
        assert_eq!(found.x, found.y);
        // The control: a cylinder of the same length is another body.
        assert!((cylinder(2.0, radius, 2.0 * half).diagonal().x / found.x - 1.0).abs() > 0.05);
        let ball = capsule(2.0, radius, 1e-12).diagonal();
        assert_relative_eq!(ball, sphere(2.0, radius).diagonal(), max_relative = 1e-9);
    }
}
