//! A harmonic signal.

use stiction_core::{Describe, Effort, ParameterError, Stage, VectorDomain};
use typed_builder::TypedBuilder;

use super::Profile;

/// `mean + amplitude sin(omega t + phase)`.
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Sine<D>, ParameterError>))]
#[describe(tag = "sine")]
pub struct Sine<D: VectorDomain> {
    /// Mean effort \[N\] or \[N m\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    mean: D::Vector,
    /// Amplitude \[N\] or \[N m\], finite.
    #[field(finite)]
    amplitude: D::Vector,
    /// Angular frequency `omega` \[rad/s\], finite.
    #[field(finite)]
    angular_frequency: f64,
    /// Phase at time zero \[rad\], finite, default zero; pi/2 makes a cosine.
    #[builder(default)]
    #[field(finite)]
    phase: f64,
}

impl<D: VectorDomain> Profile<D> for Sine<D> {
    #[inline]
    fn effort(&self, stage: &Stage) -> Effort<D> {
        let sine = (self.angular_frequency * stage.time + self.phase).sin();
        self.amplitude * sine + self.mean
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}
