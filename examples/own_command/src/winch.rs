//! A prescribed motion: a winch.

use stiction::core::{Describe, Drive, Line, Motion, ParameterError, Stage};
use typed_builder::TypedBuilder;

/// A winch that starts to pull at a given time, immediately at full speed.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Winch, ParameterError>))]
#[describe(tag = "winch")]
pub struct Winch {
    /// Start time \[s\], finite.
    #[field(finite)]
    start: f64,
    /// Speed `v` of the rope \[m/s\], finite.
    #[field(finite)]
    speed: f64,
}

impl Drive<Line> for Winch {
    fn motion(&self, stage: &Stage) -> Motion<Line> {
        if stage.step_start < self.start {
            Motion::default()
        } else {
            Motion::new(self.speed * (stage.time - self.start), self.speed)
        }
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        (after < self.start).then_some(self.start)
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}
