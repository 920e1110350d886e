//! Simulations II and III: an arm with friction in its joints, as one mechanism and as bodies held
//! together by penalty hinges.

use nalgebra::Vector3;
use stiction::prelude::*;

use super::{assert_column, data};
use crate::mechanisms::{joint_friction, motor, two_link};

fn record<I>(law: &I, tableau: Tableau, until: f64) -> Recorder
where
    I: Impedance<Domain = Shaft> + Clone,
{
    let mut arm = two_link(law, tableau, 1e-4, false);
    let (handle, friction) = (arm.arm, arm.friction);
    let sampler = Sampler::every_steps(100)
        .channels(["th0", "w0", "th1", "w1"], move |frame| {
            let joints = frame.motions(handle)?;
            Ok([joints[0].pose, joints[0].flow, joints[1].pose, joints[1].flow])
        })
        .channels(["e0", "e1", "f0_stage1", "f1_stage1"], move |frame| {
            let e = |i: usize| Ok(frame.internal(friction[i])?[0]);
            let f = |i: usize| Ok(-frame.effort(friction[i])?);
            Ok([e(0)?, e(1)?, f(0)?, f(1)?])
        });
    let mut recorder = Recorder::from(sampler);
    arm.simulation.run_observed(until, &mut recorder).unwrap();
    recorder
}

fn compare(recorder: &Recorder, file: &str) {
    let reference = data(file);
    for name in ["t", "th0", "th1", "w0", "w1", "e0", "e1", "f0_stage1", "f1_stage1"] {
        assert_column(name, recorder.column(name).unwrap(), &reference.column(name), 1e-10);
    }
}

#[test]
fn gsat_in_rk4() {
    compare(&record(&joint_friction(), Tableau::rk4(), 10.0), "sim2_kik_rk4_10s.csv");
}

#[test]
fn gsat_in_euler() {
    compare(&record(&joint_friction(), Tableau::euler(), 10.0), "sim2_kik_euler_10s.csv");
}

#[test]
fn lugre_in_rk4() {
    let law = crate::mechanisms::joint_lugre();
    compare(&record(&law, Tableau::rk4(), 10.0), "sim2_lugre_rk4_10s.csv");
}

/// Simulation III: two rods as rigid bodies, hinges of stiffness `kt` between them and the ground.
struct Penalty {
    simulation: Simulation,
    links: [Handle<RigidBody>; 2],
    hinges: [Wire<PenaltyHinge>; 2],
    friction: [Wire<GsatFriction<Shaft>>; 2],
}

fn penalty(kt: f64) -> Penalty {
    let (mass, length) = (0.5, 0.3);
    let base = Pose::at(Vector3::new(-0.5 * length, 0.0, 0.0));
    let tip = Pose::at(Vector3::new(0.5 * length, 0.0, 0.0));
    let mut net = NetworkBuilder::new();
    let mut link = |x: f64| {
        let rod = RigidBody::rod(mass, length, 1e-4).unwrap().with_renormalise(false);
        net.add(rod, Motion::at_rest(Pose::at(Vector3::new(x, 0.0, 0.0)))).unwrap()
    };
    let links = [link(0.5 * length), link(1.5 * length)];
    let hinge = PenaltyHinge::builder()
        .stiffness(kt)
        .damping((kt * mass / 4.0).sqrt())
        .bending_stiffness(100.0)
        .bending_damping(0.05)
        .build()
        .unwrap();
    let ground = Ground::<SpatialFrame>::default();
    let (ends0, ends1) = ((ground, links[0].port()), (links[0].port(), links[1].port()));
    let frame = |parent| RelativeFrame::builder().parent(parent).child(base).build().unwrap();
    let hinges = [
        net.connect(hinge.clone(), frame(Pose::default()), ends0).unwrap(),
        net.connect(hinge, frame(tip), ends1).unwrap(),
    ];
    let angle = |parent| HingeAngle::builder().parent(parent).child(base).build().unwrap();
    let (angle0, angle1) = (angle(Pose::default()), angle(tip));
    net.connect(TimedEffort::new(motor(0)), angle0.clone(), ends0).unwrap();
    net.connect(TimedEffort::new(motor(1)), angle1.clone(), ends1).unwrap();
    let friction = [
        net.connect(joint_friction(), angle0, ends0).unwrap(),
        net.connect(joint_friction(), angle1, ends1).unwrap(),
    ];
    let simulation = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
    Penalty { simulation, links, hinges, friction }
}

fn compare_penalty(kt: f64, file: &str) {
    let reference = data(file);
    let mut penalty = penalty(kt);
    let (links, hinges, friction) = (penalty.links, penalty.hinges, penalty.friction);
    let sampler = Sampler::every_steps(100)
        .channels(["th0", "th1"], move |frame| {
            Ok([frame.wire_motion(friction[0])?.pose, frame.wire_motion(friction[1])?.pose])
        })
        .channels(["w0z", "w1z_minus_w0z"], move |frame| {
            let spin = |i: usize| Ok::<_, NetworkError>(frame.motion(links[i])?.flow.angular.z);
            Ok([spin(0)?, spin(1)? - spin(0)?])
        })
        .channels(["e0", "e1"], move |frame| {
            Ok([frame.internal(friction[0])?[0], frame.internal(friction[1])?[0]])
        })
        .channels(["gap0", "gap1"], move |frame| {
            let gap = |i: usize| {
                Ok::<_, NetworkError>(frame.wire_motion(hinges[i])?.pose.position.norm())
            };
            Ok([gap(0)?, gap(1)?])
        });
    let mut recorder = Recorder::from(sampler);
    penalty.simulation.run_observed(6.0, &mut recorder).unwrap();
    // The reference's own spread under a 1e-15 change of the start: 3e-13 rad, 2e-12 rad/s. A gap
    // is a difference of positions of 0.6 m, exact to 1e-16 m.
    for name in ["th0", "th1"] {
        assert_column(name, recorder.column(name).unwrap(), &reference.column(name), 1e-10);
    }
    for name in ["w0z", "w1z_minus_w0z", "e0", "e1"] {
        assert_column(name, recorder.column(name).unwrap(), &reference.column(name), 1e-9);
    }
    for name in ["gap0", "gap1"] {
        assert_column(name, recorder.column(name).unwrap(), &reference.column(name), 1e-8);
    }
}

#[test]
fn penalty_hinges_of_1e5() {
    compare_penalty(1e5, "sim3_kt1e5.csv");
}

#[test]
fn penalty_hinges_of_1e6() {
    compare_penalty(1e6, "sim3_kt1e6.csv");
}
