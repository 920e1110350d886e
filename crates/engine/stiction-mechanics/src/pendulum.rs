//! A link that hangs on a shaft: a joint with gravity.
//!
//! `wdot = (tau - m g l sin phi) / J`: the arm of one link of Kikuuwe and Yamamoto 2010, eq. 8, whose angle is
//! counted from where it hangs. Port: its shaft.
//!
//! | parameter | symbol | unit | range |
//! |---|---|---|---|
//! | inertia | J | kg m^2, about the shaft | > 0, at least m l^2 |
//! | mass | m | kg | > 0 |
//! | center | l | m, from the shaft to the centre of mass | >= 0 |
//! | gravity | g | m/s^2, downwards | finite, default 9.81 |

use stiction_core::{
    Body, Describe, Motion, MotionIn, Numbers, ParameterError, Powers, Real, Shaft, Stage,
    Validate, kernel,
};
use typed_builder::TypedBuilder;

/// A link that hangs on a shaft and swings under its weight; its port is the shaft.
///
/// ```
/// use stiction_core::{Body, Motion, Stage};
/// use stiction_mechanics::Pendulum;
/// let link = Pendulum::builder().inertia(0.5).mass(2.0).center(0.25).gravity(10.0).build()?;
/// // Stretched out to the side a motor of 5 N m holds it.
/// let side = Motion { pose: core::f64::consts::FRAC_PI_2, flow: 0.0 };
/// assert_eq!(link.accelerate(&Stage::at(0.0), &side, &5.0), (0.0, 0.0));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Pendulum, ParameterError>))]
#[describe(tag = "pendulum", text = "A link that hangs on a shaft.", check = Self::further)]
pub struct Pendulum {
    /// Moment of inertia `J` about the shaft \[kg m²\], > 0, at least mass times `center`².
    #[field(positive)]
    inertia: f64,
    /// Mass `m` \[kg\], > 0.
    #[field(positive)]
    mass: f64,
    /// Distance `l` of the centre of mass from the shaft \[m\], ≥ 0.
    #[field(non_negative)]
    center: f64,
    /// Acceleration of free fall `g` \[m/s²\], downwards, finite, default 9.81.
    #[builder(default = 9.81)]
    #[field(finite)]
    gravity: f64,
    #[builder(default = 1.0 / inertia, setter(skip))]
    inverse_inertia: f64,
    /// `m g l` \[N m\].
    #[builder(default = mass * gravity * center, setter(skip))]
    weight: f64,
}

impl Pendulum {
    fn further(&self) -> Result<(), ParameterError> {
        let usable = self.inverse_inertia.is_finite() && self.weight.is_finite();
        Self::require(usable, "inertia", self.inertia, "must have a reciprocal")?;
        // A point mass has exactly that, up to rounding.
        let least = self.mass * self.center * self.center * (1.0 - 1e-12);
        let requirement = "must be at least that of the mass at its distance";
        Self::require(self.inertia >= least, "inertia", self.inertia, requirement)
    }
}

impl Body for Pendulum {
    type Domain = Shaft;
    #[inline(always)]
    fn accelerate(&self, stage: &Stage, motion: &Motion<Shaft>, torque: &f64) -> (f64, f64) {
        kernel::accelerate(self, stage, motion, torque).unwrap_or_default()
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        _: &Stage,
        motion: &MotionIn<Shaft, R>,
        [torque]: [R; 1],
    ) -> Option<([R; 1], [R; 1])> {
        let [weight, inverse_inertia] = numbers.read([self.weight, self.inverse_inertia]);
        let sine = motion.pose[0].map(f64::sin);
        Some((motion.flow, [(torque - weight * sine) * inverse_inertia]))
    }
    #[inline(always)]
    fn energy(&self, motion: &Motion<Shaft>) -> f64 {
        0.5 * self.inertia * motion.flow * motion.flow + self.weight * (1.0 - motion.pose.cos())
    }
    fn powers(&self, _: &Stage, motion: &Motion<Shaft>, rate: &Motion<Shaft>) -> Powers {
        Powers::storing(
            self.inertia * motion.flow * rate.flow + self.weight * motion.pose.sin() * rate.pose,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use proptest::prelude::*;

    fn build(inertia: f64, mass: f64, center: f64) -> Result<Pendulum, ParameterError> {
        Pendulum::builder().inertia(inertia).mass(mass).center(center).build()
    }

    /// A body has no less than its mass at one place.
    #[test]
    fn the_inertia_is_that_of_a_body() {
        assert_refused(build(0.1, 1.0, 0.4), "inertia");
        assert!(build(0.4 * 0.4 * 0.3, 0.3, 0.4).is_ok());
    }

    proptest! {
        /// The arm of one link, whose angle counts from the horizontal.
        #[test]
        fn it_is_the_arm_of_one_link(motion in scalar_motion::<Shaft>(), torque in number(9.0)) {
            use nalgebra::Vector2;
            use stiction_core::Admittance;
            let link = crate::Link::builder().mass(1.2).length(1.0).center(0.4).inertia(0.3 - 1.2 * 0.16);
            let arm = crate::PlanarArm::builder().links([link.build().unwrap()]);
            let arm = arm.gravity(Vector2::new(0.0, -9.81)).build().unwrap();
            let state = [motion.pose - core::f64::consts::FRAC_PI_2, motion.flow];
            let mut rate = [0.0, torque];
            arm.rate(&Stage::at(0.0), &state, &mut rate);
            let (_, found) =
                build(0.3, 1.2, 0.4).unwrap().accelerate(&Stage::at(0.0), &motion, &torque);
            prop_assert!((found - rate[1]).abs() < 1e-10, "{found} {}", rate[1]);
        }
    }
}
