//! A shaker.

use stiction_core::{Describe, Drive, Motion, ParameterError, Stage, Vector, VectorDomain};
use typed_builder::TypedBuilder;

/// Harmonic motion: a shaker, a crank far away.
///
/// ```
/// use stiction_core::{Drive, Line, Stage};
/// use stiction_mechanics::Sinusoid;
/// let shaker = Sinusoid::<Line>::builder().amplitude(0.01).angular_frequency(200.0).build()?;
/// let motion = shaker.motion(&Stage::at(0.0));
/// assert_eq!((motion.pose, motion.flow), (0.0, 2.0));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Sinusoid<D>, ParameterError>))]
#[describe(tag = "sinusoid", chosen = "domain", text = "A harmonic motion: a shaker.")]
pub struct Sinusoid<D: VectorDomain> {
    /// Amplitude \[m\] or \[rad\], finite.
    #[field(finite)]
    amplitude: D::Vector,
    /// Angular frequency `omega` \[rad/s\], finite.
    #[field(finite)]
    angular_frequency: f64,
    /// Phase at time zero \[rad\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    phase: f64,
    /// Pose about which it moves \[m\] or \[rad\], finite, default zero.
    #[builder(default)]
    #[field(finite)]
    center: D::Vector,
}

impl<D: VectorDomain> Drive<D> for Sinusoid<D> {
    #[inline]
    fn motion(&self, stage: &Stage) -> Motion<D> {
        let (sine, cosine) = (self.angular_frequency * stage.time + self.phase).sin_cos();
        Motion {
            pose: self.center + self.amplitude * sine,
            flow: self.amplitude * (self.angular_frequency * cosine),
        }
    }
    fn shortest_period(&self) -> Option<f64> {
        let moves = self.amplitude != D::Vector::zero() && self.angular_frequency != 0.0;
        moves.then(|| core::f64::consts::TAU / self.angular_frequency.abs())
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}
