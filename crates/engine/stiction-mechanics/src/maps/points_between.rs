//! Points on two rigid bodies.

use nalgebra::{Matrix3, Vector3};
use stiction_core::{
    Describe, KinematicMap, Linear, Motion, ParameterError, Pose, Space, SpatialFrame, Twist,
    Wrench,
};
use typed_builder::TypedBuilder;

use super::LeverArm;
use crate::rotation;

/// A point on the second body relative to a point on the first, in the coordinates of the first body: where
/// a spring, a rope or a ball joint is attached, or the two rub on each other.
///
/// ```text
/// pose: R_1^T r          flow: R_1^T (v_2 - v_1 - w_1 x r)          r = p_2 - p_1
/// ```
/// The opposite force acts on the point of the first body where the second point is, so angular momentum
/// is conserved whatever the direction of the force, and the flow is the derivative of the pose. In world
/// axes the two exclude each other: a force across r would have to turn something that does not move.
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_core::{Coupling, Motion, SpatialFrame};
/// use stiction_mechanics::PointsBetween;
/// let strut = PointsBetween::builder().first(Vector3::x()).second(Vector3::y()).build()?;
/// let bodies = (Motion::<SpatialFrame>::default(), Motion::default());
/// assert_eq!(strut.motion(&bodies).pose, Vector3::new(-1.0, 1.0, 0.0));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<PointsBetween, ParameterError>))]
#[describe(
    tag = "points_between",
    text = "A point of the second rigid body relative to a point of the first, in the axes of the \
            first: the force acts on the second, its opposite on the first, where the second point is."
)]
pub struct PointsBetween {
    /// Point on the first body, in its coordinates \[m\], finite, default its origin.
    #[builder(default)]
    #[field(finite)]
    first: Vector3<f64>,
    /// Point on the second body, in its coordinates \[m\], finite, default its origin.
    #[builder(default)]
    #[field(finite)]
    second: Vector3<f64>,
}

/// `Psi` of [`PointsBetween`]: the velocity of a point seen from another body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeverArms {
    first_to_world: Matrix3<f64>,
    /// To the second point, from the origin of the first body and of the second.
    first: LeverArm,
    second: LeverArm,
}

impl Linear<(SpatialFrame, SpatialFrame), Space> for LeverArms {
    #[inline(always)]
    fn apply(&self, twists: &(Twist, Twist)) -> Vector3<f64> {
        self.first_to_world
            .tr_mul(&(self.second.velocity(&twists.1) - self.first.velocity(&twists.0)))
    }
    #[inline(always)]
    fn transpose(&self, force: &Vector3<f64>) -> (Wrench, Wrench) {
        let force = self.first_to_world * force;
        (self.first.wrench(&-force), self.second.wrench(&force))
    }
}

impl KinematicMap for PointsBetween {
    type From = (SpatialFrame, SpatialFrame);
    type To = Space;
    type Psi = LeverArms;
    #[inline(always)]
    fn at(
        &self,
        (first, second): &(Motion<SpatialFrame>, Motion<SpatialFrame>),
    ) -> (Vector3<f64>, LeverArms) {
        let a = nalgebra_glm::quat_rotate_vec3(&first.pose.orientation, &self.first);
        let b = nalgebra_glm::quat_rotate_vec3(&second.pose.orientation, &self.second);
        let apart = (second.pose.position + b) - (first.pose.position + a);
        let first_to_world = rotation::matrix(&first.pose.orientation);
        let (first, second) = (LeverArm::new(a + apart), LeverArm::new(b));
        (first_to_world.tr_mul(&apart), LeverArms { first_to_world, first, second })
    }
    /// Returns both points, with the axes of the first body.
    fn acts_at(&self, (first, second): &(Motion<SpatialFrame>, Motion<SpatialFrame>)) -> Vec<Pose> {
        let ends = [(&first.pose, &self.first), (&second.pose, &self.second)];
        let place = |(pose, point): (&Pose, &Vector3<f64>)| {
            let arm = nalgebra_glm::quat_rotate_vec3(&pose.orientation, point);
            Pose { position: pose.position + arm, orientation: first.pose.orientation }
        };
        ends.into_iter().map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use approx::assert_abs_diff_eq;
    use proptest::prelude::*;
    use stiction_core::Coupling;

    proptest! {
        #[test]
        fn it_sees_the_second_point_from_the_first_body(
            from in (frame_motion(), frame_motion()), first in vector3(1.0), second in vector3(1.0),
        ) {
            let map = PointsBetween::builder().first(first).second(second).build().unwrap();
            // Seen from the first body, where the law may stand at any angle to the line between the points.
            let turn = rotation::matrix(&from.0.pose.orientation);
            let point = |motion: &Motion<SpatialFrame>, own: &Vector3<f64>| {
                motion.pose.position + nalgebra_glm::quat_rotate_vec3(&motion.pose.orientation, own)
            };
            let apart = point(&from.1, &second) - point(&from.0, &first);
            assert_abs_diff_eq!(turn * map.motion(&from).pose, apart, epsilon = 1e-13);
        }
    }
}
