//! A friction coefficient: one number, one that depends on the sliding speed, or one that changes with time.

use stiction_core::{Describe, Input, ParameterError, Signal, Stage, Validate};

use crate::{StribeckCurve, pressing_force};

/// A friction coefficient \[1\].
///
/// ```
/// use stiction_core::{Input, Stage};
/// use stiction_friction::{Coefficient, StribeckCurve};
/// let dry: Coefficient = 0.5.into();
/// let curve = StribeckCurve::builder().coulomb(0.5).breakaway(0.7).stribeck_speed(0.01).build()?;
/// let with_breakaway: Coefficient = curve.into();
/// // A floor that somebody wets while the mechanism is stepped.
/// let floor: Coefficient = Input::builder().name("floor").start(0.8).build()?.into();
/// let at_rest = [dry, with_breakaway, floor].map(|friction| friction.at_rest(&Stage::at(0.0)));
/// assert_eq!(at_rest, [0.5, 0.7, 0.8]);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Describe)]
#[describe(spelling = Look)]
#[non_exhaustive]
pub enum Coefficient {
    /// A number that holds at rest and in motion, ≥ 0.
    Constant(#[field(non_negative)] f64),
    /// Static friction at rest, which falls to the kinetic one with the speed.
    Stribeck(StribeckCurve),
    /// A function of the time, or what is set from outside; ≥ 0 and finite at all times, or the friction is
    /// not a number.
    Varying(Signal),
}

impl Coefficient {
    /// Returns the static coefficient, which holds at rest, at this stage; NaN if the value is not valid.
    #[must_use]
    pub fn at_rest(&self, stage: &Stage) -> f64 {
        match self {
            Self::Constant(value) => *value,
            Self::Stribeck(curve) => curve.breakaway(),
            Self::Varying(signal) => pressing_force(signal.at(stage)),
        }
    }

    /// Returns its signals, which change with time.
    #[must_use]
    pub const fn signal(&self) -> Option<&Signal> {
        if let Self::Varying(signal) = self { Some(signal) } else { None }
    }

    /// Checks the value, in the name of the component that holds it, and the damping that it needs:
    /// a speed that friction depends on is solved for against the damping.
    pub(crate) fn check<L: Validate>(
        &self,
        name: &'static str,
        damping_name: &'static str,
        damping: f64,
    ) -> Result<(), ParameterError> {
        match self {
            Self::Constant(value) => L::non_negative(name, *value),
            Self::Stribeck(_) => L::positive(damping_name, damping),
            Self::Varying(signal) => {
                let refused = signal
                    .written()
                    .into_iter()
                    .find(|value| !(value.is_finite() && *value >= 0.0));
                refused.map_or(Ok(()), |value| L::non_negative(name, value))
            }
        }
    }
}

impl Default for Coefficient {
    fn default() -> Self {
        Self::Constant(1.0)
    }
}

impl From<f64> for Coefficient {
    fn from(value: f64) -> Self {
        Self::Constant(value)
    }
}

impl From<StribeckCurve> for Coefficient {
    fn from(curve: StribeckCurve) -> Self {
        Self::Stribeck(curve)
    }
}

impl From<Signal> for Coefficient {
    fn from(signal: Signal) -> Self {
        signal.constant().map_or(Self::Varying(signal), Self::Constant)
    }
}

impl From<Input> for Coefficient {
    fn from(input: Input) -> Self {
        Self::Varying(input.into())
    }
}
