//! A push that turns with the body: a jet, a propeller, a finger that keeps its angle to the body that it pushes.
//!
//! With the force F(t) and the point c in the axes of the body, and R from those to the world:
//!
//! ```text
//! f = R F,  τ = (R c) × f
//! ```
//! on a body in a plane or in space, at its own port. The power is that of the force at the point,
//! `f · (v + ω × R c)`, and is booked as supplied.
//!
//! A force that keeps its direction in the world is a [`TimedEffort`](crate::TimedEffort) on the point,
//! which a [`PlanarPoint`](crate::PlanarPoint) or a [`BodyPoint`](crate::BodyPoint) makes a port.
//!
//! Limits: it has no potential, so that it can feed a spinning body with power without end; that is
//! what follower forces do (Ziegler 1952), not an error.

use nalgebra::{Vector2, Vector3};
use stiction_core::{
    Describe, Domain, Effort, Impedance, Motion, ParameterError, PlanarFrame, PlanarWrench, Plane,
    PoseOf, Space, SpatialFrame, Stage, Varying, VectorDomain, Wrench,
};

use crate::{EffortSignal, rotation};

/// A frame that a force can turn with: [`PlanarFrame`], [`SpatialFrame`].
pub trait TurningFrame: Domain {
    /// The domain of its points: [`Plane`], [`Space`].
    type Point: VectorDomain;
    /// Returns the wrench, in world axes, of a force at a point, both in the axes of the body.
    fn wrench_of(
        pose: &PoseOf<Self>,
        point: &<Self::Point as VectorDomain>::Vector,
        force: &<Self::Point as VectorDomain>::Vector,
    ) -> Self::Effort;
}

impl TurningFrame for PlanarFrame {
    type Point = Plane;
    #[inline]
    fn wrench_of(pose: &PoseOf<Self>, point: &Vector2<f64>, force: &Vector2<f64>) -> PlanarWrench {
        // The torque is the same in all axes of a plane.
        let force_in_world = nalgebra_glm::rotate_vec2(force, pose.angle);
        PlanarWrench { force: force_in_world, torque: nalgebra_glm::cross2d(point, force) }
    }
}

impl TurningFrame for SpatialFrame {
    type Point = Space;
    #[inline]
    fn wrench_of(pose: &PoseOf<Self>, point: &Vector3<f64>, force: &Vector3<f64>) -> Wrench {
        let turn = rotation::matrix(&pose.orientation);
        Wrench { force: turn * force, torque: turn * point.cross(force) }
    }
}

/// A force that is given in the axes of the body that it pushes; see the [module](self).
///
/// ```
/// use core::f64::consts::FRAC_PI_2;
/// use nalgebra::Vector2;
/// use stiction_core::{Impedance, Motion, PlanarFrame, PlanarPose, Stage};
/// use stiction_mechanics::FollowerForce;
///
/// // Pushed by 3 N along its own x, 10 cm to its left.
/// let push = FollowerForce::<PlanarFrame>::new(Vector2::new(0.0, 0.1), |_: &Stage| {
///     Vector2::new(3.0, 0.0)
/// })?;
/// let turned = PlanarPose { position: Vector2::zeros(), angle: FRAC_PI_2 };
/// let wrench = push.respond(&Stage::at(0.0), &Motion::at_rest(turned), &[], &mut []);
/// assert!((wrench.force - Vector2::new(0.0, 3.0)).norm() < 1e-15);
/// assert!((wrench.torque + 0.3).abs() < 1e-15);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, Describe)]
pub struct FollowerForce<D: TurningFrame> {
    /// The point that it pushes, in the axes of the body \[m\], finite.
    #[field(finite, by_ref)]
    point: <D::Point as VectorDomain>::Vector,
    /// The force over the time, in the axes of the body \[N\].
    #[field(by_ref)]
    force: EffortSignal<D::Point>,
}

impl<D: TurningFrame> FollowerForce<D> {
    /// Creates a `force` \[N\] over the time at a `point` of the body \[m\]: a closure `Fn(&Stage) -> Vector`, or a
    /// signal for every axis; both in the axes of the body.
    ///
    /// # Errors
    /// A point that is not finite.
    pub fn new(
        point: <D::Point as VectorDomain>::Vector,
        force: impl Into<EffortSignal<D::Point>>,
    ) -> Result<Self, ParameterError> {
        Self { point, force: force.into() }.into()
    }
}

impl<D: TurningFrame> Impedance for FollowerForce<D> {
    type Domain = D;
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        visit(&self.force);
    }
    fn name(&self) -> String {
        "FollowerForce".to_owned()
    }
    fn respond(&self, stage: &Stage, motion: &Motion<D>, _: &[f64], _: &mut [f64]) -> Effort<D> {
        D::wrench_of(&motion.pose, &self.point, &self.force.at(stage))
    }
    fn stored_power(&self, _: &Motion<D>, _: &[f64], _: &[f64]) -> f64 {
        0.0
    }
    fn is_source(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use crate::{BodyPoint, PlanarPoint};
    use proptest::prelude::*;
    use stiction_core::Coupling;
    use stiction_core::impedance::next_jump_of;
    use stiction_core::signal::{Signal, Square};

    proptest! {
        /// The wrench is that of the force at the point, and the power that at the point's velocity.
        #[test]
        fn in_a_plane_it_pushes_the_point(
            motion in planar_frame_motion(), point in vector2(1.0), force in vector2(9.0),
        ) {
            let push = FollowerForce::<PlanarFrame>::new(point, move |_: &Stage| force).unwrap();
            let wrench = push.respond(&Stage::at(0.0), &motion, &[], &mut []);
            let map = PlanarPoint::builder().point(point).build().unwrap();
            let turned = nalgebra_glm::rotate_vec2(&force, motion.pose.angle);
            let expected = map.efforts(&motion, &turned);
            prop_assert!((wrench.force - expected.force).norm() < 1e-12);
            prop_assert!((wrench.torque - expected.torque).abs() < 1e-12);
            let power = PlanarFrame::power(&motion.flow, &wrench);
            prop_assert!((power - turned.dot(&map.motion(&motion).flow)).abs() < 1e-10);
        }

        #[test]
        fn in_space_it_pushes_the_point(
            motion in frame_motion(), point in vector3(1.0), force in vector3(9.0),
        ) {
            let push = FollowerForce::<SpatialFrame>::new(point, move |_: &Stage| force);
            let wrench = push.unwrap().respond(&Stage::at(0.0), &motion, &[], &mut []);
            let map = BodyPoint::builder().point(point).build().unwrap();
            let q = nalgebra::UnitQuaternion::from_quaternion(motion.pose.orientation);
            let expected = map.efforts(&motion, &(q * force));
            prop_assert!((wrench.force - expected.force).norm() < 1e-12);
            prop_assert!((wrench.torque - expected.torque).norm() < 1e-12);
            let power = SpatialFrame::power(&motion.flow, &wrench);
            prop_assert!((power - (q * force).dot(&map.motion(&motion).flow)).abs() < 1e-10);
            // The force turns with the body: in its axes it is constant.
            prop_assert!((q.inverse() * wrench.force - force).norm() < 1e-12);
        }
    }

    #[test]
    fn it_is_a_source_with_the_jumps_of_its_force() {
        let square = Square::builder().amplitude(1.0).period(2.0).build().unwrap();
        let force = [Signal::from(square), 0.0.into()];
        let push = FollowerForce::<PlanarFrame>::new(Vector2::x(), force);
        let push = push.unwrap();
        assert!(push.is_source());
        assert_eq!((next_jump_of(&push, 0.0), push.point()), (Some(1.0), &Vector2::x()));
        assert!(format!("{push:?}").starts_with("FollowerForce { point: [[1.0, 0.0]], force: "));
        assert_eq!(push.name(), "FollowerForce");
    }

    #[test]
    fn the_point_is_checked() {
        for bad in NOT_FINITE {
            let push =
                FollowerForce::<PlanarFrame>::new(Vector2::new(0.0, bad), |_: &Stage| Vector2::x());
            assert_refused(push, "point");
        }
    }
}
