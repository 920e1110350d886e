//! Simulations II and III: an arm with friction in its joints, as one mechanism and as bodies held
//! together by penalty hinges.

use stiction::network::NetworkError;
use stiction::prelude::*;
use stiction_lab::kikuuwe::{Jump, PenaltyArm, TwoLink, joint_gsat, joint_lugre};

use super::{assert_column, data};

fn record<I>(law: &I, tableau: Tableau, until: f64) -> Recorder
where
    I: Impedance<Domain = Shaft> + Clone,
{
    let mut arm = TwoLink::new(law, tableau, 1e-4, Jump::ByStage).unwrap();
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
    compare(&record(&joint_gsat().unwrap(), Tableau::rk4(), 10.0), "sim2_kik_rk4_10s.csv");
}

#[test]
fn gsat_in_euler() {
    compare(&record(&joint_gsat().unwrap(), Tableau::euler(), 10.0), "sim2_kik_euler_10s.csv");
}

#[test]
fn lugre_in_rk4() {
    let law = joint_lugre().unwrap();
    compare(&record(&law, Tableau::rk4(), 10.0), "sim2_lugre_rk4_10s.csv");
}

fn compare_penalty(kt: f64, file: &str) {
    let reference = data(file);
    let mut penalty = PenaltyArm::new(kt, 1e-4).unwrap();
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
