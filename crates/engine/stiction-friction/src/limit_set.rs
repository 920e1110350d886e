//! Limit sets: which friction is admissible at a normal force.
//!
//! A friction element can transmit any force f of a convex set `C(N) = N C(1)`, the section of a
//! friction cone at the normal force N. Motion against that limit takes, of all admissible forces,
//! the one that dissipates most; for a trial force f* (which would hold the element) it is the
//! nearest point of the set in the metric `W = Z⁻¹` of the element's stage damping:
//!
//! ```text
//! f = argmin { (f − f*)·W (f − f*) : f ∈ C(N) },   slip u = W (f* − f)
//! ```
//! It is defined by `(g − f)·u ≤ 0` for every admissible g: maximal dissipation. Shortening f* until it
//! fits (radial scaling) is the same for a disc only.
//!
//! | set | C(1) | section of |
//! |---|---|---|
//! | [`Disc`] | `\|f\| ≤ r` in 1, 2, 3 dimensions | the circular cone; torsion; rolling |
//! | [`RegularPolygon`] | n sides | the linearized cone |
//! | [`ConvexPolygon`] | any convex polygon with 0 in it | any other cone in the plane |
//! | [`Ellipsoid`] | `Σ (f_i/a_i)² ≤ 1` | the elliptic cone, with torsion and rolling |
//! | [`CrossPolytope`] | `Σ \|f_i\|/a_i ≤ 1` | the pyramidal cone, with torsion and rolling |
//! | [`PointSupports`] | forces and moment of points | a patch that rests on a few points |
//! | [`SupportSet`] | your own support function | any other cone |
//!
//! Two faces of one thing: [`LimitSet::at`] fixes the normal force (checked) and answers questions;
//! [`LimitSet::saturated`] is the kernel of the friction laws.
//!
//! Source: Kikuuwe and Yamamoto, eqs. 14, 15, for the disc; generalised here to any convex set.

mod convex_polygon;
mod cross_polytope;
mod disc;
pub(crate) mod ellipsoid;
mod nearest_point;
mod point_supports;
mod regular_polygon;
pub(crate) mod secular;
mod support_set;
pub(crate) mod written;

use core::fmt::Debug;
use core::marker::PhantomData;

pub(crate) use stiction_core::vector::{largest, length};
use stiction_core::{ParameterError, Validate, Vector};

pub use convex_polygon::ConvexPolygon;
pub use cross_polytope::CrossPolytope;
pub use disc::Disc;
pub use ellipsoid::Ellipsoid;
pub use point_supports::PointSupports;
pub use regular_polygon::RegularPolygon;
pub use support_set::SupportSet;

use crate::Gain;

/// A closed convex set `C(1)` of friction per unit of normal force, with 0 in it.
pub trait LimitSet<V: Vector>: Debug + Send + Sync + 'static {
    /// Returns the smallest normal force at which `force` is admissible; infinite if none is enough.
    fn gauge(&self, force: V) -> f64;

    /// Returns the largest `f·direction` of C(1): the power lost to friction per unit of normal force at the
    /// slip velocity `direction`.
    fn support(&self, direction: V) -> f64;

    /// Returns the friction per unit of normal force in plain sliding along the first axis; it makes an
    /// equivalent speed of a power.
    fn sliding_friction(&self) -> f64 {
        self.support(V::from_axes(|axis| if axis == 0 { 1.0 } else { 0.0 }))
    }

    /// Returns the force of `scale` C(1) nearest to `trial` in the metric of `gain`; `None` if `trial` itself is
    /// admissible.
    ///
    /// `scale` is not negative. The kernel of the friction laws: nothing is checked; NaN gives NaN, and
    /// an infinite force is not admissible.
    fn saturated<G: Gain<V>>(&self, scale: f64, gain: &G, trial: V) -> Option<V>;

    /// Returns the admissible friction at a normal force \[N\].
    ///
    /// # Errors
    /// A normal force that is negative or not finite.
    fn at(&self, normal_force: f64) -> Result<ConeSection<'_, V, Self>, ParameterError>
    where
        Self: Sized,
    {
        ConeSection::<V, Self>::non_negative("normal_force", normal_force)?;
        Ok(ConeSection { set: self, normal_force, space: PhantomData })
    }
}

/// The admissible friction at a normal force.
#[derive(Clone, Copy, Debug)]
pub struct ConeSection<'a, V, S> {
    set: &'a S,
    normal_force: f64,
    space: PhantomData<fn() -> V>,
}

impl<V, S> Validate for ConeSection<'_, V, S> {
    const COMPONENT: &'static str = "LimitSet";
}

impl<V: Vector, S: LimitSet<V>> ConeSection<'_, V, S> {
    /// Returns whether a force is admissible; the border is. A force that is not finite is not.
    #[must_use]
    pub fn contains(&self, force: V) -> bool {
        largest(force).is_finite() && self.set.gauge(force) <= self.normal_force
    }

    /// Returns the normal force to spare \[N\]: by how much it could fall before `force` is no longer admissible.
    /// Negative outside; NaN for a force that is NaN.
    #[must_use]
    pub fn margin(&self, force: V) -> f64 {
        self.normal_force - self.set.gauge(force)
    }

    /// Returns the largest `f·direction` of the admissible forces.
    #[must_use]
    pub fn support(&self, direction: V) -> f64 {
        self.normal_force * self.set.support(direction)
    }

    /// Returns the admissible force nearest to `force` in the metric `W = Z⁻¹` of a gain; `&1.0` is the
    /// Euclidean one. NaN for a force that is not finite.
    #[must_use]
    pub fn project<G: Gain<V>>(&self, gain: &G, force: V) -> V {
        if !largest(force).is_finite() {
            return V::from_axes(|_| f64::NAN);
        }
        self.set.saturated(self.normal_force, gain, force).unwrap_or(force)
    }
}

#[cfg(test)]
#[path = "limit_set/tests.rs"]
mod tests;
