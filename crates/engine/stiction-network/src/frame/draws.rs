//! Pseudo-random numbers, the same in every run.

/// Numbers between -1 and 1.
pub(crate) struct Draws(u64);

impl Default for Draws {
    fn default() -> Self {
        Self(1)
    }
}

impl Draws {
    pub(crate) fn next(&mut self) -> f64 {
        // Knuth's MMIX generator, of which the upper bits are good.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}
