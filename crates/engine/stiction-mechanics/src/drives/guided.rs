//! A position that follows signals.

use core::marker::PhantomData;

use stiction_core::{
    Describe, Drive, Flat, Form, Input, Motion, Parameter, ParameterError, Signal, Stage, Value,
    ValueError, Vector, VectorDomain,
};

use crate::effort_signal::SignalList;

/// A port whose position follows signals, one for every coordinate, at their rates: the slider under a
/// hand, a measured path, the command of a controller.
///
/// A position that is an [`Input`] has a velocity if it is moved
/// ([`Inputs::move_to`](stiction_core::Inputs::move_to)). If it is set, it jumps: a spring that hangs on
/// it then pulls with another force, and friction, which goes by the velocity, sees nothing.
///
/// ```
/// use stiction_core::signal::{Sine, Sum};
/// use stiction_core::{Drive, Input, Line, Signal, Stage};
/// use stiction_mechanics::Guided;
/// let sine = Sine::builder().amplitude(0.5).angular_frequency(4.0).build()?;
/// let center = Input::builder().name("center").unit("m").start(3.0).build()?;
/// let hand = Guided::<Line>::new([Sum::new([Signal::from(sine), center.into()])])?;
/// let motion = hand.motion(&Stage::at(0.0));
/// assert_eq!((motion.pose, motion.flow), (3.0, 2.0));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Guided<D: VectorDomain> {
    position: Vec<Signal>,
    domain: PhantomData<fn() -> D>,
}

impl<D: VectorDomain> Guided<D> {
    /// Creates a drive with one signal \[m\] or \[rad\] for every coordinate.
    ///
    /// # Errors
    /// More or fewer signals than coordinates; a signal that jumps, or a closure, of which no rate is known.
    pub fn new<S: Into<Signal>>(
        position: impl IntoIterator<Item = S>,
    ) -> Result<Self, ParameterError> {
        let refuse = |parameter, value, requirement| {
            Err(ParameterError::new("Guided", parameter, value, requirement))
        };
        let position: Vec<Signal> = position.into_iter().map(Into::into).collect();
        if position.len() != D::Vector::LEN {
            let (found, requirement) = (position.len() as f64, "must be that of coordinates");
            return refuse("number of signals", found, requirement);
        }
        if let Some(constant) =
            position.iter().filter_map(Signal::constant).find(|x| !x.is_finite())
        {
            return refuse("position", constant, "must be finite");
        }
        if let Some(jumping) = position.iter().position(|signal| !signal.is_continuous()) {
            let requirement = "jumps, or is a closure: a position must be a signal with a rate";
            return refuse("signal", jumping as f64, requirement);
        }
        Ok(Self { position, domain: PhantomData })
    }

    /// Returns the signals of the coordinates \[m\] or \[rad\].
    #[must_use]
    pub fn position(&self) -> &[Signal] {
        &self.position
    }
}

/// The parameters of a [`Guided`] motion in a scenario file.
#[derive(Describe)]
#[describe(
    tag = "guided",
    text = "A position that follows signals: the slider under a hand, a measured path.",
    chosen = "domain",
    builds = Guided<D>,
    entry
)]
pub(crate) struct GuidedMotion<D: VectorDomain> {
    /// One signal \[m\] or \[rad\], or a list with one for every coordinate; none of them jumps.
    position: Guided<D>,
}

impl<D: VectorDomain> From<GuidedMotion<D>> for Result<Guided<D>, ParameterError> {
    fn from(guided: GuidedMotion<D>) -> Self {
        Ok(guided.position)
    }
}

impl<D: VectorDomain> From<&Guided<D>> for GuidedMotion<D> {
    fn from(guided: &Guided<D>) -> Self {
        Self { position: guided.clone() }
    }
}

impl<D: VectorDomain> Parameter for Guided<D> {
    fn form() -> Form {
        SignalList::form()
    }
    fn value(&self) -> Value {
        SignalList::of_all(&self.position).value()
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        Ok(Self::new(SignalList::of(value)?.into_all())?)
    }
}

impl<D: VectorDomain> Drive<D> for Guided<D> {
    fn motion(&self, stage: &Stage) -> Motion<D> {
        Motion {
            pose: D::Vector::from_axes(|axis| self.position[axis].at(stage)),
            flow: D::Vector::from_axes(|axis| self.position[axis].rate(stage)),
        }
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        let jumps = self.position.iter().filter_map(|signal| signal.next_jump(after));
        jumps.min_by(f64::total_cmp)
    }
    fn shortest_period(&self) -> Option<f64> {
        self.position.iter().filter_map(Signal::shortest_period).min_by(f64::total_cmp)
    }
    fn inputs(&self) -> Vec<&Input> {
        self.position.iter().flat_map(Signal::inputs).collect()
    }
    fn describe(&self) -> String {
        format!("{self:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use proptest::prelude::*;
    use stiction_core::signal::{Chirp, Interpolation, Piecewise, Ramp, Samples};
    use stiction_core::signal::{Sine, SmoothStep, Square, Sum};
    use stiction_core::{Inputs, Line, Plane};

    /// Returns one signal of each kind that has a rate, all of which change between 1 s and 3 s.
    fn signals() -> Vec<Signal> {
        let ramp = Ramp::builder().from(1.0).to(5.0).start(1.0).duration(2.0).build().unwrap();
        let smooth = SmoothStep::builder().to(2.0).start(1.0).duration(2.0).build().unwrap();
        let sine = Sine::builder().mean(0.3).amplitude(0.7).angular_frequency(3.0).phase(0.4);
        let sine = sine.build().unwrap();
        let chirp = Chirp::builder().amplitude(0.5).from(1.0).to(9.0).start(1.0).duration(2.0);
        let points = [(0.5, 0.0), (1.5, 2.0), (3.0, -1.0)];
        let samples = Samples::new(points, Interpolation::Lines).unwrap();
        let input = Input::builder().name("x").build().unwrap();
        let sum = Sum::new([Signal::from(sine.clone()), ramp.clone().into()]);
        let pieces = Piecewise::new(ramp.clone(), [(2.0, 3.0)]).unwrap();
        vec![
            4.0.into(),
            ramp.into(),
            smooth.into(),
            sine.into(),
            chirp.build().unwrap().into(),
            samples.into(),
            input.into(),
            sum.into(),
            pieces.into(),
        ]
    }

    proptest! {
        #[test]
        fn the_flow_is_the_rate_of_the_pose(which in 0..9_usize, time in 0.9..4.0_f64) {
            let mut inputs = Inputs::new([&Input::builder().name("x").build().unwrap()]).unwrap();
            inputs.move_to(0, 3.0, 0.9, 1.7).unwrap();
            let hand = Guided::<Line>::new([signals().swap_remove(which)]).unwrap();
            let (before, after) = (time - 1e-5, time + 1e-5);
            // Not across a kink, nor before the input was moved: that is past.
            let next = [hand.next_jump(before), inputs.next_jump(before)];
            let mut kinks = next.into_iter().flatten();
            prop_assume!(before > 0.9 && kinks.all(|kink| !(before..=after).contains(&kink)));
            let at = |time: f64| hand.motion(&Stage::at(time).with_inputs(Some(&inputs)));
            let numeric = (at(after).pose - at(before).pose) / 2e-5;
            prop_assert!((at(time).flow - numeric).abs() < 1e-8, "{numeric} {:?}", at(time));
        }
    }

    /// The last stage of a step that ends at a kink sees the rate of the step.
    #[test]
    fn the_rate_is_that_of_the_step() {
        let ramp = Ramp::builder().to(4.0).start(1.0).duration(2.0).build().unwrap();
        let hand = Guided::<Line>::new([ramp]).unwrap();
        let rate = |time, from| hand.motion(&Stage::at(time).of_step_from(from)).flow;
        assert_eq!([rate(1.0, 0.9), rate(1.0, 1.0), rate(3.0, 2.9)], [0.0, 2.0, 2.0]);
        assert_eq!([rate(3.0, 3.0), rate(9.0, 9.0)], [0.0, 0.0]);
        assert_eq!(
            [0.0, 1.0, 3.0].map(|after| hand.next_jump(after)),
            [Some(1.0), Some(3.0), None]
        );
    }

    #[test]
    fn what_has_no_rate_is_refused() {
        assert_refused(Guided::<Plane>::new([1.0]), "number of signals");
        let square = Square::builder().amplitude(1.0).period(1.0).build().unwrap();
        let steps = Signal::steps([(0.0, 1.0), (1.0, 2.0)]).unwrap();
        let jumping = Piecewise::new(1.0, [(2.0, 1.5)]).unwrap();
        let closure = Signal::from(|time: f64| time);
        for signal in [square.into(), steps, jumping.into(), closure] {
            let sum = Sum::new([Signal::from(1.0), signal.clone()]);
            assert_refused(Guided::<Line>::new([signal]), "signal");
            assert_refused(Guided::<Line>::new([sum]), "signal");
        }
        for bad in NOT_FINITE {
            assert_refused(Guided::<Line>::new([bad]), "position");
        }
        assert!(signals().into_iter().all(|signal| Guided::<Line>::new([signal]).is_ok()));
    }
}
