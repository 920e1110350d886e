//! Patches with straight edges.

use nalgebra::Vector2;
use stiction_core::{ParameterError, Validate};

use super::{ContactPatch, Grid, PatchError};

/// Most corners: every side is compared with every other one.
const MOST_CORNERS: usize = 10_000;

/// A polygon that does not cross itself, convex or not.
///
/// ```
/// use nalgebra::vector;
/// use stiction_patch::{Grid, Polygon};
/// // A triangle: the cells along its edges bear what it covers of them.
/// let corners = [vector![-0.01, -0.01], vector![0.01, -0.01], vector![-0.01, 0.01]];
/// let triangle = Polygon::new(&corners)?;
/// assert!((triangle.area() - 2e-4).abs() < 1e-18);
/// let patch = triangle.patch(Grid::new(20, 0.02)?)?;
/// assert!((patch.center_of_pressure() - vector![-1.0, -1.0] * 0.01 / 3.0).norm() < 1e-4);
/// # Ok::<(), stiction_patch::PatchError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// Counter-clockwise.
    vertices: Vec<Vector2<f64>>,
}

impl Polygon {
    /// Creates a polygon with the given corners \[m\] in order, either way round.
    ///
    /// # Errors
    /// Less than three corners or more than 10 000; a coordinate that is not finite; sides that cross or touch; no
    /// area.
    pub fn new(vertices: &[Vector2<f64>]) -> Result<Self, ParameterError> {
        let count = vertices.len();
        Self::require(count >= 3, "vertices", count as f64, "must be at least 3")?;
        let few = count <= MOST_CORNERS;
        Self::require(few, "vertices", count as f64, "must be at most 10000")?;
        vertices.iter().try_for_each(|v| Self::all_finite("vertices", v.as_slice()))?;
        let mut polygon = Self { vertices: vertices.to_vec() };
        for (k, side) in polygon.sides().enumerate() {
            // Neighbours share a corner.
            let beyond = polygon.sides().enumerate().skip(k + 2);
            let clear = beyond
                .filter(|&(other, _)| (other + 1) % count != k)
                .all(|(_, other)| !meet(side, other));
            let number = (k + 1) as f64;
            Self::require(clear, "side", number, "must not cross or touch another side")?;
        }
        let area = polygon.area();
        let usable = area.is_finite() && area != 0.0;
        Self::require(usable, "area", area, "must be finite and not zero")?;
        if area < 0.0 {
            polygon.vertices.reverse();
        }
        Ok(polygon)
    }

    /// Returns the corners in counter-clockwise order \[m\].
    #[must_use]
    pub fn vertices(&self) -> &[Vector2<f64>] {
        &self.vertices
    }

    /// Returns the area \[m²\].
    #[must_use]
    pub fn area(&self) -> f64 {
        // Relative to a corner of the polygon, so that a far polygon loses no digits.
        let origin = self.vertices[0];
        self.sides().map(|(a, b)| 0.5 * (a - origin).perp(&(b - origin))).sum()
    }

    /// Returns which share of the square of the given centre and side \[m\] the polygon covers, 0 to 1.
    ///
    /// A factor for pressures of your own in [`ContactPatch::from_pressure`].
    #[must_use]
    pub fn coverage(&self, x: f64, y: f64, side: f64) -> f64 {
        let corner = Vector2::new(x - 0.5 * side, y - 0.5 * side);
        let unit = |point: Vector2<f64>| (point - corner) / side;
        // The areas below the sides, each signed by its direction, add up to minus the covered area.
        let below: f64 = self.sides().map(|(a, b)| area_below(unit(a), unit(b))).sum();
        (-below).clamp(0.0, 1.0)
    }

    /// Returns uniform pressure on the polygon: each cell bears the share of it that is covered.
    ///
    /// # Errors
    /// A corner outside the grid.
    pub fn patch(&self, grid: Grid) -> Result<ContactPatch, PatchError> {
        let half = grid.size() / 2.0;
        let outside = |value: &f64| value.abs() > half * (1.0 + 4.0 * f64::EPSILON);
        if let Some(&value) = self.vertices.iter().flat_map(|v| v.iter()).find(|v| outside(v)) {
            Self::require(false, "vertices", value, "must be on the grid")?;
        }
        let spacing = grid.spacing();
        ContactPatch::from_pressure(grid, |x, y| self.coverage(x, y, spacing))
    }

    fn sides(&self) -> impl Iterator<Item = (Vector2<f64>, Vector2<f64>)> + '_ {
        let next = self.vertices.iter().cycle().skip(1);
        self.vertices.iter().zip(next).map(|(a, b)| (*a, *b))
    }
}

impl Validate for Polygon {
    const COMPONENT: &'static str = "Polygon";
}

/// Returns the area below the segment from a to b within the unit square, negative if b is left of a.
fn area_below(a: Vector2<f64>, b: Vector2<f64>) -> f64 {
    let run = b.x - a.x;
    if run == 0.0 {
        return 0.0;
    }
    let at = |x: f64| a.y + (b.y - a.y) * ((x - a.x) / run);
    let ends = |point: Vector2<f64>| {
        let x = point.x.clamp(0.0, 1.0);
        (x, if x == point.x { point.y } else { at(x) })
    };
    let ((start, low), (end, high)) = (ends(a), ends(b));
    (end - start) * mean_clamped(low, high)
}

/// Returns the mean of a height clamped to 0 to 1 that changes linearly between two values.
fn mean_clamped(from: f64, to: f64) -> f64 {
    let rise = to - from;
    if rise == 0.0 {
        return from.clamp(0.0, 1.0);
    }
    // Places where it passes 0 and 1.
    let passes = [-from / rise, (1.0 - from) / rise].map(|t| t.clamp(0.0, 1.0));
    let places = [0.0, passes[0].min(passes[1]), passes[0].max(passes[1]), 1.0];
    let height = |t: f64| (from + rise * t).clamp(0.0, 1.0);
    places.windows(2).map(|p| 0.5 * (p[1] - p[0]) * (height(p[0]) + height(p[1]))).sum()
}

/// Returns whether two segments have a point in common
fn meet(first: (Vector2<f64>, Vector2<f64>), second: (Vector2<f64>, Vector2<f64>)) -> bool {
    let turn = |(a, b): (Vector2<f64>, Vector2<f64>), c: Vector2<f64>| (b - a).perp(&(c - a));
    let between = |(a, b): (Vector2<f64>, Vector2<f64>), c: Vector2<f64>| {
        turn((a, b), c) == 0.0 && (c - a).dot(&(c - b)) <= 0.0
    };
    let apart = |along, (a, b)| turn(along, a) * turn(along, b) < 0.0;
    (apart(first, second) && apart(second, first))
        || between(first, second.0)
        || between(first, second.1)
        || between(second, first.0)
        || between(second, first.1)
}

#[cfg(test)]
mod tests;
