use super::*;
use crate::testing::{assert_refused, assert_refuses};
use nalgebra::Vector3;
use stiction_core::{
    ContactMode, ContactState, Impedance, Motion, Pose, SpatialFrame, Stage, Twist, Wrench,
};

fn pressed(depth: f64, linear: [f64; 3], angular: [f64; 3]) -> Motion<SpatialFrame> {
    let twist = Twist { linear: Vector3::from(linear), angular: Vector3::from(angular) };
    Motion::new(Pose::at(Vector3::new(0.3, -0.2, -depth)), twist)
}

fn pad() -> FrameContact {
    let pad = EllipticContact::builder().stiffness(1e4).damping(30.0).friction([0.5, 0.4]);
    pad.torsional_friction(0.02).build().unwrap()
}

fn wheel() -> FrameContact {
    let wheel = EllipticContact::builder().stiffness(1e4).damping(30.0).friction([0.6, 0.6]);
    wheel.torsional_friction(0.02).rolling_friction([0.01, 0.015]).build().unwrap()
}

fn respond(contact: &FrameContact, motion: &Motion<SpatialFrame>) -> (Wrench, Vec<f64>) {
    let internal = vec![0.0; contact.memory().len()];
    let mut rate = internal.clone();
    let wrench = contact.respond(&Stage::first(0.0, 1e-3), motion, &internal, &mut rate);
    (wrench, rate)
}

#[test]
fn the_dimension_is_what_was_given() {
    let plain = EllipticContact::builder().stiffness(1e4).damping(30.0).friction([0.5, 0.5]);
    let plain = plain.build().unwrap();
    assert_eq!(
        [plain.clone(), pad(), wheel()].map(|contact| contact.dimension().count()),
        [3, 4, 6]
    );
    assert_eq!([plain, pad(), wheel()].map(|contact| contact.memory().len()), [2, 3, 5]);
}

#[test]
fn each_axis_alone_has_its_own_limit() {
    // 10 N; fast, so that the trial force is far outside.
    let wheel = wheel();
    for (linear, angular, force, torque) in [
        ([9.0, 0.0, 0.0], [0.0; 3], [-6.0, 0.0, 10.0], [0.0; 3]),
        ([0.0, -9.0, 0.0], [0.0; 3], [0.0, 6.0, 10.0], [0.0; 3]),
        ([0.0; 3], [0.0, 0.0, 900.0], [0.0, 0.0, 10.0], [0.0, 0.0, -0.2]),
        ([0.0; 3], [900.0, 0.0, 0.0], [0.0, 0.0, 10.0], [-0.1, 0.0, 0.0]),
        ([0.0; 3], [0.0, -900.0, 0.0], [0.0, 0.0, 10.0], [0.0, 0.15, 0.0]),
    ] {
        let (wrench, _) = respond(&wheel, &pressed(1e-3, linear, angular));
        assert!((wrench.force - Vector3::from(force)).norm() < 1e-13, "{wrench:?}");
        assert!((wrench.torque - Vector3::from(torque)).norm() < 1e-13, "{wrench:?}");
    }
}

#[test]
fn spinning_makes_it_easy_to_push() {
    let sliding = respond(&pad(), &pressed(1e-3, [1.0, 0.0, 0.0], [0.0; 3])).0.force.x;
    let spinning = respond(&pad(), &pressed(1e-3, [1.0, 0.0, 0.0], [0.0, 0.0, 500.0])).0.force.x;
    assert!((sliding + 5.0).abs() < 1e-13 && (-0.5..0.0).contains(&spinning), "{spinning}");
}

#[test]
fn out_of_contact_there_is_no_wrench() {
    for depth in [-1e-3, 0.0] {
        let (wrench, _) = respond(&wheel(), &pressed(depth, [1.0; 3], [1.0; 3]));
        assert_eq!(wrench, Wrench::default());
        let motion = pressed(depth, [1.0; 3], [1.0; 3]);
        let state = ContactState::of(&wheel(), &Stage::at(0.0), &motion, &[0.0; 5]).unwrap();
        assert_eq!(state.mode, ContactMode::Separated);
    }
}

#[test]
fn angular_stiffness_follows_the_lever_of_the_friction() {
    // (0.02/0.5)² and (0.015/0.6)² of the tangential 1e4.
    assert!((pad().contact().unwrap().resistance(0.0, 5).unwrap().0 - 16.0).abs() < 1e-13);
    assert!((wheel().contact().unwrap().resistance(0.0, 3).unwrap().0 - 6.25).abs() < 1e-13);
    assert_eq!(pad().contact().unwrap().resistance(0.0, 3), None);
    assert_eq!(pad().contact().unwrap().resistance(0.0, 2), Some((1e4, 30.0)));
    assert_eq!(pad().contact().unwrap().resistance(0.0, 1), Some((1e4, 30.0)));
}

#[test]
fn rolling_needs_torsion_and_a_curve_damping() {
    let base = || EllipticContact::builder().friction([0.5, 0.5]).stiffness(1.0).damping(1.0);
    assert_refuses("rolling_friction", 0.1, |x| base().rolling_friction([x, 0.1]).build());
    let curve = StribeckCurve::constant(1.0).unwrap();
    assert_refused("tangential_damping", |x| {
        base().tangential_damping(x).speed_dependence(curve).build()
    });
}
