//! No law gives energy that it never got.

use stiction::core::impedance::from_fn;
use stiction::prelude::*;
use stiction::testing::{Motions, assert_passive};

use super::laws::{
    B, F, K, amended, contact, coulomb, dahl, elasto_plastic, gsat, lugre, pyramid, rate_dependent,
    relaxations, under_load, with_set,
};
use super::{fails, x2, x3};

/// Excursions of up to 5 break-away deflections (2e-4 m) at 10 rad/s, 1.6 ms per step: speeds of 3
/// cm/s, below the 2.785 F/(K T) = 0.35 m/s of the explicit bristles.
const DRIVE: Motions = Motions { amplitude: 1e-3, angular_frequency: 10.0, steps: 400 };

#[test]
fn every_friction_law_is_passive() {
    for relaxation in relaxations() {
        assert_passive(&gsat::<Line>(relaxation), DRIVE);
        assert_passive(&gsat::<Plane>(relaxation), DRIVE);
        assert_passive(&gsat::<Space>(relaxation), DRIVE);
        assert_passive(&rate_dependent::<Shaft>(relaxation), DRIVE);
        assert_passive(&rate_dependent::<Space>(relaxation), DRIVE);
        let ellipse = Ellipsoid::new(x2(0.6, 0.3)).unwrap();
        assert_passive(&with_set(ellipse, relaxation), DRIVE);
        let ratchet = [x2(0.1, -0.5), x2(0.1, 0.5), x2(-0.9, 0.0)];
        assert_passive(&with_set(ConvexPolygon::new(&ratchet).unwrap(), relaxation), DRIVE);
    }
    for rate in [BristleRate::Explicit, BristleRate::Implicit, BristleRate::OrderPreserving] {
        assert_passive(&dahl::<Line>(rate), DRIVE);
        assert_passive(&dahl::<Plane>(rate), DRIVE);
        assert_passive(&lugre::<Line>(rate), DRIVE);
        assert_passive(&lugre::<Space>(rate), DRIVE);
        assert_passive(&under_load::<Plane, _>(amended(rate)), DRIVE);
    }
    assert_passive(&elasto_plastic::<Line>(), DRIVE);
    let threshold = ThresholdFriction::<Plane>::builder().limit(F).threshold_speed(1e-3);
    assert_passive(&threshold.build().unwrap(), DRIVE);
    assert_passive(&under_load::<Plane, _>(coulomb()), DRIVE);
    assert_passive(&contact(), DRIVE);
    assert_passive(&pyramid(4), DRIVE);
    assert_passive(&pyramid(5), DRIVE);
    let foot = PointContact::builder().stiffness(K).damping(B).law(coulomb()).build().unwrap();
    assert_passive(&foot, DRIVE);
    assert_passive(
        &SpringDamper::<Space>::builder().stiffness(K).damping(B).build().unwrap(),
        DRIVE,
    );
}

/// Controls: a law that pushes, a spring that hardens with the speed, friction that is reversed by a
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
