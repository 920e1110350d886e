//! Friction in every joint of an arm out of a file.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::f64::consts::TAU;

use stiction_core::{AnyLaw, Direct, Line, Motion, Shaft, Stage, VectorDomain, Wrench};
use stiction_friction::{GsatFriction, LuGreFriction, SteadyState, StribeckCurve};
use stiction_mechanics::TimedEffort;
use stiction_mechanics::urdf::{Place, RobotJoint};
use stiction_network::ode::Tableau;
use stiction_network::{NetworkBuilder, NodePort, Simulation};

const STIFFNESS: f64 = 2e5;
const DAMPING: f64 = 60.0;
/// Limit above the weight of the arm on any joint.
const LIMIT: f64 = 60.0;

/// Returns a friction for a joint, be it one that turns or one that slides.
fn friction<D: VectorDomain<Vector = f64>>(creeps: bool) -> AnyLaw<D> {
    if creeps {
        let limit = SteadyState::Force(StribeckCurve::constant(LIMIT).unwrap());
        let law = LuGreFriction::<D>::builder().stiffness(STIFFNESS).damping(DAMPING);
        return Box::new(law.steady_state(limit).build().unwrap());
    }
    let law = GsatFriction::<D>::builder().stiffness(STIFFNESS).damping(DAMPING).limit(LIMIT);
    Box::new(law.build().unwrap())
}

/// Puts a friction and a motor that trembles on a joint; returns its deflection.
fn held<D: VectorDomain<Vector = f64>>(
    net: &mut NetworkBuilder,
    port: NodePort<D>,
    creeps: bool,
    at: f64,
) -> Box<dyn Fn(&Simulation) -> f64> {
    let wire = net.connect(friction::<D>(creeps), Direct::new(), port).unwrap();
    let tremble = move |stage: &Stage<'_>| 8.0 * (TAU * (7.0 + 1.3 * at) * stage.time + at).sin();
    net.connect(TimedEffort::<D>::new(tremble), Direct::new(), port).unwrap();
    Box::new(move |sim| sim.internal(wire).unwrap()[0])
}

/// Returns how far the contact points of the frictions have moved from 0.5 s on, joint by joint: seven joints under
/// gravity with trembling motors, each with friction.
fn drift(creeps: bool) -> Vec<f64> {
    let robot = crate::robot("arm7_prismatic");
    let tree = robot.tree(&Place::default()).unwrap();
    let count = robot.joints.len();
    let weight =
        tree.rate_under(&vec![0.0; 2 * count], &vec![0.0; count], &Wrench::default()).unwrap();
    assert!(weight.iter().any(|acceleration| acceleration.abs() > 10.0), "it would fall");

    let mut net = NetworkBuilder::new();
    // Motions and deflections begin at the same number, so that they can stay the same.
    let arm = net.add(tree, vec![Motion::default(); count]).unwrap();
    let held = |(joint, one): (usize, &RobotJoint)| match one.slides {
        true => held::<Line>(&mut net, arm.port_as(joint), creeps, joint as f64),
        false => held::<Shaft>(&mut net, arm.joint(joint), creeps, joint as f64),
    };
    let wires: Vec<_> = robot.joints.iter().enumerate().map(held).collect();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
    let anchors = |sim: &Simulation| -> Vec<f64> {
        let deflections = wires.iter().map(|deflection| deflection(sim));
        let joints = sim.motions(arm).unwrap();
        joints
            .into_iter()
            .zip(deflections)
            .map(|(joint, deflection)| joint.pose - deflection)
            .collect()
    };
    sim.run_until(0.5).unwrap();
    let start = anchors(&sim);
    sim.run_until(1.5).unwrap();
    anchors(&sim).iter().zip(&start).map(|(end, start)| (end - start).abs()).collect()
}

/// The control is the same arm with `LuGre` friction of the same stiffness and limit.
#[test]
fn an_arm_that_trembles_does_not_creep_but_does_with_lugre_friction() {
    assert_eq!(drift(false), [0.0; 7]);
    let crept = drift(true);
    println!("{crept:?}");
    assert!(crept.iter().any(|crept| *crept > 1e-6), "{crept:?}");
}
