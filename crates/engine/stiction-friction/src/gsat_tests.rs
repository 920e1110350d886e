use super::*;
use nalgebra::{Rotation2, Vector2, Vector3};
use proptest::prelude::*;
use stiction_core::{Impedance, Line, Plane, Shaft, Space};

const K: f64 = 1e4;
const B: f64 = 10.0;
const F: f64 = 2.0;

fn law<D: VectorDomain>(relaxation: Relaxation) -> GsatFriction<D> {
    GsatFriction::builder().stiffness(K).damping(B).limit(F).relaxation(relaxation).build().unwrap()
}

const RELAXATIONS: [Relaxation; 3] = [
    Relaxation::Implicit,
    Relaxation::OrderPreserving { kappa: 0.8 },
    Relaxation::Constant { stage_damping: 15.0 },
];

#[test]
fn gsat_keeps_what_is_inside_and_shortens_what_is_outside() {
    assert_eq!(gsat(2.0, 1.5), 1.5);
    assert_eq!(gsat(2.0, -3.0), -2.0);
    assert_eq!(gsat(2.0, 2.0), 2.0);
    assert_eq!(gsat(2.5, Vector2::new(3.0, 4.0)), Vector2::new(1.5, 2.0));
}

#[test]
fn gsat_with_no_room_is_zero() {
    for limit in [0.0, -1.0] {
        assert_eq!(gsat(limit, 3.0), 0.0);
        assert_eq!(gsat(limit, 0.0), 0.0);
        assert_eq!(gsat(limit, Vector2::new(3.0, 4.0)), Vector2::zeros());
    }
    assert!(gsat(f64::NAN, 1.0).is_nan());
}

#[test]
fn step_by_hand() {
    // Stick: f = 20·0.01 + 1e4·1e-4.
    let (f, eps) = gsat_step(K, 20.0, F, 0.01, 1e-4);
    assert!((f - 1.2).abs() < 1e-15);
    assert_eq!(eps, 0.01);
    // Slip: f = F, ε = (2 − 1)/20.
    assert_eq!(gsat_step(K, 20.0, F, 1.0, 1e-4), (2.0, 0.05));
    // Moving back from the limit: the element unloads with the body.
    assert_eq!(gsat_step(K, 20.0, F, -0.05, 2e-4), (1.0, -0.05));
}

#[test]
fn without_load_the_deflection_decays() {
    // The surface is left: f = 0, ε = −K e/Z.
    for limit in [0.0, -3.0] {
        assert_eq!(gsat_step(K, 20.0, limit, 1.0, 1e-4), (0.0, -0.05));
        assert_eq!(gsat_step(K, 20.0, limit, 0.0, 0.0), (0.0, 0.0));
    }
}

#[test]
fn continuous_law_without_damper_is_elastic_perfectly_plastic() {
    assert_eq!(gsat_step(K, 0.0, F, 1.0, 1e-4), (1.0, 1.0));
    assert_eq!(gsat_step(K, 0.0, F, 1.0, 2e-4), (2.0, 0.0));
    assert_eq!(gsat_step(K, 0.0, F, -1.0, 2e-4), (2.0, -1.0));
    assert_eq!(gsat_step(K, 0.0, F, 0.0, 2e-4), (2.0, 0.0));
    // Only the outward part of the velocity is lost.
    let (f, eps) = gsat_step(K, 0.0, F, Vector2::new(1.0, 3.0), Vector2::new(2e-4, 0.0));
    assert_eq!((f, eps), (Vector2::new(2.0, 0.0), Vector2::new(0.0, 3.0)));
    // No limit, no deflection: it slides along.
    assert_eq!(gsat_step(K, 0.0, 0.0, 1.0, 0.0), (0.0, 0.0));
    assert_eq!(gsat_step(K, 0.0, 0.0, 1.0, 1e-320), (0.0, 0.0));
}

#[test]
fn resistance_is_that_of_the_stage() {
    let law = law::<Shaft>(Relaxation::Implicit);
    assert_eq!(law.contact().unwrap().resistance(1e-3, 0), Some((K, 20.0)));
    assert_eq!(law.memory().len(), 1);
    assert_eq!(law.name(), "GsatFriction<Shaft>");
}

#[test]
fn order_preserving_is_the_continuous_law_while_the_step_is_short() {
    let law = law::<Line>(Relaxation::OrderPreserving { kappa: 1.0 });
    // τ K = 10 = B.
    assert_eq!(law.friction(1e-3, 1.0, 1e-4), law.friction(0.0, 1.0, 1e-4));
}

proptest! {
    #[test]
    fn stick_returns_the_velocity_bit_for_bit(
        v in -1e-3..1e-3_f64, e in -1e-4..1e-4_f64, tau in 0.0..1e-3_f64
    ) {
        for relaxation in RELAXATIONS {
            let (f, eps) = law::<Line>(relaxation).friction(tau, v, e);
            prop_assert!(f.abs() <= F);
            prop_assert_eq!(eps.to_bits(), v.to_bits());
        }
    }

    /// The kernel, which copies are stepped by, and the projection onto any limit set, which is taken where
    /// the kernel does not apply: the same numbers, in stick and in slip.
    #[test]
    fn the_kernel_is_the_projection_onto_a_disc(
        v in prop::array::uniform3(-0.1..0.1_f64),
        e in prop::array::uniform3(-3e-4..3e-4_f64),
        z in 1e-3..100.0_f64,
        limit in 0.0..5.0_f64,
    ) {
        let general = saturation_step(&Disc::UNIT, limit, &K, &z, v[0], e[0]);
        prop_assert_eq!(gsat_step(K, z, limit, v[0], e[0]), general);
        let (v2, e2) = (Vector2::new(v[0], v[1]), Vector2::new(e[0], e[1]));
        let general = saturation_step(&Disc::UNIT, limit, &K, &z, v2, e2);
        prop_assert_eq!(gsat_step(K, z, limit, v2, e2), general);
        let (v3, e3) = (Vector3::from(v), Vector3::from(e));
        let general = saturation_step(&Disc::UNIT, limit, &K, &z, v3, e3);
        prop_assert_eq!(gsat_step(K, z, limit, v3, e3), general);
    }

    /// (16): f = K e(k) + B ε with e(k) = e + T ε, and f = F sgn(v − ε) with the set-valued sgn (18).
    #[test]
    fn solves_the_inclusion(
        v in prop::array::uniform3(-0.1..0.1_f64),
        e in prop::array::uniform3(-3e-4..3e-4_f64),
        tau in 1e-6..1e-2_f64,
    ) {
        let (v, e) = (Vector3::from(v), Vector3::from(e));
        let (f, eps) = law::<Space>(Relaxation::Implicit).friction(tau, v, e);
        let scale = (B + tau * K) * v.norm() + K * e.norm() + F;
        prop_assert!((f - (e + eps * tau) * K - eps * B).norm() < 1e-15 * scale);
        let w = v - eps;
        if w == Vector3::zeros() {
            prop_assert!(f.norm() <= F);
        } else {
            // f − F w/|w| times |w|: the direction of a small w is lost in rounding.
            let rounding = 1e-15 * scale / (B + tau * K);
            prop_assert!((f * w.norm() - w * F).norm() < 4.0 * F * rounding);
            prop_assert!((f.norm() - F).abs() < 1e-15 * F);
        }
    }

    /// Along a line, the law in the plane is the law on the line.
    #[test]
    fn the_plane_contains_the_line(v in -0.5..0.5_f64, e in -3e-4..3e-4_f64, angle in 0.0..7.0_f64) {
        let (f, eps) = law::<Line>(Relaxation::Implicit).friction(1e-4, v, e);
        let direction = Rotation2::new(angle) * Vector2::x();
        let plane = law::<Plane>(Relaxation::Implicit);
        let (f2, eps2) = plane.friction(1e-4, direction * v, direction * e);
        prop_assert!((f2 - direction * f).norm() < 1e-14);
        prop_assert!((eps2 - direction * eps).norm() < 1e-14);
    }
}
