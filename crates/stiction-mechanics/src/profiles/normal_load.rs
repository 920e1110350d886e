//! Every profile of a force is a normal force too.

use stiction_core::{Line, NormalLoad, Stage};

use super::{AnyProfile, Chirp, Piecewise, Profile, Ramp, Samples, Sine, SmoothStep, Square, Sum};
use crate::TimedEffort;

/// Of an oscillation.
const NONE_KNOWN: [f64; 0] = [];

/// Implements [`NormalLoad`] for types with a [`Profile`] on a line, with the values that are known to be
/// taken. Whether an oscillation falls below zero is not looked for here: a run ends where it does.
macro_rules! normal_loads {
    ($($profile:ty: |$own:ident| $known:expr;)+) => {$(
        impl NormalLoad for $profile {
            #[inline]
            fn normal_force(&self, stage: &Stage) -> f64 {
                self.effort(stage)
            }
            fn refused(&self) -> Option<f64> {
                let $own = self;
                let mut known = $known.into_iter();
                known.find(|force| !(force.is_finite() && *force >= 0.0))
            }
            fn next_jump(&self, after: f64) -> Option<f64> {
                Profile::<Line>::next_jump(self, after)
            }
            fn describe(&self) -> String {
                Profile::<Line>::describe(self)
            }
        }
    )+};
}
normal_loads! {
    Ramp<Line>: |own| [own.from(), own.to()];
    SmoothStep<Line>: |own| [own.from(), own.to()];
    Samples<Line>: |own| own.samples().map(|(_, force)| force);
    Sine<Line>: |_own| NONE_KNOWN;
    Square<Line>: |_own| NONE_KNOWN;
    Chirp<Line>: |_own| NONE_KNOWN;
    Sum<Line>: |_own| NONE_KNOWN;
    Piecewise<Line>: |_own| NONE_KNOWN;
    AnyProfile<Line>: |_own| NONE_KNOWN;
}

/// A closure over the [`Stage`], with declared jumps: what a plain closure of the time does not know.
impl<P: Profile<Line>> NormalLoad for TimedEffort<Line, P> {
    #[inline]
    fn normal_force(&self, stage: &Stage) -> f64 {
        self.profile().effort(stage)
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        stiction_core::Impedance::next_jump(self, after)
    }
    fn describe(&self) -> String {
        self.profile().describe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profiles;

    fn force(load: &impl NormalLoad, time: f64) -> f64 {
        load.normal_force(&Stage::at(time))
    }

    #[test]
    fn every_profile_is_a_normal_force_with_its_jumps() {
        let ramp = || Ramp::<Line>::builder().to(4.0).start(1.0).duration(2.0).build().unwrap();
        assert_eq!((force(&ramp(), 2.0), NormalLoad::next_jump(&ramp(), 0.0)), (2.0, Some(1.0)));
        let smooth = SmoothStep::<Line>::builder().to(4.0).duration(2.0).build().unwrap();
        assert_eq!((force(&smooth, 1.0), NormalLoad::next_jump(&smooth, 0.0)), (2.0, Some(2.0)));
        let sine = Sine::<Line>::builder().mean(3.0).amplitude(1.0).angular_frequency(1.0);
        let sine = sine.build().unwrap();
        assert_eq!((force(&sine, 0.0), NormalLoad::next_jump(&sine, 0.0)), (3.0, None));
        let square =
            Square::<Line>::builder().mean(3.0).amplitude(1.0).period(2.0).build().unwrap();
        assert_eq!((force(&square, 1.5), NormalLoad::next_jump(&square, 0.0)), (2.0, Some(1.0)));
        let chirp = Chirp::<Line>::builder().mean(3.0).amplitude(1.0).from(1.0).to(2.0);
        assert_eq!(force(&chirp.duration(1.0).build().unwrap(), 0.0), 3.0);
        let points = [(0.0, 1.0), (1.0, 3.0)];
        let lines = Samples::<Line>::new(points, profiles::Interpolation::Lines).unwrap();
        let steps = Samples::<Line>::new(points, profiles::Interpolation::Steps).unwrap();
        assert_eq!([force(&lines, 0.5), force(&steps, 0.5)], [2.0, 1.0]);
        assert_eq!(NormalLoad::next_jump(&steps, 0.0), Some(1.0));
        let sum = Sum::<Line>::new([Box::new(ramp()) as AnyProfile<Line>, Box::new(sine)]);
        assert_eq!(force(&sum, 0.0), 3.0);
        let boxed: AnyProfile<Line> = Box::new(lines);
        assert_eq!((force(&boxed, 0.5), NormalLoad::next_jump(&boxed, 0.0)), (2.0, Some(1.0)));
        let piecewise =
            Piecewise::new(boxed, [(5.0, Box::new(ramp()) as AnyProfile<Line>)]).unwrap();
        assert_eq!(
            (force(&piecewise, 5.0), NormalLoad::next_jump(&piecewise, 1.0)),
            (4.0, Some(5.0))
        );
        let staged = |stage: &Stage| if stage.step_start < 2.0 { 1.0 } else { 2.0 };
        let staged = TimedEffort::<Line, _>::new(staged).with_jumps([2.0]).unwrap();
        assert_eq!((force(&staged, 2.0), NormalLoad::next_jump(&staged, 0.0)), (2.0, Some(2.0)));
        assert_eq!(NormalLoad::constant(&staged), None);
    }

    #[test]
    fn values_below_zero_that_are_known_are_refused() {
        let ramp =
            |from, to| Ramp::<Line>::builder().from(from).to(to).duration(1.0).build().unwrap();
        let found = [ramp(-1.0, 2.0), ramp(1.0, -2.0), ramp(0.0, 2.0)].map(|ramp| ramp.refused());
        assert_eq!(found, [Some(-1.0), Some(-2.0), None]);
        let samples =
            Samples::<Line>::new([(0.0, 1.0), (1.0, -3.0)], profiles::Interpolation::Lines)
                .unwrap();
        assert_eq!(samples.refused(), Some(-3.0));
        let smooth = SmoothStep::<Line>::builder().to(-4.0).duration(2.0).build().unwrap();
        assert_eq!(smooth.refused(), Some(-4.0));
        let sine = Sine::<Line>::builder().amplitude(1.0).angular_frequency(1.0).build().unwrap();
        assert_eq!(sine.refused(), None);
    }
}
