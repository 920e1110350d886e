//! The token that ties a description to a library and a scenario.

/// Returns the digest as a GUID. It detects accidental changes; it is not cryptographic.
pub(crate) fn token<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let digest = format!("{:032x}", fnv1a(parts));
    let mut places = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)].map(|(a, b)| &digest[a..b]);
    format!("{{{}}}", places.as_mut_slice().join("-"))
}

/// Returns the 128-bit FNV-1a digest (Fowler, Noll, Vo; RFC 9923) of some parts; their boundaries count.
pub(crate) fn fnv1a<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u128 {
    const OFFSET_BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let take = |hash: u128, byte: u8| (hash ^ u128::from(byte)).wrapping_mul(PRIME);
    parts.into_iter().fold(OFFSET_BASIS, |hash, part| {
        let hash = part.iter().copied().fold(hash, take);
        // UTF-8 does not contain this byte, so it separates the parts.
        take(hash, 0xff)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_fnv_1a() {
        // Nothing gives the offset basis, "a" the value in the RFC.
        let none: [&[u8]; 0] = [];
        assert_eq!(fnv1a(none), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        let a = (0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128 ^ u128::from(b'a'))
            .wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        assert_eq!(a, 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
        assert_eq!(fnv1a([&b"a"[..]]), (a ^ 0xff).wrapping_mul(0x0100_0000_0000_0000_0000_013b));
    }

    #[test]
    fn a_token_is_written_as_a_guid_and_parts_count() {
        let token = |parts: &[&str]| super::token(parts.iter().map(|part| part.as_bytes()));
        let text = token(&["a", "b"]);
        assert_eq!((text.len(), &text[9..10], &text[37..]), (38, "-", "}"));
        assert_ne!(text, token(&["ab"]));
        assert_ne!(text, token(&["", "ab"]));
    }
}
