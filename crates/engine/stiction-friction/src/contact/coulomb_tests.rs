use super::*;
use crate::StribeckCurve;
use crate::contact::normal_penalty;
use crate::testing::{amended_lugre, drive};
use nalgebra::{Vector2, Vector3};
use stiction_core::{Impedance, Motion, Stage};

const K: f64 = 1e4;
const B: f64 = 30.0;
const MU: f64 = 0.5;

fn contact() -> PointContact<CoulombGsat> {
    CoulombContact::builder().stiffness(K).damping(B).friction(MU).build().unwrap()
}

fn respond(p_z: f64, v: [f64; 3], e: [f64; 2], tau: f64) -> (Vector3<f64>, [f64; 2]) {
    let motion = Motion::new(Vector3::new(0.4, -0.7, p_z), Vector3::from(v));
    let mut rate = [f64::NAN; 2];
    let force = contact().respond(&Stage::first(0.0, tau), &motion, &e, &mut rate);
    (force, rate)
}

#[test]
fn the_surface_pushes_and_never_pulls() {
    assert_eq!(normal_penalty(K, B, 0.0, -1.0), 0.0);
    assert_eq!(normal_penalty(K, B, 1e-3, -1.0), 0.0);
    assert_eq!(normal_penalty(K, B, -1e-3, -1.0), -40.0);
    assert_eq!(normal_penalty(K, B, -1e-3, 0.1), -7.0);
    assert_eq!(normal_penalty(K, B, -1e-3, 1.0), 0.0);
    assert!(normal_penalty(K, B, f64::NAN, 1.0).is_nan());
}

#[test]
fn pressed_and_sliding_by_hand() {
    // N = 10, μN = 5 along (0.6, 0.8); Z = 40, ε = f/Z.
    let (force, rate) = respond(-1e-3, [0.6, 0.8, 0.0], [0.0; 2], 1e-3);
    assert!((force - Vector3::new(-3.0, -4.0, 10.0)).norm() < 1e-14);
    assert!((Vector2::from(rate) - Vector2::new(0.075, 0.1)).norm() < 1e-16);
}

#[test]
fn energy_of_the_spring_counts_only_while_pressed() {
    let (law, e) = (contact(), [3e-4, 4e-4]);
    let at = |z| Motion::new(Vector3::new(0.0, 0.0, z), Vector3::new(0.0, 0.0, 0.1));
    let bristle = 0.5 * K * 25e-8;
    assert!((law.stored_energy(&at(1e-3), &e) - bristle).abs() < 1e-18);
    assert!((law.stored_energy(&at(-1e-3), &e) - bristle - 0.5 * K * 1e-6).abs() < 1e-17);
    assert!((law.stored_power(&at(-1e-3), &e, &[1.0, 0.0]) - (3.0 - 1.0)).abs() < 1e-15);
}

#[test]
fn tangential_parameters_default_to_the_normal_ones() {
    let with = |stiffness, damping| {
        let contact = CoulombContact::builder().stiffness(K).damping(B).friction(MU);
        contact.tangential_stiffness(stiffness).tangential_damping(damping).build().unwrap()
    };
    assert_eq!(with(K, B), contact());
    assert_eq!(with(100.0, 2.0).contact().unwrap().resistance(0.01, 1), Some((100.0, 3.0)));
    assert_eq!(contact().contact().unwrap().resistance(1e-3, 0), Some((K, 40.0)));
}

#[test]
fn any_loaded_law_slides_with_its_steady_force() {
    let law = amended_lugre([1e4, 1.0, 0.0], StribeckCurve::constant(MU).unwrap());
    let contact = PointContact::builder().stiffness(K).damping(B).law(law).build().unwrap();
    assert_eq!(contact.memory().len(), 2);
    // Sinks at 0.1 m/s; the friction follows the load.
    let v = Vector3::new(0.06, -0.08, -0.1);
    let record = drive(&contact, 1e-4, 5000, |_| v);
    let normal = K * 0.1 * 4999.0 * 1e-4 + B * 0.1;
    let expected = Vector3::new(0.6 * MU * normal, -0.8 * MU * normal, -normal);
    assert!((record.force - expected).norm() < 1e-9 * normal);
}
