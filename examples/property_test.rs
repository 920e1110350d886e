//! Property tests of a mechanism of your own, with `stiction::testing`: a window that is raised by
//! a rack and pinion and should stay where friction in the pinion's bearing holds it.
//!
//! `cargo test --release --features studies --example property_test` runs them as tests, as your own crate would;
//! `cargo run --release --features studies --example property_test` runs them too and reports the results.

use std::error::Error;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use stiction::prelude::*;
use stiction::testing::{
    Load, Motions, StuckBlock, WatchedMechanism, assert_adjoint, assert_passive, assert_sticks,
    observe_sticking, stuck_block, sub_limit_load,
};

/// A window of 3 kg.
const WINDOW: StuckBlock =
    StuckBlock { mass: 3.0, stiffness: 1e5, damping: 400.0, step: 1e-4, limit: 60.0 };

/// Radius of the pinion \[m\].
const RADIUS: f64 = 0.02;

/// Returns the transmission from the rack to the bearing of the pinion: its angle by the travel of the rack.
fn pinion() -> Transmission<Line, Shaft> {
    Transmission::builder().ratio(1.0 / RADIUS).build().expect("a finite ratio")
}

/// Returns friction of the bearing that acts on the rack like that of the block.
fn bearing(block: StuckBlock) -> Result<GsatFriction<Shaft>, ParameterError> {
    let square = RADIUS * RADIUS;
    let law = GsatFriction::builder().stiffness(block.stiffness * square);
    law.damping(block.damping * square).limit(block.limit * RADIUS).build()
}

/// Creates the window, under a load from the test, held by the bearing.
fn window<I: Impedance<Domain = Shaft>>(
    block: StuckBlock,
    friction: I,
    load: Load<Line>,
) -> Result<WatchedMechanism<I>, Box<dyn Error>> {
    let mut net = NetworkBuilder::new();
    let pane = PointMass::<Line>::builder().mass(block.mass).build()?;
    let pane = net.add(pane, Motion::default())?;
    let friction = net.connect(friction, pinion(), pane.port())?;
    net.connect(load, Direct::new(), pane.port())?;
    let sim = Simulation::new(net.build()?, Tableau::rk4(), block.step)?;
    Ok(WatchedMechanism::new(sim, friction))
}

/// Tests that a load below the limit never moves a window of any weight with any bearing.
fn any_window_stays() -> Result<u32, Box<dyn Error>> {
    let config = Config { failure_persistence: None, ..Config::default() };
    let cases = config.cases;
    let mut runner = TestRunner::new(config);
    let windows = stuck_block().prop_flat_map(|block| (Just(block), sub_limit_load::<Line>(block)));
    runner.run(&windows, |(block, load)| {
        let make = |load| window(block, bearing(block)?, load);
        let seen =
            observe_sticking(make, &load, 4).map_err(|e| TestCaseError::fail(e.to_string()))?;
        // The stuck spring can resonate with the load and exceed the limit, which is not a drift.
        let within = seen.largest_trial_force < 0.99 * block.limit * RADIUS;
        prop_assert!(!within || seen.slipping_steps == 0, "{seen:?}");
        Ok(())
    })?;
    Ok(cases)
}

/// Tests one window in a light breeze for a minute and a half.
fn one_window_does_not_creep() -> Result<(), Box<dyn Error>> {
    let breeze = Load::along(-29.4).with_swing(10.0, std::f64::consts::TAU);
    let friction = bearing(WINDOW)?;
    assert_sticks(|load| window(WINDOW, friction, load), &breeze, 90);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    assert_adjoint(&pinion());
    println!("the pinion loses no power: Phi is the transpose of Psi");
    let size = Motions { amplitude: 0.2, angular_frequency: 6.0, steps: 2000 };
    assert_passive(&bearing(WINDOW)?, size);
    println!("the bearing gives back no more than it got");
    println!("{} random windows stay under random loads", any_window_stays()?);
    one_window_does_not_creep()?;
    println!("one window does not creep in a minute and a half");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pinion_is_adjoint() {
        assert_adjoint(&pinion());
    }

    #[test]
    fn windows_stay() {
        any_window_stays().unwrap();
        one_window_does_not_creep().unwrap();
    }

    /// Control: with LuGre friction in the bearing this window creeps down.
    #[test]
    #[should_panic(expected = "does not stick")]
    fn lugre_creeps() {
        let steady = SteadyState::Force(StribeckCurve::constant(60.0 * RADIUS).unwrap());
        let lugre = LuGreFriction::builder().stiffness(40.0).damping(0.16).steady_state(steady);
        let lugre = lugre.build().unwrap();
        let breeze = Load::along(-29.4).with_swing(10.0, std::f64::consts::TAU);
        assert_sticks(|load| window(WINDOW, lugre, load), &breeze, 10);
    }
}
