//! A convex region of a plane, bounded or not.
//!
//! ```text
//! {p : nᵢ · p ≤ dᵢ for all i} = {convex combinations of vertices + Σ λⱼ directions, λⱼ ≥ 0}
//! ```
//!
//! The right side comes from the left by [double description](crate::double_description) of the
//! cone {(p, t) : nᵢ · p ≤ dᵢ t, t ≥ 0}: rays with t > 0 are vertices, rays with t = 0 directions. A
//! region may be a segment or a single point; a vertex 10⁹ times further away than the region is
//! large counts as a direction.

use nalgebra::{Vector2, Vector3, vector};

use crate::{
    StabilityError,
    double_description::{TOLERANCE, extreme_rays},
};

mod edge;
#[cfg(test)]
mod tests;

use edge::Edge;

/// The points p with `normal` · p ≤ `offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// Points out of the half plane; of any length.
    pub normal: Vector2<f64>,
    /// Distance of its edge from the origin along the normal, times the length of the normal.
    pub offset: f64,
}

/// The kind of a region.
///
/// An enum, so that nobody takes the vertices of an unbounded region for a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RegionShape<'a> {
    /// No point.
    Empty,
    /// A convex polygon; with two vertices a segment, with one a point.
    Bounded {
        /// Counter-clockwise.
        polygon: &'a [Vector2<f64>],
    },
    /// Convex combinations of the vertices plus non-negative multiples of the directions.
    Unbounded {
        /// Counter-clockwise, at least one; in a half plane or a strip just points of the edges.
        vertices: &'a [Vector2<f64>],
        /// Unit vectors, counter-clockwise, at least one.
        directions: &'a [Vector2<f64>],
    },
}

/// A convex region of a plane, lengths in m.
///
/// ```
/// use nalgebra::{Vector2, vector};
/// use stiction_stability::{HalfPlane, Region, RegionShape};
///
/// let below = |x: f64, y: f64, offset: f64| HalfPlane { normal: vector![x, y], offset };
/// let mut edges = vec![below(-1.0, 0.0, 0.0), below(0.0, -1.0, 0.0)];
/// let quadrant = Region::from_half_planes(&edges)?;
/// assert!(matches!(quadrant.shape(), RegionShape::Unbounded { directions, .. } if directions.len() == 2));
/// assert_eq!(quadrant.support(vector![1.0, 0.0]), f64::INFINITY);
///
/// edges.push(below(1.0, 1.0, 1.0));
/// let triangle = Region::from_half_planes(&edges)?;
/// assert!((triangle.area() - 0.5).abs() < 1e-15);
/// assert!((triangle.signed_distance(vector![1.0, 1.0]) + 0.5_f64.sqrt()).abs() < 1e-15);
/// # Ok::<(), stiction_stability::StabilityError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    half_planes: Vec<HalfPlane>,
    vertices: Vec<Vector2<f64>>,
    directions: Vec<Vector2<f64>>,
    edges: Vec<Edge>,
}

impl Region {
    /// Creates the points in all half planes; without any, the whole plane. Redundant ones do no harm.
    ///
    /// # Errors
    /// Anything not finite; half planes so nearly degenerate that rounding hides the vertices.
    pub fn from_half_planes(half_planes: &[HalfPlane]) -> Result<Self, StabilityError> {
        let rows = half_planes.iter().map(|h| vector![h.normal.x, h.normal.y, -h.offset]);
        let rows: Vec<_> = rows.chain([vector![0.0, 0.0, -1.0]]).collect();
        let cone = extreme_rays(&rows)?;
        let place = |(k, ray): (usize, &Vector3<f64>)| {
            let is_at_infinity = cone.incidence(k).contains(&half_planes.len());
            if is_at_infinity {
                Place::Direction(ray.xy().normalize())
            } else {
                Place::Vertex(ray.xy() / ray.z)
            }
        };
        let places: Vec<Place> = cone.rays().iter().enumerate().map(place).collect();
        let mut region = Self {
            half_planes: half_planes.to_vec(),
            vertices: vec![],
            directions: vec![],
            edges: edge::edges(half_planes.len(), &cone, &places),
        };
        for place in places {
            match place {
                Place::Vertex(vertex) => region.vertices.push(vertex),
                Place::Direction(direction) => region.directions.push(direction),
            }
        }
        for line in cone.lines() {
            let direction = line.xy().normalize();
            region.directions.extend([direction, -direction]);
        }
        if region.vertices.is_empty() {
            // There are only directions: the half planes have no point in common.
            region.directions.clear();
        }
        region.sort();
        Ok(region)
    }

    /// Returns the kind of the region, with its vertices and directions.
    #[must_use]
    pub fn shape(&self) -> RegionShape<'_> {
        let (vertices, directions) = (&self.vertices[..], &self.directions[..]);
        if vertices.is_empty() {
            RegionShape::Empty
        } else if directions.is_empty() {
            RegionShape::Bounded { polygon: vertices }
        } else {
            RegionShape::Unbounded { vertices, directions }
        }
    }

    /// Returns the vertices, counter-clockwise \[m\].
    #[must_use]
    pub fn vertices(&self) -> &[Vector2<f64>] {
        &self.vertices
    }

    /// Returns whether a point lies in the region, the boundary included, up to 1e-9 of the distance of the
    /// region or the point from the origin ([`TOLERANCE`], to which the vertices are known).
    ///
    /// False for a point that is not finite.
    #[must_use]
    pub fn contains(&self, point: Vector2<f64>) -> bool {
        let size = self.vertices.iter().map(Vector2::norm).fold(point.norm(), f64::max);
        let inside =
            |h: &HalfPlane| h.normal.dot(&point) - h.offset <= TOLERANCE * h.normal.norm() * size;
        let finite = point.iter().all(|x| x.is_finite());
        finite && !self.vertices.is_empty() && self.half_planes.iter().all(inside)
    }

    /// Returns the distance of a point from the boundary \[m\], positive inside, negative outside.
    ///
    /// Infinite in the whole plane, minus infinity for the empty region, NaN for a point that is
    /// not finite.
    #[must_use]
    pub fn signed_distance(&self, point: Vector2<f64>) -> f64 {
        if !point.iter().all(|x| x.is_finite()) {
            return f64::NAN;
        }
        let inside = self.contains(point);
        if self.is_flat() && inside {
            return 0.0;
        }
        let distance = self.edges.iter().map(|e| e.distance(&point)).fold(f64::INFINITY, f64::min);
        if inside { distance } else { -distance }
    }

    /// Returns the largest value of direction · p over the region: infinite if the region is unbounded that way,
    /// minus infinity if it is empty.
    #[must_use]
    pub fn support(&self, direction: Vector2<f64>) -> f64 {
        let forward = |d: &Vector2<f64>| d.dot(&direction) > TOLERANCE * direction.norm();
        if self.directions.iter().any(forward) {
            return f64::INFINITY;
        }
        let heights = self.vertices.iter().map(|v| v.dot(&direction));
        heights.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the area \[m²\]; infinite for an unbounded region (that is not a line or a part of one).
    #[must_use]
    pub fn area(&self) -> f64 {
        if !self.directions.is_empty() {
            return if self.is_flat() { 0.0 } else { f64::INFINITY };
        }
        let next = self.vertices.iter().cycle().skip(1);
        let origin = self.vertices.first().copied().unwrap_or_default();
        let cross = |(a, b): (&Vector2<f64>, &Vector2<f64>)| (a - origin).perp(&(b - origin));
        self.vertices.iter().zip(next).map(cross).sum::<f64>() / 2.0
    }

    /// Returns the region shifted by a vector \[m\].
    #[must_use]
    pub fn translated(mut self, shift: Vector2<f64>) -> Self {
        self.half_planes.iter_mut().for_each(|h| h.offset += h.normal.dot(&shift));
        self.vertices.iter_mut().for_each(|vertex| *vertex += shift);
        self.edges.iter_mut().for_each(|edge| edge.translate(&shift));
        self
    }

    /// Returns whether the region has no interior.
    fn is_flat(&self) -> bool {
        let Some(first) = self.vertices.first() else { return true };
        let across: Vec<_> = self
            .vertices
            .iter()
            .map(|vertex| vertex - first)
            .chain(self.directions.iter().copied())
            .filter(|d| d.norm() > 0.0)
            .collect();
        let Some(along) = across.first() else { return true };
        across.iter().all(|d| d.perp(along).abs() <= TOLERANCE * d.norm() * along.norm())
    }

    /// Brings vertices and directions into counter-clockwise order.
    fn sort(&mut self) {
        let middle = self.vertices.iter().sum::<Vector2<f64>>() / self.vertices.len().max(1) as f64;
        let sum: Vector2<f64> = self.directions.iter().sum();
        let open = if sum.norm() > TOLERANCE { sum } else { Vector2::x() };
        if self.directions.is_empty() {
            let angle = |v: &Vector2<f64>| (v.y - middle.y).atan2(v.x - middle.x);
            self.vertices.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        } else {
            // The boundary comes in from one direction and leaves along another, the region on its
            // left: along it, the component across the opening grows.
            let across = |v: &Vector2<f64>| v.perp(&open);
            self.vertices.sort_by(|a, b| across(a).total_cmp(&across(b)));
            let turn = |d: &Vector2<f64>| open.perp(d).atan2(open.dot(d));
            self.directions.sort_by(|a, b| turn(a).total_cmp(&turn(b)));
        }
    }
}

/// Image of an extreme ray (p, t) in the plane.
#[derive(Clone, Copy)]
enum Place {
    Vertex(Vector2<f64>),
    Direction(Vector2<f64>),
}
