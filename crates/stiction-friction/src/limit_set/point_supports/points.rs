//! The points of a patch and their friction in a motion.
//!
//! A twist is `(v_x, v_y, ω)`, the velocity of the patch at a place that is given with it; a wrench
//! has its moment about that place. Close to a pure turn about a point only that point as the place
//! tells its velocity to full precision. Arms are in units of the radius of the patch, and friction
//! in units of the sum over all points.

use nalgebra::{Matrix3, Vector2, Vector3};

/// Points at different places, each with friction.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Points {
    list: Box<[Point]>,
    /// Distance of the farthest point from the centre \[m\]; 1 for a single point.
    pub(super) radius: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// \[m\]
    pub(super) place: Vector2<f64>,
    /// Per unit of the total normal force.
    pub(super) friction: f64,
    /// Of the friction of all points.
    pub(super) share: f64,
    /// Friction of the others while the patch turns about this one at unit rate.
    pub(super) pivot: Vector3<f64>,
}

/// A point in a motion.
#[derive(Clone, Copy, Debug)]
struct Rubbing {
    share: f64,
    arm: Vector2<f64>,
    velocity: Vector2<f64>,
    speed: f64,
}

impl Rubbing {
    /// Direction of the velocity; a point at rest has none.
    #[inline(always)]
    fn direction(&self) -> Vector2<f64> {
        if self.speed == 0.0 { Vector2::zeros() } else { self.velocity / self.speed }
    }
}

impl Points {
    /// Precomputes what the turns about the points need.
    pub(super) fn new(list: Box<[Point]>, radius: f64) -> Self {
        let mut points = Self { list, radius };
        for i in 0..points.list.len() {
            points.list[i].pivot = points.friction(points.list[i].place, Vector3::z());
        }
        points
    }

    pub(super) fn list(&self) -> &[Point] {
        &self.list
    }

    /// Mean square of the arms from `place`, weighted by the friction.
    pub(super) fn spread(&self, place: Vector2<f64>) -> f64 {
        self.rubbing(place, Vector3::z()).map(|r| r.share * r.arm.norm_squared()).sum()
    }

    /// Largest speed of a point.
    pub(super) fn largest_speed(&self, place: Vector2<f64>, twist: Vector3<f64>) -> f64 {
        self.rubbing(place, twist).fold(0.0, |most, r| if r.speed <= most { most } else { r.speed })
    }

    /// The point that is all but at rest, if there is one.
    pub(super) fn resting(&self, place: Vector2<f64>, twist: Vector3<f64>) -> Option<usize> {
        let rest = 1e-6 * self.largest_speed(place, twist);
        let speeds = self.rubbing(place, twist).map(|r| r.speed).enumerate();
        let slowest = speeds.min_by(|a, b| a.1.total_cmp(&b.1));
        slowest.filter(|&(_, speed)| speed <= rest).map(|(index, _)| index)
    }

    /// Power lost to friction.
    pub(super) fn resistance(&self, place: Vector2<f64>, twist: Vector3<f64>) -> f64 {
        self.rubbing(place, twist).map(|r| r.share * r.speed).sum()
    }

    /// Gradient of the resistance: the friction wrench.
    pub(super) fn friction(&self, place: Vector2<f64>, twist: Vector3<f64>) -> Vector3<f64> {
        self.rubbing(place, twist)
            .map(|r| {
                let force = r.direction() * r.share;
                Vector3::new(force.x, force.y, r.arm.perp(&force))
            })
            .sum()
    }

    /// Second derivative of the resistance, but for the points at rest.
    pub(super) fn curvature(&self, place: Vector2<f64>, twist: Vector3<f64>) -> Matrix3<f64> {
        self.rubbing(place, twist)
            .filter(|r| r.speed > 0.0)
            .map(|r| {
                let along = r.direction();
                let across = Vector3::new(-along.y, along.x, r.arm.dot(&along));
                across * across.transpose() * (r.share / r.speed)
            })
            .sum()
    }

    /// Largest change of a velocity by `step`, relative to it.
    pub(super) fn largest_change(
        &self,
        place: Vector2<f64>,
        twist: Vector3<f64>,
        step: Vector3<f64>,
    ) -> f64 {
        let changes = self.rubbing(place, step).zip(self.rubbing(place, twist));
        changes.fold(0.0, |most, (change, r)| {
            let relative = change.speed / r.speed;
            if change.speed == 0.0 || relative <= most { most } else { relative }
        })
    }

    #[inline(always)]
    fn rubbing(
        &self,
        place: Vector2<f64>,
        twist: Vector3<f64>,
    ) -> impl Iterator<Item = Rubbing> + '_ {
        self.list.iter().map(move |point| {
            let arm = (point.place - place) / self.radius;
            let velocity = Vector2::new(twist.x - twist.z * arm.y, twist.y + twist.z * arm.x);
            Rubbing { share: point.share, arm, velocity, speed: velocity.norm() }
        })
    }
}
