//! Vector instructions of x86.

use fearless_simd::{Avx2, Level, Simd};

use super::InLanes;
use crate::lanes::Four;

/// Vector instructions for four lanes.
#[derive(Clone, Copy, Debug)]
pub struct Vectors(Avx2);

impl Vectors {
    /// Whether any machine has them.
    pub const EXIST: bool = true;

    /// Returns them if this machine has them.
    #[must_use]
    pub fn find() -> Option<Self> {
        Level::new().as_avx2().map(Self)
    }

    /// Does something in these vectors.
    #[inline(always)]
    pub fn run(self, work: impl InLanes) {
        let Self(simd) = self;
        simd.vectorize(
            #[inline(always)]
            || work.run::<Four<Avx2>>(simd),
        );
    }
}
