//! Instances in loops: with a controller, and with each other.

#![allow(clippy::unwrap_used, reason = "what tests share")]

use stiction_fmu::Instance;
use stiction_scenario::{Scenario, ScenarioFile};

/// An instance as an importer uses it.
struct Unit {
    instance: Instance,
}

impl Unit {
    fn start(text: &str) -> Self {
        let file = ScenarioFile::from_bytes("scenario.toml", text.into()).unwrap();
        let mut instance = Instance::of(file).unwrap();
        instance.set_up(0.0, None).unwrap();
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        Self { instance }
    }

    fn reference(&self, name: &str) -> u32 {
        let variables = &self.instance.model().variables;
        let place = variables.iter().position(|variable| variable.name == name);
        u32::try_from(place.unwrap()).unwrap()
    }

    fn get(&mut self, name: &str) -> f64 {
        let (reference, mut value) = (self.reference(name), [f64::NAN]);
        self.instance.numbers(&[reference], &mut value).unwrap();
        value[0]
    }

    fn set(&mut self, name: &str, value: f64) {
        let reference = self.reference(name);
        self.instance.set_numbers(&[reference], &[value]).unwrap();
    }
}

/// Sampled controller: the force follows from the error, its sum and the velocity.
#[derive(Default)]
struct Controller {
    last: f64,
    sum: f64,
}

const PERIOD: f64 = 1e-3;
const TARGET: f64 = 0.05;

impl Controller {
    fn force(&mut self, position: f64) -> f64 {
        let error = TARGET - position;
        self.sum += error * PERIOD;
        let velocity = (position - self.last) / PERIOD;
        self.last = position;
        100.0 * error + 200.0 * self.sum - 8.0 * velocity
    }
}

fn slider(breakaway: f64) -> String {
    format!(
        r#"schema_version = 1
solver = {{ step = 1e-4, until = 40.0 }}
bodies.slider = {{ type = "point_mass", mass = 1.0 }}
connections.motor = {{ ports = "slider", law = {{ type = "effort", effort = {{ type = "input", name = "force", unit = "N" }} }} }}
[connections.friction]
ports = "slider"
law = {{ type = "rate_dependent_gsat", stiffness = 1e5, damping = 400.0, viscous_damping = 0.4, curve = {{ coulomb = 1.0, breakaway = {breakaway:?}, stribeck_speed = 0.01 }} }}
"#
    )
}

/// Returns the position of the slider after every period.
fn controlled(breakaway: f64, periods: u32) -> Vec<f64> {
    let mut unit = Unit::start(&slider(breakaway));
    let mut controller = Controller::default();
    let mut step = |k: u32| {
        let position = unit.get("slider.x");
        unit.set("force", controller.force(position));
        let [now, end] = [k, k + 1].map(|k| f64::from(k) * PERIOD);
        unit.instance.step(now, end - now).unwrap();
        unit.get("slider.x")
    };
    (0..periods).map(&mut step).collect()
}

#[test]
fn a_controlled_slider_hunts_as_in_a_loop_over_the_engine() {
    const PERIODS: u32 = 30_000;
    let positions = controlled(2.0, PERIODS);
    let scenario = Scenario::from_toml(&slider(2.0)).unwrap();
    let (mut sim, outputs) = scenario.simulation_with_outputs().unwrap();
    let force = sim.input("force").unwrap();
    let mut controller = Controller::default();
    for (k, position) in (1..).zip(&positions) {
        let now = outputs.read("slider.x", &sim).unwrap();
        sim.set_input(force, controller.force(now)).unwrap();
        sim.run_until(f64::from(k) * PERIOD).unwrap();
        assert_eq!(outputs.read("slider.x", &sim).unwrap().to_bits(), position.to_bits(), "{k}");
    }
    // It never comes to rest: the last ten seconds swing about the target.
    let swing = |positions: &[f64]| {
        let last = &positions[2 * positions.len() / 3..];
        let highest = last.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let lowest = last.iter().copied().fold(f64::INFINITY, f64::min);
        (lowest - TARGET, highest - TARGET)
    };
    let (low, high) = swing(&positions);
    assert!(low < -1e-4 && high > 1e-4, "{low} {high}");
    // The control: if friction at rest is not larger than in motion, it does.
    let (low, high) = swing(&controlled(1.0, PERIODS));
    assert!(high - low < 1e-5, "{low} {high}");
}

const HEAD: &str = "schema_version = 1\nsolver = { step = 1e-4, until = 2.0 }\n";
const CART: &str = r#"bodies.cart = { type = "point_mass", mass = 1.0 }
connections.motor = { ports = "cart", law = { type = "effort", effort = { type = "sine", amplitude = 8.0, frequency = 1.0 } } }
connections.friction = { ports = "cart", law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 2.0 } }
"#;
const LOAD: &str = r#"bodies.load = { type = "point_mass", mass = 2.0 }
connections.air = { ports = "load", law = { type = "spring_damper", damping = 2.0 } }
"#;

fn joint(ports: &str, stiffness: f64, damping: f64) -> String {
    format!(
        "connections.joint = {{ ports = {ports}, map = {{ type = \"between\" }}, law = {{ type = \"spring_damper\", stiffness = {stiffness:?}, damping = {damping:?} }} }}\n"
    )
}

/// Returns the error of two coupled units relative to the motion of the load in one mechanism; infinite if they
/// blow up. The cart with the joint has the position of the load as an input, the load the force of the joint.
fn coupled_is_off(stiffness: f64, damping: f64, interval: f64) -> f64 {
    let whole = format!("{HEAD}{CART}{LOAD}{}", joint("[\"cart\", \"load\"]", stiffness, damping));
    let one = format!(
        "{HEAD}{CART}drives.load = {{ type = \"guided\", position = {{ type = \"input\", name = \"load\", unit = \"m\" }} }}\n{}",
        joint("[\"cart\", \"load\"]", stiffness, damping)
    );
    let other = format!(
        "{HEAD}{LOAD}connections.joint = {{ ports = \"load\", law = {{ type = \"effort\", effort = {{ type = \"input\", name = \"force\", unit = \"N\" }} }} }}\n"
    );
    let [mut whole, mut cart, mut load] = [whole, one, other].map(|text| Unit::start(&text));
    let (mut worst, mut motion) = (0.0_f64, 0.0_f64);
    let count = (2.0 / interval).round() as u32;
    for k in 0..count {
        let (position, force) = (load.get("load.x"), cart.get("joint.force"));
        if !(position.is_finite() && position.abs() < 1e3) {
            return f64::INFINITY;
        }
        cart.set("load", position);
        // The effort of a `between` acts on the second port, the load.
        load.set("force", force);
        let [now, end] = [k, k + 1].map(|k| f64::from(k) * interval);
        for unit in [&mut whole, &mut cart, &mut load] {
            if unit.instance.step(now, end - now).is_err() {
                return f64::INFINITY;
            }
        }
        let expected = whole.get("load.x");
        worst = worst.max((load.get("load.x") - expected).abs());
        motion = motion.max(expected.abs());
    }
    worst / motion
}

#[test]
fn a_mechanism_is_cut_at_a_soft_joint_and_never_inside_a_contact() {
    // The good cut: a soft spring between the machine and its load. Being late by H it acts as a damper of -k H, a
    // twentieth of that of the load at 1 ms; the error is of first order in H.
    let [coarse, fine] = [1e-3, 0.5e-3].map(|interval| coupled_is_off(100.0, 0.0, interval));
    assert!(coarse < 0.05, "{coarse}");
    assert!((1.7..2.3).contains(&(coarse / fine)), "{coarse} {fine}");
    // A damper at the cut: an input that holds has no velocity, so it brakes against the ground, however short the
    // interval.
    let [coarse, fine] = [1e-3, 0.5e-3].map(|interval| coupled_is_off(100.0, 1.0, interval));
    assert!(fine > 0.8 * coarse && coarse > 0.03, "{coarse} {fine}");
    // The bad cut: through a joint as stiff as a contact. Now it is fifty times the damper of the load.
    assert_eq!(coupled_is_off(1e5, 0.0, 1e-3), f64::INFINITY);
}
