//! Signals made of signals.

use core::fmt;

use stiction_core::{Domain, Effort, ParameterError, Stage, VectorDomain};

use super::Profile;

/// A signal of any kind.
pub type AnyProfile<D> = Box<dyn Profile<D>>;

/// The sum of signals.
///
/// ```
/// use stiction_core::{Line, Stage};
/// use stiction_mechanics::profiles::{Profile, Ramp, Sine, Sum};
/// let ramp = Ramp::<Line>::builder().to(6.0).duration(2.0).build()?;
/// let sine = Sine::<Line>::builder().amplitude(1.0).angular_frequency(50.0).build()?;
/// let both = Sum::<Line>::new([Box::new(ramp) as _, Box::new(sine) as _]);
/// assert_eq!(both.effort(&Stage::at(1.0)), 3.0 + 50.0_f64.sin());
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
pub struct Sum<D: Domain>(Vec<AnyProfile<D>>);

impl<D: VectorDomain> Sum<D> {
    /// Adds the signals in the given order.
    pub fn new(signals: impl IntoIterator<Item = AnyProfile<D>>) -> Self {
        Self(signals.into_iter().collect())
    }

    /// The signals, in the order in which they are added.
    #[must_use]
    pub fn signals(&self) -> &[AnyProfile<D>] {
        &self.0
    }
}

impl<D: Domain> fmt::Debug for Sum<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signals: Vec<String> = self.0.iter().map(|signal| signal.describe()).collect();
        f.debug_struct("Sum").field("signals", &signals).finish()
    }
}

impl<D: VectorDomain> Profile<D> for Sum<D> {
    fn effort(&self, stage: &Stage) -> Effort<D> {
        let mut sum = D::Vector::default();
        for signal in &self.0 {
            sum = sum + signal.effort(stage);
        }
        sum
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        self.0.iter().filter_map(|signal| signal.next_jump(after)).min_by(f64::total_cmp)
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}

/// One signal after another, each from a time of its own on.
///
/// A step ends at each of these times, and which signal holds is decided by its start: no stage
/// sees half of a change.
pub struct Piecewise<D: Domain> {
    first: AnyProfile<D>,
    later: Vec<(f64, AnyProfile<D>)>,
}

impl<D: Domain> Piecewise<D> {
    /// `first` until the first of the times \[s\] of `later`, then those.
    ///
    /// # Errors
    /// Times that are not finite or do not increase.
    pub fn new(
        first: AnyProfile<D>,
        later: impl IntoIterator<Item = (f64, AnyProfile<D>)>,
    ) -> Result<Self, ParameterError> {
        let later: Vec<_> = later.into_iter().collect();
        let mut before = f64::NEG_INFINITY;
        for (time, _) in &later {
            if !(time.is_finite() && *time > before) {
                let requirement = "must be finite and later than the one before";
                return Err(ParameterError::new("Piecewise", "time", *time, requirement));
            }
            before = *time;
        }
        Ok(Self { first, later })
    }

    /// The signal that holds first.
    #[must_use]
    pub const fn first(&self) -> &AnyProfile<D> {
        &self.first
    }

    /// The signals that follow, with the times from which they hold \[s\].
    #[must_use]
    pub fn later(&self) -> &[(f64, AnyProfile<D>)] {
        &self.later
    }
}

impl<D: Domain> fmt::Debug for Piecewise<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let later = self.later.iter().map(|(time, signal)| (*time, signal.describe()));
        f.debug_struct("Piecewise")
            .field("first", &self.first.describe())
            .field("later", &later.collect::<Vec<_>>())
            .finish()
    }
}

impl<D: Domain> Profile<D> for Piecewise<D> {
    fn effort(&self, stage: &Stage) -> Effort<D> {
        let begun = self.later.partition_point(|(time, _)| *time <= stage.step_start);
        let signal = begun.checked_sub(1).map_or(&self.first, |index| &self.later[index].1);
        signal.effort(stage)
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        let begun = self.later.partition_point(|(time, _)| *time <= after);
        let signal = begun.checked_sub(1).map_or(&self.first, |index| &self.later[index].1);
        let change = self.later.get(begun).map(|(time, _)| *time);
        // A jump of the signal that holds now matters only while it holds.
        let own = signal.next_jump(after).filter(|own| change.is_none_or(|change| *own < change));
        own.or(change)
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles::{Ramp, Sine};
    use stiction_core::Line;

    fn ramp() -> AnyProfile<Line> {
        Box::new(Ramp::<Line>::builder().to(6.0).start(1.0).duration(2.0).build().unwrap())
    }

    #[test]
    fn pieces_change_with_the_step() {
        let sine = Sine::<Line>::builder().amplitude(1.0).mean(9.0).angular_frequency(0.0);
        let sine: AnyProfile<Line> = Box::new(sine.build().unwrap());
        let signal = Piecewise::new(ramp(), [(2.5, sine)]).unwrap();
        // The last stage of the step that ends at the change still sees the ramp.
        assert_eq!(signal.effort(&Stage::first(2.0, 0.5)), 3.0);
        let last = Stage { time: 2.5, ..Stage::first(2.0, 0.5) };
        assert_eq!(signal.effort(&last), 4.5);
        assert_eq!(signal.effort(&Stage::first(2.5, 0.1)), 9.0);
        // The ramp would end at 3, but it no longer holds then.
        assert_eq!([0.0, 1.0, 2.5].map(|t| signal.next_jump(t)), [Some(1.0), Some(2.5), None]);
    }

    #[test]
    fn times_must_increase() {
        for times in [[1.0, 1.0], [2.0, 1.0], [f64::NAN, 1.0], [0.0, f64::INFINITY]] {
            assert!(Piecewise::new(ramp(), times.map(|t| (t, ramp()))).is_err(), "{times:?}");
        }
    }

    #[test]
    fn a_sum_jumps_where_any_of_its_signals_does() {
        let later = Ramp::<Line>::builder().to(1.0).start(2.0).duration(5.0).build().unwrap();
        let sum = Sum::<Line>::new([ramp(), Box::new(later)]);
        assert_eq!(sum.effort(&Stage::at(3.0)), 6.2);
        let jumps = [0.0, 1.0, 2.0, 3.0, 7.0].map(|t| sum.next_jump(t));
        assert_eq!(jumps, [Some(1.0), Some(2.0), Some(3.0), Some(7.0), None]);
    }
}
