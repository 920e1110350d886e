//! Random numbers that depend only on the design and the member.

use rand_pcg::Pcg64Dxsm;

/// Applies the finalizer of `SplitMix64` (Steele, Lea, Flood 2014): every bit of the result depends on every bit of
/// the argument.
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns the seed of a member: distinct for the members of a design, and unlike for neighbouring seeds.
pub(crate) const fn member_seed(seed: u64, member: u64) -> u64 {
    mix(mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15)).wrapping_add(member))
}

/// Returns the random numbers of a member.
pub(crate) fn member_stream(seed: u64, member: u64) -> Pcg64Dxsm {
    generator(member_seed(seed, member), member)
}

/// Returns the numbers from which the values of the k-th random parameter are drawn.
pub(crate) fn parameter_stream(seed: u64, parameter: usize) -> Pcg64Dxsm {
    // Counted from the other end than the members, so no member shares the stream.
    let stream = u64::MAX - parameter as u64;
    generator(member_seed(seed, stream), stream)
}

/// Streams of equal state are too alike, so the state differs too.
fn generator(state: u64, stream: u64) -> Pcg64Dxsm {
    Pcg64Dxsm::new((u128::from(state) << 64) | u128::from(mix(state)), u128::from(stream))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::Rng;

    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_first_release() {
        // Computed independently of this code, with long integers: a study repeated in a year, on another machine,
        // gets equal numbers.
        let mut rng = member_stream(7, 3);
        assert_eq!(member_seed(7, 3), 2_881_245_354_900_943_268);
        assert_eq!(rng.next_u64(), 4_462_945_932_572_749_236);
        assert_eq!(rng.next_u64(), 14_657_715_817_083_527_917);
    }

    #[test]
    fn no_member_has_the_numbers_its_parameters_are_drawn_from() {
        let of_parameters: Vec<u64> = (0..9).map(|k| parameter_stream(7, k).next_u64()).collect();
        for member in 0..1000 {
            assert!(!of_parameters.contains(&member_stream(7, member).next_u64()), "{member}");
        }
    }

    #[test]
    fn seeds_are_distinct() {
        let seeds = (0..8).flat_map(|seed| (0..20_000).map(move |m| member_seed(seed, m)));
        assert_eq!(seeds.collect::<HashSet<_>>().len(), 160_000);
    }

    #[test]
    fn neighbouring_streams_are_uncorrelated() {
        let draws = |mut rng: Pcg64Dxsm| -> Vec<f64> {
            (0..10_000).map(|_| rng.next_u64() as f64 / 2_f64.powi(64) - 0.5).collect()
        };
        let correlation = |a: &[f64], b: &[f64]| {
            12.0 * a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() / a.len() as f64
        };
        for member in 0..20 {
            let one = draws(member_stream(1, member));
            for other in [member_stream(1, member + 1), member_stream(2, member)] {
                // Five standard deviations of 10⁴ independent pairs.
                assert!(correlation(&one, &draws(other)).abs() < 0.05, "{member}");
            }
            // The control: the same stream.
            assert!(correlation(&one, &draws(member_stream(1, member))) > 0.9);
        }
    }
}
