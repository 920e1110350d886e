//! The arm of simulations II and III of Kikuuwe and Yamamoto: two rods, 0.5 kg and 0.3 m each, that
//! move in a horizontal plane, with friction in both joints.

use nalgebra::{DMatrix, DVector, Vector3};
use stiction::prelude::*;

use crate::common::{Outcome, RunOptions};

const MASS: f64 = 0.5;
const LENGTH: f64 = 0.3;

/// A run gives columns for the angle \[rad\] and the speed \[rad/s\] of each joint.
type Run = RunOptions<10>;

/// Simulation II: one mechanism in joint space, with the given friction in both joints.
pub(crate) fn joint_space<I>(run: &Run, law: I) -> Outcome<Recorder>
where
    I: Impedance<Domain = Shaft> + Clone,
{
    let mut net = NetworkBuilder::new();
    let rod = Link::uniform_rod(MASS, LENGTH)?;
    let arm = PlanarArm::builder().links([rod, rod]).build()?;
    let arm = net.add(arm, [Motion::default(); 2])?;
    let mut joint = |i: usize| {
        net.connect(TimedEffort::new(motor(i)), Direct::new(), arm.joint(i))?;
        net.connect(law.clone(), Direct::new(), arm.joint(i))
    };
    let joints = [joint(0)?, joint(1)?];
    record(run, net, joints)
}

/// Simulation III: two bodies in space, with springs of `stiffness` \[N/m\] for hinges, eq. (29).
pub(crate) fn penalty(run: &Run, law: GsatFriction<Shaft>, stiffness: f64) -> Outcome<Recorder> {
    let at = |x: f64| Pose::at(Vector3::x() * x);
    let mut net = NetworkBuilder::new();
    let rod = RigidBody::rod(MASS, LENGTH, 1e-4)?;
    let first = net.add(rod.clone(), Motion::at_rest(at(0.5 * LENGTH)))?;
    let second = net.add(rod, Motion::at_rest(at(1.5 * LENGTH)))?;
    let damping = (stiffness * MASS / 4.0).sqrt();
    let hinge = PenaltyHinge::builder().stiffness(stiffness).damping(damping);
    let hinge = hinge.bending_stiffness(100.0).bending_damping(0.05).build()?;
    let (base, tip) = (at(-0.5 * LENGTH), at(0.5 * LENGTH));
    let frames = |parent| RelativeFrame::builder().parent(parent).child(base).build();
    let angle = |parent| HingeAngle::builder().parent(parent).child(base).build();
    let (origin, ground) = (Pose::default(), Ground::<SpatialFrame>::default());
    let (inner, outer) = ((ground, first.port()), (first.port(), second.port()));
    net.connect(hinge.clone(), frames(origin)?, inner)?;
    net.connect(hinge, frames(tip)?, outer)?;
    net.connect(TimedEffort::new(motor(0)), angle(origin)?, inner)?;
    net.connect(TimedEffort::new(motor(1)), angle(tip)?, outer)?;
    let joints =
        [net.connect(law.clone(), angle(origin)?, inner)?, net.connect(law, angle(tip)?, outer)?];
    record(run, net, joints)
}

fn record<I: Impedance<Domain = Shaft>>(
    run: &Run,
    net: NetworkBuilder,
    joints: [Wire<I>; 2],
) -> Outcome<Recorder> {
    let sampler =
        run.sampler(1e6).channels(["angle 0", "speed 0", "angle 1", "speed 1"], move |frame| {
            let [first, second] = [frame.wire_motion(joints[0])?, frame.wire_motion(joints[1])?];
            Ok([first.pose, first.flow, second.pose, second.flow])
        });
    run.record(net, sampler)
}

/// The torque on a joint, eqs. (28c), (28d): a push, then a tremor of 100 rad/s from 4 s on.
fn motor(joint: usize) -> impl Fn(&Stage) -> f64 + Send + Sync + 'static {
    move |stage| {
        let (sine, cosine) = (100.0 * stage.time).sin_cos();
        let tremor = if joint == 0 { sine } else { cosine };
        if stage.time < 4.0 { (0.3 * stage.time).min(0.52) } else { 0.336 + 0.144 * tremor }
    }
}

/// Slope \[rad/s\] of an angle, less its tremor of 100 rad/s and three overtones, by regression;
/// `None` for less than half a second.
pub(crate) fn drift(time: &[f64], angle: &[f64]) -> Option<f64> {
    let (start, end) = (time.first()?, time.last()?);
    if end - start < 0.5 {
        return None;
    }
    let basis = DMatrix::from_fn(time.len(), 10, |row, column| match column {
        0 => 1.0,
        1 => time[row] - start,
        _ if column % 2 == 0 => (50.0 * column as f64 * time[row]).sin(),
        _ => (50.0 * (column - 1) as f64 * time[row]).cos(),
    });
    let fit = basis.svd(true, true).solve(&DVector::from_column_slice(angle), f64::EPSILON);
    fit.ok().map(|fit| fit[1])
}
