//! An effort that is a function of the time alone, in any domain.

use core::fmt;
use std::sync::Arc;

use stiction_core::signal::{
    Chirp, Closure, Input, Piecewise, Ramp, Samples, Signal, Sine, SmoothStep, Square, Sum,
};
use stiction_core::{
    Describe, Domain, Effort, Filled, Flat, Form, Parameter, ParameterError, Stage, Value,
    ValueError, Varying,
};

/// The most scalars that an effort has: force and torque in space.
const MOST: usize = 6;

/// One [`Signal`] for every scalar of an effort, force before torque, or a closure `Fn(&Stage) -> Effort<D>`.
///
/// Where the effort is one number, anything that is a signal is one of these.
#[derive(Clone)]
pub struct EffortSignal<D: Domain> {
    given: Given<D>,
    /// Declared besides those of the signals \[s\], ascending.
    jumps: Arc<[f64]>,
}

type EffortClosure<D> = dyn Fn(&Stage) -> Effort<D> + Send + Sync;

#[derive(Clone)]
enum Given<D: Domain> {
    /// As many as the effort has scalars.
    Signals(Arc<[Signal]>),
    Closure(Arc<EffortClosure<D>>),
}

impl<D: Domain> EffortSignal<D> {
    /// Creates an effort with one signal for every scalar.
    ///
    /// # Errors
    /// More or fewer signals than the effort has scalars.
    pub fn new<S: Into<Signal>>(
        signals: impl IntoIterator<Item = S>,
    ) -> Result<Self, ParameterError> {
        let signals: Arc<[Signal]> = signals.into_iter().map(Into::into).collect();
        if signals.len() == Effort::<D>::LEN && signals.len() <= MOST {
            return Ok(Self::given(Given::Signals(signals)));
        }
        let requirement = "must be the number of scalars of the effort, at most 6";
        let found = signals.len() as f64;
        Err(ParameterError::new("EffortSignal", "number of signals", found, requirement))
    }

    fn given(given: Given<D>) -> Self {
        Self { given, jumps: Arc::new([]) }
    }

    /// Declares times at which the effort jumps \[s\], in any order, in addition to those that are known.
    ///
    /// # Errors
    /// A time that is not finite.
    pub fn with_jumps(
        mut self,
        times: impl IntoIterator<Item = f64>,
    ) -> Result<Self, ParameterError> {
        let all = self.jumps.iter().copied().chain(times);
        self.jumps = Closure::new(|_| 0.0).with_jumps(all)?.jumps().into();
        Ok(self)
    }

    /// Returns the signals of all scalars; none of a closure.
    #[must_use]
    pub fn signals(&self) -> Option<&[Signal]> {
        match &self.given {
            Given::Signals(signals) => Some(signals),
            Given::Closure(_) => None,
        }
    }

    /// Returns the times that were declared, ascending \[s\].
    #[must_use]
    pub fn jumps(&self) -> &[f64] {
        &self.jumps
    }

    /// Returns the effort at `stage.time`, of the branch to which `stage.step_start` belongs.
    #[inline]
    #[must_use]
    pub fn at(&self, stage: &Stage) -> Effort<D> {
        match &self.given {
            Given::Signals(signals) => {
                let mut scalars = [0.0; MOST];
                for (scalar, signal) in scalars.iter_mut().zip(signals.iter()) {
                    *scalar = signal.at(stage);
                }
                Effort::<D>::load(&scalars[..Effort::<D>::LEN])
            }
            Given::Closure(closure) => closure(stage),
        }
    }
}

impl<D: Domain> Varying for EffortSignal<D> {
    fn next_jump(&self, after: f64) -> Option<f64> {
        let declared = self.jumps.iter().copied().find(|&time| time > after);
        let signals = self.signals().unwrap_or_default();
        let known = signals.iter().filter_map(|signal| signal.next_jump(after));
        known.chain(declared).min_by(f64::total_cmp)
    }
    fn inputs(&self) -> Vec<&Input> {
        self.signals().unwrap_or_default().iter().flat_map(Signal::inputs).collect()
    }
    fn shortest_period(&self) -> Option<f64> {
        let signals = self.signals().unwrap_or_default();
        signals.iter().filter_map(Signal::shortest_period).min_by(f64::total_cmp)
    }
}

/// Shows all parameters; a closure has none.
impl<D: Domain> fmt::Debug for EffortSignal<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.signals() {
            Some([signal]) => signal.fmt(f)?,
            Some(signals) => signals.fmt(f)?,
            None => f.write_str("closure")?,
        }
        if self.jumps.is_empty() { Ok(()) } else { write!(f, " with jumps {:?}", self.jumps) }
    }
}

/// How files write it.
#[derive(Describe)]
#[describe(spelling = Look)]
pub(crate) enum SignalList {
    /// For a scalar.
    One(Signal),
    /// For every scalar.
    List(Filled<Signal>),
}

impl SignalList {
    pub(crate) fn of_all(signals: &[Signal]) -> Self {
        match signals {
            [signal] => Self::One(signal.clone()),
            signals => Self::List(Filled(signals.to_vec())),
        }
    }
    pub(crate) fn into_all(self) -> Vec<Signal> {
        match self {
            Self::One(signal) => vec![signal],
            Self::List(Filled(signals)) => signals,
        }
    }
}

impl<D: Domain> Parameter for EffortSignal<D> {
    fn form() -> Form {
        SignalList::form()
    }
    fn value(&self) -> Value {
        match self.signals() {
            Some(_) if !self.jumps.is_empty() => Value::Opaque("a function with jumps of its own"),
            Some(signals) => SignalList::of_all(signals).value(),
            None => Value::Opaque("a closure"),
        }
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        let signals = SignalList::of(value)?.into_all();
        let constants = signals.iter().filter_map(Signal::constant);
        if let Some(broken) = constants.into_iter().find(|effort| !effort.is_finite()) {
            let refused = ParameterError::new("ConstantEffort", "effort", broken, "must be finite");
            return Err(ValueError::new(refused.to_string()));
        }
        let (found, name) = (signals.len(), D::NAME);
        let message = match Effort::<D>::LEN {
            1 => format!("must be one signal, found {found}"),
            expected => format!("must be a list of {expected} signals for a {name}, found {found}"),
        };
        Self::new(signals).map_err(|_| ValueError::new(message))
    }
}

/// One signal for every scalar; another number of them does not compile.
impl<D: Domain, const N: usize> From<[Signal; N]> for EffortSignal<D> {
    fn from(signals: [Signal; N]) -> Self {
        const { assert!(N == Effort::<D>::LEN && N <= MOST, "one signal for every scalar") };
        Self::given(Given::Signals(Arc::new(signals)))
    }
}

impl<D: Domain, F> From<F> for EffortSignal<D>
where
    F: Fn(&Stage) -> Effort<D> + Send + Sync + 'static,
{
    fn from(effort: F) -> Self {
        Self::given(Given::Closure(Arc::new(effort)))
    }
}

/// The effort of a line or a shaft is one number.
macro_rules! scalars {
    ($($signal:ty),+) => {$(
        impl<D: Domain<Effort = f64>> From<$signal> for EffortSignal<D> {
            fn from(signal: $signal) -> Self {
                [Signal::from(signal)].into()
            }
        }
    )+};
}
scalars!(
    f64, Signal, Closure, Ramp, SmoothStep, Sine, Square, Chirp, Samples, Sum, Piecewise, Input
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use nalgebra::{Vector2, Vector3};
    use stiction_core::{Line, PlanarFrame, Plane, SpatialFrame};

    fn square(amplitude: f64, period: f64) -> Signal {
        Square::builder().amplitude(amplitude).period(period).build().unwrap().into()
    }

    #[test]
    fn every_scalar_has_its_signal() {
        let effort = EffortSignal::<Plane>::from([square(1.0, 2.0), 3.0.into()]);
        assert_eq!(effort.at(&Stage::at(0.5)), Vector2::new(1.0, 3.0));
        assert_eq!(effort.at(&Stage::at(1.5)), Vector2::new(-1.0, 3.0));
        let wrench = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let wrench = EffortSignal::<SpatialFrame>::new(wrench).unwrap().at(&Stage::at(0.0));
        assert_eq!(wrench.force, Vector3::new(1.0, 2.0, 3.0));
        assert_eq!(wrench.torque, Vector3::new(4.0, 5.0, 6.0));
        for wrong in [1, 2, 4] {
            let refused = EffortSignal::<PlanarFrame>::new(vec![1.0; wrong]);
            assert_refused(refused, "number of signals");
        }
    }

    #[test]
    fn jumps_are_those_of_all_scalars_and_the_declared() {
        let effort = EffortSignal::<Plane>::from([square(1.0, 2.0), square(1.0, 1.2)]);
        assert_eq!([0.0, 0.6, 1.0].map(|t| effort.next_jump(t)), [0.6, 1.0, 1.2].map(Some));
        let effort = effort.with_jumps([0.7, 0.1]).unwrap().with_jumps([0.7]).unwrap();
        assert_eq!(effort.jumps(), [0.1, 0.7]);
        assert_eq!([0.0, 0.1, 0.6].map(|t| effort.next_jump(t)), [0.1, 0.6, 0.7].map(Some));
        for bad in NOT_FINITE {
            let effort = EffortSignal::<Line>::from(|_: &Stage| 1.0);
            assert_refused(effort.with_jumps([1.0, bad]), "jumps");
        }
    }

    #[test]
    fn it_shows_its_parameters() {
        let effort = EffortSignal::<Plane>::from([square(1.5, 2.0), 3.0.into()]);
        let shown = format!("{effort:?}");
        assert!(shown.contains("1.5") && shown.contains("3.0"), "{shown}");
        let closure = EffortSignal::<Line>::from(|stage: &Stage| stage.time);
        assert_eq!((format!("{closure:?}"), closure.signals()), ("closure".to_owned(), None));
        let jumping = closure.with_jumps([4.0]).unwrap();
        assert_eq!(format!("{jumping:?}"), "closure with jumps [4.0]");
    }
}
