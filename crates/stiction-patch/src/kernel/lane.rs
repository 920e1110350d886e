//! What the body of a kernel needs of a number: a scalar, or a vector of cells.

use core::ops::{Add, Div, Mul, Sub};

/// A number, or several side by side.
///
/// Every operation is one IEEE operation per cell, so that all implementations give the same bits;
/// only [`Self::mul_add`] and [`Self::neg_mul_add`] may round once instead of twice, in an
/// implementation that says so.
pub(crate) trait Lane:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// The same value in all cells.
    fn same(self, value: f64) -> Self;
    /// `self * b + c`.
    fn mul_add(self, b: Self, c: Self) -> Self;
    /// `c - self * b`.
    fn neg_mul_add(self, b: Self, c: Self) -> Self;
    /// Square root.
    fn sqrt(self) -> Self;
    /// The larger one; of NaN, either.
    fn at_least(self, least: f64) -> Self;
    /// The smaller one; of NaN, either.
    fn at_most(self, most: f64) -> Self;
    /// `self * 2^k`, both results normal, where the lowest bits of `k` hold an integer: see
    /// [`exp2`](super::elementary::exp2).
    fn shift_exponent(self, k: Self) -> Self;
    /// A function of scalars, cell by cell.
    fn map(self, f: impl Fn(f64) -> f64) -> Self;
}

impl Lane for f64 {
    #[inline(always)]
    fn same(self, value: f64) -> Self {
        value
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        self * b + c
    }
    #[inline(always)]
    fn neg_mul_add(self, b: Self, c: Self) -> Self {
        c - self * b
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self::sqrt(self)
    }
    #[inline(always)]
    fn at_least(self, least: f64) -> Self {
        if self < least { least } else { self }
    }
    #[inline(always)]
    fn at_most(self, most: f64) -> Self {
        if self > most { most } else { self }
    }
    #[inline(always)]
    fn shift_exponent(self, k: Self) -> Self {
        Self::from_bits(self.to_bits().wrapping_add(k.to_bits() << 52))
    }
    #[inline(always)]
    fn map(self, f: impl Fn(Self) -> Self) -> Self {
        f(self)
    }
}
