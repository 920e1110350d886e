//! Friction levels and numerical choices that several laws share.

use serde::{Deserialize, Serialize};
use stiction_core::ParameterError;
use stiction_friction::{BristleRate, Coefficient, Relaxation, StribeckCurve, StribeckShape};

use crate::number_or::number_or;
use crate::tagged::parameters;

parameters! {
    /// A friction level that falls from the break-away value at rest to the Coulomb value. Its unit is
    /// that of what takes it: a force [N], a torque [N m], a coefficient [1], a deflection [m] or [rad].
    Curve {
        /// Level at high speed, > 0.
        pub coulomb: f64,
        /// Level at rest, at least the Coulomb level.
        pub breakaway: f64,
        /// Speed that characterises the fall [m/s] or [rad/s], > 0.
        pub stribeck_speed: f64,
        /// `rational`, `gaussian` (the default), or `{ exponential = 1.5 }`.
        #[serde(default)]
        pub shape: Shape,
    }
}

/// How the level falls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "StribeckShape")]
pub enum Shape {
    /// 1/(1 + s/vs).
    Rational,
    /// exp(−(s/vs)²).
    #[default]
    Gaussian,
    /// exp(−(s/vs)^γ), with the exponent γ > 0.
    Exponential(f64),
}

/// A friction level: a number, or a curve over the sliding speed.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum Level {
    /// The same at every speed, in the unit of what takes it.
    Constant(f64),
    /// Depends on the speed.
    Curve(Curve),
}

impl From<f64> for Level {
    fn from(value: f64) -> Self {
        Self::Constant(value)
    }
}
impl From<Curve> for Level {
    fn from(curve: Curve) -> Self {
        Self::Curve(curve)
    }
}

number_or!(
    Level,
    "a number, or a table with coulomb, breakaway and stribeck_speed",
    table => Level::Curve
);

impl Curve {
    pub(crate) fn build(&self) -> Result<StribeckCurve, ParameterError> {
        let shape = match self.shape {
            Shape::Rational => StribeckShape::Rational,
            Shape::Gaussian => StribeckShape::Gaussian,
            Shape::Exponential(exponent) => StribeckShape::Exponential { exponent },
        };
        let curve = StribeckCurve::builder().coulomb(self.coulomb).breakaway(self.breakaway);
        curve.stribeck_speed(self.stribeck_speed).shape(shape).build()
    }
}

impl Level {
    pub(crate) fn curve(&self) -> Result<StribeckCurve, ParameterError> {
        match self {
            Self::Constant(value) => StribeckCurve::constant(*value),
            Self::Curve(curve) => curve.build(),
        }
    }
    pub(crate) fn coefficient(&self) -> Result<Coefficient, ParameterError> {
        match self {
            Self::Constant(value) => Ok(Coefficient::Constant(*value)),
            Self::Curve(curve) => curve.build().map(Coefficient::Stribeck),
        }
    }
}

/// How the length of a stage enters a law of Kikuuwe's kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(
    rustdoc::broken_intra_doc_links,
    reason = "the JSON schema has these lines too, with units in plain brackets"
)]
#[schemars(rename = "Relaxation")]
pub enum RelaxationChoice {
    /// Backward Euler over the stage.
    #[default]
    Implicit,
    /// The classical scheme while it is stable; the factor κ, 0.7 to 1.
    OrderPreserving(f64),
    /// The same viscosity at every stage [N s/m] or [N m s/rad], ≥ 0.
    Constant(f64),
}

impl From<RelaxationChoice> for Relaxation {
    fn from(choice: RelaxationChoice) -> Self {
        match choice {
            RelaxationChoice::Implicit => Self::Implicit,
            RelaxationChoice::OrderPreserving(kappa) => Self::OrderPreserving { kappa },
            RelaxationChoice::Constant(viscosity) => Self::Constant { viscosity },
        }
    }
}

/// How the rate of a bristle is evaluated.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BristleRate")]
pub enum RateChoice {
    /// As printed in the papers.
    #[default]
    Explicit,
    /// Backward Euler over the stage.
    Implicit,
    /// Differs from the explicit rate in fourth order only, and is stable.
    OrderPreserving,
}

impl From<RateChoice> for BristleRate {
    fn from(choice: RateChoice) -> Self {
        match choice {
            RateChoice::Explicit => Self::Explicit,
            RateChoice::Implicit => Self::Implicit,
            RateChoice::OrderPreserving => Self::OrderPreserving,
        }
    }
}
