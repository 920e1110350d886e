//! A force or torque that is a function of time alone: an actuator, a test signal.
//!
//! The function is one [`Signal`] for every scalar, or a closure over the [`Stage`].
//! How a closure jumps is said at [`Closure`](stiction_core::signal::Closure).

use core::fmt::Debug;
use core::marker::PhantomData;

use stiction_core::{
    AnyLaw, Describe, Description, Domain, Effort, Flat, Given, Impedance, LawTable, Motion,
    ParameterError, Signal, Stage, ValueError, Varying,
};

use crate::{ConstantEffort, EffortSignal};

/// A force, torque or wrench that is constant or a function of the time.
///
/// ```
/// use stiction_core::impedance::next_jump_of;
/// use stiction_core::signal::Ramp;
/// use stiction_core::{Impedance, Shaft, Stage};
/// use stiction_mechanics::TimedEffort;
/// // Eq. 28c, exact at the jump.
/// let motor = TimedEffort::<Shaft>::new(|stage: &Stage| {
///     if stage.step_start < 4.0 {
///         (0.3 * stage.time).min(0.52)
///     } else {
///         0.336 + 0.144 * (100.0 * stage.time).sin()
///     }
/// })
/// .with_jumps([4.0])?;
/// assert_eq!(next_jump_of(&motor, 0.0), Some(4.0));
/// assert_eq!(next_jump_of(&motor, 4.0), None);
///
/// let ramp = Ramp::builder().to(0.52).duration(2.0).build()?;
/// assert_eq!(next_jump_of(&TimedEffort::<Shaft>::new(ramp), 0.0), Some(2.0));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Describe)]
#[describe(tag = "effort")]
pub struct TimedEffort<D: Domain> {
    /// One signal \[N\] or \[N m\], or a list with one for every scalar of the effort (force before
    /// torque).
    #[field(by_ref)]
    effort: EffortSignal<D>,
}

impl<D: Domain> TimedEffort<D> {
    /// Creates a law that exerts the effort on the port: a closure `Fn(&Stage) -> Effort<D>`, a list with a signal for
    /// every scalar, or one signal where the effort is a number.
    pub fn new(effort: impl Into<EffortSignal<D>>) -> Self {
        Self { effort: effort.into() }
    }

    /// Declares times at which the effort jumps \[s\], in any order, in addition to those its signals
    /// know and those declared before.
    ///
    /// # Errors
    /// A time that is not finite.
    pub fn with_jumps(self, times: impl IntoIterator<Item = f64>) -> Result<Self, ParameterError> {
        let effort = self.effort.with_jumps(times);
        effort.map(|effort| Self { effort }).map_err(|mut error| {
            error.component = "TimedEffort";
            error
        })
    }
}

/// Converts an effort whose signals are constant; returns any other unchanged.
impl<D: Domain> TryFrom<TimedEffort<D>> for ConstantEffort<D> {
    type Error = TimedEffort<D>;
    fn try_from(timed: TimedEffort<D>) -> Result<Self, TimedEffort<D>> {
        let signals = timed.effort.signals().filter(|_| timed.effort.jumps().is_empty());
        let constants = |signals: &[Signal]| -> Option<Vec<f64>> {
            signals.iter().map(Signal::constant).collect()
        };
        let built = signals.and_then(constants).map(|values| Effort::<D>::load(&values));
        let built = built.and_then(|effort| Self::builder().effort(effort).build().ok());
        built.ok_or(timed)
    }
}

/// An effort, built as a [`ConstantEffort`] if its signals are constant.
pub(crate) struct EffortLaw<D>(PhantomData<D>);

impl<D: Domain> LawTable for EffortLaw<D> {
    type Domain = D;
    const TABLE: &'static Description = TimedEffort::<D>::DESCRIPTION;
    fn law(given: &mut Given) -> Result<AnyLaw<D>, ValueError> {
        Ok(match ConstantEffort::try_from(TimedEffort::from_values(given)?) {
            Ok(constant) => Box::new(constant),
            Err(timed) => Box::new(timed),
        })
    }
}

impl<D: Domain> Debug for TimedEffort<D> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("TimedEffort").field("effort", &self.effort).finish()
    }
}

impl<D: Domain> Impedance for TimedEffort<D> {
    type Domain = D;
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        visit(&self.effort);
    }
    fn name(&self) -> String {
        "TimedEffort".to_owned()
    }
    #[inline(always)]
    fn respond(&self, stage: &Stage, _: &Motion<D>, _: &[f64], _: &mut [f64]) -> Effort<D> {
        self.effort.at(stage)
    }
    fn stored_power(&self, _: &Motion<D>, _: &[f64], _: &[f64]) -> f64 {
        0.0
    }
    fn is_source(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_core::Line;
    use stiction_core::impedance::next_jump_of;

    #[test]
    fn jumps_are_sorted_and_strictly_later() {
        let source = TimedEffort::<Line>::new(|_: &Stage| 1.0);
        let source = source.with_jumps([4.0, 1.0, 4.0]).unwrap().with_jumps([2.0]).unwrap();
        let next = [-1.0, 1.0, 2.0, 4.0].map(|after| next_jump_of(&source, after));
        assert_eq!(next, [Some(1.0), Some(2.0), Some(4.0), None]);
        assert!(source.is_source());
        let shown = "TimedEffort { effort: closure with jumps [1.0, 2.0, 4.0] }";
        assert_eq!(format!("{source:?}"), shown);
    }

    #[test]
    fn the_stage_decides_the_branch() {
        let exact = |stage: &Stage| if stage.step_start < 4.0 { 1.0 } else { 2.0 };
        let paper = |stage: &Stage| if stage.time < 4.0 { 1.0 } else { 2.0 };
        let last = Stage::first(4.0, 1e-4).of_step_from(3.9999);
        let motion = Motion::<Line>::default();
        let exact = TimedEffort::<Line>::new(exact);
        assert_eq!(exact.respond(&last, &motion, &[], &mut []), 1.0);
        assert_eq!(exact.respond(&Stage::first(4.0, 1e-4), &motion, &[], &mut []), 2.0);
        let paper = TimedEffort::<Line>::new(paper);
        assert_eq!(paper.respond(&last, &motion, &[], &mut []), 2.0);
    }
}
