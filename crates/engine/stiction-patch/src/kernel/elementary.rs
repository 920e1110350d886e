//! 2^x and sin as polynomials, the same bits on every machine.
//!
//! The coefficients interpolate the functions at Chebyshev points; with exact arithmetic the relative
//! error would be 2e-17 (2^x) and 4e-17 (sin). In double precision it stays below 2
//! and 2.5 `f64::EPSILON` (unit tests).

use stiction_core::Real;

/// `2^f` in powers of f on |f| ≤ ½, lowest first.
const EXP2: [f64; 12] = [
    1.0,
    core::f64::consts::LN_2,
    0.24022650695910097,
    0.0555041086648216,
    0.009618129107606885,
    0.0013333558146416933,
    0.00015403530441741856,
    1.5252733829839213e-5,
    1.3215442584382707e-6,
    1.0178062443959398e-7,
    7.072586657066206e-9,
    4.454960975460706e-10,
];

/// `sin(π t/2)/t` in powers of t² on 0 ≤ t ≤ 1, lowest first.
const SINE: [f64; 9] = [
    core::f64::consts::FRAC_PI_2,
    -0.6459640975062462,
    0.07969262624616565,
    -0.004681754135304255,
    0.0001604411847130916,
    -3.5988430204672576e-6,
    5.6921364280986254e-8,
    -6.684416831856085e-10,
    5.87297574479995e-12,
];

/// Below this the result would not be a normal number.
const LEAST_EXPONENT: f64 = -1000.0;

/// `1.5 · 2^52`: adding it rounds to an integer, which the lowest bits of the sum then hold.
const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// Returns 2^x for x ≤ 0; 2^−1000 below −1000.
#[inline(always)]
pub(super) fn exp2<R: Real>(x: R) -> R {
    let x = x.no_less_than(LEAST_EXPONENT);
    let shifted = x + x.same(ROUNDER);
    let f = x - (shifted - x.same(ROUNDER));
    polynomial(&EXP2, f, f * f).shift_exponent(shifted)
}

/// Returns sin(π t/2) for 0 ≤ t ≤ 1.
#[inline(always)]
pub(super) fn sine_of_quarter_turns<R: Real>(t: R) -> R {
    let s = t * t;
    polynomial(&SINE, s, s * s) * t
}

/// Evaluates by Estrin's scheme: pairs first, so that the chain of dependent operations stays short. `x2` is x².
#[inline(always)]
fn polynomial<R: Real, const N: usize>(coefficients: &[f64; N], x: R, x2: R) -> R {
    let x4 = x2 * x2;
    let mut blocks = coefficients.chunks(4).rev();
    let mut value = blocks.next().map_or(x.same(0.0), |block| cubic(block, x, x2));
    for block in blocks {
        value = value.mul_add(x4, cubic(block, x, x2));
    }
    value
}

/// Evaluates a polynomial of one or four coefficients: the last block of a table may have one.
#[inline(always)]
fn cubic<R: Real>(c: &[f64], x: R, x2: R) -> R {
    let linear = |low: f64, high: f64| x.same(high).mul_add(x, x.same(low));
    match *c {
        [c0] => x.same(c0),
        [c0, c1, c2, c3] => linear(c2, c3).mul_add(x2, linear(c0, c1)),
        _ => x.same(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the largest relative error over a fine grid of `[from, to]`, in `f64::EPSILON`.
    fn worst(f: impl Fn(f64) -> f64, truth: impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
        let n = 200_000;
        (0..=n)
            .map(|i| from + (to - from) * f64::from(i) / f64::from(n))
            .filter(|&x| truth(x) != 0.0)
            .map(|x| ((f(x) - truth(x)) / truth(x)).abs() / f64::EPSILON)
            .fold(0.0, f64::max)
    }

    // The functions of the standard library are themselves off by up to half an ulp or so.
    #[test]
    fn power_of_two_is_good_to_two_epsilon() {
        assert!(worst(exp2, f64::exp2, -1.0, 0.0) < 2.0);
        assert!(worst(exp2, f64::exp2, -40.0, 0.0) < 2.0);
        assert!(worst(exp2, f64::exp2, -1000.0, 0.0) < 2.0);
        assert_eq!(exp2(0.0), 1.0);
        assert_eq!(exp2(-3.0), 0.125);
        assert_eq!(exp2(-1e300), exp2(-1000.0));
        assert_eq!(exp2(f64::NEG_INFINITY), exp2(-1000.0));
    }

    #[test]
    fn sine_is_good_to_2_5_epsilon() {
        // Includes the digits that π/2 and the product lose.
        let truth = |t: f64| {
            let half_pi = core::f64::consts::FRAC_PI_2;
            let angle = half_pi * t;
            let lost = half_pi.mul_add(t, -angle) + 6.123_233_995_736_766e-17 * t;
            angle.sin() + lost * angle.cos()
        };
        assert!(worst(sine_of_quarter_turns, truth, 0.0, 1.0) < 2.5);
        assert_eq!(sine_of_quarter_turns(0.0), 0.0);
    }

    /// The measure sees a coefficient that is off in its tenth digit.
    #[test]
    fn the_measure_sees_a_wrong_coefficient() {
        let wrong = |t: f64| sine_of_quarter_turns(t) + 1e-12 * t * t;
        let truth = |t: f64| (core::f64::consts::FRAC_PI_2 * t).sin();
        assert!(worst(wrong, truth, 0.0, 1.0) > 1000.0);
    }
}
