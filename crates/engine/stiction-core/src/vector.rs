//! Vectors of any dimension, scalars included, so that a kernel is written once.

use core::ops::{Add, Mul, Neg, Sub};

use nalgebra::SVector;

use crate::{Flat, Parameter, Real, Scalars};

/// An element of a Euclidean space: `f64` (1-D) or a nalgebra vector (n-D).
pub trait Vector:
    Flat
    + Parameter
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<f64, Output = Self>
{
    /// The components of one vector or of several side by side: an array of as many.
    type In<R: Real>: Scalars<R>;

    /// Returns the zero vector.
    fn zero() -> Self;
    /// Returns the Euclidean inner product.
    fn dot(&self, other: &Self) -> f64;
    /// Returns the Euclidean length.
    fn norm(&self) -> f64;
    /// Returns component `axis`, below [`Flat::LEN`].
    fn axis(&self, axis: usize) -> f64;
    /// Returns the vector with these components.
    fn from_axes(component: impl FnMut(usize) -> f64) -> Self;

    /// Returns its components, for a kernel.
    #[inline(always)]
    fn components(&self) -> Self::In<f64> {
        Scalars::from_fn(
            #[inline(always)]
            |axis| self.axis(axis),
        )
    }
    /// Returns the vector with the components that a kernel has found.
    #[inline(always)]
    fn of_components(components: Self::In<f64>) -> Self {
        Self::from_axes(
            #[inline(always)]
            |axis| components.at(axis),
        )
    }
}

impl Vector for f64 {
    type In<R: Real> = [R; 1];

    #[inline(always)]
    fn zero() -> Self {
        0.0
    }
    #[inline(always)]
    fn dot(&self, other: &Self) -> f64 {
        self * other
    }
    #[inline(always)]
    fn norm(&self) -> f64 {
        self.abs()
    }
    #[inline(always)]
    fn axis(&self, _: usize) -> f64 {
        *self
    }
    #[inline(always)]
    fn from_axes(mut component: impl FnMut(usize) -> Self) -> Self {
        component(0)
    }
}

impl<const N: usize> Vector for SVector<f64, N> {
    type In<R: Real> = [R; N];

    #[inline(always)]
    fn zero() -> Self {
        Self::zeros()
    }
    #[inline(always)]
    fn dot(&self, other: &Self) -> f64 {
        Self::dot(self, other)
    }
    #[inline(always)]
    fn norm(&self) -> f64 {
        Self::norm(self)
    }
    #[inline(always)]
    fn axis(&self, axis: usize) -> f64 {
        self[axis]
    }
    #[inline(always)]
    fn from_axes(mut component: impl FnMut(usize) -> f64) -> Self {
        Self::from_fn(|axis, _| component(axis))
    }
}

/// Returns the largest magnitude of a component; NaN if one is.
#[inline(always)]
#[must_use]
pub fn largest<V: Vector>(v: V) -> f64 {
    (0..V::LEN).fold(0.0, |most: f64, i| {
        let size = v.axis(i).abs();
        if size > most || size.is_nan() { size } else { most }
    })
}

/// Returns the Euclidean length, also where its square overflows or underflows.
#[inline(always)]
#[must_use]
pub fn length<V: Vector>(v: V) -> f64 {
    let size = v.norm();
    if (1e-100..=1e100).contains(&size) { size } else { extreme_length(v) }
}

#[cold]
#[inline(never)]
fn extreme_length<V: Vector>(v: V) -> f64 {
    let unit = largest(v);
    if unit == 0.0 || !unit.is_finite() {
        return unit;
    }
    V::from_axes(|i| v.axis(i) / unit).norm() * unit
}
