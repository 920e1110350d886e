use super::*;
use crate::testing::{self, gsat, rate_dependent};
use nalgebra::Vector2;
use proptest::prelude::*;
use stiction_core::{Line, Plane};

fn curve(shape: StribeckShape) -> StribeckCurve {
    testing::curve([1.0, 1.5], 0.01, shape)
}

fn law<D: VectorDomain>(shape: StribeckShape) -> RateDependentGsat<D> {
    rate_dependent([1e5, 400.0, 0.4], curve(shape))
}

const SHAPES: [StribeckShape; 3] = [
    StribeckShape::Rational,
    StribeckShape::Gaussian,
    StribeckShape::Exponential { exponent: 0.5 },
];

/// Yields 10^4 laws and loads from a small generator of its own, so that the cases never change.
fn random_cases() -> impl Iterator<Item = (StribeckCurve, f64, f64, f64)> {
    let mut seed = 0x9E37_79B9_7F4A_7C15_u64;
    let mut uniform = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as f64 / (1_u64 << 53) as f64
    };
    (0..10_000).map(move |i| {
        let coulomb = 10.0_f64.powf(4.0 * uniform() - 2.0);
        let breakaway = coulomb * (1.0 + uniform());
        let speed = 10.0_f64.powf(4.0 * uniform() - 4.0);
        let shape = if i % 2 == 0 { StribeckShape::Rational } else { StribeckShape::Gaussian };
        let curve = testing::curve([coulomb, breakaway], speed, shape);
        let stage_damping = 10.0_f64.powf(5.0 * uniform() - 2.0);
        let viscous = if i % 3 == 0 { 0.0 } else { uniform() };
        let drive = breakaway * (1.0 + 10.0_f64.powf(8.0 * uniform() - 6.0));
        (curve, stage_damping, viscous, drive)
    })
}

#[test]
fn the_sliding_speed_solves_its_equation_to_rounding() {
    let mut worst = 0.0_f64;
    for (curve, stage_damping, viscous, drive) in random_cases() {
        let s = sliding_speed(&curve, stage_damping + viscous, drive);
        assert!(s >= 0.0, "{curve:?} {drive}");
        let residual = stage_damping * s + curve.value(s) + viscous * s - drive;
        worst = worst.max(residual.abs() / drive);
    }
    // The sum of four rounded terms; 4.2e-16 is seen.
    assert!(worst < 2e-15, "{worst:e}");
}

#[test]
fn extreme_loads_end_the_iteration() {
    for shape in SHAPES {
        let curve = curve(shape);
        for drive in [1.5 * (1.0 + f64::EPSILON), 1.5 + 1e-12, 2.0, 1e9, 1e300] {
            for slope in [1e-12, 1.0, 50.0, 1e12] {
                let s = sliding_speed(&curve, slope, drive);
                assert!(
                    s >= 0.0 && s.is_finite() || drive > 1e200,
                    "{shape:?} {drive} {slope} {s}"
                );
            }
        }
        assert!(sliding_speed(&curve, 1.0, f64::NAN).is_nan());
    }
}

#[test]
fn constant_curve_without_viscous_part_is_coulomb() {
    let constant = rate_dependent::<Plane>([1e4, 10.0, 0.0], StribeckCurve::constant(2.0).unwrap());
    let gsat = gsat::<Plane>([1e4, 10.0, 2.0]);
    for (v, e) in [(0.01, 1e-4), (0.5, 1e-4), (-0.3, -3e-4)] {
        let (v, e) = (Vector2::new(v, 0.1 * v), Vector2::new(e, 1e-5));
        let (f, eps) = constant.friction(1e-3, v, e);
        let (f_gsat, eps_gsat) = gsat.friction(1e-3, v, e);
        assert!((f - f_gsat).norm() < 1e-14 && (eps - eps_gsat).norm() < 1e-14);
    }
}

#[test]
fn the_condition_of_continuous_break_away() {
    let build = |shape, damping| {
        rate_dependent::<Line>([1e5, damping, 0.5], curve(shape)).is_breakaway_continuous()
    };
    // (Fs − Fc)/vs = 50.
    assert!(build(StribeckShape::Rational, 49.5));
    assert!(!build(StribeckShape::Rational, 49.4));
    assert!(build(StribeckShape::Gaussian, 0.858 * 50.0 - 0.5));
    assert!(!build(StribeckShape::Gaussian, 0.857 * 50.0 - 0.5));
}

proptest! {
    /// f = (F(|w|) + D|w|) w/|w| and f = K (e + τ ε) + B ε, with w = v − ε.
    #[test]
    fn solves_the_inclusion(v in -0.2..0.2_f64, e in -3e-5..3e-5_f64, tau in 1e-6..1e-3_f64) {
        for shape in SHAPES {
            let (f, eps) = law::<Line>(shape).friction(tau, v, e);
            let scale = (400.0 + tau * 1e5) * v.abs() + 1e5 * e.abs() + 2.0;
            prop_assert!((f - 1e5 * (e + tau * eps) - 400.0 * eps).abs() < 4e-15 * scale);
            let w = v - eps;
            if w != 0.0 {
                // The steepest Stribeck slope times the rounding of w.
                let level = curve(shape).value(w.abs()) + 0.4 * w.abs();
                let slope = curve(shape).derivative(w.abs()).abs() + 1.0;
                let tolerance = 4e-15 * scale + slope * 1e-15 * (v.abs() + eps.abs());
                prop_assert!((f.abs() - level).abs() < tolerance, "{shape:?} {f} {level}");
                prop_assert_eq!(f.signum(), w.signum());
            }
        }
    }
}
