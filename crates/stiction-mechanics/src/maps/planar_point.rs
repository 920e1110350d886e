//! A point fixed in a planar body.

use nalgebra::Vector2;
use stiction_core::{
    Describe, KinematicMap, LaneParameters, LaneValues, Linear, Motion, ParameterError,
    PlanarFrame, PlanarTwist, PlanarWrench, Plane, Real,
};
use typed_builder::TypedBuilder;

/// A point fixed in a planar body, in world coordinates: `p + a`, `v + w (-a_y, a_x)` with
/// `a = R(angle) c`.
///
/// ```
/// use nalgebra::Vector2;
/// use stiction_core::{Coupling, Motion, PlanarFrame};
/// use stiction_mechanics::PlanarPoint;
/// let corner = PlanarPoint::builder().point(Vector2::new(2.0, 1.0)).build()?;
/// let wrench = corner.efforts(&Motion::<PlanarFrame>::default(), &Vector2::new(3.0, 5.0));
/// assert_eq!(wrench.torque, 2.0 * 5.0 - 1.0 * 3.0);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<PlanarPoint, ParameterError>))]
#[describe(tag = "planar_point", text = "A point of a planar body.")]
pub struct PlanarPoint {
    /// The point `c` in body coordinates \[m\], finite.
    #[field(finite)]
    point: Vector2<f64>,
}

/// `Psi` of [`PlanarPoint`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanarLeverArm {
    arm: Vector2<f64>,
}

impl Linear<PlanarFrame, Plane> for PlanarLeverArm {
    #[inline(always)]
    fn apply(&self, twist: &PlanarTwist) -> Vector2<f64> {
        twist.linear + Vector2::new(-self.arm.y, self.arm.x) * twist.angular
    }
    #[inline(always)]
    fn transpose(&self, force: &Vector2<f64>) -> PlanarWrench {
        PlanarWrench { force: *force, torque: nalgebra_glm::cross2d(&self.arm, force) }
    }
}

impl KinematicMap for PlanarPoint {
    type From = PlanarFrame;
    type To = Plane;
    type Psi = PlanarLeverArm;
    #[inline(always)]
    fn at(&self, body: &Motion<PlanarFrame>) -> (Vector2<f64>, PlanarLeverArm) {
        let arm = nalgebra_glm::rotate_vec2(&self.point, body.pose.angle);
        (body.pose.position + arm, PlanarLeverArm { arm })
    }
    fn lane_parameters(&self) -> Option<LaneParameters> {
        Some(LaneParameters::new(self.point.as_slice()))
    }
    #[inline(always)]
    fn motion_lanes<R: Real>(
        &self,
        parameters: &LaneValues<'_, R>,
        from: &[R],
        motion: &mut [R],
    ) -> bool {
        let [x, y] = arm(from[2], parameters);
        let turning = [-y * from[5], x * from[5]];
        motion[0] = from[0] + x;
        motion[1] = from[1] + y;
        motion[2] = from[3] + turning[0];
        motion[3] = from[4] + turning[1];
        true
    }
    #[inline(always)]
    fn efforts_lanes<R: Real>(
        &self,
        parameters: &LaneValues<'_, R>,
        from: &[R],
        effort: &[R],
        efforts: &mut [R],
    ) -> bool {
        let [x, y] = arm(from[2], parameters);
        efforts[..2].copy_from_slice(&effort[..2]);
        efforts[2] = x * effort[1] - y * effort[0];
        true
    }
}

/// The point c turned by an angle, for several bodies.
#[inline(always)]
fn arm<R: Real>(angle: R, point: &LaneValues<'_, R>) -> [R; 2] {
    let ([x, y], cosine, sine) = (point.first(), angle.map(f64::cos), angle.map(f64::sin));
    [cosine * x - sine * y, sine * x + cosine * y]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use proptest::prelude::*;

    #[test]
    fn point_is_checked() {
        for bad in NOT_FINITE {
            assert_refused(PlanarPoint::builder().point(Vector2::new(bad, 0.0)).build(), "point");
        }
    }

    proptest! {
        #[test]
        fn laws(body in planar_frame_motion(), point in vector2(2.0), force in vector2(9.0)) {
            let map = PlanarPoint::builder().point(point).build().unwrap();
            assert_adjoint(&map, &body, &force);
            assert_derivative(&map, &body);
        }
    }
}
