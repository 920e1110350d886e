//! Right runs go on however small their energy, and energy from nowhere ends a run however small it is. (Falls, swings and
//! throws of every body are tried in `stiction-scenario`, `tests/right_runs.rs`.)

use crate::ode::Tableau;
use stiction_core::coupling::from_fns;
use stiction_core::impedance::from_fn;
use stiction_core::{Direct, Impedance, Line, Motion, Stage};

use crate::tests::components::{Elastic, Mass, Relative};
use crate::{Ground, NetworkBuilder, NetworkError, NodePort, Simulation, SimulationError};

/// Connects a spring about a place.
fn spring(stiffness: f64, rest: f64) -> impl Fn(&mut NetworkBuilder, NodePort<Line>) + Copy {
    move |net, port| {
        let spring = Elastic { stiffness, damping: 0.0 };
        net.connect(spring, Relative, (Ground::at(rest), port)).unwrap();
    }
}

/// Returns a force that sets in late, as a power of the time since then.
fn sets_in(power: i32) -> impl Impedance<Domain = Line> {
    let force = move |stage: &Stage, _: &_| 1e3 * (stage.time - 0.0105).max(0.0).powi(power);
    from_fn::<Line, _>(force).as_source()
}

fn watched(
    start: Motion<Line>,
    tableau: Tableau,
    step: f64,
    connect: impl FnOnce(&mut NetworkBuilder, NodePort<Line>),
) -> Simulation {
    let mut net = NetworkBuilder::new();
    let node = net.add(Mass(1.0), start).unwrap();
    connect(&mut net, node.port());
    let mut sim = Simulation::new(net.build().unwrap(), tableau, step).unwrap();
    sim.watch_energy().unwrap();
    sim
}

/// The first steps of a motion make an error as large as its energy, whatever the order of the scheme.
#[test]
fn a_force_may_set_in_by_any_power_of_the_time() {
    for tableau in Tableau::all() {
        for power in 0..8 {
            let start = Motion::at_rest(0.3);
            let mut sim = watched(start, tableau.clone(), 1e-3, |net, port| {
                net.connect(sets_in(power), Direct::new(), port).unwrap();
            });
            let ended = sim.run_until(0.05);
            assert!(ended.is_ok(), "{} t^{power}: {ended:?}", tableau.name());
        }
    }
}

/// A body that trembles by the last digits of its place far from the origin.
#[test]
fn trembling_by_rounding_is_no_energy_from_nowhere() {
    for place in [1.0, 1e3, 1e6] {
        for digits in 0..8 {
            let start = Motion::at_rest(place * (1.0 + f64::from(digits) * f64::EPSILON));
            for tableau in Tableau::all() {
                let tied = spring(1e4, place);
                let mut sim = watched(start, tableau.clone(), 1e-4, tied);
                let ended = sim.run_until(0.1);
                assert!(ended.is_ok(), "{} {place} {digits}: {ended:?}", tableau.name());
            }
        }
    }
}

/// Controls: a step too large for a spring, and a map by whose pose a spring gives back more than it was given,
/// from the size of a galaxy to that of a nucleus.
#[test]
fn energy_from_nowhere_is_found_at_every_size() {
    let sizes = [1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e6, 1e20];
    let caught = |sim: &mut Simulation, until: f64| {
        matches!(sim.run_until(until), Err(SimulationError::EnergyFromNowhere { .. }))
    };
    for size in sizes {
        let start = Motion::at_rest(size);
        let stiff = spring(1e5, 0.0);
        // omega T = 3.16, beyond 2.83.
        let mut sim = watched(start, Tableau::rk4(), 1e-2, stiff);
        assert!(caught(&mut sim, 1.0), "step, {size}");
        // Also step by step.
        let mut sim = watched(start, Tableau::rk4(), 1e-2, stiff);
        assert!(
            (0..100).any(|_| matches!(sim.step(), Err(SimulationError::EnergyFromNowhere { .. })))
        );
        // A wrong map that feeds in is found too.
        let mut sim = watched(start, Tableau::rk4(), 1e-3, |net, port| {
            let pushed = from_fns::<Line, Line, _, _>(
                |motion| Motion { pose: 2.0 * motion.pose, flow: -motion.flow },
                |_, force| -force,
            );
            let soft = Elastic { stiffness: 100.0, damping: 0.0 };
            net.connect(soft, pushed, port).unwrap();
        });
        assert!(caught(&mut sim, 5.0), "map, {size}");
    }
}

/// A map that says that its flow is another velocity takes a law that does not read the pose, and no spring.
#[test]
fn a_spring_is_refused_where_the_pose_does_not_change_as_the_flow_says() {
    let apart = |pose: f64| {
        let map = from_fns::<Line, Line, _, _>(
            move |motion| Motion { pose: pose * motion.pose, flow: motion.flow },
            |_, force| *force,
        );
        map.with_flow_apart()
    };
    let mut net = NetworkBuilder::new();
    let mass = net.add(Mass(1.0), Motion::default()).unwrap();
    let spring = Elastic { stiffness: 10.0, damping: 0.0 };
    let refused = net.connect(spring, apart(2.0), mass.port()).unwrap_err();
    assert!(matches!(&refused, NetworkError::Misfit { .. }), "{refused}");
    assert!(refused.to_string().starts_with("cannot connect Elastic through FromFns"), "{refused}");
    // Boxed as well.
    let boxed: Box<dyn Impedance<Domain = Line>> = Box::new(spring);
    assert!(net.connect(boxed, apart(2.0), mass.port()).is_err());
    // A law that stores nothing by the pose, and a pose that does change as the flow says.
    net.connect(sets_in(1), apart(2.0), mass.port()).unwrap();
    net.connect(spring, apart(1.0), mass.port()).unwrap();
    assert!(net.build().unwrap().map_doubts().is_empty());
}
