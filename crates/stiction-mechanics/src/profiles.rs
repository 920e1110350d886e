//! Ready-made signals for [`TimedEffort`](crate::TimedEffort), in any domain of vectors.
//!
//! | profile | effort | jumps or kinks it declares |
//! |---|---|---|
//! | [`Ramp`] | from one value to another at a constant rate | both ends |
//! | [`SmoothStep`] | the same along `3 s^2 - 2 s^3`, with a continuous rate | both ends |
//! | [`Sine`] | `mean + amplitude sin(omega t + phase)` | none |
//! | [`Square`] | `mean +- amplitude`, changing every half period | every change |
//! | [`Chirp`] | as the sine, with a frequency that changes at a constant rate | both ends |
//! | [`Samples`] | values at given times, with lines or steps between | every time |
//! | [`Sum`] | the sum of signals | theirs |
//! | [`Piecewise`] | one signal after another | theirs, and every change |
//!
//! A closure `Fn(&Stage) -> Effort<D>` is a profile too. Every profile of a [`Line`](stiction_core::Line)
//! is a [`NormalLoad`](stiction_core::NormalLoad) as well, a closure over the stage in a
//! [`TimedEffort`](crate::TimedEffort).

use core::any::Any;

use stiction_core::{Domain, Effort, Stage};

mod chirp;
mod combined;
mod normal_load;
mod ramp;
mod samples;
mod sine;
mod smooth_step;
mod square;

pub use chirp::Chirp;
pub use combined::{AnyProfile, Piecewise, Sum};
pub use ramp::Ramp;
pub use samples::{Interpolation, Samples};
pub use sine::Sine;
pub use smooth_step::SmoothStep;
pub use square::Square;

/// An effort as a function of time alone.
pub trait Profile<D: Domain>: Any + Send + Sync {
    /// The effort at `stage.time`, of the branch to which `stage.step_start` belongs.
    fn effort(&self, stage: &Stage) -> Effort<D>;

    /// The first time after `after` at which the effort or its rate jumps \[s\].
    fn next_jump(&self, after: f64) -> Option<f64> {
        let _ = after;
        None
    }

    /// Its parameters as text: what tells two profiles of one type apart where a network puts its
    /// connections in order. A closure has none.
    fn describe(&self) -> String {
        String::new()
    }
}

impl<D, F> Profile<D> for F
where
    D: Domain,
    F: Fn(&Stage) -> Effort<D> + Send + Sync + 'static,
{
    #[inline(always)]
    fn effort(&self, stage: &Stage) -> Effort<D> {
        self(stage)
    }
}

impl<D: Domain> Profile<D> for AnyProfile<D> {
    fn effort(&self, stage: &Stage) -> Effort<D> {
        (**self).effort(stage)
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        (**self).next_jump(after)
    }
    fn describe(&self) -> String {
        (**self).describe()
    }
}

/// The first of the two ends of an interval that is later than `after`.
fn next_end(start: f64, duration: f64, after: f64) -> Option<f64> {
    [start, start + duration].into_iter().find(|&end| end > after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use approx::assert_relative_eq;
    use core::f64::consts::FRAC_PI_2;
    use nalgebra::Vector2;
    use proptest::prelude::*;
    use stiction_core::{Line, Plane};

    #[test]
    fn smooth_step_and_ramp_agree_at_the_ends_and_in_the_middle() {
        let (from, to) = (Vector2::new(1.0, 0.0), Vector2::new(3.0, -2.0));
        let smooth = SmoothStep::<Plane>::builder().from(from).to(to).start(1.0).duration(4.0);
        let ramp = Ramp::<Plane>::builder().from(from).to(to).start(1.0).duration(4.0);
        let (smooth, ramp) = (smooth.build().unwrap(), ramp.build().unwrap());
        for (time, expected) in [(0.0, from), (3.0, Vector2::new(2.0, -1.0)), (5.0, to), (9.0, to)]
        {
            assert_relative_eq!(smooth.effort(&Stage::at(time)), expected);
            assert_relative_eq!(ramp.effort(&Stage::at(time)), expected);
        }
        assert_relative_eq!(
            smooth.effort(&Stage::at(2.0)).x,
            1.0 + 2.0 * (3.0 / 16.0 - 2.0 / 64.0)
        );
        assert_eq!([ramp.next_jump(0.0), ramp.next_jump(1.0)], [Some(1.0), Some(5.0)]);
        assert_eq!(smooth.next_jump(5.0), None);
    }

    #[test]
    fn sine_of_the_paper() {
        let motor = Sine::<Line>::builder().mean(0.336).amplitude(0.144).angular_frequency(100.0);
        let motor = motor.phase(FRAC_PI_2).build().unwrap();
        let expected = 0.336 + 0.144 * f64::cos(450.0);
        assert_relative_eq!(motor.effort(&Stage::at(4.5)), expected, epsilon = 1e-13);
    }

    #[test]
    fn parameters_are_checked() {
        for bad in NOT_POSITIVE {
            assert_refused(Ramp::<Line>::builder().to(1.0).duration(bad).build(), "duration");
            assert_refused(SmoothStep::<Line>::builder().to(1.0).duration(bad).build(), "duration");
            assert_refused(Square::<Line>::builder().amplitude(1.0).period(bad).build(), "period");
        }
        for bad in NOT_FINITE {
            let ramp = |from, to, start| {
                Ramp::<Line>::builder().from(from).to(to).start(start).duration(1.0).build()
            };
            assert_refused(ramp(bad, 0.0, 0.0), "from");
            assert_refused(ramp(0.0, bad, 0.0), "to");
            assert_refused(ramp(0.0, 0.0, bad), "start");
            let sine = |mean, amplitude, frequency, phase| {
                let sine = Sine::<Line>::builder().mean(mean).amplitude(amplitude);
                sine.angular_frequency(frequency).phase(phase).build()
            };
            assert_refused(sine(bad, 1.0, 1.0, 0.0), "mean");
            assert_refused(sine(0.0, bad, 1.0, 0.0), "amplitude");
            assert_refused(sine(0.0, 1.0, bad, 0.0), "angular_frequency");
            assert_refused(sine(0.0, 1.0, 1.0, bad), "phase");
            let square = |mean, amplitude, start| {
                let square = Square::<Line>::builder().mean(mean).amplitude(amplitude);
                square.period(1.0).start(start).build()
            };
            assert_refused(square(bad, 1.0, 0.0), "mean");
            assert_refused(square(0.0, bad, 0.0), "amplitude");
            assert_refused(square(0.0, 1.0, bad), "start");
        }
    }

    proptest! {
        #[test]
        fn a_square_wave_changes_exactly_at_its_jumps(
            period in 1e-3..10.0, start in number(5.0), from in number(50.0),
        ) {
            let square = Square::<Line>::builder().mean(1.0).amplitude(2.0).period(period);
            let square = square.start(start).build().unwrap();
            let mut time = from;
            for _ in 0..20 {
                let next = square.next_jump(time).unwrap();
                prop_assert!(next > time && next <= time + 0.5 * period + 1e-12);
                let before = square.effort(&Stage { time: next, tau: 0.0, step_start: time });
                let after = square.effort(&Stage::at(next));
                prop_assert_eq!(before + after, 2.0);
                time = next;
            }
        }
    }

    /// Signal values by hand, before, within and after the change, on an interval that begins late.
    #[test]
    fn values_by_hand() {
        let at = |profile: &dyn Profile<Line>, time| profile.effort(&Stage::at(time));
        let ramp = Ramp::<Line>::builder().from(1.0).to(5.0).start(3.0).duration(2.0);
        let ramp = ramp.build().unwrap();
        assert_eq!(
            [2.0, 3.0, 3.5, 4.0, 9.0].map(|time| at(&ramp, time)),
            [1.0, 1.0, 2.0, 3.0, 5.0]
        );
        let smooth = SmoothStep::<Line>::builder().from(1.0).to(5.0).start(3.0).duration(2.0);
        let smooth = smooth.build().unwrap();
        // 3 s² − 2 s³ at s = 1/4 is 5/32.
        let expected = [1.0, 1.0 + 4.0 * 5.0 / 32.0, 3.0, 5.0];
        assert_eq!([2.0, 3.5, 4.0, 9.0].map(|time| at(&smooth, time)), expected);
        for jumps in [&ramp as &dyn Profile<Line>, &smooth] {
            let next = [0.0, 3.0, 4.0, 5.0].map(|after| jumps.next_jump(after));
            assert_eq!(next, [Some(3.0), Some(5.0), Some(5.0), None]);
        }
        let sine =
            Sine::<Line>::builder().mean(0.5).amplitude(2.0).angular_frequency(3.0).phase(0.7);
        let sine = sine.build().unwrap();
        assert_relative_eq!(at(&sine, 0.4), 0.5 + 2.0 * 1.9_f64.sin(), epsilon = 1e-15);
        assert_eq!(sine.next_jump(0.0), None);
        let square = Square::<Line>::builder().mean(1.0).amplitude(2.0).period(4.0).start(0.5);
        let square = square.build().unwrap();
        assert_eq!(
            [-1.0, 0.5, 2.0, 2.5, 4.5].map(|time| at(&square, time)),
            [-1.0, 3.0, 3.0, -1.0, 3.0]
        );
        assert_eq!(
            [0.5, 2.4, 2.5].map(|after| square.next_jump(after)),
            [Some(2.5), Some(2.5), Some(4.5)]
        );
    }

    /// The phase of a chirp is the integral of its frequency: `ω₀ t + (ω₁ − ω₀) t²/2T` while it changes.
    #[test]
    fn a_chirp_by_hand() {
        let chirp =
            Chirp::<Line>::builder().amplitude(1.0).from(2.0).to(5.0).start(3.0).duration(2.0);
        let chirp = chirp.mean(0.25).build().unwrap();
        for (time, phase) in [
            (2.5, 2.0 * -0.5),
            (3.0, 0.0),
            (4.0, 2.0 + 0.25 * 3.0),
            (5.0, 4.0 + 3.0),
            (6.0, 7.0 + 5.0),
        ] {
            let found = chirp.effort(&Stage::at(time));
            assert_relative_eq!(found, 0.25 + f64::sin(phase), epsilon = 1e-14);
        }
        assert_eq!(
            [0.0, 3.0, 5.0].map(|after| chirp.next_jump(after)),
            [Some(3.0), Some(5.0), None]
        );
    }

    #[test]
    fn samples_by_hand() {
        let list = [(1.0, 4.0), (2.0, 8.0), (4.0, 0.0)];
        let lines = Samples::<Line>::new(list, Interpolation::Lines).unwrap();
        let at = |time| lines.effort(&Stage::at(time));
        assert_eq!(
            [0.0, 1.0, 1.25, 2.0, 2.5, 4.0, 9.0].map(at),
            [4.0, 4.0, 5.0, 8.0, 6.0, 0.0, 0.0]
        );
        let steps = Samples::<Line>::new(list, Interpolation::Steps).unwrap();
        let at = |time| steps.effort(&Stage::at(time));
        assert_eq!(
            [0.0, 1.0, 1.25, 2.0, 3.9, 4.0, 9.0].map(at),
            [4.0, 4.0, 4.0, 8.0, 8.0, 0.0, 0.0]
        );
        // A step that ends at a time still belongs to the value before it.
        let ends_there = Stage { time: 2.0, tau: 0.0, step_start: 1.9 };
        assert_eq!((steps.effort(&ends_there), lines.effort(&ends_there)), (4.0, 8.0));
        for profile in [&lines as &dyn Profile<Line>, &steps] {
            let next = [0.0, 1.0, 3.0, 4.0].map(|after| profile.next_jump(after));
            assert_eq!(next, [Some(1.0), Some(2.0), Some(4.0), None]);
        }
        assert!(lines.samples().eq(list) && lines.between() == Interpolation::Lines);
    }

    /// What jumps within a sum or a sequence of signals, and what a later one hides.
    #[test]
    fn jumps_of_combined_signals() {
        let step =
            |time, value| Samples::<Line>::new([(time, value)], Interpolation::Steps).unwrap();
        let boxed = |time, value| Box::new(step(time, value)) as AnyProfile<Line>;
        let sum = Sum::<Line>::new([boxed(3.0, 1.0), boxed(2.0, 4.0)]);
        assert_eq!(sum.effort(&Stage::at(9.0)), 5.0);
        let next = [0.0, 2.0, 3.0].map(|after| sum.next_jump(after));
        assert_eq!(next, [Some(2.0), Some(3.0), None]);
        assert_eq!(sum.signals().len(), 2);
        assert_eq!(Sum::<Line>::new([]).effort(&Stage::at(0.0)), 0.0);
    }

    /// What tells two signals of one type apart: a closure is like every other.
    #[test]
    fn signals_are_told_apart_by_their_parameters() {
        let pair = |make: &dyn Fn(f64) -> AnyProfile<Line>| [1.5, 2.5].map(|x| make(x).describe());
        let sine = |x| Sine::<Line>::builder().amplitude(1.0).angular_frequency(x).build().unwrap();
        let ramp = |x| Ramp::<Line>::builder().to(x).duration(1.0).build().unwrap();
        let smooth = |x| SmoothStep::<Line>::builder().to(x).duration(1.0).build().unwrap();
        let square = |x| Square::<Line>::builder().amplitude(1.0).period(x).build().unwrap();
        let samples = |x| Samples::<Line>::new([(x, 1.0)], Interpolation::Lines).unwrap();
        let chirp = |x| {
            let chirp = Chirp::<Line>::builder().amplitude(1.0).from(1.0).to(x).duration(1.0);
            chirp.build().unwrap()
        };
        for [one, other] in [
            pair(&|x| Box::new(sine(x))),
            pair(&|x| Box::new(ramp(x))),
            pair(&|x| Box::new(smooth(x))),
            pair(&|x| Box::new(square(x))),
            pair(&|x| Box::new(samples(x))),
            pair(&|x| Box::new(chirp(x))),
            pair(&|x| Box::new(Sum::<Line>::new([Box::new(sine(x)) as AnyProfile<Line>]))),
        ] {
            assert!(one != other && one.contains("1.5") && other.contains("2.5"), "{one} {other}");
        }
        let [one, other] = pair(&|x| Box::new(move |_: &Stage| x));
        assert_eq!((one.as_str(), other.as_str()), ("", ""));
    }
}
