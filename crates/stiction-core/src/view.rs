//! What a mechanism looks like: shapes of its parts, and the places where laws act.
//!
//! Nothing here takes part in the motion. A body says what it looks like ([`Admittance::view`]), a map where the
//! law behind it acts ([`Coupling::acts_at`]), a law what lies there ([`Impedance::view`]), and a domain how its
//! poses and efforts lie in space ([`Domain::in_space`]). What says nothing is drawn as a mark at its place, or
//! in a scheme of masses and springs if it has no place.
//!
//! [`Admittance::view`]: crate::Admittance::view
//! [`Coupling::acts_at`]: crate::Coupling::acts_at
//! [`Impedance::view`]: crate::Impedance::view
//! [`Domain::in_space`]: crate::Domain::in_space

use nalgebra::Quaternion;

use crate::{Describe, Pose};

/// A solid or a figure, in axes of its own.
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(spelling = Type, crate = crate)]
pub enum Shape {
    /// A ball about the origin.
    Sphere {
        /// Radius \[m\], > 0.
        #[field(positive)]
        radius: f64,
    },
    /// A cuboid about the origin.
    Cuboid {
        /// Edges along x, y and z \[m\], > 0.
        #[field(positive)]
        sizes: [f64; 3],
    },
    /// A cylinder about the origin, along z.
    Cylinder {
        /// Radius \[m\], > 0.
        #[field(positive)]
        radius: f64,
        /// Length \[m\], > 0.
        #[field(positive)]
        length: f64,
    },
    /// A cylinder with round ends about the origin, along z.
    Capsule {
        /// Radius \[m\], > 0.
        #[field(positive)]
        radius: f64,
        /// Length between the middles of its ends \[m\], > 0.
        #[field(positive)]
        length: f64,
    },
    /// A flat figure in the plane of x and y.
    Polygon {
        /// Corners one after the other \[m\], at least 3.
        #[field(length(3, 10_000, "must be 3 to 10000 corners"))]
        corners: Vec<[f64; 2]>,
    },
    /// A line through points: a link, a cable.
    Line {
        /// Points one after the other \[m\].
        #[field(length(2, 10_000, "must be 2 to 10000 points"))]
        points: Vec<[f64; 3]>,
    },
    /// Points by themselves: the cells of a pad.
    Points {
        /// Points \[m\].
        #[field(length(1, 10_000, "must be 1 to 10000 points"))]
        points: Vec<[f64; 3]>,
    },
}

/// A shape in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The shape.
    pub shape: Shape,
    /// Where its axes are.
    pub pose: Pose,
}

impl Seen {
    /// In the axes that it is told in.
    #[must_use]
    pub fn there(shape: Shape) -> Self {
        Self { shape, pose: Pose::default() }
    }

    /// The same where these axes are at a pose.
    #[must_use]
    pub fn seen_from(self, axes: &Pose) -> Self {
        let turned = axes.orientation * Quaternion::from_imag(self.pose.position);
        let arm = (turned * axes.orientation.conjugate()).imag();
        let orientation = axes.orientation * self.pose.orientation;
        Self { pose: Pose { position: axes.position + arm, orientation }, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Domain, PlanarFrame, PlanarPose, Plane, Shaft};
    use nalgebra::{Vector2, Vector3};

    #[test]
    fn axes_are_put_one_on_the_other() {
        let pose =
            PlanarPose { position: Vector2::new(1.0, 2.0), angle: core::f64::consts::FRAC_PI_2 };
        let axes = PlanarFrame::in_space(&pose).unwrap();
        let place = Pose::at(Vector3::new(3.0, 0.0, 1.0));
        let seen = Seen { shape: Shape::Sphere { radius: 1.0 }, pose: place }.seen_from(&axes);
        assert!((seen.pose.position - Vector3::new(1.0, 5.0, 1.0)).norm() < 1e-15);
        let twice = seen.clone().seen_from(&axes);
        // A quarter turn twice is half a turn, and the first place is turned with it.
        assert!((twice.pose.position - Vector3::new(-4.0, 3.0, 1.0)).norm() < 1e-14);
        assert!((twice.pose.orientation.coords.norm() - 1.0).abs() < 1e-15);
        assert!(twice.pose.orientation.w.abs() < 1e-15);
    }

    #[test]
    fn only_what_has_a_place_is_in_space() {
        assert_eq!(Shaft::in_space(&0.3), None);
        let point = Plane::in_space(&Vector2::new(0.3, 0.4)).unwrap();
        assert_eq!(point.position, Vector3::new(0.3, 0.4, 0.0));
        let force = Plane::effort_in_space(&Vector2::new(5.0, 6.0)).unwrap();
        assert_eq!((force.force, force.torque), (Vector3::new(5.0, 6.0, 0.0), Vector3::zeros()));
    }
}
