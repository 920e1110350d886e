//! One joint frame seen from another.

use core::any::Any;

use nalgebra::{Matrix3, Quaternion, Vector3};
use stiction_core::coupling::Fit;
use stiction_core::{
    Describe, Form, KinematicMap, Linear, Motion, Parameter, ParameterError, Pose, SpatialFrame,
    Twist, Value, ValueError, Wrench,
};
use typed_builder::TypedBuilder;

use super::LeverArm;
use crate::{PenaltyHinge, rotation};

/// The child's joint frame seen from the parent's, in the coordinates of the parent's joint frame.
///
/// The first port is the parent, the second the child. With p, v the position and velocity of each
/// joint point, `R_p` and `q_p` the orientation of the parent's joint frame:
///
/// ```text
/// pose: R_p^T r,  q_p* (x) q_c          flow: R_p^T (v_c - v_p - w_p x r),  R_p^T (w_c - w_p)
///
/// r = p_c - p_p
/// ```
/// The opposite force acts on the point of the parent where the child's joint point is: on a contact at the place of
/// the contact, if the parent is the body with the surface. So action and reaction are on one line, angular momentum is
/// conserved, and the flow is the derivative of the pose.
///
/// Kikuuwe and Yamamoto 2010, eq. 29, apply the opposite force to the parent at *its own* joint point
/// ([`Reaction::AtParentPoint`]). Their flow lacks `-w_p x r`, and the pair of forces has a couple as
/// long as r is not zero. A [`PenaltyHinge`] keeps r small; nothing else can be connected through it.
/// In simulation III the angles of the two forms differ by 4e-7 rad at 1e5 N/m and 9e-9 rad at 1e6 N/m.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<RelativeFrame, ParameterError>))]
#[describe(
    tag = "relative_frame",
    text = "The joint frame of a child seen from that of its parent, in axes of the latter. \
            The parent is the first port: the wrench acts on the child, its opposite on the \
            parent.",
    check = Self::further
)]
pub struct RelativeFrame {
    /// Joint frame fixed on the parent, in its body coordinates \[m\], finite; default the body frame.
    /// The quaternion may have any length but zero; it is normalised.
    #[builder(default, setter(transform = |pose: Pose| rotation::unit(pose)))]
    #[field(finite)]
    parent: Pose,
    /// Joint frame fixed on the child, in its body coordinates \[m\], finite; default the body frame.
    #[builder(default, setter(transform = |pose: Pose| rotation::unit(pose)))]
    #[field(finite)]
    child: Pose,
    /// Whether the parent takes the opposite force at the child's joint point, where action and reaction are on one
    /// line; false is the form of a paper, for a `penalty_hinge` alone.
    #[builder(default)]
    #[field(name = "reaction_at_child")]
    reaction: Reaction,
}

impl RelativeFrame {
    fn further(&self) -> Result<(), ParameterError> {
        rotation::check::<Self>("parent", &self.parent)?;
        rotation::check::<Self>("child", &self.child)
    }
}

/// Point of the parent whose velocity is subtracted and on which the opposite force acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reaction {
    /// The parent's joint point, as in eq. 29: for a [`PenaltyHinge`] alone.
    AtParentPoint,
    /// The point of the parent where the child's joint point is: action and reaction on one line,
    /// and a flow that is the exact derivative of the pose.
    #[default]
    AtChildPoint,
}

/// Whether it is at the child.
impl Parameter for Reaction {
    fn form() -> Form {
        Form::Flag
    }
    fn value(&self) -> Value {
        Value::Flag(*self == Self::AtChildPoint)
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        bool::of(value)
            .map(|at_child| if at_child { Self::AtChildPoint } else { Self::AtParentPoint })
    }
}

/// `Psi` of [`RelativeFrame`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelativeMotion {
    frame_to_world: Matrix3<f64>,
    parent: LeverArm,
    child: LeverArm,
}

/// Returns the world orientation of a joint frame fixed on a body.
#[inline(always)]
pub(super) fn joint_orientation(body: &Pose, joint: &Pose) -> Quaternion<f64> {
    nalgebra_glm::quat_cross(&body.orientation, &joint.orientation)
}

impl Linear<(SpatialFrame, SpatialFrame), SpatialFrame> for RelativeMotion {
    #[inline(always)]
    fn apply(&self, (parent, child): &(Twist, Twist)) -> Twist {
        let linear = self.child.velocity(child) - self.parent.velocity(parent);
        Twist {
            linear: self.frame_to_world.tr_mul(&linear),
            angular: self.frame_to_world.tr_mul(&(child.angular - parent.angular)),
        }
    }
    #[inline(always)]
    fn transpose(&self, wrench: &Wrench) -> (Wrench, Wrench) {
        let (force, torque) =
            (self.frame_to_world * wrench.force, self.frame_to_world * wrench.torque);
        let mut on_parent = self.parent.wrench(&-force);
        let mut on_child = self.child.wrench(&force);
        on_parent.torque -= torque;
        on_child.torque += torque;
        (on_parent, on_child)
    }
}

impl KinematicMap for RelativeFrame {
    type From = (SpatialFrame, SpatialFrame);
    type To = SpatialFrame;
    type Psi = RelativeMotion;
    /// Returns true with [`Reaction::AtParentPoint`] only while the two frames do not part.
    fn flow_is_pose_rate(&self) -> bool {
        self.reaction == Reaction::AtChildPoint
    }
    fn fit(&self, law: &dyn Any) -> Fit {
        match self.reaction {
            Reaction::AtChildPoint => Fit::Right,
            Reaction::AtParentPoint if law.is::<PenaltyHinge>() => Fit::Doubtful(
                "has its reaction at the parent's joint point (`reaction_at_child = false`), so that angular momentum \
                 is kept only as far as the hinge does not open",
            ),
            Reaction::AtParentPoint => Fit::Wrong(
                "has its reaction at the parent's joint point (`reaction_at_child = false`) and not where the law acts: \
                 angular momentum gets lost, and the law sees a wrong velocity where the parent turns. Leave that out: \
                 only a `penalty_hinge`, which keeps the two points together, can have it",
            ),
        }
    }
    #[inline(always)]
    fn at(
        &self,
        (parent, child): &(Motion<SpatialFrame>, Motion<SpatialFrame>),
    ) -> (Pose, RelativeMotion) {
        let (parent, child) = (&parent.pose, &child.pose);
        let mut parent_arm =
            nalgebra_glm::quat_rotate_vec3(&parent.orientation, &self.parent.position);
        let child_arm = nalgebra_glm::quat_rotate_vec3(&child.orientation, &self.child.position);
        let gap: Vector3<f64> = (child.position + child_arm) - (parent.position + parent_arm);
        if self.reaction == Reaction::AtChildPoint {
            parent_arm += gap;
        }
        let parent_turn = joint_orientation(parent, &self.parent);
        let child_turn = joint_orientation(child, &self.child);
        let frame_to_world = rotation::matrix(&parent_turn);
        let pose = Pose {
            position: frame_to_world.tr_mul(&gap),
            orientation: nalgebra_glm::quat_conjugate(&parent_turn) * child_turn,
        };
        let (parent, child) = (LeverArm::new(parent_arm), LeverArm::new(child_arm));
        (pose, RelativeMotion { frame_to_world, parent, child })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use approx::assert_abs_diff_eq;
    use proptest::prelude::*;
    use stiction_core::Coupling;

    #[test]
    fn two_rods_end_to_end() {
        let end = |x| Pose::at(Vector3::new(x, 0.0, 0.0));
        let map = RelativeFrame::builder().parent(end(0.15)).child(end(-0.15)).build().unwrap();
        let mut parent = Motion::<SpatialFrame>::default();
        let mut child = parent;
        parent.pose = end(0.15);
        child.pose = end(0.45);
        child.flow.angular.z = 2.0;
        let joint = map.motion(&(parent, child));
        assert_abs_diff_eq!(joint.pose.position, Vector3::zeros(), epsilon = 1e-16);
        assert_eq!(joint.pose.orientation, Quaternion::identity());
        assert_abs_diff_eq!(joint.flow.linear, Vector3::new(0.0, -0.3, 0.0), epsilon = 1e-16);
        let wrench = Wrench { force: Vector3::y(), torque: Vector3::z() };
        let (on_parent, on_child) = map.efforts(&(parent, child), &wrench);
        assert_abs_diff_eq!(on_child.torque.z, 1.0 - 0.15, epsilon = 1e-16);
        // Its arm is the sum of 0.15 m and the gap, which is rounded: the last digit of 1.15.
        assert_abs_diff_eq!(on_parent.torque.z, -1.0 - 0.15, epsilon = f64::EPSILON);
    }

    /// The form of the paper is for its hinge alone.
    #[test]
    fn the_reaction_at_the_parent_fits_a_penalty_hinge_alone() {
        let paper = RelativeFrame::builder().reaction(Reaction::AtParentPoint).build().unwrap();
        let hinge = PenaltyHinge::builder().stiffness(1.0).bending_stiffness(0.0).build().unwrap();
        assert!(matches!(Coupling::fit(&paper, &hinge), Fit::Doubtful(_)));
        assert!(matches!(Coupling::fit(&paper, &()), Fit::Wrong(_)));
        let map = RelativeFrame::builder().build().unwrap();
        assert_eq!(Coupling::fit(&map, &hinge), Fit::Right);
        assert_eq!(Coupling::fit(&map, &()), Fit::Right);
    }

    #[test]
    fn frames_are_checked() {
        let zero = Pose { orientation: Quaternion::new(0.0, 0.0, 0.0, 0.0), ..Pose::default() };
        let nan = Pose::at(Vector3::new(0.0, f64::NAN, 0.0));
        for bad in [zero, nan] {
            assert_refused(RelativeFrame::builder().parent(bad).build(), "parent");
            assert_refused(RelativeFrame::builder().child(bad).build(), "child");
        }
    }

    proptest! {
        #[test]
        fn the_form_of_the_paper_lacks_the_transport(
            from in (frame_motion(), frame_motion()), parent in pose(), child in pose(),
        ) {
            let exact = RelativeFrame::builder().parent(parent).child(child).build().unwrap();
            // The paper's form differs by the transport term and nothing else.
            let paper = RelativeFrame::builder().parent(parent).child(child);
            let paper = paper.reaction(Reaction::AtParentPoint).build().unwrap();
            let (paper_motion, exact_motion) = (paper.motion(&from), exact.motion(&from));
            prop_assert_eq!(paper_motion.pose, exact_motion.pose);
            let turn = rotation::matrix(&joint_orientation(&from.0.pose, &paper.parent));
            let spin = turn.tr_mul(&from.0.flow.angular);
            let missing = spin.cross(&paper_motion.pose.position);
            let transported = paper_motion.flow.linear - missing;
            assert_abs_diff_eq!(transported, exact_motion.flow.linear, epsilon = 1e-11);
        }
    }
}
