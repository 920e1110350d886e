//! A number, or several side by side: kernels are written over it, so that they step copies in lanes.

use core::ops::{Add, Div, Mul, Neg, Sub};

/// A number, or the same variable of several components side by side.
///
/// Every operation is one IEEE operation per lane, never fused and never reordered, so a kernel gives
/// each lane the bits that it gives a number. Implemented by `f64`, [`Four`](crate::lanes::Four) and
/// [`Eight`](crate::lanes::Eight); [`Fused`](crate::lanes::Fused) alone rounds products that are added once.
///
/// ```
/// use stiction_core::Real;
///
/// /// `|x|` up to a limit, without a branch.
/// fn clipped<R: Real>(x: R, limit: R) -> R {
///     let size = x.abs();
///     R::select(size.at_most(limit), size, limit)
/// }
/// assert_eq!(clipped(-3.0, 2.0), 2.0);
/// ```
pub trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Number of lanes.
    const COUNT: usize;
    /// One truth value per lane.
    type Mask: Copy;
    /// The vector instructions that it is made of.
    type Token: Copy + core::fmt::Debug;

    /// Loads the first [`Self::COUNT`] numbers of a slice, which must not be shorter.
    fn load(token: Self::Token, slice: &[f64]) -> Self;
    /// Writes the lanes to the first [`Self::COUNT`] places of a slice, which must not be shorter.
    fn store(self, slice: &mut [f64]);
    /// Puts the same number in every lane.
    fn splat(token: Self::Token, value: f64) -> Self;
    /// Makes a vector of the numbers that `f` gives for the lanes.
    fn from_fn(token: Self::Token, f: impl FnMut(usize) -> f64) -> Self;
    /// Returns the vector instructions that it is made of.
    fn token(self) -> Self::Token;
    /// Returns the number in a lane, below [`Self::COUNT`].
    fn lane(self, lane: usize) -> f64;
    /// Returns the square root.
    #[must_use]
    fn sqrt(self) -> Self;
    /// Returns the number without its sign.
    #[must_use]
    fn abs(self) -> Self;
    /// Returns the larger one; of NaN, either.
    #[must_use]
    fn no_less_than(self, least: f64) -> Self;
    /// Returns the smaller one; of NaN, either.
    #[must_use]
    fn no_more_than(self, most: f64) -> Self;
    /// Returns `self * 2^k`, both results normal, where the lowest 11 bits of `k` hold the integer: as they do after
    /// `1.5 * 2^52` was added to it.
    #[must_use]
    fn shift_exponent(self, k: Self) -> Self;
    /// Returns whether `self < other`; false for NaN.
    fn below(self, other: Self) -> Self::Mask;
    /// Returns whether `self <= other`; false for NaN.
    fn at_most(self, other: Self) -> Self::Mask;
    /// Creates `yes` where the mask is true, `no` elsewhere.
    #[must_use]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// Returns whether the mask is true in every lane.
    fn all(mask: Self::Mask) -> bool;
    /// Turns rows into columns, in [`Self::COUNT`] vectors.
    fn transpose(rows: &mut [Self]);

    /// Returns `self * b + c`. (The method of this name that `f64` has is fused; this one is for kernels.)
    #[inline(always)]
    #[must_use]
    fn mul_add(self, b: Self, c: Self) -> Self {
        self * b + c
    }
    /// Returns `c - self * b`.
    #[inline(always)]
    #[must_use]
    fn neg_mul_add(self, b: Self, c: Self) -> Self {
        c - self * b
    }
    /// Puts another number in every lane.
    #[inline(always)]
    #[must_use]
    fn same(self, value: f64) -> Self {
        Self::splat(self.token(), value)
    }
    /// Applies a function of numbers, lane by lane.
    #[inline(always)]
    #[must_use]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self::from_fn(
            self.token(),
            #[inline(always)]
            |lane| f(self.lane(lane)),
        )
    }
}

impl Real for f64 {
    const COUNT: usize = 1;
    type Mask = bool;
    type Token = ();

    #[inline(always)]
    fn load((): (), slice: &[f64]) -> Self {
        slice[0]
    }
    #[inline(always)]
    fn store(self, slice: &mut [f64]) {
        slice[0] = self;
    }
    #[inline(always)]
    fn splat((): (), value: f64) -> Self {
        value
    }
    #[inline(always)]
    fn from_fn((): (), mut f: impl FnMut(usize) -> Self) -> Self {
        f(0)
    }
    #[inline(always)]
    fn token(self) {}
    #[inline(always)]
    fn lane(self, _: usize) -> f64 {
        self
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self::sqrt(self)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self::abs(self)
    }
    #[inline(always)]
    fn no_less_than(self, least: Self) -> Self {
        if self < least { least } else { self }
    }
    #[inline(always)]
    fn no_more_than(self, most: Self) -> Self {
        if self > most { most } else { self }
    }
    #[inline(always)]
    fn shift_exponent(self, k: Self) -> Self {
        Self::from_bits(self.to_bits().wrapping_add(k.to_bits() << 52))
    }
    #[inline(always)]
    fn below(self, other: Self) -> bool {
        self < other
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> bool {
        self <= other
    }
    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    #[inline(always)]
    fn all(mask: bool) -> bool {
        mask
    }
    #[inline(always)]
    fn transpose(_: &mut [Self]) {}
}
