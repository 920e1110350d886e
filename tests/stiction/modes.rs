//! What friction says that it does, of any law, by itself or in a box.

use stiction::core::{AnyLaw, Impedance, Line};
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

type Found = (Option<ContactMode>, Result<ContactState, NetworkError>);

/// A mass of 1 kg under a trembling pull of a share of the limit, after a tenth of a second: the mode of its friction
/// and its contact state.
fn pulled(law: impl Impedance<Domain = Line>, share: f64) -> Found {
    let mut net = NetworkBuilder::new();
    let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
    let mass = net.add(mass, Motion::default()).unwrap();
    let pull = move |stage: &Stage| share * LIMIT * (0.9 + 0.1 * (40.0 * stage.time).sin());
    net.connect(TimedEffort::<Line>::new(pull), Direct::new(), mass.port()).unwrap();
    let wire = net.connect(law, Direct::new(), mass.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
    sim.run_until(0.1).unwrap();
    let frame = sim.frame();
    (frame.friction_mode(wire).unwrap(), frame.contact_state(wire))
}

/// The same of a law and of its box; the two must agree.
fn seen<I: Impedance<Domain = Line> + Clone>(law: &I, share: f64) -> Found {
    let (own, boxed) =
        (pulled(law.clone(), share), pulled(Box::new(law.clone()) as AnyLaw<Line>, share));
    assert_eq!(own, boxed);
    own
}

#[test]
fn friction_tells_what_it_does() {
    let (stick, slip) = (Some(ContactMode::Stick), Some(ContactMode::Slip));
    // A joint has no normal force, and its bristle tells.
    for (share, mode) in [(0.8, stick), (1.5, slip)] {
        let (found, state) = seen(&gsat(), share);
        assert_eq!(found, mode);
        assert!(
            matches!(&state, Err(NetworkError::NoContactState { component }) if component.contains("Gsat"))
        );
    }
    // Under a normal force there is a margin too.
    let (found, state) = seen(&coulomb(), 0.8);
    let state = state.unwrap();
    assert_eq!((found, state.mode, state.normal_force), (stick, ContactMode::Stick, 20.0));
    let pull = 0.8 * LIMIT * (0.9 + 0.1 * 4.0_f64.sin());
    let settled = (state.utilization() - pull / LIMIT).abs();
    assert!(settled < 0.02, "{state:?}");
    let (found, state) = seen(&coulomb(), 1.5);
    assert_eq!(found, slip);
    assert!(state.unwrap().margin < 0.0);
    // The control: LuGre bristles never follow the motion, and know of no modes.
    let (found, state) = seen(&lugre(), 0.8);
    assert_eq!(found, slip);
    assert!(matches!(state, Err(NetworkError::NoContactState { .. })));
    // A spring is no friction.
    let spring = SpringDamper::<Line>::builder().stiffness(1e3).damping(1.0).build().unwrap();
    assert_eq!(seen(&spring, 0.8).0, None);
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
            let found = outputs.rubbing(&sim).unwrap();
            let [(name, rubbing)] = found[..] else { panic!("{found:?}") };
            assert_eq!((name, rubbing.mode, rubbing.contact.is_some()), ("floor", mode, has_load));
        }
        if has_load {
            let load = sim.input("load").unwrap();
            sim.set_input(load, 0.0).unwrap();
            assert_eq!(outputs.rubbing(&sim).unwrap()[0].1.mode, ContactMode::Separated);
        }
    }
}
