//! A patch that rests on a few points: friction forces and their moment together.
//!
//! Each point `p_i` transmits a force up to `c_i N`, so that the wrench (two forces and the moment
//! about the origin) is one of
//!
//! ```text
//! C(N) = { Σ (f_i, p_i × f_i) : |f_i| ≤ c_i N }
//! h(u) = Σ c_i |v_i|,  v_i = (u_x − u_r y_i, u_y + u_r x_i)      its support function
//! ```
//!
//! | symbol | | unit | range |
//! |---|---|---|---|
//! | `p_i` | point | m | finite; at least one, coincident ones act as one |
//! | `c_i` | friction of the point per unit of the **total** normal force, `μ N_i/N` | 1 | ≥ 0 |
//!
//! A wrench is `(f_x, f_y, moment)`, a slip twist `(u_x, u_y, u_r)`: velocity of the patch at the
//! origin and angular velocity. The nearest wrench follows from the slip twist, the minimum of a
//! convex function with a kink at every turn about a point (module `descent`). The gauge of a force
//! f is the inverse of the smallest `h(u)` with `f·u = 1`: under a pure moment the patch turns
//! about the median of its points (the problem of Fermat and Weber).
//!
//! Source: Goyal, Ruina and Papadopoulos 1991 (limit surface of a patch on points).
//!
//! Limits: the load of each point is given, and stays in proportion to N. A single point transmits
//! no moment about itself; a moment below rounding counts as none.

mod blocks;
mod descent;
mod points;

use std::collections::HashMap;

use nalgebra::{Matrix3, Vector2, Vector3};
use stiction_core::{ParameterError, Validate};

use super::{LimitSet, largest, length};
use crate::Gain;
use descent::{Descent, Slip};
use points::{Point, Points};

/// Rounding of the gauge, relative to it: within it a force may or may not count as admissible.
const ON_THE_BORDER: f64 = 32.0 * f64::EPSILON;

/// Each is compared with every other: these take some ten seconds, ten times as many would take half an
/// hour.
const MOST_POINTS: usize = 100_000;

/// Points that share the normal force: friction forces and moment of a planar patch.
///
/// ```
/// use nalgebra::{Vector3, vector};
/// use stiction_friction::{LimitSet, PointSupports};
/// // Two feet at ±0.1 m that carry half of the weight each, on a floor with μ = 0.5.
/// let feet = PointSupports::new(&[(vector![-0.1, 0.0], 0.25), (vector![0.1, 0.0], 0.25)])?;
/// let section = feet.at(40.0)?;
/// assert!(section.contains(Vector3::new(0.0, 19.0, 0.0)));
/// assert!(section.contains(Vector3::new(0.0, 0.0, 1.9)));
/// assert!(!section.contains(Vector3::new(0.0, 19.0, 1.9))); // not both
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PointSupports {
    points: Points,
    /// Mean of the points, weighted by their friction \[m\].
    centre: Vector2<f64>,
    /// Mean square distance of the points from the centre, in units of the radius.
    spread: f64,
    /// Sum of the friction of the points.
    friction: f64,
}

impl PointSupports {
    /// Creates the patch that rests on these points \[m\], each with its friction per unit of the total
    /// normal force. Each point is compared with every other: 10 000 take about 0.1 s, 100 000 ten seconds.
    ///
    /// # Errors
    /// No point, or more than 100 000; a coordinate that is not finite; friction that is not finite and at least zero;
    /// points or friction so large or so close that a sum, a distance or its inverse is not finite.
    pub fn new(points: &[(Vector2<f64>, f64)]) -> Result<Self, ParameterError> {
        Self::require(!points.is_empty(), "points", 0.0, "must be at least 1")?;
        let mut carrying: Vec<(Vector2<f64>, f64)> = Vec::with_capacity(points.len());
        let mut known = HashMap::new();
        for &(place, friction) in points {
            Self::all_finite("points", place.as_slice())?;
            Self::non_negative("friction", friction)?;
            if friction == 0.0 {
                continue;
            }
            // Zero has two signs.
            let key = [place.x + 0.0, place.y + 0.0].map(f64::to_bits);
            let index = *known.entry(key).or_insert(carrying.len());
            match carrying.get_mut(index) {
                Some(same) => same.1 += friction,
                None => carrying.push((place, friction)),
            }
        }
        let (count, requirement) = (carrying.len() as f64, "must be at most 100 000 that carry");
        Self::require(carrying.len() <= MOST_POINTS, "points", count, requirement)?;
        let total = carrying.iter().fold(0.0, |sum, point| sum + point.1);
        Self::require(total.is_finite(), "friction", total, "must have a finite sum")?;
        let list: Box<[_]> = carrying
            .iter()
            .map(|&(place, friction)| Point {
                place,
                friction,
                share: friction / total,
                pivot: Vector3::zeros(),
            })
            .collect();
        let centre = list.iter().map(|point| point.place * point.share).sum();
        let farthest = list.iter().map(|point| length(point.place - centre)).fold(0.0, f64::max);
        let radius = if list.len() > 1 { farthest } else { 1.0 };
        let usable = radius.is_finite() && (1.0 / radius).is_finite();
        Self::require(usable, "points", radius, "must have a usable distance from their mean")?;
        // Only now, as it computes something for every pair of points.
        let points = Points::new(list, radius);
        Ok(Self { spread: points.spread(centre), points, centre, friction: total })
    }

    /// Returns the points that carry \[m\], and their friction per unit of the total normal force.
    pub fn points(&self) -> impl ExactSizeIterator<Item = (Vector2<f64>, f64)> + '_ {
        self.points.list.iter().map(|point| (point.place, point.friction))
    }

    /// Returns a force with its moment about the centre, per radius.
    fn centred(&self, force: Vector3<f64>) -> Vector3<f64> {
        let (a, b) = (self.centre.x * force.y, self.centre.y * force.x);
        let moment = (force.z - a) + b;
        let rounding = 4.0 * f64::EPSILON * (force.z.abs() + a.abs() + b.abs());
        // An infinite bound is not rounding.
        let none = moment.abs() <= rounding && rounding < f64::INFINITY;
        Vector3::new(force.x, force.y, if none { 0.0 } else { moment / self.points.radius })
    }

    /// Reverses [`Self::centred`].
    fn at_origin(&self, force: Vector3<f64>) -> Vector3<f64> {
        let moment = self.points.radius * force.z + self.centre.perp(&force.xy());
        Vector3::new(force.x, force.y, moment)
    }

    /// Returns the stage damping of motions of the centre, in units of its largest entry.
    fn centred_damping<G: Gain<Vector3<f64>>>(&self, gain: &G) -> Matrix3<f64> {
        let radius = self.points.radius;
        let turn = Vector3::new(self.centre.y / radius, -self.centre.x / radius, 1.0 / radius);
        let motions = [Vector3::x(), Vector3::y(), turn];
        let forces = motions.map(|motion| gain.apply(motion));
        let stage_damping = Matrix3::from_fn(|i, k| motions[i].dot(&forces[k]));
        stage_damping / stage_damping.amax()
    }

    /// Returns the twist in which points with stage damping instead of friction would balance `trial`.
    fn viscous_twist(&self, trial: Vector3<f64>) -> Vector3<f64> {
        Vector3::new(trial.x, trial.y, trial.z / self.spread)
    }

    /// Returns a twist for which `trial` has more power than friction up to `limit` takes, and the power
    /// per power of unit friction; `None` if `trial` is admissible.
    fn way_out(&self, limit: f64, trial: Vector3<f64>) -> Option<(Vector3<f64>, f64)> {
        if self.points.list.len() == 1 {
            let ratio = if trial.z == 0.0 { trial.xy().norm() } else { f64::INFINITY };
            return (ratio > limit).then_some((Vector3::new(trial.x, trial.y, 0.0), ratio));
        }
        let twist = self.viscous_twist(trial);
        // These forces balance it: if none is too large there is nothing more to search.
        if self.points.blocks.largest_speed(self.centre, twist) <= limit {
            return None;
        }
        let ratio = trial.dot(&twist) / self.points.blocks.resistance(self.centre, twist);
        if ratio > 1.01 * limit {
            return Some((twist, ratio));
        }
        let slip = self.easiest_slip(trial);
        let ratio = self.power_ratio(&slip, trial);
        (ratio > limit).then(|| (slip.twist(&self.points, self.centre), ratio))
    }

    /// Returns the slip with the largest power of `trial` per power of unit friction, on two points or
    /// more.
    fn easiest_slip(&self, trial: Vector3<f64>) -> Slip {
        let start = self.viscous_twist(trial);
        // On a ray of t·u = λ the minimum over λ of λ h + M (λ − 1)²/2 rises with h up to h = M:
        // the ray of the minimum is that of the smallest h.
        let weight = 2.0 * self.points.blocks.resistance(self.centre, start) / trial.dot(&start);
        let descent = Descent {
            points: &self.points,
            place: self.centre,
            stage_damping: trial * trial.transpose() * weight,
            limit: 1.0,
            trial: trial * weight,
        };
        descent.minimum(start)
    }

    fn power_ratio(&self, slip: &Slip, trial: Vector3<f64>) -> f64 {
        trial.dot(&slip.twist(&self.points, self.centre)) / slip.resistance(&self.points)
    }
}

impl Validate for PointSupports {
    const COMPONENT: &'static str = "PointSupports";
}

impl LimitSet<Vector3<f64>> for PointSupports {
    fn gauge(&self, force: Vector3<f64>) -> f64 {
        let trial = self.centred(force);
        let unit = largest(trial);
        if unit == 0.0 || !unit.is_finite() {
            return unit;
        }
        let trial = trial / unit;
        let ratio = match self.points.list.len() {
            0 => f64::INFINITY,
            1 if trial.z != 0.0 => f64::INFINITY,
            1 => trial.xy().norm(),
            _ => self.power_ratio(&self.easiest_slip(trial), trial),
        };
        ratio * (unit / self.friction)
    }

    fn support(&self, direction: Vector3<f64>) -> f64 {
        let (velocity, rate) = (direction.xy(), direction.z);
        let power = |(place, friction): (Vector2<f64>, f64)| {
            friction * length(velocity + Vector2::new(-place.y, place.x) * rate)
        };
        self.points().map(power).fold(0.0, |sum, power| sum + power)
    }

    fn sliding_friction(&self) -> f64 {
        self.friction
    }

    fn saturated<G: Gain<Vector3<f64>>>(
        &self,
        scale: f64,
        gain: &G,
        trial: Vector3<f64>,
    ) -> Option<Vector3<f64>> {
        let centred = self.centred(trial);
        let unit = largest(centred);
        let friction = scale * self.friction;
        if unit == 0.0 {
            return None;
        }
        if !(unit.is_finite() && friction.is_finite()) {
            return Some(Vector3::repeat(f64::NAN));
        }
        if friction == 0.0 {
            return Some(Vector3::zeros());
        }
        let (limit, trial) = (friction / unit, centred / unit);
        let (start, ratio) = self.way_out(limit, trial)?;
        if ratio <= limit * (1.0 + ON_THE_BORDER) {
            return Some(self.at_origin(trial * (friction / ratio)));
        }
        let stage_damping = self.centred_damping(gain);
        let points = &self.points;
        let descent = Descent { points, place: self.centre, stage_damping, limit, trial };
        let slip = descent.minimum(start);
        Some(self.at_origin(slip.friction(points, self.centre) * friction))
    }
}

#[cfg(test)]
#[path = "point_supports_tests.rs"]
mod tests;
