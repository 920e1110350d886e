//! Tests of a network as a whole, on components small enough to check by hand.

use crate::ode::Tableau;
use nalgebra::{Quaternion, Vector3};
use stiction_core::impedance::from_fn;
use stiction_core::{
    Admittance, AnyDomain, AnyLaw, Body, ContactLaw, Coupling, Direct, Impedance, Line, Memory,
    Motion, PortList, Pose, Seen, Shaft, Shape, SpatialFrame, Stage, Twist, UnlikePorts, Wrench,
};

use crate::tests::components::{Elastic, Mass, Relative, warnings};
use crate::*;

/// A spring that tells the checks of stability what it is.
#[derive(Clone, Debug)]
struct Spring(Elastic);
impl Impedance for Spring {
    type Domain = Line;
    fn contact(&self) -> Option<&dyn ContactLaw<Line>> {
        Some(self)
    }
    fn respond(&self, stage: &Stage, at: &Motion<Line>, z: &[f64], rate: &mut [f64]) -> f64 {
        self.0.respond(stage, at, z, rate)
    }
}
impl ContactLaw<Line> for Spring {
    fn resistance(&self, _: f64, _: usize) -> Option<(f64, f64)> {
        Some((self.0.stiffness, self.0.damping))
    }
}

const SPRING: Elastic = Elastic { stiffness: 50.0, damping: 0.2 };

fn pair<I: Impedance<Domain = Line>>(
    spring: I,
) -> (NetworkBuilder, Handle<Mass>, Handle<Mass>, Wire<I>) {
    let mut net = NetworkBuilder::new();
    let a = net.add(Mass(1.0), Motion { pose: 0.0, flow: 0.5 }).unwrap();
    let b = net.add(Mass(2.0), Motion { pose: 0.3, flow: 0.0 }).unwrap();
    let wire = net.connect(spring, Relative, (a.port(), b.port())).unwrap();
    (net, a, b, wire)
}

#[test]
fn efforts_motions_and_powers_are_those_computed_by_hand() {
    let (mut net, a, b, wire) = pair(SPRING);
    let belt =
        Prescribed::new(|stage: &Stage| Motion::<Line> { pose: 3.0 * stage.time, flow: 3.0 });
    let drag = Elastic { stiffness: 0.0, damping: 4.0 };
    let dragged = net.connect(drag, Relative, (belt, a.port())).unwrap();
    let network = net.build().unwrap();
    let state = network.initial_state();
    let frame = network.frame(&state, Stage::at(0.0)).unwrap();
    assert_eq!(frame.motion(b).unwrap().pose, 0.3);
    assert_eq!(network.law(wire).unwrap().stiffness, 50.0);
    assert_eq!(frame.wire_motion(wire).unwrap(), Motion { pose: 0.3, flow: -0.5 });
    approx::assert_relative_eq!(
        frame.effort(wire).unwrap(),
        -50.0 * 0.3 + 0.2 * 0.5,
        max_relative = 1e-15
    );
    let power = frame.wire_power(dragged).unwrap();
    // The cart moves at -2.5 m/s against the belt, which carries it with 10 N at 3 m/s.
    assert_eq!((power.dissipated, power.driven), (25.0, 30.0));
    let balance = frame.power_balance().unwrap();
    assert!(balance.residual().abs() <= 1e-9 * balance.scale, "{balance:?}");
    assert_eq!(balance.supplied, 30.0);
    approx::assert_relative_eq!(
        frame.stored_energy().unwrap(),
        0.5 * 0.25 + 0.5 * 50.0 * 0.09,
        max_relative = 1e-15
    );
}

/// A cart, the winch on it and a balloon in space: three ports of three domains, and a clock.
#[derive(Debug)]
struct Show;
impl Admittance for Show {
    type Domain = Line;
    fn ports(&self) -> PortList<'_> {
        PortList::of::<Line>(3).told_by(self)
    }
    fn memory(&self) -> Memory<'_> {
        Memory::others(1)
    }
    fn rate(&self, _: &Stage, state: &[f64], rate: &mut [f64]) {
        (rate[0], rate[15], rate[17]) = (state[1], state[16], 1.0);
        rate[2..9].copy_from_slice(&[state[9], state[10], state[11], 0.0, 0.0, 0.0, 0.0]);
    }
    fn stored_energy(&self, state: &[f64]) -> f64 {
        0.5 * [1, 9, 10, 11, 16].map(|i| state[i] * state[i]).iter().sum::<f64>()
    }
}

impl UnlikePorts for Show {
    fn domain(&self, port: usize, usual: &'static AnyDomain) -> &'static AnyDomain {
        match port {
            0 => usual,
            1 => AnyDomain::get::<SpatialFrame>(),
            _ => AnyDomain::get::<Shaft>(),
        }
    }
    fn name(&self, port: usize) -> Option<&str> {
        (port == 1).then_some("balloon")
    }
}

fn show() -> (NetworkBuilder, Handle<Show>) {
    let mut net = NetworkBuilder::new();
    let balloon = Motion { pose: Pose::at(Vector3::z()), flow: Twist::default() };
    let start = Start::from(Motion::<Line>::new(0.5, 1.0)).and::<SpatialFrame>(&balloon);
    let show = net.add(Show, start.and::<Shaft>(&Motion::new(0.1, 2.0))).unwrap();
    (net, show)
}

#[test]
fn every_port_is_of_its_own_domain() {
    let (mut net, show) = show();
    let push =
        |_: &Stage, _: &Motion<SpatialFrame>| Wrench { force: Vector3::x(), ..Wrench::default() };
    net.connect(from_fn::<SpatialFrame, _>(push), Direct::new(), show.port_as(1)).unwrap();
    let brake = from_fn::<Shaft, _>(|_, motion| -motion.flow);
    net.connect(brake, Direct::new(), show.port_as(2)).unwrap();
    net.connect(Elastic { stiffness: 1.0, damping: 0.0 }, Direct::new(), show.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap();
    sim.run_until(1.0).unwrap();
    let found = sim.motion(show).unwrap();
    assert!((found.pose - (0.5 * 1f64.cos() + 1f64.sin())).abs() < 1e-12, "{found:?}");
    let balloon = sim.port_motion(show.port_as::<SpatialFrame>(1)).unwrap();
    assert!((balloon.pose.position - Vector3::new(0.5, 0.0, 1.0)).norm() < 1e-12, "{balloon:?}");
    let winch = sim.port_motion(show.port_as::<Shaft>(2)).unwrap();
    assert!((winch.flow - 2.0 * (-1f64).exp()).abs() < 1e-12, "{winch:?}");
    assert!((sim.internal(show).unwrap()[0] - 1.0).abs() < 1e-12);
    // A list has those that are a coordinate, like the cart.
    assert_eq!(sim.motions(show).unwrap(), [found, Motion::new(winch.pose, winch.flow)]);
    let names = [0, 4, 16, 17].map(|index| sim.network().describe_variable(index).1);
    assert_eq!(names, ["x[0]", "z[1]", "rate[2]", "internal[0]"]);
}

/// A port that is taken for one of another domain is refused; a map that reads joints may take a line for a
/// shaft, and nothing else.
#[test]
fn a_port_of_another_domain_is_refused() {
    let (mut net, show) = show();
    let refused = |error: Result<Wire<Elastic>, NetworkError>| error.unwrap_err().to_string();
    let said = "port balloon of Show is of the domain `frame in space`, found `1-D translation`";
    assert_eq!(refused(net.connect(SPRING, Direct::new(), show.port_at(1))), said);
    let winch = "port 2 of Show is of the domain `1-D rotation`, found `1-D translation`";
    assert_eq!(refused(net.connect(SPRING, Relative, (show.port_at(0), show.port_at(2)))), winch);
    assert!(net.connect(SPRING, Joints, (show.port_at(0), show.port_at(2))).is_ok());
    assert_eq!(refused(net.connect(SPRING, Joints, (show.port_at(0), show.port_at(1)))), said);
    let error = net.add(Show, [Motion::default(); 3]).unwrap_err().to_string();
    assert_eq!(error, said);
    // A question too.
    let network = net.build().unwrap();
    let state = network.initial_state();
    let frame = network.frame(&state, Stage::at(0.0)).unwrap();
    assert!([0, 3].iter().all(|port| frame.port_motion(show.port_as::<Shaft>(*port)).is_err()));
    assert!(frame.port_motion(show.port_as::<SpatialFrame>(1)).is_ok());
}

/// The difference of two joints.
#[derive(Debug)]
struct Joints;
impl Coupling for Joints {
    type From = (Line, Line);
    type To = Line;
    fn motion(&self, from: &(Motion<Line>, Motion<Line>)) -> Motion<Line> {
        Relative.motion(from)
    }
    fn efforts(&self, from: &(Motion<Line>, Motion<Line>), effort: &f64) -> (f64, f64) {
        Relative.efforts(from, effort)
    }
    fn reads_joints(&self) -> bool {
        true
    }
}

#[test]
fn an_orientation_has_a_length() {
    let start = |quaternion: [f64; 4]| {
        let [w, x, y, z] = quaternion;
        let orientation = Quaternion::new(w, x, y, z);
        let pose = Pose { orientation, ..Pose::default() };
        NetworkBuilder::new().add(Brick, Motion { pose, flow: Twist::default() })
    };
    for (quaternion, length) in [([0.0; 4], "0"), ([1e200, 0.0, 0.0, 0.0], "inf")] {
        let said = start(quaternion).unwrap_err().to_string();
        let expected = "Brick: the quaternion of its initial orientation has the length";
        assert!(said.starts_with(&format!("{expected} {length}, which must be")), "{said}");
    }
    start([0.0, 0.6, 0.8, 0.0]).unwrap();
}

#[test]
fn the_stability_check_finds_the_effective_mass_and_a_step_that_is_stable() {
    // The spring sees the reduced mass 2/3 kg; classical RK4 holds an undamped spring to
    // omega T = sqrt(8), that is T = 0.3266 s at K = 50 N/m.
    let (net, ..) = pair(Spring(SPRING));
    let network = net.build().unwrap();
    let warnings = |step| warnings(&network, step);
    assert!(warnings(0.32).is_empty());
    let [warning] = &warnings(0.34)[..] else { panic!("one warning") };
    approx::assert_relative_eq!(
        warning.stiffness_ratio,
        50.0 * 0.34 * 0.34 * 1.5,
        max_relative = 1e-9
    );
    approx::assert_relative_eq!(warning.damping_ratio, 0.2 * 0.34 * 1.5, max_relative = 1e-9);
    assert!(warnings(warning.stable_step).is_empty());
    assert!(warning.to_string().starts_with("Spring #0: the step is too large"));
}

/// A body in space that stays where it is.
#[derive(Debug)]
struct Brick;
impl Body for Brick {
    type Domain = SpatialFrame;
    fn accelerate(&self, _: &Stage, _: &Motion<SpatialFrame>, _: &Wrench) -> (Pose, Twist) {
        let still = Quaternion::new(0.0, 0.0, 0.0, 0.0);
        (Pose { orientation: still, ..Pose::default() }, Twist::default())
    }
    fn energy(&self, _: &Motion<SpatialFrame>) -> f64 {
        0.0
    }
}

/// Checks that the compiler makes for types are made for boxes when they are connected.
#[test]
fn boxes_that_do_not_fit_are_refused() {
    let law = || -> AnyLaw<Line> { Box::new(SPRING) };
    let line = || UntypedPort::from(AnyPort::from(Ground::<Line>::at(0.5)));
    let shaft = || UntypedPort::from(AnyPort::from(Ground::<Shaft>::at(0.5)));
    let turned = from_fn::<Shaft, _>(|_, _| 1.0);
    let mut net = NetworkBuilder::new();
    let reason = |found: Result<_, NetworkError>| match found {
        Err(NetworkError::Misfit { reason, .. }) => reason,
        Err(other) => panic!("{other}"),
        Ok(()) => "fits",
    };
    let direct = || Box::new(Direct::<Line>::new());
    assert_eq!(reason(net.connect_boxed(law(), direct(), &[line()]).map(drop)), "fits");
    for ports in [vec![], vec![shaft()], vec![line(), line()]] {
        let found = reason(net.connect_boxed(law(), direct(), &ports).map(drop));
        assert_eq!(found, "is a map of other ports");
    }
    let found = net.connect_boxed::<Shaft>(Box::new(turned), direct(), &[line()]).map(drop);
    assert_eq!(reason(found), "leads to a port of another domain than that of the law");
}

#[test]
fn a_shape_is_seen_where_its_body_is() {
    let ball = Shape::Sphere { radius: 0.25 };
    let mut net = NetworkBuilder::new();
    let place = |x: f64| Pose::at(nalgebra::Vector3::new(x, 2.0, 3.0));
    let brick = net.add(Brick, Motion::at_rest(place(1.0))).unwrap();
    net.add(Brick, Motion::at_rest(place(5.0))).unwrap();
    let cart = net.add(Mass(1.0), Motion::default()).unwrap();
    let refused = net.shape(cart, ball.clone()).unwrap_err();
    assert!(matches!(refused, NetworkError::NoPlace { .. }), "{refused}");
    let flat = net.shape(brick, Shape::Sphere { radius: 0.0 }).unwrap_err();
    assert_eq!(flat.to_string(), "Brick: Shape: radius = 0 must be finite and positive");
    let foreign = NetworkBuilder::new().shape(brick, ball.clone()).unwrap_err();
    assert!(matches!(foreign, NetworkError::Foreign { .. }), "{foreign}");
    let twice = Pose { orientation: Quaternion::new(0.0, 0.0, 0.0, 2.0), ..place(0.5) };
    net.shape(brick, Seen { shape: ball.clone(), pose: twice }).unwrap();

    let sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap();
    let bodies = sim.frame().picture().bodies;
    let [Seen { shape, pose }] = &bodies[0].seen[..] else { panic!("{bodies:?}") };
    assert_eq!((shape, pose.position), (&ball, nalgebra::Vector3::new(1.5, 4.0, 6.0)));
    assert_eq!(pose.orientation, Quaternion::new(0.0, 0.0, 0.0, 1.0));
    assert!(bodies[1].seen.is_empty() && bodies[2].seen.is_empty());
}

#[test]
fn elements_on_the_same_body_add_up_in_the_stability_check() {
    // Four springs of K on one cart are one of 4 K: stable to omega T = sqrt(8) with 4 K, not K.
    let mut net = NetworkBuilder::new();
    let cart = net.add(Mass(1.0), Motion::default()).unwrap();
    let spring = Spring(Elastic { stiffness: 2.0, damping: 0.0 });
    let springs = [(); 4].map(|()| net.connect(spring.clone(), Direct::new(), cart.port()));
    let bumper = springs[3].clone().unwrap();
    net.name_wire(bumper, "the bumper").unwrap();
    let foreign = NetworkBuilder::new().name_wire(bumper, "of another network").unwrap_err();
    assert!(matches!(foreign, NetworkError::Foreign { .. }), "{foreign}");
    let apart = net.add(Mass(1.0), Motion { pose: 1.0, flow: 0.0 }).unwrap();
    net.connect(spring, Direct::new(), apart.port()).unwrap();
    let network = net.build().unwrap();
    let warnings = |step| warnings(&network, step);
    assert!(warnings(0.99).is_empty());
    let [together] = &warnings(1.01)[..] else { panic!("one warning") };
    assert_eq!(together.components, ["Spring #0", "Spring #1", "Spring #2", "the bumper"]);
    approx::assert_relative_eq!(together.stiffness_ratio, 8.0 * 1.01 * 1.01, max_relative = 1e-9);
    assert!(together.to_string().starts_with("Spring #0 and 3 more on the same bodies: "));
    assert_eq!(warnings(2.01).len(), 2);
}

#[test]
fn every_stage_of_a_step_is_shown_and_changes_no_bit() {
    let (net, ..) = pair(SPRING);
    let mut plain = Simulation::new(net.build().unwrap(), Tableau::rk4(), 0.25).unwrap();
    let (net, a, ..) = pair(SPRING);
    let mut watched = Simulation::new(net.build().unwrap(), Tableau::rk4(), 0.25).unwrap();
    let (mut ends, mut stages) = (vec![], vec![]);
    let mut at_end = |frame: &Frame<'_>| {
        ends.push((frame.time(), frame.motion(a)?.pose));
        Ok::<(), SimulationError>(())
    };
    let mut at_stage = |frame: &Frame<'_>| {
        let Stage { time, tau, step_start, .. } = frame.stage();
        assert_eq!(frame.time(), time);
        stages.push(([time, tau, step_start], frame.motion(a).unwrap().pose));
    };
    watched.run_observed_in_stages(0.5, &mut at_end, &mut at_stage).unwrap();
    plain.run_until(0.5).unwrap();
    assert_eq!(watched.state().values(), plain.state().values());
    let [start, middle, _] = ends[..] else { panic!("a start and two steps: {ends:?}") };
    // The taus of the paper.
    let step =
        |t| [[t, 0.125, t], [t + 0.125, 0.125, t], [t + 0.125, 0.25, t], [t + 0.25, 0.25, t]];
    assert!(stages.iter().map(|stage| stage.0).eq([step(0.0), step(0.25)].concat()));
    assert_eq!([stages[0].1, stages[4].1], [start.1, middle.1]);
    // By the speed 0.5 of the first stage.
    assert_eq!(stages[1].1, start.1 + 0.125 * 0.5);
}

/// A step that does not move the clock is no step.
#[test]
fn a_step_that_does_not_move_the_clock_is_an_error() {
    let mut net = NetworkBuilder::new();
    net.add(Mass(1.0), Motion::default()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-4).unwrap();
    let late = State { time: 1e13, ..sim.state().clone() };
    sim.set_state(late).unwrap();
    let message = sim.step().unwrap_err().to_string();
    assert!(message.contains("below the resolution of time"), "{message}");
}
