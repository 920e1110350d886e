use nalgebra::vector;

use super::*;
use crate::Diagonal;
use crate::testing::{assert_refused_but_zero, assert_refuses};

#[path = "point_supports_property_tests.rs"]
mod properties;

type Force = Vector3<f64>;

fn points(list: &[(f64, f64, f64)]) -> PointSupports {
    let points: Vec<_> = list.iter().map(|&(x, y, friction)| (vector![x, y], friction)).collect();
    PointSupports::new(&points).unwrap()
}

fn rectangle() -> PointSupports {
    points(&[(0.1, 0.05, 0.25), (0.1, -0.05, 0.25), (-0.1, -0.05, 0.25), (-0.1, 0.05, 0.25)])
}

/// Returns the wrench of a force at a point.
fn wrench(place: Vector2<f64>, force: Vector2<f64>) -> Force {
    vector![force.x, force.y, place.perp(&force)]
}

fn velocity(place: Vector2<f64>, twist: Vector3<f64>) -> Vector2<f64> {
    vector![twist.x - twist.z * place.y, twist.y + twist.z * place.x]
}

/// Returns the friction of points in a slip.
fn sliding(points: impl Iterator<Item = (Vector2<f64>, f64)>, slip: Vector3<f64>) -> Force {
    points.map(|(p, friction)| wrench(p, velocity(p, slip).normalize() * friction)).sum()
}

fn project<G: Gain<Force>>(set: &PointSupports, scale: f64, gain: &G, trial: Force) -> Force {
    set.saturated(scale, gain, trial).unwrap_or(trial)
}

#[test]
fn a_turn_about_a_point_computed_by_hand() {
    // About (1, 0) at 1 rad/s: Z u = (0, −1, 1), the point (−1, 0) rubs with (0, −0.5), moment 0.5.
    let set = points(&[(1.0, 0.0, 0.5), (-1.0, 0.0, 0.5)]);
    for held in [vector![0.1, 0.2], vector![0.3, 0.4], vector![0.0, 0.0]] {
        let expected = vector![0.0, -0.5, 0.5] + wrench(vector![1.0, 0.0], held);
        let found = project(&set, 1.0, &1.0, expected + vector![0.0, -1.0, 1.0]);
        assert!((found - expected).amax() < 1e-15, "{found:?}");
    }
    // More than the point can hold moves it.
    let pulled = vector![0.0, -1.5, 1.5] + wrench(vector![1.0, 0.0], vector![0.0, 0.6]);
    let found = project(&set, 1.0, &1.0, pulled);
    let slip = pulled - found;
    assert!(velocity(vector![1.0, 0.0], slip).norm() > 0.01);
    assert!((found - sliding(set.points(), slip)).amax() < 1e-14);
}

#[test]
fn a_single_point_is_a_disc_with_a_lever() {
    let set = points(&[(0.0, 2.0, 0.5)]);
    // The moment is −2 f_x, so the nearest wrench has f_x = (f*_x − 2 m*)/5 and f_y = f*_y.
    let inside = project(&set, 10.0, &1.0, vector![3.0, 1.0, -1.0]);
    assert!((inside - vector![1.0, 1.0, -2.0]).amax() < 1e-14);
    let far = project(&set, 10.0, &1.0, vector![300.0, -400.0, -600.0]);
    assert!((far.xy().norm() - 5.0).abs() < 1e-14 && far.z == -2.0 * far.x, "{far:?}");
    assert_eq!(set.gauge(vector![3.0, 4.0, -6.0]), 10.0);
    assert_eq!(set.gauge(vector![3.0, 4.0, -6.1]), f64::INFINITY);
    assert!(set.at(10.1).unwrap().contains(wrench(vector![0.0, 2.0], vector![3.0, 4.0])));
}

#[test]
fn coincident_points_are_one_and_points_without_friction_none() {
    let split = points(&[(0.1, 0.2, 0.1), (0.1, 0.2, 0.3), (5.0, 5.0, 0.0), (-0.2, 0.0, 0.2)]);
    let plain = points(&[(0.1, 0.2, 0.4), (-0.2, 0.0, 0.2)]);
    assert_eq!(split, plain);
    assert_eq!(
        split.points().collect::<Vec<_>>(),
        [(vector![0.1, 0.2], 0.4), (vector![-0.2, 0.0], 0.2)]
    );
    let slippery = points(&[(1.0, 2.0, 0.0)]);
    assert_eq!(project(&slippery, 3.0, &1.0, vector![1.0, 2.0, 3.0]), Force::zeros());
    assert_eq!(slippery.gauge(vector![1.0, 0.0, 0.0]), f64::INFINITY);
    assert_eq!(slippery.gauge(Force::zeros()), 0.0);
}

/// f* and f by 70-digit arithmetic (minimum of the smoothed function, smoothing to 1e-30), with
/// W = diag(1, 2, 50), N = 1: plain slip; a turn about the third point; 4e-9 and 7e-8 m/s next to
/// that.
const PRECISE: [([f64; 3], [f64; 3]); 4] = [
    ([1.0, -0.4, 0.1], [0.7787675693403692, -0.34139592370862654, 0.061513523467414566]),
    ([-0.35, 0.3, 0.12], [-0.11853526220614828, 0.22766726943942134, 0.06213381555153707]),
    ([-0.35, 0.76540856, 0.12], [-0.05120672012102044, 0.6720356578719549, 0.04530167949672062]),
    ([-0.35, 0.76540865, 0.12], [-0.051206738553469834, 0.6720357169485814, 0.04530167506829299]),
];

#[test]
fn precise_next_to_a_kink() {
    let set = points(&[(0.1, 0.0, 0.3), (-0.05, 0.08, 0.2), (-0.05, -0.08, 0.5)]);
    let gain = Diagonal::new(vector![1.0, 0.5, 1.0 / 50.0]).unwrap();
    for (trial, force) in PRECISE {
        let found = project(&set, 1.0, &gain, trial.into());
        assert!((found - Force::from(force)).amax() < 1e-15, "{found:?}");
    }
}

#[test]
fn precise_with_a_point_1_um_from_the_pivot() {
    // Points on a line, W = diag(1, 1, 80), also by 70-digit arithmetic.
    let line = [(0.1, 0.1, 0.3), (0.2, 0.2, 0.2), (-0.1, -0.1, 0.1), (0.100001, 0.100001, 0.4)];
    let gain = Diagonal::new(vector![1.0, 1.0, 1.0 / 80.0]).unwrap();
    let force = vector![0.5567104363681576, -0.5567104363681576, -0.16791119545398028];
    let found = project(&points(&line), 1.0, &gain, vector![0.3, -0.3, -0.2]);
    assert!((found - force).amax() < 1e-15, "{found:?}");
}

/// Radial scaling, and the metric of another stage damping, fail the properties above.
#[test]
fn controls_that_must_fail() {
    let (set, right) = (rectangle(), Diagonal::new(vector![1.0, 1.0, 1.0 / 2e3]).unwrap());
    let radial = |trial: Force| trial / set.gauge(trial).max(1.0);
    let euclidean = |trial: Force| project(&set, 1.0, &1.0, trial);
    let exact = |trial: Force| project(&set, 1.0, &right, trial);
    let inner = |a: Force, b: Force| a.dot(&right.solve(b));
    // Violations of maximal dissipation and firm non-expansiveness, over many pairs of forces.
    let violations = |map: &dyn Fn(Force) -> Force| {
        (0..400).map(f64::from).fold((0.0_f64, 0.0_f64), |most, k| {
            let trial = vector![2.0 * k.sin(), (1.3 * k).cos(), 0.1 * (2.1 * k).sin()];
            let other = trial + vector![0.2, -0.1, 0.01] * (0.7 * k).cos();
            let (force, apart) = (map(trial), trial - other);
            let (slip, moved) = (right.solve(trial - force), force - map(other));
            let dissipation = (set.support(slip) - force.dot(&slip)) / inner(trial, trial);
            let firmness = (inner(moved, moved) - inner(moved, apart)) / inner(apart, apart);
            (most.0.max(dissipation.abs()), most.1.max(firmness))
        })
    };
    let right = violations(&exact);
    assert!(right.0 < 1e-13 && right.1 < 1e-13, "{right:?}");
    for wrong in [violations(&radial), violations(&euclidean)] {
        assert!(wrong.0 > 0.1 && wrong.1 > 0.1, "{wrong:?}");
    }
}

#[test]
fn any_unit_of_force_and_of_the_gain() {
    let (set, gain) = (rectangle(), Diagonal::new(vector![1.0, 2.0, 0.01]).unwrap());
    for trial in [vector![1.0, 0.5, 0.02], vector![-0.432, -0.824, 0.094], vector![0.6, 0.0, 0.01]]
    {
        let force = project(&set, 1.0, &gain, trial);
        for unit in [1e-150, 1e-30, 1e30, 1e150] {
            let found = project(&set, unit, &gain, trial * unit) / unit;
            assert!((found - force).amax() < 1e-14, "{unit:e}");
            let stiffer = Diagonal::new(vector![1.0, 2.0, 0.01] * unit).unwrap();
            assert!((project(&set, 1.0, &stiffer, trial) - force).amax() < 1e-14);
            assert!((set.gauge(trial * unit) / unit / set.gauge(trial) - 1.0).abs() < 1e-14);
        }
        // Very far outside the slip is that of the trial force alone; very far inside there is
        // none.
        let far = project(&set, 1e-150, &gain, trial * 1e150) * 1e150;
        assert!((far - sliding(set.points(), gain.solve(trial))).amax() < 1e-13, "{far:?}");
        assert!(set.saturated(1e150, &gain, trial * 1e-150).is_none());
        assert_eq!(set.saturated(0.0, &gain, trial), Some(Force::zeros()));
    }
    assert!(set.saturated(0.0, &gain, Force::zeros()).is_none());
}

#[test]
fn what_is_not_a_number_stays_so() {
    let is_nan = |force: Option<Force>| force.is_some_and(|f| f.iter().all(|x| x.is_nan()));
    for set in [rectangle(), points(&[(0.3, 0.1, 0.5)])] {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for axis in 0..3 {
                let mut force = vector![1.0, 2.0, 3.0];
                force[axis] = bad;
                assert!(is_nan(set.saturated(1.0, &1.0, force)), "{force:?}");
                assert!(!set.at(1e300).unwrap().contains(force));
            }
            assert!(is_nan(set.saturated(bad, &1.0, vector![1.0, 2.0, 3.0])));
        }
        assert!(is_nan(set.saturated(1.0, &f64::NAN, vector![1.0, 2.0, 3.0])));
        assert!(set.gauge(vector![f64::NAN, 0.0, 0.0]).is_nan());
    }
}

#[test]
fn bad_parameters_are_named() {
    let one = |x: f64, y: f64, friction: f64| PointSupports::new(&[(vector![x, y], friction)]);
    assert_refused_but_zero("friction", |friction| one(0.0, 0.0, friction));
    for bad in [f64::NAN, f64::INFINITY] {
        assert_refuses("points", bad, |x| one(x, 0.0, 1.0));
        assert_refuses("points", bad, |y| one(0.0, y, 1.0));
    }
    assert_eq!(PointSupports::new(&[]).unwrap_err().parameter, "points");
    let two = |x: f64, c: f64| PointSupports::new(&[(vector![-x, 0.0], c), (vector![x, 0.0], c)]);
    assert_eq!(two(1.0, 1.5e308).unwrap_err().parameter, "friction");
    assert_eq!(two(1e-310, 1.0).unwrap_err().parameter, "points");
    assert!(two(1.0, 1.0).is_ok());
}

/// Points at one place are one, whatever the sign of their zeros; a point that does not carry is not counted.
#[test]
fn so_many_points_that_every_pair_of_them_takes_forever_are_refused_at_once() {
    let started = std::time::Instant::now();
    let many = |step: f64, friction: f64| -> Vec<_> {
        (0..1_000_000).map(|k| (vector![f64::from(k) * step, 0.0], friction)).collect()
    };
    let error = PointSupports::new(&many(1e-6, 1e-6)).unwrap_err().to_string();
    assert!(error.contains("points") && error.contains("100 000"), "{error}");
    let mut one = many(-0.0, 1e-6);
    one.extend(many(0.0, 1e-6));
    one.extend(many(1e-6, 0.0));
    let one = PointSupports::new(&one).unwrap();
    assert_eq!(one.points().len(), 1);
    // It compared no pairs: those would take an hour.
    assert!(started.elapsed().as_secs() < 60);
}
