//! A rigid body in the plane: a mass and a moment of inertia about its centre of mass.
//!
//! `pdot = v`, `vdot = f / m + g`, `angledot = w`, `wdot = tau / J`: the planar case of
//! Kikuuwe and Yamamoto 2010, eqs. 25 and 26. Port: the centre of mass.
//!
//! | parameter | symbol | unit | range |
//! |---|---|---|---|
//! | mass | m | kg | > 0 |
//! | inertia | J | kg m^2, about the centre of mass | > 0 |
//! | gravity | g | m/s^2 | finite, default 0 |

use nalgebra::Vector2;
use stiction_core::kernel::{self, PlanarPoseIn, PlanarTwistIn, PlanarWrenchIn, RateIn};
use stiction_core::{
    Body, Describe, Motion, MotionIn, Numbers, ParameterError, PlanarFrame, PlanarPose,
    PlanarTwist, PlanarWrench, Powers, Real, Seen, Shape, Stage, Validate,
};
use typed_builder::TypedBuilder;

/// A rigid body that moves in a plane; its port is the frame at the centre of mass.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<PlanarBody, ParameterError>))]
#[describe(tag = "planar_body", text = "A rigid body in a plane.", check = Self::further)]
pub struct PlanarBody {
    /// Mass \[kg\], > 0.
    #[field(positive)]
    mass: f64,
    /// Moment of inertia about the centre of mass \[kg m²\], > 0.
    #[field(positive)]
    inertia: f64,
    /// Acceleration of free fall \[m/s²\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    gravity: Vector2<f64>,
    #[builder(default = 1.0 / mass, setter(skip))]
    inverse_mass: f64,
    #[builder(default = 1.0 / inertia, setter(skip))]
    inverse_inertia: f64,
}

impl PlanarBody {
    fn further(&self) -> Result<(), ParameterError> {
        let reciprocal = "must have a reciprocal";
        Self::require(self.inverse_mass.is_finite(), "mass", self.mass, reciprocal)?;
        Self::require(self.inverse_inertia.is_finite(), "inertia", self.inertia, reciprocal)
    }
}

impl Body for PlanarBody {
    type Domain = PlanarFrame;
    #[inline(always)]
    fn accelerate(
        &self,
        stage: &Stage,
        motion: &Motion<PlanarFrame>,
        wrench: &PlanarWrench,
    ) -> (PlanarPose, PlanarTwist) {
        kernel::accelerate(self, stage, motion, wrench).unwrap_or_default()
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        _: &Stage,
        motion: &MotionIn<PlanarFrame, R>,
        wrench: PlanarWrenchIn<R>,
    ) -> Option<RateIn<PlanarFrame, R>> {
        let [inverse_mass, inverse_inertia] =
            numbers.read([self.inverse_mass, self.inverse_inertia]);
        let gravity = numbers.read(self.gravity.into());
        let PlanarTwistIn { linear, angular } = motion.flow;
        let [x, y] = wrench.force;
        let acceleration = PlanarTwistIn {
            linear: [x * inverse_mass + gravity[0], y * inverse_mass + gravity[1]],
            angular: [wrench.torque[0] * inverse_inertia],
        };
        Some((PlanarPoseIn { position: linear, angle: angular }, acceleration))
    }
    /// Shows a square plate of its mass and moment of inertia: a uniform one with the side `√(6 I/m)`.
    fn view(&self) -> Vec<Seen> {
        let half = 0.5 * (6.0 * self.inertia / self.mass).sqrt();
        let corners = vec![[half, half], [-half, half], [-half, -half], [half, -half]];
        vec![Seen::there(Shape::Polygon { corners })]
    }

    #[inline(always)]
    fn energy(&self, motion: &Motion<PlanarFrame>) -> f64 {
        let PlanarTwist { linear, angular } = motion.flow;
        self.mass * (0.5 * linear.norm_squared() - self.gravity.dot(&motion.pose.position))
            + 0.5 * self.inertia * angular * angular
    }
    fn powers(
        &self,
        _: &Stage,
        motion: &Motion<PlanarFrame>,
        rate: &Motion<PlanarFrame>,
    ) -> Powers {
        let PlanarTwist { linear, angular } = motion.flow;
        Powers::storing(
            self.mass * (linear.dot(&rate.flow.linear) - self.gravity.dot(&rate.pose.position))
                + self.inertia * angular * rate.flow.angular,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newton_and_euler() {
        let body = PlanarBody::builder().mass(2.0).inertia(0.5).gravity(Vector2::new(0.0, -10.0));
        let body = body.build().unwrap();
        let wrench = PlanarWrench { force: Vector2::new(4.0, 6.0), torque: 3.0 };
        let motion = Motion {
            pose: PlanarPose { position: Vector2::new(0.0, 2.0), angle: 1.0 },
            flow: PlanarTwist { linear: Vector2::new(3.0, 0.0), angular: 2.0 },
        };
        let (velocity, acceleration) = body.accelerate(&Stage::at(0.0), &motion, &wrench);
        assert_eq!(velocity, PlanarPose { position: Vector2::new(3.0, 0.0), angle: 2.0 });
        assert_eq!(acceleration, PlanarTwist { linear: Vector2::new(2.0, -7.0), angular: 6.0 });
        assert_eq!(body.energy(&motion), 9.0 + 40.0 + 1.0);
    }
}
