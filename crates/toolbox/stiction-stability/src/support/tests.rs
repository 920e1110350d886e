use nalgebra::vector;
use proptest::prelude::*;
use stiction_friction::cone::ConeScale;

use super::*;
use crate::{
    GravitoInertial, RegionShape, Stance,
    testing::{
        at_rest, between_palms, contact, directions, foot, foot_and_hand, square, stances,
        three_tilted_points,
    },
};

/// Returns a motion without angular momentum about the centre of mass.
fn motion(mass: f64, center: Vector3<f64>, acceleration: Vector3<f64>) -> GravitoInertial {
    let builder = GravitoInertial::builder().mass(mass).center_of_mass(center);
    builder.acceleration(acceleration).build().unwrap()
}

#[test]
fn points_in_line_support_a_segment_and_one_a_point() {
    let point = |x, y| contact([x, y, 0.3], [0.0, 0.0, 1.0], crate::ContactPoints::point(), 0.5);
    let one = Stance::new().with_contact(point(0.3, -0.4));
    let area = square(&one).static_support_area().unwrap();
    assert!(matches!(area.shape(), RegionShape::Bounded { polygon: [_] }));
    assert!((area.vertices()[0] - vector![0.3, -0.4]).norm() < 1e-14);

    let two = one.with_contact(point(0.3, 0.4));
    let area = square(&two).static_support_area().unwrap();
    assert!(matches!(area.shape(), RegionShape::Bounded { polygon: [_, _] }));
    assert!((area.signed_distance([0.4, 0.0].into()) + 0.1).abs() < 1e-14);
    assert!(area.contains([0.3, 0.1].into()));
}

#[test]
fn a_wall_alone_supports_nothing() {
    let wall = contact([0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], crate::testing::rectangle(0.1, 0.1), 0.9);
    let area = square(&Stance::new().with_contact(wall)).static_support_area().unwrap();
    assert_eq!(area.shape(), RegionShape::Empty);
}

#[test]
fn palms_that_press_hold_the_center_of_mass_anywhere() {
    let area = square(&between_palms(0.5)).static_support_area().unwrap();
    assert_eq!(area.support([1.0, 0.0].into()), f64::INFINITY);
    assert_eq!(area.support([-0.6, 0.8].into()), f64::INFINITY);
}

#[test]
fn a_hand_on_the_wall_opens_the_pendular_area() {
    let cone = square(&foot_and_hand(0.5)).wrench_cone().unwrap();
    let area = cone.pendular_zmp_area(&vector![0.1, 0.0, 0.8], 0.0).unwrap();
    let RegionShape::Unbounded { vertices, directions } = area.shape() else { panic!("{area:?}") };
    assert!(!vertices.is_empty());
    // Pushing off the wall allows any backward acceleration: the ZMP runs ahead.
    assert!(directions.iter().all(|direction| direction.x > 0.5), "{directions:?}");
    let far = vector![1e3, 0.0];
    assert!(area.contains(far));
    let acceleration = 9.81 / 0.8 * (vector![0.1, 0.0] - far);
    let pushed = vector![acceleration.x, acceleration.y, 0.0];
    assert!(cone.stability(&motion(40.0, vector![0.1, 0.0, 0.8], pushed)).holds);
    // The static area stays bounded.
    let rest = cone.static_support_area().unwrap();
    assert!(matches!(rest.shape(), RegionShape::Bounded { .. }));
    assert!(rest.support([1.0, 0.0].into()) > 0.3);
}

#[test]
fn three_tilted_points_support_more_than_their_triangle() {
    let stance = square(&three_tilted_points(0.5));
    let area = stance.static_support_area().unwrap();
    assert!(matches!(area.shape(), RegionShape::Bounded { .. }));
    // The exact polygon passes the test of contact forces just inside and just outside.
    for direction in directions(12) {
        let support = area.support(direction);
        let vertex =
            area.vertices().iter().max_by(|a, b| direction.dot(a).total_cmp(&direction.dot(b)));
        let (vertex, middle) = (vertex.unwrap(), area.vertices().iter().sum::<Vector2<f64>>());
        let middle = middle / area.vertices().len() as f64;
        for (share, holds) in [(0.999, true), (1.001, false)] {
            let p = middle + (vertex - middle) * share;
            assert_eq!(stance.contact_forces(&at_rest(p.x, p.y)).unwrap().is_some(), holds);
        }
        assert!(support > direction.dot(&middle));
    }
}

#[test]
fn the_plane_is_not_that_of_the_center_of_mass() {
    let cone = square(&foot(0.5)).wrench_cone().unwrap();
    let center = vector![0.0, 0.0, 0.8];
    assert!(cone.pendular_zmp_area(&center, 0.79).is_ok());
    assert!(cone.pendular_zmp_area(&center, 0.81).is_ok());
    for bad in [0.8, f64::NAN, f64::NEG_INFINITY] {
        let error = cone.pendular_zmp_area(&center, bad).unwrap_err();
        assert!(
            matches!(&error, StabilityError::Parameter(e) if e.parameter == "plane_height"),
            "{error}"
        );
    }
    assert!(cone.pendular_zmp_area(&vector![f64::NAN, 0.0, 1.0], 0.0).is_err());
}

proptest! {
    #[test]
    fn static_area_is_rest_for_any_mass_and_height(
        stance in stances(), p in prop::array::uniform2(-0.8..0.8_f64),
        mass in 0.1..1e3_f64, height in -2.0..3.0_f64,
    ) {
        let cone = square(&stance).wrench_cone().unwrap();
        let area = cone.static_support_area().unwrap();
        let p = Vector2::from(p);
        prop_assume!(area.signed_distance(p).abs() > 1e-6);
        let center = vector![p.x, p.y, height];
        let rest = cone.stability(&motion(mass, center, Vector3::zeros()));
        prop_assert_eq!(rest.holds, area.contains(p));
        // Control: in motion the height does count, for a foot at least.
        let foot = square(&foot(0.9)).wrench_cone().unwrap();
        let holds = |height| {
            foot.stability(&motion(mass, vector![0.0, 0.0, height], vector![2.0, 0.0, 0.0])).holds
        };
        prop_assert!(holds(0.3) && !holds(0.6));
    }

    #[test]
    fn pendular_area_is_the_motions_that_hold(
        stance in stances(), zmp in prop::array::uniform2(-1.5..1.5_f64),
        mass in 0.1..1e3_f64, center in prop::array::uniform3(-0.5..0.5_f64),
        height in prop_oneof![0.2..2.0_f64, -2.0..-0.2_f64],
    ) {
        let cone = square(&stance).wrench_cone().unwrap();
        let (zmp, center) = (Vector2::from(zmp), Vector3::from(center));
        let area = cone.pendular_zmp_area(&center, center.z - height).unwrap();
        prop_assume!(area.signed_distance(zmp).abs() > 1e-6);
        let across = 9.81 / height * (center.xy() - zmp);
        let holds = |a: Vector2<f64>| {
            cone.stability(&motion(mass, center, vector![a.x, a.y, 0.0])).holds
        };
        prop_assert_eq!(holds(across), area.contains(zmp));
        // Control: pushed the other way the ZMP is mirrored at the centre of mass.
        let mirrored = 2.0 * center.xy() - zmp;
        prop_assume!(area.signed_distance(mirrored).abs() > 1e-6);
        prop_assert_eq!(holds(-across), area.contains(mirrored));
    }

    #[test]
    fn more_friction_supports_more(stance in stances(), sides in 3..7_usize) {
        let area = |scale| {
            stance.linearized(sides, scale, 0.0).unwrap().static_support_area().unwrap()
        };
        let (inner, outer) = (area(ConeScale::Inner), area(ConeScale::Outer));
        for direction in directions(8) {
            let (less, more) = (inner.support(direction), outer.support(direction));
            let near = less <= more + 1e-9 * (1.0 + more.abs());
            prop_assert!(less <= more || near, "{} {}", less, more);
        }
    }
}
