//! Friction of real drives, in mechanisms: gears that lose in proportion to the transmitted torque, backlash, a joint
//! that takes ten times as much torque to start as to keep running.

use stiction::friction::GearFriction;
use stiction::mechanics::{Differential, Sinusoid};
use stiction::prelude::*;

const STEP: f64 = 1e-4;

fn rotor(inertia: f64) -> PointMass<Shaft> {
    PointMass::builder().mass(inertia).build().unwrap()
}

fn differential(weights: [f64; 2]) -> Differential<Shaft, Shaft, Shaft> {
    Differential::builder().weights(weights).build().unwrap()
}

/// Returns the two ports of a gear: the twist in the motor's coordinate, and the motor.
fn meshing(
    ratio: f64,
) -> Both<Differential<Shaft, Shaft, Shaft>, Differential<Shaft, Shaft, Shaft>> {
    Both::new(differential([1.0, -ratio]), differential([1.0, 0.0]))
}

/// Returns a gear of 50 whose 40 N m/rad at the motor are 1e5 N m/rad at the joint.
fn gear([driving, back_driven]: [f64; 2]) -> GearFriction<SpringDamper<Shaft>> {
    let mesh = SpringDamper::<Shaft>::builder().stiffness(40.0).damping(5e-3).build().unwrap();
    let gear = GearFriction::builder().mesh(mesh).stiffness(100.0).damping(0.05).limit(1e-3);
    gear.driving(driving).back_driven(back_driven).build().unwrap()
}

const RATIO: f64 = 50.0;

/// Simulates a motor without current, a gear, and a joint that a load of 20 N m pushes and shakes with 10 N m. Returns
/// the anchor of the friction after 1 s and after 2 s \[rad\], the angle of the joint, and the residual of the power
/// balance over its scale.
fn pushed_back(coefficients: [f64; 2]) -> ([f64; 2], f64, f64) {
    let mut net = NetworkBuilder::new();
    let motor = net.add(rotor(1e-4), Motion::default()).unwrap();
    let joint = net.add(rotor(0.1), Motion::default()).unwrap();
    let ports = (motor.port(), joint.port());
    let wire = net.connect(gear(coefficients), meshing(RATIO), ports).unwrap();
    let load = TimedEffort::<Shaft>::new(|stage: &Stage| {
        let onset = (stage.time / 0.3).min(1.0);
        -onset * onset * (3.0 - 2.0 * onset) * (20.0 + 10.0 * (60.0 * stage.time).sin())
    });
    net.connect(load, Direct::new(), joint.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), STEP).unwrap();
    let anchors = [1.0, 2.0].map(|until| {
        sim.run_until(until).unwrap();
        sim.motion(motor).unwrap().pose - sim.internal(wire).unwrap()[0]
    });
    let balance = sim.frame().power_balance().unwrap();
    let residual = balance.residual().abs() / balance.scale;
    (anchors, sim.motion(joint).unwrap().pose, residual)
}

#[test]
fn a_worm_that_locks_itself_holds_to_the_bit() {
    let (anchors, joint, residual) = pushed_back([2.0, 1.2]);
    // Rounding of sums of 1e4 angles of 1e-2 rad is allowed.
    assert!((anchors[1] - anchors[0]).abs() < 1e4 * f64::EPSILON * 1e-2, "{anchors:?}");
    assert!(joint.abs() < 1e-3 && residual < 1e-10, "{joint} {residual}");
    // Control: with friction of 0.9 of the torque it runs.
    let (anchors, joint, residual) = pushed_back([2.0, 0.9]);
    assert!((anchors[1] - anchors[0]).abs() > 1.0 && joint < -0.1 && residual < 1e-10);
}

/// Compares input and output power of a gear that drives a load of 30 N m at 100 rad/s, or is driven by it.
#[test]
fn a_gear_has_the_efficiency_of_its_direction() {
    for (speed, forward) in [(100.0, true), (-100.0, false)] {
        let mut net = NetworkBuilder::new();
        let motor = ConstantVelocity::<Shaft>::builder().velocity(speed).build().unwrap();
        let start = Motion { pose: 0.0, flow: speed / RATIO };
        let joint = net.add(rotor(0.1), start).unwrap();
        let coefficients = stiction::friction::gear_friction::efficiency_coefficients(0.85, 0.7);
        let mesh = SpringDamper::<Shaft>::builder().stiffness(40.0).damping(0.02).build().unwrap();
        let gear = GearFriction::builder().mesh(mesh).stiffness(100.0).damping(0.05);
        let gear = gear.driving(coefficients[0]).back_driven(coefficients[1]).build().unwrap();
        let wire = net.connect(gear, meshing(RATIO), (Prescribed::new(motor), joint.port()));
        let wire = wire.unwrap();
        let load = ConstantEffort::<Shaft>::builder().effort(-30.0).build().unwrap();
        net.connect(load, Direct::new(), joint.port()).unwrap();
        let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), STEP).unwrap();
        sim.run_until(1.0).unwrap();
        let (mesh, friction) = sim.effort(wire).unwrap();
        let at_motor = -(mesh + friction) * speed;
        let at_joint = 30.0 * sim.motion(joint).unwrap().flow;
        let found = if forward { at_joint / at_motor } else { at_motor / at_joint };
        // The teeth have stopped ringing: they decay as exp(-250 t), 0.02/(2 · 4e-5) per second.
        let expected = if forward { 0.85 } else { 0.7 };
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }
}

/// Drives a joint through a play of 0.02 rad to and fro; returns the travel of the joint \[rad\] under its `friction`
/// \[N m\], and the largest force with which the teeth pulled.
fn behind_backlash(friction: f64) -> (f64, f64) {
    let mut net = NetworkBuilder::new();
    let motor = Sinusoid::<Shaft>::builder().amplitude(0.1).angular_frequency(2.0).build().unwrap();
    let joint = net.add(rotor(1e-3), Motion::default()).unwrap();
    let teeth = EndStop::<Shaft>::builder().lower(-0.01).upper(0.01).stiffness(2e3).damping(2.0);
    let ports = (Prescribed::new(motor), joint.port());
    let teeth = net.connect(teeth.build().unwrap(), differential([1.0, -1.0]), ports).unwrap();
    let seal = GsatFriction::<Shaft>::builder().stiffness(1e3).damping(1.0).limit(friction);
    net.connect(seal.build().unwrap(), Direct::new(), joint.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), STEP).unwrap();
    sim.run_until(4.0).unwrap();
    let (mut low, mut high, mut pulled) = (f64::INFINITY, f64::NEG_INFINITY, 0.0_f64);
    for k in 1..=4000 {
        sim.run_until(4.0 + 1e-3 * f64::from(k)).unwrap();
        let pose = sim.motion(joint).unwrap().pose;
        (low, high) = (low.min(pose), high.max(pose));
        let twist = sim.frame().wire_motion(teeth).unwrap().pose;
        // A tooth pulls if it acts along its own depth.
        pulled = pulled.max(sim.effort(teeth).unwrap() * twist.signum());
    }
    (high - low, pulled)
}

#[test]
fn backlash_is_lost_where_friction_holds_the_joint() {
    let friction = 2.0;
    let (way, pulled) = behind_backlash(friction);
    // The teeth yield by F/k on each side, and the friction of the joint by nothing more: it slides at the turn.
    let expected = 2.0 * 0.1 - 0.02 - 2.0 * friction / 2e3;
    // At the turn the motor stays within 1e-4 of its amplitude while the joint, of 1e-3 kg m², settles.
    assert!((way - expected).abs() < 5e-4, "{way} {expected}");
    assert!(pulled <= 0.0, "{pulled}");
    // Control: without friction the joint flies through the play, and gets further.
    let (free, pulled) = behind_backlash(0.0);
    assert!(free > expected + 5e-3 && pulled <= 0.0, "{free} {expected}");
}

/// The joint of a file is held to the bit, started, sped up and slowed down by 1 rad/s², and stopped again.
#[test]
fn a_joint_with_static_and_dynamic_friction_from_a_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/scenarios/static_dynamic.toml");
    let scenario = stiction::scenario::Scenario::load(path).unwrap();
    let (mut sim, outputs) = scenario.simulation_with_outputs().unwrap();
    let mut at = |time: f64| {
        sim.run_until(time).unwrap();
        let of = |name: &str| outputs.read(name, &sim).unwrap();
        (of("joint.angle") - of("friction.internal[0]"), of("joint.rate"))
    };
    let [early, late] = [0.9, 1.0].map(&mut at);
    assert!((late.0 - early.0).abs() < 500.0 * f64::EPSILON * 1e-3, "{early:?} {late:?}");
    // Accelerations are steady: the Stribeck part is exp(-(v/vs)²) with v/vs of 10 and more.
    for [from, to, change] in [[1.5, 2.0, 0.5], [2.5, 3.0, -0.5]] {
        let [a, b] = [from, to].map(&mut at);
        assert!((b.1 - a.1 - change).abs() < 1e-6, "{a:?} {b:?}");
    }
    let [early, late] = [5.9, 6.0].map(at);
    assert!((late.0 - early.0).abs() < 500.0 * f64::EPSILON * late.0.abs(), "{early:?} {late:?}");
    assert!(late.1.abs() < 1e-9 && late.0 > 1.0, "{late:?}");
}
