//! Reported state of friction, for plain and boxed laws.

use stiction::core::{AnyLaw, ContactState, Impedance, Line};
use stiction::friction::{AmendedLuGre, CoulombGsat, GsatFriction, Loaded, StribeckCurve};
use stiction::network::NetworkError;
use stiction::scenario::Scenario;

use super::*;

/// Limit of every law here, 0.5 of 20 N \[N\].
const LIMIT: f64 = 10.0;

fn gsat() -> GsatFriction<Line> {
    GsatFriction::builder().stiffness(1e5).damping(100.0).limit(LIMIT).build().unwrap()
}

fn coulomb() -> Loaded<CoulombGsat, Line> {
    let law = CoulombGsat::builder().stiffness(1e5).damping(100.0).friction(0.5);
    Loaded::builder().law(law.build().unwrap()).normal_force(20.0).build().unwrap()
}

fn lugre() -> Loaded<AmendedLuGre, Line> {
    let curve = StribeckCurve::constant(0.5).unwrap();
    let law = AmendedLuGre::builder().stiffness(1e4).damping(10.0).friction(curve);
    Loaded::builder().law(law.build().unwrap()).normal_force(20.0).build().unwrap()
}

/// Returns the friction state of a mass of 1 kg after 0.1 s under a trembling pull, a share of the limit.
fn pulled(law: impl Impedance<Domain = Line>, share: f64) -> Result<ContactState, NetworkError> {
    let mut net = NetworkBuilder::new();
    let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
    let mass = net.add(mass, Motion::default()).unwrap();
    let pull = move |stage: &Stage| share * LIMIT * (0.9 + 0.1 * (40.0 * stage.time).sin());
    net.connect(TimedEffort::<Line>::new(pull), Direct::new(), mass.port()).unwrap();
    let wire = net.connect(law, Direct::new(), mass.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
    sim.run_until(0.1).unwrap();
    sim.contact_state(wire)
}

/// Returns the contact state of a law and asserts that the boxed law agrees.
fn seen<I: Impedance<Domain = Line> + Clone>(
    law: &I,
    share: f64,
) -> Result<ContactState, NetworkError> {
    let (own, boxed) =
        (pulled(law.clone(), share), pulled(Box::new(law.clone()) as AnyLaw<Line>, share));
    assert_eq!(own, boxed);
    own
}

/// All laws report the same quantities, except that a joint has a margin but no normal force.
#[test]
fn friction_tells_what_it_does() {
    let pull = 0.8 * LIMIT * (0.9 + 0.1 * 4.0_f64.sin());
    // The mass trembles at 40 rad/s, by less than a fiftieth of the friction.
    let is_left = |state: ContactState| (state.margin - (1.0 - pull / LIMIT)).abs() < 0.02;
    let states = |share| [seen(&gsat(), share).unwrap(), seen(&coulomb(), share).unwrap()];
    let forces = [None, Some(20.0)];
    for (state, normal_force) in states(0.8).into_iter().zip(forces) {
        assert_eq!((state.mode, state.normal_force), (ContactMode::Stick, normal_force));
        assert!(state.slip_speed == 0.0 && is_left(state), "{state:?}");
    }
    for (state, normal_force) in states(1.5).into_iter().zip(forces) {
        assert_eq!((state.mode, state.normal_force), (ContactMode::Slip, normal_force));
        // It is pulled with 15 N against 10 N for 0.1 s.
        assert!(state.margin < 1e-15 && state.slip_speed > 0.3, "{state:?}");
    }
    // Control: LuGre bristles creep at any load, with nearly that margin.
    let state = seen(&lugre(), 0.8).unwrap();
    assert!(state.mode == ContactMode::Slip && is_left(state), "{state:?}");
    assert!(state.slip_speed > 0.0 && state.slip_speed < 1e-2, "{state:?}");
    // A spring has no contact state.
    let spring = SpringDamper::<Line>::builder().stiffness(1e3).damping(1.0).build().unwrap();
    let refused = seen(&spring, 0.8);
    assert!(
        matches!(&refused, Err(NetworkError::NoContactState { component }) if component.contains("Spring"))
    );
}

#[test]
fn a_scenario_tells_it_by_name() {
    let text = |friction: &str| {
        format!(
            r#"
            schema_version = 1
            solver = {{ step = 1e-4, until = 1.0 }}
            bodies.block = {{ type = "point_mass", mass = 1.0 }}
            connections.pull = {{ ports = "block", law = {{ type = "effort", effort = {{ type = "input", name = "pull", start = 5.0 }} }} }}
            connections.floor = {{ ports = "block", law = {friction} }}
            "#
        )
    };
    let contact = r#"{ type = "coulomb", stiffness = 1e5, damping = 100.0, friction = 0.5, normal_force = { type = "input", name = "load", start = 20.0 } }"#;
    let joint = r#"{ type = "gsat", stiffness = 1e5, damping = 100.0, limit = 10.0 }"#;
    for (friction, has_load) in [(contact, true), (joint, false)] {
        let scenario = Scenario::from_toml(&text(friction)).unwrap();
        let (mut sim, outputs) = scenario.simulation_with_outputs().unwrap();
        let pull = sim.input("pull").unwrap();
        for (force, mode) in [(5.0, ContactMode::Stick), (15.0, ContactMode::Slip)] {
            sim.set_input(pull, force).unwrap();
            sim.run_until(sim.time() + 0.1).unwrap();
            let found = outputs.contact_states(&sim).unwrap();
            let [(name, state)] = found[..] else { panic!("{found:?}") };
            let normal_force = has_load.then_some(20.0);
            assert_eq!((name, state.mode, state.normal_force), ("floor", mode, normal_force));
            // The scalar outputs agree.
            let numbers = ["sticks", "margin", "slip_speed"]
                .map(|scalar| outputs.read(&format!("floor.{scalar}"), &sim).unwrap());
            let sticks = f64::from(mode == ContactMode::Stick);
            assert_eq!(numbers, [sticks, state.margin, state.slip_speed]);
        }
        if has_load {
            let load = sim.input("load").unwrap();
            sim.set_input(load, 0.0).unwrap();
            assert_eq!(outputs.contact_states(&sim).unwrap()[0].1.mode, ContactMode::Separated);
        }
    }
}
