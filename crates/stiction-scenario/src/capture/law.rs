//! Springs, loads and friction laws back to their entries in a file.

use core::any::Any;

use stiction_core::{Domain, Line, PlanarFrame, Plane, Shaft, Space, SpatialFrame, VectorDomain};
use stiction_friction::{
    AmendedLuGre, BristleRate, Coefficient, CoulombGsat, Loaded, Relaxation, StribeckCurve,
    StribeckShape,
};
use stiction_mechanics::profiles::{
    AnyProfile, Chirp, Piecewise, Profile, Ramp, Samples, Sine, SmoothStep, Square, Sum,
};
use stiction_mechanics::{ConstantEffort, TimedEffort};
use stiction_patch::Schedule;

use super::signal::{self, LoadInFiles};
use super::{Found, flat, known, limit_set, pad, unknown_choice};
use crate::curve::{Curve, Level, RateChoice, RelaxationChoice, Shape};
use crate::law::{AppliedLoad, Coulomb, Law, LoadedLuGre, SignalList};
use crate::signal::{Load, Signal, Signals};

pub(super) fn of(law: &dyn Any) -> Found<Law> {
    vector::<Line>(law)
        .or_else(|| vector::<Shaft>(law))
        .or_else(|| vector::<Plane>(law))
        .or_else(|| vector::<Space>(law))
        .or_else(|| frame::<PlanarFrame>(law))
        .or_else(|| frame::<SpatialFrame>(law))
        .or_else(|| limit_set::of(law))
        .or_else(|| pad::of(law))
}

/// Laws of vector domains.
fn vector<D: VectorDomain>(law: &dyn Any) -> Found<Law> {
    loaded::<D, f64>(law)
        .or_else(|| loaded::<D, Schedule<f64>>(law))
        .or_else(|| loaded::<D, Load>(law))
        .or_else(|| known::<ConstantEffort<D>, AppliedLoad, _>(law))
        .or_else(|| timed::<D, Ramp<D>>(law))
        .or_else(|| timed::<D, SmoothStep<D>>(law))
        .or_else(|| timed::<D, Sine<D>>(law))
        .or_else(|| timed::<D, Square<D>>(law))
        .or_else(|| timed::<D, Chirp<D>>(law))
        .or_else(|| timed::<D, Samples<D>>(law))
        .or_else(|| timed::<D, Sum<D>>(law))
        .or_else(|| timed::<D, Piecewise<D>>(law))
        .or_else(|| timed::<D, AnyProfile<D>>(law))
        .or_else(|| timed::<D, Signals>(law))
}

/// Laws under one type of normal force.
fn loaded<D: VectorDomain, N: LoadInFiles>(law: &dyn Any) -> Found<Law> {
    known::<Loaded<CoulombGsat, D, N>, Coulomb, _>(law)
        .or_else(|| known::<Loaded<AmendedLuGre, D, N>, LoadedLuGre, _>(law))
}

/// Wrenches.
fn frame<D: Domain>(law: &dyn Any) -> Found<Law> {
    known::<ConstantEffort<D>, AppliedLoad, _>(law).or_else(|| {
        let law = law.downcast_ref::<TimedEffort<D, Signals>>()?;
        Some(signal::of_parts(law.profile()).map(applied))
    })
}

fn timed<D: VectorDomain, P: Profile<D>>(law: &dyn Any) -> Found<Law> {
    let law = law.downcast_ref::<TimedEffort<D, P>>()?;
    if !law.jumps().is_empty() {
        return Some(Err(
            "an effort of a file has no jumps besides those of its function".to_owned()
        ));
    }
    let signals = signal::of::<D>(law.profile())?;
    Some(signals.map(applied))
}

fn applied(signals: Vec<Signal>) -> Law {
    AppliedLoad { effort: signal::list(signals) }.into()
}

impl<D: Domain> TryFrom<&ConstantEffort<D>> for AppliedLoad {
    type Error = String;
    fn try_from(load: &ConstantEffort<D>) -> Result<Self, String> {
        let mut signals: Vec<Signal> = flat(&load.effort()).into_iter().map(Signal::from).collect();
        let effort = match signals.len() {
            1 => SignalList::One(signals.remove(0)),
            _ => SignalList::List(signals),
        };
        Ok(Self { effort })
    }
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

impl<D: VectorDomain, N: LoadInFiles> TryFrom<&Loaded<CoulombGsat, D, N>> for Coulomb {
    type Error = String;
    fn try_from(loaded: &Loaded<CoulombGsat, D, N>) -> Result<Self, String> {
        let law = loaded.law().parameters();
        Ok(Self {
            stiffness: law.stiffness(),
            damping: law.damping(),
            friction: coefficient(law.friction())?,
            normal_force: loaded.normal_force().signal()?,
            relaxation: relaxation(law.relaxation())?,
        })
    }
}

impl<D: VectorDomain, N: LoadInFiles> TryFrom<&Loaded<AmendedLuGre, D, N>> for LoadedLuGre {
    type Error = String;
    fn try_from(loaded: &Loaded<AmendedLuGre, D, N>) -> Result<Self, String> {
        let law = loaded.law();
        Ok(Self {
            stiffness: law.stiffness(),
            damping: law.damping(),
            viscous_damping: law.viscous_damping(),
            friction: level(&law.steady_friction())?,
            normal_force: loaded.normal_force().signal()?,
            bristle_rate: rate(law.bristle_rate())?,
        })
    }
}
