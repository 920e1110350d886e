//! Properties for every patch, stage damping and trial force.

use nalgebra::{Matrix3, vector};
use proptest::prelude::*;

use super::*;
use crate::Full;

/// Yields patches of up to seven points in some 0.1 m: anywhere, in a line, or with two of them side by
/// side.
fn patches() -> impl Strategy<Value = PointSupports> {
    let point = (-0.1..0.1_f64, -0.1..0.1_f64, 0.01..1.0_f64);
    (prop::collection::vec(point, 2..8), 0..3_u8, -8.0..-1.0_f64).prop_map(
        |(mut list, kind, near)| {
            match kind {
                0 => {}
                1 => list.iter_mut().for_each(|point| point.1 = 0.3 * point.0 + 0.02),
                _ => {
                    list[1] = (list[0].0 + 0.1 * 10_f64.powf(near), list[0].1, list[1].2);
                    list.push((-0.07, 0.05, 0.3));
                }
            }
            points(&list)
        },
    )
}

fn gains() -> impl Strategy<Value = Full<3>> {
    prop::array::uniform9(-1.0..1.0_f64).prop_map(|entries| {
        let root = Matrix3::from_row_slice(&entries);
        let unit = Matrix3::from_diagonal(&vector![1.0, 1.0, 0.1]);
        Full::new(unit * (root * root.transpose() + Matrix3::identity() * 0.01) * unit).unwrap()
    })
}

fn trials() -> impl Strategy<Value = Force> {
    prop::array::uniform3(-3.0..3.0_f64).prop_map(|f| vector![f[0], f[1], 0.1 * f[2]])
}

/// Yields a slip, the friction that belongs to it, and the trial force that leads to it: anywhere; next to
/// a turn about a point; such a turn, with a force on the point; nearly at rest.
fn solved() -> impl Strategy<Value = (PointSupports, Full<3>, Force, Force)> {
    let slip = prop::array::uniform3(-1.0..1.0_f64);
    (patches(), gains(), slip, 0..4_u8, -12.0..0.0_f64, -1.0..1.0_f64).prop_map(
        |(set, gain, slip, kind, tiny, held)| {
            let (slip, aside) =
                (vector![slip[0], slip[1], 10.0 * slip[2]], vector![slip[0], slip[1]]);
            let (place, friction) = set.points().next().unwrap();
            let turn = vector![place.y, -place.x, 1.0] * slip.z;
            let held = wrench(place, aside.normalize() * (friction * held));
            let tiny = 10_f64.powf(tiny);
            let beside = turn + vector![aside.x, aside.y, 0.0] * tiny;
            let (slip, force) = match kind {
                0 => (slip, sliding(set.points(), slip)),
                1 => (beside, sliding(set.points(), beside)),
                2 => (turn, sliding(set.points().skip(1), turn) + held),
                _ => (slip * tiny, sliding(set.points(), slip)),
            };
            (set, gain, force, gain.apply(slip) + force)
        },
    )
}

fn size(gain: &Full<3>, force: Force) -> f64 {
    force.dot(&gain.solve(force)).sqrt()
}

/// Returns a member of the set at N = 1.
fn member(set: &PointSupports, seed: f64) -> Force {
    let force = |(i, (place, friction)): (usize, (Vector2<f64>, f64))| {
        let (size, angle) = ((seed + 1.7 * i as f64).sin(), 5.1 * seed + 2.3 * i as f64);
        wrench(place, vector![angle.cos(), angle.sin()] * (size * friction))
    };
    set.points().enumerate().map(force).sum()
}

proptest! {
    #[test]
    fn the_slip_that_the_trial_force_was_made_from_is_found((set, gain, force, trial) in solved()) {
        let error = size(&gain, project(&set, 1.0, &gain, trial) - force);
        prop_assert!(error <= 1e-12 * size(&gain, trial), "{:e}", error / size(&gain, trial));
        let gauge = set.gauge(force);
        prop_assert!((gauge - 1.0).abs() <= 1e-9, "{gauge}");
    }

    #[test]
    fn friction_dissipates_most(set in patches(), gain in gains(), trial in trials()) {
        let force = project(&set, 1.0, &gain, trial);
        let slip = gain.solve(trial - force);
        let power = trial.dot(&gain.solve(trial));
        prop_assert!(force.dot(&slip) >= -1e-13 * power);
        prop_assert!((force.dot(&slip) - set.support(slip)).abs() <= 1e-13 * power);
        for k in 0..40 {
            let other = member(&set, trial.x + f64::from(k));
            prop_assert!((other - force).dot(&slip) <= 1e-13 * power);
            prop_assert!(set.at(1.0 + 1e-12).unwrap().contains(other));
        }
    }

    #[test]
    fn the_gauge_is_where_the_force_is_on_the_border(set in patches(), trial in trials()) {
        prop_assume!(trial.norm() > 0.01);
        let gauge = set.gauge(trial);
        prop_assert!(set.saturated(gauge * (1.0 + 1e-12), &1.0, trial).is_none());
        let border = project(&set, gauge * (1.0 - 1e-9), &1.0, trial);
        prop_assert!(border != trial && (border - trial).norm() <= 1e-8 * trial.norm());
    }
}
