//! A change with a continuous rate.

use stiction_core::{Describe, Effort, ParameterError, Stage, VectorDomain};
use typed_builder::TypedBuilder;

use super::{Profile, next_end};

/// From one effort to another along the cubic `3 s^2 - 2 s^3`, whose rate is continuous.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<SmoothStep<D>, ParameterError>))]
#[describe(tag = "smooth_step")]
pub struct SmoothStep<D: VectorDomain> {
    /// Effort before the transition \[N\] or \[N m\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    from: D::Vector,
    /// Effort after it \[N\] or \[N m\], finite.
    #[field(finite)]
    to: D::Vector,
    /// Begin of the transition \[s\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    start: f64,
    /// Its duration \[s\], > 0.
    #[field(positive)]
    duration: f64,
}

impl<D: VectorDomain> Profile<D> for SmoothStep<D> {
    #[inline]
    fn effort(&self, stage: &Stage) -> Effort<D> {
        let end = self.start + self.duration;
        let share = nalgebra_glm::smoothstep(self.start, end, stage.time);
        self.from * (1.0 - share) + self.to * share
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        next_end(self.start, self.duration, after)
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}
