//! Trees whose links are held: a hopper on its foot, a linkage of four bars.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use nalgebra::{Matrix3, Vector3};
use stiction_core::{Direct, Line, Motion, Pose, Space, SpatialFrame};
use stiction_friction::{EllipticContact, GsatFriction};
use stiction_mechanics::{
    Articulation, Inertial, Joint, LinkFrame, LinkPoint, SpringDamper, TreeLink,
};
use stiction_network::ode::Tableau;
use stiction_network::{NetworkBuilder, Simulation};

const GRAVITY: Vector3<f64> = Vector3::new(0.0, 0.0, -9.81);

/// The example of the book: it sinks by its weight over the stiffnesses of ground and brake, and stays. A contact that
/// does not bear it (the control) lets it sink further.
#[test]
fn a_hopper_stands_on_its_foot() {
    let sinks = |stiffness: f64| {
        let body = Inertial::new(3.0, Vector3::zeros(), Matrix3::identity() * 0.02).unwrap();
        let shin = Inertial::new(0.5, Vector3::z() * -0.1, Matrix3::identity() * 0.001).unwrap();
        let leg =
            TreeLink::builder().name("leg").parent("base").joint(Joint::Prismatic(Vector3::z()));
        let hopper = Articulation::builder().links([leg.inertial(shin).build().unwrap()]);
        let hopper = hopper.floating(true).base_inertial(body).gravity(GRAVITY).build().unwrap();
        let foot = LinkFrame::<1>::on_free_base(&hopper, "leg").unwrap();
        let start = hopper.start([Motion::default()], &Motion::at_rest(Pose::default()));

        let mut net = NetworkBuilder::new();
        let hopper = net.add(hopper, start).unwrap();
        let brake = GsatFriction::<Line>::builder().stiffness(1e4).damping(100.0).limit(60.0);
        net.connect(brake.build().unwrap(), Direct::new(), hopper.port_as(0)).unwrap();
        let ground = EllipticContact::builder().stiffness(stiffness).damping(100.0);
        let ground = ground.friction([0.6, 0.6]).torsional_friction(0.02);
        let ground = ground.rolling_friction([0.05, 0.05]).build().unwrap();
        let base = hopper.port_as::<SpatialFrame>(1);
        net.connect(ground, foot, (base, [hopper.joint(0)])).unwrap();
        let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
        sim.run_until(1.0).unwrap();
        -sim.port_motion(base).unwrap().pose.position.z
    };
    let expected = 3.5 * 9.81 / 2e4 + 3.0 * 9.81 / 1e4;
    assert!((sinks(2e4) - expected).abs() < 1e-4, "{} {expected}", sinks(2e4));
    assert!(sinks(1e4) - expected > 1e-3);
}

/// Three links whose last is pinned to the ground by a stiff spring are a linkage of four bars; where opposite bars
/// are equal, the middle one stays parallel to the ground while it swings as a pendulum.
#[test]
fn a_loop_is_closed_by_a_stiff_pin() {
    let swing = |stiffness: f64| {
        let rod = |name: &str, parent: &str, length: f64, from: f64, along: Vector3<f64>| {
            let bar =
                Inertial::new(1.0, along * (0.5 * length), Matrix3::identity() * 0.01).unwrap();
            let link = TreeLink::builder().name(name).parent(parent);
            let link = link.joint(Joint::Revolute(Vector3::y()));
            let place = if name == "crank" { Vector3::zeros() } else { Vector3::x() * from };
            let place = if parent == "crank" { Vector3::z() * -0.5 } else { place };
            link.origin(Pose::at(place)).inertial(bar).build().unwrap()
        };
        let (down, across, up) = (-Vector3::z(), Vector3::x(), Vector3::z());
        let links = [
            rod("crank", "base", 0.5, 0.0, down),
            rod("coupler", "crank", 0.8, 0.0, across),
            rod("rocker", "coupler", 0.5, 0.8, up),
        ];
        let tree = Articulation::builder().links(links).gravity(GRAVITY).build().unwrap();
        let end = LinkPoint::<3>::of(&tree, "rocker", Vector3::z() * 0.5).unwrap();
        let mut net = NetworkBuilder::new();
        // Pushed aside, still a parallelogram.
        let start = [0.4, -0.4, 0.4].map(Motion::at_rest);
        let tree = net.add(tree, start.to_vec()).unwrap();
        let pin = SpringDamper::<Space>::builder().stiffness(stiffness).rest(Vector3::x() * 0.8);
        let joints = [0, 1, 2].map(|joint| tree.joint(joint));
        net.connect(pin.damping(2e-3 * stiffness).build().unwrap(), end, joints).unwrap();
        let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
        let (mut leans, mut swings) = (0.0_f64, [0.0_f64; 2]);
        for tick in 1..=200 {
            sim.run_until(0.01 * f64::from(tick)).unwrap();
            let joints = sim.motions(tree).unwrap();
            leans = leans.max((joints[0].pose + joints[1].pose).abs());
            swings = [swings[0].min(joints[0].pose), swings[1].max(joints[0].pose)];
        }
        (leans, swings)
    };
    let (leans, [least, most]) = swing(1e6);
    assert!(leans < 1e-3, "{leans}");
    // To both sides, and no further than it was pushed.
    assert!(least < -0.38 && least > -0.401 && most < 0.401, "{least} {most}");
    // The control: a pin that is soft lets the middle bar hang.
    let (leans, _) = swing(100.0);
    assert!(leans > 0.01, "{leans}");
}
