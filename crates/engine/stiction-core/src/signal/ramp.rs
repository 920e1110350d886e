//! A change at a constant rate.

use typed_builder::TypedBuilder;

use super::next_end;
use crate::{Describe, ParameterError, Stage};

/// From one value to another at a constant rate.
///
/// ```
/// use stiction_core::Stage;
/// use stiction_core::signal::{Ramp, Signal};
/// let ramp = Ramp::builder().to(6.0).start(1.0).duration(2.0).build()?;
/// let ramp = Signal::from(ramp);
/// let at = |time| ramp.at(&Stage::at(time));
/// assert_eq!([at(0.5), at(2.0), at(9.0)], [0.0, 3.0, 6.0]);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Ramp, ParameterError>))]
pub struct Ramp {
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

impl Ramp {
    #[inline]
    pub(super) fn at(&self, stage: &Stage) -> f64 {
        let share = ((stage.time - self.start) / self.duration).clamp(0.0, 1.0);
        self.from * (1.0 - share) + self.to * share
    }
    pub(super) fn rate(&self, stage: &Stage) -> f64 {
        let moves = (self.start..self.start + self.duration).contains(&stage.step_start);
        if moves { (self.to - self.from) / self.duration } else { 0.0 }
    }
    pub(super) fn next_jump(&self, after: f64) -> Option<f64> {
        next_end(self.start, self.duration, after)
    }
}
