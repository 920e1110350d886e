//! A body in space as seen from the plane that it slides on.

use nalgebra::{Vector2, Vector3};
use stiction_core::{
    Describe, KinematicMap, Linear, Motion, ParameterError, PlanarFrame, PlanarPose, PlanarTwist,
    PlanarWrench, Pose, SpatialFrame, Twist, Wrench,
};
use typed_builder::TypedBuilder;

/// The point of a body in the support plane, below the origin of its frame: position, heading,
/// velocity there, spin about the vertical.
///
/// ```text
/// pose: (x, y), heading     flow: (v_x − h ω_y, v_y + h ω_x), ω_z     h = z − z_support
/// ```
/// The transpose takes the friction force down to the plane, so that it tilts the body: the normal
/// forces of other contacts (at the corners of its base) keep it upright, and their centre is the
/// centre of pressure. The heading is that of the body's x axis.
///
/// ```
/// use nalgebra::{Vector3, vector};
/// use stiction_core::{Coupling, Motion, PlanarWrench, Pose, SpatialFrame};
/// use stiction_mechanics::Footprint;
/// let body = Motion::<SpatialFrame>::at_rest(Pose::at(Vector3::new(1.0, 2.0, 0.5)));
/// let footprint = Footprint::builder().build()?;
/// assert_eq!(footprint.motion(&body).pose.position, vector![1.0, 2.0]);
/// let friction = PlanarWrench { force: vector![-2.0, 0.0], torque: 0.1 };
/// assert_eq!(footprint.efforts(&body, &friction).torque, vector![0.0, 1.0, 0.1]);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Footprint, ParameterError>))]
#[describe(tag = "footprint", text = "A rigid body's print on the ground, as a planar body.")]
pub struct Footprint {
    /// Height of the support plane \[m\], finite; 0 by default.
    #[builder(default)]
    #[field(finite)]
    support_height: f64,
}

/// `Psi` of a [`Footprint`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootprintMotion {
    /// Height of the origin of the body above the support \[m\].
    height: f64,
}

impl Linear<SpatialFrame, PlanarFrame> for FootprintMotion {
    #[inline(always)]
    fn apply(&self, twist: &Twist) -> PlanarTwist {
        let (v, w) = (&twist.linear, &twist.angular);
        let linear = Vector2::new(v.x - self.height * w.y, v.y + self.height * w.x);
        PlanarTwist { linear, angular: w.z }
    }
    #[inline(always)]
    fn transpose(&self, wrench: &PlanarWrench) -> Wrench {
        let f = &wrench.force;
        Wrench {
            force: Vector3::new(f.x, f.y, 0.0),
            torque: Vector3::new(self.height * f.y, -self.height * f.x, wrench.torque),
        }
    }
}

impl KinematicMap for Footprint {
    type From = SpatialFrame;
    type To = PlanarFrame;
    type Psi = FootprintMotion;
    /// Returns false: the velocity is that of the body's material point in the plane, which moves past the
    /// footprint where the body tilts.
    fn flow_is_pose_rate(&self) -> bool {
        false
    }
    #[inline(always)]
    fn at(&self, body: &Motion<SpatialFrame>) -> (PlanarPose, FootprintMotion) {
        let position = &body.pose.position;
        let q = &body.pose.orientation;
        // First column of the rotation matrix.
        let along =
            Vector2::new(1.0 - 2.0 * (q.j * q.j + q.k * q.k), 2.0 * (q.i * q.j + q.w * q.k));
        let pose = PlanarPose { position: position.xy(), angle: along.y.atan2(along.x) };
        (pose, FootprintMotion { height: position.z - self.support_height })
    }
    fn acts_at(&self, body: &Motion<SpatialFrame>) -> Vec<Pose> {
        vec![Pose::at(body.pose.position.xy().push(self.support_height))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::vector3;
    use nalgebra::{UnitQuaternion, vector};
    use proptest::prelude::*;
    use stiction_core::Coupling;

    proptest! {
        /// Upright, the flow is the time derivative of the pose.
        #[test]
        fn an_upright_body_turns_by_its_heading(angle in -3.0..3.0_f64, v in vector3(2.0)) {
            let map = Footprint::builder().build().unwrap();
            let turned = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle);
            let pose = Pose { position: vector![1.0, 2.0, 0.5], orientation: *turned };
            let twist = Twist { linear: v, angular: Vector3::new(0.0, 0.0, 1.5) };
            let planar = map.motion(&Motion::new(pose, twist));
            prop_assert!((planar.pose.angle - angle).abs() < 1e-14);
            prop_assert_eq!(planar.flow, PlanarTwist { linear: v.xy(), angular: 1.5 });
        }
    }

    #[test]
    fn it_acts_on_the_support_in_the_axes_of_the_world() {
        let map = Footprint::builder().support_height(0.3).build().unwrap();
        let turned = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), 1.0);
        let pose = Pose { position: vector![1.0, 2.0, 0.5], orientation: *turned };
        let places = Coupling::acts_at(&map, &Motion::at_rest(pose));
        assert_eq!(places, [Pose::at(vector![1.0, 2.0, 0.3])]);
    }

    /// The heading is that of the body's x axis seen from above, however the body leans.
    #[test]
    fn a_leaning_body_has_the_heading_of_its_x_axis() {
        let map = Footprint::builder().support_height(0.3).build().unwrap();
        for (roll, pitch, yaw) in [(0.3, -0.2, 1.1), (-0.4, 0.5, -2.0), (0.2, 0.9, 3.0)] {
            let turned = UnitQuaternion::from_euler_angles(roll, pitch, yaw);
            let pose = Pose { position: vector![1.0, 2.0, 0.5], orientation: *turned };
            let x = turned * Vector3::x();
            let motion = map.motion(&Motion::at_rest(pose));
            assert!((motion.pose.angle - x.y.atan2(x.x)).abs() < 1e-14);
            assert!((motion.pose.angle - yaw).abs() < 1e-14, "yaw, pitch, roll");
            assert_eq!(motion.pose.position, vector![1.0, 2.0]);
        }
    }

    /// By hand: 0.2 m below the centre of mass a body that turns about x and y moves by w x (0, 0, -0.2).
    #[test]
    fn the_footprint_moves_with_the_body_above_it() {
        let map = Footprint::builder().support_height(0.3).build().unwrap();
        let twist = Twist { linear: vector![1.0, 2.0, 7.0], angular: vector![4.0, 3.0, 0.5] };
        let motion = map.motion(&Motion::new(Pose::at(vector![0.0, 0.0, 0.5]), twist));
        let expected = vector![1.0 - 0.2 * 3.0, 2.0 + 0.2 * 4.0];
        assert!((motion.flow.linear - expected).norm() < 1e-15);
        assert_eq!(motion.flow.angular, 0.5);
    }
}
