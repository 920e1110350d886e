//! The two ways to the slip under any curvature, and the steps that they consist of.

use nalgebra::vector;
use proptest::prelude::*;

use super::super::{slip_diagonal, stick_diagonal};
use super::*;

fn turned(z: Vector3<f64>) -> Vector3<f64> {
    vector![z.y, -z.x, 0.0]
}

fn vectors() -> impl Strategy<Value = Vector3<f64>> {
    prop::array::uniform3(-1.0..1.0_f64).prop_map(Vector3::from)
}

/// Symmetric, positive curvatures, with moments or without.
fn curvatures() -> impl Strategy<Value = Matrix3<f64>> {
    (vectors(), vectors(), any::<bool>()).prop_map(|(lever, diagonal, moments)| {
        let lever = if moments { lever } else { Vector3::zeros() };
        lever * lever.transpose() + Matrix3::from_diagonal(&diagonal.abs().add_scalar(0.01))
    })
}

proptest! {
    /// `(σ I + A + b J) z = c`, and its derivative by σ.
    #[test]
    fn z_solves_the_equation_at_every_multiplier(
        a in curvatures(), c in vectors(), b in -3.0..3.0_f64, s in 0.0..3.0_f64,
    ) {
        let problem = Full { curvature: &a, drive: &c, k: 0.5 };
        let (z, slope) = problem.at(b, s).unwrap();
        let apply = |z: Vector3<f64>| a * z + z * s + turned(z) * b;
        // The smallest eigenvalue is 0.01, by which rounding may grow, twice in the derivative.
        prop_assert!((apply(z) - c).norm() <= 1e-13);
        prop_assert!((apply(slope) + z).norm() <= 1e-11);
    }

    /// The oracle is the scalar iteration, if there is one.
    #[test]
    fn a_constant_coupling_on_a_diagonal_is_that_of_the_scalar_iteration(
        a in vectors(), c in vectors(), b in -3.0..3.0_f64, size in 0.0..3.0_f64,
    ) {
        let (a, c) = (a.abs().add_scalar(0.01), c * size);
        prop_assume!(c.norm() > 1e-3);
        let full = Matrix3::from_diagonal(&a);
        let found = Full { curvature: &full, drive: &c, k: 0.5 }.with_constant(b).unwrap();
        prop_assert!(found.iterations <= 24, "{found:?}");
        if let Some(stick) = stick_diagonal(&a, &c, b) {
            prop_assert_eq!(found.multiplier, 0.0);
            prop_assert!((found.direction - stick).norm() <= 1e-13);
        } else {
            let expected = slip_diagonal(&a, &c, SkewTerm::Constant(b)).unwrap();
            prop_assert!((found.multiplier - expected.multiplier).abs() <= 1e-12 * size);
            prop_assert!((found.direction - expected.direction).norm() <= 1e-12);
        }
    }

    /// Both ways solve one problem: if it has only one solution they agree.
    #[test]
    fn the_bracketed_root_is_that_of_newton(
        a in 0.01..0.5_f64, turn in 0.01..0.5_f64, c in vectors(), k in 0.0..3.0_f64,
    ) {
        let diagonal = vector![a, a, turn];
        prop_assume!(stick_diagonal(&diagonal, &c, 0.0).is_none());
        let full = Matrix3::from_diagonal(&diagonal);
        let found = Full { curvature: &full, drive: &c, k }.bracketed().unwrap();
        let expected = slip_diagonal(&diagonal, &c, SkewTerm::Proportional(k)).unwrap();
        prop_assert!((found.multiplier - expected.multiplier).abs() <= 1e-12);
        prop_assert!((found.direction - expected.direction).norm() <= 1e-11);
    }

    /// With moments too, and with its cost: Newton's attempt, both ends, and a root that the Illinois
    /// form finds in some ten evaluations of a few iterations each.
    #[test]
    fn the_bracketed_root_solves_any_problem_at_a_bounded_cost(
        a in curvatures(), c in vectors(), k in 0.0..3.0_f64,
    ) {
        let inverse = a.try_inverse().unwrap();
        prop_assume!((inverse * c).norm() > 1.0);
        let slip = Full { curvature: &a, drive: &c, k }.bracketed().unwrap();
        let (s, z) = (slip.multiplier, slip.direction);
        let left = a * z + z * s + turned(z) * (k * s * z.z) - c;
        prop_assert!(s >= 0.0 && left.norm() <= 1e-13 * (1.0 + k) * (1.0 + s), "{slip:?} {left}");
        prop_assert!((z.norm() - 1.0).abs() <= 1e-12);
        prop_assert!((20..=150).contains(&slip.iterations), "{}", slip.iterations);
    }

    /// The equation in other units: a power of two changes only the exponent of every number.
    #[test]
    fn the_solution_does_not_depend_on_the_units(
        a in curvatures(), c in vectors(), k in 0.0..3.0_f64, b in -3.0..3.0_f64,
        exponent in -60..60_i32,
    ) {
        prop_assume!((a.try_inverse().unwrap() * c).norm() > 1.0 && c.norm() > 1e-3);
        let unit = 2.0_f64.powi(exponent);
        let scaled = |slip: Slip| Slip { multiplier: slip.multiplier * unit, ..slip };
        let (curvature, drive) = (a * unit, c * unit);
        prop_assert_eq!(slip_full(&curvature, &drive, k), slip_full(&a, &c, k).map(scaled));
        let here = Full { curvature: &a, drive: &c, k };
        let there = Full { curvature: &curvature, drive: &drive, k };
        prop_assert_eq!(there.bracketed(), here.bracketed().map(scaled));
        prop_assert_eq!(there.with_constant(b * unit), here.with_constant(b).map(scaled));
    }
}

/// Newton's iteration does for ordinary problems: three to five steps are the rule.
#[test]
fn ordinary_problems_take_few_steps() {
    let (mut sum, mut most, mut count) = (0, 0, 0);
    for i in 0..500 {
        let share = |k: f64| (0.618 * k * f64::from(i)).fract();
        let lever = vector![share(1.0), share(2.0), share(3.0)] * 0.3;
        let a = lever * lever.transpose() + Matrix3::identity() * (0.05 + 0.2 * share(5.0));
        let c = vector![share(7.0) - 0.5, share(11.0) - 0.5, share(13.0) - 0.5] * 4.0;
        if (a.try_inverse().unwrap() * c).norm() > 1.5 {
            let slip = slip_full(&a, &c, share(17.0)).unwrap();
            (sum, most, count) = (sum + slip.iterations, most.max(slip.iterations), count + 1);
        }
    }
    // 3.6 in the mean.
    assert!(most <= 6 && sum <= 4 * count && count > 300, "{most} {sum} {count}");
}

/// By hand: straight sliding, `σ = |c| − a` along c, without moments and with no spin.
#[test]
fn straight_sliding_by_hand() {
    let a = Matrix3::from_diagonal(&vector![0.5, 0.5, 0.2]);
    let drive = vector![3.0, 4.0, 0.0];
    let problem = Full { curvature: &a, drive: &drive, k: 2.0 };
    for slip in [problem.with_constant(0.0), problem.bracketed(), slip_full(&a, &drive, 2.0)] {
        let slip = slip.unwrap();
        assert!((slip.multiplier - 4.5).abs() <= 1e-14, "{slip:?}");
        assert!((slip.direction - vector![0.6, 0.8, 0.0]).norm() <= 1e-15, "{slip:?}");
    }
    // Held back by a curvature above the drive it sticks: A z = c.
    let stuck = Full { curvature: &(a * 20.0), drive: &drive, k: 2.0 }.with_constant(0.0).unwrap();
    assert_eq!((stuck.multiplier, stuck.iterations), (0.0, 1));
    assert!((stuck.direction - vector![0.3, 0.4, 0.0]).norm() <= 1e-15);
}

#[test]
fn what_is_not_finite_is_not_solved() {
    let a = Matrix3::identity();
    for drive in [vector![f64::NAN, 0.0, 1.0], vector![1e160, 0.0, 0.0], vector![1e-160, 0.0, 0.0]]
    {
        let problem = Full { curvature: &a, drive: &drive, k: 1.0 };
        assert!(problem.with_constant(0.1).is_err() && problem.bracketed().is_err());
        let error = slip_full(&a, &drive, 1.0).unwrap_err();
        assert_eq!(error.drive.map(f64::to_bits), drive.map(f64::to_bits));
    }
    let nan = Matrix3::repeat(f64::NAN);
    let error = slip_full(&nan, &vector![1.0, 0.0, 0.0], 1.0).unwrap_err();
    assert!(error.length.is_nan() && error.curvature[(0, 0)].is_nan());
}
