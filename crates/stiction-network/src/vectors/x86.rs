//! Vector instructions of x86.

use fearless_simd::{Avx2, Avx512, Level, Simd};
use stiction_core::lanes::{Eight, Four};

use super::lanes::{InLanes, Lanes};

/// Vector instructions for a number of lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Vectors {
    Four(Avx2),
    Eight(Avx512),
}

impl Vectors {
    /// Whether any machine has them.
    pub(crate) const EXIST: bool = true;

    /// Returns the vectors with this number of lanes, if this machine has them.
    pub(super) fn find(lanes: Lanes) -> Option<Self> {
        let level = Level::new();
        match lanes {
            Lanes::One => None,
            Lanes::Four => level.as_avx2().map(Self::Four),
            Lanes::Eight => level.as_avx512().map(Self::Eight),
        }
    }

    #[inline(always)]
    pub(crate) fn run(self, work: impl InLanes) {
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
