//! No vector instructions: on other machines, and without the feature `lanes`.

use core::convert::Infallible;

use super::{InLanes, Lanes};

/// There are none. What is written for lanes is checked all the same, and no code is made for it.
#[derive(Clone, Copy, Debug)]
pub struct Vectors(Infallible);

impl Vectors {
    /// Whether any machine has them.
    pub const EXIST: bool = false;

    /// Returns nothing.
    #[must_use]
    pub const fn find(_: Lanes) -> Option<Self> {
        None
    }

    /// Cannot be called.
    #[must_use]
    pub const fn lanes(self) -> usize {
        match self.0 {}
    }

    /// Cannot be called.
    pub fn run<W: InLanes>(self, _: W) -> W::Output {
        match self.0 {}
    }
}
