use nalgebra::{Vector3, vector};
use proptest::prelude::*;
use stiction_friction::cone::ConeScale;

use super::*;
use crate::{
    RectangularPatch, StabilityError, Stance,
    testing::{
        between_palms, contact, faces, foot, foot_and_hand, near, rectangle, square, stances,
        three_tilted_points, wrench,
    },
};

/// The counts are by trial: each five independent generators span a plane, which is a face if all others are on one side.
#[test]
fn no_face_is_missing_or_there_twice() {
    let stances = [foot(0.5), foot_and_hand(0.5), three_tilted_points(0.5)];
    for (stance, count) in stances.iter().zip([16, 75, 31]) {
        let cone = square(stance).wrench_cone().unwrap();
        assert_eq!((cone.rank(), faces(&cone).len()), (6, count));
    }
}

#[test]
fn points_close_together_are_two() {
    // On parallel ramps with nearly the same friction, so that many edges are nearly the same too.
    let ramp = [-5.0, 0.0, 12.0];
    let stance = |gap: f64| {
        let pair = crate::ContactPoints::polygon([[0.0, 0.0].into(), [gap, 0.0].into()]).unwrap();
        let foot = contact([-0.6, 0.04, 0.0], ramp, rectangle(0.02, 0.02), 0.7925);
        Stance::new().with_contact(contact([0.4, 0.0, 0.0], ramp, pair, 0.794)).with_contact(foot)
    };
    let cone = |gap| square(&stance(gap)).wrench_cone();
    let wide = cone(1e-2).unwrap();
    assert_eq!(faces(&wide).len(), 79);
    for gap in [1e-3, 1e-4, 1e-5] {
        assert_eq!(faces(&cone(gap).unwrap()).len(), faces(&wide).len(), "{gap}");
    }
    // Too close to tell is an error, or else right.
    for gap in [1e-6, 1e-7, 1e-8, 1e-10, 1e-12] {
        match cone(gap) {
            Ok(found) => {
                let inside = |g: &Vector6<f64>| found.contains(&wrench(*g));
                assert!(wide.generators().iter().skip(8).all(inside), "{gap}");
            }
            Err(error) => assert!(matches!(error, StabilityError::Faces(_)), "{gap}: {error}"),
        }
    }
}

#[test]
fn one_point_bears_no_moment() {
    let stance = Stance::new().with_contact(contact(
        [1.0, 2.0, 0.0],
        [0.0, 0.0, 1.0],
        crate::ContactPoints::point(),
        0.5,
    ));
    let cone = square(&stance).wrench_cone().unwrap();
    assert_eq!(cone.rank(), 3);
    let ConeRows::Flat { faces, equalities } = cone.rows() else { panic!("{cone:?}") };
    assert_eq!((faces.len(), equalities.len()), (4, 3));
    // Ten newtons at the point: (1, 2, 0) × (0, 0, 10) = (20, −10, 0).
    assert!(cone.contains(&wrench([0.0, 0.0, 10.0, 20.0, -10.0, 0.0])));
    assert!(!cone.contains(&wrench([0.0, 0.0, 10.0, 20.0, -10.0, 1e-6])));
    let off = cone.about(vector![1.0, 2.0, 0.0]).unwrap();
    assert!((off.margin(&wrench([0.0, 0.0, 10.0, 0.0, 0.0, 3.0])) + 3.0).abs() < 1e-12);
    // Against the pyramid: 0.5 fz − fx over the length of the row.
    let within = off.margin(&wrench([1.0, 0.0, 10.0, 0.0, 0.0, 0.0]));
    assert!((within - 4.0 / 1.25_f64.sqrt()).abs() < 1e-12);
}

#[test]
fn two_points_bear_no_moment_about_their_line() {
    let point = |x| contact([x, 0.0, 0.0], [0.0, 0.0, 1.0], crate::ContactPoints::point(), 0.5);
    let stance = Stance::new().with_contact(point(-1.0)).with_contact(point(1.0));
    let cone = square(&stance).wrench_cone().unwrap();
    assert_eq!(cone.rank(), 5);
    let ConeRows::Flat { equalities, .. } = cone.rows() else { panic!("{cone:?}") };
    assert_eq!(equalities.len(), 1);
    assert!((equalities[0][3].abs() - 1.0).abs() < 1e-15);
    assert!(cone.contains(&wrench([0.0, 0.0, 1.0, 0.0, 0.9, 0.0])));
    assert!(!cone.contains(&wrench([0.0, 0.0, 1.0, 1e-6, 0.9, 0.0])));
    // Three points in line are no better, nor is a foot as thin as a line.
    let three = stance.with_contact(point(0.3));
    assert_eq!(square(&three).wrench_cone().unwrap().rank(), 5);
}

#[test]
fn without_friction_a_foot_bears_three_components() {
    let cone = square(&foot(0.0)).wrench_cone().unwrap();
    assert_eq!(cone.rank(), 3);
    assert!(cone.contains(&wrench([0.0, 0.0, 1.0, 0.05, -0.1, 0.0])));
    assert!(!cone.contains(&wrench([1e-6, 0.0, 1.0, 0.0, 0.0, 0.0])));
    assert!(!cone.contains(&wrench([0.0, 0.0, 1.0, 0.051, 0.0, 0.0])));
}

#[test]
fn palms_on_both_sides_bear_anything() {
    let cone = square(&between_palms(0.4)).wrench_cone().unwrap();
    assert_eq!(cone.rows(), ConeRows::Solid { faces: &[] });
    assert_eq!(cone.margin(&wrench([0.0, 0.0, -9.0, 3.0, 0.0, 0.0])), f64::INFINITY);
    // It still does not bear a wrench that is not finite.
    assert!(!cone.contains(&wrench([0.0, f64::NAN, 0.0, 0.0, 0.0, 0.0])));
}

#[test]
fn zero_is_borne_and_what_is_not_finite_is_not() {
    let cone = square(&foot_and_hand(0.5)).wrench_cone().unwrap();
    assert!(cone.contains(&wrench([0.0; 6])));
    for k in 0..6 {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut w = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
            w[k] = bad;
            assert!(!cone.contains(&wrench(w)));
            assert!(cone.margin(&wrench(w)).is_nan());
        }
    }
}

#[test]
fn nothing_to_stand_on() {
    assert_eq!(square(&Stance::new()).wrench_cone().unwrap_err(), StabilityError::NoContacts);
    let nowhere = vector![0.0, f64::NAN, 0.0];
    let error = square(&foot(0.5)).wrench_cone().unwrap().about(nowhere).unwrap_err();
    assert_eq!(error.parameter, "reference_point");
}

proptest! {
    #[test]
    fn rectangles_have_their_closed_form(
        half_length in 0.01..0.5_f64, half_width in 0.01..0.5_f64, mu in 0.05..2.0_f64
    ) {
        let patch = |mu: f64| {
            let builder = RectangularPatch::builder().half_length(half_length);
            builder.half_width(half_width).face_coefficient(mu).build().unwrap()
        };
        let stance = Stance::new().with_contact(contact(
            [0.0; 3], [0.0, 0.0, 1.0], rectangle(half_length, half_width), mu,
        ));
        let cone = square(&stance).wrench_cone().unwrap();
        prop_assert_eq!(faces(&cone).len(), 16);
        let apart = |patch: &RectangularPatch| {
            let nearest = |row: &Vector6<f64>| {
                let row = row.normalize();
                faces(&cone).iter().map(|face| (face - row).norm()).fold(f64::INFINITY, f64::min)
            };
            patch.rows().iter().map(nearest).fold(0.0, f64::max)
        };
        prop_assert!(apart(&patch(mu)) < 1e-12);
        // Control.
        prop_assert!(apart(&patch(mu * (1.0 + 1e-6))) > 1e-9);
    }

    #[test]
    fn generators_are_inside(stance in stances(), sides in 3..9_usize) {
        let cone = stance.linearized(sides, ConeScale::Inner, 0.3).unwrap().wrench_cone().unwrap();
        for generator in cone.generators() {
            prop_assert!(cone.contains(&wrench(*generator)));
        }
        // Control: the opposite of one is not, unless the cone contains lines.
        let total: Vector6<f64> = cone.generators().iter().sum();
        let pointed = faces(&cone).iter().any(|face| face.dot(&total) < -1e-6);
        if pointed {
            prop_assert!(!cone.contains(&wrench(-total)));
        }
    }

    #[test]
    fn the_reference_point_is_a_matter_of_words(
        stance in stances(), at in prop::array::uniform3(-2.0..2.0_f64),
        shares in prop::collection::vec(0.0..1.0_f64, 16),
        off in prop::array::uniform6(-0.2..0.2_f64),
    ) {
        let cone = square(&stance).wrench_cone().unwrap();
        let (w, at) = (near(&cone, &shares, off), Vector3::from(at));
        let w = wrench(w);
        let there = Wrench { force: w.force, torque: w.torque - at.cross(&w.force) };
        let same = cone.about(at).unwrap();
        prop_assert_eq!(same.reference_point(), at);
        let length = stacked(&w).norm();
        prop_assume!(cone.rank() == 6 && cone.margin(&w).is_finite());
        prop_assume!(cone.margin(&w).abs() > 1e-6 * length);
        prop_assert_eq!(same.contains(&there), cone.contains(&w));
        let back = same.about(Vector3::zeros()).unwrap();
        prop_assert!((back.margin(&w) - cone.margin(&w)).abs() < 1e-10 * length);
        // Control: without the lever the moment is another.
        let foot = square(&foot(0.5)).wrench_cone().unwrap();
        let rest = wrench([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        let aside = foot.about(vector![0.11, at.y, at.z]).unwrap();
        prop_assert!(foot.contains(&rest) && !aside.contains(&rest));
    }

    #[test]
    fn faces_agree_with_contact_forces(
        stance in stances(), sides in 3..7_usize,
        shares in prop::collection::vec(prop_oneof![Just(0.0), 0.0..1.0_f64], 24),
        off in prop::array::uniform6(-0.3..0.3_f64),
    ) {
        let stance = stance.linearized(sides, ConeScale::Outer, 0.0).unwrap();
        let cone = stance.wrench_cone().unwrap();
        // Every disturbance leads out of a flat cone.
        let off = if cone.rank() == 6 { off } else { [0.0; 6] };
        let w = near(&cone, &shares, off);
        prop_assume!(w.norm() > 0.0);
        let w = wrench(w);
        let margin = cone.margin(&w) / stacked(&w).norm();
        prop_assume!(margin.abs() > 1e-6 || cone.rank() < 6);
        let forces = stance.contact_forces(&w).unwrap();
        prop_assert_eq!(forces.is_some(), cone.contains(&w));
        // Control: against the cone nothing is borne, unless it is a subspace.
        let against = wrench(-near(&cone, &shares, [0.0; 6]));
        if cone.margin(&against) < -1e-6 * stacked(&against).norm() {
            prop_assert!(stance.contact_forces(&against).unwrap().is_none());
        }
    }
}
