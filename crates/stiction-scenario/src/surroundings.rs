//! What a part of a scenario may know of the rest.

use crate::folder::Folder;

/// Where files are, and how long the run is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surroundings<'a> {
    /// Folder to which the files that the scenario names are relative.
    pub(crate) folder: Folder<'a>,
    /// End of the run [s].
    pub(crate) until: f64,
}
