//! Observers that come with the library: an in-memory recorder, a CSV file, a progress bar.
//!
//! They look from outside; nothing of them is in the loop of a simulation that is run without.

mod csv_file;
mod progress;
mod recorder;
mod sampler;

pub use csv_file::CsvFile;
pub use progress::Progress;
pub use recorder::{Recorder, UnknownColumn};
pub use sampler::Sampler;
