use super::*;
use crate::testing::curve;
use crate::{Diagonal, Disc, Ellipsoid, RegularPolygon, StribeckShape};
use nalgebra::{Vector2, Vector3};
use proptest::prelude::*;

#[test]
fn stick_returns_the_velocity_to_the_bit() {
    let set = Ellipsoid::new(Vector3::new(0.5, 0.5, 0.01)).unwrap();
    let (k, z) = (Vector3::new(1e4, 1e4, 1.0), Vector3::new(20.0, 20.0, 0.002));
    let (k, z) = (Diagonal::new(k).unwrap(), Diagonal::new(z).unwrap());
    let (v, e) = (Vector3::new(1e-3, -0.1, 0.7), Vector3::new(1e-5, 2e-5, -3e-4));
    let (force, rate) = saturation_step(&set, 10.0, &k, &z, v, e);
    assert_eq!(rate, v);
    assert!((force - Vector3::new(0.12, -1.8, 0.0011)).norm() < 1e-15);
}

#[test]
fn slip_by_hand() {
    // A square with |f_x| ≤ 2, |f_y| ≤ 2; f* = (6, 1) + (1, 0.5): f = (2, 1.5), ε = (f − K e)/Z.
    let square = RegularPolygon::new(4, 1.0, std::f64::consts::FRAC_PI_4).unwrap();
    let (v, e) = (Vector2::new(3.0, 0.5), Vector2::new(1e-4, 5e-5));
    let (force, rate) = saturation_step(&square, 2.0, &1e4, &2.0, v, e);
    assert!((force - Vector2::new(2.0, 1.5)).norm() < 2e-15, "{force}");
    assert!((rate - Vector2::new(0.5, 0.5)).norm() < 2e-15, "{rate}");
}

#[test]
fn without_a_damper_the_spring_force_stays_in_the_set() {
    let step = |v: Vector2<f64>, e: Vector2<f64>| {
        saturation_step(&Ellipsoid::new(Vector2::new(1.0, 0.5)).unwrap(), 2.0, &1e4, &0.0, v, e)
    };
    // Inside: it follows. At the tip of the ellipse: the outward part is lost.
    assert_eq!(step(Vector2::new(1.0, 2.0), Vector2::new(1e-4, 0.0)).1, Vector2::new(1.0, 2.0));
    let (force, rate) = step(Vector2::new(1.0, 2.0), Vector2::new(2e-4, 0.0));
    assert!((force - Vector2::new(2.0, 0.0)).norm() < 1e-15);
    assert!((rate - Vector2::new(0.0, 2.0)).norm() < 1e-6, "{rate}");
    // Inward: it follows. At rest, and with nothing that holds.
    let inward = step(Vector2::new(-1.0, 0.0), Vector2::new(2e-4, 0.0)).1;
    assert!((inward - Vector2::new(-1.0, 0.0)).norm() < 1e-15);
    assert_eq!(step(Vector2::zeros(), Vector2::new(2e-4, 0.0)).1, Vector2::zeros());
    let v = Vector2::new(1.0, 2.0);
    assert_eq!(step(v, Vector2::zeros()), (Vector2::zeros(), v));
    let nothing = Ellipsoid::new(Vector2::zeros()).unwrap();
    let free = saturation_step(&nothing, 2.0, &1e4, &0.0, v, Vector2::zeros());
    assert_eq!(free, (Vector2::zeros(), Vector2::zeros()));
}

#[test]
fn equivalent_speed_of_a_disc_is_the_speed() {
    let slip = Vector2::new(0.3, -0.4);
    assert!((equivalent_speed(&Disc::new(0.7).unwrap(), slip) - 0.5).abs() < 1e-15);
    // Spinning at 10 rad/s with 1 cm of torsional and 0.5 of sliding friction: as 0.2 m/s.
    let pad = Ellipsoid::new(Vector3::new(0.5, 0.5, 0.01)).unwrap();
    let speed = equivalent_speed(&pad, Vector3::new(0.0, 0.0, 10.0));
    assert!((speed - 0.2).abs() < 1e-15);
}

proptest! {
    /// On the disc the solution is that of the rate-dependent law, whose speed has a closed form.
    #[test]
    fn speed_dependent_friction_on_a_disc(
        fx in -10.0..10.0_f64, fy in -10.0..10.0_f64, n in 0.1..5.0_f64, z in 3.0..100.0_f64,
        shape in prop_oneof![Just(StribeckShape::Rational), Just(StribeckShape::Gaussian)]
    ) {
        let curve = curve([0.5, 0.7], 0.4, shape);
        let trial = Vector2::new(fx, fy);
        let found = saturated_by_speed(&Disc::UNIT, n, &curve, &z, trial);
        let size = trial.norm();
        if size <= 0.7 * n {
            prop_assert!(found.is_none());
        } else {
            let s = crate::rate_dependent::sliding_speed(&curve, z / n, size / n);
            let expected = trial * (n * curve.value(s) / size);
            prop_assert!((found.unwrap() - expected).norm() < 1e-13 * size);
        }
    }

    /// On any set: the force is the nearest of the set that belongs to the speed of its slip.
    #[test]
    fn speed_dependent_friction_of_any_set(
        f in prop::array::uniform3(-10.0..10.0_f64), n in 0.1..5.0_f64, z in 3.0..100.0_f64
    ) {
        let curve = curve([1.0, 1.4], 0.4, StribeckShape::Gaussian);
        let set = Ellipsoid::new(Vector3::new(0.6, 0.4, 0.1)).unwrap();
        let gain = Diagonal::new(Vector3::new(z, z, 0.1 * z)).unwrap();
        let trial = Vector3::from(f);
        if let Some(force) = saturated_by_speed(&set, n, &curve, &gain, trial) {
            let speed = equivalent_speed(&set, gain.solve(trial - force));
            let again = set.saturated(n * curve.value(speed), &gain, trial).unwrap();
            prop_assert!((again - force).norm() < 1e-12 * trial.norm(), "{again} {force}");
            prop_assert!(set.gauge(force) >= n * (1.0 - 1e-12));
        } else {
            prop_assert!(set.gauge(trial) <= 1.4 * n);
        }
    }
}

/// A disc that counts its queries.
#[derive(Debug)]
struct Counting(Disc, core::sync::atomic::AtomicUsize);

impl LimitSet<Vector2<f64>> for Counting {
    fn gauge(&self, force: Vector2<f64>) -> f64 {
        LimitSet::gauge(&self.0, force)
    }
    fn support(&self, direction: Vector2<f64>) -> f64 {
        LimitSet::support(&self.0, direction)
    }
    fn sliding_friction(&self) -> f64 {
        LimitSet::<Vector2<f64>>::sliding_friction(&self.0)
    }
    fn saturated<G: Gain<Vector2<f64>>>(
        &self,
        scale: f64,
        gain: &G,
        trial: Vector2<f64>,
    ) -> Option<Vector2<f64>> {
        self.1.fetch_add(1, core::sync::atomic::Ordering::Relaxed);
        self.0.saturated(scale, gain, trial)
    }
}

/// Halving a bracket to rounding takes some 50 evaluations, a secant that keeps one end more; the
/// Illinois form takes a dozen.
#[test]
fn the_speed_is_found_in_a_dozen_evaluations() {
    let (mut most, mut sum, mut count) = (0, 0, 0);
    for shape in [StribeckShape::Rational, StribeckShape::Gaussian] {
        for size in [0.75, 0.9, 1.5, 3.0, 7.0, 30.0] {
            for stage_damping in [3.0, 10.0, 60.0] {
                let curve = curve([0.5, 0.7], 0.4, shape);
                let set = Counting(Disc::UNIT, Default::default());
                let trial = Vector2::new(0.6 * size, 0.8 * size);
                saturated_by_speed(&set, 1.0, &curve, &stage_damping, trial).unwrap();
                let asked = set.1.into_inner();
                (most, sum, count) = (most.max(asked), sum + asked, count + 1);
            }
        }
    }
    assert!(most <= 20 && sum <= 14 * count, "{most} {sum} {count}");
}
