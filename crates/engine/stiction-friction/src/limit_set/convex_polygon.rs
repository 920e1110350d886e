//! Any convex section in the plane.

use nalgebra::Vector2;
use stiction_core::{ParameterError, Validate};

use super::LimitSet;
use crate::Gain;

/// A convex polygon with the origin in it, given by its vertices in counter-clockwise order, per unit
/// of normal force.
///
/// ```
/// use nalgebra::{Vector2, vector};
/// use stiction_friction::{ConvexPolygon, LimitSet};
/// // A ratchet: slides easily to the right.
/// let ratchet = ConvexPolygon::new(&[vector![0.1, -0.5], vector![0.1, 0.5], vector![-0.9, 0.0]])?;
/// let section = ratchet.at(10.0)?;
/// assert!(section.contains(Vector2::new(-8.0, 0.0)));
/// assert!(!section.contains(Vector2::new(2.0, 0.0)));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexPolygon {
    sides: Box<[Side]>,
    /// Largest coordinate of a vertex.
    size: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Side {
    start: Vector2<f64>,
    along: Vector2<f64>,
    /// Outward unit normal.
    normal: Vector2<f64>,
    /// Distance of the side from the origin, ≥ 0.
    distance: f64,
}

impl ConvexPolygon {
    /// Creates the polygon with these vertices in counter-clockwise order.
    ///
    /// # Errors
    /// Less than three vertices; a coordinate that is not finite; a corner that does not turn left;
    /// a polygon without the origin, or that winds around it more than once.
    pub fn new(vertices: &[Vector2<f64>]) -> Result<Self, ParameterError> {
        let count = vertices.len();
        Self::require(count >= 3, "vertices", count as f64, "must be at least 3")?;
        vertices.iter().try_for_each(|v| Self::all_finite("vertices", v.as_slice()))?;
        let mut turned = 0.0;
        let mut sides = Vec::with_capacity(count);
        for k in 0..count {
            let (start, end) = (vertices[k], vertices[(k + 1) % count]);
            let (along, next) = (end - start, vertices[(k + 2) % count] - end);
            let turn = along.perp(&next).atan2(along.dot(&next));
            Self::require(turn > 0.0, "vertices", turn, "must turn left at every corner")?;
            turned += turn;
            let normal = Vector2::new(along.y, -along.x).normalize();
            let distance = normal.dot(&start);
            Self::require(distance >= 0.0, "vertices", distance, "must have the origin inside")?;
            sides.push(Side { start, along, normal, distance });
        }
        let once = turned < 1.5 * core::f64::consts::TAU;
        Self::require(once, "vertices", turned, "must wind around the origin once")?;
        let size = vertices.iter().map(Vector2::amax).fold(0.0, f64::max);
        Ok(Self { sides: sides.into(), size })
    }

    /// Returns the vertices in counter-clockwise order.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = Vector2<f64>> + '_ {
        self.sides.iter().map(|side| side.start)
    }
}

impl Validate for ConvexPolygon {
    const COMPONENT: &'static str = "ConvexPolygon";
}

impl LimitSet<Vector2<f64>> for ConvexPolygon {
    fn gauge(&self, force: Vector2<f64>) -> f64 {
        let needed = |side: &Side| {
            let along = side.normal.dot(&force);
            if along <= 0.0 { 0.0 } else { along / side.distance }
        };
        // NaN stays.
        self.sides
            .iter()
            .map(needed)
            .fold(0.0, |most, gauge| if gauge <= most { most } else { gauge })
    }
    fn support(&self, direction: Vector2<f64>) -> f64 {
        let along = self.sides.iter().map(|side| side.start.dot(&direction));
        along.fold(0.0, |most, power| if power <= most { most } else { power })
    }
    fn saturated<G: Gain<Vector2<f64>>>(
        &self,
        scale: f64,
        gain: &G,
        trial: Vector2<f64>,
    ) -> Option<Vector2<f64>> {
        let fits = |side: &Side| side.normal.dot(&trial) <= scale * side.distance;
        if self.sides.iter().all(fits) {
            return None;
        }
        // Numbers are in units of the trial force or of the polygon, so that no square overflows.
        let unit = super::largest(trial).max(scale * self.size);
        let (trial, scale) = (trial / unit, scale / unit);
        let mut nearest = (f64::INFINITY, trial * f64::NAN);
        for side in &self.sides {
            let (start, along) = (side.start * scale, side.along * scale);
            let weighted = gain.solve(along);
            let place = (trial - start).dot(&weighted) / along.dot(&weighted);
            let place = if place > 0.0 { if place < 1.0 { place } else { 1.0 } } else { 0.0 };
            let point = start + along * place;
            let distance = (trial - point).dot(&gain.solve(trial - point));
            if distance < nearest.0 {
                nearest = (distance, point);
            }
        }
        Some(nearest.1 * unit)
    }
}
