//! A belt.

use stiction_core::{
    Drive, Motion, ParameterError, Stage, Validate, VectorDomain, checked_build, parameter_getters,
};
use typed_builder::TypedBuilder;

/// Motion at a constant velocity: a belt, a turntable seen as a shaft.
///
/// ```
/// use stiction_core::{Drive, Line, Stage};
/// use stiction_mechanics::ConstantVelocity;
/// let belt = ConstantVelocity::<Line>::builder().velocity(0.5).start(1.0).build()?;
/// let motion = belt.motion(&Stage::at(4.0));
/// assert_eq!((motion.pose, motion.flow), (3.0, 0.5));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder)]
#[builder(build_method(into = Result<ConstantVelocity<D>, ParameterError>))]
pub struct ConstantVelocity<D: VectorDomain> {
    /// Velocity \[m/s\] or \[rad/s\], finite.
    velocity: D::Vector,
    /// Pose at time zero \[m\] or \[rad\], finite, default zero.
    #[builder(default)]
    start: D::Vector,
}

impl<D: VectorDomain> Validate for ConstantVelocity<D> {
    const COMPONENT: &'static str = "ConstantVelocity";
    fn validate(&self) -> Result<(), ParameterError> {
        crate::finite_value::<Self, _>("velocity", &self.velocity)?;
        crate::finite_value::<Self, _>("start", &self.start)
    }
}
checked_build!(ConstantVelocity<D>, D: VectorDomain);
parameter_getters!(ConstantVelocity<D> {
    /// Velocity \[m/s\] or \[rad/s\], finite.
    velocity: D::Vector,
    /// Pose at time zero \[m\] or \[rad\], finite, default zero.
    start: D::Vector,
}, D: VectorDomain);

impl<D: VectorDomain> Drive<D> for ConstantVelocity<D> {
    #[inline]
    fn motion(&self, stage: &Stage) -> Motion<D> {
        Motion { pose: self.start + self.velocity * stage.time, flow: self.velocity }
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use stiction_core::Line;

    #[test]
    fn parameters_are_checked() {
        for bad in NOT_FINITE {
            assert_refused(ConstantVelocity::<Line>::builder().velocity(bad).build(), "velocity");
            let built = ConstantVelocity::<Line>::builder().velocity(1.0).start(bad).build();
            assert_refused(built, "start");
        }
    }
}
