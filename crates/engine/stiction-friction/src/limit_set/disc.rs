//! Friction that is the same in every direction: an interval, a disc, a ball.

use stiction_core::{ParameterError, Validate, Vector};

use super::{LimitSet, length};
use crate::{Gain, gsat};

/// `|f| ≤ r N` in any dimension: the section of the circular cone with `r = μ`, an interval on a
/// line or a shaft (torsion), a disc in a plane (sliding, rolling), a ball in space.
///
/// ```
/// use nalgebra::Vector2;
/// use stiction_friction::{Disc, LimitSet};
/// let rough = Disc::new(0.5)?;
/// let f = rough.at(2.0)?.project(&1.0, Vector2::new(3.0, 4.0));
/// assert!((f - Vector2::new(0.6, 0.8)).norm() < 1e-15);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    radius: f64,
}

impl Disc {
    /// Creates the disc with this radius per unit of normal force.
    ///
    /// # Errors
    /// A radius that is not finite and at least zero.
    pub fn new(radius: f64) -> Result<Self, ParameterError> {
        Self::non_negative("radius", radius)?;
        Ok(Self { radius })
    }

    /// Returns the radius per unit of normal force: \[1\] for a force, \[m\] for a moment.
    #[must_use]
    pub const fn radius(&self) -> f64 {
        self.radius
    }

    /// The unit disc.
    pub(crate) const UNIT: Self = Self { radius: 1.0 };
}

impl Validate for Disc {
    const COMPONENT: &'static str = "Disc";
}

impl<V: Vector> LimitSet<V> for Disc {
    fn gauge(&self, force: V) -> f64 {
        let size = length(force);
        if size == 0.0 { 0.0 } else { size / self.radius }
    }
    fn support(&self, direction: V) -> f64 {
        self.radius * length(direction)
    }
    #[inline(always)]
    fn saturated<G: Gain<V>>(&self, scale: f64, gain: &G, trial: V) -> Option<V> {
        if G::ISOTROPIC {
            return gsat::saturated(scale * self.radius, trial);
        }
        let limit = scale * self.radius;
        if length(trial) <= limit {
            return None;
        }
        Some(gain.nearest_in_ellipsoid(limit, V::from_axes(|_| 1.0), trial))
    }
}
