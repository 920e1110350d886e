//! A square wave.

use stiction_core::{Describe, Effort, ParameterError, Stage, VectorDomain};
use typed_builder::TypedBuilder;

use super::Profile;

/// `mean + amplitude` in the first half of every period from `start` on, `mean - amplitude` in the
/// second. The half is that of the step's start, so a step that ends at a change is exact.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Square<D>, ParameterError>))]
#[describe(tag = "square")]
pub struct Square<D: VectorDomain> {
    /// Mean effort \[N\] or \[N m\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    mean: D::Vector,
    /// Amplitude \[N\] or \[N m\], finite.
    #[field(finite)]
    amplitude: D::Vector,
    /// Period \[s\], > 0.
    #[field(positive)]
    period: f64,
    /// Begin of a first half \[s\], finite, default zero; the signal extends before it too.
    #[builder(default)]
    #[field(finite)]
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
