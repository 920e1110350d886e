//! Values that change at given times: pressure fields, shapes.

use core::iter;

use stiction_core::{ParameterError, Varying};

/// A value that is constant between given times.
///
/// The first value also holds before its time. A step of the integrator ends at every change, and
/// its last stage still sees the old value: values are chosen by the start of the step.
///
/// One of [`ContactPatch`](crate::ContactPatch)es or [`ReducedShape`](crate::ReducedShape)s is a contact
/// whose pressure changes. The bristles keep their deflection through every change. Numbers that change are
/// a [`Signal`](stiction_core::Signal::steps).
///
/// ```
/// use stiction_patch::Schedule;
///
/// let grip = Schedule::new([(0.0, "firm"), (0.31, "loose"), (0.5, "firm")])?;
/// assert_eq!((grip.at(0.3), grip.at(0.31)), (&"firm", &"loose"));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule<T> {
    /// Times at which the second value and the following ones start, ascending.
    changes: Vec<f64>,
    /// At least one.
    values: Vec<T>,
}

impl<T> Schedule<T> {
    /// Creates a schedule of the values with the times from which they hold \[s\], ascending.
    ///
    /// # Errors
    /// No value at all; a time that is not finite or not after the one before.
    pub fn new(values: impl IntoIterator<Item = (f64, T)>) -> Result<Self, ParameterError> {
        let refused =
            |time, requirement| Err(ParameterError::new("Schedule", "time", time, requirement));
        let (mut times, mut all) = (Vec::new(), Vec::new());
        for (time, value) in values {
            if !time.is_finite() {
                return refused(time, "must be finite");
            }
            if times.last().is_some_and(|&last| time <= last) {
                return refused(time, "must be after the one before");
            }
            times.push(time);
            all.push(value);
        }
        if times.is_empty() {
            let requirement = "must be at least 1";
            return Err(ParameterError::new("Schedule", "number of values", 0.0, requirement));
        }
        times.remove(0);
        Ok(Self { changes: times, values: all })
    }

    /// Creates a schedule of values that hold for one `interval` \[s\] each, from time 0.
    ///
    /// # Errors
    /// No value at all; an interval that is not finite and positive.
    pub fn every(
        interval: f64,
        values: impl IntoIterator<Item = T>,
    ) -> Result<Self, ParameterError> {
        if !(interval.is_finite() && interval > 0.0) {
            let requirement = "must be finite and positive";
            return Err(ParameterError::new("Schedule", "interval", interval, requirement));
        }
        Self::new(values.into_iter().enumerate().map(|(i, value)| (i as f64 * interval, value)))
    }

    /// Returns all values, in order.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Returns the place in [`Self::values`] of the one that holds in a step that starts at `time` \[s\].
    #[inline]
    #[must_use]
    pub fn index(&self, time: f64) -> usize {
        self.changes.partition_point(|&change| change <= time)
    }

    /// Returns the value that holds in a step that starts at `time` \[s\].
    #[inline]
    #[must_use]
    pub fn at(&self, time: f64) -> &T {
        &self.values[self.index(time)]
    }

    /// Returns the value, if there is only one.
    #[must_use]
    pub fn single(&self) -> Option<&T> {
        if let [value] = &*self.values { Some(value) } else { None }
    }

    /// Returns the values with the times from which they hold \[s\], as [`Self::new`] takes them.
    pub fn pieces(&self) -> impl Iterator<Item = (f64, &T)> {
        // The first one holds at all times before the first change.
        let first = self.changes.first().map_or(0.0, |change| change.next_down().min(0.0));
        iter::once(first).chain(self.changes.iter().copied()).zip(&self.values)
    }

    /// Returns a schedule with the same times and other values.
    #[must_use]
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Schedule<U> {
        Schedule { changes: self.changes.clone(), values: self.values.iter().map(f).collect() }
    }

    /// Returns a schedule with the same times and other values, unless one of them is refused.
    ///
    /// # Errors
    /// The first error that `f` returns.
    pub fn try_map<U, E>(&self, f: impl FnMut(&T) -> Result<U, E>) -> Result<Schedule<U>, E> {
        let values = self.values.iter().map(f).collect::<Result<_, _>>()?;
        Ok(Schedule { changes: self.changes.clone(), values })
    }
}

/// For ever the same.
impl<T> From<T> for Schedule<T> {
    fn from(value: T) -> Self {
        Self { changes: vec![], values: vec![value] }
    }
}

impl<T> Varying for Schedule<T> {
    fn next_jump(&self, after: f64) -> Option<f64> {
        self.changes.get(self.index(after)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_hold_from_their_time_on() {
        let schedule = Schedule::new([(1.0, 'a'), (2.0, 'b'), (4.0, 'c')]).unwrap();
        let found = [0.0, 1.0, 1.9, 2.0, 3.0, 4.0, 9.0].map(|time| *schedule.at(time));
        assert_eq!(found, ['a', 'a', 'a', 'b', 'b', 'c', 'c']);
        assert_eq!(schedule.next_jump(0.0), Some(2.0));
        assert_eq!(schedule.next_jump(2.0), Some(4.0));
        assert_eq!(schedule.next_jump(4.0), None);
        assert_eq!(schedule.single(), None);
        let places = schedule.map(|&letter| u32::from(letter) - u32::from('a'));
        assert_eq!((places.at(2.5), places.next_jump(2.5)), (&1, Some(4.0)));
    }

    #[test]
    fn one_value_never_changes() {
        let schedule = Schedule::from(3.0);
        assert_eq!((schedule.single(), schedule.next_jump(0.0)), (Some(&3.0), None));
        assert_eq!(schedule.at(-1.0), &3.0);
    }
}
