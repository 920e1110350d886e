//! A point mass, or a moment of inertia on a shaft.
//!
//! `pdot = v`, `vdot = f / m + g` (Kikuuwe and Yamamoto 2010, eq. 7), energy `m v.v / 2 - m g.p`.
//!
//! | parameter | symbol | unit | range |
//! |---|---|---|---|
//! | mass | m | kg (on [`Shaft`]: moment of inertia, kg m^2) | > 0 |
//! | gravity | g | m/s^2 | finite, default 0 |

use stiction_core::kernel::{self, RateIn};
use stiction_core::{
    Body, Describe, Domain, Motion, MotionIn, Numbers, ParameterError, Powers, Real, Scalars,
    Shaft, Stage, Validate, Vector, VectorDomain,
};
use typed_builder::TypedBuilder;

/// A mass on a line, in a plane or in space, or a moment of inertia on a shaft (eq. 7).
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_core::{Body, Motion, Space, Stage};
/// use stiction_mechanics::PointMass;
///
/// let stone = PointMass::<Space>::builder()
///     .mass(2.0)
///     .gravity(Vector3::new(0.0, 0.0, -9.81))
///     .build()?;
/// let lift = Vector3::new(0.0, 0.0, 2.0 * 9.81);
/// let (_, acceleration) = stone.accelerate(&Stage::at(0.0), &Motion::default(), &lift);
/// assert_eq!(acceleration, Vector3::zeros());
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<PointMass<D>, ParameterError>))]
#[describe(
    tag = "point_mass",
    text = "A mass without rotation.",
    chosen = "domain",
    check = Self::further
)]
pub struct PointMass<D: VectorDomain> {
    /// Mass \[kg\], > 0; on a shaft the moment of inertia \[kg m²\].
    #[field(positive)]
    mass: f64,
    /// Acceleration of free fall \[m/s²\] (on a shaft \[rad/s²\]); finite, default zero.
    #[builder(default)]
    #[field(finite)]
    gravity: D::Vector,
    #[builder(default = 1.0 / mass, setter(skip))]
    inverse_mass: f64,
}

impl<D: VectorDomain> PointMass<D> {
    fn further(&self) -> Result<(), ParameterError> {
        Self::require(self.inverse_mass.is_finite(), "mass", self.mass, "must have a reciprocal")
    }
}

/// A wheel, a motor, a link about one axis.
#[derive(Describe)]
#[describe(tag = "rotor", builds = PointMass<Shaft>, entry)]
pub(crate) struct Wheel {
    /// Moment of inertia \[kg m²\], > 0.
    #[field(positive)]
    inertia: f64,
    /// Angular acceleration without any torque \[rad/s²\], as that of free fall; finite.
    #[field(finite, default = 0.0)]
    gravity: f64,
}

impl From<Wheel> for Result<PointMass<Shaft>, ParameterError> {
    fn from(wheel: Wheel) -> Self {
        wheel.validate()?;
        let renamed = |mut error: ParameterError| {
            error.parameter = if error.parameter == "mass" { "inertia" } else { error.parameter };
            error
        };
        let body = PointMass::builder().mass(wheel.inertia).gravity(wheel.gravity);
        body.build().map_err(renamed)
    }
}

impl From<&PointMass<Shaft>> for Wheel {
    fn from(body: &PointMass<Shaft>) -> Self {
        Self { inertia: body.mass(), gravity: body.gravity() }
    }
}

impl<D: VectorDomain> Body for PointMass<D> {
    type Domain = D;
    #[inline(always)]
    fn accelerate(
        &self,
        stage: &Stage,
        motion: &Motion<D>,
        force: &D::Vector,
    ) -> (D::Vector, D::Vector) {
        kernel::accelerate(self, stage, motion, force).unwrap_or_default()
    }
    #[inline(always)]
    fn kernel<R: Real>(
        &self,
        numbers: &mut impl Numbers<R>,
        _: &Stage,
        motion: &MotionIn<D, R>,
        force: <D as Domain>::EffortIn<R>,
    ) -> Option<RateIn<D, R>> {
        let [inverse_mass] = numbers.read([self.inverse_mass]);
        let gravity: D::FlowIn<R> = numbers.value(&self.gravity)?;
        let acceleration = Scalars::from_fn(
            #[inline(always)]
            |axis| force.at(axis) * inverse_mass + gravity.at(axis),
        );
        let velocity = Scalars::from_fn(
            #[inline(always)]
            |axis| motion.flow.at(axis),
        );
        Some((velocity, acceleration))
    }
    #[inline(always)]
    fn energy(&self, motion: &Motion<D>) -> f64 {
        self.mass * (0.5 * motion.flow.dot(&motion.flow) - self.gravity.dot(&motion.pose))
    }
    fn powers(&self, _: &Stage, motion: &Motion<D>, rate: &Motion<D>) -> Powers {
        Powers::storing(self.mass * (motion.flow.dot(&rate.flow) - self.gravity.dot(&rate.pose)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use nalgebra::Vector2;
    use stiction_core::{Line, Plane};

    #[test]
    fn newton_in_every_domain() {
        let stage = Stage::at(0.0);
        let cart = PointMass::<Line>::builder().mass(2.0).build().unwrap();
        let motion = Motion { pose: 7.0, flow: 3.0 };
        assert_eq!(cart.accelerate(&stage, &motion, &5.0), (3.0, 2.5));
        assert_eq!(cart.energy(&motion), 9.0);
        let wheel = PointMass::<Shaft>::builder().mass(0.5).build().unwrap();
        assert_eq!(wheel.accelerate(&stage, &Motion { pose: 0.0, flow: 1.0 }, &5.0), (1.0, 10.0));
        let puck = PointMass::<Plane>::builder().mass(4.0).gravity(Vector2::new(1.0, -2.0)).build();
        let (_, a) = puck.unwrap().accelerate(&stage, &Motion::default(), &Vector2::new(4.0, 8.0));
        assert_eq!(a, Vector2::new(2.0, 0.0));
    }

    #[test]
    fn the_smallest_mass_is_refused() {
        assert_refused(PointMass::<Line>::builder().mass(1e-310).build(), "mass");
    }
}
