//! Sine and cosine of an angle, for every evaluation of a patch on a body that turns.
//!
//! The function of the platform takes long (8 ns and what is in registers) and differs in the last
//! digit between platforms. This is products and sums only, both polynomials side by side.

use core::f64::consts::FRAC_2_PI;

/// π/2 in three parts: the first two of 33 bits, so that their products with a number of right angles
/// are exact.
const RIGHT_ANGLE: [f64; 3] =
    [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21];

/// `(sin x/x − 1)/x²` in powers of x² for |x| up to π/4, interpolated at Chebyshev points; x³ times
/// its error is below 2e-20.
const SINE: [f64; 7] = [
    -0.166_666_666_666_666_66,
    0.008_333_333_333_333_331,
    -0.000_198_412_698_412_645_7,
    2.755_731_921_895_673e-6,
    -2.505_210_610_092_667_5e-8,
    1.605_851_097_953_535e-10,
    -7.585_492_507_821_24e-13,
];

/// `((cos x − 1)/x² + ½)/x²`, likewise.
const COSINE: [f64; 7] = [
    0.041_666_666_666_666_664,
    -0.001_388_888_888_888_888_7,
    2.480_158_730_158_437e-5,
    -2.755_731_922_119_02e-7,
    2.087_675_571_795_729_6e-9,
    -1.147_044_941_240_971e-11,
    4.745_202_155_702_359e-14,
];

/// Beyond, the number of right angles has more bits than their parts leave room for \[rad\].
const LARGEST: f64 = 1e6;

/// `1.5 · 2^52`: adding it rounds to an integer, which the lowest bits of the sum then hold.
const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// `[cos, sin]` of an angle \[rad\], each with an error below 2e-16.
#[inline]
pub(crate) fn turn(angle: f64) -> [f64; 2] {
    // Also NaN.
    if !(angle.abs() < LARGEST) {
        return far(angle);
    }
    let shifted = angle * FRAC_2_PI + ROUNDER;
    let count = shifted - ROUNDER;
    let x = angle - count * RIGHT_ANGLE[0] - count * RIGHT_ANGLE[1] - count * RIGHT_ANGLE[2];
    let u = x * x;
    let sine = x + x * u * polynomial(&SINE, u);
    let cosine = 1.0 - (0.5 * u - u * u * polynomial(&COSINE, u));
    let quarter = shifted.to_bits();
    let [along, across] = if quarter & 1 == 0 { [cosine, sine] } else { [sine, cosine] };
    let signed =
        |value: f64, negative: u64| f64::from_bits(value.to_bits() ^ (negative >> 1 << 63));
    [signed(along, (quarter + 1) & 2), signed(across, quarter & 2)]
}

#[cold]
#[inline(never)]
fn far(angle: f64) -> [f64; 2] {
    let (sine, cosine) = angle.sin_cos();
    [cosine, sine]
}

/// Pairs first, so that the chain of dependent operations stays short.
#[inline]
fn polynomial(c: &[f64; 7], u: f64) -> f64 {
    let (u2, u4) = (u * u, u * u * (u * u));
    (c[0] + c[1] * u + (c[2] + c[3] * u) * u2) + (c[4] + c[5] * u + c[6] * u2) * u4
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::{FRAC_PI_2, PI};

    fn error(angle: f64) -> f64 {
        let (sine, cosine) = angle.sin_cos();
        let [c, s] = turn(angle);
        (c - cosine).abs().max((s - sine).abs())
    }

    #[test]
    fn agrees_with_the_platform() {
        for k in -200_000..200_000 {
            for angle in [1e-4 * f64::from(k), 4.9 * f64::from(k)] {
                assert!(error(angle) < 2.5e-16, "{angle}: {}", error(angle));
            }
        }
    }

    #[test]
    fn whole_right_angles_and_what_is_near_them() {
        assert_eq!(turn(0.0), [1.0, 0.0]);
        assert_eq!(turn(1e-300), [1.0, 1e-300]);
        for k in -2000..2000 {
            let angle = f64::from(k) * FRAC_PI_2;
            for angle in [angle, angle.next_up(), angle.next_down()] {
                assert!(error(angle) < 2.5e-16, "{angle}: {}", error(angle));
            }
        }
        // The sine of the number next to π: what is lost there has to be right, too.
        assert!((turn(PI)[1] / PI.sin() - 1.0).abs() < 1e-15);
    }

    #[test]
    fn far_angles_are_those_of_the_platform_and_nan_stays() {
        for angle in [1e6, -3e9, 1e300] {
            assert!(error(angle) == 0.0);
        }
        assert!(turn(f64::NAN).iter().all(|value| value.is_nan()));
        assert!(turn(f64::INFINITY).iter().all(|value| value.is_nan()));
    }
}
