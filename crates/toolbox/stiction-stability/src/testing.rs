//! Stances for the tests.

use core::f64::consts::PI;

use nalgebra::{Vector3, Vector6, vector};
use proptest::prelude::*;
use stiction_core::Wrench;
use stiction_friction::cone::{CircularCone, ConeScale, LinearizedCone};

use crate::{ConeRows, ContactPoints, PlacedContact, Placement, Stance, WrenchCone};

/// Returns a contact with a circular cone.
pub(crate) fn contact(
    position: [f64; 3],
    normal: [f64; 3],
    patch: ContactPoints,
    friction: f64,
) -> PlacedContact<CircularCone> {
    let placement = Placement::facing(position.into(), &normal.into()).unwrap();
    PlacedContact::new(placement, patch, CircularCone::new(friction).unwrap())
}

pub(crate) fn rectangle(half_length: f64, half_width: f64) -> ContactPoints {
    ContactPoints::rectangle(half_length, half_width).unwrap()
}

/// Returns a foot of 0.2 m by 0.1 m on level ground at the origin.
pub(crate) fn foot(friction: f64) -> Stance<CircularCone> {
    Stance::new().with_contact(contact([0.0; 3], [0.0, 0.0, 1.0], rectangle(0.1, 0.05), friction))
}

/// Returns the foot, and the palm of a hand on a wall in front of it.
pub(crate) fn foot_and_hand(friction: f64) -> Stance<CircularCone> {
    foot(friction).with_contact(contact(
        [0.6, 0.0, 1.2],
        [-1.0, 0.0, 0.0],
        rectangle(0.05, 0.05),
        friction,
    ))
}

/// Returns three points whose normals lean inwards.
pub(crate) fn three_tilted_points(friction: f64) -> Stance<CircularCone> {
    [
        ([0.5, 0.0, 0.0], [-3.0, 0.0, 4.0]),
        ([-0.3, 0.4, 0.1], [5.0, 0.0, 12.0]),
        ([-0.2, -0.5, 0.2], [0.0, 3.0, 4.0]),
    ]
    .into_iter()
    .fold(Stance::new(), |stance, (position, normal)| {
        stance.with_contact(contact(position, normal, ContactPoints::point(), friction))
    })
}

/// Returns two palms that press on a body from both sides, at x = ∓0.2 m.
pub(crate) fn between_palms(friction: f64) -> Stance<CircularCone> {
    [(-0.2, 1.0), (0.2, -1.0)].into_iter().fold(Stance::new(), |stance, (x, normal)| {
        stance.with_contact(contact(
            [x, 0.0, 1.0],
            [normal, 0.0, 0.0],
            rectangle(0.05, 0.05),
            friction,
        ))
    })
}

/// Returns four-sided outer cones with faces along the axes of the contacts.
pub(crate) fn square(stance: &Stance<CircularCone>) -> Stance<LinearizedCone> {
    stance.linearized(4, ConeScale::Outer, PI / 4.0).unwrap()
}

pub(crate) fn faces(cone: &WrenchCone) -> &[Vector6<f64>] {
    match cone.rows() {
        ConeRows::Solid { faces } | ConeRows::Flat { faces, .. } => faces,
    }
}

pub(crate) fn wrench(w: impl Into<Vector6<f64>>) -> Wrench {
    let w = w.into();
    Wrench { force: w.fixed_rows::<3>(0).into(), torque: w.fixed_rows::<3>(3).into() }
}

/// Returns the wrench that holds a unit weight with its centre of mass above (x, y).
pub(crate) fn at_rest(x: f64, y: f64) -> Wrench {
    wrench([0.0, 0.0, 1.0, y, -x, 0.0])
}

fn apart(points: &[[f64; 2]], least: f64) -> bool {
    let near = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]) < least;
    (0..points.len()).all(|i| points[..i].iter().all(|other| !near(other, &points[i])))
}

/// Points, rectangles and polygons, some level, some on walls and ramps, 1 to 3 of them.
pub(crate) fn stances() -> impl Strategy<Value = Stance<CircularCone>> {
    let patch = prop_oneof![
        Just(ContactPoints::point()),
        (0.02..0.2, 0.02..0.2).prop_map(|(x, y)| rectangle(x, y)),
        // The faces of points micrometres apart are refused: `DoubleDescriptionError::Ambiguous`.
        prop::collection::vec(prop::array::uniform2(-0.2..0.2_f64), 1..6)
            .prop_filter("points that can be told apart", |points| apart(points, 1e-3))
            .prop_map(|points| ContactPoints::polygon(points.into_iter().map(Into::into)).unwrap()),
    ];
    let normal = prop_oneof![
        Just([0.0, 0.0, 1.0]),
        Just([-1.0, 0.0, 0.0]),
        Just([5.0, 0.0, 12.0]),
        prop::array::uniform3(-1.0..1.0_f64)
            .prop_filter("has a direction", |n| Vector3::from(*n).norm() > 0.1),
    ];
    let position = prop_oneof![
        prop::array::uniform3((-5..=5_i32).prop_map(|k| 0.2 * f64::from(k))),
        prop::array::uniform3(-1.0..1.0_f64),
    ];
    let one = (position, normal, patch, 0.05..1.2_f64);
    let one = one.prop_map(|(position, normal, patch, mu)| contact(position, normal, patch, mu));
    prop::collection::vec(one, 1..4).prop_map(|contacts| {
        contacts.into_iter().fold(Stance::new(), |stance, contact| stance.with_contact(contact))
    })
}

/// Returns a wrench of the cone plus a disturbance up to the given share of it.
pub(crate) fn near(cone: &WrenchCone, shares: &[f64], off: [f64; 6]) -> Vector6<f64> {
    let generators = cone.generators().iter().zip(shares.iter().cycle());
    let inside: Vector6<f64> = generators.map(|(g, share)| g * *share).sum();
    inside + Vector6::from(off) * inside.norm()
}

/// Returns directions all around.
pub(crate) fn directions(count: u32) -> impl Iterator<Item = nalgebra::Vector2<f64>> {
    let angle = move |k| 2.0 * PI * f64::from(k) / f64::from(count);
    (0..count).map(move |k| vector![angle(k).cos(), angle(k).sin()])
}
