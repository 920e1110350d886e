//! A friction coefficient: one number, or one that depends on the sliding speed.

use stiction_core::{Describe, ParameterError, Validate};

use crate::StribeckCurve;

/// A friction coefficient \[1\].
///
/// ```
/// use stiction_friction::{Coefficient, StribeckCurve};
/// let dry: Coefficient = 0.5.into();
/// let curve = StribeckCurve::builder().coulomb(0.5).breakaway(0.7).stribeck_speed(0.01).build()?;
/// let with_breakaway: Coefficient = curve.into();
/// assert_eq!((dry.at_rest(), with_breakaway.at_rest()), (0.5, 0.7));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Describe)]
#[describe(spelling = Look)]
#[non_exhaustive]
pub enum Coefficient {
    /// The same at rest and in motion, ≥ 0.
    Constant(#[field(non_negative)] f64),
    /// Static friction at rest, which falls to the kinetic one with the speed.
    Stribeck(StribeckCurve),
}

impl Coefficient {
    /// At rest: the static coefficient.
    #[must_use]
    pub const fn at_rest(&self) -> f64 {
        match self {
            Self::Constant(value) => *value,
            Self::Stribeck(curve) => curve.breakaway(),
        }
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
