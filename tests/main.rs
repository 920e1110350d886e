//! All tests of the library as a whole: one binary, one module per theme.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use proptest::test_runner::{Config, FileFailurePersistence};

mod bad_input;
mod conservation;
mod convergence;
mod determinism;
mod drives;
mod identity;
mod lanes;
mod linked;
mod no_silent_errors;
mod pages;
mod patches;
mod phenomena;
mod recorded_bits;
mod reference;
mod regression;
mod scenario;
mod stiction;

/// Returns how many random cases a property has: all of them with debug assertions, as in `cargo test --workspace`, and a
/// fifth in the tests that everyone runs.
const fn cases(all: u32) -> u32 {
    if cfg!(debug_assertions) { all } else { all.div_ceil(5) }
}

/// Configures a property with a number of random cases, whose failures leave their seeds in this file of
/// `proptest-regressions`.
fn config(all: u32, seeds: &str) -> Config {
    // The path has to live as long as the program.
    let path = format!("{}/proptest-regressions/{seeds}.txt", env!("CARGO_MANIFEST_DIR")).leak();
    let failure_persistence = Some(Box::new(FileFailurePersistence::Direct(path)) as _);
    Config { failure_persistence, ..Config::with_cases(cases(all)) }
}
