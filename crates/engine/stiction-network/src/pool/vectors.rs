//! Which vector instructions a network evaluates several components with.

use stiction_core::vectors::{Lanes, Vectors};

/// The vector instructions that a network uses, widest first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Machine {
    eight: Option<Vectors>,
    four: Option<Vectors>,
}

impl Machine {
    /// Creates the vectors that this machine has with at most the given number of lanes.
    pub(crate) fn up_to(lanes: Lanes) -> Self {
        let find = |width| if width <= lanes { Vectors::find(width) } else { None };
        Self { eight: find(Lanes::Eight), four: find(Lanes::Four) }
    }

    pub(crate) const fn lanes(self) -> Lanes {
        match (self.eight, self.four) {
            (Some(_), _) => Lanes::Eight,
            (None, Some(_)) => Lanes::Four,
            (None, None) => Lanes::One,
        }
    }

    /// Returns the vectors for this number of copies.
    #[inline(always)]
    pub(crate) fn for_copies(self, copies: usize) -> Option<Vectors> {
        self.eight.filter(|_| copies > 4).or(self.four).or(self.eight)
    }
}
