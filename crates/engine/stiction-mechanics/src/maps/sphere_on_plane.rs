//! The point of a sphere that is deepest in a plane.

use nalgebra::{Quaternion, Vector3};
use stiction_core::{
    Describe, KinematicMap, LinearIn, Motion, MotionIn, Numbers, ParameterError, Real, Space,
    SpatialFrame, Validate,
};
use typed_builder::TypedBuilder;

use super::{InFrame, LeverArm};
use crate::lanes::{Lever, sum};

/// The lowest point of a sphere over a plane with normal n: `p + a`, `v + w x a` with the constant
/// `a = -R n` (Kikuuwe and Yamamoto 2010, eq. 27d and the text before it).
///
/// The result is in world coordinates. With the default normal, z, these are contact coordinates:
/// the third component is the gap, negative in contact. For any other plane use [`Self::tilted`].
///
/// `Psi u` is the velocity of the material point of the sphere, which is what friction needs; for a
/// sphere it is *not* the derivative of the pose tangentially (a sphere that spins in place has a
/// contact point at rest), but it is along the normal.
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_core::{Coupling, Motion, Pose, SpatialFrame, Twist};
/// use stiction_mechanics::SphereOnPlane;
/// let contact = SphereOnPlane::builder().radius(0.2).build()?;
/// // Rolling without slip: v = w R.
/// let rolling = Motion::<SpatialFrame> {
///     pose: Pose::at(Vector3::new(0.0, 0.0, 0.19)),
///     flow: Twist { linear: Vector3::new(0.5, 0.0, 0.0), angular: Vector3::new(0.0, 2.5, 0.0) },
/// };
/// let point = contact.motion(&rolling);
/// assert!((point.pose.z + 0.01).abs() < 1e-15 && point.flow.norm() < 1e-15);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<SphereOnPlane, ParameterError>))]
#[describe(
    tag = "sphere_on_plane",
    text = "The lowest point of a sphere seen from a plane.",
    check = Self::further
)]
pub struct SphereOnPlane {
    /// Radius `R` \[m\], > 0.
    #[field(positive)]
    radius: f64,
    /// Normal `n` of the plane, towards the sphere; finite, not zero, of any length, default z.
    #[builder(default = Vector3::z())]
    #[field(finite)]
    normal: Vector3<f64>,
    /// From the centre to the lowest point: -R n.
    #[builder(default = normal.normalize() * -*radius, setter(skip))]
    arm: Vector3<f64>,
}

impl SphereOnPlane {
    fn further(&self) -> Result<(), ParameterError> {
        let length = self.normal.norm();
        Self::require(length > 0.0, "normal", length, "must not be zero")?;
        Self::all_finite("normal", self.arm.as_slice())
    }

    /// Creates a map of a sphere on the plane z = 0 of a surface frame, in the coordinates of that frame.
    ///
    /// `origin` is a point of the surface \[m\], `orientation` turns surface coordinates into world
    /// coordinates (any length but zero).
    ///
    /// # Errors
    /// A radius that is not finite and positive, a frame that is not finite.
    pub fn tilted(
        radius: f64,
        origin: Vector3<f64>,
        orientation: Quaternion<f64>,
    ) -> Result<InFrame<Self>, ParameterError> {
        let unit = crate::rotation::normalised(orientation);
        let frame = InFrame::builder().origin(origin).orientation(orientation);
        // Checked with a harmless normal first: the frame is the better place to complain.
        let frame = frame.map(Self::builder().radius(radius).build()?).build()?;
        let normal = nalgebra_glm::quat_rotate_vec3(&unit, &Vector3::z());
        Ok(frame.with_map(Self::builder().radius(radius).normal(normal).build()?))
    }
}

impl KinematicMap for SphereOnPlane {
    type From = SpatialFrame;
    type To = Space;
    type Psi = LeverArm;
    #[inline(always)]
    fn at(&self, body: &Motion<SpatialFrame>) -> (Vector3<f64>, LeverArm) {
        (body.pose.position + self.arm, LeverArm::new(self.arm))
    }
    /// Returns false: the material point moves past the lowest point where the sphere spins.
    fn flow_is_pose_rate(&self) -> bool {
        false
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        body: &MotionIn<SpatialFrame, R>,
    ) -> Option<([R; 3], impl LinearIn<R, SpatialFrame, Space>)> {
        let arm = numbers.read(self.arm.into());
        Some((sum(body.pose.position, arm), Lever { arm }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use approx::{assert_abs_diff_eq, assert_relative_eq};
    use proptest::prelude::*;
    use stiction_core::Coupling;

    #[test]
    fn directions_have_a_length() {
        let sphere = SphereOnPlane::builder().radius(1.0).normal(Vector3::zeros());
        assert_refused(sphere.build(), "normal");
        let zero = Quaternion::new(0.0, 0.0, 0.0, 0.0);
        assert_refused(SphereOnPlane::tilted(1.0, Vector3::zeros(), zero), "orientation");
    }

    #[test]
    fn a_level_plane_needs_no_frame() {
        let tilted = SphereOnPlane::tilted(0.2, Vector3::zeros(), Quaternion::identity()).unwrap();
        let level = SphereOnPlane::builder().radius(0.2).build().unwrap();
        let mut motion = Motion::<SpatialFrame>::default();
        motion.pose.position = Vector3::new(1.0, 2.0, 3.0);
        motion.flow.angular = Vector3::new(1.0, 2.0, 3.0);
        assert_eq!(level.motion(&motion), tilted.motion(&motion));
    }

    proptest! {
        #[test]
        fn gap_and_velocity_of_the_material_point(
            body in frame_motion(), origin in vector3(1.0), turn in orientation(),
        ) {
            let map = SphereOnPlane::tilted(0.3, origin, turn * 2.0).unwrap();
            // The gap is the distance of the centre from the plane less the radius ...
            let normal = nalgebra_glm::quat_rotate_vec3(&turn, &Vector3::z());
            let Motion { pose, flow } = map.motion(&body);
            let gap = normal.dot(&(body.pose.position - origin)) - 0.3;
            assert_relative_eq!(pose.z, gap, epsilon = 1e-13);
            // ... and its rate is the normal velocity; tangentially the material point moves.
            assert_abs_diff_eq!(flow.z, normal.dot(&body.flow.linear), epsilon = 1e-13);
            let velocity = body.flow.linear + body.flow.angular.cross(&(normal * -0.3));
            let expected = nalgebra_glm::quat_rotate_vec3(&turn.conjugate(), &velocity);
            assert_abs_diff_eq!(flow, expected, epsilon = 1e-13);
        }
    }
}
