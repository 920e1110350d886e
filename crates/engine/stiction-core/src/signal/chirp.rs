//! A harmonic signal whose frequency changes.

use typed_builder::TypedBuilder;

use super::next_end;
use crate::{Describe, ParameterError, Stage};

/// `mean + amplitude sin(phase)`, where the angular frequency goes from one value to another at a
/// constant rate and stays there; before `start` it is the first. The phase at `start` is zero.
///
/// ```
/// use core::f64::consts::PI;
/// use stiction_core::Stage;
/// use stiction_core::signal::{Chirp, Signal};
/// let chirp = Chirp::builder().amplitude(2.0).from(0.0).to(PI).duration(1.0).build()?;
/// let chirp = Signal::from(chirp);
/// // The phase is pi t²/2 until t = 1, and grows by pi every second from there on.
/// assert!((chirp.at(&Stage::at(1.0)) - 2.0).abs() < 1e-15);
/// assert!((chirp.at(&Stage::at(2.0)) + 2.0).abs() < 1e-14);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Chirp, ParameterError>))]
pub struct Chirp {
    /// Mean value, finite, default zero.
    #[builder(default)]
    #[field(finite)]
    mean: f64,
    /// Amplitude, finite.
    #[field(finite)]
    amplitude: f64,
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

impl Chirp {
    fn phase(&self, time: f64) -> f64 {
        let since = time - self.start;
        let changing = since.clamp(0.0, self.duration);
        let slope = (self.to - self.from) / self.duration;
        let outside = self.from * since.min(0.0) + self.to * (since - self.duration).max(0.0);
        self.from * changing + 0.5 * slope * changing * changing + outside
    }

    #[inline]
    pub(super) fn at(&self, stage: &Stage) -> f64 {
        self.amplitude * self.phase(stage.time).sin() + self.mean
    }
    pub(super) fn rate(&self, stage: &Stage) -> f64 {
        let passed = (stage.time - self.start).clamp(0.0, self.duration);
        let frequency = self.from + (self.to - self.from) / self.duration * passed;
        self.amplitude * (frequency * self.phase(stage.time).cos())
    }
    pub(super) fn shortest_period(&self) -> Option<f64> {
        super::period(self.amplitude, self.from.abs().max(self.to.abs()))
    }
    pub(super) fn next_jump(&self, after: f64) -> Option<f64> {
        next_end(self.start, self.duration, after)
    }
}
