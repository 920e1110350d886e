//! A hash that tells what was changed by accident.

/// FNV-1a of 64 bits (Fowler, Noll, Vo): a change of one byte always changes it, another change goes
/// unseen once in 10¹⁹.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fnv1a(u64);

impl Fnv1a {
    pub(crate) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Takes bytes in.
    #[must_use]
    pub(crate) fn and(self, bytes: &[u8]) -> Self {
        let step =
            |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Self(bytes.iter().fold(self.0, step))
    }

    pub(crate) const fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_the_authors() {
        // Test vectors of Fowler, Noll and Vo.
        assert_eq!(Fnv1a::new().value(), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fnv1a::new().and(b"foo").and(b"bar").value(), 0x8594_4171_f739_67e8);
    }
}
