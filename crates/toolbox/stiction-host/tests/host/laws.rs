//! The laws that relax: their implicit equations, solved; when they hold and when they drift.

use nalgebra::{DMatrix, DVector, Vector2, Vector3};
use proptest::prelude::*;
use stiction_core::{Line, Plane, Shaft};
use stiction_friction::elasto_plastic::plastic_share;
use stiction_friction::{
    DahlFriction, Diagonal, ElastoPlasticFriction, Ellipsoid, GsatFriction, LimitSetGsat,
    LuGreFriction, Relaxation, SteadyState, StribeckCurve,
};
use stiction_host::{ElementLaw, HostFriction};

use crate::cases;
use crate::hosts::{LinearHost, deflection, gsat, one, solve};

const K: f64 = 1e4;
const B: f64 = 10.0;
const D: f64 = 0.4;

/// Returns friction with one element of this law, whose bristle is bent.
fn bent(law: ElementLaw, deflection: &[f64]) -> HostFriction {
    let mut friction = one(law, 0.0);
    friction.set_deflection(0, deflection).unwrap();
    friction
}

fn curve() -> StribeckCurve {
    let curve = StribeckCurve::builder().coulomb(0.7).breakaway(1.0).stribeck_speed(0.1);
    curve.build().unwrap()
}

proptest! {
    #![proptest_config(cases(256))]

    /// Force, bristle and velocity after the step satisfy backward Euler of the `LuGre` model.
    #[test]
    fn lugre_in_a_plane_is_backward_euler(
        e in prop::array::uniform2(-6e-5..6e-5_f64), free in prop::array::uniform2(-1.0..1.0_f64),
        step in -4.0..-2.3_f64, light in -1.0..2.0_f64,
    ) {
        let (step, a) = (10.0_f64.powf(step), 10.0_f64.powf(light));
        let law = LuGreFriction::<Plane>::builder().stiffness(K).damping(B).viscous_damping(D);
        let law = law.steady_state(SteadyState::Force(curve())).build().unwrap();
        let mut friction = bent(ElementLaw::try_from(&law).unwrap(), &e);
        let mass = [a, 0.3 * a, 0.3 * a, 2.0 * a];
        let report = solve(&mut friction, step, &mass, &free);
        prop_assert!(report.converged, "{:?}", report);
        let f = -Vector2::from_column_slice(friction.efforts());
        let v = Vector2::from_column_slice(friction.predicted_velocity());
        let e = Vector2::from(e);
        friction.follow_velocity(v.as_slice()).unwrap();
        let next = friction.elements().next().unwrap().deflection.to_vec();
        let next = Vector2::from_column_slice(&next);
        // ė = v - K |v| e⁺/g(|v|)
        let rate = (next - e) / step;
        let expected = v - next * (K * v.norm() / curve().value(v.norm()));
        prop_assert!((rate - expected).norm() < 1e-9 * (1.0 + v.norm()), "{} {}", rate, expected);
        let force = next * K + rate * B + v * D;
        prop_assert!((f - force).norm() < 1e-9 * (1.0 + f.norm()), "{} {}", f, force);
        prop_assert!((next * K).norm() <= 1.0 + 1e-12);
    }

    /// Checks backward Euler for the elasto-plastic bristle, whose share counts at the deflection after the step.
    #[test]
    fn elasto_plastic_is_backward_euler(
        e in -1e-4..1e-4_f64, free in -1.0..1.0_f64, step in -4.0..-2.3_f64, light in -1.0..2.0_f64,
    ) {
        let (step, a) = (10.0_f64.powf(step), 10.0_f64.powf(light));
        let law = ElastoPlasticFriction::<Line>::builder().stiffness(K).damping(B);
        let law = law.viscous_damping(D).limit(1.0).breakaway_fraction(0.6).build().unwrap();
        let mut friction = bent(ElementLaw::try_from(&law).unwrap(), &[e]);
        let report = solve(&mut friction, step, &[a], &[free]);
        prop_assert!(report.converged);
        let (f, v) = (-friction.efforts()[0], friction.predicted_velocity()[0]);
        friction.follow_velocity(&[v]).unwrap();
        let next = deflection(&friction);
        let share = plastic_share(next, v, 0.6 / K, 1.0 / K);
        let expected = step * v * (1.0 - share * next.abs() * K);
        prop_assert!((next - e - expected).abs() < 1e-9 * (step * v.abs() + 1e-6), "{} {}", next - e, expected);
        let force = K * next + B * (next - e) / step + D * v;
        prop_assert!((f - force).abs() < 1e-6 * (1.0 + f.abs()), "{} {}", f, force);
        prop_assert!(next.abs() * K <= 1.0 + 1e-12);
    }
}

proptest! {
    /// Below break-away, or on the way back, the bristle takes up the whole motion, to the bit.
    #[test]
    fn the_elastic_bristle_follows_to_the_bit(e in -9e-5..9e-5_f64, way in -9e-5..9e-5_f64) {
        let law = ElastoPlasticFriction::<Line>::builder().stiffness(K).damping(B).limit(1.0);
        let law = law.breakaway_fraction(0.9).build().unwrap();
        let mut friction = bent(ElementLaw::try_from(&law).unwrap(), &[e]);
        let _ = solve(&mut friction, 1e-3, &[1.0], &[0.0]);
        friction.follow(&[way]).unwrap();
        let next = deflection(&friction);
        let whole = e + way;
        if whole.abs() <= 9e-5 || whole * way < 0.0 {
            prop_assert_eq!(next.to_bits(), whole.to_bits());
        } else {
            prop_assert!(next.abs() < whole.abs() && next.abs() <= 1e-4, "{}", next);
        }
    }
}

/// Returns how far a shaft under 0.5 ± 0.2 N m is carried in the last 2 s of 4.
fn carried(law: &ElementLaw) -> f64 {
    let mut friction = one(law.clone(), 0.0);
    let mut host = LinearHost::mass(0.01);
    let (step, mut half_way) = (1e-3, 0.0);
    for count in 0..4000 {
        if count == 2000 {
            half_way = host.position[0];
        }
        let beat = (core::f64::consts::TAU * f64::from(count % 100) / 100.0).sin();
        let torque = DVector::from_element(1, 0.5 + 0.2 * beat);
        assert!(host.step(&mut friction, step, &torque).unwrap().converged);
    }
    host.position[0] - half_way
}

#[test]
fn lugre_and_dahl_drift_in_a_host_too_and_the_others_hold() {
    let steady = SteadyState::Force(StribeckCurve::constant(1.0).unwrap());
    let lugre = LuGreFriction::<Shaft>::builder().stiffness(K).damping(B).steady_state(steady);
    let dahl = DahlFriction::<Shaft>::builder().stiffness(K).limit(1.0);
    let plastic = ElastoPlasticFriction::<Shaft>::builder().stiffness(K).damping(B).limit(1.0);
    let lugre = carried(&ElementLaw::try_from(&lugre.build().unwrap()).unwrap());
    let dahl = carried(&ElementLaw::try_from(&dahl.build().unwrap()).unwrap());
    let plastic = plastic.breakaway_fraction(0.9).build().unwrap();
    let plastic = carried(&ElementLaw::try_from(&plastic).unwrap());
    let gsat = carried(&ElementLaw::try_from(&gsat::<Shaft>([K, B, 1.0])).unwrap());
    println!("LuGre {lugre:e}, Dahl {dahl:e}, elasto-plastic {plastic:e}, gsat {gsat:e} rad");
    // Dahl's closed form of one cycle between the loads 0.3 F and 0.7 F, in 20 cycles.
    let cycle = (1.0 / K) * ((0.7_f64 / 0.3).ln() - (1.7_f64 / 1.3).ln());
    assert!((dahl / (20.0 * cycle) - 1.0).abs() < 0.1, "{dahl:e} {:e}", 20.0 * cycle);
    assert!(lugre > 0.5 * dahl, "{lugre:e}");
    // Half a last place of the angle, 1e-4.
    assert!(plastic.abs() < 2e-20 && gsat.abs() < 2e-20, "{plastic:e} {gsat:e}");
}

#[test]
fn a_limit_set_with_a_stiffness_per_axis() {
    let set = Ellipsoid::new(Vector3::new(0.5, 0.25, 0.01)).unwrap();
    let diagonal = |x, y, z| Diagonal::new(Vector3::new(x, y, z)).unwrap();
    let law = LimitSetGsat::builder().set(set).stiffness(diagonal(1e4, 2e4, 1.0));
    let law = law.damping(diagonal(10.0, 10.0, 1e-3)).build().unwrap();
    let mut friction = one(ElementLaw::try_from(&law).unwrap(), 8.0);
    let mass = DMatrix::<f64>::identity(3, 3) * 1e-12;
    // A body that cannot be slowed: along y alone 0.25·8, about z alone 0.01·8.
    for (free, expected) in
        [([0.0, 5.0, 0.0], [0.0, 2.0, 0.0]), ([0.0, 0.0, 1e3], [0.0, 0.0, 0.08])]
    {
        let _ = solve(&mut friction, 1e-3, mass.as_slice(), &free);
        for (effort, expected) in friction.efforts().iter().zip(expected) {
            assert!((effort + expected).abs() < 1e-13, "{effort} {expected}");
        }
    }
    // Stuck: f = Z v, axis by axis.
    let free = [1e-2, 1e-2, 1e-2];
    let _ = solve(&mut friction, 1e-3, mass.as_slice(), &free);
    for (effort, z) in friction.efforts().iter().zip([20.0, 30.0, 2e-3]) {
        assert!((effort + 1e-2 * z).abs() < 1e-12);
    }
}

#[test]
fn laws_that_a_host_cannot_have() {
    let law = |relaxation| {
        let law = GsatFriction::<Line>::builder().stiffness(K).damping(B).limit(1.0);
        ElementLaw::try_from(&law.relaxation(relaxation).build().unwrap())
    };
    assert!(law(Relaxation::OrderPreserving { kappa: 0.8 }).is_ok());
    let constant = law(Relaxation::Constant { stage_damping: 7.0 }).unwrap_err();
    assert_eq!((constant.parameter, constant.value), ("stage_damping", 7.0));
    let plane = ElastoPlasticFriction::<Plane>::builder().stiffness(K).damping(B).limit(1.0);
    let plane = plane.breakaway_fraction(0.5).build().unwrap();
    let plane = ElementLaw::try_from(&plane).unwrap_err();
    assert_eq!((plane.parameter, plane.value), ("axes", 2.0));
    let six = Ellipsoid::new(nalgebra::Vector6::repeat(1.0)).unwrap();
    let six = LimitSetGsat::builder().set(six);
    let gain = Diagonal::new(nalgebra::Vector6::repeat(1.0)).unwrap();
    let six = six.stiffness(gain).damping(gain).build().unwrap();
    assert_eq!(ElementLaw::try_from(&six).unwrap_err().value, 6.0);
}
