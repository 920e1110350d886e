use super::*;
use crate::testing::{assert_refused, curve, drive};
use crate::{Disc, Ellipsoid, Loaded, StribeckCurve, StribeckShape};
use nalgebra::Vector2;
use stiction_core::Plane;

fn grooved() -> Ellipsoid<Vector2<f64>> {
    Ellipsoid::new(Vector2::new(0.2, 0.6)).unwrap()
}

fn loaded<S: LimitSet<Vector2<f64>> + Clone, G: Gain<Vector2<f64>> + AxisGain>(
    law: LimitSetGsat<S, G>,
) -> Loaded<LimitSetGsat<S, G>, Plane> {
    Loaded::builder().law(law).normal_force(10.0).build().unwrap()
}

#[test]
fn steady_sliding_dissipates_most() {
    let law = LimitSetGsat::builder().set(grooved()).stiffness(1e4).damping(10.0).build().unwrap();
    let v = Vector2::new(0.06, 0.08);
    let record = drive(&loaded(law), 1e-3, 3000, |_| v);
    // The border point whose normal is the velocity: a_i² v_i over |a v|.
    let expected = Vector2::new(0.04 * 0.06, 0.36 * 0.08) * (10.0 / 0.012_f64.hypot(0.048));
    assert!((record.force - expected).norm() < 1e-12, "{}", record.force);
}

#[test]
fn one_curve_scales_the_set() {
    let curve = curve([1.0, 1.5], 0.01, StribeckShape::Gaussian);
    let law = LimitSetGsat::builder().set(grooved()).coefficient(curve);
    let law = law.stiffness(1e4).damping(200.0).build().unwrap();
    let v = Vector2::new(0.01, 0.0);
    let record = drive(&loaded(law), 1e-3, 3000, |_| v);
    // At vs the Gaussian has fallen to 1 + 0.5/e.
    let level = 0.2 * 10.0 * (1.0 + 0.5 / 1.0_f64.exp());
    assert!((record.force.x - level).abs() < 1e-10, "{}", record.force);
}

#[test]
fn sliding_tells_the_mode_and_the_margin() {
    let law = LimitSetGsat::builder().set(grooved()).stiffness(1e4).damping(0.0).build().unwrap();
    let stage = Stage::first(0.0, 1e-3);
    let at = |n, v, e: [f64; 2]| law.sliding(&stage, n, v, &e);
    // K e = 1 along x needs N = 5.
    let stick = at(10.0, Vector2::zeros(), [1e-4, 0.0]);
    assert!(stick.sticks() && stick.slip_speed == 0.0 && (stick.margin - 0.5).abs() < 1e-15);
    // f* = 10·1 + 1 of at most 2: it slides at (11 − 2)/Z
    let slip = at(10.0, Vector2::new(1.0, 0.0), [1e-4, 0.0]);
    assert!(!slip.sticks() && slip.margin == 0.0);
    assert!((slip.slip_speed - (11.0 - 2.0) / 10.0).abs() < 1e-14);
    assert_eq!(at(10.0, Vector2::zeros(), [0.0; 2]).margin, 1.0);
}

#[test]
fn a_curve_needs_damping() {
    let curve = StribeckCurve::constant(0.5).unwrap();
    let law = || LimitSetGsat::builder().set(Disc::new(0.5).unwrap()).stiffness(1.0);
    assert_refused("damping", |b: f64| law().damping(b).coefficient(curve).build());
}
