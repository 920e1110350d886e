//! Inputs: held in steps, kept in states, told apart by name.

use crate::ode::Tableau;
use proptest::prelude::*;
use stiction_core::{Direct, Impedance, Input, Line, Motion, Signal, Stage, Varying};

use crate::tests::components::{Elastic, Mass, Relative};
use crate::{
    Handle, InputHandle, NetworkBuilder, NetworkError, Prescribed, Simulation, SimulationError,
    Snapshot,
};

/// A force that is a signal; it may forget to say so.
#[derive(Debug)]
pub(super) struct Force(pub(super) Signal, pub(super) bool);
impl Impedance for Force {
    type Domain = Line;
    fn signals<'a>(&'a self, visit: &mut dyn FnMut(&'a dyn Varying)) {
        if self.1 {
            visit(&self.0);
        }
    }
    fn respond(&self, stage: &Stage, _: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
        self.0.at(stage)
    }
    fn is_source(&self) -> bool {
        true
    }
}

/// A drive whose place is an input.
struct Hand(Signal);
impl stiction_core::Drive<Line> for Hand {
    fn motion(&self, stage: &Stage) -> Motion<Line> {
        Motion { pose: self.0.at(stage), flow: self.0.rate(stage) }
    }
    fn inputs(&self) -> Vec<&Input> {
        self.0.inputs()
    }
}

fn input(name: &str, start: f64) -> Signal {
    Input::builder().name(name).unit("N").start(start).build().unwrap().into()
}

/// Builds a cart of 2 kg under pushes that start at these forces, and name their input or not.
fn cart_under(pushes: &[(f64, bool)]) -> (NetworkBuilder, Handle<Mass>) {
    let mut net = NetworkBuilder::new();
    let cart = net.add(Mass(2.0), Motion::default()).unwrap();
    for &(start, is_named) in pushes {
        net.connect(Force(input("push", start), is_named), Direct::new(), cart.port()).unwrap();
    }
    (net, cart)
}

fn pushed(step: f64) -> (Simulation, Handle<Mass>, InputHandle) {
    let (net, cart) = cart_under(&[(0.0, true)]);
    let sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), step).unwrap();
    let push = sim.input("push").unwrap();
    (sim, cart, push)
}

#[test]
fn one_that_moves_arrives_in_its_time_and_stays() {
    // 0.4 s is on no grid of such steps: one ends there.
    let (mut sim, cart, push) = pushed(0.15);
    sim.move_input(push, 6.0, 0.4).unwrap();
    sim.run_until(0.2).unwrap();
    assert!((sim.input_value(push).unwrap() - 3.0).abs() < 1e-15);
    sim.run_until(1.0).unwrap();
    // The integral of the force over the mass.
    let expected = (0.5 * 6.0 * 0.4 + 6.0 * 0.6) / 2.0;
    assert!((sim.motion(cart).unwrap().flow - expected).abs() < 1e-15);
    assert_eq!(sim.input_value(push), Ok(6.0));
    // From where it is, on the way too.
    sim.move_input(push, 0.0, 1.0).unwrap();
    sim.run_until(1.5).unwrap();
    sim.move_input(push, 3.0, 1.0).unwrap();
    sim.run_until(1.75).unwrap();
    assert!((sim.input_value(push).unwrap() - 3.0).abs() < 1e-12);
}

proptest! {
    /// Set between steps of any grid, the motion is that of a force that jumps there.
    #[test]
    fn a_set_input_is_a_force_that_steps(
        times in prop::collection::vec(0.01..0.7_f64, 1..5), step in 1e-3..0.1_f64,
    ) {
        let (mut sim, cart, push) = pushed(step);
        let (mut now, mut expected) = (0.0, Motion::<Line>::default());
        for (k, duration) in times.iter().enumerate() {
            let force = k as f64 - 1.5;
            sim.set_input(push, force).unwrap();
            now += duration;
            sim.run_until(now).unwrap();
            expected.pose += duration * (expected.flow + 0.25 * force * duration);
            expected.flow += force / 2.0 * duration;
            prop_assert_eq!(sim.input_value(push), Ok(force));
        }
        let Motion { pose, flow } = sim.motion(cart).unwrap();
        prop_assert!((pose - expected.pose).abs() < 1e-12 && (flow - expected.flow).abs() < 1e-13);
    }

    /// A snapshot from the middle of a way goes on with the same bits; a control that forgets the
    /// inputs does not.
    #[test]
    fn a_snapshot_keeps_the_inputs(at in 0.05..0.9_f64, to in 1.0..5.0_f64) {
        let (mut sim, cart, push) = pushed(0.01);
        sim.move_input(push, to, 0.7).unwrap();
        sim.run_until(at).unwrap();
        let text = serde_json::to_string(&sim.snapshot()).unwrap();
        let state = sim.state().clone();
        sim.run_until(2.0).unwrap();
        let expected = sim.motion(cart).unwrap();

        let (mut other, cart, push) = pushed(0.01);
        other.restore(&serde_json::from_str::<Snapshot>(&text).unwrap()).unwrap();
        other.run_until(2.0).unwrap();
        prop_assert_eq!(other.motion(cart).unwrap(), expected);
        other.restore(&serde_json::from_str::<Snapshot>(&text).unwrap()).unwrap();
        other.set_input(push, 0.0).unwrap();
        other.run_until(2.0).unwrap();
        prop_assert_ne!(other.motion(cart).unwrap(), expected);

        sim.set_state(state).unwrap();
        prop_assert!(sim.input_value(sim.input("push").unwrap()).unwrap() > 0.0);
    }
}

/// Where an input arrives off the grid, a step ends: one by one as in a run.
#[test]
fn steps_one_by_one_have_the_bits_of_a_run() {
    let moved = || {
        let (mut sim, cart, push) = pushed(0.15);
        sim.move_input(push, 6.0, 0.4).unwrap();
        (sim, cart)
    };
    let ((mut run, cart), (mut steps, own)) = (moved(), moved());
    let mut times = vec![];
    while steps.time() < 0.8 {
        steps.step().unwrap();
        times.push((1e6 * steps.time()).round() / 1e6);
    }
    assert_eq!(times, [0.15, 0.3, 0.4, 0.55, 0.7, 0.85]);
    run.run_until(steps.time()).unwrap();
    assert_eq!(steps.motion(own).unwrap(), run.motion(cart).unwrap());
}

#[test]
fn the_handle_of_an_input_is_one_of_its_mechanism() {
    let ((mut one, _, push), (other, _, other_push)) = (pushed(0.01), pushed(0.01));
    assert!(matches!(one.set_input(other_push, 1.0), Err(NetworkError::Foreign { .. })));
    assert!(matches!(other.input_value(push), Err(NetworkError::Foreign { .. })));
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let (mut sim, _, push) = pushed(0.01);
    sim.set_input(push, 1.5).unwrap();
    for bad in [f64::NAN, f64::INFINITY] {
        let refused = sim.set_input(push, bad).unwrap_err();
        assert!(refused.to_string().starts_with("input `push`: value = "), "{refused}");
        let refused = sim.move_input(push, 1.0, bad).unwrap_err();
        assert!(refused.to_string().starts_with("input `push`: duration = "), "{refused}");
    }
    sim.move_input(push, 1.0, -1.0).unwrap_err();
    assert_eq!(sim.input_value(push), Ok(1.5));
    let unknown = sim.input("pull").unwrap_err();
    assert_eq!(unknown.to_string(), "there is no input `pull`; there are push");

    // Two inputs of one name that differ.
    let conflict = cart_under(&[(0.0, true), (1.0, true)]).0.build().unwrap_err();
    let expected = "there are two inputs `push`: one starts at 0 N, one at 1 N";
    assert_eq!(conflict.to_string(), expected);

    let mut damaged = serde_json::to_value(sim.snapshot()).unwrap();
    damaged["inputs"][0][0] = "pull".into();
    let damaged: Snapshot = serde_json::from_value(damaged).unwrap();
    let refused = sim.restore(&damaged).unwrap_err().to_string();
    assert!(refused.contains("list of inputs"), "{refused}");
    let mut damaged = serde_json::to_value(sim.snapshot()).unwrap();
    damaged["inputs"][0][1][1] = format!("{:016x}", f64::NAN.to_bits()).into();
    let damaged: Snapshot = serde_json::from_value(damaged).unwrap();
    assert!(sim.restore(&damaged).is_err());
}

/// Two laws that name the same input share it; until it is set, it has its start value.
#[test]
fn one_name_is_one_input() {
    let (net, cart) = cart_under(&[(1.0, true); 2]);
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 0.01).unwrap();
    let names: Vec<_> = sim.network().inputs().declared().iter().map(Input::name).collect();
    assert_eq!(names, ["push"]);
    sim.run_until(1.0).unwrap();
    assert!((sim.motion(cart).unwrap().flow - 1.0).abs() < 1e-13);
    sim.set_input(sim.input("push").unwrap(), 3.0).unwrap();
    sim.run_until(2.0).unwrap();
    assert!((sim.motion(cart).unwrap().flow - 4.0).abs() < 1e-13);
}

/// A law that does not name its input ends the run, and is named: it would go on with the start.
#[test]
fn an_input_that_is_not_named_is_no_number() {
    let (net, _) = cart_under(&[(1.0, false)]);
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 0.01).unwrap();
    let error = sim.run_until(1.0).unwrap_err();
    assert!(
        matches!(&error, SimulationError::Culprit(culprit) if culprit.name == "Force #0"),
        "{error}"
    );
}

/// The energy that a hand puts into a spring where it jumps, and while it moves, is supplied; the motion
/// has the same bits whether it is watched or not.
#[test]
fn the_energy_of_a_hand_is_supplied() {
    let build = || {
        let mut net = NetworkBuilder::new();
        let cart = net.add(Mass(1.0), Motion::default()).unwrap();
        let hand = Prescribed::new(Hand(input("hand", 0.0)));
        net.connect(Elastic { stiffness: 100.0, damping: 0.0 }, Relative, (cart.port(), hand))
            .unwrap();
        (Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap(), cart)
    };
    let (mut sim, cart) = build();
    let (mut plain, plain_cart) = build();
    sim.watch_energy().unwrap();
    for sim in [&mut sim, &mut plain] {
        let hand = sim.input("hand").unwrap();
        sim.run_until(0.1).unwrap();
        sim.set_input(hand, 0.5).unwrap();
        sim.run_until(0.3).unwrap();
        sim.move_input(hand, -0.2, 0.4).unwrap();
        sim.run_until(2.0).unwrap();
    }
    let energy = sim.energy().unwrap();
    assert!(energy.share().abs() < 1e-9 && energy.supplied.abs() > 1.0, "{energy:?}");
    assert_eq!(sim.motion(cart).unwrap(), plain.motion(plain_cart).unwrap());
}

/// Invalid names and starts.
#[test]
fn an_input_has_a_name() {
    let refused = |name: &str, start: f64| {
        Input::builder().name(name).start(start).build().unwrap_err().parameter
    };
    assert_eq!(refused("", 0.0), "length of name");
    assert_eq!(refused("a b.c", 0.0), "other characters in name");
    assert_eq!(refused("a", f64::NAN), "start");
}
