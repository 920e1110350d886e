//! The three operations on quaternions that the crate needs, written once.
//!
//! A quaternion (w, u) is used as it is, never normalised here: the matrix of [`matrix`] is
//! `1 + 2 w [u]x + 2 [u]x [u]x`, an exact rotation for |q| = 1 and off by `O(|q|^2 - 1)` otherwise.
//! Its transpose belongs to the conjugate for every q, so the maps built on it are adjoint whatever
//! the length of q. `nalgebra_glm::quat_rotate_vec3` computes the same product.

use nalgebra::{Matrix3, Quaternion};
use stiction_core::{ParameterError, Pose, Real, Validate};

use crate::lanes::cross;

/// Returns the rotation matrix: body coordinates into world coordinates.
#[inline(always)]
pub(crate) fn matrix(q: &Quaternion<f64>) -> Matrix3<f64> {
    let [x, y, z] = matrix_lanes([q.w, q.i, q.j, q.k]);
    Matrix3::new(x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2])
}

/// Returns `qdot = 1/2 (0, w) (x) q` for the angular velocity `w` in world coordinates \[rad/s\], of one or
/// several, with the quaternion as (w, x, y, z).
#[inline(always)]
pub(crate) fn rate_lanes<R: Real>(angular: [R; 3], [w, x, y, z]: [R; 4]) -> [R; 4] {
    let half = w.same(0.5);
    let (a, b, c) = (half * angular[0], half * angular[1], half * angular[2]);
    [-(a * x + b * y + c * z), a * w + b * z - c * y, b * w + c * x - a * z, c * w + a * y - b * x]
}

/// Returns [`matrix`] for one or several, of (w, x, y, z); rows.
#[inline(always)]
pub(crate) fn matrix_lanes<R: Real>([w, x, y, z]: [R; 4]) -> [[R; 3]; 3] {
    let one = w.same(1.0);
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, yy, zz) = (x * x2, y * y2, z * z2);
    let (xy, xz, yz) = (x * y2, x * z2, y * z2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    [
        [one - (yy + zz), xy - wz, xz + wy],
        [xy + wz, one - (xx + zz), yz - wx],
        [xz - wy, yz + wx, one - (xx + yy)],
    ]
}

/// Returns a matrix of rows times a vector, in the order of nalgebra.
#[inline(always)]
pub(crate) fn product<R: Real>(rows: [[R; 3]; 3], v: [R; 3]) -> [R; 3] {
    let [x, y, z] = rows;
    [
        x[0] * v[0] + x[1] * v[1] + x[2] * v[2],
        y[0] * v[0] + y[1] * v[1] + y[2] * v[2],
        z[0] * v[0] + z[1] * v[1] + z[2] * v[2],
    ]
}

/// Returns the columns of a matrix of rows.
#[inline(always)]
pub(crate) fn transposed<R: Real>([x, y, z]: [[R; 3]; 3]) -> [[R; 3]; 3] {
    [[x[0], y[0], z[0]], [x[1], y[1], z[1]], [x[2], y[2], z[2]]]
}

/// Returns `nalgebra_glm::quat_rotate_vec3` for one or several, of (w, x, y, z), in its order.
#[inline(always)]
pub(crate) fn rotate_lanes<R: Real>([w, x, y, z]: [R; 4], v: [R; 3]) -> [R; 3] {
    let (imaginary, two) = ([x, y, z], w.same(2.0));
    let [a, b, c] = cross(imaginary, v);
    let t = [a * two, b * two, c * two];
    let u = cross(imaginary, t);
    [t[0] * w + u[0] + v[0], t[1] * w + u[1] + v[1], t[2] * w + u[2] + v[2]]
}

/// Returns a quaternion of unit length if the length is usable, and the same one otherwise.
pub(crate) fn normalised(q: Quaternion<f64>) -> Quaternion<f64> {
    let length = q.norm();
    if length > 0.0 && length.is_finite() { nalgebra_glm::quat_normalize(&q) } else { q }
}

/// Returns the frame with an orientation of unit length; one that has it already keeps its bits, so that a frame that
/// was read from a component builds the same component.
pub(crate) fn unit(frame: Pose) -> Pose {
    let q = frame.orientation;
    let is_exact = (q.norm_squared() - 1.0).abs() <= 8.0 * f64::EPSILON;
    Pose { orientation: if is_exact { q } else { normalised(q) }, ..frame }
}

/// Checks that a frame that was [made a unit](unit) is finite and has an orientation.
pub(crate) fn check<V: Validate>(
    parameter: &'static str,
    frame: &Pose,
) -> Result<(), ParameterError> {
    V::all_finite(parameter, frame.position.as_slice())?;
    V::all_finite(parameter, frame.orientation.coords.as_slice())?;
    let length = frame.orientation.norm();
    let requirement = "must have an orientation of usable length";
    V::require((length - 1.0).abs() < 1e-9, parameter, length, requirement)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{orientation, vector3};
    use approx::assert_relative_eq;
    use nalgebra::UnitQuaternion;
    use proptest::prelude::*;

    #[test]
    fn a_degenerate_quaternion_is_left_alone() {
        let zero = Quaternion::new(0.0, 0.0, 0.0, 0.0);
        assert_eq!(normalised(zero), zero);
        assert!(normalised(Quaternion::new(f64::NAN, 0.0, 0.0, 0.0)).w.is_nan());
        assert_eq!(normalised(Quaternion::new(0.0, 0.0, 0.0, 4.0)).k, 1.0);
    }

    #[test]
    fn an_orientation_of_unit_length_keeps_its_bits() {
        let mut moved = 0;
        for i in 0..200 {
            let x = f64::from(i);
            let orientation = Quaternion::new(1.5, x.sin(), (2.0 * x).cos(), (3.0 * x).sin());
            let once = unit(Pose { orientation, ..Pose::default() });
            assert!((once.orientation.norm() - 1.0).abs() < 1e-15);
            assert_eq!(unit(once), once);
            moved += u32::from(normalised(once.orientation) != once.orientation);
        }
        assert!(moved > 0, "the control: it does move some");
    }

    proptest! {
        #[test]
        fn matrix_and_glm_rotate_alike(q in orientation(), v in vector3(2.0), scale in 0.9..1.1) {
            let unit = UnitQuaternion::new_unchecked(q);
            assert_relative_eq!(matrix(&q), *unit.to_rotation_matrix().matrix(), epsilon = 1e-14);
            let q = q * scale;
            let expected = nalgebra_glm::quat_rotate_vec3(&q, &v);
            assert_relative_eq!(matrix(&q) * v, expected, epsilon = 1e-14);
            let conjugate = nalgebra_glm::quat_conjugate(&q);
            assert_relative_eq!(matrix(&q).transpose(), matrix(&conjugate), epsilon = 1e-15);
        }

        #[test]
        fn rate_is_half_the_hamilton_product(q in orientation(), w in vector3(5.0)) {
            let product = nalgebra_glm::quat_cross(&nalgebra::Quaternion::from_imag(w), &q) * 0.5;
            let [rw, x, y, z] = rate_lanes(w.into(), [q.w, q.i, q.j, q.k]);
            assert_relative_eq!(nalgebra::Quaternion::new(rw, x, y, z), product, epsilon = 1e-14);
        }
    }
}
