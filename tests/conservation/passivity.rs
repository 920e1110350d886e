//! No law returns more energy than it received. Laws that files can name are tried by the tests of the registry.

use stiction::core::impedance::from_fn;
use stiction::friction::GearFriction;
use stiction::prelude::*;
use stiction::testing::{Motions, assert_passive};

use super::{fails, x3};

const K: f64 = 1e4;

/// Excursions at 10 rad/s, 1.6 ms per step: up to 50 break-away deflections of the gear's friction.
const DRIVE: Motions = Motions { amplitude: 1e-3, angular_frequency: 10.0, steps: 400 };

#[test]
fn the_friction_of_a_gear_is_passive() {
    let teeth = EndStop::<Shaft>::builder().lower(-2e-4).upper(2e-4).stiffness(K).damping(10.0);
    let gear = GearFriction::builder().mesh(teeth.build().unwrap()).stiffness(K).damping(10.0);
    assert_passive(&gear.limit(0.2).driving(0.2).back_driven(1.3).build().unwrap(), DRIVE);
}

/// Controls: a law that pushes, a spring that hardens with the speed, and friction reversed by a
/// negative limit (the trap of eq. 23a without its clamp).
#[test]
fn laws_that_give_energy_are_found() {
    let push = from_fn::<Plane, _>(|_, m| m.flow * 1e-3);
    assert!(fails(|| assert_passive(&push, DRIVE)));
    let late = from_fn::<Line, _>(|_, m| -(m.pose - 0.01 * m.flow));
    assert!(fails(|| assert_passive(&late, DRIVE)));
    let unclamped = from_fn::<Space, _>(|_, m| {
        let normal = if m.pose.z < 0.0 { -(K * m.pose.z + 1e3 * m.flow.z) } else { 0.0 };
        let speed = m.flow.xy().norm().max(1e-6);
        x3(-0.5 * normal * m.flow.x / speed, -0.5 * normal * m.flow.y / speed, 0.0)
    });
    assert!(fails(|| assert_passive(&unclamped, DRIVE)));
}
