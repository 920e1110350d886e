//! The angle of a hinge between two bodies.

use nalgebra::{Quaternion, Vector3};
use stiction_core::{
    Describe, KinematicMap, Linear, Motion, ParameterError, Pose, Shaft, SpatialFrame, Twist,
    Wrench,
};
use typed_builder::TypedBuilder;

use super::relative_frame::joint_orientation;
use crate::rotation;

/// Rotation of the child about the z axis of the parent's joint frame, as a shaft: where friction,
/// motor and spring of a [`PenaltyHinge`](crate::PenaltyHinge) are attached.
///
/// The first port is the parent, the second the child. With `q = q_p* (x) q_c`:
///
/// ```text
/// angle = 2 atan2(q_z, q_w)      rate = a.(w_c - w_p)      torque a on the child, -a on the parent
///
/// a = (z_p + z_c)/(1 + z_p.z_c)
/// ```
/// With that axis between those of the two frames the rate is the derivative of the angle however far the
/// hinge bends, and a is `z_p`, the axis of Kikuuwe and Yamamoto's joint (eq. 29), while it does not.
///
/// The angle lies in (-2 pi, 2 pi] and wraps by 4 pi: an integrated quaternion does not return to
/// itself after one turn but after two. Orientations given with `q_w >= 0` start in \[-pi, pi\].
///
/// # Limits
/// At a tilt of 180 degrees the angle and the axis are undefined; near it the angle turns fast.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<HingeAngle, ParameterError>))]
#[describe(check = Self::further)]
pub struct HingeAngle {
    /// Joint frame fixed on the parent, in its body coordinates, finite; only its orientation matters.
    /// Default the body frame; any length of the quaternion but zero.
    #[builder(default, setter(transform = |pose: Pose| axes_of(pose)))]
    #[field(finite)]
    parent: Pose,
    /// Joint frame fixed on the child, in its body coordinates, finite; default the body frame.
    #[builder(default, setter(transform = |pose: Pose| axes_of(pose)))]
    #[field(finite)]
    child: Pose,
}

impl HingeAngle {
    fn further(&self) -> Result<(), ParameterError> {
        rotation::check::<Self>("parent", &self.parent)?;
        rotation::check::<Self>("child", &self.child)
    }
}

/// Returns the frame without its place, which does not matter, unless that is not finite.
fn axes_of(pose: Pose) -> Pose {
    let position = pose.position.map(|value| if value.is_finite() { 0.0 } else { value });
    Pose { position, ..rotation::unit(pose) }
}

/// The parameters of a [`HingeAngle`] in a scenario file: the positions of the joint frames do not matter.
#[derive(Describe)]
#[describe(
    tag = "hinge_angle",
    text = "The angle of a hinge between two rigid bodies, the parent first: the child turned about \
            the z axis of the parent's joint frame. The torque acts on the child, its opposite on the \
            parent.",
    builds = HingeAngle,
    entry
)]
pub(crate) struct HingeAxes {
    /// On the first body, the parent.
    #[field(default = JointAxes::of(&Pose::default()))]
    parent: JointAxes,
    /// On the second body, the child.
    #[field(default = JointAxes::of(&Pose::default()))]
    child: JointAxes,
}

/// The axes of a frame.
#[derive(Describe)]
struct JointAxes {
    /// Their orientation (w, x, y, z), of any length but zero.
    #[field(default = Pose::default().orientation)]
    orientation: Quaternion<f64>,
}

impl JointAxes {
    const fn of(pose: &Pose) -> Self {
        Self { orientation: pose.orientation }
    }
    fn pose(&self) -> Pose {
        Pose { orientation: self.orientation, ..Pose::default() }
    }
}

impl From<HingeAxes> for Result<HingeAngle, ParameterError> {
    fn from(HingeAxes { parent, child }: HingeAxes) -> Self {
        HingeAngle::builder().parent(parent.pose()).child(child.pose()).build()
    }
}

impl From<&HingeAngle> for HingeAxes {
    fn from(hinge: &HingeAngle) -> Self {
        Self { parent: JointAxes::of(&hinge.parent), child: JointAxes::of(&hinge.child) }
    }
}

/// `Psi` of [`HingeAngle`]: the relative angular velocity about an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelativeSpin {
    axis_world: Vector3<f64>,
}

impl Linear<(SpatialFrame, SpatialFrame), Shaft> for RelativeSpin {
    #[inline(always)]
    fn apply(&self, (parent, child): &(Twist, Twist)) -> f64 {
        self.axis_world.dot(&(child.angular - parent.angular))
    }
    #[inline(always)]
    fn transpose(&self, torque: &f64) -> (Wrench, Wrench) {
        let torque = self.axis_world * *torque;
        let of = |torque| Wrench { force: Vector3::zeros(), torque };
        (of(-torque), of(torque))
    }
}

impl KinematicMap for HingeAngle {
    type From = (SpatialFrame, SpatialFrame);
    type To = Shaft;
    type Psi = RelativeSpin;
    #[inline(always)]
    fn at(
        &self,
        (parent, child): &(Motion<SpatialFrame>, Motion<SpatialFrame>),
    ) -> (f64, RelativeSpin) {
        let parent = joint_orientation(&parent.pose, &self.parent);
        let child = joint_orientation(&child.pose, &self.child);
        let relative = nalgebra_glm::quat_conjugate(&parent) * child;
        // z_c in the parent's axes is (2 (xz + wy), 2 (yz - wx), 2 (w^2 + z^2) - 1); z is exact on a closed hinge.
        let (w, x, y, z) = (relative.w, relative.i, relative.j, relative.k);
        let square = w * w + z * z;
        let bent = Vector3::new(x * z + w * y, y * z - w * x, 0.0);
        let axis = if square > 0.0 { bent / square + Vector3::z() } else { Vector3::z() };
        let axis_world = rotation::matrix(&parent) * axis;
        (2.0 * z.atan2(w), RelativeSpin { axis_world })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use approx::assert_abs_diff_eq;
    use nalgebra::{Quaternion, UnitQuaternion};
    use proptest::prelude::*;
    use stiction_core::Coupling;

    #[test]
    fn frames_are_checked() {
        let zero = Pose { orientation: Quaternion::new(0.0, 0.0, 0.0, 0.0), ..Pose::default() };
        assert_refused(HingeAngle::builder().parent(zero).build(), "parent");
        assert_refused(HingeAngle::builder().child(zero).build(), "child");
    }

    proptest! {
        #[test]
        fn a_bent_hinge_has_the_derivative_of_its_angle(
            from in (frame_motion(), frame_motion()), parent in pose(), torque in number(9.0),
        ) {
            let map = HingeAngle::builder().parent(parent).build().unwrap();
            // Tilts close to 180 degrees are left out, because the angle turns fast there.
            let relative = (from.0.pose.orientation * parent.orientation).conjugate()
                * from.1.pose.orientation;
            if relative.w.hypot(relative.k) > 0.3 {
                let z = |turn: &Quaternion<f64>| rotation::matrix(turn).column(2).into_owned();
                let parent = z(&joint_orientation(&from.0.pose, &map.parent));
                let child = z(&from.1.pose.orientation);
                let axis = (parent + child) / (1.0 + parent.dot(&child));
                let (on_parent, on_child) = map.efforts(&from, &torque);
                assert_abs_diff_eq!(on_child.torque, axis * torque, epsilon = 1e-11);
                prop_assert_eq!(on_parent.torque, -on_child.torque);
            }
        }

        #[test]
        fn a_closed_hinge_has_its_angle_and_the_derivative_of_it(
            body in frame_motion(), parent in pose(), child in pose(),
            angle in number(6.2), rate in number(5.0),
        ) {
            let map = HingeAngle::builder().parent(parent).child(child).build().unwrap();
            // The child turned about the parent's z axis, spinning about it relative to the parent.
            let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle).into_inner();
            let joint = body.pose.orientation * parent.orientation;
            let mut other = body;
            other.pose.orientation = joint * turn * child.orientation.conjugate();
            other.flow.angular += rotation::matrix(&joint) * Vector3::new(0.0, 0.0, rate);
            let motion = map.motion(&(body, other));
            assert_abs_diff_eq!(motion.pose, angle, epsilon = 1e-10);
            assert_abs_diff_eq!(motion.flow, rate, epsilon = 1e-11);
        }
    }
}
