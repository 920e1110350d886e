//! A change with a continuous rate.

use stiction_core::{
    Effort, ParameterError, Stage, Validate, VectorDomain, checked_build, parameter_getters,
};
use typed_builder::TypedBuilder;

use super::{Profile, next_end};
use crate::finite_value;

/// From one effort to another along the cubic `3 s^2 - 2 s^3`, whose rate is continuous.
#[derive(Clone, Debug, PartialEq, TypedBuilder)]
#[builder(build_method(into = Result<SmoothStep<D>, ParameterError>))]
pub struct SmoothStep<D: VectorDomain> {
    /// Effort before `start` \[N\] or \[N m\], finite, default zero.
    #[builder(default)]
    from: D::Vector,
    /// Effort from `start + duration` on \[N\] or \[N m\], finite.
    to: D::Vector,
    /// Begin of the transition \[s\], finite, default zero.
    #[builder(default)]
    start: f64,
    /// Its duration \[s\], positive.
    duration: f64,
}

impl<D: VectorDomain> Validate for SmoothStep<D> {
    const COMPONENT: &'static str = "SmoothStep";
    fn validate(&self) -> Result<(), ParameterError> {
        finite_value::<Self, _>("from", &self.from)?;
        finite_value::<Self, _>("to", &self.to)?;
        Self::finite("start", self.start)?;
        Self::positive("duration", self.duration)
    }
}
checked_build!(SmoothStep<D>, D: VectorDomain);
parameter_getters!(SmoothStep<D> {
    /// Effort before `start` \[N\] or \[N m\], finite, default zero.
    from: D::Vector,
    /// Effort from `start + duration` on \[N\] or \[N m\], finite.
    to: D::Vector,
    /// Begin of the transition \[s\], finite, default zero.
    start: f64,
    /// Its duration \[s\], positive.
    duration: f64,
}, D: VectorDomain);

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
