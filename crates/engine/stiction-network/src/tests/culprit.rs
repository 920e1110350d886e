//! A failed step names the component to blame.

use crate::ode::Tableau;
use stiction_core::impedance::from_fn;
use stiction_core::{
    Body, Constraint, ContactLaw, Coupling, Direct, Impedance, Line, Memory, Motion,
    ParameterError, Projection, Stage, coupling,
};

use crate::tests::components::{Mass, Relative};
use crate::*;

/// From here on something is wrong: inside of the step from 0.2 s.
const BROKEN: f64 = 0.25;

fn broken(stage: &Stage) -> bool {
    stage.time >= BROKEN
}

/// A law with memory that gives the values it is told to from [`BROKEN`] on.
#[derive(Debug)]
struct Faulty {
    effort: f64,
    rate: f64,
}
impl Impedance for Faulty {
    type Domain = Line;
    fn memory(&self) -> Memory<'_> {
        Memory::bristles(1).and(1)
    }
    fn contact(&self) -> Option<&dyn ContactLaw<Line>> {
        Some(self)
    }
    fn name(&self) -> String {
        "Faulty".into()
    }
    fn respond(&self, stage: &Stage, _: &Motion<Line>, _: &[f64], rate: &mut [f64]) -> f64 {
        rate.copy_from_slice(&[0.0, if broken(stage) { self.rate } else { 0.0 }]);
        if broken(stage) { self.effort } else { 0.0 }
    }
}
impl ContactLaw<Line> for Faulty {
    fn fault(&self, stage: &Stage, _: &Motion<Line>) -> Option<ParameterError> {
        let bad = broken(stage) && !self.effort.is_finite();
        bad.then(|| ParameterError::new("Faulty", "load", -1.0, "must not be negative"))
    }
}

/// A body of 1 kg that is pushed by 1 N, whose rate breaks, or which has a constraint.
#[derive(Debug)]
pub(super) struct Ghost {
    pub(super) constraint: Option<fn(&mut [f64])>,
}
impl Body for Ghost {
    type Domain = Line;
    fn accelerate(&self, stage: &Stage, motion: &Motion<Line>, force: &f64) -> (f64, f64) {
        let mass = if broken(stage) && self.constraint.is_none() { 0.0 } else { 1.0 };
        (motion.flow, (force + 1.0) / mass)
    }
    fn energy(&self, _: &Motion<Line>) -> f64 {
        0.0
    }
    fn constraint(&self) -> Constraint<'_> {
        Constraint::Own(self)
    }
}
impl Projection for Ghost {
    fn project(&self, state: &mut [f64]) {
        self.constraint.into_iter().for_each(|project| project(state));
    }
}

fn spring(stiffness: f64) -> impl Impedance<Domain = Line> {
    from_fn::<Line, _>(move |_, motion| -stiffness * motion.pose)
}

/// Builds a mechanism of a mass and one wire to its surroundings, with the name "bad".
fn mechanism<I, C, P>(law: I, coupling: C, port: impl Fn(NodePort<Line>) -> P) -> NetworkBuilder
where
    I: Impedance,
    C: Coupling<To = I::Domain, From = P::Domains>,
    P: Ports,
{
    let mut net = NetworkBuilder::new();
    let calm = net.add(Mass(2.0), Motion::default()).unwrap();
    let mass = net.add(Mass(1.0), Motion { pose: 0.1, flow: 0.0 }).unwrap();
    net.connect(spring(3.0), Direct::new(), calm.port()).unwrap();
    let wire = net.connect(law, coupling, port(mass.port())).unwrap();
    net.name_wire(wire, "bad").unwrap();
    net.name(mass, "the victim").unwrap();
    net
}

fn simulation(net: NetworkBuilder) -> Simulation {
    Simulation::new(net.build().unwrap(), Tableau::rk4(), 0.1).unwrap()
}

fn culprit(mut sim: Simulation) -> Culprit {
    let before = sim.snapshot();
    let error = sim.run_until(1.0).unwrap_err();
    // The state is that before the step, and can be asked again, on from a snapshot, with an observer.
    assert!(sim.state().values().iter().all(|value| value.is_finite()));
    assert_eq!(sim.run_until(1.0).unwrap_err().to_string(), error.to_string());
    let observer = &mut |_: &Frame<'_>| Ok::<(), SimulationError>(());
    assert_eq!(sim.run_observed(0.9, observer).unwrap_err().to_string(), error.to_string());
    sim.restore(&before).unwrap();
    assert_eq!(sim.run_until(1.0).unwrap_err().to_string(), error.to_string());
    sim.restore(&before).unwrap();
    let mut stages = 0;
    let mut count = |_: &Frame<'_>| stages += 1;
    let watched = sim.run_observed_in_stages(0.9, observer, &mut count).unwrap_err();
    assert_eq!(watched.to_string(), error.to_string());
    // Two whole steps and the failed one; the search is not shown.
    assert_eq!(stages, 12);
    blamed(error)
}

fn blamed(error: SimulationError) -> Culprit {
    match error {
        SimulationError::Culprit(culprit) => *culprit,
        other => panic!("{other}"),
    }
}

/// Returns the kind, component and variable of the culprit in the step from 0.2 s, at 0.25 s, in words.
fn found(net: NetworkBuilder) -> String {
    let culprit = culprit(simulation(net));
    assert_eq!(culprit.name, "bad", "{culprit}");
    assert!((culprit.time - BROKEN).abs() < 1e-12, "{culprit}");
    assert!((culprit.step_start - 0.2).abs() < 1e-12, "{culprit}");
    assert!(!culprit.value.is_finite(), "{culprit}");
    format!("{} {} {}", culprit.kind, culprit.component, culprit.variable)
}

#[test]
fn a_law_is_named_for_its_effort_and_for_its_internal_rate() {
    for effort in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let faulty = Faulty { effort, rate: effort };
        assert_eq!(found(mechanism(faulty, Direct::new(), |port| port)), "effort Faulty force");
    }
    let faulty = Faulty { effort: 1.0, rate: f64::NAN };
    let found = found(mechanism(faulty, Direct::new(), |port| port));
    assert_eq!(found, "internal rate Faulty internal[1]");
}

#[test]
fn the_fault_that_a_law_can_tell_is_told() {
    let faulty = Faulty { effort: f64::NAN, rate: 0.0 };
    let culprit = culprit(simulation(mechanism(faulty, Direct::new(), |port| port)));
    assert_eq!(culprit.cause.as_ref().map(|cause| cause.parameter), Some("load"));
    assert_eq!(
        culprit.to_string(),
        "bad: the effort of the Faulty is not finite at t = 0.25 s, in the step from t = 0.2 s \
         (force = NaN): Faulty: load = -1 must not be negative"
    );
    // In a box it can tell too.
    let boxed: Box<dyn Impedance<Domain = Line>> = Box::new(Faulty { effort: f64::NAN, rate: 0.0 });
    let net = mechanism(boxed, Direct::<Line>::new(), |port| port);
    assert!(self::culprit(simulation(net)).cause.is_some());
}

#[test]
fn a_drive_is_named_and_not_the_law_that_it_drives() {
    for (pose, flow, variable) in [(f64::NAN, 0.0, "x"), (0.0, f64::INFINITY, "vx")] {
        let drive = move |stage: &Stage| {
            if broken(stage) { Motion::new(pose, flow) } else { Motion::default() }
        };
        let net = mechanism(
            from_fn::<Line, _>(|_, motion| -motion.pose - motion.flow),
            Relative,
            |port| (port, Prescribed::new(drive)),
        );
        assert_eq!(found(net), format!("motion at port 1 drive {variable}"));
    }
    let net = mechanism(spring(1.0), Relative, |port| (Ground::at(f64::NAN), port));
    let culprit = culprit_of_first_step(net);
    assert_eq!((culprit.kind, &*culprit.component), (CulpritKind::Drive { port: 0 }, "ground"));
}

fn culprit_of_first_step(net: NetworkBuilder) -> Culprit {
    blamed(simulation(net).run_until(1.0).unwrap_err())
}

#[test]
fn a_map_is_named_for_its_motion_and_for_its_efforts() {
    let forward = |motion: &Motion<Line>| *motion;
    // The mass falls through 0.
    let root = coupling::from_fns::<Line, Line, _, _>(
        |motion| Motion { pose: motion.pose.sqrt(), flow: 1.0 },
        |_, effort| *effort,
    );
    let push = from_fn::<Line, _>(|_, motion| -1.0 - 0.0 * motion.pose);
    let culprit = culprit_of_first_step(mechanism(push, root, |port| port));
    assert_eq!((culprit.kind, &*culprit.variable), (CulpritKind::Map, "x"));
    assert!(culprit.component.starts_with("FromFns"), "{culprit}");

    let back = coupling::from_fns::<Line, Line, _, _>(forward, |motion, effort| {
        effort / (if motion.pose < 0.0 { 0.0 } else { 1.0 })
    });
    let push = from_fn::<Line, _>(|_, _| -1.0);
    let culprit = culprit_of_first_step(mechanism(push, back, |port| port));
    assert_eq!((culprit.kind, &*culprit.variable), (CulpritKind::MapEfforts, "effort[0]"));
    assert_eq!(culprit.value, f64::NEG_INFINITY);
}

#[test]
fn an_admittance_is_named_for_its_rate_and_for_its_constraint() {
    let breaks: fn(&mut [f64]) = |state| {
        if state[1] > 0.25 {
            state[0] = f64::NAN;
        }
    };
    for (constraint, kind, variable, time) in [
        (None, CulpritKind::Rate, "rate of vx", BROKEN),
        (Some(breaks), CulpritKind::Constraint, "x", 0.3),
    ] {
        let mut net = NetworkBuilder::new();
        net.add(Mass(2.0), Motion::default()).unwrap();
        let ghost = net.add(Ghost { constraint }, Motion::default()).unwrap();
        net.name(ghost, "ghost").unwrap();
        let culprit = culprit(simulation(net));
        assert_eq!((culprit.kind, &*culprit.variable), (kind, variable), "{culprit}");
        assert_eq!((&*culprit.name, &*culprit.component), ("ghost", "Ghost"), "{culprit}");
        assert!((culprit.time - time).abs() < 1e-12, "{culprit}");
    }
}

/// The control: only the step is to blame.
#[test]
fn a_step_that_is_too_large_is_still_told() {
    for stiffness in [1e5, 1e9, 1e300] {
        let net = mechanism(spring(stiffness), Direct::new(), |port| port);
        let error = simulation(net).run_until(100.0).unwrap_err();
        let SimulationError::NotFinite { component, .. } = &error else { panic!("{error}") };
        assert_eq!(component, "the victim");
        assert!(error.to_string().contains("may be too large"), "{error}");
    }
    // If a law that squares, or a map, overflows, the state has run away.
    for power in [2, 5, 9] {
        let law = from_fn::<Line, _>(move |_, motion| -1e3 * motion.pose.powi(power));
        let stiff = from_fn::<Line, _>(|_, motion| -1e5 * motion.pose);
        let mut net = mechanism(law, Direct::new(), |port| port);
        let mass = net.add(Mass(1.0), Motion { pose: 0.1, flow: 0.0 }).unwrap();
        net.connect(stiff, Direct::new(), mass.port()).unwrap();
        let wire = from_fn::<Line, _>(move |_, motion| -motion.pose.powi(power));
        net.connect(wire, Direct::new(), mass.port()).unwrap();
        let error = simulation(net).run_until(100.0).unwrap_err();
        assert!(matches!(error, SimulationError::NotFinite { .. }), "{power}: {error}");
    }
}

/// Many masses in a row, in parts that are linked, one of the laws broken. (Parts that are not linked are tried in
/// `tests/bad_input/blame.rs`.)
#[test]
fn in_parts_the_same_is_named() {
    for bad in [0, 700, 1500] {
        let mut net = NetworkBuilder::new();
        let start = Motion { pose: 0.1, flow: 0.0 };
        let masses: Vec<_> = (0..1501).map(|_| net.add(Mass(1.0), start).unwrap()).collect();
        for pair in masses.windows(2) {
            net.connect(spring(2.0), Relative, (pair[0].port(), pair[1].port())).unwrap();
        }
        for (place, mass) in masses.iter().enumerate() {
            let effort = if place == bad { f64::NAN } else { 1.0 };
            let law = Faulty { effort, rate: 0.0 };
            let wire = net.connect(law, Direct::new(), mass.port()).unwrap();
            net.name_wire(wire, format!("law {place}")).unwrap();
        }
        let network = net.build().unwrap();
        assert!(network.layout.bounds.len() > 3 && network.layout.coupled);
        let culprit = culprit(Simulation::new(network, Tableau::rk4(), 0.1).unwrap());
        assert_eq!((culprit.kind, &*culprit.name), (CulpritKind::Effort, &*format!("law {bad}")));
    }
}
