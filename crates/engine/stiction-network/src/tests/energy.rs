//! Right runs go on however small their energy, and energy from nowhere ends a run however small it is.

use crate::ode::Tableau;
use stiction_core::coupling::from_fns;
use stiction_core::{Body, Direct, Impedance, Line, Motion, Stage};

use crate::tests::components::Mass;
use crate::{NetworkBuilder, NetworkError, Simulation, SimulationError};

/// A spring about a place.
#[derive(Clone, Copy, Debug)]
struct Spring {
    stiffness: f64,
    rest: f64,
}

impl Impedance for Spring {
    type Domain = Line;
    fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
        -self.stiffness * (motion.pose - self.rest)
    }
    fn stored_energy(&self, motion: &Motion<Line>, _: &[f64]) -> f64 {
        0.5 * self.stiffness * (motion.pose - self.rest).powi(2)
    }
}

/// A mass with its weight in its energy.
#[derive(Clone, Copy, Debug)]
struct Falling {
    gravity: f64,
}

impl Body for Falling {
    type Domain = Line;
    fn accelerate(&self, _: &Stage, motion: &Motion<Line>, force: &f64) -> (f64, f64) {
        (motion.flow, force + self.gravity)
    }
    fn energy(&self, motion: &Motion<Line>) -> f64 {
        0.5 * motion.flow.powi(2) - self.gravity * motion.pose
    }
}

/// A force that sets in late, as a power of the time since then.
#[derive(Clone, Copy, Debug)]
struct SetsIn {
    power: i32,
}

impl Impedance for SetsIn {
    type Domain = Line;
    fn respond(&self, stage: &Stage, _: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
        1e3 * (stage.time - 0.0105).max(0.0).powi(self.power)
    }
    fn is_source(&self) -> bool {
        true
    }
}

fn watched<B: Body<Domain = Line>>(
    body: B,
    start: Motion<Line>,
    tableau: Tableau,
    step: f64,
    connect: impl FnOnce(&mut NetworkBuilder, crate::NodePort<Line>),
) -> Simulation {
    let mut net = NetworkBuilder::new();
    let node = net.add(body, start).unwrap();
    connect(&mut net, node.port());
    let mut sim = Simulation::new(net.build().unwrap(), tableau, step).unwrap();
    sim.watch_energy().unwrap();
    sim
}

#[test]
fn a_fall_from_rest_goes_on_with_every_scheme_and_step() {
    for tableau in Tableau::all() {
        for step in [1e-9, 1e-6, 1e-3, 0.1] {
            for place in [0.0, 1e-3, 1.0, 1e6] {
                for steps in [1, 2, 3, 5, 40] {
                    let falling = Falling { gravity: -9.8 };
                    let start = Motion::at_rest(place);
                    let mut sim = watched(falling, start, tableau.clone(), step, |_, _| {});
                    let ended = sim.run_until(f64::from(steps) * step);
                    assert!(ended.is_ok(), "{} {step} {place}: {ended:?}", tableau.name());
                }
            }
        }
    }
}

/// The first steps of a motion make an error as large as its energy, whatever the order of the scheme.
#[test]
fn a_force_may_set_in_by_any_power_of_the_time() {
    for tableau in Tableau::all() {
        for power in 0..8 {
            let load = SetsIn { power };
            let mut sim =
                watched(Mass(1.0), Motion::at_rest(0.3), tableau.clone(), 1e-3, |net, port| {
                    net.connect(load, Direct::new(), port).unwrap();
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
            let spring = Spring { stiffness: 1e4, rest: place };
            let start = place * (1.0 + f64::from(digits) * f64::EPSILON);
            for tableau in Tableau::all() {
                let start = Motion::at_rest(start);
                let mut sim = watched(Mass(1.0), start, tableau.clone(), 1e-4, |net, port| {
                    net.connect(spring, Direct::new(), port).unwrap();
                });
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
        let spring = Spring { stiffness: 1e5, rest: 0.0 };
        let direct = |net: &mut NetworkBuilder, port| {
            net.connect(spring, Direct::new(), port).unwrap();
        };
        // omega T = 3.16, beyond 2.83.
        let mut sim = watched(Mass(1.0), start, Tableau::rk4(), 1e-2, direct);
        assert!(caught(&mut sim, 1.0), "step, {size}");
        // Also step by step.
        let mut sim = watched(Mass(1.0), start, Tableau::rk4(), 1e-2, direct);
        assert!(
            (0..100).any(|_| matches!(sim.step(), Err(SimulationError::EnergyFromNowhere { .. })))
        );
        // A wrong map that feeds in is found too.
        let mut sim = watched(Mass(1.0), start, Tableau::rk4(), 1e-3, |net, port| {
            let pushed = from_fns::<Line, Line, _, _>(
                |motion| Motion { pose: 2.0 * motion.pose, flow: -motion.flow },
                |_, force| -force,
            );
            let soft = Spring { stiffness: 100.0, rest: 0.0 };
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
    let spring = Spring { stiffness: 10.0, rest: 0.1 };
    let refused = net.connect(spring, apart(2.0), mass.port()).unwrap_err();
    assert!(matches!(&refused, NetworkError::Misfit { .. }), "{refused}");
    assert!(refused.to_string().starts_with("cannot connect Spring through FromFns"), "{refused}");
    // Boxed as well.
    let boxed: Box<dyn Impedance<Domain = Line>> = Box::new(spring);
    assert!(net.connect(boxed, apart(2.0), mass.port()).is_err());
    // A law that stores nothing by the pose, and a pose that does change as the flow says.
    net.connect(SetsIn { power: 1 }, apart(2.0), mass.port()).unwrap();
    net.connect(spring, apart(1.0), mass.port()).unwrap();
    assert!(net.build().unwrap().map_doubts().is_empty());
}
