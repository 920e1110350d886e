//! No vector instructions: on other machines, and without the feature `lanes`.

use core::convert::Infallible;

use super::{InLanes, Lanes};

/// There are none. What is written for lanes is checked all the same, and no code is made for it.
#[derive(Clone, Copy, Debug)]
pub struct Vectors(Infallible);

impl Vectors {
    /// Whether any machine has them.
    pub const EXIST: bool = false;

    /// Returns none.
    #[must_use]
    pub const fn find(_: Lanes) -> Option<Self> {
        None
    }

    /// How many lanes take part.
    #[must_use]
    pub const fn used(self, _: usize) -> usize {
        match self.0 {}
    }

    /// Never called.
    pub fn run(self, work: impl InLanes) {
        if Self::EXIST {
            work.run::<f64>(());
        }
    }
}
