//! Whole runs: a body on the patch under loads, beside bristles that drift or fill every cell.

use super::tests::{square, stick_slip};
use super::*;
use crate::bristle_law::BristleModel;
use crate::distributed::DistributedPatch;
use crate::patch::Surface;
use crate::reduced::{ReducedPatch, ReducedShape};
use crate::testing::{bristles, of_paper, pose, sticking};
use proptest::prelude::*;
use stiction_core::{Direct, Impedance, PlanarPose, PlanarTwist, Signal};
use stiction_friction::{BristleRate, LimitSet, Loaded};
use stiction_mechanics::{PlanarBody, TimedEffort};
use stiction_network::ode::Tableau;
use stiction_network::{NetworkBuilder, Simulation};

/// Shakes a disc of 0.1 kg on the patch: `load` for 0.4 s in steps of 0.1 ms; its pose, and the state of the
/// friction, at the end of every millisecond.
fn shaken(
    friction: impl Impedance<Domain = PlanarFrame>,
    load: impl Fn(f64) -> PlanarWrench + Send + Sync + 'static,
) -> Vec<(PlanarPose, Vec<f64>)> {
    let mut net = NetworkBuilder::new();
    let body = PlanarBody::builder().mass(0.1).inertia(5e-6).build().unwrap();
    let body = net.add(body, Motion::default()).unwrap();
    let friction = net.connect(friction, Direct::new(), body.port()).unwrap();
    let load = TimedEffort::<PlanarFrame>::new(move |stage: &Stage| load(stage.time));
    net.connect(load, Direct::new(), body.port()).unwrap();
    let mut simulation = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
    (1..=400)
        .map(|k| {
            simulation.run_until(1e-3 * f64::from(k)).unwrap();
            let pose = simulation.motion(body).unwrap().pose;
            (pose, simulation.internal(friction).unwrap().to_vec())
        })
        .collect()
}

/// Yields symmetric patches, so that the centre of pressure is exactly where the body is.
fn symmetric_patch() -> impl Strategy<Value = ContactPatch> {
    let point = (0.002..0.01_f64, -0.01..0.01_f64, 0.1..1.0_f64);
    prop::collection::vec(point, 2..15).prop_map(|points| {
        let pair = |(x, y, share)| [1.0, -1.0].map(|sign| (Vector2::new(x, y) * sign, share));
        ContactPatch::from_points(points.into_iter().flat_map(pair)).unwrap()
    })
}

/// Returns the distance of the mean places over two periods of 10 Hz.
fn walked(record: &[(PlanarPose, Vec<f64>)]) -> f64 {
    let mean = |part: &[(PlanarPose, Vec<f64>)]| {
        part.iter().map(|(pose, _)| pose.position).sum::<Vector2<f64>>() / part.len() as f64
    };
    (mean(&record[300..400]) - mean(&record[200..300])).norm()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Loads swing up to 60 % of the limit, and the normal force trembles: the anchor stays to the bit, and LuGre
    /// walks.
    #[test]
    fn sticks_to_the_bit(
        patch in symmetric_patch(), direction in prop::array::uniform3(-1.0..1.0_f64),
    ) {
        let trembling = |time: f64| 5.0 + (core::f64::consts::TAU * 31.0 * time).sin();
        let friction = stick_slip(patch.clone(), 0.5, trembling, Mount::default());
        let direction = Vector3::new(direction[0], direction[1], 0.005 * direction[2]);
        prop_assume!(direction.xy().norm() > 0.3);
        let needed = friction.law().laws.values()[0].set().gauge(direction);
        let most = direction * (0.6 * 2.0 / needed);
        let load = move |time: f64| {
            // Loaded slowly, then 30 % to 90 % of it.
            let onset = (time / 0.05).min(1.0);
            let size = onset * onset * (3.0 - 2.0 * onset);
            let push = most * size * (0.6 + 0.3 * (core::f64::consts::TAU * 10.0 * time).sin());
            PlanarWrench { force: push.xy(), torque: push.z }
        };
        let record = shaken(friction, load);
        for (pose, deflection) in &record {
            let [x, y] = pose.position.into();
            prop_assert_eq!(&vec![x, y, pose.angle], deflection);
        }
        // The control: the same stiffness, with bristles that drift.
        let drifting = ReducedPatch::builder().shape(ReducedShape::ellipsoid(&patch))
            .bristles(bristles(2500.0, 5.0, 0.5)).model(BristleModel::LuGre).build().unwrap();
        let drifting = Loaded::new(drifting, 4.0).unwrap();
        let drifting = walked(&shaken(drifting, load));
        prop_assert!(drifting > 1e-7, "{drifting}");
        prop_assert!(walked(&record) < 1e-3 * drifting, "{}", walked(&record));
    }
}

/// Returns when 99 % of the speed is gone \[s\], distance \[m\], yaw \[rad\] of a plate that slides and spins.
fn stop(friction: impl Impedance<Domain = PlanarFrame>, step: f64) -> [f64; 3] {
    let mut net = NetworkBuilder::new();
    let body = PlanarBody::builder().mass(0.5).inertia(0.5 * 4e-4 / 6.0).build().unwrap();
    let start = PlanarTwist { linear: Vector2::new(0.7, 0.9), angular: 25.0 };
    let body = net.add(body, Motion::new(PlanarPose::default(), start)).unwrap();
    net.connect(friction, Direct::new(), body.port()).unwrap();
    let mut simulation = Simulation::new(net.build().unwrap(), Tableau::rk4(), step).unwrap();
    // With the weight that the kinetic energy gives the spin.
    let speed = |flow: PlanarTwist| flow.linear.norm().hypot(0.02 / 6.0_f64.sqrt() * flow.angular);
    let (first, mut last, mut stopped) = (speed(start), speed(start), f64::NAN);
    for k in 1..=600 {
        simulation.run_until(1e-3 * f64::from(k)).unwrap();
        let now = speed(simulation.motion(body).unwrap().flow);
        if stopped.is_nan() && now < 0.01 * first {
            stopped = 1e-3 * (f64::from(k) - (0.01 * first - now) / (last - now));
        }
        last = now;
    }
    let pose = simulation.motion(body).unwrap().pose;
    [stopped, pose.position.norm(), pose.angle]
}

#[test]
fn a_plate_stops_as_on_a_bristle_in_every_cell() {
    let weight = 0.5 * 9.8;
    let (mass, inertia, step) = (0.5, 0.5 * 4e-4 / 6.0, 1e-3);
    let stiffness = [mass, inertia].map(|of| 0.25 * of / (step * step));
    let damping = [mass, inertia].map(|of| 0.5 * of / step);
    let pad = sticking(square(), 0.31, stiffness, damping, Mount::default());
    let found = stop(Loaded::new(pad, weight).unwrap(), step);
    let cells = DistributedPatch::builder().patch(square()).bristles(bristles(1e5, 30.0, 0.31));
    let cells = cells.model(BristleModel::LuGre).bristle_rate(BristleRate::OrderPreserving);
    let expected = stop(Loaded::new(cells.build().unwrap(), weight).unwrap(), 2e-6);
    for ((found, expected), what) in found.into_iter().zip(expected).zip(["time", "way", "yaw"]) {
        let error = found / expected - 1.0;
        assert!(error.abs() < 5e-3, "{what}: {found} {expected}");
    }
    // The control: without its spin it does not get as far.
    let straight = (0.7_f64.hypot(0.9)).powi(2) / (2.0 * 0.31 * 9.8);
    assert!(found[1] > 1.005 * straight, "{} {straight}", found[1]);
}

/// Returns where a plate comes to that hangs 2 mm beside two fingers whose grip swings, after 1 s.
fn in_hand(pads: impl Impedance<Domain = PlanarFrame>, step: f64) -> PlanarPose {
    let mut net = NetworkBuilder::new();
    let gravity = Vector2::new(0.0, -9.81);
    let plate = PlanarBody::builder().mass(0.2).inertia(4.8167e-4).gravity(gravity);
    let plate = net.add(plate.build().unwrap(), Motion::at_rest(pose(0.002, 0.0, 0.0))).unwrap();
    net.connect(pads, Direct::new(), plate.port()).unwrap();
    let mut simulation = Simulation::new(net.build().unwrap(), Tableau::rk4(), step).unwrap();
    simulation.run_until(1.0).unwrap();
    simulation.motion(plate).unwrap().pose
}

/// Fixed in the world, under a load that swings: it sticks and slips four times.
#[test]
fn a_plate_slips_in_the_hand_as_on_a_bristle_in_every_cell() {
    let wave = |i: u32| (0.04 * core::f64::consts::PI * f64::from(i)).sin();
    let grip = || Signal::every(0.01, (0..200).map(|i| 2.0 * (1.73 + 0.91 * wave(i)))).unwrap();
    let circle = of_paper(Surface::RasterCircle);
    let fingers = Mount::in_world(PlanarPose::default()).unwrap();
    let pad = sticking(circle.clone(), 1.0, [3e6, 120.0], [1000.0, 0.04], fingers);
    let found = in_hand(Loaded::new(pad, grip()).unwrap(), 1e-4);
    // The springs are ten times as stiff as those of the paper, whose bending shows in the angle, 0.9 %.
    let cells = DistributedPatch::builder().patch(circle).bristles(bristles(1e7, 2500.0, 1.0));
    let cells = cells.bristle_rate(BristleRate::OrderPreserving).mount(fingers).build().unwrap();
    let expected = in_hand(Loaded::new(cells, grip()).unwrap(), 1e-5);
    let way = expected.position - Vector2::new(0.002, 0.0);
    assert!(way.norm() > 2e-3 && expected.angle < -0.05, "{expected:?}");
    assert!((found.position - expected.position).norm() < 5e-3 * way.norm(), "{found:?}");
    assert!((found.angle / expected.angle - 1.0).abs() < 5e-3, "{found:?}");
}
