//! Many numbers as one, for the texts that tell components apart.

/// Returns FNV-1a with 128 bits over the bits of the numbers: other numbers, other fingerprint, except for a
/// chance of 1e-38.
pub(crate) fn fingerprint(numbers: impl IntoIterator<Item = f64>) -> u128 {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let words = numbers.into_iter().map(|number| u128::from(number.to_bits()));
    // Word by word: the last multiplications mix what the first bytes would have.
    words.fold(OFFSET, |hash, word| {
        let (low, high) = (word & 0xffff_ffff, word >> 32);
        ((hash ^ low).wrapping_mul(PRIME) ^ high).wrapping_mul(PRIME)
    })
}

#[cfg(test)]
mod tests {
    use super::fingerprint;
    use std::collections::BTreeSet;

    #[test]
    fn other_numbers_have_other_fingerprints() {
        let mut numbers = vec![0.1, -0.3, 7.0, 0.0];
        let mut seen = BTreeSet::from([fingerprint(numbers.iter().copied())]);
        // Every bit of every number.
        for place in 0..numbers.len() {
            for bit in 0..64 {
                let plain = numbers[place];
                numbers[place] = f64::from_bits(plain.to_bits() ^ (1 << bit));
                seen.insert(fingerprint(numbers.iter().copied()));
                numbers[place] = plain;
            }
        }
        assert_eq!(seen.len(), 4 * 64 + 1);
        // Order and length count too.
        assert!(seen.insert(fingerprint(numbers.iter().rev().copied())));
        assert!(seen.insert(fingerprint(numbers[..3].iter().copied())));
        assert_eq!(fingerprint(numbers.iter().copied()), fingerprint(numbers));
    }
}
