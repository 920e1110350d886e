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

/// A number that changes with the bytes of these parts, and with where one ends and the next begins: as
/// [`Ensemble`](crate::Ensemble) tells kept members of one design from those of another.
///
/// It tells accidents, not intent: who wants two equal numbers can make them.
pub fn fingerprint<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let take = |hash: Fnv1a, part: &[u8]| hash.and(&(part.len() as u64).to_le_bytes()).and(part);
    parts.into_iter().fold(Fnv1a::new(), take).value()
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

    #[test]
    fn a_byte_that_moves_to_the_next_part_is_seen() {
        let of = |parts: [&str; 2]| fingerprint(parts.map(str::as_bytes));
        assert_eq!(of(["ab", "c"]), of(["ab", "c"]));
        assert_ne!(of(["ab", "c"]), of(["a", "bc"]));
        assert_ne!(of(["ab", ""]), of(["", "ab"]));
    }
}
