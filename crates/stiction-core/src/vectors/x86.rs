//! Vector instructions of x86.

use fearless_simd::{Avx2, Avx512, Level, Simd};

use super::{InLanes, Lanes};
use crate::lanes::{Eight, Four};

/// Vector instructions for a number of lanes.
#[derive(Clone, Copy, Debug)]
pub struct Vectors(Width);

#[derive(Clone, Copy, Debug)]
enum Width {
    Four(Avx2),
    Eight(Avx512),
}

impl Vectors {
    /// Whether any machine has them.
    pub const EXIST: bool = true;

    /// Returns those for a number of lanes, if this machine has them.
    #[must_use]
    pub fn find(lanes: Lanes) -> Option<Self> {
        let level = Level::new();
        match lanes {
            Lanes::One => None,
            Lanes::Four => level.as_avx2().map(Width::Four).map(Self),
            Lanes::Eight => level.as_avx512().map(Width::Eight).map(Self),
        }
    }

    /// Number of the lanes.
    #[must_use]
    pub const fn lanes(self) -> usize {
        match self.0 {
            Width::Four(_) => 4,
            Width::Eight(_) => 8,
        }
    }

    /// Does something with these instructions.
    #[inline(always)]
    pub fn run<W: InLanes>(self, work: W) -> W::Output {
        match self.0 {
            Width::Four(simd) => simd.vectorize(
                #[inline(always)]
                || work.run::<Four<Avx2>>(simd),
            ),
            Width::Eight(simd) => simd.vectorize(
                #[inline(always)]
                || work.run::<Eight<Avx512>>(simd),
            ),
        }
    }
}
