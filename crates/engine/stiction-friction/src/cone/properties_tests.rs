//! Properties of every circular and linearized cone, for every force.
#![allow(clippy::unwrap_used, reason = "tests")]

use nalgebra::Vector3;
use proptest::prelude::*;

use super::{CircularCone, ConeScale, LinearizedCone};

/// Tolerance relative to the largest component: a few roundings of each step of a projection.
const ROUNDED: f64 = 4e-15;

fn circular(friction: f64) -> CircularCone {
    CircularCone::new(friction).unwrap()
}

fn linearized(friction: f64, sides: usize, scale: ConeScale, phase: f64) -> LinearizedCone {
    let cone = LinearizedCone::builder().friction(friction).sides(sides);
    cone.scale(scale).phase(phase).build().unwrap()
}

fn scales() -> impl Strategy<Value = ConeScale> {
    prop::sample::select(&ConeScale::ALL)
}

/// Coefficients from nearly none to nearly a half space, and exactly none.
fn frictions() -> impl Strategy<Value = f64> {
    prop_oneof![1 => Just(0.0), 9 => (-3.0..3.0_f64).prop_map(|power| 10.0_f64.powf(power))]
}

fn cones() -> impl Strategy<Value = LinearizedCone> {
    (frictions(), 3..40_usize, scales(), -7.0..7.0_f64)
        .prop_map(|(friction, sides, scale, phase)| linearized(friction, sides, scale, phase))
}

fn forces() -> impl Strategy<Value = Vector3<f64>> {
    prop::array::uniform3(-1.0..1.0_f64).prop_map(Vector3::from)
}

/// Returns the edge of the circular cone in the direction `angle`.
fn on_circle(friction: f64, angle: f64) -> Vector3<f64> {
    Vector3::new(friction * angle.cos(), friction * angle.sin(), 1.0)
}

/// Returns by how much `nearest` fails to be the nearest point to `force` of the cone of the `rays`, of which
/// `distance` is the signed distance: it lies in the cone, the rest in the polar cone, at right
/// angles. The three together are also sufficient.
fn defect(
    force: &Vector3<f64>,
    nearest: &Vector3<f64>,
    distance: f64,
    rays: impl Iterator<Item = Vector3<f64>>,
) -> f64 {
    let rest = force - nearest;
    let above = rays.map(|ray| rest.dot(&ray.normalize())).fold(0.0, f64::max);
    above.max(-distance).max(rest.dot(nearest).abs())
}

proptest! {
    #[test]
    fn the_nearest_force_of_a_circular_cone(friction in frictions(), force in forces()) {
        let cone = circular(friction);
        let nearest = cone.project(&force);
        // The ray that the rest comes nearest to.
        let angle = force.y.atan2(force.x);
        let rays = core::iter::once(on_circle(friction, angle));
        let found = defect(&force, &nearest, cone.signed_distance(&nearest), rays);
        prop_assert!(found <= ROUNDED, "{found:e}");
        // Moreau: the rest is the projection on the polar cone, minus that on the dual of −f.
        let rest = force - nearest;
        prop_assert!((cone.dual().project(&-force) + rest).norm() <= ROUNDED);
    }

    #[test]
    fn the_nearest_force_of_a_linearized_cone(cone in cones(), force in forces()) {
        let nearest = cone.project(&force);
        let found = defect(&force, &nearest, cone.signed_distance(&nearest), cone.rays());
        prop_assert!(found <= ROUNDED, "{found:e}");
        prop_assert!((cone.project(&nearest) - nearest).norm() <= ROUNDED);
    }

    #[test]
    fn the_distance_is_that_to_the_boundary(cone in cones(), force in forces()) {
        let distance = cone.signed_distance(&force);
        if cone.contains(&force) {
            let rows = cone.faces().take(cone.sides());
            let nearest = rows.map(|row| -row.dot(&force) / row.norm() * row.xy().norm());
            prop_assert!((nearest.fold(f64::INFINITY, f64::min) - distance).abs() <= ROUNDED);
        } else {
            let far = (force - cone.project(&force)).norm();
            prop_assert!((far + distance).abs() <= ROUNDED);
        }
        let circle = circular(cone.friction());
        let distance = circle.signed_distance(&force);
        let far = (force - circle.project(&force)).norm();
        prop_assert!((far + distance.min(0.0)).abs() <= ROUNDED);
    }

    #[test]
    fn membership_margin_and_faces_agree(cone in cones(), force in forces()) {
        let worst = cone.faces().take(cone.sides()).map(|row| row.dot(&force));
        let worst = worst.fold(f64::NEG_INFINITY, f64::max);
        let rounding = ROUNDED * (1.0 + cone.face_coefficient());
        prop_assert!((cone.margin(&force) + worst).abs() <= rounding);
        prop_assume!(worst.abs() > rounding);
        prop_assert_eq!(cone.contains(&force), worst <= 0.0 && force.z >= 0.0);
    }

    #[test]
    fn a_multiple_of_a_force_has_a_multiple_of_the_projection(
        cone in cones(), force in forces(), power in -660..660_i32
    ) {
        // A power of two, about 1e-199 to 1e199: to the bit.
        let factor = 2.0_f64.powi(power);
        let circle = circular(cone.friction());
        prop_assert_eq!(circle.project(&(force * factor)), circle.project(&force) * factor);
        prop_assert_eq!(cone.project(&(force * factor)), cone.project(&force) * factor);
        prop_assert_eq!(cone.contains(&(force * factor)), cone.contains(&force));
        prop_assert_eq!(circle.contains(&(force * factor)), circle.contains(&force));
        prop_assert_eq!(
            cone.signed_distance(&(force * factor)), cone.signed_distance(&force) * factor
        );
        prop_assert_eq!(
            circle.signed_distance(&(force * factor)), circle.signed_distance(&force) * factor
        );
    }

    #[test]
    fn every_force_of_the_cone_can_be_encoded(cone in cones(), force in forces()) {
        let inside = cone.project(&force);
        let coefficients = cone.encode(&inside).unwrap();
        prop_assert!(coefficients.iter().all(|&c| c >= 0.0));
        let back = cone.decode(&coefficients).unwrap();
        // The rays that cancel are as long as this.
        let rounding = ROUNDED * (1.0 + cone.vertex_coefficient() * inside.z);
        prop_assert!((back - inside).norm() <= 2.0 * rounding, "{back} {inside}");
        let sum: f64 = coefficients.iter().sum();
        prop_assert!((sum - inside.z).abs() <= 2.0 * ROUNDED);
        // The control: a force outside by more than rounding has no coefficients.
        if cone.signed_distance(&force) < -1e-12 {
            prop_assert!(cone.encode(&force).is_none());
        }
    }
}

#[test]
fn shortening_the_friction_alone_is_no_projection() {
    // The control of the projection tests: the force on the boundary with the same normal part.
    let cone = linearized(0.5, 8, ConeScale::Inner, 0.2);
    let shortened = |force: &Vector3<f64>| {
        let radius = cone.section_radius(f64::atan2(force.y, force.x)) * force.z;
        let factor = radius / force.xy().norm();
        Vector3::new(factor * force.x, factor * force.y, force.z)
    };
    let (f, g) = (Vector3::new(1.0, 0.3, 0.4), Vector3::new(1.0, 0.3, 0.5));
    let (p, q) = (shortened(&f), shortened(&g));
    assert!(cone.signed_distance(&p).abs() < 1e-15);
    assert!(defect(&f, &p, cone.signed_distance(&p), cone.rays()) > 0.1);
    assert!((p - q).dot(&(f - g)) < (p - q).norm_squared() - 1e-3);
}

#[test]
fn a_force_that_is_not_finite_is_never_inside() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for axis in 0..3 {
            let mut force = Vector3::new(0.1, 0.1, 5.0);
            force[axis] = bad;
            for friction in [0.0, 0.5] {
                let cone = linearized(friction, 5, ConeScale::Outer, 0.1);
                assert!(!cone.contains(&force) && cone.encode(&force).is_none());
                assert!(cone.margin(&force).is_nan() && cone.signed_distance(&force).is_nan());
                assert!(cone.project(&force).iter().all(|value| value.is_nan()));
            }
        }
    }
}

#[test]
fn without_friction_a_ray() {
    let ray = linearized(0.0, 4, ConeScale::Inner, 0.0);
    assert_eq!(ray.project(&Vector3::new(1.0, 2.0, 3.0)), Vector3::new(0.0, 0.0, 3.0));
    assert_eq!(ray.project(&Vector3::new(1.0, 2.0, -3.0)), Vector3::zeros());
    assert_eq!(ray.project(&Vector3::new(0.0, 0.0, -3.0)), Vector3::zeros());
    assert!(ray.contains(&Vector3::z()) && !ray.contains(&-Vector3::z()));
    assert!(!ray.contains(&Vector3::new(1e-300, 0.0, 1.0)));
    // The sides alone accept a pull; the last row does not.
    let rows: Vec<f64> = ray.faces().map(|row| row.dot(&-Vector3::z())).collect();
    assert!(rows[..4].iter().all(|&value| value <= 0.0) && rows[4] > 0.0);
    assert_eq!(ray.encode(&Vector3::z()).unwrap(), [0.25; 4]);
    assert!(ray.encode(&Vector3::new(1e-9, 0.0, 1.0)).is_none());
}

#[test]
fn friction_of_any_size() {
    for friction in [1e-200, 1e-20, 1e20, 1e200] {
        let cone = linearized(friction, 6, ConeScale::Inner, 0.0);
        let ray = cone.rays().next().unwrap();
        // Beyond the ray, at right angles to it.
        let out = Vector3::new(1.0, 0.0, -friction);
        let scale = 1.0 / friction.max(1.0);
        let nearest = cone.project(&(ray * scale + out * scale));
        assert!((nearest - ray * scale).amax() < 1e-15, "{friction:e} {nearest}");
        assert!(cone.contains(&(ray * 0.5 + Vector3::z())), "{friction:e}");
        assert_eq!(cone.project(&-Vector3::z()), Vector3::zeros());
    }
}

#[test]
fn coefficients_by_hand() {
    // The diamond of μ = 0.5: (1, 0.5, 4) needs 2 + 1 of the normal force, 1 is left for 4 rays.
    let cone = linearized(0.5, 4, ConeScale::Inner, 0.0);
    let coefficients = cone.encode(&Vector3::new(1.0, 0.5, 4.0)).unwrap();
    for (found, expected) in coefficients.iter().zip([2.25, 1.25, 0.25, 0.25]) {
        assert!((found - expected).abs() < 2e-15, "{coefficients:?}");
    }
    assert_eq!(cone.decode(&coefficients[..3]), None);
}
