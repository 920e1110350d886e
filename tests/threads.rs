//! Large networks have the same bits on any number of threads, with lanes and without.
//!
//! These tests belong to the facade: `stiction-tests` does without threads, whose crates would delay the first command
//! of the README.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rayon::ThreadPoolBuilder;
use stiction::nalgebra::Vector3;
use stiction::network::{Lanes, NodePort};
use stiction::prelude::*;

const STEP: f64 = 1e-3;

/// Returns a number from 0 to 1 that depends on the place.
fn share(place: usize) -> f64 {
    (0.618 * place as f64).fract()
}

/// Adds a mass that moves along a line, with a slider on it.
fn slider(net: &mut NetworkBuilder, place: usize) -> NodePort<Line> {
    let mass = PointMass::<Line>::builder().mass(1.0 + (place % 3) as f64).build().unwrap();
    let start = Motion::new(share(place), share(3 * place) - 0.5);
    let port = net.add(mass, start).unwrap().port();
    let law = GsatFriction::builder().stiffness(1e3).damping(2.0).limit(3.0 * share(2 * place));
    net.connect(law.build().unwrap(), Direct::new(), port).unwrap();
    port
}

/// Returns sliders in a square, with springs between neighbours: a network too large for one part.
fn sheet(side: usize) -> Network {
    let mut net = NetworkBuilder::new();
    let ports: Vec<_> = (0..side * side).map(|place| slider(&mut net, place)).collect();
    let along = (0..ports.len()).filter(|k| (k + 1) % side > 0).map(|k| (k, k + 1));
    let across = (side..ports.len()).map(|k| (k - side, k));
    for (a, b) in along.chain(across) {
        let spring = SpringDamper::builder().stiffness(100.0 * share(a)).damping(1.0).rest(0.1);
        net.connect(spring.build().unwrap(), Between::new(), (ports[a], ports[b])).unwrap();
    }
    net.build().unwrap()
}

/// Returns unconnected mechanisms of two kinds: rolling spheres, and sliders.
fn copies() -> Network {
    let mut net = NetworkBuilder::new();
    for place in 0..700 {
        let flow = Twist { linear: Vector3::x() * share(place), ..Twist::default() };
        let start = Motion { pose: Pose::at(Vector3::z() * 0.2), flow };
        let sphere = RigidBody::sphere(0.3, 0.2).unwrap();
        let sphere = net.add(sphere.with_gravity(Vector3::z() * -9.8).unwrap(), start).unwrap();
        let law = CoulombContact::builder().stiffness(1e4).damping(10.0).friction(0.1);
        let map = SphereOnPlane::builder().radius(0.2).build().unwrap();
        net.connect(law.build().unwrap(), map, sphere.port()).unwrap();
        slider(&mut net, place);
    }
    net.build().unwrap()
}

/// Returns the bits of the state after some steps.
fn bits(mut network: Network, lanes: Lanes) -> Vec<u64> {
    network.set_lanes(lanes);
    let mut sim = Simulation::new(network, Tableau::rk4(), STEP).unwrap();
    sim.run_until(12.0 * STEP).unwrap();
    sim.state().values().iter().map(|value| value.to_bits()).collect()
}

#[test]
fn any_number_of_threads_has_the_same_bits() {
    for network in [(|| sheet(45)) as fn() -> Network, copies] {
        let expected = bits(network(), Lanes::One);
        assert_ne!(expected, bits(sheet(44), Lanes::One));
        for threads in [1, 2, 3] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for lanes in [Lanes::One, Lanes::Four] {
                let found = pool.install(|| bits(network(), lanes));
                assert!(found == expected, "{threads} threads, {lanes:?} lanes");
            }
        }
    }
}
