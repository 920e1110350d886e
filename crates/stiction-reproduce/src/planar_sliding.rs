//! Experiments of this part.

use crate::Experiment;

/// All of them.
pub(crate) fn all() -> Vec<Experiment> {
    vec![]
}
