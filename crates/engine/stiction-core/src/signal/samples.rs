//! A signal given by its values at certain times.

use super::Signal;
use crate::{Describe, ParameterError, Stage};

/// Values at given times, with straight lines or steps between; constant before the first and after
/// the last.
///
/// ```
/// use stiction_core::Stage;
/// use stiction_core::signal::{Interpolation, Samples, Signal};
/// let points = [(0.0, 1.0), (2.0, 5.0), (3.0, 0.0)];
/// let lines = Signal::from(Samples::new(points, Interpolation::Lines)?);
/// let steps = Signal::from(Samples::new(points, Interpolation::Steps)?);
/// let at = |time| [lines.at(&Stage::at(time)), steps.at(&Stage::at(time))];
/// assert_eq!([at(-1.0), at(0.5), at(2.5), at(9.0)], [[1.0, 1.0], [2.0, 1.0], [2.5, 5.0], [0.0, 0.0]]);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    times: Vec<f64>,
    values: Vec<f64>,
    between: Interpolation,
}

/// The course of [`Samples`] between two times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Describe)]
pub enum Interpolation {
    /// Straight lines.
    #[default]
    Lines,
    /// The value holds until the next time.
    Steps,
}

impl Samples {
    /// Returns the times \[s\] with their values.
    pub fn samples(&self) -> impl Iterator<Item = (f64, f64)> {
        self.times.iter().copied().zip(self.values.iter().copied())
    }

    /// Returns the interpolation between two times.
    #[must_use]
    pub const fn between(&self) -> Interpolation {
        self.between
    }

    /// Creates a signal of the given times \[s\] and values.
    ///
    /// # Errors
    /// No sample at all; times that are not finite or do not increase; values that are not finite.
    pub fn new(
        samples: impl IntoIterator<Item = (f64, f64)>,
        between: Interpolation,
    ) -> Result<Self, ParameterError> {
        let (times, values): (Vec<f64>, Vec<_>) = samples.into_iter().unzip();
        let refuse = |parameter, value, requirement| {
            Err(ParameterError::new("Samples", parameter, value, requirement))
        };
        if times.is_empty() {
            return refuse("number of samples", 0.0, "must be at least 1");
        }
        if let Some(time) = times.iter().find(|time| !time.is_finite()) {
            return refuse("time", *time, "must be finite");
        }
        if let Some(pair) = times.windows(2).find(|pair| pair[0] >= pair[1]) {
            return refuse("time", pair[1], "must be later than the one before");
        }
        if let Some(value) = values.iter().find(|value| !value.is_finite()) {
            return refuse("value", *value, "must be finite");
        }
        Ok(Self { times, values, between })
    }

    pub(super) fn at(&self, stage: &Stage) -> f64 {
        let last = self.values.len() - 1;
        match self.between {
            Interpolation::Steps => {
                let next = self.times.partition_point(|&time| time <= stage.step_start);
                self.values[next.saturating_sub(1)]
            }
            Interpolation::Lines => {
                let next = self.times.partition_point(|&time| time <= stage.time);
                if next == 0 || next > last {
                    return self.values[next.min(last)];
                }
                let (from, to) = (self.times[next - 1], self.times[next]);
                let share = (stage.time - from) / (to - from);
                self.values[next - 1] * (1.0 - share) + self.values[next] * share
            }
        }
    }
    pub(super) fn rate(&self, stage: &Stage) -> f64 {
        let next = self.times.partition_point(|&time| time <= stage.step_start);
        if self.between == Interpolation::Steps || next == 0 || next == self.times.len() {
            return 0.0;
        }
        let length = self.times[next] - self.times[next - 1];
        (self.values[next] - self.values[next - 1]) / length
    }
    pub(super) fn next_jump(&self, after: f64) -> Option<f64> {
        self.times.get(self.times.partition_point(|&time| time <= after)).copied()
    }
}

impl Signal {
    /// Creates a signal of values that hold from their times \[s\] on, ascending; the first one holds before its own
    /// too, so that nothing changes there. One value alone is a constant.
    ///
    /// ```
    /// use stiction_core::Stage;
    /// use stiction_core::signal::Signal;
    /// // A gripper that loosens its grip for a moment.
    /// let grip = Signal::steps([(0.0, 4.0), (0.31, 2.9), (0.5, 4.0)])?;
    /// assert_eq!([0.3, 0.31].map(|time| grip.at(&Stage::at(time))), [4.0, 2.9]);
    /// assert_eq!([0.0, 0.31].map(|after| grip.next_jump(after)), [Some(0.31), Some(0.5)]);
    /// # Ok::<(), stiction_core::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Samples::new`].
    pub fn steps(values: impl IntoIterator<Item = (f64, f64)>) -> Result<Self, ParameterError> {
        let mut steps = Samples::new(values, Interpolation::Steps)?;
        if let [value] = steps.values[..] {
            return Ok(value.into());
        }
        steps.times[0] = steps.times[0].min(0.0).min(steps.times[1].next_down());
        Ok(steps.into())
    }

    /// Creates a signal of values that hold for one `interval` \[s\] each, from time 0.
    ///
    /// # Errors
    /// No value at all; one that is not finite; an interval that is not finite and positive.
    pub fn every(
        interval: f64,
        values: impl IntoIterator<Item = f64>,
    ) -> Result<Self, ParameterError> {
        if !(interval.is_finite() && interval > 0.0) {
            let requirement = "must be finite and positive";
            return Err(ParameterError::new("Samples", "interval", interval, requirement));
        }
        Self::steps(values.into_iter().enumerate().map(|(i, value)| (i as f64 * interval, value)))
    }
}
