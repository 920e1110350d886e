//! Quantiles of the standard normal distribution.
//!
//! Rational approximations to about 1 part in 10¹⁶: M. J. Wichura, *Algorithm AS 241: The percentage
//! points of the normal distribution*, Applied Statistics 37 (1988), 477-484, routine PPND16.

/// Numerator and denominator of an approximation, lowest power first.
type Ratio = [[f64; 8]; 2];

/// For |u − 1/2| ≤ 0.425, in 0.425² − (u − 1/2)².
const CENTRE: Ratio = [
    [
        3.387_132_872_796_366_5,
        133.141_667_891_784_38,
        1_971.590_950_306_551_3,
        13_731.693_765_509_46,
        45_921.953_931_549_87,
        67_265.770_927_008_7,
        33_430.575_583_588_13,
        2_509.080_928_730_122_7,
    ],
    [
        1.0,
        42.313_330_701_600_91,
        687.187_007_492_057_9,
        5_394.196_021_424_751,
        21_213.794_301_586_597,
        39_307.895_800_092_71,
        28_729.085_735_721_943,
        5_226.495_278_852_854,
    ],
];
/// For r = √(−ln(tail)) ≤ 5, in r − 1.6.
const SIDE: Ratio = [
    [
        1.423_437_110_749_683_5,
        4.630_337_846_156_546,
        5.769_497_221_460_691,
        3.647_848_324_763_204_5,
        1.270_458_252_452_368_4,
        0.241_780_725_177_450_6,
        0.022_723_844_989_269_184,
        7.745_450_142_783_414e-4,
    ],
    [
        1.0,
        2.053_191_626_637_759,
        1.676_384_830_183_803_8,
        0.689_767_334_985_1,
        0.148_103_976_427_480_08,
        0.015_198_666_563_616_457,
        5.475_938_084_995_345e-4,
        1.050_750_071_644_416_9e-9,
    ],
];
/// For r > 5, in r − 5.
const TAIL: Ratio = [
    [
        6.657_904_643_501_103,
        5.463_784_911_164_114,
        1.784_826_539_917_291_3,
        0.296_560_571_828_504_87,
        0.026_532_189_526_576_124,
        0.001_242_660_947_388_078_4,
        2.711_555_568_743_487_6e-5,
        2.010_334_399_292_288_1e-7,
    ],
    [
        1.0,
        0.599_832_206_555_888,
        0.136_929_880_922_735_8,
        0.014_875_361_290_850_615,
        7.868_691_311_456_133e-4,
        1.846_318_317_510_054_8e-5,
        1.421_511_758_316_446e-7,
        2.044_263_103_389_939_8e-15,
    ],
];

/// The value below which the share `u` of a standard normal variable lies, 0 < u < 1.
pub(crate) fn quantile(u: f64) -> f64 {
    let centred = u - 0.5;
    if centred.abs() <= 0.425 {
        return centred * ratio(&CENTRE, 0.180_625 - centred * centred);
    }
    let tail = if centred < 0.0 { u } else { 1.0 - u };
    let r = (-tail.ln()).sqrt();
    let size = if r <= 5.0 { ratio(&SIDE, r - 1.6) } else { ratio(&TAIL, r - 5.0) };
    size.copysign(centred)
}

fn ratio([numerator, denominator]: &Ratio, x: f64) -> f64 {
    let polynomial = |c: &[f64; 8]| c.iter().rev().fold(0.0, |sum, c| sum * x + c);
    polynomial(numerator) / polynomial(denominator)
}

#[cfg(test)]
mod tests {
    use super::*;

    // With 60 digits, from the complementary error function.
    const QUANTILES: [(f64, f64); 10] = [
        (0.975, 1.959_963_984_540_054),
        (0.9, 1.281_551_565_544_600_6),
        (0.6, 0.253_347_103_135_799_7),
        (0.1, -1.281_551_565_544_600_4),
        (0.074, -1.446_632_067_158_978_5),
        (1e-3, -3.090_232_306_167_813_5),
        (1e-10, -6.361_340_902_404_056),
        (1e-12, -7.034_483_825_301_132),
        (1e-100, -21.273_453_560_965_324),
        (1e-300, -37.047_096_299_361_2),
    ];

    #[test]
    fn known_quantiles() {
        for (u, z) in QUANTILES {
            assert!((quantile(u) - z).abs() <= 4e-16 * z.abs().max(0.1), "{u}: {}", quantile(u));
        }
        assert_eq!(quantile(0.5), 0.0);
    }

    #[test]
    fn it_rises_across_the_seams_and_is_odd() {
        let mut last = f64::NEG_INFINITY;
        for k in 1..100_000 {
            let u = f64::from(k) / 100_000.0;
            let z = quantile(u);
            assert!(z > last, "{u}");
            assert!((z + quantile(1.0 - u)).abs() < 1e-11, "{u}");
            last = z;
        }
    }
}
