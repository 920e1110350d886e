//! A change at a constant rate.

use stiction_core::{
    Effort, ParameterError, Stage, Validate, VectorDomain, checked_build, parameter_getters,
};
use typed_builder::TypedBuilder;

use super::{Profile, next_end};
use crate::finite_value;

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
#[derive(Clone, Debug, PartialEq, TypedBuilder)]
#[builder(build_method(into = Result<Ramp<D>, ParameterError>))]
pub struct Ramp<D: VectorDomain> {
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

impl<D: VectorDomain> Validate for Ramp<D> {
    const COMPONENT: &'static str = "Ramp";
    fn validate(&self) -> Result<(), ParameterError> {
        finite_value::<Self, _>("from", &self.from)?;
        finite_value::<Self, _>("to", &self.to)?;
        Self::finite("start", self.start)?;
        Self::positive("duration", self.duration)
    }
}
checked_build!(Ramp<D>, D: VectorDomain);
parameter_getters!(Ramp<D> {
    /// Effort before `start` \[N\] or \[N m\], finite, default zero.
    from: D::Vector,
    /// Effort from `start + duration` on \[N\] or \[N m\], finite.
    to: D::Vector,
    /// Begin of the transition \[s\], finite, default zero.
    start: f64,
    /// Its duration \[s\], positive.
    duration: f64,
}, D: VectorDomain);

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
