//! Wrong components, each to be caught by one of the checks, and correct ones that must pass.

use std::panic::{AssertUnwindSafe, catch_unwind};

use nalgebra::{Matrix1x2, Vector2};
use stiction_core::{
    Admittance, Direct, Domain, Drive, Impedance, InternalVariables, KinematicMap, Line, Memory,
    Motion, PlanarFrame, PlanarTwist, PlanarWrench, Plane, Powers, Shaft, SpatialFrame, Stage,
    Twist, Wrench, coupling::from_fns, impedance::from_fn,
};
use stiction_friction::gsat_step;
use stiction_mechanics::{PointMass, SphereOnPlane};
use stiction_network::ode::Tableau;
use stiction_network::{NetworkBuilder, Simulation};

use super::*;

const MOTIONS: Motions = Motions { amplitude: 1e-3, angular_frequency: 10.0, steps: 200 };

/// Returns the message of a failing assertion.
fn says(assertion: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(assertion)).expect_err("it passes");
    panic.downcast::<String>().map_or_else(|_| String::new(), |text| *text)
}

/// Distance of a point from the origin, with its `Psi` times a factor.
#[derive(Clone, Copy, Debug)]
struct Distance {
    factor: f64,
    is_rate: bool,
}
impl KinematicMap for Distance {
    type From = Plane;
    type To = Line;
    type Psi = Matrix1x2<f64>;
    fn at(&self, point: &Motion<Plane>) -> (f64, Matrix1x2<f64>) {
        let distance = point.pose.norm();
        (distance, point.pose.transpose() * (self.factor / distance))
    }
    fn flow_is_pose_rate(&self) -> bool {
        self.is_rate
    }
}

#[test]
fn a_psi_of_another_pose_is_found_and_the_exception_is_named() {
    assert_pose_rate(&Distance { factor: 1.0, is_rate: true });
    let wrong = Distance { factor: 1.001, is_rate: true };
    assert_adjoint(&wrong);
    let text = says(|| assert_pose_rate(&wrong));
    assert!(text.contains("the flow of Distance is not the rate of its pose: x changes"), "{text}");
    assert_pose_rate(&Distance { factor: 1.001, is_rate: false });
    let text = says(|| assert_pose_rate(&Distance { factor: 1.0, is_rate: false }));
    assert!(text.contains("leave `flow_is_pose_rate` out"), "{text}");
}

#[test]
fn closures_and_frames_are_seen_through() {
    let sphere = SphereOnPlane::builder().radius(0.3).build().unwrap();
    assert_pose_rate(&sphere);
    assert_pose_rate(&Direct::<SpatialFrame>::new());
    let twisted = |factor: f64| {
        from_fns::<SpatialFrame, SpatialFrame, _, _>(
            move |m| {
                let flow = Twist { linear: m.flow.linear, angular: m.flow.angular * factor };
                Motion { pose: m.pose, flow }
            },
            move |_, w| Wrench { force: w.force, torque: w.torque * factor },
        )
    };
    assert_pose_rate(&twisted(1.0));
    let text = says(|| assert_pose_rate(&twisted(-1.0)));
    assert!(text.contains(": q"), "{text}");
    assert_pose_rate(&twisted(-1.0).with_flow_apart());
}

#[test]
fn drives_whose_flow_is_another_are_found() {
    let circle = |speed: f64| {
        move |stage: &Stage| {
            let (sine, cosine) = (3.0 * stage.time).sin_cos();
            let flow = Vector2::new(-sine, cosine) * speed;
            Motion::<Plane>::new(Vector2::new(cosine, sine), flow)
        }
    };
    assert_drive::<Plane, _>(&circle(3.0), 4.0);
    let text = says(|| assert_drive::<Plane, _>(&circle(3.01), 4.0));
    assert!(text.contains("is not the rate of its pose"), "{text}");
}

/// A carriage that is set back once.
struct SetBack {
    declared: bool,
}
impl Drive<Line> for SetBack {
    fn motion(&self, stage: &Stage) -> Motion<Line> {
        let since = if stage.step_start < 1.2345 { stage.time } else { stage.time - 1.0 };
        Motion::new(0.5 * since, 0.5)
    }
    fn next_jump(&self, after: f64) -> Option<f64> {
        (self.declared && after < 1.2345).then_some(1.2345)
    }
}

#[test]
fn a_pose_that_jumps_is_found_unless_it_is_declared() {
    assert_drive(&SetBack { declared: true }, 3.0);
    let text = says(|| assert_drive(&SetBack { declared: false }, 3.0));
    assert!(text.contains("SetBack") && text.contains("1.23"), "{text}");
}

/// A bristle with a temperature, wrong in one of several ways.
#[derive(Clone, Debug, Default)]
struct Warm {
    /// Omits the rate of the temperature while it warms up.
    forgets: bool,
    /// Stores twice the power.
    doubles: bool,
    /// Reports its power but not its energy.
    keeps_quiet: bool,
}
impl Impedance for Warm {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(1).and(1)
    }
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<Line>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> f64 {
        let stage_damping = 10.0 + stage.tau * 1e4;
        let (force, e_rate) = gsat_step(1e4, stage_damping, 2.0, motion.flow, internal[0]);
        rate[0] = e_rate;
        let heat = force * (motion.flow - e_rate);
        if !(self.forgets && heat > 0.0) {
            rate[1] = heat;
        }
        -force
    }
    fn stored_energy(&self, _: &Motion<Line>, internal: &[f64]) -> f64 {
        if self.keeps_quiet { 0.0 } else { 0.5e4 * internal[0] * internal[0] }
    }
    fn stored_power(&self, _: &Motion<Line>, internal: &[f64], rate: &[f64]) -> f64 {
        1e4 * internal[0] * rate[0] * if self.doubles { 2.0 } else { 1.0 }
    }
}

#[test]
fn a_rate_that_is_left_out_is_found() {
    assert_passive(&Warm::default(), MOTIONS);
    let forgets = Warm { forgets: true, ..Warm::default() };
    let left = "Warm leaves entry 1 of `rate`, that of internal[1], as it was";
    let text = says(|| assert_passive(&forgets, MOTIONS));
    assert!(text.contains(left), "{text}");
    let text = says(|| assert_stored_power(&forgets, MOTIONS));
    assert!(text.contains(left), "{text}");
    assert!(least_work(&forgets, MOTIONS, &[1.0, 0.5, -0.5]).is_err());
    // It slips, and so omits the rate; within a step, that ends the run.
    let seen = observe_sticking(|load| held_by(forgets, load), &Load::along(3.0), 4).unwrap_err();
    assert!(seen.to_string().contains("internal[1]"), "{seen}");
}

#[test]
fn a_stored_power_of_another_energy_is_found() {
    assert_stored_power(&Warm::default(), MOTIONS);
    let doubles = Warm { doubles: true, ..Warm::default() };
    assert_passive(&doubles, MOTIONS);
    let text = says(|| assert_stored_power(&doubles, MOTIONS));
    assert!(text.contains("`stored_power`"), "{text}");
    says(|| assert_stored_power(&Warm { keeps_quiet: true, ..Warm::default() }, MOTIONS));
}

/// A spring that reports its energy and leaves the power to the default.
#[derive(Debug)]
struct Hardening;
impl Impedance for Hardening {
    type Domain = SpatialFrame;
    fn respond(&self, _: &Stage, m: &Motion<SpatialFrame>, _: &[f64], _: &mut [f64]) -> Wrench {
        let x = m.pose.position;
        Wrench { force: x * (-4.0 * x.norm_squared()), ..Wrench::default() }
    }
    fn stored_energy(&self, m: &Motion<SpatialFrame>, _: &[f64]) -> f64 {
        m.pose.position.norm_squared().powi(2)
    }
}

#[test]
fn the_default_of_the_stored_power_is_the_derivative_of_the_energy() {
    let large = Motions { amplitude: 1.0, ..MOTIONS };
    assert_stored_power(&Hardening, large);
    assert_passive(&Hardening, Motions { steps: 1000, ..large });
    let motion = Motion::<Line>::new(0.2, 3.0);
    let power = from_fn::<Line, _>(|_, _| 1.0).stored_power(&motion, &[], &[]);
    assert_eq!(power, 0.0);
}

#[test]
fn laws_on_frames_are_judged() {
    let pushes = from_fn::<PlanarFrame, _>(|_, m: &Motion<PlanarFrame>| PlanarWrench {
        force: -m.flow.linear,
        torque: 0.1 * m.flow.angular,
    });
    let text = says(|| assert_passive(&pushes, MOTIONS));
    assert!(text.contains("gives back"), "{text}");
    let drag = from_fn::<PlanarFrame, _>(|_, m: &Motion<PlanarFrame>| {
        let PlanarTwist { linear, angular } = m.flow;
        PlanarWrench { force: -linear, torque: -angular }
    });
    assert_passive(&drag, MOTIONS);
    // A spring acts against the rotation of a frame in space, with the right or the wrong sign in
    // one axis.
    let spring = |sign: f64| {
        from_fn::<SpatialFrame, _>(move |_, m: &Motion<SpatialFrame>| {
            let mut torque = m.pose.orientation.imag() * (-2.0 * m.pose.orientation.w);
            torque.y -= (1.0 + sign) * m.flow.angular.y;
            Wrench { torque, ..Wrench::default() }
        })
    };
    let large = Motions { amplitude: 1.0, steps: 1000, ..MOTIONS };
    assert_passive(&spring(-1.0), large);
    says(|| assert_passive(&spring(-2.0), large));
}

/// A motor with an inductance, supplied from outside, whose winding gets warm. Its booked powers
/// may be wrong.
#[derive(Clone, Debug)]
struct Motor {
    books_supply: bool,
    books_heat: bool,
    energy_factor: f64,
    speed_factor: f64,
}
const MOTOR: Motor =
    Motor { books_supply: true, books_heat: true, energy_factor: 1.0, speed_factor: 1.0 };
impl Admittance for Motor {
    type Domain = Shaft;
    fn memory(&self) -> Memory<'_> {
        Memory::others(1)
    }
    // J = 0.1 kg m2, L = 0.5 H, R = 2 Ohm, k = 0.3 V s/rad, 24 V.
    fn rate(&self, _: &Stage, state: &[f64], rate: &mut [f64]) {
        let [_, speed, current] = *state else { return };
        rate[0] = self.speed_factor * speed;
        rate[1] = (rate[1] + 0.3 * current) / 0.1;
        rate[2] = (24.0 - 2.0 * current - 0.3 * speed) / 0.5;
    }
    fn stored_energy(&self, state: &[f64]) -> f64 {
        0.05 * state[1] * state[1] + 0.25 * self.energy_factor * state[2] * state[2]
    }
    fn powers(&self, _: &Stage, state: &[f64], rate: &[f64]) -> Powers {
        Powers {
            stored: Some(0.1 * state[1] * rate[1] + 0.5 * state[2] * rate[2]),
            supplied: if self.books_supply { 24.0 * state[2] } else { 0.0 },
            dissipated: if self.books_heat { 2.0 * state[2] * state[2] } else { 0.0 },
        }
    }
}

#[test]
fn admittances_that_book_the_wrong_power_are_found() {
    let typical = [1.0, 10.0, 3.0];
    assert_power_balance(&MOTOR, &typical);
    let wrong = |motor: Motor| says(|| assert_power_balance(&motor, &typical));
    assert!(wrong(Motor { books_supply: false, ..MOTOR }).contains("deliver"));
    assert!(wrong(Motor { books_heat: false, ..MOTOR }).contains("deliver"));
    assert!(wrong(Motor { energy_factor: 1.1, ..MOTOR }).contains("`stored_energy`"));
    assert!(wrong(Motor { speed_factor: 1.01, ..MOTOR }).contains("angle changes at"));
    let text = says(|| assert_power_balance(&MOTOR, &[1.0]));
    assert!(text.contains("Motor has 3 variables, the typical state has 1"), "{text}");
}

/// The generalized Maxwell-slip model: parallel elements, each of which yields independently.
#[derive(Clone, Debug)]
struct MaxwellSlip {
    limits: Vec<f64>,
    /// The deflections in the internal state are in the order of the limits, or in reverse order
    /// after the force, which is kept first.
    keeps_force_first: bool,
    creeps: bool,
}
impl Impedance for MaxwellSlip {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(self.limits.len() + usize::from(self.keeps_force_first)).told_by(self)
    }
    fn respond(
        &self,
        stage: &Stage,
        motion: &Motion<Line>,
        internal: &[f64],
        rate: &mut [f64],
    ) -> f64 {
        let first = usize::from(self.keeps_force_first);
        rate[..first].fill(0.0);
        let mut sum = 0.0;
        let elements = internal[first..].iter().zip(&mut rate[first..]).zip(&self.limits);
        for ((deflection, rate), limit) in elements {
            let stage_damping = 100.0 + stage.tau * 1e5;
            let (force, e_rate) = gsat_step(1e5, stage_damping, *limit, motion.flow, *deflection);
            *rate = if self.creeps { 0.999 * e_rate } else { e_rate };
            sum += force;
        }
        -sum
    }
}
impl InternalVariables for MaxwellSlip {
    fn deflects_along(&self, index: usize, _: Option<usize>) -> Option<usize> {
        (index >= usize::from(self.keeps_force_first)).then_some(0)
    }
}

/// Returns a block of 1 kg under a load, held by a law.
fn held_by<I: Impedance<Domain = Line>>(
    law: I,
    load: Load<Line>,
) -> Result<WatchedMechanism<I>, Box<dyn std::error::Error>> {
    let mut net = NetworkBuilder::new();
    let block = net.add(PointMass::<Line>::builder().mass(1.0).build()?, Motion::default())?;
    let friction = net.connect(law, Direct::new(), block.port())?;
    net.connect(load, Direct::new(), block.port())?;
    Ok(WatchedMechanism::new(Simulation::new(net.build()?, Tableau::rk4(), 1e-4)?, friction))
}

#[test]
fn whichever_element_yields_last_holds_the_whole() {
    // The weak elements yield under this load, the strong one does not.
    let load = Load::along(4.0).with_swing(1.5, 20.0 * std::f64::consts::PI);
    for (limits, strongest) in [([8.0, 1.0, 0.5], 0), ([0.5, 8.0, 1.0], 1), ([0.5, 1.0, 8.0], 2)] {
        for keeps_force_first in [false, true] {
            let law = MaxwellSlip { limits: limits.to_vec(), keeps_force_first, creeps: false };
            assert_sticks(|load| held_by(law.clone(), load), &load, 20);
            let seen = observe_sticking(|load| held_by(law.clone(), load), &load, 20).unwrap();
            assert_eq!((seen.element, seen.anchor_change), (strongest, 0.0));
            let creeps = MaxwellSlip { creeps: true, ..law };
            let text = says(|| assert_sticks(|load| held_by(creeps, load), &load, 20));
            assert!(text.contains("does not stick"), "{text}");
        }
    }
    let weak = MaxwellSlip { limits: vec![0.5, 1.0, 2.0], keeps_force_first: false, creeps: false };
    says(|| assert_sticks(|load| held_by(weak, load), &load, 20));
}

#[test]
fn the_motion_of_a_frame_follows_its_twist() {
    let pose = stiction_core::Pose::default();
    let rate = SpatialFrame::pose_rate(
        &pose,
        &Twist { angular: nalgebra::Vector3::new(0.0, 0.0, 3.0), ..Twist::default() },
    );
    assert_eq!((rate.orientation.k, rate.orientation.w), (1.5, 0.0));
}
