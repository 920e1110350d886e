//! Observers that come with the library: a recorder, a film (feature `plot`), a progress bar (feature `progress`); and
//! the comparison of a recording with those of finer steps.
//!
//! They observe from outside: a simulation without them has none of their code in its loop.

#[cfg(feature = "progress")]
mod progress;
mod recorder;
mod refinement;
mod sampler;
#[cfg(feature = "plot")]
mod scene;

#[cfg(feature = "progress")]
pub use progress::Progress;
pub use recorder::{Recorder, UnknownColumn};
pub use refinement::{RefinedColumn, refine, refine_from};
pub use sampler::Sampler;
#[cfg(feature = "plot")]
pub use scene::Scene;
