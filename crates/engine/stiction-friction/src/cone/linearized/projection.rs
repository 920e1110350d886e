//! Membership, margins and the nearest force of an n-sided cone, at the same cost for any n.
//!
//! All of them look at one sector only, that of the force. The cone is its own mirror image in the
//! planes through its axis and a vertex, so no other sector has a nearer point (nor a side that is
//! exceeded more).

use core::f64::consts::{PI, TAU};

use nalgebra::Vector3;

use super::LinearizedCone;
use crate::cone::{magnitude, sector};

/// A force in the coordinates of its sector, and the sector.
pub(super) struct InSector {
    /// Components along the face normal (horizontal), across it and along the axis of the cone,
    /// multiplied by `scale`.
    pub(super) force: Vector3<f64>,
    /// Power of two that makes squares of the components safe.
    pub(super) scale: f64,
    /// Cosine and sine of the angle from the first vertex to the face normal.
    normal: (f64, f64),
    /// Number of the vertex on the clockwise side.
    pub(super) index: usize,
}

/// One sector of the cone: a face between two edges.
pub(super) struct Face {
    /// `μ_f`.
    pub(super) apothem: f64,
    /// Half the length of the side of the section, `μ_v sin(π/n)`.
    pub(super) half_side: f64,
    /// Cosine and sine of the angle between the face and the axis.
    slope: (f64, f64),
}

/// Location of the nearest point of the cone.
enum Nearest {
    /// The force is in the cone.
    Inside,
    /// On a face.
    Face(Vector3<f64>),
    /// On an edge, or the apex.
    Edge(Vector3<f64>),
}

impl Face {
    fn nearest(&self, force: &Vector3<f64>) -> Nearest {
        let (cosine, sine) = self.slope;
        if self.contains(force) {
            return Nearest::Inside;
        }
        let up = sine * force.x + cosine * force.z;
        // The height `cosine * up` would not do: it can vanish although the side does not.
        if up >= 0.0 && force.y.abs() <= self.half_side * cosine * up {
            return Nearest::Face(Vector3::new(sine * up, force.y, cosine * up));
        }
        let side = self.half_side.copysign(force.y);
        let (_, edge) = magnitude::polar(&Vector3::new(self.apothem, side, 1.0));
        Nearest::Edge(edge * edge.dot(force).max(0.0))
    }

    fn contains(&self, force: &Vector3<f64>) -> bool {
        force.z >= 0.0 && force.x <= self.apothem * force.z
    }
}

impl LinearizedCone {
    /// Returns whether the cone, which is closed, contains the force \[N\]; false unless it is
    /// finite.
    ///
    /// Exact up to the rounding of the products: there is no tolerance.
    #[must_use]
    pub fn contains(&self, force: &Vector3<f64>) -> bool {
        self.in_sector(force).is_some_and(|found| self.face().contains(&found.force))
    }

    /// Returns how much more friction force the nearest side allows, `μ_f f_z − max ψ·f_t` \[N\];
    /// negative outside, NaN unless the force is finite.
    ///
    /// With μ = 0 it is 0 below the apex too: [`Self::contains`] looks at `f_z` as well.
    #[must_use]
    pub fn margin(&self, force: &Vector3<f64>) -> f64 {
        self.in_sector(force).map_or(f64::NAN, |found| {
            (self.face_coefficient() * found.force.z - found.force.x) / found.scale
        })
    }

    /// Returns the Euclidean distance to the boundary \[N\], positive inside, negative outside; NaN
    /// unless the force is finite.
    #[must_use]
    pub fn signed_distance(&self, force: &Vector3<f64>) -> f64 {
        let Some(found) = self.in_sector(force) else {
            return f64::NAN;
        };
        let face = self.face();
        let (cosine, sine) = face.slope;
        let distance = match face.nearest(&found.force) {
            Nearest::Inside | Nearest::Face(_) => sine * found.force.z - cosine * found.force.x,
            Nearest::Edge(point) => -magnitude::length(&(found.force - point)),
        };
        distance / found.scale
    }

    /// Returns the nearest force of the cone in the Euclidean metric; the force itself if the cone
    /// contains it, NaN unless it is finite.
    #[must_use]
    pub fn project(&self, force: &Vector3<f64>) -> Vector3<f64> {
        let Some(found) = self.in_sector(force) else {
            return Vector3::repeat(f64::NAN);
        };
        match self.face().nearest(&found.force) {
            Nearest::Inside => *force,
            Nearest::Face(point) | Nearest::Edge(point) => self.out_of_sector(&found, &point),
        }
    }

    /// Returns the force in the sector that it lies in, less the number of the sector; `None` unless
    /// finite.
    pub(super) fn in_sector(&self, force: &Vector3<f64>) -> Option<InSector> {
        let scale = magnitude::scale(force.as_slice())?;
        let scaled = force * scale;
        // The force is turned back by the phase before the angle is taken: exact for a phase of any size.
        let (c, s) = (self.phase.cos(), self.phase.sin());
        let (x, y) = (c * scaled.x + s * scaled.y, c * scaled.y - s * scaled.x);
        let sides = self.sides as f64;
        let index = (y.atan2(x) / TAU * sides).floor().rem_euclid(sides) as usize;
        let normal = sector::direction(2 * index as u64 + 1, self.sides as u64);
        let (along, across) = (x * normal.0 + y * normal.1, y * normal.0 - x * normal.1);
        Some(InSector { force: Vector3::new(along, across, scaled.z), scale, normal, index })
    }

    /// Returns the inverse of [`Self::in_sector`] for another point of the same sector.
    fn out_of_sector(&self, found: &InSector, point: &Vector3<f64>) -> Vector3<f64> {
        let (cosine, sine) = found.normal;
        let (x, y) = (point.x * cosine - point.y * sine, point.y * cosine + point.x * sine);
        let (c, s) = (self.phase.cos(), self.phase.sin());
        Vector3::new(c * x - s * y, c * y + s * x, point.z) / found.scale
    }

    pub(super) fn face(&self) -> Face {
        let apothem = self.face_coefficient();
        let (_, slope) = magnitude::polar(&nalgebra::Vector2::new(1.0, apothem));
        let half_side = self.vertex_coefficient() * (PI / self.sides as f64).sin();
        Face { apothem, half_side, slope: (slope.x, slope.y) }
    }
}
