//! Friction that differs by axis: an ellipse in a plane, an ellipsoid with torsion and rolling.

use stiction_core::{ParameterError, Validate, Vector};

use super::{LimitSet, largest, length};
use crate::Gain;

/// `Σ (f_i/(a_i N))² ≤ 1`, in 1 to 6 dimensions.
///
/// The semi-axes a are per unit of normal force: friction coefficients \[1\] for forces, lengths
/// \[m\] for moments. A semi-axis of 0 transmits nothing. Forces and moments draw on the same
/// friction: a contact that spins fast enough hardly resists sliding.
///
/// Sources: the elliptic cone of `MuJoCo` (semi-axes `μ_i`); Fakhari et al. (semi-axes `μ e_i`).
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_friction::{Ellipsoid, LimitSet};
/// // Sliding along x and y, and spinning, on a patch of about 2 cm.
/// let patch = Ellipsoid::new(Vector3::new(0.5, 0.5, 0.01))?;
/// assert_eq!(patch.gauge(Vector3::new(0.0, 3.0, 0.08)), 10.0);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid<V> {
    /// Semi-axes in units of the largest, and their inverses.
    shape: V,
    inverse: V,
    largest: f64,
    sliding_friction: f64,
    /// As they were given: in units of the largest they are rounded.
    semi_axes: V,
}

impl<V: Vector> Ellipsoid<V> {
    /// Creates the ellipsoid with these semi-axes per unit of normal force.
    ///
    /// # Errors
    /// A semi-axis that is not finite and at least zero, or that is not 0 and yet below 1e-100 of the
    /// largest.
    pub fn new(semi_axes: V) -> Result<Self, ParameterError> {
        check_semi_axes::<Self, _>(|_| "semi_axes", semi_axes)?;
        let largest = largest(semi_axes);
        let unit = if largest > 0.0 { largest } else { 1.0 };
        let first = (0..V::LEN).map(|i| semi_axes.axis(i)).find(|&semi_axis| semi_axis > 0.0);
        Ok(Self {
            shape: V::from_axes(|i| semi_axes.axis(i) / unit),
            inverse: V::from_axes(|i| unit / semi_axes.axis(i)),
            largest,
            sliding_friction: first.unwrap_or(0.0),
            semi_axes,
        })
    }

    /// Returns the semi-axes per unit of normal force.
    #[must_use]
    pub fn semi_axes(&self) -> V {
        self.semi_axes
    }
}

impl<V: Vector> Validate for Ellipsoid<V> {
    const COMPONENT: &'static str = "Ellipsoid";
}

/// Checks semi-axes, each in its own name.
pub(crate) fn check_semi_axes<C: Validate, V: Vector>(
    name: impl Fn(usize) -> &'static str,
    semi_axes: V,
) -> Result<(), ParameterError> {
    (0..V::LEN).try_for_each(|i| C::non_negative(name(i), semi_axes.axis(i)))?;
    let least = 1e-100 * largest(semi_axes);
    for i in 0..V::LEN {
        let (name, semi_axis) = (name(i), semi_axes.axis(i));
        let usable = semi_axis == 0.0 || semi_axis >= least;
        C::require(usable, name, semi_axis, "must be 0 or at least 1e-100 of the largest")?;
    }
    Ok(())
}

/// Returns the smallest s with `force` in s times an ellipsoid, given the inverses of its semi-axes.
#[inline(always)]
pub(super) fn gauge<V: Vector>(inverse: V, force: V) -> f64 {
    length(V::from_axes(|i| {
        let f = force.axis(i);
        if f == 0.0 { 0.0 } else { f * inverse.axis(i) }
    }))
}

/// Rounding of the nearest point and of its gauge, relative.
const BORDER: f64 = 4.0 * f64::EPSILON;

impl<V: Vector> LimitSet<V> for Ellipsoid<V> {
    fn gauge(&self, force: V) -> f64 {
        let gauge = gauge(self.inverse, force);
        if gauge == 0.0 { 0.0 } else { gauge / self.largest }
    }
    fn support(&self, direction: V) -> f64 {
        let stretched = V::from_axes(|i| self.shape.axis(i) * direction.axis(i));
        self.largest * length(stretched)
    }
    fn sliding_friction(&self) -> f64 {
        self.sliding_friction
    }
    #[inline(always)]
    fn saturated<G: Gain<V>>(&self, scale: f64, gain: &G, trial: V) -> Option<V> {
        let limit = scale * self.largest;
        // A force that is outside by rounding only is kept: under a coupled gain a thin axis would have
        // the rounding of a long one, and a point of the border would be moved to another one.
        if gauge(self.inverse, trial) <= limit * (1.0 + BORDER) {
            return None;
        }
        Some(gain.nearest_in_ellipsoid(limit, self.shape, trial))
    }
}
