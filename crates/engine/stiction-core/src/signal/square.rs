//! A square wave.

use typed_builder::TypedBuilder;

use crate::{Describe, ParameterError, Stage};

/// `mean + amplitude` in the first half of every period from `start` on, `mean - amplitude` in the
/// second. The half is that of the step's start, so a step that ends at a change is exact.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Square, ParameterError>))]
pub struct Square {
    /// Mean value, finite, default zero.
    #[builder(default)]
    #[field(finite)]
    mean: f64,
    /// Amplitude, finite.
    #[field(finite)]
    amplitude: f64,
    /// Period \[s\], > 0.
    #[field(positive)]
    period: f64,
    /// Begin of a first half \[s\], finite, default zero; the signal extends before it too.
    #[builder(default)]
    #[field(finite)]
    start: f64,
}

impl Square {
    /// Returns the time at which half period `k` begins \[s\].
    #[inline]
    fn edge(&self, k: f64) -> f64 {
        self.start + 0.5 * self.period * k
    }

    /// Returns the half period in which `time` lies, consistent with [`Self::edge`] to the bit.
    #[inline]
    fn half(&self, time: f64) -> f64 {
        let k = ((time - self.start) / (0.5 * self.period)).round();
        if self.edge(k) <= time { k } else { k - 1.0 }
    }

    #[inline]
    pub(super) fn at(&self, stage: &Stage) -> f64 {
        let first = self.half(stage.step_start).rem_euclid(2.0) == 0.0;
        self.mean + if first { self.amplitude } else { -self.amplitude }
    }
    #[allow(clippy::unused_self, reason = "as the others")]
    pub(super) const fn rate(&self, _: &Stage) -> f64 {
        0.0
    }
    pub(super) fn next_jump(&self, after: f64) -> Option<f64> {
        let next = self.edge(self.half(after) + 1.0);
        (next > after).then_some(next)
    }
}
