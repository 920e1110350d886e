//! An arm in joint coordinates, and the same arm as rigid bodies that stiff hinges hold together.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use stiction_core::{Motion, Pose, Shaft, SpatialFrame, Twist};
use stiction_mechanics::urdf::{Place, Robot};
use stiction_mechanics::{Articulation, PenaltyHinge, RelativeFrame, RigidBody};
use stiction_network::ode::Tableau;
use stiction_network::{AnyPort, Ground, NetworkBuilder, Simulation};

const TIME: f64 = 0.05;
const STEP: f64 = 1e-6;
const COORDINATES: [f64; 6] = [0.3, -0.8, 0.5, 1.1, -0.4, 0.9];
const SPEEDS: [f64; 6] = [1.0, -1.5, 0.7, -2.0, 1.2, 0.5];

/// Returns the origin of the last link after a time, in joint coordinates.
fn by_joints(tree: Articulation, last: &str) -> Vector3<f64> {
    let start: Vec<_> = COORDINATES
        .iter()
        .zip(SPEEDS)
        .map(|(&pose, flow)| Motion::<Shaft> { pose, flow })
        .collect();
    let mut net = NetworkBuilder::new();
    let arm = net.add(tree.clone(), start).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), STEP).unwrap();
    sim.run_until(TIME).unwrap();
    let joints = sim.motions(arm).unwrap();
    let state: Vec<f64> = joints.iter().flat_map(|joint| [joint.pose, joint.flow]).collect();
    tree.link_motion(&state, last).unwrap().pose.position
}

/// Returns that origin if free bodies are joined by hinges of the given stiffness.
fn by_penalty(robot: &Robot, tree: &Articulation, stiffness: f64) -> Vector3<f64> {
    let state: Vec<f64> = COORDINATES.iter().zip(SPEEDS).flat_map(|(&q, v)| [q, v]).collect();
    let rotated = |q: &Quaternion<f64>, v: &Vector3<f64>| UnitQuaternion::new_unchecked(*q) * v;
    let mut net = NetworkBuilder::new();
    let mut parent = (AnyPort::<SpatialFrame>::from(Ground::default()), Vector3::zeros());
    let mut last = None;
    for link in &robot.links {
        let own = link.inertial().unwrap();
        let body = RigidBody::builder().mass(own.mass()).inertia(own.inertia()).build().unwrap();
        let body = body.with_gravity(Place::default().gravity).unwrap();
        // A rigid body is given by its centre of mass.
        let Motion { pose, flow } = tree.link_motion(&state, link.name()).unwrap();
        let arm = rotated(&pose.orientation, &own.center());
        let start = Motion::<SpatialFrame> {
            pose: Pose { position: pose.position + arm, ..pose },
            flow: Twist { linear: flow.linear + flow.angular.cross(&arm), ..flow },
        };
        let handle = net.add(body, start).unwrap();
        let axis = link.joint().axis().unwrap();
        let along = UnitQuaternion::rotation_between(&Vector3::z(), &axis).unwrap().into_inner();
        let origin = link.origin();
        let on_parent =
            Pose { position: origin.position - parent.1, orientation: origin.orientation * along };
        let on_child = Pose { position: -own.center(), orientation: along };
        let frame = RelativeFrame::builder().parent(on_parent).child(on_child).build().unwrap();
        // Well damped: ringing in the hinges is no part of the motion of the arm.
        let hinge = PenaltyHinge::builder().stiffness(stiffness).damping(2e-4 * stiffness);
        let hinge = hinge.bending_stiffness(0.01 * stiffness).bending_damping(2e-6 * stiffness);
        let port = AnyPort::from(handle.port());
        net.connect(hinge.build().unwrap(), frame, (parent.0, port.clone())).unwrap();
        parent = (port, own.center());
        last = Some((handle, own.center()));
    }
    let (handle, center) = last.unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), STEP).unwrap();
    sim.run_until(TIME).unwrap();
    let pose = sim.motion(handle).unwrap().pose;
    pose.position - rotated(&pose.orientation, &center)
}

/// The stiffer the hinges, the nearer: the error goes with one over the stiffness.
#[test]
fn stiff_hinges_come_to_the_joints() {
    let robot = crate::robot("arm6");
    let tree = robot.tree(&Place::default()).unwrap();
    let last = robot.links.last().unwrap().name();
    let exact = by_joints(tree.clone(), last);
    let [soft, stiff] =
        [3.2e6, 2.56e7].map(|stiffness| (by_penalty(&robot, &tree, stiffness) - exact).norm());
    println!("{soft:e} {stiff:e}");
    assert!(stiff < soft / 5.0 && stiff < 1e-4, "{soft:e} {stiff:e}");
    // It moves by far more than that meanwhile.
    let state: Vec<f64> = COORDINATES.iter().zip(SPEEDS).flat_map(|(&q, v)| [q, v]).collect();
    let start = tree.link_motion(&state, last).unwrap().pose.position;
    assert!((exact - start).norm() > 1e-2);
}
