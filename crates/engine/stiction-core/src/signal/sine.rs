//! A harmonic signal.

use typed_builder::TypedBuilder;

use crate::{Describe, ParameterError, Stage};

/// `mean + amplitude sin(omega t + phase)`.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Sine, ParameterError>))]
pub struct Sine {
    /// Mean value, finite, default zero.
    #[builder(default)]
    #[field(finite)]
    mean: f64,
    /// Amplitude, finite.
    #[field(finite)]
    amplitude: f64,
    /// Angular frequency `omega` \[rad/s\], finite.
    #[field(finite)]
    angular_frequency: f64,
    /// Phase at time zero \[rad\], finite, default zero; pi/2 makes a cosine.
    #[builder(default)]
    #[field(finite)]
    phase: f64,
}

impl Sine {
    #[inline]
    pub(super) fn at(&self, stage: &Stage) -> f64 {
        let sine = (self.angular_frequency * stage.time + self.phase).sin();
        self.amplitude * sine + self.mean
    }
    pub(super) fn rate(&self, stage: &Stage) -> f64 {
        let cosine = (self.angular_frequency * stage.time + self.phase).cos();
        self.amplitude * (self.angular_frequency * cosine)
    }
    pub(super) fn shortest_period(&self) -> Option<f64> {
        super::period(self.amplitude, self.angular_frequency)
    }
    #[allow(clippy::unused_self, reason = "as the others")]
    pub(super) const fn next_jump(&self, _: f64) -> Option<f64> {
        None
    }
}
