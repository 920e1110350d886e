//! A belt.

use stiction_core::{Describe, Drive, Motion, ParameterError, Stage, VectorDomain};
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
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<ConstantVelocity<D>, ParameterError>))]
#[describe(
    tag = "constant_velocity",
    chosen = "domain",
    text = "A motion at constant velocity: a belt."
)]
pub struct ConstantVelocity<D: VectorDomain> {
    /// Velocity \[m/s\] or \[rad/s\], finite.
    #[field(finite)]
    velocity: D::Vector,
    /// Pose at time zero \[m\] or \[rad\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    start: D::Vector,
}

impl<D: VectorDomain> Drive<D> for ConstantVelocity<D> {
    #[inline]
    fn motion(&self, stage: &Stage) -> Motion<D> {
        Motion { pose: self.start + self.velocity * stage.time, flow: self.velocity }
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}
