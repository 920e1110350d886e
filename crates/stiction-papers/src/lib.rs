//! The mechanisms of the papers behind `stiction`, each once: examples show them, tests hold them against
//! reference data, `stiction-reproduce` makes the figures.
//!
//! ```
//! use stiction::ode::Tableau;
//! use stiction_papers::kikuuwe::{Jump, TwoLink, joint_gsat};
//! let mut arm = TwoLink::new(&joint_gsat()?, Tableau::rk4(), 1e-4, Jump::Declared)?;
//! arm.simulation.run_until(0.01)?;
//! # Ok::<(), stiction_papers::PaperError>(())
//! ```

mod error;
pub mod kikuuwe;
#[cfg(feature = "planar_lugre")]
pub mod planar_lugre;

pub use error::PaperError;
