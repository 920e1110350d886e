//! The books of energy and power of a run, against sums by hand.

use crate::ode::Tableau;
use stiction_core::{Body, Impedance, Line, Motion, Powers, Stage};

use crate::tests::components::{Bristle, Elastic, Mass, Relative, on_ground};
use crate::{NetworkBuilder, Prescribed, Simulation, SimulationError};

#[test]
fn energy_from_nowhere_ends_a_run_and_is_blamed_on_the_spring() {
    let stiff = Elastic { stiffness: 1e5, damping: 0.0 };
    let soft = Elastic { stiffness: 1.0, damping: 0.1 };
    let network = on_ground(&[soft, stiff], Motion::new(1e-3, 0.0));
    let mut sim = Simulation::new(network, Tableau::rk4(), 1e-2).unwrap();
    sim.watch_energy().unwrap();
    let ended = sim.run_until(2.0);
    let Err(SimulationError::EnergyFromNowhere { fastest, time, .. }) = &ended else {
        panic!("{ended:?}")
    };
    assert_eq!(fastest, &["Elastic #1"]);
    assert!(*time < 0.2 && sim.time() == *time, "{time}");
    assert!(
        ended.unwrap_err().to_string().contains("the step of 0.01 s is too large for Elastic #1")
    );
}

/// A mass with a thrust of its own, in a medium.
#[derive(Clone, Copy, Debug)]
struct Rocket {
    thrust: f64,
    drag: f64,
}

impl Body for Rocket {
    type Domain = Line;
    fn accelerate(&self, _: &Stage, motion: &Motion<Line>, force: &f64) -> (f64, f64) {
        (motion.flow, force + self.thrust - self.drag * motion.flow)
    }
    fn energy(&self, motion: &Motion<Line>) -> f64 {
        0.5 * motion.flow.powi(2)
    }
    fn powers(&self, _: &Stage, motion: &Motion<Line>, _: &Motion<Line>) -> Powers {
        let (supplied, dissipated) = (self.thrust * motion.flow, self.drag * motion.flow.powi(2));
        Powers { supplied, dissipated, stored: None }
    }
}

/// A body that feeds in and dissipates, pulled by a spring from a belt: every term of the balances.
#[test]
fn what_an_active_body_feeds_in_is_booked() {
    let network = || {
        let mut net = NetworkBuilder::new();
        let rocket = Rocket { thrust: 3.0, drag: 0.5 };
        let rocket = net.add(rocket, Motion::new(0.25, 2.0)).unwrap();
        let belt = Prescribed::new(|stage: &Stage| Motion::new(1.5 * stage.time, 1.5));
        let spring = Elastic { stiffness: 40.0, damping: 0.2 };
        net.connect(spring, Relative, (belt, rocket.port())).unwrap();
        net.build().unwrap()
    };

    // By hand: stretched by 0.25 m, at 0.5 m/s; a force of -10.1 N on the body, its opposite on the belt.
    let resting = network();
    let state = resting.initial_state();
    let balance = resting.frame(&state, Stage::at(0.0)).unwrap().power_balance().unwrap();
    let (stored, driven): (f64, f64) = ((-10.1 + 3.0 - 1.0) * 2.0, 10.1 * 1.5);
    approx::assert_relative_eq!(balance.stored_in_admittances, stored, epsilon = 1e-9);
    approx::assert_relative_eq!(balance.stored_in_impedances, 40.0 * 0.25 * 0.5, epsilon = 1e-12);
    approx::assert_relative_eq!(balance.dissipated, 2.0 + 0.2 * 0.25, epsilon = 1e-12);
    approx::assert_relative_eq!(balance.supplied.abs(), (6.0 - driven).abs(), epsilon = 1e-9);
    assert!(balance.residual().abs() < 1e-9, "{balance:?}");
    // Magnitudes of what the body stores, is fed and dissipates, then of the spring: delivered, stored,
    // driven.
    let scale = stored.abs() + 6.0 + 2.0 + 10.1 * 0.5 + 5.0 + driven;
    approx::assert_relative_eq!(balance.scale, scale, max_relative = 1e-9);

    let mut sim = Simulation::new(network(), Tableau::rk4(), 1e-3).unwrap();
    sim.watch_energy().unwrap();
    sim.run_until(5.0).unwrap();
    let energy = sim.energy().unwrap();
    assert!(energy.share().abs() < 1e-9 && energy.supplied > 1.0, "{energy:?}");
    assert!(sim.step_doubts().unwrap().is_empty());
    let coarse = Simulation::new(network(), Tableau::rk4(), 1.0).unwrap();
    assert!(!coarse.step_doubts().unwrap().is_empty());
}

#[test]
fn a_jump_of_a_prescribed_motion_is_supplied() {
    struct Jump;
    impl stiction_core::Drive<Line> for Jump {
        fn motion(&self, stage: &Stage) -> Motion<Line> {
            Motion::new(if stage.step_start < 0.5 { 0.0 } else { 0.2 }, 0.0)
        }
        fn next_jump(&self, after: f64) -> Option<f64> {
            (after < 0.5).then_some(0.5)
        }
    }
    let mut net = NetworkBuilder::new();
    let mass = net.add(Mass(1.0), Motion::default()).unwrap();
    let spring = Elastic { stiffness: 100.0, damping: 0.0 };
    net.connect(spring, Relative, (Prescribed::new(Jump), mass.port())).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap();
    sim.watch_energy().unwrap();
    sim.run_until(2.0).unwrap();
    let energy = sim.energy().unwrap();
    approx::assert_relative_eq!(energy.supplied, 2.0, max_relative = 1e-9);
    approx::assert_relative_eq!(energy.stored, 2.0, max_relative = 1e-9);
    assert!(energy.share().abs() < 1e-9, "{energy:?}");
}

/// A run that its observer ends can go on, and no step is lost to the books.
#[test]
fn a_run_that_was_stopped_keeps_its_books() {
    let spring = Elastic { stiffness: 100.0, damping: 0.0 };
    let network = on_ground(&[spring], Motion::new(0.1, 0.0));
    let mut sim = Simulation::new(network, Tableau::rk4(), 1e-2).unwrap();
    sim.watch_energy().unwrap();
    let mut steps = 0;
    for _ in 0..20 {
        let stopped = sim.run_observed(1.0, &mut |_: &crate::Frame<'_>| {
            steps += 1;
            if steps % 4 == 0 {
                Err(SimulationError::Observer { time: 0.0, source: "enough".into() })
            } else {
                Ok(())
            }
        });
        if stopped.is_ok() {
            break;
        }
    }
    sim.run_until(1.0).unwrap();
    let energy = sim.energy().unwrap();
    assert!(energy.share().abs() < 1e-5, "{energy:?}");
    approx::assert_relative_eq!(energy.duration, 1.0, max_relative = 1e-12);
}

/// An energy that is not a number switches the balance off, and that is told.
#[test]
fn a_balance_that_is_not_known_says_so() {
    #[derive(Clone, Debug)]
    struct Broken;
    impl Impedance for Broken {
        type Domain = Line;
        fn respond(&self, _: &Stage, _: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
            0.0
        }
        fn stored_energy(&self, _: &Motion<Line>, _: &[f64]) -> f64 {
            f64::NAN
        }
    }
    let mut sim =
        Simulation::new(on_ground(&[Broken], Motion::new(0.1, 0.0)), Tableau::rk4(), 1e-2).unwrap();
    sim.watch_energy().unwrap();
    sim.run_until(0.1).unwrap();
    let energy = sim.energy().unwrap();
    assert!(!energy.is_known() && energy.to_string().contains("says nothing"), "{energy}");
}

/// (A map with such a pose that does not say so is tried in `tests/energy.rs`.)
#[test]
fn a_map_that_says_that_its_flow_is_no_rate_is_left_out() {
    let map = stiction_core::coupling::from_fns::<Line, Line, _, _>(
        |motion| Motion { pose: 2.0 * motion.pose, flow: motion.flow },
        |_, force| *force,
    );
    let mut net = NetworkBuilder::new();
    let mass = net.add(Mass(1.0), Motion::new(0.1, 1.0)).unwrap();
    // Only a law that stores nothing by the pose may stand behind it: its bristle stores.
    let law = Bristle { stiffness: 100.0, damping: 0.1, limit: 1.0 };
    net.connect(law, map.with_flow_apart(), mass.port()).unwrap();
    let mut sim = Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap();
    sim.watch_energy().unwrap();
    sim.run_until(0.1).unwrap();
    let energy = sim.energy().unwrap();
    assert!(energy.uncounted == 1 && energy.share().abs() < 1e-6, "{energy:?}");
}
