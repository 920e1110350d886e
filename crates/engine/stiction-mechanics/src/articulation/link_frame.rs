//! A link of a tree as a port.

use nalgebra::{Matrix6, Quaternion, SMatrix, Vector3};
use stiction_core::{KinematicMap, Motion, Pose, Shaft, Space, SpatialFrame, Validate};

use super::kernel::Moved;
use super::tree::{Moving, Place};
use super::{Articulation, ArticulationError, ArticulationParameters};

/// The frame of a link of an [`Articulation`], or of its free base: where a law between frames is attached to a gripper,
/// a foot, a tool.
///
/// Its ports are those of [`Articulation::path`], in its order: the K joints that carry the link, behind the base where
/// that is free ([`Self::on_free_base`]). `Psi` is the Jacobian of the frame, velocity of its origin and angular velocity
/// in world axes; a wrench there comes back as efforts on the joints and a wrench on the base.
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
pub struct LinkFrame<const K: usize, const FREE: bool = false> {
    path: Path<K>,
    /// Turns of the joints on the bodies that carry them, and of the frame on the last body. Quaternions, so that the
    /// orientation does not jump between `q` and `-q`.
    turns: Vec<Quaternion<f64>>,
    frame: Quaternion<f64>,
    link: String,
}

/// A point of a link of an [`Articulation`], or of its free base: where a contact or a cable is.
///
/// As a [`LinkFrame`], without the turn.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkPoint<const K: usize, const FREE: bool = false> {
    path: Path<K>,
    link: String,
    point: Vector3<f64>,
}

/// The way from the base to a place on a link.
#[derive(Clone, Debug, PartialEq)]
struct Path<const K: usize> {
    /// Pose of a fixed base.
    mount: Option<Pose>,
    joints: [Moving; K],
    place: Place,
}

/// A place, and its velocity and angular velocity per unit of the speed of each joint.
struct Reached<const K: usize> {
    position: Vector3<f64>,
    columns: [[Vector3<f64>; 2]; K],
}

impl<const K: usize> Path<K> {
    fn of<const FREE: bool>(tree: &Articulation, link: &str) -> Result<Self, ArticulationError> {
        let place = tree.tree.places[tree.place(link)?];
        if tree.floating() != FREE {
            return Err(ArticulationError::OtherBase { free: !FREE });
        }
        let joints = tree.path(link)?.into_iter().filter_map(|port| tree.tree.joints.get(port));
        let joints: Vec<_> = joints.copied().collect();
        let found = joints.len();
        let other = |_| ArticulationError::PathLength { link: link.to_owned(), expected: K, found };
        let mount = (!FREE).then_some(tree.mount());
        Ok(Self { mount, joints: joints.try_into().map_err(other)?, place })
    }

    #[inline]
    fn at(&self, base: &Pose, motions: &[Motion<Shaft>; K]) -> Reached<K> {
        let still = Vector3::zeros();
        let mut body = Moved::base(&Motion::at_rest(*base));
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
        Reached { position: at, columns }
    }
}

impl<const K: usize> Reached<K> {
    /// Returns velocity and angular velocity by the speeds of the joints.
    fn by_joints(&self) -> SMatrix<f64, 6, K> {
        SMatrix::from_fn(|row, k| self.columns[k][row / 3][row % 3])
    }

    /// Returns velocity and angular velocity by those of a free base.
    fn by_base(&self, base: &Pose) -> Matrix6<f64> {
        let mut by_base = Matrix6::identity();
        for (k, axis) in [Vector3::x(), Vector3::y(), Vector3::z()].into_iter().enumerate() {
            let lever = axis.cross(&(self.position - base.position));
            by_base.fixed_view_mut::<3, 1>(0, k + 3).copy_from(&lever);
        }
        by_base
    }
}

impl<const K: usize> LinkFrame<K> {
    /// Returns the frame of the link with the name, or of the base.
    ///
    /// # Errors
    /// A link that is not there, or that other than K joints carry; a base that is free.
    pub fn of(tree: &Articulation, link: &str) -> Result<Self, ArticulationError> {
        Self::reached(tree, link)
    }

    /// Returns the frame of the link with the name, or of the base, which is free.
    ///
    /// # Errors
    /// A link that is not there, or that other than K joints carry; a base that is mounted.
    pub fn on_free_base(
        tree: &Articulation,
        link: &str,
    ) -> Result<LinkFrame<K, true>, ArticulationError> {
        LinkFrame::reached(tree, link)
    }
}

impl<const K: usize, const FREE: bool> LinkFrame<K, FREE> {
    pub(super) fn reached(tree: &Articulation, link: &str) -> Result<Self, ArticulationError> {
        let path = Path::<K>::of::<FREE>(tree, link)?;
        let turns = path.joints.iter().map(|joint| Moved::NONE.pose(&joint.on).orientation);
        let (turns, frame) = (turns.collect(), Moved::NONE.pose(&path.place).orientation);
        Ok(Self { path, turns, frame, link: link.to_owned() })
    }

    /// Returns the name of its link.
    #[must_use]
    pub fn link(&self) -> &str {
        &self.link
    }
}

impl<const K: usize> LinkPoint<K> {
    /// Returns a point in the frame of the link with the name, or of the base \[m\].
    ///
    /// # Errors
    /// A link that is not there, or that other than K joints carry; a base that is free; a point that is not finite.
    pub fn of(
        tree: &Articulation,
        link: &str,
        point: Vector3<f64>,
    ) -> Result<Self, ArticulationError> {
        Self::reached(tree, link, point)
    }

    /// Returns a point in the frame of the link with the name, or of the base, which is free \[m\].
    ///
    /// # Errors
    /// As [`Self::of`], for a base that is mounted.
    pub fn on_free_base(
        tree: &Articulation,
        link: &str,
        point: Vector3<f64>,
    ) -> Result<LinkPoint<K, true>, ArticulationError> {
        LinkPoint::reached(tree, link, point)
    }
}

impl<const K: usize, const FREE: bool> LinkPoint<K, FREE> {
    pub(super) fn reached(
        tree: &Articulation,
        link: &str,
        point: Vector3<f64>,
    ) -> Result<Self, ArticulationError> {
        ArticulationParameters::all_finite("point", point.as_slice())?;
        let mut path = Path::<K>::of::<FREE>(tree, link)?;
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

impl<const K: usize, const FREE: bool> LinkFrame<K, FREE> {
    /// Returns the orientation of the frame behind that of the base.
    fn orientation(&self, base: &Pose, motions: &[Motion<Shaft>; K]) -> Quaternion<f64> {
        let mut orientation = base.orientation;
        for ((joint, turn), motion) in self.path.joints.iter().zip(&self.turns).zip(motions) {
            orientation *= turn;
            if !joint.slides {
                let (sine, cosine) = (0.5 * motion.pose).sin_cos();
                orientation *= Quaternion::from_parts(cosine, joint.axis * sine);
            }
        }
        orientation * self.frame
    }
}

impl<const K: usize> KinematicMap for LinkFrame<K> {
    type From = [Shaft; K];
    type To = SpatialFrame;
    type Psi = SMatrix<f64, 6, K>;
    #[inline]
    fn at(&self, joints: &[Motion<Shaft>; K]) -> (Pose, SMatrix<f64, 6, K>) {
        let base = self.path.mount.unwrap_or_default();
        let reached = self.path.at(&base, joints);
        let orientation = self.orientation(&base, joints);
        (Pose { position: reached.position, orientation }, reached.by_joints())
    }
    fn reads_joints(&self) -> bool {
        true
    }
}

impl<const K: usize> KinematicMap for LinkFrame<K, true> {
    type From = (SpatialFrame, [Shaft; K]);
    type To = SpatialFrame;
    type Psi = (Matrix6<f64>, SMatrix<f64, 6, K>);
    #[inline]
    fn at(&self, (base, joints): &(Motion<SpatialFrame>, [Motion<Shaft>; K])) -> (Pose, Self::Psi) {
        let reached = self.path.at(&base.pose, joints);
        let orientation = self.orientation(&base.pose, joints);
        let psi = (reached.by_base(&base.pose), reached.by_joints());
        (Pose { position: reached.position, orientation }, psi)
    }
    fn reads_joints(&self) -> bool {
        true
    }
}

impl<const K: usize> KinematicMap for LinkPoint<K> {
    type From = [Shaft; K];
    type To = Space;
    type Psi = SMatrix<f64, 3, K>;
    #[inline]
    fn at(&self, joints: &[Motion<Shaft>; K]) -> (Vector3<f64>, SMatrix<f64, 3, K>) {
        let reached = self.path.at(&self.path.mount.unwrap_or_default(), joints);
        (reached.position, SMatrix::from_fn(|row, k| reached.columns[k][0][row]))
    }
    fn reads_joints(&self) -> bool {
        true
    }
}

impl<const K: usize> KinematicMap for LinkPoint<K, true> {
    type From = (SpatialFrame, [Shaft; K]);
    type To = Space;
    type Psi = (SMatrix<f64, 3, 6>, SMatrix<f64, 3, K>);
    #[inline]
    fn at(
        &self,
        (base, joints): &(Motion<SpatialFrame>, [Motion<Shaft>; K]),
    ) -> (Vector3<f64>, Self::Psi) {
        let reached = self.path.at(&base.pose, joints);
        let by_base = reached.by_base(&base.pose).fixed_view::<3, 6>(0, 0).into_owned();
        (reached.position, (by_base, SMatrix::from_fn(|row, k| reached.columns[k][0][row])))
    }
    fn reads_joints(&self) -> bool {
        true
    }
}
