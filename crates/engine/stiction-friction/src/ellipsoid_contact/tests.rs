use super::*;
use crate::{Axes, TiltingLoad};
use nalgebra::vector;
use proptest::prelude::*;
use stiction_core::impedance::next_jump_of;
use stiction_core::{ContactMode, PlanarPose, PlanarTwist, Signal};

fn contact(e: [f64; 3], height: f64, load: impl Into<SupportLoad>) -> EllipsoidContact {
    EllipsoidContact::builder()
        .stiffness([1e4, 1e4, 4.0])
        .damping([70.0, 70.0, 0.028])
        .friction(0.31)
        .semi_axes(e)
        .height(height)
        .load(load)
        .build()
        .unwrap()
}

fn moving(v: [f64; 3]) -> Motion<PlanarFrame> {
    let twist = PlanarTwist { linear: vector![v[0], v[1]], angular: v[2] };
    Motion::new(PlanarPose::default(), twist)
}

const E: [f64; 3] = [1.0, 0.7, 0.012];

#[test]
fn stuck_it_follows_to_the_bit() {
    let (law, stage) = (contact(E, 0.08, 4.9), Stage::first(0.0, 1e-3));
    let mut rate = [0.0; 3];
    let wrench = law.respond(&stage, &moving([1e-3, 2e-3, 0.0]), &[1e-5, 0.0, 0.0], &mut rate);
    assert_eq!(rate, [1e-3, 2e-3, 0.0]);
    // −(K e + (B + τ K) v)
    assert!((wrench.force + vector![0.1 + 80.0 * 1e-3, 0.16]).norm() < 1e-15);
    let state =
        ContactState::of(&law, &stage, &moving([1e-3, 2e-3, 0.0]), &[1e-5, 0.0, 0.0]).unwrap();
    assert_eq!((state.mode, state.slip_speed), (ContactMode::Stick, 0.0));
    let share = (0.18_f64.powi(2) + (0.16_f64 / 0.7).powi(2)).sqrt() / (0.31 * 4.9);
    assert!((1.0 - state.margin - share).abs() < 1e-14);
}

/// Its rim bears the torque of the ellipsoid, about the contact point.
#[test]
fn it_is_seen_as_a_rim_about_its_contact_point() {
    let law = contact([1.0, 1.0, 0.012], 0.08, 4.9);
    let stage = Stage::first(0.0, 1e-3);
    let seen = |v| law.pad(&stage, &moving(v), &[0.0; 3]).unwrap();
    let slides = seen([3.0, 4.0, 0.0]);
    assert_eq!(
        (slides.mode(3), seen([1e-3, 0.0, 0.0]).mode(3)),
        (ContactMode::Slip, ContactMode::Stick)
    );
    // Friction tilts the body forward by μ q_z.
    let ahead = 0.31 * 0.08;
    assert!((slides.pose.position - vector![0.6 * ahead, 0.8 * ahead, 0.0]).norm() < 1e-12);
    assert!(slides.points.iter().all(|[x, y]| (x.hypot(*y) - 0.012).abs() < 1e-15));
}

#[test]
fn without_load_the_deflection_decays() {
    // The second is rounding of zero.
    for load in [0.0, 0.3 - 0.2 - 0.1] {
        let law = contact(E, 0.08, move |_: f64| load);
        let mut rate = [0.0; 3];
        let (stage, motion) = (Stage::first(0.0, 1e-3), moving([1.0, 1.0, 1.0]));
        let wrench = law.respond(&stage, &motion, &[1e-4, 0.0, 0.0], &mut rate);
        assert_eq!((wrench, rate[1]), (PlanarWrench::default(), 0.0));
        assert!((rate[0] + 1.0 / 80.0).abs() < 1e-15);
        assert_eq!(law.contact_point(&stage, &motion, &[0.0; 3]), None);
        let state = ContactState::of(&law, &stage, &motion, &[0.0; 3]).unwrap();
        assert_eq!(state, ContactState { normal_force: Some(0.0), ..ContactState::default() });
    }
}

#[test]
fn without_friction_there_is_no_force() {
    let law = EllipsoidContact::builder().stiffness([1e4; 3]).damping([1.0; 3]).friction(0.0);
    let law = law.semi_axes(E).load(5.0).build().unwrap();
    for motion in [moving([1.0, 0.0, 2.0]), moving([0.0; 3])] {
        let wrench = law.respond(&Stage::at(0.0), &motion, &[0.0; 3], &mut [0.0; 3]);
        assert_eq!((wrench.force.norm(), wrench.torque), (0.0, 0.0));
    }
    let state =
        ContactState::of(&law, &Stage::at(0.0), &moving([1.0, 0.0, 2.0]), &[0.0; 3]).unwrap();
    assert_eq!((state.mode, state.margin), (ContactMode::Slip, 0.0));
}

#[test]
fn what_is_not_finite_shows() {
    let law = contact(E, 0.08, 4.9);
    let wrench =
        law.respond(&Stage::at(0.0), &moving([f64::NAN, 0.0, 0.0]), &[0.0; 3], &mut [0.0; 3]);
    assert!(wrench.force.x.is_nan());
    for broken in [f64::NAN, f64::INFINITY, -3.0] {
        let law = contact(E, 0.08, move |_: f64| broken);
        for motion in [moving([0.0; 3]), moving([1.0, 0.0, 0.0])] {
            let mut rate = [0.0; 3];
            let wrench = law.respond(&Stage::at(0.0), &motion, &[0.0; 3], &mut rate);
            assert!(wrench.force.x.is_nan() && wrench.torque.is_nan() && rate[0].is_nan());
            let fault = law.fault(&Stage::at(0.0), &motion).unwrap();
            assert_eq!((fault.component, fault.parameter), ("EllipsoidContact", "load"));
        }
    }
    let tilted = TiltingLoad::new(|_, _| Pressing {
        normal_force: 4.9,
        tilting_moment: vector![0.0, f64::INFINITY],
    });
    let law = contact(E, 0.08, tilted);
    let motion = moving([1.0, 0.0, 0.0]);
    let wrench = law.respond(&Stage::at(0.0), &motion, &[0.0; 3], &mut [0.0; 3]);
    assert!(wrench.force.x.is_nan());
    let fault = law.fault(&Stage::at(0.0), &motion).unwrap();
    assert_eq!(fault.parameter, "tilting_moment");
    assert!(contact(E, 0.08, 4.9).fault(&Stage::at(0.0), &motion).is_none());
}

fn vector3(size: f64) -> impl Strategy<Value = Vector3<f64>> {
    prop::array::uniform3(-size..size).prop_map(Vector3::from)
}

proptest! {
    /// The force is in the ellipsoid, dissipates, and obeys the law: `u − ė` at the moved contact point is normal to
    /// the ellipsoid at f, and `f = K e + B ė` at the end of the stage. The control is the slip at the
    /// contact point that friction has not moved: it is not normal.
    #[test]
    fn obeys_the_law(
        v in vector3(1.0), bent in vector3(1.0), tilt in vector3(0.1), tau in 0.0..2e-3_f64,
    ) {
        let moment = tilt.xy();
        let load = TiltingLoad::new(move |_, _| Pressing { normal_force: 4.9, tilting_moment: moment });
        let law = contact(E, 0.08, load);
        let (e, limit) = (Vector3::from(E), 0.31 * 4.9);
        let spring = bent.component_mul(&e) * limit;
        let internal = spring.component_div(&vector![1e4, 1e4, 4.0]);
        let (stage, motion) = (Stage::first(0.0, tau), moving([v.x, v.y, 20.0 * v.z]));
        let mut rate = [0.0; 3];
        let wrench = law.respond(&stage, &motion, internal.as_slice(), &mut rate);
        let (rate, w) = (Vector3::from(rate), motion.flow.angular);
        let r = law.contact_point(&stage, &motion, internal.as_slice()).unwrap();
        let slip = vector![v.x - w * r.y, v.y + w * r.x, w];
        // The friction moment at the contact point is the total less that of the force.
        let f = -vector![wrench.force.x, wrench.force.y, wrench.torque - r.perp(&wrench.force)];
        let stage_damping = vector![70.0, 70.0, 0.028] + vector![1e4, 1e4, 4.0] * tau;
        prop_assert!((spring + stage_damping.component_mul(&rate) - f).norm() < 1e-12);
        let z = f.component_div(&e) / limit;
        prop_assert!(z.norm() <= 1.0 + 1e-13);
        let sliding = (slip - rate).component_mul(&e);
        let along = sliding.dot(&z);
        prop_assert!(along >= -1e-13);
        prop_assert!((sliding - z * along).norm() <= 1e-12, "{sliding:?} {z:?}");
        let state = ContactState::of(&law, &stage, &motion, internal.as_slice()).unwrap();
        prop_assert_eq!(state.mode == ContactMode::Stick, z.norm() < 1.0 - 1e-9);
        let margin = if state.mode == ContactMode::Stick { 1.0 - z.norm() } else { 0.0 };
        prop_assert!((state.margin - margin).abs() < 1e-9, "{} {margin}", state.margin);
        prop_assert!((state.slip_speed - along / E[0]).abs() < 1e-12);
        let still = vector![v.x - w * moment.x / -4.9, v.y + w * moment.y / 4.9, w];
        let unmoved = (still - rate).component_mul(&e);
        let off = (unmoved - z * unmoved.dot(&z)).norm();
        prop_assert!(w.abs() < 1.0 || state.mode == ContactMode::Stick || off > 1e-6);
    }
}

#[test]
fn jumps_are_those_of_the_load() {
    let of = |law: &dyn Impedance<Domain = PlanarFrame>| {
        [0.0, 2.4, 2.5, 3.0].map(|after| next_jump_of(law, after))
    };
    let expected = [Some(2.5), Some(2.5), None, None];
    let stepped = || Signal::steps([(0.0, 1.0), (2.5, 2.0)]).unwrap();
    assert_eq!(of(&contact(E, 0.0, stepped())), expected);
    let tilting = SupportLoad::tilting(1.0, [0.0.into(), stepped()], Axes::World);
    assert_eq!(of(&contact(E, 0.0, tilting)), expected);
    assert_eq!(of(&contact(E, 0.0, 4.9)), [None; 4]);
}
