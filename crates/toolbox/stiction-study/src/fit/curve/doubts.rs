//! Results that friction cannot have: a level or a damping below zero would drive.

use stiction_core::Shown;

use super::{Curve, Direction, FrictionCurve, Quantity, Side, Turns};

/// Returns the estimate if even the upper end of its interval is below zero.
fn below_zero(quantity: &Quantity) -> Option<Shown> {
    let [_, high] = quantity.interval();
    quantity.value().filter(|_| high.is_some_and(|high| high < 0.0)).map(Shown)
}

/// Returns what is wrong with a level that is below zero. A constant load would explain it: half of the sum of the
/// torques of both directions.
fn of_level(
    direction: Direction,
    (name, quantity): (&str, &Quantity),
    load: Option<f64>,
) -> Option<String> {
    let value = below_zero(quantity)?;
    let about = |load: f64| format!(" of about {}", Shown((1e4 * load).round() / 1e4));
    let about = load.map_or_else(String::new, about);
    Some(format!(
        "{direction}: {name} is {value}, which friction cannot be: it would drive; a constant load{about}? subtract it \
         from the torque"
    ))
}

impl FrictionCurve {
    /// Returns what friction cannot have: a level or a damping below zero by more than its error.
    #[must_use]
    pub fn doubts(&self) -> Vec<String> {
        let level = |own: &Option<Curve>| own.as_ref().and_then(|own| own.coulomb.value());
        let load = half_of_sum(level(&self.forward), level(&self.backward));
        let of = |own: &Curve| {
            let direction = own.direction;
            let damping = below_zero(&own.viscous_damping).map(|value| {
                format!(
                    "{direction}: viscous_damping is {value}, which friction cannot have: the torque falls with the speed \
                     up to the fastest stretch; heat, a load that changes with the speed, or a curve of another form?"
                )
            });
            let levels = [("coulomb", &own.coulomb), ("breakaway", &own.breakaway)];
            let levels = levels.map(|level| of_level(direction, level, load));
            levels.into_iter().flatten().chain(damping).collect::<Vec<_>>()
        };
        self.curves().flat_map(of).collect()
    }
}

impl Turns {
    /// Returns what friction cannot have: a level or a stiffness below zero by more than its error.
    #[must_use]
    pub fn doubts(&self) -> Vec<String> {
        let level = |own: &Option<Side>| own.as_ref().and_then(|own| own.onset.breakaway.value());
        let load = half_of_sum(level(&self.forward), level(&self.backward));
        let of = |own: &Side| {
            let direction = own.direction;
            let stiffness = below_zero(&own.onset.stiffness).map(|value| {
                format!(
                    "{direction}: the stiffness is {value}, which friction cannot have: the torque falls with the way"
                )
            });
            let level = of_level(direction, ("breakaway", &own.onset.breakaway), load);
            level.into_iter().chain(stiffness).collect::<Vec<_>>()
        };
        [&self.forward, &self.backward].into_iter().flatten().flat_map(of).collect()
    }
}

/// Returns half of the sum of two levels, the second of which is that of the other direction.
fn half_of_sum(forward: Option<f64>, backward: Option<f64>) -> Option<f64> {
    Some(0.5 * (forward? - backward?))
}
