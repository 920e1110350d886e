//! A link of a tree as a port.

use nalgebra::{Quaternion, Rotation3, SMatrix, UnitQuaternion, Vector3};
use stiction_core::{KinematicMap, Motion, Pose, Shaft, Space, SpatialFrame};

use super::kernel::{Base, Moved};
use super::tree::{Moving, Place};
use super::{Articulation, ArticulationError};
use crate::rotation;

/// The frame of a link of an [`Articulation`] on a fixed base, from the K joints that carry it: where a law between frames is
/// attached to a gripper, a foot, a tool.
///
/// The ports are those of [`Articulation::path`], in its order. `Psi` is the Jacobian of the frame, velocity of its
/// origin and angular velocity in world axes; a wrench there comes back as efforts on the joints.
///
/// ```
/// use nalgebra::{Matrix3, Vector3};
/// use stiction_core::{Coupling, Motion};
/// use stiction_mechanics::{Articulation, Inertial, Joint, LinkPoint, TreeLink};
/// let mass = Inertial::new(2.0, Vector3::x() * 0.5, Matrix3::identity())?;
/// let rod = TreeLink::builder().name("rod").parent("base").joint(Joint::Revolute(Vector3::z()));
/// let arm = Articulation::builder().links([rod.inertial(mass).build()?]).build()?;
/// // A push of 3 N across the end of the rod.
/// let end = LinkPoint::<1>::of(&arm, "rod", Vector3::x())?;
/// let torque = end.efforts(&[Motion::at_rest(0.0)], &Vector3::new(7.0, 3.0, 0.0));
/// assert_eq!(torque, [3.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LinkFrame<const K: usize> {
    path: Path<K>,
    /// Turns of the joints on the bodies that carry them, and of the frame on the last body. Quaternions, so that the
    /// orientation does not jump between `q` and `-q`.
    turns: [Quaternion<f64>; K],
    base: Quaternion<f64>,
    frame: Quaternion<f64>,
    link: String,
}

/// A point of a link of an [`Articulation`] on a fixed base, from the K joints that carry it: where a contact or a cable is.
///
/// As a [`LinkFrame`], without the turn.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkPoint<const K: usize> {
    path: Path<K>,
    link: String,
    point: Vector3<f64>,
}

/// The way from the base to a place on a link.
#[derive(Clone, Debug, PartialEq)]
struct Path<const K: usize> {
    mount: Pose,
    joints: [Moving; K],
    place: Place,
}

impl<const K: usize> Path<K> {
    fn of(tree: &Articulation, link: &str) -> Result<Self, ArticulationError> {
        let place = tree.tree.places[tree.place(link)?];
        let named = || link.to_owned();
        if tree.floating() {
            return Err(ArticulationError::FreeBase { link: named() });
        }
        let path = tree.path(link)?;
        let joints: Vec<Moving> = path.iter().map(|&joint| tree.tree.joints[joint]).collect();
        let length = |found| ArticulationError::PathLength { link: named(), expected: K, found };
        let joints = <[Moving; K]>::try_from(joints).map_err(|joints| length(joints.len()))?;
        Ok(Self { mount: tree.mount(), joints, place })
    }

    /// The place, and what it moves by for a unit of each joint's speed: velocity and angular velocity.
    #[inline]
    fn at(&self, motions: &[Motion<Shaft>; K]) -> (Vector3<f64>, [[Vector3<f64>; 2]; K]) {
        let (position, turn) = (self.mount.position, rotation::matrix(&self.mount.orientation));
        let still = Vector3::zeros();
        let mut body = Moved::base(&Base { position, turn, velocity: still, spin: still });
        let mut bodies = [body; K];
        for ((joint, motion), slot) in self.joints.iter().zip(motions).zip(&mut bodies) {
            let before = body.arm;
            body = Moved::behind(joint, &body, motion.pose, 0.0);
            body.arm += before;
            *slot = body;
        }
        let at = body.arm + body.turn * self.place.offset;
        let mut columns = [[still; 2]; K];
        for ((joint, body), column) in self.joints.iter().zip(&bodies).zip(&mut columns) {
            let axis = body.axis;
            *column =
                if joint.slides { [axis, still] } else { [axis.cross(&(at - body.arm)), axis] };
        }
        (at, columns)
    }
}

impl<const K: usize> LinkFrame<K> {
    /// The frame of the link with the name, or of the base.
    ///
    /// # Errors
    /// A link that is not there, that other than K joints carry, or a tree whose base is free.
    pub fn of(tree: &Articulation, link: &str) -> Result<Self, ArticulationError> {
        let path = Path::<K>::of(tree, link)?;
        let quaternion = |place: &Place| {
            let turn = Rotation3::from_matrix_unchecked(place.turn);
            UnitQuaternion::from_rotation_matrix(&turn).into_inner()
        };
        let turns = path.joints.map(|joint| quaternion(&joint.on));
        let (base, frame) = (path.mount.orientation, quaternion(&path.place));
        Ok(Self { path, turns, base, frame, link: link.to_owned() })
    }

    /// Name of its link.
    #[must_use]
    pub fn link(&self) -> &str {
        &self.link
    }
}

impl<const K: usize> LinkPoint<K> {
    /// A point in the frame of the link with the name, or of the base \[m\].
    ///
    /// # Errors
    /// A link that is not there, that other than K joints carry, a tree whose base is free, a point that is not
    /// finite.
    pub fn of(
        tree: &Articulation,
        link: &str,
        point: Vector3<f64>,
    ) -> Result<Self, ArticulationError> {
        if let Some(&value) = point.iter().find(|value| !value.is_finite()) {
            let requirement = "must be finite";
            return Err(ArticulationError::Number { parameter: "point", value, requirement });
        }
        let mut path = Path::<K>::of(tree, link)?;
        path.place.offset += path.place.turn * point;
        Ok(Self { path, link: link.to_owned(), point })
    }

    /// The point in the frame of its link \[m\].
    #[must_use]
    pub const fn point(&self) -> Vector3<f64> {
        self.point
    }

    /// Name of its link.
    #[must_use]
    pub fn link(&self) -> &str {
        &self.link
    }
}

impl<const K: usize> KinematicMap for LinkFrame<K> {
    type From = [Shaft; K];
    type To = SpatialFrame;
    type Psi = SMatrix<f64, 6, K>;
    #[inline]
    fn at(&self, joints: &[Motion<Shaft>; K]) -> (Pose, SMatrix<f64, 6, K>) {
        let (position, columns) = self.path.at(joints);
        let mut jacobian = SMatrix::<f64, 6, K>::zeros();
        let mut orientation = self.base;
        for (k, (joint, motion)) in self.path.joints.iter().zip(joints).enumerate() {
            let [velocity, spin] = columns[k];
            jacobian.fixed_view_mut::<3, 1>(0, k).copy_from(&velocity);
            jacobian.fixed_view_mut::<3, 1>(3, k).copy_from(&spin);
            orientation *= self.turns[k];
            if !joint.slides {
                let (sine, cosine) = (0.5 * motion.pose).sin_cos();
                orientation *= Quaternion::from_parts(cosine, joint.axis * sine);
            }
        }
        (Pose { position, orientation: orientation * self.frame }, jacobian)
    }
}

impl<const K: usize> KinematicMap for LinkPoint<K> {
    type From = [Shaft; K];
    type To = Space;
    type Psi = SMatrix<f64, 3, K>;
    #[inline]
    fn at(&self, joints: &[Motion<Shaft>; K]) -> (Vector3<f64>, SMatrix<f64, 3, K>) {
        let (position, columns) = self.path.at(joints);
        (position, SMatrix::from_fn(|row, k| columns[k][0][row]))
    }
}
