//! A hash that detects accidental changes.

/// Returns FNV-1a of 64 bits (Fowler, Noll, Vo), continued from `hash` over more bytes.
fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(hash, step)
}

/// Hash of no bytes.
const OF_NOTHING: u64 = 0xcbf2_9ce4_8422_2325;

/// Returns a number that changes with the bytes of the parts and with their borders. [`Ensemble`](crate::Ensemble)
/// uses it to tell kept members of one design from those of another.
///
/// Detects accidental changes; not cryptographic.
pub fn fingerprint(parts: impl IntoIterator<Item: AsRef<[u8]>>) -> u64 {
    parts.into_iter().fold(OF_NOTHING, |hash, part| {
        let part = part.as_ref();
        fnv1a(fnv1a(hash, &(part.len() as u64).to_le_bytes()), part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_the_authors() {
        // Test vector of Fowler, Noll and Vo.
        assert_eq!(fnv1a(fnv1a(OF_NOTHING, b"foo"), b"bar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_byte_that_moves_to_the_next_part_is_seen() {
        assert_eq!(fingerprint(["ab", "c"]), fingerprint(["ab", "c"]));
        assert_ne!(fingerprint(["ab", "c"]), fingerprint(["a", "bc"]));
        assert_ne!(fingerprint(["ab", ""]), fingerprint(["", "ab"]));
    }
}
