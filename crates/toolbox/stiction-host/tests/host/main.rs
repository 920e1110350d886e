//! Requirements on friction in a host, tested on small hosts.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod allocation;
mod bad_input;
mod elements;
mod energy;
mod hold;
mod hosts;
mod laws;
mod patches;
mod slide;
mod solver;

use proptest::test_runner::Config;

/// As many cases, and no file of those that failed: a case is printed whole.
fn cases(count: u32) -> Config {
    Config { cases: count, failure_persistence: None, ..Config::default() }
}
