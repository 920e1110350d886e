//! Axes that share the normal force: the section of a pyramidal cone with torsion and rolling.

use stiction_core::{Describe, ParameterError, Vector};

use super::ellipsoid::check_semi_axes;
use super::nearest_point::nearest;
use super::{Ellipsoid, LimitSet, largest};
use crate::Gain;

/// `Σ |f_i|/(a_i N) ≤ 1`, in 1 to 6 dimensions: the normal force that the axes need adds up.
///
/// The semi-axes a are per unit of normal force: friction coefficients \[1\] for forces, lengths
/// \[m\] for moments. A semi-axis of 0 transmits nothing. It lies in the [`Ellipsoid`]
/// of the same semi-axes and touches it on the axes.
///
/// Source: the pyramidal cone of `MuJoCo` (semi-axes `μ_i`), as
/// [`PyramidalCone`](crate::cone::PyramidalCone) has it. In a metric with the coordinates' axes the
/// nearest force is `sgn(f_i) max(|f_i| − λ Z_i/a_i, 0)`, with λ from the axes that remain, those of
/// the largest `a_i |f_i|/Z_i`; in any other one it is found among the vertices, by Wolfe's method.
///
/// ```
/// use nalgebra::Vector3;
/// use stiction_friction::{CrossPolytope, LimitSet};
/// // Sliding along x and y, and spinning, on a patch of about 2 cm.
/// let patch = CrossPolytope::new(Vector3::new(0.5, 0.5, 0.01))?;
/// assert_eq!(patch.gauge(Vector3::new(1.0, -2.0, 0.05)), 11.0);
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Describe)]
#[describe(check = Self::further)]
pub struct CrossPolytope<V: Vector> {
    /// Semi-axes per unit of normal force, ≥ 0.
    #[field(non_negative)]
    semi_axes: V,
}

impl<V: Vector> CrossPolytope<V> {
    /// Creates the set with these semi-axes per unit of normal force.
    ///
    /// # Errors
    /// A semi-axis that is not finite and at least zero, or that is not 0 and yet below 1e-100 of the
    /// largest.
    pub fn new(semi_axes: V) -> Result<Self, ParameterError> {
        Self { semi_axes }.into()
    }

    fn further(&self) -> Result<(), ParameterError> {
        check_semi_axes::<Self, _>(|_| "semi_axes", self.semi_axes)
    }

    /// Returns the vertex that is farthest in a direction.
    fn vertex(&self, direction: V) -> V {
        let power = |axis: usize| self.semi_axes.axis(axis) * direction.axis(axis).abs();
        let best =
            (1..V::LEN).fold(0, |best, axis| if power(axis) > power(best) { axis } else { best });
        let size = self.semi_axes.axis(best).copysign(direction.axis(best));
        V::from_axes(|axis| if axis == best { size } else { 0.0 })
    }

    /// Returns the nearest force in a metric with the weights `1/gain`, for a trial force outside.
    fn nearest_by_axis(&self, scale: f64, gain: V, trial: V) -> V {
        // Fall of the normal force that axis i needs per λ, and the λ at which it reaches zero.
        let per_shift = |i: usize| gain.axis(i) / self.semi_axes.axis(i).powi(2);
        let last = |i: usize| trial.axis(i).abs() * self.semi_axes.axis(i) / gain.axis(i);
        let carries = |i: &usize| self.semi_axes.axis(*i) > 0.0;
        // Solved with the axes whose λ is at least that of a candidate: the largest such λ is the right one,
        // because with too few axes the excess is too small.
        let mut shift = 0.0;
        for candidate in (0..V::LEN).filter(carries) {
            let remain = |i: &usize| carries(i) && last(*i) >= last(candidate);
            let mut excess = -scale;
            let mut slope = 0.0;
            for i in (0..V::LEN).filter(remain) {
                excess += trial.axis(i).abs() / self.semi_axes.axis(i);
                slope += per_shift(i);
            }
            let own = excess / slope;
            if own > shift {
                shift = own;
            }
        }
        V::from_axes(|i| {
            if !carries(&i) {
                return 0.0;
            }
            let rest = trial.axis(i).abs() - shift * gain.axis(i) / self.semi_axes.axis(i);
            if rest > 0.0 { rest.copysign(trial.axis(i)) } else { 0.0 }
        })
    }
}

/// The set with the semi-axes of the ellipsoid, which it touches there.
impl<V: Vector> From<Ellipsoid<V>> for CrossPolytope<V> {
    fn from(set: Ellipsoid<V>) -> Self {
        Self { semi_axes: set.semi_axes() }
    }
}

/// Returns the diagonal of a gain; `None` if it has other entries.
fn diagonal<V: Vector, G: Gain<V>>(gain: &G) -> Option<V> {
    let unit = |axis: usize| V::from_axes(|i| if i == axis { 1.0 } else { 0.0 });
    let mut entries = [0.0; 6];
    for (axis, entry) in entries.iter_mut().enumerate().take(V::LEN) {
        let column = gain.apply(unit(axis));
        if (0..V::LEN).any(|i| i != axis && column.axis(i) != 0.0) {
            return None;
        }
        *entry = column.axis(axis);
    }
    Some(V::from_axes(|axis| entries[axis]))
}

impl<V: Vector> LimitSet<V> for CrossPolytope<V> {
    fn gauge(&self, force: V) -> f64 {
        let needed = |i: usize| {
            let size = force.axis(i).abs();
            if size == 0.0 { 0.0 } else { size / self.semi_axes.axis(i) }
        };
        (0..V::LEN).map(needed).fold(0.0, |sum, own| sum + own)
    }

    fn support(&self, direction: V) -> f64 {
        largest(V::from_axes(|i| self.semi_axes.axis(i) * direction.axis(i)))
    }

    /// Returns the sliding friction along the first axis that has any.
    fn sliding_friction(&self) -> f64 {
        let axes = (0..V::LEN).map(|i| self.semi_axes.axis(i));
        axes.into_iter().find(|axis| *axis > 0.0).unwrap_or(0.0)
    }

    fn saturated<G: Gain<V>>(&self, scale: f64, gain: &G, trial: V) -> Option<V> {
        let unit = largest(trial);
        if unit == f64::INFINITY || unit.is_nan() || scale.is_nan() {
            return Some(V::from_axes(|_| f64::NAN));
        }
        if self.gauge(trial) <= scale {
            return None;
        }
        if scale == 0.0 {
            return Some(V::zero());
        }
        let (small, limit) = (trial * (1.0 / unit), scale / unit);
        let found = match diagonal(gain) {
            Some(entries) => {
                // A factor does not matter.
                self.nearest_by_axis(limit, entries * (1.0 / largest(entries)), small)
            }
            None => {
                let support = |n: V| self.vertex(n) * limit - small;
                small + nearest(gain, gain.solve(small), support)?
            }
        };
        Some(found * unit)
    }
}
