//! Pads whose normal force comes from another part of the mechanism.

use core::f64::consts::TAU;

use nalgebra::Vector2;
use stiction_core::{
    ContactState, Direct, Impedance, Line, Motion, Pair, PlanarFrame, PlanarPose, PlanarTwist,
    PlanarWrench, Stage,
};
use stiction_friction::{Friction, Loaded, NormalSpring, Pressed, StribeckCurve};
use stiction_mechanics::{PairOf, PlanarBody, PointMass, TimedEffort};
use stiction_network::ode::Tableau;
use stiction_network::{NetworkBuilder, Simulation};

use crate::{
    BristleModel, BristleParameters, ContactPatch, DistributedPatch, Mount, ReducedPatch,
    ReducedShape, StickSlipPatch,
};

/// Returns a patch of six points, symmetric: the centre of pressure is exactly where the body is.
fn patch() -> ContactPatch {
    let points = [(0.01, 0.004, 1.0), (-0.003, 0.012, 0.5), (0.008, -0.01, 0.7)];
    let pair = |(x, y, share)| [1.0, -1.0].map(|sign| (Vector2::new(x, y) * sign, share));
    ContactPatch::from_points(points.into_iter().flat_map(pair)).unwrap()
}

fn stick_slip(mount: Mount) -> StickSlipPatch {
    let pad = StickSlipPatch::builder().patch(patch()).friction(0.5).mount(mount);
    let pad = pad.stiffness(1e4).torsional_stiffness(1.0).damping(20.0).torsional_damping(2e-3);
    pad.build().unwrap()
}

fn bristles() -> BristleParameters {
    let bristles = BristleParameters::builder().stiffness(2500.0).damping(5.0);
    bristles.friction(StribeckCurve::constant(0.5).unwrap()).build().unwrap()
}

fn reduced(model: BristleModel, mount: Mount) -> ReducedPatch {
    let pad = ReducedPatch::builder().shape(ReducedShape::ellipsoid(&patch())).mount(mount);
    pad.bristles(bristles()).model(model).build().unwrap()
}

fn distributed(mount: Mount) -> DistributedPatch {
    let pad = DistributedPatch::builder().patch(patch()).bristles(bristles()).mount(mount);
    pad.build().unwrap()
}

fn grip<L: Friction<PlanarFrame>>(law: L) -> Pressed<L, PlanarFrame> {
    let finger = NormalSpring::builder().stiffness(1e5).damping(100.0).build().unwrap();
    Pressed::builder().law(law).pressing(finger).build().unwrap()
}

/// Asserts the bits of a load that is given: `given` under 40 N, `pressed` pressed in by 0.4 mm.
#[track_caller]
fn assert_same<L: Friction<PlanarFrame>>(given: &impl Impedance<Domain = PlanarFrame>, law: L) {
    let pressed = grip(law);
    let pose = PlanarPose { position: Vector2::new(0.3, -0.1), angle: 0.4 };
    let flow = PlanarTwist { linear: Vector2::new(0.02, -0.05), angular: 3.0 };
    let internal: Vec<f64> = (0..given.memory().len()).map(|i| 1e-5 * (i as f64).sin()).collect();
    let mut rates = [internal.clone(), internal.clone()];
    let stage = Stage::first(0.0, 1e-4);
    let pair = |gap: f64| Motion::<Pair<Line, PlanarFrame>>::new((gap, pose), (0.0, flow));
    let expected = given.respond(&stage, &Motion::new(pose, flow), &internal, &mut rates[0]);
    let found = pressed.respond(&stage, &pair(-4e-4), &internal, &mut rates[1]);
    assert_eq!(found, (40.0, expected));
    assert_eq!(rates[0], rates[1]);
    assert!(expected.force.norm() > 0.1);
    // Twice as deep, twice the load; apart, none.
    let (push, _) = pressed.respond(&stage, &pair(-8e-4), &internal, &mut rates[1]);
    assert_eq!(push, 80.0);
    let apart = pressed.respond(&stage, &pair(1e-4), &internal, &mut rates[1]);
    assert_eq!((apart.0, apart.1.force.norm(), apart.1.torque.abs()), (0.0, 0.0, 0.0));
}

#[test]
fn every_pad_is_told_the_force_of_what_presses_it() {
    let pose = PlanarPose { position: Vector2::new(0.01, 0.02), angle: 0.3 };
    for mount in [Mount::on_body(pose).unwrap(), Mount::in_world(pose).unwrap()] {
        assert_same(&Loaded::new(stick_slip(mount), 40.0).unwrap(), stick_slip(mount));
        assert_same(&Loaded::new(distributed(mount), 40.0).unwrap(), distributed(mount));
        for model in [BristleModel::ElastoPlastic, BristleModel::LuGre] {
            let given = Loaded::new(reduced(model, mount), 40.0).unwrap();
            assert_same(&given, reduced(model, mount));
        }
    }
}

/// Returns a plate of 0.1 kg under a finger of 0.05 kg; both are shaken. Every millisecond the pose of the plate,
/// the state of the pad and the residual of the power balance as a share of its scale.
fn shaken(
    law: impl Friction<PlanarFrame>,
    squeeze: impl Fn(f64) -> f64 + Send + Sync + 'static,
    wrench: impl Fn(f64) -> PlanarWrench + Send + Sync + 'static,
) -> Vec<(PlanarPose, Vec<f64>, f64)> {
    let mut net = NetworkBuilder::new();
    let plate = PlanarBody::builder().mass(0.1).inertia(5e-6).build().unwrap();
    let plate = net.add(plate, Motion::default()).unwrap();
    let finger = PointMass::<Line>::builder().mass(0.05).build().unwrap();
    let finger = net.add(finger, Motion::at_rest(-2e-4)).unwrap();
    let each = PairOf::new(Direct::new(), Direct::new());
    let pad = net.connect(grip(law), each, (finger.port(), plate.port())).unwrap();
    let squeeze = TimedEffort::<Line>::new(move |stage: &Stage| -squeeze(stage.time));
    net.connect(squeeze, Direct::new(), finger.port()).unwrap();
    let wrench = TimedEffort::<PlanarFrame>::new(move |stage: &Stage| wrench(stage.time));
    net.connect(wrench, Direct::new(), plate.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
    (1..=400)
        .map(|k| {
            sim.run_until(1e-3 * f64::from(k)).unwrap();
            let balance = sim.frame().power_balance().unwrap();
            let pose = sim.motion(plate).unwrap().pose;
            let state = sim.internal(pad).unwrap().to_vec();
            (pose, state, balance.residual().abs() / balance.scale)
        })
        .collect()
}

/// Returns 20 N that tremble by 5 N at 31 Hz.
fn trembling(time: f64) -> f64 {
    20.0 + 5.0 * (TAU * 31.0 * time).sin()
}

/// Returns up to 70 % of the load that 15 N hold, back and forth at 10 Hz, with a torque.
fn push(time: f64) -> PlanarWrench {
    let size = (time / 0.05).min(1.0) * (3.5 + 1.7 * (TAU * 10.0 * time).sin());
    PlanarWrench { force: Vector2::new(0.8, 0.5) * size, torque: 1e-3 * size }
}

fn walked(record: &[(PlanarPose, Vec<f64>, f64)]) -> f64 {
    let mean = |part: &[(PlanarPose, Vec<f64>, f64)]| {
        part.iter().map(|(pose, ..)| pose.position).sum::<Vector2<f64>>() / part.len() as f64
    };
    (mean(&record[300..400]) - mean(&record[200..300])).norm()
}

#[test]
fn a_trembling_grip_holds_to_the_bit() {
    let record = shaken(stick_slip(Mount::default()), trembling, push);
    for (pose, deflection, residual) in &record {
        // The anchor is the origin.
        assert_eq!(&vec![pose.position.x, pose.position.y, pose.angle], deflection);
        assert!(*residual < 1e-13, "{residual}");
    }
    // The control: bristles that drift, as stiff.
    let law = reduced(BristleModel::LuGre, Mount::default());
    let drifting = shaken(law, trembling, push);
    assert!(walked(&drifting) > 1e-6, "{}", walked(&drifting));
    assert!(walked(&record) < 1e-3 * walked(&drifting), "{}", walked(&record));
    let residual = drifting.iter().map(|(.., residual)| *residual).fold(0.0, f64::max);
    assert!(residual < 1e-13, "{residual}");
}

#[test]
fn a_grip_that_lets_go_drops_the_plate() {
    let pull = |_| PlanarWrench { force: Vector2::new(2.0, 0.0), torque: 0.0 };
    let squeeze = |time: f64| if time < 0.2 { 20.0 } else { -1.0 };
    let record = shaken(stick_slip(Mount::default()), squeeze, pull);
    let at = |k: usize| record[k - 1].0.position.x;
    assert!(at(200) < 3e-4, "{}", at(200));
    // 20 m/s² from when the finger has left.
    let expected = 0.5 * 20.0 * 0.1_f64.powi(2);
    assert!((at(310) - at(210) - 20.0 * 0.01 * 0.1 - expected).abs() < 0.1 * expected);
}

#[test]
fn the_state_of_a_gripped_pad() {
    let pad = grip(stick_slip(Mount::default()));
    let motion =
        Motion::<Pair<Line, PlanarFrame>>::new((-1e-4, PlanarPose::default()), Default::default());
    let given = Loaded::new(stick_slip(Mount::default()), 10.0).unwrap();
    let (stage, bent) = (Stage::first(0.0, 1e-4), [1e-4, 0.0, 0.0]);
    let expected = ContactState::of(&given, &stage, &Motion::default(), &bent).unwrap();
    let found = ContactState::of(&pad, &stage, &motion, &bent).unwrap();
    assert_eq!((found.mode, found.margin, found.gap), (expected.mode, expected.margin, -1e-4));
    for axis in 0..3 {
        let found = pad.contact().unwrap().resistance(1e-4, axis + 1);
        assert_eq!(found, given.contact().unwrap().resistance(1e-4, axis));
    }
    assert_eq!(pad.stored_energy(&motion, &bent), 0.5e5 * 1e-8 + 0.5e4 * 1e-8);
}
