//! A point fixed in a rigid body.

use nalgebra::Vector3;
use stiction_core::{
    Describe, KinematicMap, Linear, LinearIn, Motion, MotionIn, Numbers, ParameterError, Real,
    Space, SpatialFrame, Twist, Wrench,
};
use typed_builder::TypedBuilder;

use crate::lanes::{Lever, sum};
use crate::rotation;

/// A point fixed in a body, in world coordinates: `p + a`, `v + w x a` with `a = R c`. A force on
/// it comes back with its moment `a x f`.
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_core::{Coupling, Motion, SpatialFrame};
/// use stiction_mechanics::BodyPoint;
/// let tip = BodyPoint::builder().point(Vector3::new(0.15, 0.0, 0.0)).build()?;
/// let wrench = tip.efforts(&Motion::<SpatialFrame>::default(), &Vector3::new(0.0, 2.0, 0.0));
/// assert_eq!(wrench.torque, Vector3::new(0.0, 0.0, 0.3));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<BodyPoint, ParameterError>))]
#[describe(tag = "body_point", text = "A point of a rigid body.")]
pub struct BodyPoint {
    /// The point `c` in body coordinates \[m\], finite.
    #[field(finite)]
    point: Vector3<f64>,
}

/// `Psi` of a point at the given distance from the origin of a frame, in world coordinates:
/// `v + w x arm`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeverArm {
    arm: Vector3<f64>,
}

impl LeverArm {
    /// Creates a map with the arm from the origin of the frame to the point, world coordinates \[m\].
    #[must_use]
    #[inline(always)]
    pub const fn new(arm: Vector3<f64>) -> Self {
        Self { arm }
    }
    /// Returns the velocity of the point \[m/s\].
    #[must_use]
    #[inline(always)]
    pub fn velocity(&self, twist: &Twist) -> Vector3<f64> {
        twist.linear + twist.angular.cross(&self.arm)
    }
    /// Returns the wrench at the origin of a force on the point \[N\].
    #[must_use]
    #[inline(always)]
    pub fn wrench(&self, force: &Vector3<f64>) -> Wrench {
        Wrench { force: *force, torque: self.arm.cross(force) }
    }
}

impl Linear<SpatialFrame, Space> for LeverArm {
    #[inline(always)]
    fn apply(&self, twist: &Twist) -> Vector3<f64> {
        self.velocity(twist)
    }
    #[inline(always)]
    fn transpose(&self, force: &Vector3<f64>) -> Wrench {
        self.wrench(force)
    }
}

impl KinematicMap for BodyPoint {
    type From = SpatialFrame;
    type To = Space;
    type Psi = LeverArm;
    #[inline(always)]
    fn at(&self, body: &Motion<SpatialFrame>) -> (Vector3<f64>, LeverArm) {
        let arm = nalgebra_glm::quat_rotate_vec3(&body.pose.orientation, &self.point);
        (body.pose.position + arm, LeverArm { arm })
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        body: &MotionIn<SpatialFrame, R>,
    ) -> Option<([R; 3], impl LinearIn<R, SpatialFrame, Space>)> {
        let point = numbers.read(self.point.into());
        let arm = rotation::rotate_lanes(body.pose.orientation, point);
        Some((sum(body.pose.position, arm), Lever { arm }))
    }
}
