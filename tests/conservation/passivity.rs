//! No law returns more energy than it received.

use stiction::core::impedance::from_fn;
use stiction::friction::{
    BristleRate, ConvexPolygon, DirectionalGsat, Ellipsoid, GearFriction, MaxwellSlip,
    PointContact, ThermalGsat, ThresholdFriction, Viscosity,
};
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
    let curve = StribeckCurve::builder().coulomb(0.7 * F).breakaway(F).stribeck_speed(0.01);
    let curve = curve.build().unwrap();
    let directional = DirectionalGsat::<Line>::builder().stiffness(K).damping(B).forward(curve);
    let directional = directional.backward(StribeckCurve::constant(3.0 * F).unwrap());
    assert_passive(&directional.build().unwrap(), DRIVE);
    let thermal = ThermalGsat::<Plane>::builder().stiffness(K).damping(B).curve(curve);
    let thermal = thermal.viscosity(Viscosity::Exponential { coefficient: 0.05 });
    let thermal = thermal.viscous_damping(1.0).heat_capacity(1e-3).heat_loss(1e-3);
    assert_passive(&thermal.build().unwrap(), DRIVE);
    let slip = MaxwellSlip::<Space>::builder().stiffnesses([0.5 * K, 0.3 * K, 0.2 * K]);
    let slip = slip.shares([0.2, 0.3, 0.5]).curve(curve).attraction(20.0).damping(B);
    assert_passive(&slip.build().unwrap(), DRIVE);
    let teeth = EndStop::<Shaft>::builder().lower(-2e-4).upper(2e-4).stiffness(K).damping(B);
    let gear = GearFriction::builder().mesh(teeth.build().unwrap()).stiffness(K).damping(B);
    assert_passive(&gear.limit(0.1 * F).driving(0.2).back_driven(1.3).build().unwrap(), DRIVE);
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
