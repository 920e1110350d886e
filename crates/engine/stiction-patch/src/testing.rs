//! Helpers of the unit tests of the dynamic models.

use nalgebra::Vector2;
use proptest::prelude::*;
use stiction_core::{
    ContactLaw, Impedance, Motion, PlanarFrame, PlanarPose, PlanarTwist, PlanarWrench, Stage,
};
use stiction_friction::{BristleRate, Coefficient, Friction, Loaded, StribeckCurve};

use crate::bristle_law::{BristleModel, BristleParameters};
use crate::mount::Mount;
use crate::patch::{ContactPatch, Grid, Surface};
use crate::schedule::Schedule;
use crate::stick_slip::StickSlipPatch;

/// Returns points with their shares of the load.
pub(crate) fn points(points: &[(f64, f64, f64)]) -> ContactPatch {
    ContactPatch::from_points(points.iter().map(|&(x, y, w)| (Vector2::new(x, y), w))).unwrap()
}

/// Returns a surface on the grid of the paper.
pub(crate) fn of_paper(surface: Surface) -> ContactPatch {
    surface.patch(Grid::new(21, 0.02).unwrap()).unwrap()
}

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

/// Returns a pad that sticks, with the stiffness and the damping along the plane and about the centre of pressure.
pub(crate) fn sticking(
    patch: impl Into<Schedule<ContactPatch>>,
    friction: impl Into<Coefficient>,
    stiffness: [f64; 2],
    damping: [f64; 2],
    mount: Mount,
) -> StickSlipPatch {
    let pad = StickSlipPatch::builder().patch(patch).friction(friction).mount(mount);
    let pad = pad.stiffness(stiffness[0]).torsional_stiffness(stiffness[1]);
    pad.damping(damping[0]).torsional_damping(damping[1]).build().unwrap()
}

/// Returns bristles of plain friction.
pub(crate) fn bristles(stiffness: f64, damping: f64, friction: f64) -> BristleParameters {
    let bristles = BristleParameters::builder().stiffness(stiffness).damping(damping);
    bristles.friction(StribeckCurve::constant(friction).unwrap()).build().unwrap()
}

/// Returns a patch of LuGre bristles under 1 N.
pub(crate) fn lugre_disc(patch: ContactPatch) -> Loaded<crate::DistributedPatch, PlanarFrame> {
    let law = crate::DistributedPatch::builder().patch(patch).bristles(coulomb());
    Loaded::new(law.model(BristleModel::LuGre).build().unwrap(), 1.0).unwrap()
}

pub(crate) fn pose(x: f64, y: f64, angle: f64) -> PlanarPose {
    PlanarPose { position: Vector2::new(x, y), angle }
}

pub(crate) fn axes(wrench: &PlanarWrench) -> [f64; 3] {
    [wrench.force.x, wrench.force.y, wrench.torque]
}

/// Returns the largest difference of forces \[N\], and of torques at 1 cm.
pub(crate) fn difference(a: &PlanarWrench, b: &PlanarWrench) -> f64 {
    (a.force - b.force).amax().max((a.torque - b.torque).abs() / 0.01)
}

/// Asserts that stiffness and damping are those that a small motion along each axis of the port meets, and that the
/// energy and its power are those of such springs.
pub(crate) fn assert_resistance<L: Friction<PlanarFrame>>(law: &Loaded<L, PlanarFrame>) {
    let (stage, size) = (Stage::first(0.0, 1e-3), 1e-6);
    let unbent = vec![0.0; law.memory().len()];
    for axis in 0..3 {
        let flow: [f64; 3] = core::array::from_fn(|i| if i == axis { size } else { 0.0 });
        let twist = PlanarTwist { linear: Vector2::new(flow[0], flow[1]), angular: flow[2] };
        let motion = Motion::new(PlanarPose::default(), twist);
        let mut rate = unbent.clone();
        let damping = axes(&law.respond(&stage, &motion, &unbent, &mut rate))[axis];
        let bent: Vec<f64> = rate.iter().map(|rate| 1e-3 * rate).collect();
        let away = 1e-3 * size;
        let spring = law.respond(&stage, &Motion::default(), &bent, &mut unbent.clone());
        let (k, b) = law.resistance(stage.tau, axis).unwrap();
        let is = |found: f64, expected: f64| (found / expected - 1.0).abs() < 1e-12;
        assert!(is(axes(&spring)[axis], -k * away) && is(damping, -b * size), "{axis}");
        assert!(is(law.stored_energy(&motion, &bent), 0.5 * k * away * away), "{axis}");
        assert!(is(law.stored_power(&motion, &bent, &rate), k * away * size), "{axis}");
    }
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

/// Drives a law from rest for `steps` steps of the generalized midpoint rule; returns its internal state at the end.
pub(crate) fn drive(
    law: &impl Impedance<Domain = PlanarFrame>,
    step: f64,
    steps: usize,
    motion: impl Fn(f64) -> Motion<PlanarFrame>,
) -> Vec<f64> {
    let mut internal = vec![0.0; law.memory().len()];
    let (mut rate, mut middle) = (internal.clone(), internal.clone());
    for k in 0..steps {
        let time = k as f64 * step;
        law.respond(&Stage::first(time, 0.5 * step), &motion(time), &internal, &mut rate);
        for ((m, z), r) in middle.iter_mut().zip(&internal).zip(&rate) {
            *m = z + 0.5 * step * r;
        }
        let stage = Stage::first(time + 0.5 * step, step).of_step_from(time);
        law.respond(&stage, &motion(stage.time), &middle, &mut rate);
        internal.iter_mut().zip(&rate).for_each(|(z, r)| *z += step * r);
    }
    internal
}
