//! The sum of signals.

use super::Signal;
use crate::Stage;

/// The sum of signals.
///
/// ```
/// use stiction_core::Stage;
/// use stiction_core::signal::{Ramp, Signal, Sine, Sum};
/// let ramp = Ramp::builder().to(6.0).duration(2.0).build()?;
/// let sine = Sine::builder().amplitude(1.0).angular_frequency(50.0).build()?;
/// let both = Signal::from(Sum::new([Signal::from(ramp), sine.into()]));
/// assert_eq!(both.at(&Stage::at(1.0)), 3.0 + 50.0_f64.sin());
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sum {
    signals: Vec<Signal>,
}

impl Sum {
    /// Adds the signals in the given order.
    pub fn new<S: Into<Signal>>(signals: impl IntoIterator<Item = S>) -> Self {
        Self { signals: signals.into_iter().map(Into::into).collect() }
    }

    /// Returns the signals, in the order in which they are added.
    #[must_use]
    pub fn signals(&self) -> &[Signal] {
        &self.signals
    }

    pub(super) fn at(&self, stage: &Stage) -> f64 {
        self.signals.iter().fold(0.0, |sum, signal| sum + signal.at(stage))
    }

    pub(super) fn rate(&self, stage: &Stage) -> f64 {
        self.signals.iter().fold(0.0, |sum, signal| sum + signal.rate(stage))
    }
    pub(super) fn next_jump(&self, after: f64) -> Option<f64> {
        self.signals.iter().filter_map(|signal| signal.next_jump(after)).min_by(f64::total_cmp)
    }
}
