//! Observers of a run, and figures of what was recorded of a scenario (features `plot` and `scenario`).

#[cfg(all(feature = "plot", feature = "scenario"))]
pub mod figure;

pub use stiction_output::record::*;
