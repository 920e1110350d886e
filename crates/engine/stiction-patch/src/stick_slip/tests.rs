use super::*;
use crate::mount::twist_at;
use crate::patch::Surface;
use crate::steady;
use crate::testing::*;
use proptest::prelude::*;
use stiction_core::impedance::next_jump_of;
use stiction_core::{ContactMode, ContactState, Impedance, PlanarPose, PlanarTwist, Signal};
use stiction_friction::{LimitSet, Loaded, StribeckCurve};

pub(super) fn stick_slip(
    patch: impl Into<Schedule<ContactPatch>>,
    friction: impl Into<Coefficient>,
    normal_force: impl stiction_core::IntoLoad,
    mount: Mount,
) -> Loaded<StickSlipPatch, PlanarFrame> {
    let pad = sticking(patch, friction, [1e4, 0.5], [20.0, 2e-3], mount);
    Loaded::new(pad, normal_force).unwrap()
}

fn two_points() -> ContactPatch {
    ContactPatch::from_points([-0.01, 0.01].map(|x| (Vector2::new(x, 0.0), 1.0))).unwrap()
}

pub(super) fn square() -> ContactPatch {
    of_paper(Surface::Square)
}

fn turning(x: f64, y: f64, angular: f64) -> Motion<PlanarFrame> {
    Motion::new(PlanarPose::default(), PlanarTwist { linear: Vector2::new(x, y), angular })
}

fn respond(
    patch: &impl Impedance<Domain = PlanarFrame>,
    stage: &Stage,
    motion: &Motion<PlanarFrame>,
    internal: [f64; 3],
) -> (PlanarWrench, [f64; 3]) {
    let mut rate = [f64::NAN; 3];
    let wrench = patch.respond(stage, motion, &internal, &mut rate);
    (wrench, rate)
}

fn at_step() -> Stage<'static> {
    Stage::first(0.0, 1e-3)
}

#[test]
fn hand_computed() {
    let patch = stick_slip(two_points(), 0.5, 4.0, Mount::default());
    // Stuck: K e + (B + τ K) v, with 1e4 e + 30 v along the plane and 0.5 e + 2.5e-3 ω about it.
    let (wrench, rate) = respond(&patch, &at_step(), &turning(0.01, 0.0, 0.2), [2e-5, -1e-5, 1e-3]);
    assert_eq!(rate, [0.01, 0.0, 0.2]);
    let expected = PlanarWrench { force: Vector2::new(-0.5, 0.1), torque: -1e-3 };
    assert!(difference(&wrench, &expected) < 1e-13, "{wrench:?}");
    // Spinning: 2 N at 1 cm; the spring goes to 0.02/0.5 rad by Z⁻¹ f.
    let (wrench, rate) = respond(&patch, &at_step(), &turning(0.0, 0.0, 100.0), [0.0; 3]);
    let expected = PlanarWrench { force: Vector2::zeros(), torque: -0.02 };
    assert!(difference(&wrench, &expected) < 1e-13, "{wrench:?}");
    assert!((rate[2] - 0.02 / 2.5e-3).abs() < 1e-12, "{rate:?}");
}

#[test]
fn mode_and_margin() {
    let patch = stick_slip(two_points(), 0.5, 4.0, Mount::default());
    let state =
        ContactState::of(&patch, &at_step(), &Motion::default(), &[5e-5, 0.0, 0.0]).unwrap();
    // 0.5 N of 2 N.
    assert_eq!((state.mode, state.slip_speed), (ContactMode::Stick, 0.0));
    assert!((state.margin - 0.75).abs() < 1e-14, "{state:?}");
    let state = ContactState::of(&patch, &at_step(), &turning(0.1, 0.0, 0.0), &[0.0; 3]).unwrap();
    // The trial force is 3 N; 2 N of it are 2/30 m/s.
    assert_eq!(state.mode, ContactMode::Slip);
    assert!(state.margin == 0.0 && (state.slip_speed - 1.0 / 30.0).abs() < 1e-14);
    let lifted = stick_slip(two_points(), 0.5, |_: f64| 0.0, Mount::default());
    let state = ContactState::of(&lifted, &at_step(), &Motion::default(), &[0.0; 3]).unwrap();
    assert_eq!(state, ContactState { normal_force: Some(0.0), ..ContactState::default() });
}

#[test]
fn resistance_is_what_a_small_motion_meets() {
    let mount = Mount::on_body(pose(0.03, -0.02, 0.5)).unwrap();
    let line = of_paper(Surface::GradientLine);
    assert_resistance(&stick_slip(line, 0.5, 2.0, mount));
}

#[test]
fn a_load_that_changes() {
    let grip = Signal::steps([(0.0, 4.0), (1.0, 2.0), (2.0, 0.0)]).unwrap();
    let patch = stick_slip(square(), 0.5, grip, Mount::default());
    assert_eq!((next_jump_of(&patch, 0.0), next_jump_of(&patch, 1.0)), (Some(1.0), Some(2.0)));
    let bent = [1.5e-4, 0.0, 0.0];
    let at = |time| respond(&patch, &Stage::first(time, 1e-3), &Motion::default(), bent);
    // 1.5 N is less than 0.5 · 4 N, and the springs stay; it is more than 1 N, and they slide back.
    assert_eq!(at(0.5).1, [0.0; 3]);
    assert!((at(0.5).0.force.x + 1.5).abs() < 1e-14);
    assert!((at(1.5).0.force.x + 1.0).abs() < 1e-12);
    assert!((at(1.5).1[0] + 0.5 / 30.0).abs() < 1e-13);
    // Without load they relax at K/Z.
    assert_eq!(at(2.5).0.force.x, 0.0);
    assert!((at(2.5).1[0] + 1.5 / 30.0).abs() < 1e-15);
    assert_eq!(patch.stored_energy(&Motion::default(), &bent), 0.5 * 1e4 * bent[0] * bent[0]);
}

/// The springs stay at the first centre of pressure, the set goes with the pressure.
#[test]
fn a_pressure_that_moves() {
    let moved = |by: f64| {
        let points = [-0.01, 0.01].map(|x| (Vector2::new(x + by, 0.0), 1.0));
        ContactPatch::from_points(points).unwrap()
    };
    let patches = Schedule::every(1.0, [moved(0.0), moved(0.03)]).unwrap();
    let patch = stick_slip(patches, 0.5, 4.0, Mount::default());
    assert_eq!((patch.law().center(), next_jump_of(&patch, 0.0)), (Vector2::zeros(), Some(1.0)));
    let push = |time| respond(&patch, &Stage::at(time), &Motion::default(), [0.0, 1e-4, 0.0]).0;
    assert_eq!(axes(&push(0.5)), [0.0, -1.0, 0.0]);
    // The points at 2 and 4 cm cannot hold 1 N at the origin: that takes 1.5 N and −0.5 N.
    assert!(push(1.5).force.y.abs() < 0.9, "{:?}", push(1.5));
    let along = respond(&patch, &Stage::at(1.5), &Motion::default(), [1e-4, 0.0, 0.0]).0;
    assert_eq!(axes(&along), [-1.0, 0.0, 0.0]);
}

#[test]
fn breaks_away_at_static_friction_and_slides_with_kinetic() {
    let curve = StribeckCurve::builder().coulomb(0.4).breakaway(0.6).stribeck_speed(1e-3);
    let patch = stick_slip(square(), curve.build().unwrap(), 10.0, Mount::default());
    let held = |force: f64| {
        let state =
            ContactState::of(&patch, &at_step(), &Motion::default(), &[force / 1e4, 0.0, 0.0])
                .unwrap();
        state.mode == ContactMode::Stick
    };
    assert!(held(5.99) && !held(6.01));
    let (wrench, _) = respond(&patch, &at_step(), &turning(1.0, 0.0, 0.0), [0.0; 3]);
    assert!((wrench.force.x + 4.0).abs() < 1e-9, "{wrench:?}");
}

#[test]
fn a_single_place_holds_no_torque() {
    let build = |xs: [f64; 2]| {
        let patch = ContactPatch::from_points(xs.map(|x| (Vector2::new(x, 0.0), 1.0))).unwrap();
        let pad = StickSlipPatch::builder().patch(patch).friction(0.5).stiffness(1e4);
        let pad = pad.torsional_stiffness(0.5).damping(20.0).torsional_damping(2e-3).build();
        pad.map_err(|error| (error.component, error.parameter))
    };
    assert_eq!(build([0.1, 0.1]).unwrap_err(), ("StickSlipPatch", "patch"));
    assert!(build([0.1, 0.2]).is_ok());
}

/// Returns the speed of the slowest cell for a twist at the centre of pressure \[m/s\].
fn slowest(patch: &ContactPatch, twist: &PlanarTwist) -> f64 {
    let arms = patch.x().iter().zip(patch.y());
    let arms = arms.map(|(&x, &y)| Vector2::new(x, y) - patch.center_of_pressure());
    arms.map(|arm| twist_at(twist, &arm).linear.norm()).fold(f64::INFINITY, f64::min)
}

/// Yields patches with an extent, also where a failure is made simpler.
fn extended_patch() -> impl Strategy<Value = ContactPatch> {
    point_patch().prop_filter("an extent", |patch| patch.plain_radius() > 1e-6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The wrench in sliding is on the limit surface of the cells, at the point that belongs to the slip.
    #[test]
    fn slides_on_the_limit_surface(
        patch in extended_patch(), twist in twist(1.0), e in prop::array::uniform3(-1.0..1.0_f64),
        tau in prop_oneof![Just(0.0), 1e-5..1e-2_f64],
    ) {
        let center = patch.center_of_pressure();
        let mount = Mount::on_body(pose(-center.x, -center.y, 0.0)).unwrap();
        let friction = stick_slip(patch.clone(), 0.5, 4.0, mount);
        let motion = Motion::new(PlanarPose::default(), twist);
        let bent = [1e-4 * e[0], 1e-4 * e[1], 1e-2 * e[2]];
        let (wrench, rate) = respond(&friction, &Stage::first(0.0, tau), &motion, bent);
        let law = &friction.law().laws.values()[0];
        let force = Vector3::from(axes(&wrench));
        let needed = law.set().gauge(force) * 0.5;
        prop_assert!(0.5 * needed <= 1.0 + 1e-12);
        let flow = Vector3::from([twist.linear.x, twist.linear.y, twist.angular]);
        let slip = flow - Vector3::from(rate);
        if slip != Vector3::zeros() {
            let power = 2.0 * law.set().support(slip);
            prop_assert!((-force.dot(&slip) - power).abs() < 1e-12 * power.max(1.0), "power");
            let slip = PlanarTwist { linear: slip.xy(), angular: slip.z };
            let cells = steady::by_cells(&patch, &slip, |_| 2.0);
            // A cell that the patch turns about bears less than its share, by_cells says all or none.
            if slowest(&patch, &slip) > 1e-6 * slip.linear.norm().max(0.01 * slip.angular.abs()) {
                prop_assert!(difference(&wrench, &cells) < 1e-7, "{wrench:?} {cells:?}");
            }
        }
    }

    /// Turning and moving everything turns the wrench.
    #[test]
    fn no_direction_is_special(
        patch in extended_patch(), twist in twist(0.1), e in prop::array::uniform3(-1.0..1.0_f64),
        by in prop::array::uniform3(-3.0..3.0_f64), body in prop::array::uniform3(-1.0..1.0_f64),
        at in prop::array::uniform3(-0.1..0.1_f64), on_body in any::<bool>(),
    ) {
        let turn = |v: Vector2<f64>| nalgebra::Rotation2::new(by[2]) * v;
        let moved = |v: PlanarPose| PlanarPose {
            position: turn(v.position) + Vector2::new(by[0], by[1]),
            angle: v.angle + by[2],
        };
        let (body, at) = (pose(body[0], body[1], body[2]), pose(at[0], at[1], at[2]));
        let mounts = if on_body {
            [Mount::on_body(at), Mount::on_body(at)]
        } else {
            [Mount::in_world(at), Mount::in_world(moved(at))]
        };
        let [here, there] =
            mounts.map(|mount| stick_slip(patch.clone(), 0.5, 4.0, mount.unwrap()));
        let bent = [1e-4 * e[0], 1e-4 * e[1], 1e-2 * e[2]];
        // The springs of a patch on the body have the axes of the world.
        let turned = turn(Vector2::new(bent[0], bent[1]));
        let bent_there = if on_body { [turned.x, turned.y, bent[2]] } else { bent };
        let (one, _) = respond(&here, &at_step(), &Motion::new(body, twist), bent);
        let moving = PlanarTwist { linear: turn(twist.linear), ..twist };
        let (other, _) = respond(&there, &at_step(), &Motion::new(moved(body), moving), bent_there);
        let expected = PlanarWrench { force: turn(one.force), ..one };
        prop_assert!(difference(&other, &expected) < 1e-9, "{other:?} {expected:?}");
    }

    /// At every instant, whatever the load and its changes: the power that goes in is stored or lost.
    #[test]
    fn loses_power_at_every_instant(
        patch in extended_patch(), twist in twist(1.0), e in prop::array::uniform3(-1.0..1.0_f64),
        body in prop::array::uniform3(-3.0..3.0_f64), load in 0.0..10.0_f64, on_body in any::<bool>(),
        tau in prop_oneof![Just(0.0), 1e-5..1e-2_f64],
    ) {
        let at = pose(0.03, 0.01, 0.4);
        let mount = if on_body { Mount::on_body(at) } else { Mount::in_world(at) };
        let friction = stick_slip(patch, 0.5, load, mount.unwrap());
        let motion = Motion::new(pose(body[0], body[1], body[2]), twist);
        let bent = [1e-3 * e[0], 1e-3 * e[1], 1e-1 * e[2]];
        let (wrench, rate) = respond(&friction, &Stage::first(0.0, tau), &motion, bent);
        let given = -(twist.linear.dot(&wrench.force) + twist.angular * wrench.torque);
        let stored = friction.stored_power(&motion, &bent, &rate);
        let scale = given.abs() + stored.abs() + 1e-9;
        prop_assert!(given - stored >= -1e-10 * scale, "{given} {stored}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The anchor of a stuck patch does not walk in cycles of shift and turn, wherever it is mounted;
    /// in other axes than those of the surface it would.
    #[test]
    fn cycles_leave_the_anchor_where_it_is(
        patch in extended_patch(), on_body in any::<bool>(),
        coefficients in prop::array::uniform2(prop::array::uniform3(0.2..1.0_f64)),
    ) {
        let at = pose(0.02, -0.03, 0.4);
        let mount = if on_body { Mount::on_body(at) } else { Mount::in_world(at) }.unwrap();
        let friction = stick_slip(patch, 1e4, 1e4, mount);
        // The second harmonic a quarter late, so that the cycle has an area.
        let motion = |t: f64| {
            let (a, b) = (closed_motion(&coefficients, 1e-3, t), turning_late(t));
            Motion::new(
                PlanarPose { angle: b.pose.angle, ..a.pose },
                PlanarTwist { angular: b.flow.angular, ..a.flow },
            )
        };
        let left = drive(&friction, 1e-4, 1000, motion);
        prop_assert!(left.iter().all(|e| e.abs() < 1e-12), "{left:?}");
        let mut other = Vector2::zeros();
        for k in 0..1000 {
            let moving = motion(1e-4 * (f64::from(k) + 0.5));
            let point = mount.point_on_surface(&moving.pose, &friction.law().center);
            let twist = point.twist(&moving.flow);
            let (sine, cosine) = moving.pose.angle.sin_cos();
            let sine = if on_body { -sine } else { sine };
            other += Vector2::new(
                cosine * twist.x - sine * twist.y, sine * twist.x + cosine * twist.y,
            ) * 1e-4;
        }
        prop_assert!(other.norm() > 1e-5, "{other}");
    }
}

/// Returns a motion of 0.1 rad at 10 Hz.
fn turning_late(time: f64) -> Motion<PlanarFrame> {
    let (sine, cosine) = (core::f64::consts::TAU * 10.0 * time).sin_cos();
    let rate = 0.1 * core::f64::consts::TAU * 10.0 * cosine;
    Motion::new(pose(0.0, 0.0, 0.1 * sine), PlanarTwist { angular: rate, ..Default::default() })
}
