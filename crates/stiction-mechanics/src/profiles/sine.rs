//! A harmonic signal.

use stiction_core::{
    Effort, ParameterError, Stage, Validate, VectorDomain, checked_build, parameter_getters,
};
use typed_builder::TypedBuilder;

use super::Profile;
use crate::finite_value;

/// `mean + amplitude sin(omega t + phase)`.
#[derive(Clone, Debug, PartialEq, TypedBuilder)]
#[builder(build_method(into = Result<Sine<D>, ParameterError>))]
pub struct Sine<D: VectorDomain> {
    /// Mean effort \[N\] or \[N m\], finite, default zero.
    #[builder(default)]
    mean: D::Vector,
    /// Amplitude \[N\] or \[N m\], finite.
    amplitude: D::Vector,
    /// Angular frequency omega \[rad/s\], finite.
    angular_frequency: f64,
    /// Phase at time zero \[rad\], finite, default zero; pi/2 makes a cosine.
    #[builder(default)]
    phase: f64,
}

impl<D: VectorDomain> Validate for Sine<D> {
    const COMPONENT: &'static str = "Sine";
    fn validate(&self) -> Result<(), ParameterError> {
        finite_value::<Self, _>("mean", &self.mean)?;
        finite_value::<Self, _>("amplitude", &self.amplitude)?;
        Self::finite("angular_frequency", self.angular_frequency)?;
        Self::finite("phase", self.phase)
    }
}
checked_build!(Sine<D>, D: VectorDomain);
parameter_getters!(Sine<D> {
    /// Mean effort \[N\] or \[N m\], finite, default zero.
    mean: D::Vector,
    /// Amplitude \[N\] or \[N m\], finite.
    amplitude: D::Vector,
    /// Angular frequency omega \[rad/s\], finite.
    angular_frequency: f64,
    /// Phase at time zero \[rad\], finite, default zero; pi/2 makes a cosine.
    phase: f64,
}, D: VectorDomain);

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
