//! Means over one half sector of a regular polygon, and its directions to the last bit.

use core::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

/// Positive nodes and weights of the 16-point Gauss-Legendre rule on −1..1.
#[rustfmt::skip]
const GAUSS: [(f64, f64); 8] = [
    (0.989_400_934_991_649_9, 0.027_152_459_411_754_096),
    (0.944_575_023_073_232_6, 0.062_253_523_938_647_894),
    (0.865_631_202_387_831_8, 0.095_158_511_682_492_79),
    (0.755_404_408_355_003, 0.124_628_971_255_533_88),
    (0.617_876_244_402_643_8, 0.149_595_988_816_576_74),
    (0.458_016_777_657_227_37, 0.169_156_519_395_002_54),
    (0.281_603_550_779_258_9, 0.182_603_415_044_923_58),
    (0.095_012_509_837_637_44, 0.189_450_610_455_068_5),
];

/// Returns the mean of an integrand over 0..`half_sector`.
///
/// For a positive integrand nothing cancels, however many sides there are. The integrands here have
/// their nearest pole at π/2; with the half sector at most π/3 the rule is then off by less than
/// 1e-17 (a Bernstein ellipse of 3.7, to the power −32).
pub(super) fn mean(half_sector: f64, integrand: impl Fn(f64) -> f64) -> f64 {
    let middle = 0.5 * half_sector;
    GAUSS.iter().fold(0.0, |sum, &(node, weight)| {
        let (below, above) = (middle * (1.0 - node), middle * (1.0 + node));
        sum + 0.5 * weight * (integrand(below) + integrand(above))
    })
}

/// Returns 1 − cos x.
pub(super) fn versine(x: f64) -> f64 {
    let half = (0.5 * x).sin();
    2.0 * half * half
}

/// Returns the cosine and sine of `index` half sectors, an angle of `π index/sides`.
///
/// Reduced to 0..π/4 in integers, so that a square has its vertices exactly on the axes and every
/// polygon has all its symmetries.
pub(super) fn direction(index: u64, sides: u64) -> (f64, f64) {
    let doubled = 2 * (index % (2 * sides));
    let (quadrant, rest) = (doubled / sides, doubled % sides);
    let quarter = |part: u64| FRAC_PI_2 * (part as f64 / sides as f64);
    let (cosine, sine) = match (2 * rest).cmp(&sides) {
        core::cmp::Ordering::Less => (quarter(rest).cos(), quarter(rest).sin()),
        core::cmp::Ordering::Equal => (FRAC_1_SQRT_2, FRAC_1_SQRT_2),
        core::cmp::Ordering::Greater => (quarter(sides - rest).sin(), quarter(sides - rest).cos()),
    };
    match quadrant {
        0 => (cosine, sine),
        1 => (-sine, cosine),
        2 => (-cosine, -sine),
        _ => (sine, -cosine),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::f64::consts::{FRAC_PI_3, PI};

    #[test]
    fn means_over_the_widest_sector() {
        let x = FRAC_PI_3;
        let cases = [
            (mean(x, |d| d.tan() * d.tan()), x.tan() / x - 1.0),
            (mean(x, |d| versine(d) / d.cos()), x.tan().asinh() / x - 1.0),
            (mean(x, versine), 1.0 - x.sin() / x),
        ];
        for (found, closed) in cases {
            assert!((found - closed).abs() < 4e-16, "{found} {closed}");
        }
    }

    #[test]
    fn directions_are_those_of_the_angle() {
        for sides in [3, 4, 5, 6, 7, 8, 12, 31] {
            for index in 0..4 * sides {
                let angle = PI * index as f64 / sides as f64;
                let (cosine, sine) = direction(index, sides);
                // The angle itself is rounded: 4π times 2⁻⁵³.
                assert!((cosine - angle.cos()).abs() < 3e-15, "{index} {sides}");
                assert!((sine - angle.sin()).abs() < 3e-15, "{index} {sides}");
            }
        }
    }

    #[test]
    fn a_square_lies_on_the_axes() {
        let vertices = [0, 2, 4, 6].map(|index| direction(index, 4));
        assert_eq!(vertices, [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]);
        assert_eq!(direction(1, 4), (FRAC_1_SQRT_2, FRAC_1_SQRT_2));
        // Without the reduction the cosine is 6e-17.
        assert_ne!(FRAC_PI_2.cos(), 0.0);
    }
}
