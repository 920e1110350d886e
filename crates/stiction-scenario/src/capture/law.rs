//! Laws back to their entries in a file, and what they have in common.

use core::any::Any;

use stiction_friction::{BristleRate, Coefficient, Relaxation, StribeckCurve, StribeckShape};

use super::{Found, limit_set, unknown_choice};
use crate::curve::{Curve, Level, RateChoice, RelaxationChoice, Shape};
use crate::law::Law;

pub(super) fn of(law: &dyn Any) -> Found<Law> {
    limit_set::of(law)
}

pub(super) fn relaxation(relaxation: Relaxation) -> Result<RelaxationChoice, String> {
    match relaxation {
        Relaxation::Implicit => Ok(RelaxationChoice::Implicit),
        Relaxation::OrderPreserving { kappa } => Ok(RelaxationChoice::OrderPreserving(kappa)),
        Relaxation::Constant { viscosity } => Ok(RelaxationChoice::Constant(viscosity)),
        _ => unknown_choice("relaxation"),
    }
}

pub(super) fn rate(rate: BristleRate) -> Result<RateChoice, String> {
    match rate {
        BristleRate::Explicit => Ok(RateChoice::Explicit),
        BristleRate::Implicit => Ok(RateChoice::Implicit),
        BristleRate::OrderPreserving => Ok(RateChoice::OrderPreserving),
        _ => unknown_choice("evaluation of a bristle"),
    }
}

pub(super) fn curve(curve: &StribeckCurve) -> Result<Curve, String> {
    Ok(Curve {
        coulomb: curve.coulomb(),
        breakaway: curve.breakaway(),
        stribeck_speed: curve.stribeck_speed(),
        shape: match curve.shape() {
            StribeckShape::Rational => Shape::Rational,
            StribeckShape::Gaussian => Shape::Gaussian,
            StribeckShape::Exponential { exponent } => Shape::Exponential(exponent),
            _ => return unknown_choice("shape of a Stribeck curve"),
        },
    })
}

/// A level that is always a curve in the library.
pub(super) fn level(of: &StribeckCurve) -> Result<Level, String> {
    if StribeckCurve::constant(of.coulomb()).is_ok_and(|constant| constant == *of) {
        return Ok(Level::Constant(of.coulomb()));
    }
    curve(of).map(Level::Curve)
}

/// A level that may be a number in the library.
pub(super) fn coefficient(of: Coefficient) -> Result<Level, String> {
    match of {
        Coefficient::Constant(value) => Ok(Level::Constant(value)),
        Coefficient::Stribeck(of) => curve(&of).map(Level::Curve),
        _ => unknown_choice("friction coefficient"),
    }
}
