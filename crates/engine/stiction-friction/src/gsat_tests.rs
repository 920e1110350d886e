use super::*;
use nalgebra::{Vector2, Vector3};
use proptest::prelude::*;
use stiction_core::{Impedance, Shaft, Space};

const K: f64 = 1e4;
const B: f64 = 10.0;
const F: f64 = 2.0;

fn law<D: VectorDomain>(relaxation: Relaxation) -> GsatFriction<D> {
    GsatFriction::builder().stiffness(K).damping(B).limit(F).relaxation(relaxation).build().unwrap()
}

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

proptest! {
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
}
