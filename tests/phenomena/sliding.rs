//! A body in space on the friction ellipsoid, kept upright by the springs of its feet.

use stiction::core::{Coupling, Motion, PlanarPose, PlanarTwist};
use stiction::friction::EllipsoidContact;
use stiction::mechanics::Footprint;
use stiction::nalgebra::{Vector2, Vector3, vector};
use stiction::prelude::*;

const MASS: f64 = 0.5;
const GRAVITY: f64 = 9.8;
const HEIGHT: f64 = 0.04;
const SIDE: f64 = 0.05;

fn contact() -> EllipsoidContact {
    let contact =
        EllipsoidContact::builder().stiffness([1e4, 1e4, 1.0]).damping([70.0, 70.0, 7e-3]);
    let contact = contact.friction(0.31).semi_axes([1.0, 1.0, 0.01]).height(HEIGHT);
    contact.load(MASS * GRAVITY).build().unwrap()
}

/// Returns the poses of the planar body every 0.05 s, and the contact points.
fn planar(inertia: f64, times: &[f64]) -> Vec<(Vector3<f64>, Vector2<f64>)> {
    let mut net = NetworkBuilder::new();
    let twist = PlanarTwist { linear: vector![0.7, 0.9], angular: 10.0 };
    let body = PlanarBody::builder().mass(MASS).inertia(inertia).build().unwrap();
    let body = net.add(body, Motion::new(PlanarPose::default(), twist)).unwrap();
    net.connect(contact(), Direct::new(), body.port()).unwrap();
    let state = |sim: &Simulation| (sim.motion(body).unwrap(), sim.state().values()[6..9].to_vec());
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
    let mut seen = vec![];
    for &time in times {
        sim.run_until(time).unwrap();
        let (motion, internal) = state(&sim);
        let point = contact().contact_point(&sim.stage(), &motion, &internal).unwrap();
        let pose = motion.pose;
        seen.push((vector![pose.position.x, pose.position.y, pose.angle], point));
    }
    seen
}

/// Slides the box in space; returns the poses, and the centres of the forces of its feet.
fn spatial(stiffness: f64, times: &[f64]) -> Vec<(Vector3<f64>, Vector2<f64>)> {
    let mut net = NetworkBuilder::new();
    let body = RigidBody::cuboid(MASS, Vector3::new(SIDE, SIDE, 2.0 * HEIGHT)).unwrap();
    let body = body.with_gravity(Vector3::new(0.0, 0.0, -GRAVITY)).unwrap();
    let sunk = MASS * GRAVITY / (4.0 * stiffness);
    let mut start = Motion::<SpatialFrame>::at_rest(Pose::at(vector![0.0, 0.0, HEIGHT - sunk]));
    start.flow = Twist { linear: vector![0.7, 0.9, 0.0], angular: vector![0.0, 0.0, 10.0] };
    let body = net.add(body, start).unwrap();
    net.connect(contact(), Footprint::builder().build().unwrap(), body.port()).unwrap();
    let damping = 0.5 * (stiffness * MASS).sqrt();
    let half = 0.5 * SIDE;
    let feet = [(-half, -half), (-half, half), (half, -half), (half, half)].map(|(x, y)| {
        let corner = BodyPoint::builder().point(vector![x, y, -HEIGHT]).build().unwrap();
        let foot = CoulombContact::builder().stiffness(stiffness).damping(damping).friction(0.0);
        let wire = net.connect(foot.build().unwrap(), corner.clone(), body.port()).unwrap();
        (wire, corner)
    });
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-5).unwrap();
    let mut seen = vec![];
    for &time in times {
        sim.run_until(time).unwrap();
        let motion = sim.motion(body).unwrap();
        let (mut load, mut moment) = (0.0, Vector2::zeros());
        for (wire, corner) in &feet {
            let force = sim.effort(*wire).unwrap().z;
            let place = corner.motion(&motion).pose - motion.pose.position;
            load += force;
            moment += place.xy() * force;
        }
        let p = motion.pose.position;
        let heading = Footprint::builder().build().unwrap().motion(&motion).pose.angle;
        seen.push((vector![p.x, p.y, heading], moment / load));
    }
    seen
}

/// The footprint puts the ellipsoid under a body in space: it slides as the planar one, the more
/// closely the stiffer its feet, and the pressure of the feet is centred at the contact point.
#[test]
fn a_box_in_space_slides_as_in_the_plane() {
    let times = [0.1, 0.2, 0.3];
    // The inertia is that of `RigidBody::cuboid`: m (a² + b²)/12.
    let planar = planar(MASS * 2.0 * SIDE * SIDE / 12.0, &times);
    let off = |stiffness: f64| {
        let spatial = spatial(stiffness, &times);
        let pose = spatial.iter().zip(&planar).map(|(found, expected)| {
            let turned = found.0.z - expected.0.z;
            let whole = (turned / std::f64::consts::TAU).round() * std::f64::consts::TAU;
            (found.0 - expected.0 - vector![0.0, 0.0, whole]).norm()
        });
        let points =
            spatial.iter().zip(&planar).map(|(found, expected)| (found.1 - expected.1).norm());
        (pose.fold(0.0, f64::max), points.fold(0.0, f64::max))
    };
    let (soft, stiff) = (off(2e4), off(2e5));
    println!("box in space off by {soft:?} and {stiff:?} (pose, centre of pressure)");
    assert!(stiff.0 < 0.2 * soft.0 && stiff.0 < 1e-3, "{soft:?} {stiff:?}");
    assert!(stiff.1 < 1e-4, "{soft:?} {stiff:?}");
}
