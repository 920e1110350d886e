//! A patch: many points of contact between two bodies that rub as one.
//!
//! ```text
//!   N₁ ↓      N₂ ↓          one element at the centre of pressure c, three rows:
//!   ──•────────•──                two tangents t₁, t₂ at c   \[m/s\]
//!         c                       the spin times r           \[m/s\]
//! ```
//! The points of one body share its motion, so that a plane patch has three ways to slide and no more, and
//! one bristle (e₁, e₂, r θ) says of all points how far they are deflected: `u(p) = e + θ n × (p − c)`. A law
//! of three axes under the load ΣN, [`ElementLaw::contact`](crate::ElementLaw::contact), then bears μ ΣN
//! if it slides only and the torque μ ΣN r if it spins only, `r = ΣN |p − c| / ΣN`: both are exact. In
//! between its limit is an ellipsoid, the usual approximation of a limit surface.
//!
//! When the pressure moves, c and r move with it, and the bristle is expressed in the new ones,
//! [`Patch::carried`]: the field u stays as it was, so that a load that trembles moves no anchor.

use nalgebra::Vector3;

/// Centre and radius of a patch; all places in axes that are fixed to the body that bears the bristle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    centre: Vector3<f64>,
    radius: f64,
}

/// A point of a patch: its place \[m\], its normal force N \[N\], and the radius \[m\] of the little patch that
/// it may be itself, 0 for a point.
pub type PatchPoint = (Vector3<f64>, f64, f64);

impl Patch {
    /// Creates the patch of these points. Points that do not press, with N ≤ 0, do not count; `None` if
    /// none presses.
    #[must_use]
    pub fn of(points: impl IntoIterator<Item = PatchPoint> + Clone) -> Option<Self> {
        let pressing = || points.clone().into_iter().filter(|(_, force, _)| *force > 0.0);
        let load: f64 = pressing().map(|(_, force, _)| force).sum();
        if !(load > 0.0 && load.is_finite()) {
            return None;
        }
        let centre: Vector3<f64> = pressing().map(|(place, force, _)| place * (force / load)).sum();
        let arm =
            |(place, force, own): PatchPoint| ((place - centre).norm() + own) * (force / load);
        Some(Self { centre, radius: pressing().map(arm).sum() })
    }

    /// Returns the centre of pressure c \[m\].
    #[must_use]
    pub const fn centre(&self) -> Vector3<f64> {
        self.centre
    }

    /// Returns the mean distance r \[m\] of the pressure from the centre, by which the row of the spin is
    /// multiplied.
    #[must_use]
    pub const fn radius(&self) -> f64 {
        self.radius
    }

    /// Returns the patch moved by `way` \[m\]: its body was set down there, or has slid there.
    #[must_use]
    pub fn shifted(&self, way: Vector3<f64>) -> Self {
        Self { centre: self.centre + way, ..*self }
    }

    /// Returns the bristle (e₁, e₂, r θ) \[m\] of this patch, along the `tangents` t₁ and t₂, as that of
    /// the patch `next`.
    ///
    /// A patch that is but a point holds no spin, so that its angle is forgotten.
    #[must_use]
    pub fn carried(
        &self,
        next: &Self,
        tangents: [&Vector3<f64>; 2],
        [first, second, spin]: [f64; 3],
    ) -> [f64; 3] {
        if self.radius == 0.0 {
            return [first, second, 0.0];
        }
        let angle = spin / self.radius;
        let [along, across] = tangents.map(|tangent| tangent.dot(&(next.centre - self.centre)));
        [first - angle * across, second + angle * along, angle * next.radius]
    }
}
