//! A scenario moves with the bits of its mechanism composed in code.

mod fingertip;
mod limit_sets;
mod pads;

use stiction_network::ode::Tableau;
use stiction_network::{NetworkBuilder, Simulation};

use crate::Scenario;

const STEP: f64 = 1e-4;
const UNTIL: f64 = 0.05;

/// Returns the state after some steps.
fn bits(mut sim: Simulation) -> Vec<u64> {
    sim.run_until(UNTIL).unwrap();
    sim.frame().state().values().iter().map(|value| value.to_bits()).collect()
}

fn simulation(net: NetworkBuilder) -> Simulation {
    Simulation::new(net.build().unwrap(), Tableau::rk4(), STEP).unwrap()
}

/// Returns the bits of a file; `text` follows the line of the solver.
fn of_file(text: &str) -> Vec<u64> {
    let head = format!("schema_version = 1\nsolver = {{ step = {STEP}, until = {UNTIL} }}\n");
    let scenario = Scenario::from_toml(&(head + text)).unwrap_or_else(|error| panic!("{error}"));
    let again = Scenario::from_toml(&scenario.to_toml().unwrap()).unwrap();
    assert_eq!(again, scenario);
    bits(scenario.simulation().unwrap().0)
}
