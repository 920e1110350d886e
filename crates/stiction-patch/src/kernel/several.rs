//! The same cell or rim of several patches side by side.

use core::ops::{Add, Div, Mul, Sub};

use stiction_core::Real;

use super::lane::Lane;

/// What stands for a number in a kernel of one patch.
#[derive(Clone, Copy)]
pub(crate) struct Several<R>(pub(crate) R);

macro_rules! lanewise {
    ($($trait:ident $method:ident)*) => {$(
        impl<R: Real> $trait for Several<R> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($trait::$method(self.0, other.0))
            }
        }
    )*};
}
lanewise!(Add add Sub sub Mul mul Div div);

impl<R: Real> Lane for Several<R> {
    #[inline(always)]
    fn same(self, value: f64) -> Self {
        Self(self.0.same(value))
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
        Self(self.0.sqrt())
    }
    #[inline(always)]
    fn at_least(self, least: f64) -> Self {
        let least = self.0.same(least);
        Self(R::select(self.0.below(least), least, self.0))
    }
    #[inline(always)]
    fn at_most(self, most: f64) -> Self {
        let most = self.0.same(most);
        Self(R::select(most.below(self.0), most, self.0))
    }
    #[inline(always)]
    fn shift_exponent(self, k: Self) -> Self {
        let shifted = |lane| self.0.lane(lane).shift_exponent(k.0.lane(lane));
        Self(R::from_fn(self.0.token(), shifted))
    }
    #[inline(always)]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self(self.0.map(f))
    }
}
