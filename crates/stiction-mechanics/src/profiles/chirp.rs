//! A harmonic signal whose frequency changes.

use stiction_core::{Describe, Effort, ParameterError, Stage, VectorDomain};
use typed_builder::TypedBuilder;

use super::{Profile, next_end};

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
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Chirp<D>, ParameterError>))]
#[describe(tag = "chirp")]
pub struct Chirp<D: VectorDomain> {
    /// Mean effort \[N\] or \[N m\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    mean: D::Vector,
    /// Amplitude \[N\] or \[N m\], finite.
    #[field(finite)]
    amplitude: D::Vector,
    /// Angular frequency before the change \[rad/s\], finite.
    #[field(finite)]
    from: f64,
    /// Angular frequency after it \[rad/s\], finite.
    #[field(finite)]
    to: f64,
    /// Begin of the change \[s\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    start: f64,
    /// Its duration \[s\], > 0.
    #[field(positive)]
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
