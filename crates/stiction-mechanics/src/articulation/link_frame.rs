//! A link of a tree as a port.

use nalgebra::{Quaternion, Rotation3, SMatrix, UnitQuaternion, Vector3};
use stiction_core::{KinematicMap, Motion, Pose, Shaft, Space, SpatialFrame};

use super::kernel::{Base, Moved, PORTS};
use super::tree::{Moving, Place};
use super::{Articulation, ArticulationError};
use crate::rotation;

/// The frame of a link of an [`Articulation`], or of its free base, from the K ports that move it: where a law between
/// frames is attached to a gripper, a foot, a tool.
///
/// The ports are those of [`Articulation::path`], in its order: the seven of a free base, and the joints that carry
/// the link. `Psi` is the Jacobian of the frame, velocity of its
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
    turns: Vec<Quaternion<f64>>,
    frame: Quaternion<f64>,
    link: String,
}

/// A point of a link of an [`Articulation`], or of its free base, from the K ports that move it: where a contact or a
/// cable is.
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
    /// Of a base that is fixed.
    mount: Option<Pose>,
    /// As many as there are ports, less those of a free base.
    joints: Vec<Moving>,
    place: Place,
}

/// A place, and what it moves by for a unit of the flow of each port: velocity and angular velocity.
struct Reached<const K: usize> {
    position: Vector3<f64>,
    columns: [[Vector3<f64>; 2]; K],
}

impl<const K: usize> Path<K> {
    fn of(tree: &Articulation, link: &str) -> Result<Self, ArticulationError> {
        let place = tree.tree.places[tree.place(link)?];
        let path = tree.path(link)?;
        if path.len() != K {
            let (link, found) = (link.to_owned(), path.len());
            return Err(ArticulationError::PathLength { link, expected: K, found });
        }
        let mount = (!tree.floating()).then_some(tree.mount());
        let joints = path.iter().filter_map(|&port| tree.tree.joints.get(port)).copied().collect();
        Ok(Self { mount, joints, place })
    }

    /// Returns the pose of the base, and the motions of the joints.
    #[inline]
    fn split<'a>(&self, ports: &'a [Motion<Shaft>; K]) -> (Pose, &'a [Motion<Shaft>]) {
        let (Some((base, joints)), None) = (ports.split_first_chunk::<PORTS>(), self.mount) else {
            return (self.mount.unwrap_or_default(), ports);
        };
        let [x, y, z, w, i, j, k] = base.map(|port| port.pose);
        let orientation = Quaternion::new(w, i, j, k);
        (Pose { position: Vector3::new(x, y, z), orientation }, joints)
    }

    #[inline]
    fn at(&self, ports: &[Motion<Shaft>; K]) -> Reached<K> {
        let (Pose { position, orientation }, motions) = self.split(ports);
        let still = Vector3::zeros();
        let turn = rotation::matrix(&orientation);
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
        let of_base = K - self.joints.len();
        if let Some(free) = columns.first_chunk_mut::<PORTS>().filter(|_| of_base > 0) {
            for (i, axis) in [Vector3::x(), Vector3::y(), Vector3::z()].into_iter().enumerate() {
                // The real part of the quaternion, between the two, moves nothing by itself.
                free[i] = [axis, still];
                free[i + 4] = [axis.cross(&(at - position)), axis];
            }
        }
        for ((joint, body), column) in self.joints.iter().zip(&bodies).zip(&mut columns[of_base..])
        {
            let axis = body.axis;
            *column =
                if joint.slides { [axis, still] } else { [axis.cross(&(at - body.arm)), axis] };
        }
        Reached { position: at, columns }
    }
}

impl<const K: usize> LinkFrame<K> {
    /// Creates a map to the frame of the link with the name, or of the base.
    ///
    /// # Errors
    /// A link that is not there, or that other than K ports move.
    pub fn of(tree: &Articulation, link: &str) -> Result<Self, ArticulationError> {
        let path = Path::<K>::of(tree, link)?;
        let quaternion = |place: &Place| {
            let turn = Rotation3::from_matrix_unchecked(place.turn);
            UnitQuaternion::from_rotation_matrix(&turn).into_inner()
        };
        let turns = path.joints.iter().map(|joint| quaternion(&joint.on)).collect();
        let frame = quaternion(&path.place);
        Ok(Self { path, turns, frame, link: link.to_owned() })
    }

    /// Returns the name of its link.
    #[must_use]
    pub fn link(&self) -> &str {
        &self.link
    }
}

impl<const K: usize> LinkPoint<K> {
    /// Creates a map to a point in the frame of the link with the name, or of the base \[m\].
    ///
    /// # Errors
    /// A link that is not there, that other than K ports move, a point that is not finite.
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

    /// Returns the point in the frame of its link \[m\].
    #[must_use]
    pub const fn point(&self) -> Vector3<f64> {
        self.point
    }

    /// Returns the name of its link.
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
    fn at(&self, ports: &[Motion<Shaft>; K]) -> (Pose, SMatrix<f64, 6, K>) {
        let Reached { position, columns } = self.path.at(ports);
        let mut jacobian = SMatrix::<f64, 6, K>::zeros();
        for (k, [velocity, spin]) in columns.iter().enumerate() {
            jacobian.fixed_view_mut::<3, 1>(0, k).copy_from(velocity);
            jacobian.fixed_view_mut::<3, 1>(3, k).copy_from(spin);
        }
        let (Pose { mut orientation, .. }, motions) = self.path.split(ports);
        for ((joint, turn), motion) in self.path.joints.iter().zip(&self.turns).zip(motions) {
            orientation *= turn;
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
    fn at(&self, ports: &[Motion<Shaft>; K]) -> (Vector3<f64>, SMatrix<f64, 3, K>) {
        let Reached { position, columns } = self.path.at(ports);
        (position, SMatrix::from_fn(|row, k| columns[k][0][row]))
    }
}
