//! The sums over blocks of points, against those point by point.

use nalgebra::Matrix3;
use proptest::prelude::*;

use super::*;

/// A point in a motion.
struct Rubbing {
    share: f64,
    arm: Vector2<f64>,
    velocity: Vector2<f64>,
    speed: f64,
}

impl Rubbing {
    fn direction(&self) -> Vector2<f64> {
        if self.speed == 0.0 { Vector2::zeros() } else { self.velocity / self.speed }
    }
}

/// Point by point, as the formulas are printed.
struct Plain<'a>(&'a Points, Vector2<f64>);

impl Plain<'_> {
    fn rubbing(&self, twist: Vector3<f64>) -> impl Iterator<Item = Rubbing> + '_ {
        self.0.list.iter().map(move |point| {
            let velocity = self.0.velocity(point, self.1, twist);
            let arm = self.0.arm(point, self.1);
            Rubbing { share: point.share, arm, velocity, speed: velocity.norm() }
        })
    }
    fn resistance(&self, twist: Vector3<f64>) -> f64 {
        self.rubbing(twist).map(|r| r.share * r.speed).sum()
    }
    fn friction(&self, twist: Vector3<f64>) -> Vector3<f64> {
        let wrench = |r: Rubbing| {
            let force = r.direction() * r.share;
            Vector3::new(force.x, force.y, r.arm.perp(&force))
        };
        self.rubbing(twist).map(wrench).sum()
    }
    fn curvature(&self, twist: Vector3<f64>) -> Matrix3<f64> {
        let moving = self.rubbing(twist).filter(|r| r.speed > 0.0);
        let bend = |r: Rubbing| {
            let along = r.direction();
            let across = Vector3::new(-along.y, along.x, r.arm.dot(&along));
            across * across.transpose() * (r.share / r.speed)
        };
        moving.map(bend).sum()
    }
    fn largest_speed(&self, twist: Vector3<f64>) -> f64 {
        self.rubbing(twist).map(|r| r.speed).fold(0.0, f64::max)
    }
    fn largest_change(&self, twist: Vector3<f64>, step: Vector3<f64>) -> f64 {
        let pairs = self.rubbing(step).zip(self.rubbing(twist));
        pairs.map(|(change, r)| change.speed / r.speed).fold(0.0, f64::max)
    }
    fn drive(
        &self,
        index: usize,
        stage_damping: &Matrix3<f64>,
        limit: f64,
        trial: Vector3<f64>,
    ) -> f64 {
        let point = &self.0.list[index];
        let arm = (point.place - self.1) / self.0.radius;
        let turn = Vector3::new(arm.y, -arm.x, 1.0);
        let push = trial.dot(&turn).abs() - limit * point.pivot.z;
        push / turn.dot(&(stage_damping * turn)).sqrt()
    }
}

/// Yields 2 to 29 points in a square of 0.2 m, about (0.3, -0.1) m.
fn some_points() -> impl Strategy<Value = Points> {
    let point = (-0.1..0.1_f64, -0.1..0.1_f64, 0.01..1.0_f64);
    proptest::collection::vec(point, 2..30).prop_map(|list| {
        let total: f64 = list.iter().map(|point| point.2).sum();
        let point = |&(x, y, friction): &(f64, f64, f64)| Point {
            place: Vector2::new(0.3 + x, y - 0.1),
            friction,
            share: friction / total,
            pivot: Vector3::zeros(),
        };
        Points::new(list.iter().map(point).collect(), 0.1)
    })
}

proptest! {
    #[test]
    fn blocks_are_their_points(
        points in some_points(), twist in prop::array::uniform3(-1.0..1.0_f64),
        step in prop::array::uniform3(-1.0..1.0_f64), at in any::<prop::sample::Index>(),
        on_a_point in any::<bool>(),
    ) {
        let (twist, step) = (Vector3::from(twist), Vector3::from(step));
        let pivot = points.list[at.index(points.list.len())].place;
        // Also a turn about a point, which is at rest.
        let (place, twist) = if on_a_point {
            (pivot, Vector3::z() * twist.z)
        } else {
            (Vector2::new(0.3, -0.1), twist)
        };
        let plain = Plain(&points, place);
        let close = |a: f64, b: f64, scale: f64| (a - b).abs() <= 1e-13 * scale;
        let speed = plain.largest_speed(twist);
        prop_assume!(speed > 1e-3);
        prop_assert!(close(points.blocks.largest_speed(place, twist), speed, speed));
        prop_assert!(close(points.blocks.resistance(place, twist), plain.resistance(twist), speed));
        let (friction, curvature) = points.blocks.friction_and_curvature(place, twist);
        prop_assert_eq!(friction, points.blocks.friction(place, twist));
        prop_assert!((friction - plain.friction(twist)).amax() <= 1e-13 * 4.0);
        let expected = plain.curvature(twist);
        prop_assert!((curvature - expected).amax() <= 1e-11 * expected.amax());
        if !on_a_point {
            let change = plain.largest_change(twist, step);
            let found = points.blocks.largest_change(place, twist, step);
            prop_assert!(close(found, change, 1e3 * change), "{} {}", found, change);
        }
        let stage_damping = Matrix3::new(1.0, 0.1, 0.2, 0.1, 0.7, -0.1, 0.2, -0.1, 0.9);
        let (index, drive) = points.blocks.strongest_pivot(place, &stage_damping, 0.4, step);
        prop_assert!(close(drive, plain.drive(index, &stage_damping, 0.4, step), 10.0));
        for other in 0..points.list.len() {
            prop_assert!(plain.drive(other, &stage_damping, 0.4, step) <= drive + 1e-12);
        }
    }
}

#[test]
fn a_point_at_rest_takes_no_part() {
    let point = |x: f64, share: f64| Point {
        place: Vector2::new(x, 0.0),
        friction: share,
        share,
        pivot: Vector3::zeros(),
    };
    let points = Points::new(Box::new([point(0.0, 0.75), point(2.0, 0.25)]), 2.0);
    let (friction, curvature) =
        points.blocks.friction_and_curvature(Vector2::zeros(), Vector3::new(0.0, 0.0, 3.0));
    // The other one has the velocity (0, 3).
    assert_eq!(friction, Vector3::new(0.0, 0.25, 0.25));
    assert_eq!(curvature.m11, 0.25 / 3.0);
    assert_eq!(curvature, Matrix3::from_diagonal(&Vector3::new(0.25 / 3.0, 0.0, 0.0)));
}

/// However little it is moved, a point at rest is moved by more than its velocity; not one that stays.
#[test]
fn a_point_at_rest_changes_most() {
    let point = |x: f64| Point {
        place: Vector2::new(x, 0.0),
        friction: 0.5,
        share: 0.5,
        pivot: Vector3::zeros(),
    };
    let points = Points::new(Box::new([point(0.0), point(2.0)]), 2.0);
    let turn = Vector3::new(0.0, 0.0, 3.0);
    let change = |step: Vector3<f64>| points.blocks.largest_change(Vector2::zeros(), turn, step);
    // The second point has the velocity (0, 3).
    assert!(change(Vector3::new(1e-9, 0.0, 0.0)) > 1e9);
    assert!((change(Vector3::new(0.0, 0.0, 0.6)) - 0.2).abs() < 1e-15);
    assert_eq!(change(Vector3::zeros()), 0.0);
}
