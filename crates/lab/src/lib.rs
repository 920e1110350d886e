//! The laboratory: the mechanisms of the papers behind `stiction`, each once, and their figures and tables recomputed.
//!
//! ```text
//! kikuuwe, planar_lugre    mechanisms ──> examples show them, tests hold them against reference data
//!                              └────────> experiments ──> page.html, validation.md, summary.json
//! ```
//!
//! `cargo run --release -p stiction-lab` runs all experiments.
//!
//! ```
//! use stiction::ode::Tableau;
//! use stiction_lab::kikuuwe::{Jump, TwoLink, joint_gsat};
//! let mut arm = TwoLink::new(&joint_gsat()?, Tableau::rk4(), 1e-4, Jump::Declared)?;
//! arm.simulation.run_until(0.01)?;
//! # Ok::<(), stiction_lab::PaperError>(())
//! ```

mod error;
#[cfg(feature = "experiments")]
pub mod experiments;
pub mod kikuuwe;
#[cfg(feature = "planar_lugre")]
pub mod planar_lugre;

pub use error::PaperError;
