//! Helpers of the unit tests of the dynamic models.

use nalgebra::Vector2;
use proptest::prelude::*;
use stiction_core::{
    Domain, Impedance, Motion, PlanarFrame, PlanarPose, PlanarTwist, PlanarWrench, Stage,
};
use stiction_friction::{BristleRate, Loaded};

use crate::bristle_law::{BristleModel, BristleParameters};
use crate::patch::ContactPatch;

/// Yields 3 to 30 points within 2 cm, with shares from 0.1 to 1.
pub(crate) fn point_patch() -> impl Strategy<Value = ContactPatch> {
    let point = (-0.01..0.01_f64, -0.01..0.01_f64, 0.1..1.0_f64)
        .prop_map(|(x, y, share)| (Vector2::new(x, y), share));
    prop::collection::vec(point, 3..30)
        .prop_map(|points| ContactPatch::from_points(points).unwrap())
}

/// Yields velocities up to `speed` \[m/s\], angular velocities that give the same at 1 cm.
pub(crate) fn twist(speed: f64) -> impl Strategy<Value = PlanarTwist> {
    prop::array::uniform3(-1.0..1.0_f64).prop_map(move |[x, y, w]| PlanarTwist {
        linear: Vector2::new(x, y) * speed,
        angular: w * speed / 0.01,
    })
}

pub(crate) fn model() -> impl Strategy<Value = BristleModel> {
    prop_oneof![Just(BristleModel::LuGre), Just(BristleModel::ElastoPlastic)]
}

pub(crate) fn bristle_rate() -> impl Strategy<Value = BristleRate> {
    prop_oneof![
        Just(BristleRate::Explicit),
        Just(BristleRate::Implicit),
        Just(BristleRate::OrderPreserving),
    ]
}

pub(crate) fn stribeck() -> BristleParameters {
    BristleParameters::table_one_stribeck().unwrap()
}

pub(crate) fn coulomb() -> BristleParameters {
    BristleParameters::table_one_coulomb().unwrap()
}

/// Returns a patch of LuGre bristles under 1 N.
pub(crate) fn lugre_disc(patch: ContactPatch) -> Loaded<crate::DistributedPatch, PlanarFrame> {
    let law = crate::DistributedPatch::builder().patch(patch).bristles(coulomb());
    Loaded::new(law.model(BristleModel::LuGre).build().unwrap(), 1.0).unwrap()
}

pub(crate) fn axes(wrench: &PlanarWrench) -> [f64; 3] {
    [wrench.force.x, wrench.force.y, wrench.torque]
}

/// Returns the largest difference of forces \[N\], and of torques at 1 cm.
pub(crate) fn difference(a: &PlanarWrench, b: &PlanarWrench) -> f64 {
    (a.force - b.force).amax().max((a.torque - b.torque).abs() / 0.01)
}

/// Returns a smooth closed motion from rest: two harmonics per axis of 10 Hz, with these coefficients of
/// `amplitude` \[m\], or that at 1 cm \[rad\].
pub(crate) fn closed_motion(
    coefficients: &[[f64; 3]; 2],
    amplitude: f64,
    time: f64,
) -> Motion<PlanarFrame> {
    let (mut pose, mut flow) = ([0.0; 3], [0.0; 3]);
    for (i, harmonic) in coefficients.iter().enumerate() {
        let frequency = core::f64::consts::TAU * 10.0 * (i + 1) as f64;
        let (sine, cosine) = (frequency * time).sin_cos();
        for axis in 0..3 {
            let size = harmonic[axis] * amplitude * if axis == 2 { 100.0 } else { 1.0 };
            pose[axis] += size * (1.0 - cosine);
            flow[axis] += size * frequency * sine;
        }
    }
    Motion {
        pose: PlanarPose { position: Vector2::new(pose[0], pose[1]), angle: pose[2] },
        flow: PlanarTwist { linear: Vector2::new(flow[0], flow[1]), angular: flow[2] },
    }
}

/// Record of a law in a prescribed motion.
#[derive(Debug)]
pub(crate) struct Record {
    /// Smallest work done on it up to any time \[J\].
    pub(crate) least_work: f64,
    /// Work turned over \[J\].
    pub(crate) turnover: f64,
    /// Internal state at the end.
    pub(crate) internal: Vec<f64>,
}

/// Drives a law from rest for `steps` steps of the generalized midpoint rule.
pub(crate) fn drive(
    law: &impl Impedance<Domain = PlanarFrame>,
    step: f64,
    steps: usize,
    motion: impl Fn(f64) -> Motion<PlanarFrame>,
) -> Record {
    let mut internal = vec![0.0; law.memory().len()];
    let (mut rate, mut middle) = (internal.clone(), internal.clone());
    let mut record = Record { least_work: 0.0, turnover: 0.0, internal: vec![] };
    let mut work = 0.0;
    for k in 0..steps {
        let time = k as f64 * step;
        law.respond(&Stage::first(time, 0.5 * step), &motion(time), &internal, &mut rate);
        for ((m, z), r) in middle.iter_mut().zip(&internal).zip(&rate) {
            *m = z + 0.5 * step * r;
        }
        let stage = Stage::first(time + 0.5 * step, step).of_step_from(time);
        let moving = motion(stage.time);
        let wrench = law.respond(&stage, &moving, &middle, &mut rate);
        internal.iter_mut().zip(&rate).for_each(|(z, r)| *z += step * r);
        let done = -PlanarFrame::power(&moving.flow, &wrench) * step;
        work += done;
        record.turnover += done.abs();
        record.least_work = record.least_work.min(work);
    }
    record.internal = internal;
    record
}
