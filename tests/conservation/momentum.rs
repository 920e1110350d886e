//! Springs between bodies conserve momentum, and action equals reaction to the bit.

use nalgebra::Vector3;
use proptest::prelude::*;
use stiction::friction::Relaxation;
use stiction::mechanics::{AxialSpring, PointsBetween};
use stiction::ode::Ode;
use stiction::prelude::*;

use super::energy::drift;
use super::laws::gsat;
use super::x3;

/// Returns the drifts of linear and angular momentum of two masses and two bodies on springs, along
/// x + 2 y - z, and of angular momentum at half the step.
fn momenta(grounded: bool) -> [f64; 3] {
    type Handles = ([Handle<PointMass<Space>>; 2], [(Handle<RigidBody>, RigidBody); 2]);
    let direction = x3(1.0, 2.0, -1.0);
    let make = move || -> (Network, Handles) {
        let mut net = NetworkBuilder::new();
        let mut mass = |m: f64, pose: Vector3<f64>| {
            let mass = PointMass::<Space>::builder().mass(m).build().unwrap();
            net.add(mass, Motion { pose, flow: x3(pose.y, 1.0, -pose.x) }).unwrap()
        };
        let masses = [mass(1.0, x3(0.0, 0.3, 1.0)), mass(2.0, x3(1.0, -0.4, 0.2))];
        let mut body = |m: f64, position: Vector3<f64>| {
            let body = RigidBody::cuboid(m, x3(0.3, 0.5, 0.8)).unwrap();
            let flow = Twist { linear: x3(0.1, 0.0, 0.5), angular: x3(1.0, m, -2.0) };
            (net.add(body.clone(), Motion { pose: Pose::at(position), flow }).unwrap(), body)
        };
        let bodies = [body(1.0, x3(0.0, 0.0, 0.0)), body(3.0, x3(0.0, 1.0, 0.7))];
        let spring = SpringDamper::<Space>::builder().stiffness(30.0).build().unwrap();
        net.connect(spring.clone(), Between::new(), (masses[0].port(), masses[1].port())).unwrap();
        let axial = AxialSpring::<Space>::builder().stiffness(9.0).damping(0.3).length(0.5);
        let axial = axial.build().unwrap();
        net.connect(axial, Between::new(), (masses[0].port(), masses[1].port())).unwrap();
        let points = PointsBetween::builder().first(x3(0.2, 0.1, 0.3)).second(x3(-0.4, 0.2, 0.0));
        let points = points.build().unwrap();
        net.connect(spring.clone(), points, (bodies[0].0.port(), bodies[1].0.port())).unwrap();
        if grounded {
            net.connect(spring, Between::new(), (Ground::at(x3(2.0, 0.0, 1.0)), masses[0].port()))
                .unwrap();
        }
        (net.build().unwrap(), (masses, bodies))
    };
    let linear = move |frame: &Frame<'_>, (masses, bodies): &Handles| {
        let of_mass = |i: usize, m: f64| frame.motion(masses[i]).unwrap().flow * m;
        let of_body = |i: usize| {
            let (handle, body) = &bodies[i];
            frame.motion(*handle).unwrap().flow.linear * body.mass()
        };
        direction.dot(&(of_mass(0, 1.0) + of_mass(1, 2.0) + of_body(0) + of_body(1)))
    };
    let angular = move |frame: &Frame<'_>, (masses, bodies): &Handles| {
        let of_mass = |i: usize, m: f64| {
            let motion = frame.motion(masses[i]).unwrap();
            motion.pose.cross(&(motion.flow * m))
        };
        let of_body = |i: usize| {
            let (handle, body) = &bodies[i];
            let motion = frame.motion(*handle).unwrap();
            motion.pose.position.cross(&(motion.flow.linear * body.mass()))
                + body.angular_momentum(&motion)
        };
        direction.dot(&(of_mass(0, 1.0) + of_mass(1, 2.0) + of_body(0) + of_body(1)))
    };
    [
        drift(&make, 4e-3, 1.0, &linear),
        drift(&make, 4e-3, 1.0, &angular),
        drift(&make, 2e-3, 1.0, &angular),
    ]
}

#[test]
fn springs_between_bodies_conserve_momentum() {
    let [linear, coarse, fine] = momenta(false);
    // 250 steps of four stages with terms of 30 N s: 1e-15 each, at worst all of one sign.
    assert!(linear <= 1e-12, "{linear:e}");
    assert!(coarse / fine >= 14.0 && fine > 1e-13 && fine < 1e-6, "{coarse:e} {fine:e}");
    let [linear, _, angular] = momenta(true);
    assert!(linear > 0.1 && angular > 0.1, "the control holds on to the ground");
}

/// Two masses of 1 kg on one law: their accelerations are opposite to the bit.
#[test]
fn actio_is_reactio_through_between() {
    let mut runner = proptest::test_runner::TestRunner::new(crate::config(100, "conservation"));
    let inputs = proptest::collection::vec(-1.0..1.0_f64, 12);
    runner
        .run(&inputs, |x| {
            let mut net = NetworkBuilder::new();
            let mut mass = |from: usize| {
                let mass = PointMass::<Space>::builder().mass(1.0).build().unwrap();
                let (pose, flow) = (
                    Vector3::from_row_slice(&x[from..from + 3]),
                    Vector3::from_row_slice(&x[from + 3..from + 6]),
                );
                net.add(mass, Motion { pose, flow }).unwrap()
            };
            let (a, b) = (mass(0), mass(6));
            let spring = SpringDamper::<Space>::builder().stiffness(30.0).damping(1.0);
            net.connect(spring.build().unwrap(), Between::new(), (a.port(), b.port())).unwrap();
            net.connect(gsat::<Space>(Relaxation::Implicit), Between::new(), (a.port(), b.port()))
                .unwrap();
            let net = net.build().unwrap();
            let mut rate = vec![0.0; net.dim()];
            net.rhs(&Stage::first(0.0, 1e-3), net.initial_state().values(), &mut rate);
            for axis in 3..6 {
                prop_assert_eq!(rate[axis], -rate[6 + axis]);
                prop_assert!(rate[axis] != 0.0);
            }
            Ok(())
        })
        .unwrap();
}
