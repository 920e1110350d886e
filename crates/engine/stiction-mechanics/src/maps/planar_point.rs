//! A point fixed in a planar body.

use nalgebra::Vector2;
use stiction_core::kernel::{PlanarTwistIn, PlanarWrenchIn};
use stiction_core::{
    Describe, KinematicMap, Linear, LinearIn, Motion, MotionIn, Numbers, ParameterError,
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
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        body: &MotionIn<PlanarFrame, R>,
    ) -> Option<([R; 2], impl LinearIn<R, PlanarFrame, Plane>)> {
        let [x, y] = numbers.read(self.point.into());
        let ([angle], position) = (body.pose.angle, body.pose.position);
        let (cosine, sine) = (angle.map(f64::cos), angle.map(f64::sin));
        let arm = [cosine * x - sine * y, sine * x + cosine * y];
        Some(([position[0] + arm[0], position[1] + arm[1]], Lever { arm }))
    }
}

/// [`PlanarLeverArm`] of one or several.
struct Lever<R> {
    arm: [R; 2],
}

impl<R: Real> LinearIn<R, PlanarFrame, Plane> for Lever<R> {
    #[inline(always)]
    fn apply(&self, twist: PlanarTwistIn<R>) -> [R; 2] {
        let ([x, y], [vx, vy], [w]) = (self.arm, twist.linear, twist.angular);
        [vx + -y * w, vy + x * w]
    }
    #[inline(always)]
    fn transpose(&self, force: [R; 2]) -> PlanarWrenchIn<R> {
        let ([x, y], [fx, fy]) = (self.arm, force);
        PlanarWrenchIn { force, torque: [x * fy - y * fx] }
    }
}
