//! All tests of the public interface in one binary.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod contacts_of_bodies;
mod free_base;
mod right_runs;
