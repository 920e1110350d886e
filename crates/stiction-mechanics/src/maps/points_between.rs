//! Points on two rigid bodies.

use nalgebra::Vector3;
use stiction_core::{
    Describe, KinematicMap, Linear, Motion, ParameterError, Pose, Space, SpatialFrame, Twist,
    Wrench,
};
use typed_builder::TypedBuilder;

use super::LeverArm;

/// A point on the second body relative to a point on the first, in world coordinates: where a
/// spring, a rope or a ball joint is attached.
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
    text = "A point of the second rigid body relative to a point of the first, in world \
            axes: the force acts on the second, its opposite on the first."
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

/// `Psi` of [`PointsBetween`]: the difference of the velocities of two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeverArms {
    first: LeverArm,
    second: LeverArm,
}

impl Linear<(SpatialFrame, SpatialFrame), Space> for LeverArms {
    #[inline(always)]
    fn apply(&self, twists: &(Twist, Twist)) -> Vector3<f64> {
        self.second.velocity(&twists.1) - self.first.velocity(&twists.0)
    }
    #[inline(always)]
    fn transpose(&self, force: &Vector3<f64>) -> (Wrench, Wrench) {
        (self.first.wrench(&-force), self.second.wrench(force))
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
        let offset = (second.pose.position + b) - (first.pose.position + a);
        (offset, LeverArms { first: LeverArm::new(a), second: LeverArm::new(b) })
    }
    fn acts_at(&self, (first, second): &(Motion<SpatialFrame>, Motion<SpatialFrame>)) -> Vec<Pose> {
        let ends = [(&first.pose, &self.first), (&second.pose, &self.second)];
        let place = |(pose, point): (&Pose, &Vector3<f64>)| {
            Pose::at(pose.position + nalgebra_glm::quat_rotate_vec3(&pose.orientation, point))
        };
        ends.into_iter().map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use proptest::prelude::*;

    #[test]
    fn points_are_checked() {
        for bad in NOT_FINITE {
            let bad = Vector3::new(bad, 0.0, 0.0);
            assert_refused(PointsBetween::builder().first(bad).build(), "first");
            assert_refused(PointsBetween::builder().second(bad).build(), "second");
        }
    }

    proptest! {
        #[test]
        fn laws(
            from in (frame_motion(), frame_motion()), first in vector3(1.0), second in vector3(1.0),
            force in vector3(9.0),
        ) {
            let map = PointsBetween::builder().first(first).second(second).build().unwrap();
            assert_adjoint(&map, &from, &force);
            assert_derivative(&map, &from);
        }
    }
}
