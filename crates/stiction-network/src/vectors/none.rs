//! No vector instructions: on other machines, and without the feature `lanes`.

use core::convert::Infallible;

use super::lanes::{InLanes, Lanes};

/// There are none. What is written for lanes is checked all the same, and no code is made for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vectors(Infallible);

impl Vectors {
    /// Whether any machine has them.
    pub(crate) const EXIST: bool = false;

    pub(super) const fn find(_: Lanes) -> Option<Self> {
        None
    }

    pub(crate) fn run(self, work: impl InLanes) {
        if Self::EXIST {
            work.run::<f64>(());
        }
    }
}
