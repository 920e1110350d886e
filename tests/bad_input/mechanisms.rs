//! Invalid starts, foreign ports, bad steps, and runs that blow up are refused by name.

use nalgebra::{Quaternion, Vector3};
use stiction::mechanics::Link;
use stiction::network::SimulationError;
use stiction::ode::Ode;
use stiction::prelude::*;

use super::{point_mass, spring, text};

#[test]
fn wrong_starts() {
    let mut net = NetworkBuilder::new();
    let arm =
        || PlanarArm::builder().links([Link::uniform_rod(0.5, 0.3).unwrap(); 2]).build().unwrap();
    assert_eq!(
        text(net.add(arm(), [Motion::default(); 3])),
        "PlanarArm has 2 ports and was given 3 initial motions"
    );
    assert_eq!(
        text(net.add(arm(), vec![])),
        "PlanarArm has 2 ports and was given 0 initial motions"
    );
    let start = [Motion::default(), Motion { pose: 0.0, flow: f64::NAN }];
    assert_eq!(text(net.add(arm(), start)), "PlanarArm: initial rate[1] = NaN must be finite");
    let body = RigidBody::sphere(1.0, 0.1).unwrap();
    let pose = Pose {
        position: Vector3::zeros(),
        orientation: Quaternion::new(0.0, f64::INFINITY, 0.0, 0.0),
    };
    assert_eq!(
        text(net.add(body, Motion::at_rest(pose))),
        "RigidBody: initial qx = inf must be finite"
    );
    // Refused bodies are not in the network.
    assert!(net.build().unwrap().admittances().is_empty());
}

#[test]
fn ports_and_handles_of_others() {
    let (mut net, mut other) = (NetworkBuilder::new(), NetworkBuilder::new());
    let mass = net.add(point_mass(1.0), Motion::default()).unwrap();
    let theirs = other.add(point_mass(1.0), Motion::default()).unwrap();
    let refused = text(net.connect(spring(1.0), Direct::new(), theirs.port()));
    assert!(
        refused.contains("SpringDamper<Line>") && refused.contains("belongs to network"),
        "{refused}"
    );
    let refused = text(net.connect(spring(1.0), Between::new(), (mass.port(), theirs.port())));
    assert!(refused.contains("port 0 of PointMass<Line> #0"), "{refused}");
    let refused = text(net.connect(spring(1.0), Direct::new(), mass.port_at(1)));
    assert!(
        refused.contains("port 1 of PointMass<Line> #0") && refused.contains("1 ports"),
        "{refused}"
    );
    let arm =
        PlanarArm::builder().links([Link::uniform_rod(0.5, 0.3).unwrap(); 2]).build().unwrap();
    let arm = net.add(arm, [Motion::default(); 2]).unwrap();
    let motor = || ConstantEffort::<Shaft>::builder().effort(1.0).build().unwrap();
    for joint in [2, 3, usize::MAX] {
        let refused = text(net.connect(motor(), Direct::new(), arm.joint(joint)));
        assert!(
            refused.contains(&format!("port {joint} of PlanarArm")) && refused.contains("2 ports"),
            "{refused}"
        );
    }
    assert!(text(net.name(theirs, "theirs")).contains("belongs to network"));

    let wire = net.connect(spring(1.0), Direct::new(), mass.port()).unwrap();
    let their_wire = other.connect(spring(1.0), Direct::new(), theirs.port()).unwrap();
    let (net, other) = (net.build().unwrap(), other.build().unwrap());
    let (state, their_state) = (net.initial_state(), other.initial_state());
    let stage = Stage::at(0.0);
    let frame = net.frame(&state, stage).unwrap();
    for answer in [
        text(frame.motion(theirs)),
        text(frame.motions(theirs)),
        text(net.set_motions(theirs, &mut state.clone(), [Motion::default()])),
        text(frame.wire_motion(their_wire)),
        text(frame.effort(their_wire)),
        text(frame.contact_state(their_wire)),
        text(frame.internal_rate(their_wire)),
        text(frame.wire_power(their_wire)),
        text(frame.variables(theirs)),
        text(net.frame(&their_state, stage)),
        text(frame.internal(their_wire)),
        text(net.set_internal(their_wire, &mut state.clone(), &[])),
        text(net.law(their_wire)),
        text(net.stability_warnings(&their_state, &Tableau::rk4(), 1e-3)),
    ] {
        assert!(answer.contains("belongs to network"), "{answer}");
    }
    assert!(text(net.set_internal(wire, &mut state.clone(), &[1.0])).contains("must be 0, not 1"));
    assert!(text(net.set_motions(mass, &mut state.clone(), [])).contains("1 ports"));
    let mut sim = Simulation::new(net, Tableau::rk4(), 1e-3).unwrap();
    assert!(text(sim.set_state(their_state)).contains("belongs to network"));
    assert!(text(sim.motion(theirs)).contains("belongs to network"));
    // The right-hand side answers slices of a wrong length with NaN; a projection leaves them.
    let mut rate = vec![0.0; 1];
    sim.network().rhs(&stage, &[0.0], &mut rate);
    assert!(rate[0].is_nan());
    sim.network().project(&mut rate);
}

#[test]
fn bad_steps_times_and_taus() {
    let make = |step: f64| {
        let mut net = NetworkBuilder::new();
        net.add(point_mass(1.0), Motion { pose: 0.0, flow: 1.0 }).unwrap();
        Simulation::new(net.build().unwrap(), Tableau::rk4(), step)
    };
    for step in [0.0, -1e-3, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let refused = text(make(step));
        assert!(refused.contains(&step.to_string()) && refused.contains("positive"), "{refused}");
    }
    let mut sim = make(0.1).unwrap();
    sim.run_until(1.0).unwrap();
    for until in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.5, -1.0] {
        let refused = text(sim.run_until(until));
        assert!(refused.contains(&until.to_string()), "{refused}");
        assert_eq!(sim.time(), 1.0);
    }
    sim.run_until(1.0).unwrap();
    // The step is far longer than the run.
    let mut fast = make(1e308).unwrap();
    fast.run_until(3.0).unwrap();
    assert_eq!(fast.time(), 3.0);

    for taus in [
        &[0.0; 3][..],
        &[0.0; 5],
        &[],
        &[0.0, 0.0, 0.0, f64::NAN],
        &[-1.0, 0.0, 0.0, 0.0],
        &[f64::INFINITY; 4],
    ] {
        assert!(text(Tableau::rk4().with_taus(taus)).contains("taus"));
    }
}

#[test]
fn a_blow_up_names_its_place_and_leaves_the_last_good_state() {
    let mut net = NetworkBuilder::new();
    let calm = net.add(point_mass(1.0), Motion { pose: 1.0, flow: 0.0 }).unwrap();
    let wild = net.add(point_mass(2.0), Motion { pose: 1.0, flow: 0.0 }).unwrap();
    net.name(wild, "the wild one").unwrap();
    net.connect(spring(1.0), Direct::new(), calm.port()).unwrap();
    // omega T = 22: far beyond the 2.83 of RK4.
    net.connect(spring(1e5), Direct::new(), wild.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 0.1).unwrap();
    let (mut last, mut steps) = (vec![], 0);
    let error = sim
        .run_observed(1e3, &mut |frame: &Frame<'_>| {
            last = frame.state().values().to_vec();
            steps += 1;
            Ok::<(), SimulationError>(())
        })
        .unwrap_err();
    let SimulationError::NotFinite { component, variable, time, step } = &error else {
        panic!("{error}")
    };
    assert_eq!((component.as_str(), variable.as_str(), *step), ("the wild one", "vx", 0.1));
    assert!(steps > 10 && *time == sim.time(), "{error}");
    assert!(
        error.to_string().contains("the wild one: vx is not finite after the step from t = "),
        "{error}"
    );
    assert_eq!(sim.state().values(), last);
    assert!(last.iter().all(|value| value.is_finite()));
    assert!(sim.motion(wild).unwrap().pose.abs() > 1e150);
    // A second call gives the same error.
    assert_eq!(text(sim.run_until(1e3)), error.to_string());

    // The internal state of a law has a name too.
    let mut net = NetworkBuilder::new();
    let mass = net.add(point_mass(1.0), Motion { pose: 0.0, flow: 1e6 }).unwrap();
    let dahl = DahlFriction::<Line>::builder().stiffness(1e5).limit(1.0).build().unwrap();
    net.connect(dahl, Direct::new(), mass.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 0.1).unwrap();
    let refused = text(sim.run_until(1e3));
    assert!(
        refused.contains("is not finite") && refused.contains("DahlFriction<Line> #0: internal[0]")
            || refused.contains("PointMass<Line> #0"),
        "{refused}"
    );
}
