//! The circular friction cone, its dual and its polar.
//!
//! With α = atan μ, s = sin α, c = cos α and `f_t = (f_x, f_y)`:
//!
//! ```text
//! K  = {|f_t| ≤ μ f_z}            the cone
//! K* = {μ |f_t| ≤ f_z}            its dual, the circular cone of the coefficient 1/μ
//! K° = {μ |f_t| ≤ −f_z} = −K*     its polar
//! P(f) = f in K, 0 in K°, else ρ (s f_t/|f_t|, c) with ρ = s |f_t| + c f_z
//! ```
//!
//! | symbol | argument | unit | range |
//! |---|---|---|---|
//! | μ | `friction` | 1 | ≥ 0; ∞ is the half space `f_z ≥ 0` |
//!
//! Two margins, positive inside: the gap `μ f_z − |f_t|` \[N\], and the distance to the boundary
//! `s f_z − c |f_t|` \[N\] (`−|f|` in K°).
//!
//! Source: Caron, *Friction model*, "Coulomb friction cone" (there `f_z > 0`; here the cone is closed
//! and contains 0); the lecture notes' `K_c` and `α = atan μ`. The projection is the usual one, written
//! with s and c: `f_z' = (μ|f_t| + f_z)/(1 + μ²)` overflows for μ = 1e200.
//!
//! Sizes from 1e-200 to 1e200, of the force and of μ, keep their digits.

use nalgebra::{Vector2, Vector3};
use stiction_core::{Describe, ParameterError, Validate};

use super::magnitude;

/// Isotropic Coulomb friction cone `|f_t| ≤ μ f_z` around the z axis.
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_friction::cone::CircularCone;
///
/// let cone = CircularCone::new(0.75)?;
/// let sliding = Vector3::new(3.0, 0.0, 1.0);
/// assert_eq!(cone.gap(&sliding), -2.25);
/// // tan α = 3/4: the nearest force of the cone is 2.6 N long.
/// let nearest = cone.project(&sliding);
/// assert!((nearest - Vector3::new(1.56, 0.0, 2.08)).norm() < 1e-15);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Describe)]
#[describe(check = Self::further)]
pub struct CircularCone {
    /// Friction coefficient `μ` \[1\], ≥ 0; infinity gives the half space `f_z ≥ 0`.
    friction: f64,
}

impl CircularCone {
    /// Creates the cone of a friction coefficient μ ≥ 0 \[1\]; infinity gives the half space `f_z ≥ 0`.
    ///
    /// # Errors
    /// A negative coefficient or NaN.
    pub fn new(friction: f64) -> Result<Self, ParameterError> {
        Self { friction }.into()
    }

    fn further(&self) -> Result<(), ParameterError> {
        Self::require(self.friction >= 0.0, "friction", self.friction, "must not be negative")
    }

    /// Returns whether the cone contains the force \[N\]; false unless it is finite.
    ///
    /// Exact up to the rounding of `μ f_z` and `|f_t|`: there is no tolerance.
    #[must_use]
    pub fn contains(&self, force: &Vector3<f64>) -> bool {
        let Some(scale) = magnitude::scale(force.as_slice()) else {
            return false;
        };
        let height = force.z * scale;
        let friction = magnitude::length(&(force.xy() * scale));
        height >= 0.0 && (self.friction.is_infinite() || friction <= self.friction * height)
    }

    /// Returns how much more friction force the cone allows, `μ f_z − |f_t|` \[N\]; negative outside.
    ///
    /// NaN unless force and μ are finite. With μ = 0 it is 0 below the apex too.
    #[must_use]
    pub fn gap(&self, force: &Vector3<f64>) -> f64 {
        if self.friction.is_infinite() || !force.iter().all(|value| value.is_finite()) {
            return f64::NAN;
        }
        self.friction * force.z - magnitude::length(&force.xy())
    }

    /// Returns the Euclidean distance to the boundary \[N\], positive inside, negative outside; NaN
    /// unless the force is finite.
    #[must_use]
    pub fn signed_distance(&self, force: &Vector3<f64>) -> f64 {
        let Some(scale) = magnitude::scale(force.as_slice()) else {
            return f64::NAN;
        };
        if self.in_polar(force) {
            return -magnitude::length(force);
        }
        let (cosine, sine) = self.slope();
        let scaled = force * scale;
        (sine * scaled.z - cosine * magnitude::length(&scaled.xy())) / scale
    }

    /// Returns the nearest force of the cone in the Euclidean metric; the force itself if the cone
    /// contains it, NaN unless it is finite.
    #[must_use]
    pub fn project(&self, force: &Vector3<f64>) -> Vector3<f64> {
        let Some(scale) = magnitude::scale(force.as_slice()) else {
            return Vector3::repeat(f64::NAN);
        };
        if self.contains(force) {
            return *force;
        }
        if self.in_polar(force) {
            return Vector3::zeros();
        }
        let (cosine, sine) = self.slope();
        let scaled = force * scale;
        let (length, direction) = magnitude::polar(&scaled.xy());
        let along = sine * length + cosine * scaled.z;
        let radius = sine * along;
        Vector3::new(radius * direction.x, radius * direction.y, cosine * along) / scale
    }

    /// Returns the dual cone `{μ |f_t| ≤ f_z}`: all forces with no negative product with one of the
    /// cone.
    ///
    /// Its coefficient is 1/μ; the dual of the ray (μ = 0) is the half space.
    #[must_use]
    pub fn dual(&self) -> Self {
        Self { friction: 1.0 / self.friction }
    }

    /// Returns whether the dual cone contains the force; false unless it is finite.
    #[must_use]
    pub fn in_dual(&self, force: &Vector3<f64>) -> bool {
        let Some(scale) = magnitude::scale(force.as_slice()) else {
            return false;
        };
        let height = force.z * scale;
        let friction = magnitude::length(&(force.xy() * scale));
        // Avoids μ·0 for an infinite μ.
        height >= 0.0 && (friction == 0.0 || self.friction * friction <= height)
    }

    /// Returns whether the polar cone `{μ |f_t| ≤ −f_z}`, the negative of the dual one, contains the force; false unless
    /// it is finite.
    #[must_use]
    pub fn in_polar(&self, force: &Vector3<f64>) -> bool {
        self.in_dual(&-force)
    }

    /// Returns the cosine and sine of the friction angle.
    fn slope(&self) -> (f64, f64) {
        if self.friction.is_infinite() {
            return (0.0, 1.0);
        }
        let (_, slope) = magnitude::polar(&Vector2::new(1.0, self.friction));
        (slope.x, slope.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_refuses;

    fn cone(friction: f64) -> CircularCone {
        CircularCone::new(friction).unwrap()
    }

    #[test]
    fn the_cone_is_closed() {
        let cone = cone(0.75);
        let edge = Vector3::new(3.0, 0.0, 4.0);
        assert!(cone.contains(&edge) && cone.contains(&Vector3::zeros()));
        assert_eq!(cone.project(&edge), edge);
        let above = Vector3::new(3.0_f64.next_up(), 0.0, 4.0);
        assert!(!cone.contains(&above));
    }

    #[test]
    fn the_dual_of_the_ray_is_the_half_space() {
        let (ray, half) = (cone(0.0), cone(f64::INFINITY));
        assert_eq!((ray.dual(), half.dual()), (half, ray));
        assert!(half.contains(&Vector3::x()) && !half.contains(&Vector3::new(1.0, 0.0, -1e-300)));
    }

    #[test]
    fn a_force_that_is_not_finite_is_never_inside() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for axis in 0..3 {
                let mut force = Vector3::new(0.1, 0.1, 5.0);
                force[axis] = bad;
                for cone in [cone(0.0), cone(0.5), cone(f64::INFINITY)] {
                    assert!(!cone.contains(&force), "{force}");
                    assert!(!cone.in_dual(&force) && !cone.in_polar(&force), "{force}");
                    assert!(cone.gap(&force).is_nan(), "{force}");
                    assert!(cone.signed_distance(&force).is_nan(), "{force}");
                    assert!(cone.project(&force).iter().all(|value| value.is_nan()), "{force}");
                }
            }
        }
    }

    #[test]
    fn bad_friction_is_refused() {
        for bad in [-0.5, f64::NAN, f64::NEG_INFINITY, -1e-300] {
            assert_refuses("friction", bad, CircularCone::new);
        }
        assert_eq!(cone(0.0).friction(), 0.0);
    }
}
