//! A square wave.

use stiction_core::{
    Effort, ParameterError, Stage, Validate, VectorDomain, checked_build, parameter_getters,
};
use typed_builder::TypedBuilder;

use super::Profile;
use crate::finite_value;

/// `mean + amplitude` in the first half of every period from `start` on, `mean - amplitude` in the
/// second. The half is that of the step's start, so a step that ends at a change is exact.
#[derive(Clone, Debug, PartialEq, TypedBuilder)]
#[builder(build_method(into = Result<Square<D>, ParameterError>))]
pub struct Square<D: VectorDomain> {
    /// Mean effort \[N\] or \[N m\], finite, default zero.
    #[builder(default)]
    mean: D::Vector,
    /// Amplitude \[N\] or \[N m\], finite.
    amplitude: D::Vector,
    /// Period \[s\], positive.
    period: f64,
    /// Begin of a first half \[s\], finite, default zero; the signal extends before it too.
    #[builder(default)]
    start: f64,
}

impl<D: VectorDomain> Square<D> {
    /// Time at which half period `k` begins \[s\].
    #[inline]
    fn edge(&self, k: f64) -> f64 {
        self.start + 0.5 * self.period * k
    }

    /// The half period in which `time` lies, consistent with [`Self::edge`] to the bit.
    #[inline]
    fn half(&self, time: f64) -> f64 {
        let k = ((time - self.start) / (0.5 * self.period)).round();
        if self.edge(k) <= time { k } else { k - 1.0 }
    }
}

impl<D: VectorDomain> Validate for Square<D> {
    const COMPONENT: &'static str = "Square";
    fn validate(&self) -> Result<(), ParameterError> {
        finite_value::<Self, _>("mean", &self.mean)?;
        finite_value::<Self, _>("amplitude", &self.amplitude)?;
        Self::positive("period", self.period)?;
        Self::finite("start", self.start)
    }
}
checked_build!(Square<D>, D: VectorDomain);
parameter_getters!(Square<D> {
    /// Mean effort \[N\] or \[N m\], finite, default zero.
    mean: D::Vector,
    /// Amplitude \[N\] or \[N m\], finite.
    amplitude: D::Vector,
    /// Period \[s\], positive.
    period: f64,
    /// Begin of a first half \[s\], finite, default zero; the signal extends before it too.
    start: f64,
}, D: VectorDomain);

impl<D: VectorDomain> Profile<D> for Square<D> {
    #[inline]
    fn effort(&self, stage: &Stage) -> Effort<D> {
        let first = self.half(stage.step_start).rem_euclid(2.0) == 0.0;
        self.mean + if first { self.amplitude } else { -self.amplitude }
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        let next = self.edge(self.half(after) + 1.0);
        (next > after).then_some(next)
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}
