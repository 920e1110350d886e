//! The points of a patch and their friction in a motion.
//!
//! A twist is `(v_x, v_y, ω)`, the velocity of the patch at a place that is given with it; a wrench
//! has its moment about that place. Close to a pure turn about a point only that point as the place
//! tells its velocity to full precision. Arms are in units of the radius of the patch, and friction
//! in units of the sum over all points.

use nalgebra::{Vector2, Vector3};

use super::blocks::Blocks;

/// Points at different places, each with friction.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Points {
    pub(super) list: Box<[Point]>,
    /// The points in blocks, with the sums over all of them.
    pub(super) blocks: Blocks,
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
            points.list[i].pivot = points.blocks.friction(points.list[i].place, Vector3::z());
        }
        points.blocks = Blocks::new(&points.list, radius);
        points
    }

    /// Returns the mean square of the arms from `place`, weighted by the friction.
    pub(super) fn spread(&self, place: Vector2<f64>) -> f64 {
        let moment = |point: &Point| point.share * self.arm(point, place).norm_squared();
        self.list.iter().map(moment).sum()
    }

    /// Returns the point that is all but at rest, if there is one.
    pub(super) fn resting(&self, place: Vector2<f64>, twist: Vector3<f64>) -> Option<usize> {
        let rest = 1e-6 * self.blocks.largest_speed(place, twist);
        let speeds = self.list.iter().map(|point| self.velocity(point, place, twist).norm());
        let slowest = speeds.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
        slowest.filter(|&(_, speed)| speed <= rest).map(|(index, _)| index)
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
