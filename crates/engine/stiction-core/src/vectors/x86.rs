//! Vector instructions of x86.

use fearless_simd::{Avx2, Avx512, Level, Simd};

use super::{InLanes, Lanes};
use crate::lanes::{Eight, Four};

/// Vector instructions for a number of lanes.
#[derive(Clone, Copy, Debug)]
pub enum Vectors {
    /// Four lanes.
    Four(Avx2),
    /// Eight lanes.
    Eight(Avx512),
}

impl Vectors {
    /// Whether any machine has them.
    pub const EXIST: bool = true;

    /// Returns the vectors with this number of lanes, if this machine has them.
    #[must_use]
    pub fn find(lanes: Lanes) -> Option<Self> {
        let level = Level::new();
        match lanes {
            Lanes::One => None,
            Lanes::Four => level.as_avx2().map(Self::Four),
            Lanes::Eight => level.as_avx512().map(Self::Eight),
        }
    }

    /// Returns the number of lanes that take part for `count` items, eight at most.
    #[must_use]
    pub fn used(self, count: usize) -> usize {
        match self {
            Self::Four(_) => count.next_multiple_of(4).min(8),
            Self::Eight(_) => 8,
        }
    }

    /// Does something in these vectors.
    #[inline(always)]
    pub fn run(self, work: impl InLanes) {
        match self {
            Self::Four(simd) => simd.vectorize(
                #[inline(always)]
                || work.run::<Four<Avx2>>(simd),
            ),
            Self::Eight(simd) => simd.vectorize(
                #[inline(always)]
                || work.run::<Eight<Avx512>>(simd),
            ),
        }
    }
}
