//! A force or torque that is a function of time alone: an actuator, a test signal.
//!
//! The function is a closure over the [`Stage`] or one of the [profiles](crate::profiles).
//!
//! # Jumps
//! Two ways to write a signal that changes branch at time t, both in use:
//! - branch on `stage.step_start` and declare the jump ([`TimedEffort::with_jumps`]): a step ends at
//!   t, its last stage still sees the old branch, and the integrator keeps its order;
//! - branch on `stage.time` and declare nothing: Kikuuwe and Yamamoto 2010, eq. 28c. The fourth
//!   stage of the step that ends at t already sees the new branch, which costs an error of O(T).

use core::fmt::Debug;
use core::marker::PhantomData;

use stiction_core::{Describe, Domain, Effort, Impedance, Motion, ParameterError, Stage, Validate};

use crate::profiles::Profile;

/// An effort given as a function of time.
///
/// ```
/// use stiction_core::{Impedance, Shaft, Stage};
/// use stiction_mechanics::TimedEffort;
/// // Eq. 28c, exact at the jump.
/// let motor = TimedEffort::<Shaft, _>::new(|stage: &Stage| {
///     if stage.step_start < 4.0 {
///         (0.3 * stage.time).min(0.52)
///     } else {
///         0.336 + 0.144 * (100.0 * stage.time).sin()
///     }
/// })
/// .with_jumps([4.0])?;
/// assert_eq!(motor.next_jump(0.0), Some(4.0));
/// assert_eq!(motor.next_jump(4.0), None);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Describe)]
pub struct TimedEffort<D, P> {
    /// The effort as a function of the time.
    #[field(part, by_ref)]
    profile: P,
    /// The declared times of jumps \[s\], finite, ascending.
    #[builder(default, setter(transform = |jumps: Vec<f64>| ascending(jumps)))]
    #[field(finite, by_ref)]
    jumps: Vec<f64>,
    #[builder(default, setter(skip))]
    domain: PhantomData<fn() -> D>,
}

/// In their order, each once.
fn ascending(mut times: Vec<f64>) -> Vec<f64> {
    times.sort_unstable_by(f64::total_cmp);
    times.dedup();
    times
}

impl<D: Domain, P: Profile<D>> TimedEffort<D, P> {
    /// The effort on the port that `profile` gives: a closure `Fn(&Stage) -> Effort<D>` or a struct
    /// of [`profiles`](crate::profiles), which knows its jumps.
    pub const fn new(profile: P) -> Self {
        Self { profile, jumps: Vec::new(), domain: PhantomData }
    }

    /// Declares times at which the effort jumps \[s\], in any order, in addition to those the
    /// profile knows and those declared before.
    ///
    /// # Errors
    /// A time that is not finite.
    pub fn with_jumps(
        mut self,
        times: impl IntoIterator<Item = f64>,
    ) -> Result<Self, ParameterError> {
        self.jumps.extend(times);
        self.validate()?;
        self.jumps = ascending(self.jumps);
        Ok(self)
    }
}

impl<D: Domain, P: Profile<D>> Debug for TimedEffort<D, P> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("TimedEffort")
            .field("profile", &format_args!("{}", self.profile.describe()))
            .field("jumps", &self.jumps)
            .finish_non_exhaustive()
    }
}

impl<D: Domain, P: Profile<D>> Impedance for TimedEffort<D, P> {
    type Domain = D;
    fn name(&self) -> String {
        // The name of a closure type says nothing.
        "TimedEffort".to_owned()
    }
    #[inline(always)]
    fn respond(&self, stage: &Stage, _: &Motion<D>, _: &[f64], _: &mut [f64]) -> Effort<D> {
        self.profile.effort(stage)
    }
    fn is_source(&self) -> bool {
        true
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        let declared = self.jumps.get(self.jumps.partition_point(|&time| time <= after)).copied();
        match (declared, self.profile.next_jump(after)) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles::Square;
    use crate::testing::*;
    use stiction_core::Line;

    #[test]
    fn jumps_are_sorted_and_strictly_later() {
        let source = TimedEffort::<Line, _>::new(|_: &Stage| 1.0);
        let source = source.with_jumps([4.0, 1.0, 4.0]).unwrap().with_jumps([2.0]).unwrap();
        let mut seen = Vec::new();
        let mut time = -1.0;
        while let Some(next) = source.next_jump(time) {
            seen.push(next);
            time = next;
        }
        assert_eq!(seen, [1.0, 2.0, 4.0]);
        assert!(source.is_source());
        assert_eq!(format!("{source:?}"), "TimedEffort { profile: , jumps: [1.0, 2.0, 4.0], .. }");
    }

    #[test]
    fn the_stage_decides_the_branch() {
        let exact = |stage: &Stage| if stage.step_start < 4.0 { 1.0 } else { 2.0 };
        let paper = |stage: &Stage| if stage.time < 4.0 { 1.0 } else { 2.0 };
        let last = Stage { time: 4.0, tau: 1e-4, step_start: 3.9999 };
        let motion = Motion::<Line>::default();
        let exact = TimedEffort::<Line, _>::new(exact);
        assert_eq!(exact.respond(&last, &motion, &[], &mut []), 1.0);
        assert_eq!(exact.respond(&Stage::first(4.0, 1e-4), &motion, &[], &mut []), 2.0);
        let paper = TimedEffort::<Line, _>::new(paper);
        assert_eq!(paper.respond(&last, &motion, &[], &mut []), 2.0);
    }

    #[test]
    fn the_jumps_of_a_profile_count_too() {
        let square = Square::<Line>::builder().amplitude(1.0).period(2.0).build().unwrap();
        let source = TimedEffort::<Line, _>::new(square).with_jumps([0.5]).unwrap();
        assert_eq!(source.next_jump(0.0), Some(0.5));
        assert_eq!(source.next_jump(0.5), Some(1.0));
    }

    #[test]
    fn jumps_are_checked() {
        for bad in NOT_FINITE {
            let source = TimedEffort::<Line, _>::new(|_: &Stage| 1.0);
            assert_refused(source.with_jumps([1.0, bad]), "jumps");
        }
    }
}
