//! Eight cells side by side, in whatever vectors the machine has.

use core::ops::{Add, Div, Mul, Sub};

use fearless_simd::prelude::*;
use fearless_simd::{f64x8, u64x8};

use super::lane::Lane;

/// Eight cells; with `FUSED`, products and sums are fused where the machine can.
#[derive(Clone, Copy)]
pub(super) struct Packed<S: Simd, const FUSED: bool>(pub(super) f64x8<S>);

macro_rules! elementwise {
    ($($trait:ident $method:ident)*) => {$(
        impl<S: Simd, const FUSED: bool> $trait for Packed<S, FUSED> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($trait::$method(self.0, other.0))
            }
        }
    )*};
}
elementwise!(Add add Sub sub Mul mul Div div);

impl<S: Simd, const FUSED: bool> Lane for Packed<S, FUSED> {
    #[inline(always)]
    fn same(self, value: f64) -> Self {
        Self(f64x8::splat(self.0.token(), value))
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        if FUSED { Self(self.0.mul_add(b.0, c.0)) } else { self * b + c }
    }
    #[inline(always)]
    fn neg_mul_add(self, b: Self, c: Self) -> Self {
        if FUSED { Self((-self.0).mul_add(b.0, c.0)) } else { c - self * b }
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.sqrt())
    }
    #[inline(always)]
    fn at_least(self, least: f64) -> Self {
        Self(self.same(least).0.max(self.0))
    }
    #[inline(always)]
    fn at_most(self, most: f64) -> Self {
        Self(self.same(most).0.min(self.0))
    }
    #[inline(always)]
    fn shift_exponent(self, k: Self) -> Self {
        let bits: u64x8<S> = self.0.bitcast();
        let shift: u64x8<S> = k.0.bitcast();
        Self((bits + (shift << 52_u32)).bitcast())
    }
    #[inline(always)]
    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        let values = self.0.to_array();
        Self(f64x8::from_fn(self.0.token(), |i| f(values[i])))
    }
}
