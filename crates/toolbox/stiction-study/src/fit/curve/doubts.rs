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

/// Returns half of the sum of two levels, the second of which is that of the other direction.
fn load(forward: Option<&Quantity>, backward: Option<&Quantity>) -> Option<f64> {
    Some(0.5 * (forward?.value()? - backward?.value()?))
}

impl FrictionCurve {
    /// Returns the results that friction cannot have.
    #[must_use]
    pub fn doubts(&self) -> Vec<CurveDoubt> {
        let load = load(
            self.forward.as_ref().map(|own| &own.coulomb),
            self.backward.as_ref().map(|own| &own.coulomb),
        );
        self.curves().flat_map(|own| own.doubts(load)).collect()
    }
}

impl Curve {
    fn doubts(&self, load: Option<f64>) -> Vec<CurveDoubt> {
        let direction = self.direction;
        let levels = [("coulomb", &self.coulomb), ("breakaway", &self.breakaway)];
        let levels = levels.into_iter().filter_map(|(parameter, quantity)| {
            let value = below_zero(quantity)?;
            Some(CurveDoubt::Level { direction, parameter, value, load })
        });
        let damping = below_zero(&self.viscous_damping);
        let damping = damping.map(|value| CurveDoubt::Damping { direction, value });
        levels.chain(damping).collect()
    }
}

impl Turns {
    /// Returns the results that friction cannot have.
    #[must_use]
    pub fn doubts(&self) -> Vec<CurveDoubt> {
        let level = |side: &Option<Side>| side.as_ref().map(|own| own.onset.breakaway().clone());
        let load = load(level(&self.forward).as_ref(), level(&self.backward).as_ref());
        let sides = [&self.forward, &self.backward].into_iter().flatten();
        let of = |side: &Side| {
            let direction = side.direction;
            let level = below_zero(side.onset.breakaway()).map(|value| CurveDoubt::Level {
                direction,
                parameter: "breakaway",
                value,
                load,
            });
            let stiffness = below_zero(side.onset.stiffness());
            let stiffness = stiffness.map(|value| CurveDoubt::Stiffness { direction, value });
            level.into_iter().chain(stiffness).collect::<Vec<_>>()
        };
        sides.flat_map(of).collect()
    }
}
