//! A signal given by its values at certain times.

use stiction_core::{Effort, ParameterError, Stage, VectorDomain};

use super::Profile;

/// Values at given times, with straight lines or steps between; constant before the first and after
/// the last.
///
/// ```
/// use stiction_core::{Line, Stage};
/// use stiction_mechanics::profiles::{Interpolation, Profile, Samples};
/// let points = [(0.0, 1.0), (2.0, 5.0), (3.0, 0.0)];
/// let lines = Samples::<Line>::new(points, Interpolation::Lines)?;
/// let steps = Samples::<Line>::new(points, Interpolation::Steps)?;
/// let at = |time| [lines.effort(&Stage::at(time)), steps.effort(&Stage::at(time))];
/// assert_eq!([at(-1.0), at(0.5), at(2.5), at(9.0)], [[1.0, 1.0], [2.0, 1.0], [2.5, 5.0], [0.0, 0.0]]);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Samples<D: VectorDomain> {
    times: Vec<f64>,
    values: Vec<D::Vector>,
    between: Interpolation,
}

/// What [`Samples`] do between two times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// Straight lines.
    #[default]
    Lines,
    /// The value holds until the next time.
    Steps,
}

impl<D: VectorDomain> Samples<D> {
    /// The times \[s\] with their values.
    pub fn samples(&self) -> impl Iterator<Item = (f64, D::Vector)> {
        self.times.iter().copied().zip(self.values.iter().copied())
    }

    /// What the signal does between two times.
    #[must_use]
    pub const fn between(&self) -> Interpolation {
        self.between
    }

    /// The given times \[s\] and values.
    ///
    /// # Errors
    /// No sample at all; times that are not finite or do not increase; values that are not finite.
    pub fn new(
        samples: impl IntoIterator<Item = (f64, D::Vector)>,
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
        for value in &values {
            if let Some(scalar) = crate::scalars(value).into_iter().find(|x| !x.is_finite()) {
                return refuse("value", scalar, "must be finite");
            }
        }
        Ok(Self { times, values, between })
    }
}

impl<D: VectorDomain> Profile<D> for Samples<D> {
    fn effort(&self, stage: &Stage) -> Effort<D> {
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
    fn next_jump(&self, after: f64) -> Option<f64> {
        self.times.get(self.times.partition_point(|&time| time <= after)).copied()
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}
