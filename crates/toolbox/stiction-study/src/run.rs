//! A run of a scenario, with all warnings about it.

mod extent;
mod finer;
mod halved;
mod recorded;
mod unconnected;
mod watched;

pub use extent::ColumnExtent;
pub use finer::{ROUNDING, finer};
pub use recorded::{Doubts, RunError, ScenarioRun};
pub use unconnected::unconnected;
pub use watched::{Manner, watched};

pub(crate) use recorded::record;

use stiction_network::{Frame, SimulationError};

/// Called with the frame after every step; may end the run.
pub type Aside<'a> = &'a mut dyn FnMut(&Frame<'_>) -> Result<(), SimulationError>;
