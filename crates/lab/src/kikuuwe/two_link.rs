//! Simulation II: an arm with friction in its joints.

use nalgebra::{DMatrix, DVector};
use stiction::mechanics::Link;
use stiction::prelude::*;

use crate::PaperError;

/// Mass of a link \[kg\].
pub(super) const MASS: f64 = 0.5;
/// Length of a link \[m\].
pub(super) const LENGTH: f64 = 0.3;

/// Returns the torque on a joint, eqs. (28c), (28d), before or after the jump at 4 s.
fn torque(joint: usize, before: bool, time: f64) -> f64 {
    let (sine, cosine) = (100.0 * time).sin_cos();
    let tremor = if joint == 0 { sine } else { cosine };
    if before { (0.3 * time).min(0.52) } else { 0.336 + 0.144 * tremor }
}

/// Rule for the side of the jump of the torques at 4 s on which a stage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// By the time of the stage, as in the paper, with an error of the order of the step.
    ByStage,
    /// By the start of the step; the jump is declared, so that a step ends at it.
    Declared,
}

/// Returns the torque on joint 0 or 1 as a function of time \[N m\].
pub fn motor(joint: usize, jump: Jump) -> impl Fn(&Stage) -> f64 + Clone + Send + Sync + 'static {
    move |stage| {
        let side = if jump == Jump::ByStage { stage.time } else { stage.step_start };
        torque(joint, side < 4.0, stage.time)
    }
}

/// Returns gsat friction in the joints: 5000 N m/rad, 1 N m s/rad, 0.5 N m.
///
/// # Errors
/// None in practice: the numbers are in range, also for the other laws.
pub fn joint_gsat() -> Result<GsatFriction<Shaft>, PaperError> {
    Ok(GsatFriction::builder().stiffness(5000.0).damping(1.0).limit(0.5).build()?)
}

/// Returns the LuGre model with the stiffness and damping of [`joint_gsat`] and the steady deflection F/K.
///
/// # Errors
/// None in practice.
pub fn joint_lugre() -> Result<LuGreFriction<Shaft>, PaperError> {
    let steady = SteadyState::Deflection(StribeckCurve::constant(0.5 / 5000.0)?);
    Ok(LuGreFriction::builder().stiffness(5000.0).damping(1.0).steady_state(steady).build()?)
}

/// Returns the Dahl model with the stiffness of [`joint_gsat`].
///
/// # Errors
/// None in practice.
pub fn joint_dahl() -> Result<DahlFriction<Shaft>, PaperError> {
    Ok(DahlFriction::builder().stiffness(5000.0).limit(0.5).build()?)
}

/// Returns two uniform rods of 0.5 kg and 0.3 m.
///
/// # Errors
/// None in practice.
pub fn two_rods() -> Result<PlanarArm, PaperError> {
    let rod = Link::uniform_rod(MASS, LENGTH)?;
    Ok(PlanarArm::builder().links([rod, rod]).build()?)
}

/// Simulation II: an arm of two rods, stretched at the start, with motors and friction in its joints.
#[derive(Debug)]
pub struct TwoLink<I: Impedance> {
    /// Simulation of the mechanism.
    pub simulation: Simulation,
    /// Arm.
    pub arm: Handle<PlanarArm>,
    /// Friction in the joints of the arm.
    pub friction: [Wire<I>; 2],
}

impl<I: Impedance<Domain = Shaft> + Clone> TwoLink<I> {
    /// Creates the mechanism with any friction law, in steps \[s\].
    ///
    /// # Errors
    /// A step that is not positive.
    pub fn new(law: &I, tableau: Tableau, step: f64, jump: Jump) -> Result<Self, PaperError> {
        let mut net = NetworkBuilder::new();
        let arm = net.add(two_rods()?, [Motion::default(); 2])?;
        let mut joint = |i: usize| -> Result<Wire<I>, PaperError> {
            let torque = TimedEffort::new(motor(i, jump));
            if jump == Jump::Declared {
                net.connect(torque.with_jumps([4.0])?, Direct::new(), arm.joint(i))?;
            } else {
                net.connect(torque, Direct::new(), arm.joint(i))?;
            }
            Ok(net.connect(law.clone(), Direct::new(), arm.joint(i))?)
        };
        let friction = [joint(0)?, joint(1)?];
        Ok(Self { simulation: Simulation::new(net.build()?, tableau, step)?, arm, friction })
    }
}

/// Samples angle \[rad\] and speed \[rad/s\] of both joints, one step in `every`: angle 0, speed 0, angle 1, speed 1.
pub fn joints<I: Impedance<Domain = Shaft>>(friction: [Wire<I>; 2], every: u64) -> Sampler {
    let names = ["angle 0", "speed 0", "angle 1", "speed 1"];
    Sampler::every_steps(every).channels(names, move |frame| {
        let [first, second] = [frame.wire_motion(friction[0])?, frame.wire_motion(friction[1])?];
        Ok([first.pose, first.flow, second.pose, second.flow])
    })
}

/// Returns the slope of an angle \[rad/s\] by regression that removes its tremor of 100 rad/s and three overtones; the
/// times \[s\] count from `origin`. `None` for less than half a second.
#[must_use]
pub fn slope(time: &[f64], angle: &[f64], origin: f64) -> Option<f64> {
    if time.last()? - time.first()? < 0.5 {
        return None;
    }
    let basis = DMatrix::from_fn(time.len(), 10, |row, column| match column {
        0 => 1.0,
        1 => time[row] - origin,
        _ if column % 2 == 0 => (50.0 * column as f64 * time[row]).sin(),
        _ => (50.0 * (column - 1) as f64 * time[row]).cos(),
    });
    let fit = basis.svd(true, true).solve(&DVector::from_column_slice(angle), f64::EPSILON);
    fit.ok().map(|fit| fit[1])
}
