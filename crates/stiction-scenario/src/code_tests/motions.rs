//! Hands, rotors and frames.

use nalgebra::{Quaternion, Vector3, vector};
use stiction_core::{Direct, Motion, Plane, Shaft, Space, SpatialFrame, Twist};
use stiction_friction::{CoulombContact, GsatFriction};
use stiction_mechanics::{
    Between, InFrame, PointMass, RigidBody, SphereOnPlane, SpringDamper, Waypoints,
};
use stiction_network::{NetworkBuilder, Prescribed};

use super::{bits, of_file, simulation};

#[test]
fn a_hand_in_a_plane() {
    let mut net = NetworkBuilder::new();
    let puck = PointMass::<Plane>::builder().mass(1.0).build().unwrap();
    let puck = net.add(puck, Motion::<Plane>::default()).unwrap();
    let way = [(0.0, vector![0.0, 0.0]), (0.02, vector![0.1, 0.0]), (0.03, vector![0.1, 0.2])];
    let hand = Prescribed::new(Waypoints::<Plane>::new(way).unwrap());
    let spring = SpringDamper::<Plane>::builder().stiffness(1e3).damping(2.0).build().unwrap();
    net.connect(spring, Between::new(), (hand, puck.port())).unwrap();
    let text = "bodies.puck = { type = \"point_mass\", domain = \"plane\", mass = 1.0 }\n\
                [drives.hand]\ntype = \"waypoints\"\ndomain = \"plane\"\n\
                points = [[0.0, 0.0, 0.0], [0.02, 0.1, 0.0], [0.03, 0.1, 0.2]]\n\
                [connections.pull]\nports = [\"hand\", \"puck\"]\nmap = { type = \"between\" }\n\
                law = { type = \"spring_damper\", stiffness = 1e3, damping = 2.0 }";
    assert_eq!(of_file(text), bits(simulation(net)));
}

#[test]
fn a_rotor_that_is_drawn() {
    let mut net = NetworkBuilder::new();
    let rotor = PointMass::<Shaft>::builder().mass(0.1).gravity(30.0).build().unwrap();
    let rotor = net.add(rotor, Motion::<Shaft>::default()).unwrap();
    let law = GsatFriction::<Shaft>::builder().stiffness(1e3).damping(1.0).limit(2.0);
    net.connect(law.build().unwrap(), Direct::new(), rotor.port()).unwrap();
    let text = "bodies.rotor = { type = \"rotor\", inertia = 0.1, gravity = 30.0 }\n\
                [connections.rub]\nports = \"rotor\"\n\
                law = { type = \"gsat\", stiffness = 1e3, damping = 1.0, limit = 2.0 }";
    assert_eq!(of_file(text), bits(simulation(net)));
}

const TILT: [f64; 4] = [0.99, 0.1, 0.0, 0.0];

#[test]
fn points_on_a_tilted_plane() {
    let [w, x, y, z] = TILT;
    let law = || {
        let law = CoulombContact::builder().stiffness(1e5).damping(100.0).friction(0.3);
        law.build().unwrap()
    };
    let mut net = NetworkBuilder::new();
    let ball = PointMass::<Space>::builder().mass(1.0).gravity(vector![0.0, 0.0, -9.8]);
    let ball = net.add(ball.build().unwrap(), Motion::<Space>::default()).unwrap();
    let map =
        InFrame::builder().map(Direct::<Space>::new()).orientation(Quaternion::new(w, x, y, z));
    net.connect(law(), map.build().unwrap(), ball.port()).unwrap();
    let text = "[bodies.ball]\ntype = \"point_mass\"\ndomain = \"space\"\nmass = 1.0\n\
                gravity = [0.0, 0.0, -9.8]\n[connections.sole]\nports = \"ball\"\n\
                map = { type = \"direct\", frame = { orientation = [0.99, 0.1, 0.0, 0.0] } }\n\
                law = { type = \"coulomb_contact\", stiffness = 1e5, damping = 100.0, friction = 0.3 }";
    assert_eq!(of_file(text), bits(simulation(net)));

    let mut net = NetworkBuilder::new();
    let ball = RigidBody::sphere(1.0, 0.1).unwrap().with_gravity(vector![0.0, 0.0, -9.8]);
    let start = Motion::<SpatialFrame> {
        flow: Twist { linear: Vector3::zeros(), angular: vector![3.0, 0.0, 0.0] },
        ..Default::default()
    };
    let ball = net.add(ball.unwrap(), start).unwrap();
    let map =
        SphereOnPlane::builder().radius(0.1).normal(vector![0.0, -0.198, 0.9701]).build().unwrap();
    let map = InFrame::builder()
        .map(map)
        .origin(vector![0.0, 0.0, -0.1])
        .orientation(Quaternion::new(w, x, y, z));
    net.connect(law(), map.build().unwrap(), ball.port()).unwrap();
    let text = "[bodies.ball]\ntype = \"rigid_body\"\nmass = 1.0\n\
                shape = { type = \"sphere\", radius = 0.1 }\ngravity = [0.0, 0.0, -9.8]\n\
                start = { angular_velocity = [3.0, 0.0, 0.0] }\n\
                [connections.sole]\nports = \"ball\"\n[connections.sole.map]\n\
                type = \"sphere_on_plane\"\nradius = 0.1\nnormal = [0.0, -0.198, 0.9701]\n\
                frame = { position = [0.0, 0.0, -0.1], orientation = [0.99, 0.1, 0.0, 0.0] }\n\
                [connections.sole.law]\ntype = \"coulomb_contact\"\nstiffness = 1e5\n\
                damping = 100.0\nfriction = 0.3\n";
    assert_eq!(of_file(text), bits(simulation(net)));
}
