//! The angles of vectors in right angles.
//!
//! A look-up needs two angles and little else, and the functions of the platform are slow (15 ns
//! each) and differ in the last digit. These are a division, products and sums only, of both angles
//! at a time.

use core::f64::consts::FRAC_2_PI;

use stiction_core::Real;

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

/// Returns the angles from the x axis to (x, y) in right angles, 0 to 4, with an error below 1e-15; 0 for a
/// zero vector.
#[inline(always)]
pub(super) fn right_angles<R: Real, const N: usize>(y: [R; N], x: [R; N]) -> [R; N] {
    // Loops, because the functions of arrays are not inlined if there are vector instructions.
    let (mut low, mut high) = (x, y);
    for k in 0..N {
        let (across, along) = (y[k].abs(), x[k].abs());
        let steep = along.below(across);
        (low[k], high[k]) = (R::select(steep, along, across), R::select(steep, across, along));
    }
    let mut angles = within_half(low, high);
    for k in 0..N {
        let [zero, one, two, four] = numbers(x[k], [0.0, 1.0, 2.0, 4.0]);
        let steep = x[k].abs().below(y[k].abs());
        let share = R::select(steep, one - angles[k], angles[k]);
        let share = R::select(x[k].below(zero), two - share, share);
        angles[k] = R::select(y[k].below(zero), four - share, share);
    }
    angles
}

/// Returns the angle for `0 ≤ low ≤ high`: 0 to half a right angle.
///
/// Beyond π/8 the angle to the diagonal is taken, `atan a − π/4 = atan((a − 1)/(a + 1))`. The choices
/// are made in numbers, not in branches, so that the series of all angles run side by side.
#[inline(always)]
fn within_half<R: Real, const N: usize>(low: [R; N], high: [R; N]) -> [R; N] {
    let (mut t, mut offset) = (low, low);
    for k in 0..N {
        let [zero, half, one, half_way] = numbers(low[k], [0.0, 0.5, 1.0, HALF_WAY]);
        let near_diagonal = (half_way * high[k]).below(low[k]);
        let below = high[k] + R::select(near_diagonal, low[k], zero);
        let above = low[k] - R::select(near_diagonal, high[k], zero);
        // The zero vector has the angle 0; NaN stays.
        t[k] = above / R::select(below.at_most(zero), one, below);
        offset[k] = R::select(near_diagonal, half, zero);
    }
    for k in 0..N {
        let [scale] = numbers(t[k], [FRAC_2_PI]);
        t[k] = (t[k] + t[k] * atan_series(t[k] * t[k])) * scale + offset[k];
    }
    t
}

/// Returns `atan(√u)/√u − 1`.
#[inline(always)]
fn atan_series<R: Real>(u: R) -> R {
    let c = numbers(u, SERIES);
    let u2 = u * u;
    let (u4, u8) = (u2 * u2, u2 * u2 * (u2 * u2));
    let low_terms = (c[0] + c[1] * u) + (c[2] + c[3] * u) * u2;
    let mid_terms = (c[4] + c[5] * u) + (c[6] + c[7] * u) * u2;
    let high_terms = (c[8] + c[9] * u) + c[10] * u2;
    u * (low_terms + mid_terms * u4 + high_terms * u8)
}

/// Returns the numbers in all lanes of another.
#[inline(always)]
fn numbers<R: Real, const N: usize>(like: R, values: [f64; N]) -> [R; N] {
    let mut numbers = [like; N];
    for (number, value) in numbers.iter_mut().zip(values) {
        *number = like.same(value);
    }
    numbers
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
