//! The points of a patch and their friction in a motion.
//!
//! A twist is `(v_x, v_y, ω)`, the velocity of the patch at a place that is given with it; a wrench
//! has its moment about that place. Close to a pure turn about a point only that point as the place
//! tells its velocity to full precision. Arms are in units of the radius of the patch, and friction
//! in units of the sum over all points.

use nalgebra::{Matrix3, Vector2, Vector3};

use super::blocks::Blocks;

/// Points at different places, each with friction.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Points {
    list: Box<[Point]>,
    /// The points in blocks, as the sums take them.
    blocks: Blocks,
    /// Distance of the farthest point from the centre \[m\]; 1 for a single point.
    pub(super) radius: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// \[m\]
    pub(super) place: Vector2<f64>,
    /// Friction force per unit of the total normal force.
    pub(super) friction: f64,
    /// Share of the friction of all points.
    pub(super) share: f64,
    /// Friction of the others while the patch turns about this one at unit rate.
    pub(super) pivot: Vector3<f64>,
}

impl Points {
    /// Precomputes the friction of the turns about the points.
    pub(super) fn new(list: Box<[Point]>, radius: f64) -> Self {
        let blocks = Blocks::new(&list, radius);
        let mut points = Self { list, blocks, radius };
        for i in 0..points.list.len() {
            points.list[i].pivot = points.friction(points.list[i].place, Vector3::z());
        }
        points.blocks = Blocks::new(&points.list, radius);
        points
    }

    pub(super) fn list(&self) -> &[Point] {
        &self.list
    }

    /// Returns the mean square of the arms from `place`, weighted by the friction.
    pub(super) fn spread(&self, place: Vector2<f64>) -> f64 {
        let moment = |point: &Point| point.share * self.arm(point, place).norm_squared();
        self.list.iter().map(moment).sum()
    }

    /// Returns the largest speed of a point.
    pub(super) fn largest_speed(&self, place: Vector2<f64>, twist: Vector3<f64>) -> f64 {
        self.blocks.largest_speed(place, twist)
    }

    /// Returns the point that is all but at rest, if there is one.
    pub(super) fn resting(&self, place: Vector2<f64>, twist: Vector3<f64>) -> Option<usize> {
        let rest = 1e-6 * self.largest_speed(place, twist);
        let speeds = self.list.iter().map(|point| self.velocity(point, place, twist).norm());
        let slowest = speeds.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
        slowest.filter(|&(_, speed)| speed <= rest).map(|(index, _)| index)
    }

    /// Returns the power lost to friction.
    pub(super) fn resistance(&self, place: Vector2<f64>, twist: Vector3<f64>) -> f64 {
        self.blocks.resistance(place, twist)
    }

    /// Returns the gradient of the resistance: the friction wrench.
    pub(super) fn friction(&self, place: Vector2<f64>, twist: Vector3<f64>) -> Vector3<f64> {
        self.blocks.friction(place, twist)
    }

    /// Returns the friction wrench and the second derivative of the resistance, without the points at rest.
    pub(super) fn friction_and_curvature(
        &self,
        place: Vector2<f64>,
        twist: Vector3<f64>,
    ) -> (Vector3<f64>, Matrix3<f64>) {
        self.blocks.friction_and_curvature(place, twist)
    }

    /// Returns the largest change of a velocity by `step`, relative to it.
    pub(super) fn largest_change(
        &self,
        place: Vector2<f64>,
        twist: Vector3<f64>,
        step: Vector3<f64>,
    ) -> f64 {
        self.blocks.largest_change(place, twist, step)
    }

    /// Returns the point about which a turn, a twist at `place`, has the most drive, and that: power of
    /// `trial` less that of the friction up to `limit`, per root of the viscous power.
    pub(super) fn strongest_pivot(
        &self,
        place: Vector2<f64>,
        stage_damping: &Matrix3<f64>,
        limit: f64,
        trial: Vector3<f64>,
    ) -> (usize, f64) {
        self.blocks.strongest_pivot(place, stage_damping, limit, trial)
    }

    /// Returns the arm from a place to a point.
    fn arm(&self, point: &Point, place: Vector2<f64>) -> Vector2<f64> {
        (point.place - place) / self.radius
    }

    fn velocity(&self, point: &Point, place: Vector2<f64>, twist: Vector3<f64>) -> Vector2<f64> {
        let arm = self.arm(point, place);
        Vector2::new(twist.x - twist.z * arm.y, twist.y + twist.z * arm.x)
    }
}

#[cfg(test)]
#[path = "points_tests.rs"]
mod tests;
