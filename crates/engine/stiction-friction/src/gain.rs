//! Stiffness and stage damping as operators, and the metric that a stage damping induces.
//!
//! A friction element turns a slip velocity u into the force `Z u`, with a symmetric positive
//! stage damping Z. Which admissible force it takes is the nearest one to the trial force in the metric
//! of the inverse, `W = Z⁻¹`: then `u = W (f* − f)`, and no other metric keeps the dissipation maximal
//! (the book, page "Friction cones").
//!
//! | gain | Z | for |
//! |---|---|---|
//! | `f64` | a multiple of the identity | directions of one kind; the metric is Euclidean |
//! | [`Diagonal`] | one number per axis | sliding with torsion and rolling |
//! | [`Full`] | any symmetric positive definite matrix | coupled axes |

use core::fmt::Debug;

use nalgebra::{Cholesky, SMatrix, SVector};
use stiction_core::{Form, Parameter, ParameterError, Validate, Value, ValueError, Vector};

use crate::Relaxation;
use crate::limit_set::secular;

/// A symmetric positive operator `Z` from velocities to forces, and its metric `W = Z⁻¹`.
pub trait Gain<V: Vector>: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// Whether `Z` is a multiple of the identity, so that its metric is Euclidean.
    const ISOTROPIC: bool = false;
    /// Returns `Z u`.
    fn apply(&self, flow: V) -> V;
    /// Returns `Z⁻¹ f = W f`.
    fn solve(&self, effort: V) -> V;
    /// Returns the point of the ellipsoid `|f_i/(scale a_i)| ≤ 1` (Euclidean norm over i) that is nearest to
    /// `trial`, which lies outside, in the metric `W`.
    ///
    /// The semi-axes a are in 0 to 1; along a semi-axis of 0 the result is 0.
    fn nearest_in_ellipsoid(&self, scale: f64, semi_axes: V, trial: V) -> V;
}

/// A gain whose axes are those of the coordinates, as the friction laws need it.
pub trait AxisGain: Parameter + Copy + Debug + PartialEq + Send + Sync + 'static {
    /// Returns the number of entries that can differ.
    fn axes(&self) -> usize;
    /// Returns the entry of an axis.
    fn entry(&self, axis: usize) -> f64;
    /// Creates `Z` at a stage of length `tau` \[s\].
    fn stage_damping(relaxation: Relaxation, stiffness: &Self, damping: &Self, tau: f64) -> Self;
    /// Returns whether some entry is so small that its inverse overflows.
    fn is_singular(&self) -> bool {
        (0..self.axes()).any(|axis| self.entry(axis) < f64::MIN_POSITIVE)
    }
}

impl<V: Vector> Gain<V> for f64 {
    const ISOTROPIC: bool = true;
    #[inline(always)]
    fn apply(&self, flow: V) -> V {
        flow * *self
    }
    #[inline(always)]
    fn solve(&self, effort: V) -> V {
        effort * (1.0 / self)
    }
    #[inline(always)]
    fn nearest_in_ellipsoid(&self, scale: f64, semi_axes: V, trial: V) -> V {
        secular::nearest(scale, semi_axes, V::from_axes(|_| 1.0), trial)
    }
}

impl AxisGain for f64 {
    #[inline(always)]
    fn axes(&self) -> usize {
        1
    }
    #[inline(always)]
    fn entry(&self, _: usize) -> f64 {
        *self
    }
    #[inline(always)]
    fn stage_damping(relaxation: Relaxation, stiffness: &Self, damping: &Self, tau: f64) -> Self {
        relaxation.stage_damping(*stiffness, *damping, tau)
    }
}

/// One number per axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Diagonal<V>(V);

impl<V: Vector> Diagonal<V> {
    /// Creates the gain with these entries.
    ///
    /// # Errors
    /// An entry that is not finite and positive.
    pub fn new(entries: V) -> Result<Self, ParameterError> {
        (0..V::LEN).try_for_each(|axis| Self::positive("entries", entries.axis(axis)))?;
        Ok(Self(entries))
    }

    /// Creates a gain for laws that have checked their parameters; a damping may be zero.
    pub(crate) const fn unchecked(entries: V) -> Self {
        Self(entries)
    }
}

impl<V: Vector> Validate for Diagonal<V> {
    const COMPONENT: &'static str = "Diagonal";
}

/// The entries; a damping may be zero.
impl<V: Vector> Parameter for Diagonal<V> {
    fn form() -> Form {
        V::form()
    }
    fn value(&self) -> Value {
        Value::Numbers((0..V::LEN).map(|axis| self.0.axis(axis)).collect())
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        V::of(value).map(Self)
    }
}

impl<V: Vector> Gain<V> for Diagonal<V> {
    #[inline(always)]
    fn apply(&self, flow: V) -> V {
        V::from_axes(|axis| self.0.axis(axis) * flow.axis(axis))
    }
    #[inline(always)]
    fn solve(&self, effort: V) -> V {
        V::from_axes(|axis| effort.axis(axis) / self.0.axis(axis))
    }
    #[inline(always)]
    fn nearest_in_ellipsoid(&self, scale: f64, semi_axes: V, trial: V) -> V {
        // W times the smallest gain: a factor does not matter, and the largest weight is 1.
        let smallest = (1..V::LEN).fold(self.0.axis(0), |least, axis| least.min(self.0.axis(axis)));
        let weights = V::from_axes(|axis| smallest / self.0.axis(axis));
        secular::nearest(scale, semi_axes, weights, trial)
    }
}

impl<V: Vector> AxisGain for Diagonal<V> {
    #[inline(always)]
    fn axes(&self) -> usize {
        V::LEN
    }
    #[inline(always)]
    fn entry(&self, axis: usize) -> f64 {
        self.0.axis(axis)
    }
    #[inline(always)]
    fn stage_damping(relaxation: Relaxation, stiffness: &Self, damping: &Self, tau: f64) -> Self {
        Self(V::from_axes(|axis| {
            relaxation.stage_damping(stiffness.0.axis(axis), damping.0.axis(axis), tau)
        }))
    }
}

/// A symmetric positive definite matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Full<const N: usize> {
    gain: SMatrix<f64, N, N>,
    weights: SMatrix<f64, N, N>,
}

impl<const N: usize> Validate for Full<N> {
    const COMPONENT: &'static str = "Full";
}

impl<const N: usize> Full<N> {
    /// Creates the gain `Z`.
    ///
    /// # Errors
    /// A matrix that is not symmetric (to rounding) and positive definite; the value is its
    /// asymmetry, or its smallest eigenvalue.
    pub fn new(gain: SMatrix<f64, N, N>) -> Result<Self, ParameterError> {
        Ok(Self { gain, weights: Self::inverse("gain", gain)? })
    }

    /// Creates the gain whose metric `W` is the given one.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn inverse_of(weights: SMatrix<f64, N, N>) -> Result<Self, ParameterError> {
        Ok(Self { gain: Self::inverse("weights", weights)?, weights })
    }

    fn inverse(
        parameter: &'static str,
        matrix: SMatrix<f64, N, N>,
    ) -> Result<SMatrix<f64, N, N>, ParameterError> {
        Self::all_finite(parameter, matrix.as_slice())?;
        let skew = (matrix - matrix.transpose()).amax();
        Self::require(skew <= 1e-12 * matrix.amax(), parameter, skew, "must be symmetric")?;
        let definite = "must be positive definite (the value is its smallest eigenvalue)";
        let refused = || {
            let least = nalgebra::DMatrix::from_column_slice(N, N, matrix.as_slice())
                .symmetric_eigenvalues()
                .min();
            ParameterError::new(Self::COMPONENT, parameter, least, definite)
        };
        Cholesky::new(matrix).map(|factor| factor.inverse()).ok_or_else(refused)
    }
}

impl<const N: usize> Gain<SVector<f64, N>> for Full<N> {
    fn apply(&self, flow: SVector<f64, N>) -> SVector<f64, N> {
        self.gain * flow
    }
    fn solve(&self, effort: SVector<f64, N>) -> SVector<f64, N> {
        self.weights * effort
    }
    fn nearest_in_ellipsoid(
        &self,
        scale: f64,
        semi_axes: SVector<f64, N>,
        trial: SVector<f64, N>,
    ) -> SVector<f64, N> {
        secular::nearest_full(scale, semi_axes, &self.weights, trial)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_refused;
    use nalgebra::{Matrix2, Vector2};

    #[test]
    fn solve_is_the_inverse_of_apply() {
        let v = Vector2::new(3.0, -2.0);
        let full = Full::new(Matrix2::new(2.0, 0.5, 0.5, 1.0)).unwrap();
        assert!((full.solve(full.apply(v)) - v).norm() < 1e-15);
        let diagonal = Diagonal::new(Vector2::new(4.0, 0.5)).unwrap();
        assert_eq!(diagonal.solve(v), Vector2::new(0.75, -4.0));
        assert_eq!(diagonal.solve(diagonal.apply(v)), v);
        assert_eq!(Gain::solve(&4.0, v), v * 0.25);
    }

    #[test]
    fn what_is_not_positive_definite_is_refused() {
        assert_refused("entries", |z| Diagonal::new(Vector2::new(1.0, z)));
        let full = |a: f64, b: f64, c: f64, d: f64| Full::inverse_of(Matrix2::new(a, b, c, d));
        let indefinite = full(1.0, 2.0, 2.0, 1.0).unwrap_err();
        assert_eq!((indefinite.parameter, indefinite.value), ("weights", -1.0));
        assert!(full(1.0, 0.0, 0.0, 0.0).is_err());
        assert!(full(1.0, 0.1, 0.0, 1.0).unwrap_err().to_string().contains("symmetric"));
        assert!(full(1.0, f64::NAN, f64::NAN, 1.0).is_err());
    }
}
