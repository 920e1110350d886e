//! Properties of every elliptic and pyramidal cone.
#![allow(clippy::unwrap_used, reason = "tests")]

use nalgebra::{SVector, Vector6};
use proptest::prelude::*;
use stiction_core::Wrench;

use super::x_normal::{from_x_normal, to_x_normal};
use super::{ContactDimension, ContactFriction, EllipticCone, PyramidalCone};

/// Tolerance, relative to the wrench.
const ROUNDED: f64 = 1e-14;

fn friction(dimension: ContactDimension, mu: [f64; 5]) -> ContactFriction {
    let kept: [f64; 5] =
        core::array::from_fn(|i| if i + 1 < dimension.count() { mu[i] } else { 0.0 });
    let friction = ContactFriction::builder().dimension(dimension).sliding([kept[0], kept[1]]);
    friction.torsional(kept[2]).rolling([kept[3], kept[4]]).build().unwrap()
}

/// Coefficients of every size up to `10^±decades`, some of them 0.
fn frictions(decades: f64) -> impl Strategy<Value = ContactFriction> {
    let one = prop_oneof![
        1 => Just(0.0), 9 => (-decades..decades).prop_map(|power| 10.0_f64.powf(power))
    ];
    let dimension = prop::sample::select(&ContactDimension::ALL);
    (dimension, prop::array::uniform5(one)).prop_map(|(dimension, mu)| friction(dimension, mu))
}

/// Wrenches (n, t1, t2, torsion, roll 1, roll 2), some components small.
fn wrenches() -> impl Strategy<Value = Wrench> {
    let size = prop_oneof![Just(1.0), (-12.0..0.0_f64).prop_map(|power| 10.0_f64.powf(power))];
    let one = (-1.0..1.0_f64, size).prop_map(|(value, size)| value * size);
    prop::array::uniform6(one).prop_map(|components| from_x_normal(&Vector6::from(components)))
}

/// Coefficients, and a wrench on both sides of whose size the cone of them lies.
fn cases() -> impl Strategy<Value = (ContactFriction, Wrench)> {
    (frictions(6.0), wrenches(), any::<bool>()).prop_map(|(friction, wrench, scaled)| {
        let mut components = to_x_normal(&wrench);
        if scaled {
            for (component, mu) in components.iter_mut().skip(1).zip(friction.coefficients()) {
                *component *= 2.0 * mu;
            }
        }
        (friction, from_x_normal(&components))
    })
}

fn times(wrench: &Wrench, factor: f64) -> Wrench {
    Wrench { force: wrench.force * factor, torque: wrench.torque * factor }
}

fn difference(a: &Wrench, b: &Wrench) -> f64 {
    (to_x_normal(a) - to_x_normal(b)).norm()
}

type Rest = SVector<f64, 5>;

/// Returns by how much `nearest` fails to be the nearest wrench of the elliptic cone to `wrench`: it lies in
/// the cone, and the rest on the outer normal of the cone there (at the apex: in the polar cone).
fn elliptic_defect(friction: ContactFriction, wrench: &Wrench, nearest: &Wrench) -> f64 {
    let mu = Rest::from(friction.coefficients());
    let (p, r) = (to_x_normal(nearest), to_x_normal(wrench) - to_x_normal(nearest));
    let rest = |v: &Vector6<f64>| Rest::from_fn(|i, _| if mu[i] > 0.0 { v[i + 1] } else { 0.0 });
    let blocked = (1..6).filter(|&i| mu[i - 1] == 0.0).map(|i| p[i].abs()).fold(0.0, f64::max);
    let shares = rest(&p).zip_map(&mu, |x, mu| if x == 0.0 { 0.0 } else { x / mu });
    let (demand, transmitted) = (shares.norm(), rest(&r));
    if p.norm() == 0.0 {
        let above = r[0] + transmitted.component_mul(&mu).norm();
        return above / mu.max().max(1.0);
    }
    if demand == 0.0 {
        return blocked.max(r[0].abs()).max(transmitted.norm());
    }
    let outer = shares.zip_map(&mu, |y, mu| if y == 0.0 { 0.0 } else { y / demand / mu });
    let length = outer.norm().hypot(1.0);
    let (normal, along) = (outer / length, (outer.dot(&transmitted) - r[0]) / length);
    let across = (transmitted - normal * along).norm().max((r[0] + along / length).abs());
    let outside = (demand - p[0]) / length;
    blocked.max(across).max(-along).max(outside)
}

/// Returns by how much `nearest` fails to be the nearest wrench of the pyramidal cone to `wrench`: it lies
/// in the cone, and the rest in the polar cone, at right angles to it.
fn pyramidal_defect(friction: ContactFriction, wrench: &Wrench, nearest: &Wrench) -> f64 {
    let mu = friction.coefficients();
    let (p, r) = (to_x_normal(nearest), to_x_normal(wrench) - to_x_normal(nearest));
    let (mut demand, mut square, mut worst) = (0.0, 1.0, r[0]);
    for (i, mu) in mu.into_iter().enumerate() {
        if mu == 0.0 {
            worst = worst.max(p[i + 1].abs());
        } else {
            demand += p[i + 1].abs() / mu;
            square += 1.0 / (mu * mu);
            worst = worst.max((r[0] + mu * r[i + 1].abs()) / mu.hypot(1.0));
        }
    }
    worst.max((demand - p[0]) / square.sqrt()).max(r.dot(&p).abs())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn the_nearest_wrench_of_an_elliptic_cone((friction, wrench) in cases()) {
        let cone = EllipticCone::new(friction);
        let nearest = cone.project(&wrench);
        let size = to_x_normal(&wrench).norm();
        let found = elliptic_defect(friction, &wrench, &nearest);
        prop_assert!(found <= ROUNDED * size, "{found:e} of {size:e}");
        prop_assert!(difference(&cone.project(&nearest), &nearest) <= ROUNDED * size);
    }

    #[test]
    fn the_nearest_wrench_of_a_pyramidal_cone((friction, wrench) in cases()) {
        let cone = PyramidalCone::new(friction);
        let nearest = cone.project(&wrench);
        let size = to_x_normal(&wrench).norm();
        let found = pyramidal_defect(friction, &wrench, &nearest);
        prop_assert!(found <= ROUNDED * size * size.max(1.0), "{found:e} of {size:e}");
        prop_assert!(difference(&cone.project(&nearest), &nearest) <= ROUNDED * size);
    }

    #[test]
    fn every_wrench_of_the_pyramid_can_be_encoded((friction, wrench) in cases()) {
        let cone = PyramidalCone::new(friction);
        let inside = cone.project(&wrench);
        let size = to_x_normal(&inside).norm();
        let coefficients = cone.encode(&inside).unwrap();
        prop_assert_eq!(coefficients.len(), cone.rows());
        prop_assert!(coefficients.iter().all(|&c| c >= 0.0));
        let back = cone.decode(&coefficients).unwrap();
        // The edges that cancel are as long as this.
        let longest = friction.coefficients().into_iter().fold(1.0, f64::max);
        let rounding = ROUNDED * (size + longest * inside.force.z);
        prop_assert!(difference(&back, &inside) <= rounding);
    }

    #[test]
    fn a_pyramid_lies_inside_the_ellipse((friction, wrench) in cases()) {
        let (ellipse, pyramid) = (EllipticCone::new(friction), PyramidalCone::new(friction));
        let (outer, inner) = (ellipse.margin(&wrench), pyramid.margin(&wrench));
        prop_assert!(inner <= outer + ROUNDED * inner.abs() || inner == outer);
        let nearest = pyramid.project(&wrench);
        let found = elliptic_defect(friction, &nearest, &nearest);
        prop_assert!(found <= ROUNDED * to_x_normal(&wrench).norm(), "{found:e}");
    }

    #[test]
    fn a_multiple_of_a_wrench_has_a_multiple_of_the_projection(
        friction in frictions(6.0), components in prop::array::uniform6(-1.0..1.0_f64),
        power in -660..660_i32
    ) {
        let wrench = from_x_normal(&Vector6::from(components));
        let (factor, ellipse) = (2.0_f64.powi(power), EllipticCone::new(friction));
        let pyramid = PyramidalCone::new(friction);
        let many = times(&wrench, factor);
        prop_assert_eq!(ellipse.project(&many), times(&ellipse.project(&wrench), factor));
        prop_assert_eq!(pyramid.project(&many), times(&pyramid.project(&wrench), factor));
        prop_assert_eq!(ellipse.contains(&many), ellipse.contains(&wrench));
        prop_assert_eq!(ellipse.margin(&many), ellipse.margin(&wrench) * factor);
        prop_assert_eq!(pyramid.margin(&many), pyramid.margin(&wrench) * factor);
    }

    #[test]
    fn coefficients_of_extreme_size_give_finite_projections(
        friction in frictions(290.0), wrench in wrenches()
    ) {
        let size = to_x_normal(&wrench).norm();
        for nearest in [
            EllipticCone::new(friction).project(&wrench), PyramidalCone::new(friction).project(&wrench)
        ] {
            let nearest = to_x_normal(&nearest);
            prop_assert!(nearest.iter().all(|value| value.is_finite()));
            // The nearest point of a cone, at right angles to the rest.
            let rest = to_x_normal(&wrench) - nearest;
            prop_assert!(rest.dot(&nearest).abs() <= ROUNDED * size);
        }
    }

    #[test]
    fn faces_and_edges_are_those_of_the_pyramid(friction in frictions(3.0), wrench in wrenches()) {
        let cone = PyramidalCone::new(friction);
        let force = |w: &Wrench| Vector6::from_iterator(w.force.iter().chain(&w.torque).copied());
        let inside = EllipticCone::new(friction).project(&wrench);
        let worst = cone.faces().map(|row| row.dot(&force(&inside))).fold(f64::MIN, f64::max);
        let scale = cone.faces().map(|row| row.norm()).fold(0.0, f64::max);
        prop_assert!((cone.margin(&inside) + worst).abs() <= ROUNDED * scale);
        for edge in cone.edges().column_iter() {
            let values: Vec<f64> = cone.faces().map(|row| row.dot(&edge)).collect();
            prop_assert!(values.iter().all(|value| *value <= ROUNDED));
        }
    }
}

#[test]
fn the_defects_see_a_wrong_projection() {
    let friction = friction(ContactDimension::Sliding, [0.6, 0.4, 0.0, 0.0, 0.0]);
    let wrench = from_x_normal(&Vector6::new(1.0, 0.54, 0.36, 0.0, 0.0, 0.0));
    // f_i/μ_i first, then the circular cone: demand 1.273, so ρ = 2.273/2 in that metric.
    let (demand, half) = (0.54_f64.hypot(0.54) / 0.6, 0.5);
    let along = half * (demand + 1.0);
    let shortened = from_x_normal(&Vector6::new(
        along,
        0.54 * along / demand,
        0.36 * along / demand,
        0.0,
        0.0,
        0.0,
    ));
    assert!(elliptic_defect(friction, &wrench, &shortened) > 1e-2);
    assert!(
        elliptic_defect(friction, &wrench, &EllipticCone::new(friction).project(&wrench)) < 1e-15
    );
    let on_ellipse = EllipticCone::new(friction).project(&wrench);
    assert!(pyramidal_defect(friction, &wrench, &on_ellipse) > 1e-2);
    // The ellipse is not in the pyramid.
    assert!(PyramidalCone::new(friction).margin(&on_ellipse) < -0.1);
}

#[test]
fn what_is_outside_or_incomplete_is_not_encoded() {
    let cone = PyramidalCone::new(friction(ContactDimension::Sliding, [0.5, 0.5, 0.0, 0.0, 0.0]));
    let outside = from_x_normal(&Vector6::new(10.0, 5.1, 0.0, 0.0, 0.0, 0.0));
    assert_eq!((cone.encode(&outside), cone.decode(&[1.0; 3])), (None, None));
}

#[test]
fn a_component_without_a_coefficient_is_not_transmitted() {
    let friction = friction(ContactDimension::Torsional, [0.5, 0.0, 0.1, 0.0, 0.0]);
    let (ellipse, pyramid) = (EllipticCone::new(friction), PyramidalCone::new(friction));
    let given = from_x_normal(&Vector6::new(1.0, 0.1, 1e-300, 0.01, 1e-9, 0.0));
    assert!(!ellipse.contains(&given) && !pyramid.contains(&given));
    assert_eq!(ellipse.margin(&given), f64::NEG_INFINITY);
    assert_eq!(pyramid.margin(&given), f64::NEG_INFINITY);
    assert_eq!(pyramid.encode(&given), None);
    let kept = from_x_normal(&Vector6::new(1.0, 0.1, 0.0, 0.01, 0.0, 0.0));
    assert_eq!((ellipse.project(&given), pyramid.project(&given)), (kept, kept));
    assert_eq!(pyramid.faces().len(), 4);
}

#[test]
fn rows_edges_and_faces_of_each_dimension() {
    let mu = [0.6, 0.4, 0.02, 0.01, 0.015];
    let counts = ContactDimension::ALL.map(|dimension| {
        let friction = friction(dimension, mu);
        let pyramid = PyramidalCone::new(friction);
        assert_eq!(pyramid.edges().ncols(), pyramid.rows());
        (EllipticCone::new(friction).rows(), pyramid.rows(), pyramid.faces().len())
    });
    assert_eq!(counts, [(1, 1, 1), (3, 4, 4), (4, 6, 8), (6, 10, 32)]);
    let edges = PyramidalCone::new(friction(ContactDimension::Torsional, mu)).edges();
    assert_eq!(edges.column(3).as_slice(), [0.0, -0.4, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(edges.column(4).as_slice(), [0.0, 0.0, 1.0, 0.0, 0.0, 0.02]);
}

#[test]
fn a_wrench_that_is_not_finite_is_never_inside() {
    let friction = friction(ContactDimension::Rolling, [0.5, 0.4, 0.0, 0.1, 0.2]);
    let (ellipse, pyramid) = (EllipticCone::new(friction), PyramidalCone::new(friction));
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for index in 0..6 {
            let mut components = Vector6::new(5.0, 0.1, 0.0, 0.0, 0.0, 0.0);
            components[index] = bad;
            let wrench = from_x_normal(&components);
            assert!(!ellipse.contains(&wrench) && !pyramid.contains(&wrench));
            assert!(ellipse.margin(&wrench).is_nan() && pyramid.margin(&wrench).is_nan());
            assert_eq!(pyramid.encode(&wrench), None);
            for nearest in [ellipse.project(&wrench), pyramid.project(&wrench)] {
                assert!(to_x_normal(&nearest).iter().all(|value| value.is_nan()));
            }
        }
    }
}
