//! Reading a network and a simulation, and when it says that something jumps.

use crate::ode::{Ode, Tableau};
use stiction_core::coupling::from_fns;
use stiction_core::{ContactLaw, Direct, Effort, Impedance, Line, Motion, Plane, Signal, Stage};

use crate::tests::components::{Mass, warnings};
use crate::tests::inputs::Force;
use crate::tests::lanes::{Belt, Creep, Motor, sum};
use crate::*;

/// Returns a force that jumps from 0 to 1 N at a time, or acts from before the start.
fn kick(at: f64) -> Force {
    let signal = Signal::closure(move |stage| if stage.step_start < at { 0.0 } else { 1.0 });
    Force(signal.with_jumps([at]).unwrap().into(), true)
}

/// A network jumps where a law or a drive does.
#[test]
fn every_jump_of_a_law_or_a_drive_is_one_of_the_network() {
    let jumps = |connect: &dyn Fn(&mut NetworkBuilder, NodePort<Line>)| {
        let mut net = NetworkBuilder::new();
        let cart = net.add(Mass(1.0), Motion::default()).unwrap().port();
        connect(&mut net, cart);
        let network = net.build().unwrap();
        [0.0, 1.0, 2.0, 3.0].map(|after| network.next_jump(after))
    };
    let belt = |speed| Prescribed::<Line, _>::new(Belt(speed));
    let none = || kick(-1.0);
    assert_eq!(jumps(&|_, _| {}), [None; 4]);
    // A belt jumps at the time that is its speed.
    let once = [Some(2.0), Some(2.0), None, None];
    assert_eq!(jumps(&|net, _| drop(net.connect(kick(2.0), Direct::new(), belt(0.0)))), once);
    assert_eq!(jumps(&|net, _| drop(net.connect(none(), Direct::new(), belt(2.0)))), once);
    for twice in [
        jumps(&|net, cart| drop(net.connect(kick(3.0), sum::<(Line, Line)>(), (belt(2.0), cart)))),
        jumps(&|net, _| {
            drop(net.connect(kick(2.0), sum::<(Line, Line)>(), (belt(3.0), Ground::default())));
        }),
        jumps(&|net, _| {
            drop(net.connect(none(), sum::<(Line, Line)>(), (belt(3.0), belt(2.0))));
        }),
        jumps(&|net, cart| {
            net.connect(kick(2.0), Direct::new(), cart).unwrap();
            net.connect(kick(3.0), Direct::new(), cart).unwrap();
        }),
        jumps(&|net, cart| {
            net.connect(kick(2.0), Direct::new(), cart).unwrap();
            net.connect(none(), sum::<(Line, Line)>(), (belt(3.0), cart)).unwrap();
        }),
    ] {
        assert_eq!(twice, [Some(2.0), Some(2.0), Some(3.0), None]);
    }
}

#[test]
fn a_simulation_tells_where_it_stands() {
    let mut net = NetworkBuilder::new();
    let cart = net.add(Mass(2.0), Motion { pose: 0.5, flow: 0.25 }).unwrap();
    let wire = net.connect(Creep::new(3.0, 2), Direct::new(), cart.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::heun(), 0.125).unwrap();
    assert_eq!((sim.step_size(), sim.time(), sim.state().time()), (0.125, 0.0, 0.0));
    assert_eq!(sim.stage().with_inputs(None), Stage::first(0.0, 0.125));
    assert_eq!(sim.internal(wire).unwrap(), [0.0, 0.0]);
    assert_eq!(sim.state().values(), [0.5, 0.25, 0.0, 0.0]);
    // −K (x − z₂) − 0.3 v + 0.1 t
    assert!((sim.effort(wire).unwrap() + 3.0 * 0.5 + 0.3 * 0.25).abs() < 1e-15);
    let rate = sim.frame().internal_rate(wire).unwrap();
    assert_eq!(rate, [0.5 + 0.125 * 0.25, 0.0]);

    let mut state = sim.state().clone();
    sim.network().set_internal(wire, &mut state, &[0.125, 0.75]).unwrap();
    sim.set_state(state).unwrap();
    assert_eq!(sim.internal(wire).unwrap(), [0.125, 0.75]);
    sim.run_until(0.3).unwrap();
    assert_eq!((sim.time(), sim.state().time(), sim.frame().time()), (0.3, 0.3, 0.3));
    assert_eq!(sim.stage().time, 0.3);
    let [z, slower] = sim.internal(wire).unwrap() else { panic!("two variables") };
    // Both creep towards what drives them.
    assert!(*z > 0.125 && *z < 0.5 && *slower < 0.75 && *slower > 0.125, "{z} {slower}");
    assert_eq!(sim.motions(cart).unwrap(), [sim.motion(cart).unwrap()]);
}

#[test]
fn every_variable_has_a_name_and_an_owner() {
    let mut net = NetworkBuilder::new();
    let cart = net.add(Mass(1.0), Motion::new(0.5, 0.25)).unwrap();
    let motor = net.add(Motor, Motion::default()).unwrap();
    net.name(cart, "cart").unwrap();
    net.name(motor, "motor").unwrap();
    let ends = (motor.port(), cart.port());
    let law = net.connect(Creep::new(1.0, 2), sum::<(Line, Line)>(), ends).unwrap();
    net.name_wire(law, "rope").unwrap();
    net.connect(Creep::new(1.0, 1), Direct::new(), cart.port()).unwrap();
    let network = net.build().unwrap();
    let mut found: Vec<_> = (0..network.dim())
        .map(|index| network.describe_variable(index))
        .map(|(component, variable)| format!("{component}: {variable}"))
        .collect();
    found.sort_unstable();
    let expected = [
        "Creep #0: internal[0]",
        "cart: vx",
        "cart: x",
        "motor: internal[0]",
        "motor: vx",
        "motor: x",
        "rope: internal[0]",
        "rope: internal[1]",
    ];
    assert_eq!(found, expected);
}

/// All that a law on a belt alone dissipates is fed in. (A belt beside a node is tried in `tests/network.rs`.)
#[test]
fn a_drive_supplies_what_it_feeds_in() {
    let mut net = NetworkBuilder::new();
    let belt = Prescribed::new(Belt(3.0));
    let wire = net.connect(Creep::new(7.0, 0), Direct::new(), belt).unwrap();
    let network = net.build().unwrap();
    let state = network.initial_state();
    let power = network.frame(&state, Stage::at(0.0)).unwrap().wire_power(wire).unwrap();
    // The drag is 0.3 N s/m.
    assert!((power.driven - 0.3 * 9.0).abs() < 1e-15 && power.dissipated == power.driven);
}

/// A pad that is stiffer across than along.
#[derive(Clone, Debug)]
struct Pad;
impl Impedance for Pad {
    type Domain = Plane;
    fn contact(&self) -> Option<&dyn ContactLaw<Plane>> {
        Some(self)
    }
    fn respond(&self, _: &Stage, at: &Motion<Plane>, _: &[f64], _: &mut [f64]) -> Effort<Plane> {
        -at.pose
    }
}
impl ContactLaw<Plane> for Pad {
    fn resistance(&self, _: f64, axis: usize) -> Option<(f64, f64)> {
        Some(([1.0, 9.0][axis], 0.0))
    }
}

/// RK4 holds an undamped spring up to ωT = √8: here the stiffer axis decides, ω = 3 rad/s.
#[test]
fn the_stability_check_looks_at_every_axis() {
    let mut net = NetworkBuilder::new();
    let ports = [(); 2].map(|()| net.add(Mass(1.0), Motion::default()).unwrap().port());
    let point = from_fns::<[Line; 2], Plane, _, _>(
        |lines| Motion::new(lines.map(|at| at.pose).into(), lines.map(|at| at.flow).into()),
        |_, force| [force.x, force.y],
    );
    net.connect(Pad, point, ports).unwrap();
    let network = net.build().unwrap();
    assert!(warnings(&network, 0.94).is_empty());
    let [warning] = &warnings(&network, 0.95)[..] else { panic!("one warning") };
    assert!((warning.stiffness_ratio - 9.0 * 0.95 * 0.95).abs() < 1e-8, "{warning:?}");
}
