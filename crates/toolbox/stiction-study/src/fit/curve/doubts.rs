//! Results that friction cannot have: a level or a damping below zero would drive.

use serde::Serialize;
use stiction_core::Shown;

use super::{Curve, Direction, FrictionCurve, Quantity, Side, Turns};

/// A result that friction cannot have.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CurveDoubt {
    /// A level of friction is below zero by more than its error.
    #[error(
        "{direction}: {parameter} is {}, which friction cannot be: it would drive; {}",
        Shown(*value), of_load(*load)
    )]
    Level {
        /// The direction.
        direction: Direction,
        /// Name of the parameter.
        parameter: &'static str,
        /// The estimate.
        value: f64,
        /// A constant load that would explain it: half of the sum of the torques of both directions.
        load: Option<f64>,
    },
    /// The torque keeps falling with the speed.
    #[error(
        "{direction}: viscous_damping is {}, which friction cannot have: the torque falls with the speed up to the \
         fastest stretch; heat, a load that changes with the speed, or a curve of another form?",
        Shown(*value)
    )]
    Damping {
        /// The direction.
        direction: Direction,
        /// The estimate.
        value: f64,
    },
    /// The torque falls with the distance after a turning point.
    #[error(
        "{direction}: the stiffness is {}, which friction cannot have: the torque falls with the way",
        Shown(*value)
    )]
    Stiffness {
        /// The direction.
        direction: Direction,
        /// The estimate.
        value: f64,
    },
}

fn of_load(load: Option<f64>) -> String {
    match load {
        Some(load) => format!(
            "a constant load of about {}? subtract it from the torque",
            Shown((1e4 * load).round() / 1e4)
        ),
        None => "a constant load? subtract it from the torque".to_owned(),
    }
}

/// Returns the estimate if even the upper end of its interval is below zero.
fn below_zero(quantity: &Quantity) -> Option<f64> {
    let [_, high] = quantity.interval();
    quantity.value().filter(|_| high.is_some_and(|high| high < 0.0))
}

/// Returns the levels of a direction that are below zero, and its slope if that is; `load` is half of the sum of the
/// levels of both directions.
fn impossible(
    direction: Direction,
    levels: &[(&'static str, &Quantity)],
    load: Option<f64>,
    (slope, of_slope): (&Quantity, fn(Direction, f64) -> CurveDoubt),
) -> Vec<CurveDoubt> {
    let levels = levels.iter().filter_map(|&(parameter, quantity)| {
        let value = below_zero(quantity)?;
        Some(CurveDoubt::Level { direction, parameter, value, load })
    });
    levels.chain(below_zero(slope).map(|value| of_slope(direction, value))).collect()
}

impl FrictionCurve {
    /// Returns the results that friction cannot have.
    #[must_use]
    pub fn doubts(&self) -> Vec<CurveDoubt> {
        let level = |own: &Option<Curve>| own.as_ref().and_then(|own| own.coulomb.value());
        let load = half_of_sum(level(&self.forward), level(&self.backward));
        let of = |own: &Curve| {
            let levels = [("coulomb", &own.coulomb), ("breakaway", &own.breakaway)];
            let damping = |direction, value| CurveDoubt::Damping { direction, value };
            impossible(own.direction, &levels, load, (&own.viscous_damping, damping))
        };
        self.curves().flat_map(of).collect()
    }
}

impl Turns {
    /// Returns the results that friction cannot have.
    #[must_use]
    pub fn doubts(&self) -> Vec<CurveDoubt> {
        let level = |own: &Option<Side>| own.as_ref().and_then(|own| own.onset.breakaway.value());
        let load = half_of_sum(level(&self.forward), level(&self.backward));
        let of = |own: &Side| {
            let levels = [("breakaway", &own.onset.breakaway)];
            let stiffness = |direction, value| CurveDoubt::Stiffness { direction, value };
            impossible(own.direction, &levels, load, (&own.onset.stiffness, stiffness))
        };
        [&self.forward, &self.backward].into_iter().flatten().flat_map(of).collect()
    }
}

/// Returns half of the sum of two levels, the second of which is that of the other direction.
fn half_of_sum(forward: Option<f64>, backward: Option<f64>) -> Option<f64> {
    Some(0.5 * (forward? - backward?))
}
