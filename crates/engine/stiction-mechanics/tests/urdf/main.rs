//! All tests of the crate in one binary.

mod allocation;
mod goldens;
mod holding;
mod mistakes;
mod on_links;
mod penalty;
