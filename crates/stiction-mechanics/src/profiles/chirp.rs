//! A harmonic signal whose frequency changes.

use stiction_core::{
    Effort, ParameterError, Stage, Validate, VectorDomain, checked_build, parameter_getters,
};
use typed_builder::TypedBuilder;

use super::{Profile, next_end};
use crate::finite_value;

/// `mean + amplitude sin(phase)`, where the angular frequency goes from one value to another at a
/// constant rate and stays there; before `start` it is the first. The phase at `start` is zero.
///
/// ```
/// use core::f64::consts::PI;
/// use stiction_core::{Line, Stage};
/// use stiction_mechanics::profiles::{Chirp, Profile};
/// let chirp = Chirp::<Line>::builder().amplitude(2.0).from(0.0).to(PI).duration(1.0).build()?;
/// // The phase is pi t²/2 until t = 1, and grows by pi every second from there on.
/// assert!((chirp.effort(&Stage::at(1.0)) - 2.0).abs() < 1e-15);
/// assert!((chirp.effort(&Stage::at(2.0)) + 2.0).abs() < 1e-14);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder)]
#[builder(build_method(into = Result<Chirp<D>, ParameterError>))]
pub struct Chirp<D: VectorDomain> {
    /// Mean effort \[N\] or \[N m\], finite, default zero.
    #[builder(default)]
    mean: D::Vector,
    /// Amplitude \[N\] or \[N m\], finite.
    amplitude: D::Vector,
    /// Angular frequency at `start` \[rad/s\], finite.
    from: f64,
    /// Angular frequency from `start + duration` on \[rad/s\], finite.
    to: f64,
    /// Begin of the change \[s\], finite, default zero.
    #[builder(default)]
    start: f64,
    /// Its duration \[s\], positive.
    duration: f64,
}

impl<D: VectorDomain> Chirp<D> {
    fn phase(&self, time: f64) -> f64 {
        let since = time - self.start;
        let changing = since.clamp(0.0, self.duration);
        let slope = (self.to - self.from) / self.duration;
        let outside = self.from * since.min(0.0) + self.to * (since - self.duration).max(0.0);
        self.from * changing + 0.5 * slope * changing * changing + outside
    }
}

impl<D: VectorDomain> Validate for Chirp<D> {
    const COMPONENT: &'static str = "Chirp";
    fn validate(&self) -> Result<(), ParameterError> {
        finite_value::<Self, _>("mean", &self.mean)?;
        finite_value::<Self, _>("amplitude", &self.amplitude)?;
        Self::finite("from", self.from)?;
        Self::finite("to", self.to)?;
        Self::finite("start", self.start)?;
        Self::positive("duration", self.duration)
    }
}
checked_build!(Chirp<D>, D: VectorDomain);
parameter_getters!(Chirp<D> {
    /// Mean effort \[N\] or \[N m\], finite, default zero.
    mean: D::Vector,
    /// Amplitude \[N\] or \[N m\], finite.
    amplitude: D::Vector,
    /// Angular frequency at `start` \[rad/s\], finite.
    from: f64,
    /// Angular frequency from `start + duration` on \[rad/s\], finite.
    to: f64,
    /// Begin of the change \[s\], finite, default zero.
    start: f64,
    /// Its duration \[s\], positive.
    duration: f64,
}, D: VectorDomain);

impl<D: VectorDomain> Profile<D> for Chirp<D> {
    #[inline]
    fn effort(&self, stage: &Stage) -> Effort<D> {
        self.amplitude * self.phase(stage.time).sin() + self.mean
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        next_end(self.start, self.duration, after)
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}
