//! An arm on penalty hinges approaches the arm with joints.

use nalgebra::Vector2;
use stiction::mechanics::{Link, PenaltyHinge, RelativeFrame};
use stiction::prelude::*;

use super::x3;

/// Returns the largest difference of the joint angles over 0.5 s between a swinging arm of two rods
/// and the same rods as rigid bodies on penalty hinges of stiffness `kt`.
fn penalty_error(kt: f64) -> f64 {
    let (mass, length, step) = (0.5, 0.3, 1e-4);
    let rod = Link::uniform_rod(mass, length).unwrap();
    let mut net = NetworkBuilder::new();
    let arm = PlanarArm::builder().links([rod, rod]).gravity(Vector2::new(0.0, -9.81));
    let arm = net.add(arm.build().unwrap(), [Motion::default(); 2]).unwrap();
    let mut exact = Simulation::new(net.build().unwrap(), Tableau::rk4(), step).unwrap();

    let mut net = NetworkBuilder::new();
    let mut link = |x: f64| {
        let rod = RigidBody::rod(mass, length, 1e-4).unwrap().with_gravity(x3(0.0, -9.81, 0.0));
        net.add(rod.unwrap(), Motion::at_rest(Pose::at(x3(x, 0.0, 0.0)))).unwrap()
    };
    let links = [link(0.5 * length), link(1.5 * length)];
    let hinge = PenaltyHinge::builder().stiffness(kt).damping((kt * mass / 4.0).sqrt());
    let hinge = hinge.bending_stiffness(100.0).bending_damping(0.05).build().unwrap();
    let (base, tip) = (Pose::at(x3(-0.5 * length, 0.0, 0.0)), Pose::at(x3(0.5 * length, 0.0, 0.0)));
    let map = |parent| RelativeFrame::builder().parent(parent).child(base).build().unwrap();
    let ground = Ground::<SpatialFrame>::default();
    net.connect(hinge.clone(), map(Pose::default()), (ground, links[0].port())).unwrap();
    net.connect(hinge, map(tip), (links[0].port(), links[1].port())).unwrap();
    let mut penalty = Simulation::new(net.build().unwrap(), Tableau::rk4(), step).unwrap();
    let heading = |sim: &Simulation, link: Handle<RigidBody>| {
        let q = sim.motion(link).unwrap().pose.orientation;
        2.0 * q.k.atan2(q.w)
    };
    let mut worst = 0.0_f64;
    for k in 1..=50 {
        exact.run_until(0.01 * f64::from(k)).unwrap();
        penalty.run_until(0.01 * f64::from(k)).unwrap();
        let joints = exact.motions(arm).unwrap();
        let absolute = [joints[0].pose, joints[0].pose + joints[1].pose];
        for (link, angle) in links.into_iter().zip(absolute) {
            let turn = (heading(&penalty, link) - angle).rem_euclid(std::f64::consts::TAU);
            worst = worst.max(turn.min(std::f64::consts::TAU - turn));
        }
    }
    worst
}

#[test]
fn penalty_hinges_approach_the_joint_as_one_over_their_stiffness() {
    let errors = [1e4, 1e5, 1e6].map(penalty_error);
    println!("penalty hinges 1e4, 1e5, 1e6: {errors:?}");
    // Gaps are load/kt: some ten newtons over 1e6 N/m on links of 0.3 m, 3e-5 rad, which the swing
    // of a double pendulum amplifies tenfold in half a second.
    assert!(errors[2] > 1e-7 && errors[2] < 1e-3, "{errors:?}");
    for pair in errors.windows(2) {
        assert!((6.0..16.0).contains(&(pair[0] / pair[1])), "{errors:?}");
    }
}
