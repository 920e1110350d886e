//! No vector instructions: on other machines, and without the feature `lanes`.

use core::convert::Infallible;

use super::InLanes;

/// A type without values: no vector instructions are used. Code for lanes is checked all the same, and not generated.
#[derive(Clone, Copy, Debug)]
pub struct Vectors(Infallible);

impl Vectors {
    /// Whether any machine has them.
    pub const EXIST: bool = false;

    /// Returns `None`.
    #[must_use]
    pub const fn find() -> Option<Self> {
        None
    }

    /// Is never called.
    pub fn run(self, work: impl InLanes) {
        if Self::EXIST {
            work.run::<f64>(());
        }
    }
}
