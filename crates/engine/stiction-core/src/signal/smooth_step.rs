//! A change with a continuous rate.

use typed_builder::TypedBuilder;

use super::next_end;
use crate::{Describe, ParameterError, Stage};

/// From one value to another along the cubic `3 s^2 - 2 s^3`, whose rate is continuous.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<SmoothStep, ParameterError>))]
pub struct SmoothStep {
    /// Value before the transition, finite, default zero.
    #[builder(default)]
    #[field(finite)]
    from: f64,
    /// Value after it, finite.
    #[field(finite)]
    to: f64,
    /// Begin of the transition \[s\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    start: f64,
    /// Its duration \[s\], > 0.
    #[field(positive)]
    duration: f64,
}

impl SmoothStep {
    /// Returns the part of the way in time.
    #[inline]
    fn passed(&self, stage: &Stage) -> f64 {
        let end = self.start + self.duration;
        nalgebra::clamp((stage.time - self.start) / (end - self.start), 0.0, 1.0)
    }

    #[inline]
    pub(super) fn at(&self, stage: &Stage) -> f64 {
        let s = self.passed(stage);
        let share = s * s * (3.0 - s * 2.0);
        self.from * (1.0 - share) + self.to * share
    }
    pub(super) fn rate(&self, stage: &Stage) -> f64 {
        let s = self.passed(stage);
        (self.to - self.from) * (6.0 * s * (1.0 - s) / self.duration)
    }
    pub(super) fn next_jump(&self, after: f64) -> Option<f64> {
        next_end(self.start, self.duration, after)
    }
}
