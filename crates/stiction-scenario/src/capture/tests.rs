use proptest::prelude::*;
use stiction_core::impedance::from_fn;
use stiction_core::signal::{Piecewise, Ramp, Signal, Sine, Sum};
use stiction_core::{Direct, Impedance, Line, Motion, Plane, Stage, Value};
use stiction_friction::{GsatFriction, Relaxation};
use stiction_mechanics::{
    Between, ConstantEffort, ConstantVelocity, PointMass, SpringDamper, TimedEffort,
};
use stiction_network::{BristleStart, Ground, Network, NetworkBuilder, Prescribed, Simulation};
use stiction_ode::Tableau;

use crate::{Scenario, ScenarioError};

fn settings() -> Scenario {
    Scenario::new("", 1e-3, 0.2)
}

/// Bits of the state after 200 steps.
fn bits(network: Network, step: f64) -> Vec<u64> {
    let mut sim = Simulation::new(network, Tableau::rk4(), step).unwrap();
    sim.run_until(200.0 * step).unwrap();
    sim.state().values().iter().map(|value| value.to_bits()).collect()
}

/// The scenario of a network as it comes back from its text.
pub(super) fn written(network: &Network) -> Scenario {
    let scenario = settings().with_network(network).unwrap();
    let text = scenario.to_toml().unwrap();
    let again = Scenario::from_toml(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again, scenario);
    again
}

pub(super) fn same(network: Network) {
    same_in_steps(network, 1e-3);
}

pub(super) fn same_in_steps(network: Network, step: f64) {
    let again = written(&network).mechanism().unwrap().network;
    assert_eq!(network.difference(&again), None);
    assert_eq!(bits(network, step), bits(again, step));
}

pub(super) fn mass<D: stiction_core::VectorDomain>(mass: f64) -> PointMass<D> {
    PointMass::builder().mass(mass).build().unwrap()
}

fn ramp(to: f64) -> Ramp {
    Ramp::builder().to(to).start(0.013).duration(0.1).build().unwrap()
}

fn sine(amplitude: f64) -> Sine {
    Sine::builder().amplitude(amplitude).angular_frequency(37.0).phase(0.4).build().unwrap()
}

/// A block on a belt, with a law and efforts.
fn belt<L: Impedance<Domain = Line>>(law: L, efforts: &[f64]) -> Network {
    let mut net = NetworkBuilder::new();
    let block = net.add(mass::<Line>(1.3), Motion::new(0.0, 0.02)).unwrap();
    net.name(block, "the block").unwrap();
    let belt = ConstantVelocity::<Line>::builder().velocity(0.02).build().unwrap();
    net.connect(law, Between::new(), (Prescribed::new(belt), block.port())).unwrap();
    for place in [0.3, -0.2, 0.1] {
        let spring = SpringDamper::builder().stiffness(100.0).damping(0.1).build().unwrap();
        net.connect(spring, Between::new(), (Ground::at(place), block.port())).unwrap();
    }
    for &effort in efforts {
        let constant = ConstantEffort::<Line>::builder().effort(effort).build().unwrap();
        net.connect(constant, Direct::new(), block.port()).unwrap();
        net.connect(TimedEffort::<Line>::new(ramp(effort)), Direct::new(), block.port()).unwrap();
        net.connect(TimedEffort::<Line>::new(sine(effort)), Direct::new(), block.port()).unwrap();
    }
    net.build().unwrap()
}

fn gsat(limit: f64) -> GsatFriction<Line> {
    let law = GsatFriction::builder().stiffness(1e5).damping(400.0).limit(limit);
    law.relaxation(Relaxation::OrderPreserving { kappa: 0.9 }).build().unwrap()
}

#[test]
fn a_block_on_a_belt_with_many_efforts_on_one_port() {
    same(belt(gsat(1.1), &[0.1, 0.7, -0.3]));
    let scenario = written(&belt(gsat(1.1), &[0.1]));
    let names = |names: Vec<&String>| names.into_iter().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(names(scenario.bodies.keys().collect()), "the_block");
    assert_eq!(
        names(scenario.drives.keys().collect()),
        "constant_velocity_1 fixed_1 fixed_2 fixed_3"
    );
    assert_eq!(
        names(scenario.connections.keys().collect()),
        "effort_1 effort_2 effort_3 gsat_1 spring_damper_1 spring_damper_2 spring_damper_3"
    );
}

#[test]
fn a_changed_parameter_changes_the_bits() {
    let plain = belt(gsat(1.1), &[0.1]);
    let mut scenario = written(&plain);
    let connection = scenario.connections.get_mut("gsat_1").unwrap();
    let law = connection.law.clone();
    let Some(Value::Number(limit)) = law.value("limit").cloned() else { panic!("no limit") };
    connection.law = law.with_value("limit", Value::Number(limit.next_up())).unwrap();
    let changed = scenario.mechanism().unwrap().network;
    assert!(plain.difference(&changed).is_some_and(|text| text.contains("GsatFriction")));
    assert_ne!(bits(plain, 1e-3), bits(changed, 1e-3));
}

#[test]
fn signals_of_signals() {
    let sum = || Sum::new([Signal::from(ramp(3.0)), sine(2.0).into()]);
    let pieces = Piecewise::new(sum(), [(0.1, sine(1.0))]);
    let mut net = NetworkBuilder::new();
    let block = net.add(mass::<Line>(1.3), Motion::new(0.0, 0.02)).unwrap();
    net.connect(TimedEffort::<Line>::new(sum()), Direct::new(), block.port()).unwrap();
    net.connect(TimedEffort::<Line>::new(pieces.unwrap()), Direct::new(), block.port()).unwrap();
    same(net.build().unwrap());
    // A signal for every axis, of which one is constant.
    let mut net = NetworkBuilder::new();
    let puck = net.add(mass::<Plane>(1.3), Motion::default()).unwrap();
    let effort = [Signal::from(sine(0.3)), 0.7.into()];
    net.connect(TimedEffort::<Plane>::new(effort), Direct::new(), puck.port()).unwrap();
    same(net.build().unwrap());
}

pub(super) fn refused(network: &Network) -> String {
    match settings().with_network(network) {
        Err(error @ ScenarioError::NotInFiles { .. }) => error.to_string(),
        other => panic!("not refused: {other:?}"),
    }
}

#[test]
fn what_is_not_the_library_s_is_named() {
    #[derive(Debug)]
    struct Own;
    impl Impedance for Own {
        type Domain = Line;
        fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
            -motion.pose
        }
    }
    let with = |connect: &dyn Fn(&mut NetworkBuilder, stiction_network::NodePort<Line>)| {
        let mut net = NetworkBuilder::new();
        let block = net.add(mass::<Line>(1.0), Motion::default()).unwrap();
        connect(&mut net, block.port());
        refused(&net.build().unwrap())
    };
    let message = with(&|net, port| {
        let wire = net.connect(Own, Direct::new(), port).unwrap();
        net.name_wire(wire, "spring").unwrap();
    });
    assert!(message.starts_with("law Own of `spring` cannot be written to a file"), "{message}");
    let message = with(&|net, port| {
        net.connect(from_fn::<Line, _>(|_, motion| -motion.flow), Direct::new(), port).unwrap();
    });
    assert!(message.contains("law FromFn"), "{message}");
    let message = with(&|net, port| {
        let effort = TimedEffort::<Line>::new(|stage: &Stage| stage.time);
        net.connect(effort, Direct::new(), port).unwrap();
    });
    assert!(message.contains("law TimedEffort"), "{message}");
    let message = with(&|net, port| {
        let effort = TimedEffort::<Line>::new(Sum::new([|time: f64| time]));
        net.connect(effort, Direct::new(), port).unwrap();
    });
    assert!(message.contains("closure"), "{message}");
    let message = with(&|net, port| {
        let effort = TimedEffort::<Line>::new(ramp(1.0)).with_jumps([0.05]).unwrap();
        net.connect(effort, Direct::new(), port).unwrap();
    });
    assert!(message.contains("jumps of its own"), "{message}");
    let message = with(&|net, port| {
        let drive = Prescribed::new(|stage: &Stage| Motion::<Line>::new(stage.time, 1.0));
        net.connect(gsat(1.0), Between::new(), (drive, port)).unwrap();
    });
    assert!(message.starts_with("drive"), "{message}");
}

#[test]
fn a_start_that_a_file_changes_is_refused() {
    use nalgebra::{Quaternion, Vector3};
    use stiction_core::{Pose, SpatialFrame};
    use stiction_mechanics::RigidBody;
    let network = |length: f64| {
        let mut net = NetworkBuilder::new();
        let pose = Pose {
            position: Vector3::zeros(),
            orientation: Quaternion::new(length, 0.0, 0.0, 0.0),
        };
        let body = RigidBody::sphere(1.0, 0.1).unwrap();
        net.add(body, Motion::<SpatialFrame>::at_rest(pose)).unwrap();
        net.build().unwrap()
    };
    same(network(1.0));
    same(network(1.0 - 3e-16));
    assert!(refused(&network(1.5)).contains("would differ: the initial value of qw"));
}

/// An unbent one has another initial value, by which a lost start would be found.
#[test]
fn bent_bristles_come_back() {
    let bent = |start| {
        let mut net = NetworkBuilder::new();
        let block = net.add(mass::<Line>(2.0), Motion::default()).unwrap();
        let wire = net.connect(gsat(5.0), Direct::new(), block.port()).unwrap();
        let pull = ConstantEffort::<Line>::builder().effort(3.0).build().unwrap();
        net.connect(pull, Direct::new(), block.port()).unwrap();
        net.start_bristles(wire, start).unwrap();
        net.build().unwrap()
    };
    let unbent = bent(BristleStart::Unbent);
    assert!(!written(&unbent).to_toml().unwrap().contains("start = \""));
    for (start, word) in [(BristleStart::Loaded, "loaded"), (BristleStart::Slipping, "slipping")] {
        let network = bent(start);
        assert!(unbent.difference(&network).is_some());
        let text = written(&network).to_toml().unwrap();
        assert!(text.contains(&format!("start = \"{word}\"")), "{text}");
        same(network);
    }
    same(unbent);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn numbers_come_back_to_the_bit(
        mass in 1e-3..1e3_f64, pose in -1e3..1e3_f64, stiffness in 1e-3..1e9_f64,
        rest in prop_oneof![Just(-0.0), Just(0.0), Just(5e-324), -1e-9..1e-9_f64], limit in 0.0..1e4_f64,
    ) {
        let mut net = NetworkBuilder::new();
        let body = PointMass::<Line>::builder().mass(mass).gravity(rest).build().unwrap();
        let block = net.add(body, Motion::new(pose, rest)).unwrap();
        let spring = SpringDamper::builder().stiffness(stiffness).rest(rest).build().unwrap();
        net.connect(spring, Direct::new(), block.port()).unwrap();
        let law = GsatFriction::builder().stiffness(stiffness).damping(1.0).limit(limit);
        net.connect(law.build().unwrap(), Direct::new(), block.port()).unwrap();
        let network = net.build().unwrap();
        let again = written(&network).mechanism().unwrap().network;
        prop_assert_eq!(network.difference(&again), None);
    }
}
