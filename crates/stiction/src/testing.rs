//! Property tests for mechanisms and components of your own.
//!
//! - [`assert_sticks`]: a mechanism under a load below its friction limit does not move, not by the
//!   last bit per cycle;
//! - [`assert_adjoint`]: a coupling's `Phi` is the transpose of its `Psi`;
//! - [`assert_pose_rate`]: its `Psi` belongs to its pose; [`assert_drive`]: likewise for a prescribed
//!   motion;
//! - [`assert_passive`]: a law never returns more energy than it received;
//! - [`assert_stored_power`]: the power that a law stores is the rate of its energy;
//!   [`assert_power_balance`]: likewise for an admittance, and its powers add up;
//! - strategies for proptest: [`stuck_block`] (parameters inside the stability region of a stuck
//!   contact), [`sub_limit_load`] (loads that stay below the limit), [`random_mechanism`].
//!
//! Each assertion panics with the counter-example. `observe_sticking` gives the figures instead.
//!
//! ```
//! use stiction::prelude::*;
//! use stiction::testing::{Load, WatchedMechanism, assert_sticks};
//!
//! // A block on a table, pushed with 60 % of the limit and shaken with 30 % at 10 Hz.
//! let load = Load::along(3.0).with_swing(1.5, 20.0 * std::f64::consts::PI);
//! assert_sticks(
//!     |load| {
//!         let mut net = NetworkBuilder::new();
//!         let block = net.add(PointMass::<Line>::builder().mass(1.0).build()?, Motion::default())?;
//!         let law = GsatFriction::builder().stiffness(1e5).damping(400.0).limit(5.0).build()?;
//!         let friction = net.connect(law, Direct::new(), block.port())?;
//!         net.connect(load, Direct::new(), block.port())?;
//!         Ok(WatchedMechanism::new(Simulation::new(net.build()?, Tableau::rk4(), 1e-4)?, friction))
//!     },
//!     &load,
//!     20,
//! );
//! ```

use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use stiction_core::{Flat, VariableName};

mod adjoint;
mod driven;
mod energy;
#[cfg(test)]
mod library_tests;
mod load;
mod numeric;
mod passive;
mod pose_rate;
mod random;
mod stick;
mod strategy;
#[cfg(test)]
mod tests;

pub use adjoint::assert_adjoint;
pub use energy::{assert_power_balance, assert_stored_power};
pub use load::Load;
pub use passive::{Motions, assert_passive, least_work};
pub use pose_rate::{assert_drive, assert_pose_rate};
pub use random::{RandomMechanism, RandomNodes, random_mechanism};
pub use stick::{Sticking, WatchedMechanism, assert_sticks, observe_sticking};
pub use strategy::{StuckBlock, stuck_block, sub_limit_load};

/// Returns the scalars of a value.
fn flat<T: Flat>(value: &T) -> Vec<f64> {
    let mut scalars = vec![0.0; T::LEN];
    value.store(&mut scalars);
    scalars
}

/// Returns the message that a law does not write an entry of `rate`.
fn left_out(law: &str, variable: &VariableName, index: usize) -> String {
    format!("{law} leaves entry {index} of `rate`, that of {variable}, as it was")
}

/// Returns a runner with equal cases in every run, so that a failure recurs.
fn same_cases_every_run() -> TestRunner {
    let config = Config { failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

#[expect(clippy::panic, reason = "an assertion panics")]
fn fail(message: &str) -> ! {
    panic!("{message}")
}
