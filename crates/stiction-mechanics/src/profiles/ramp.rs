//! A change at a constant rate.

use stiction_core::{Describe, Effort, ParameterError, Stage, VectorDomain};
use typed_builder::TypedBuilder;

use super::{Profile, next_end};

/// From one effort to another at a constant rate.
///
/// ```
/// use stiction_core::{Line, Stage};
/// use stiction_mechanics::profiles::{Profile, Ramp};
/// let ramp = Ramp::<Line>::builder().to(6.0).start(1.0).duration(2.0).build()?;
/// let at = |time| ramp.effort(&Stage::at(time));
/// assert_eq!([at(0.5), at(2.0), at(9.0)], [0.0, 3.0, 6.0]);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Ramp<D>, ParameterError>))]
#[describe(tag = "ramp")]
pub struct Ramp<D: VectorDomain> {
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

impl<D: VectorDomain> Profile<D> for Ramp<D> {
    #[inline]
    fn effort(&self, stage: &Stage) -> Effort<D> {
        let share = ((stage.time - self.start) / self.duration).clamp(0.0, 1.0);
        self.from * (1.0 - share) + self.to * share
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        next_end(self.start, self.duration, after)
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}
