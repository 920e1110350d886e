//! The angles of vectors in right angles.
//!
//! A look-up needs two angles and little else, and the functions of the platform are slow (15 ns
//! each) and differ in the last digit. These are a division, products and sums only, of both angles
//! at a time.

use core::array;
use core::f64::consts::FRAC_2_PI;

/// `tan(π/8)`.
const HALF_WAY: f64 = 0.414_213_562_373_095_05;

/// Chebyshev fit of `(atan(√u)/√u − 1)/u` for u up to `tan²(π/8)`; u times its error is below 6e-18.
const SERIES: [f64; 11] = [
    -0.333_333_333_333_333_3,
    0.199_999_999_999_955_16,
    -0.142_857_142_846_656_82,
    0.111_111_110_151_870_18,
    -0.090_909_045_753_064_9,
    0.076_921_831_253_768_92,
    -0.066_645_105_255_089_36,
    0.058_581_409_048_663_28,
    -0.050_854_078_345_894_844,
    0.039_230_447_784_793_09,
    -0.019_175_404_711_104_935,
];

/// Angles from the x axis to (x, y) in right angles, 0 to 4, with an error below 1e-15; 0 for a
/// zero vector.
#[inline]
pub(super) fn right_angles<const N: usize>(y: [f64; N], x: [f64; N]) -> [f64; N] {
    let (across, along) = (y.map(f64::abs), x.map(f64::abs));
    let steep: [bool; N] = array::from_fn(|k| across[k] > along[k]);
    let low: [f64; N] = array::from_fn(|k| if steep[k] { along[k] } else { across[k] });
    let high: [f64; N] = array::from_fn(|k| if steep[k] { across[k] } else { along[k] });
    let first = within_half(low, high);
    array::from_fn(|k| {
        let share = if steep[k] { 1.0 - first[k] } else { first[k] };
        let share = if x[k] < 0.0 { 2.0 - share } else { share };
        if y[k] < 0.0 { 4.0 - share } else { share }
    })
}

/// Of `0 ≤ low ≤ high`: 0 to half a right angle.
///
/// Beyond π/8 the angle to the diagonal is taken, `atan a − π/4 = atan((a − 1)/(a + 1))`. The choices
/// are made in numbers, not in branches, so that the series of all angles run side by side.
#[inline]
fn within_half<const N: usize>(low: [f64; N], high: [f64; N]) -> [f64; N] {
    let near_diagonal: [bool; N] = array::from_fn(|k| low[k] > HALF_WAY * high[k]);
    let if_near = |k: usize, value: f64| if near_diagonal[k] { value } else { 0.0 };
    let t: [f64; N] = array::from_fn(|k| {
        let below = high[k] + if_near(k, low[k]);
        // The zero vector has the angle 0; NaN stays.
        (low[k] - if_near(k, high[k])) / if below == 0.0 { 1.0 } else { below }
    });
    let angle = t.map(|t| (t + t * atan_series(t * t)) * FRAC_2_PI);
    array::from_fn(|k| angle[k] + if_near(k, 0.5))
}

/// `atan(√u)/√u − 1`.
#[inline]
fn atan_series(u: f64) -> f64 {
    let (u2, c) = (u * u, SERIES);
    let (u4, u8) = (u2 * u2, u2 * u2 * (u2 * u2));
    let low_terms = (c[0] + c[1] * u) + (c[2] + c[3] * u) * u2;
    let mid_terms = (c[4] + c[5] * u) + (c[6] + c[7] * u) * u2;
    let high_terms = (c[8] + c[9] * u) + c[10] * u2;
    u * (low_terms + mid_terms * u4 + high_terms * u8)
}

#[cfg(test)]
mod tests {
    use core::f64::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn agrees_with_the_platform() {
        for k in -40_000..40_000 {
            let (y, x) = (f64::from(k) * 1e-4, f64::from(k % 777) * 3e-3);
            let expected = y.atan2(x).rem_euclid(4.0 * FRAC_PI_2) / FRAC_PI_2;
            let [found] = right_angles([y], [x]);
            assert!((found - expected).abs() < 1e-15, "{y} {x}: {found} {expected}");
        }
    }

    #[test]
    fn whole_angles_are_exact() {
        for (place, (y, x)) in [(0.0, 3.0), (3.0, 0.0), (0.0, -3.0), (-3.0, 0.0)].iter().enumerate()
        {
            assert_eq!(right_angles([*y], [*x]), [place as f64]);
        }
        assert_eq!(right_angles([2.0, 3.0], [2.0, -3.0]), [0.5, 1.5]);
        assert_eq!(right_angles([0.0], [0.0]), [0.0]);
        assert_eq!(right_angles([-0.0], [1.0]), [0.0]);
    }

    #[test]
    fn small_and_large_vectors_have_angles_too() {
        for scale in [1e-300, 1e300] {
            let [found, expected] = right_angles([0.3 * scale, 0.3], [0.7 * scale, 0.7]);
            assert!((found - expected).abs() < 1e-15);
        }
        let [tiny] = right_angles([1e-300], [1.0]);
        assert!((tiny * FRAC_PI_2 - 1e-300).abs() < 1e-315);
    }

    #[test]
    fn not_a_number_stays_that() {
        for (y, x) in [(f64::NAN, 1.0), (1.0, f64::NAN), (f64::NAN, 0.0), (0.0, f64::NAN)] {
            assert!(right_angles([y], [x])[0].is_nan());
        }
    }
}
