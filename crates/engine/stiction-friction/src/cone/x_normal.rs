//! Conversion to and from the contact frame of `MuJoCo`, whose x axis is the normal.
//!
//! | | here | `MuJoCo` |
//! |---|---|---|
//! | axes | t1, t2, n | n, t1, t2 |
//! | wrench | force (t1, t2, n), torque (roll 1, roll 2, torsion) | n, t1, t2, torsion, roll 1, roll 2 |
//! | frame | columns of [`ContactBasis::rotation`](super::ContactBasis::rotation) | rows of `contact.frame` |
//!
//! The change of axes is cyclic, a rotation, so forces and moments change alike and no sign does.
//! The force is the one on the body that the normal points to (`MuJoCo`: the second geom).

use nalgebra::{Vector3, Vector6};
use stiction_core::Wrench;

/// Returns the force (t1, t2, n) as (n, t1, t2).
#[must_use]
pub fn force_to_x_normal(force: &Vector3<f64>) -> Vector3<f64> {
    Vector3::new(force.z, force.x, force.y)
}

/// Returns the force (n, t1, t2) as (t1, t2, n).
#[must_use]
pub fn force_from_x_normal(force: &Vector3<f64>) -> Vector3<f64> {
    Vector3::new(force.y, force.z, force.x)
}

/// Returns the wrench in contact coordinates as (n, t1, t2, torsion, roll 1, roll 2).
///
/// ```
/// use nalgebra::{Vector3, Vector6};
/// use stiction_core::Wrench;
/// use stiction_friction::cone::x_normal::{from_x_normal, to_x_normal};
///
/// let wrench = Wrench { force: Vector3::new(2.0, 3.0, 1.0), torque: Vector3::new(5.0, 6.0, 4.0) };
/// let components = to_x_normal(&wrench);
/// assert_eq!(components, Vector6::new(1.0, 2.0, 3.0, 4.0, 5.0, 6.0));
/// assert_eq!(from_x_normal(&components), wrench);
/// ```
#[must_use]
pub fn to_x_normal(wrench: &Wrench) -> Vector6<f64> {
    let (force, torque) = (force_to_x_normal(&wrench.force), force_to_x_normal(&wrench.torque));
    Vector6::new(force.x, force.y, force.z, torque.x, torque.y, torque.z)
}

/// Returns the wrench (n, t1, t2, torsion, roll 1, roll 2) in contact coordinates.
#[must_use]
pub fn from_x_normal(components: &Vector6<f64>) -> Wrench {
    let [n, t1, t2, torsion, roll1, roll2] = (*components).into();
    Wrench {
        force: force_from_x_normal(&Vector3::new(n, t1, t2)),
        torque: force_from_x_normal(&Vector3::new(torsion, roll1, roll2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_the_same_in_both_frames() {
        // r × f commutes with a rotation, not with a swap of two axes.
        let (r, f) = (Vector3::new(1.0, -2.0, 0.5), Vector3::new(3.0, 0.7, -4.0));
        let turned = force_to_x_normal(&r).cross(&force_to_x_normal(&f));
        assert!((turned - force_to_x_normal(&r.cross(&f))).norm() < 1e-15);
        let swap = |v: &Vector3<f64>| Vector3::new(v.z, v.y, v.x);
        assert!((swap(&r).cross(&swap(&f)) - swap(&r.cross(&f))).norm() > 1.0);
    }
}
