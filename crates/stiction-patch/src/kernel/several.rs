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

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_core::lanes::{Eight, Four};

    /// Every operation of the trait, on numbers that differ from lane to lane.
    fn operations<L: Lane>(a: L, b: L, c: L) -> [L; 13] {
        [
            a + b,
            a - b,
            a * b,
            a / b,
            a.same(0.7),
            a.mul_add(b, c),
            a.neg_mul_add(b, c),
            (a * a).sqrt(),
            a.at_least(0.25),
            a.at_most(0.25),
            (a * a).shift_exponent(a.same(-3.0 + 6_755_399_441_055_744.0)),
            (a * a).map(f64::ln_1p),
            b.at_least(-1e300).at_most(1e300),
        ]
    }

    fn number(lane: usize, seed: f64) -> f64 {
        (seed + 1.7 * lane as f64).sin() + 1e-3
    }

    fn assert_lanewise<R: Real>(token: R::Token) {
        let [a, b, c] = [0.3, 1.1, 2.9].map(|seed| R::from_fn(token, |lane| number(lane, seed)));
        let found = operations(Several(a), Several(b), Several(c));
        for lane in 0..R::COUNT {
            let [a, b, c] = [0.3, 1.1, 2.9].map(|seed| number(lane, seed));
            for (k, expected) in operations(a, b, c).into_iter().enumerate() {
                let found = found[k].0.lane(lane);
                assert_eq!(found.to_bits(), expected.to_bits(), "{k} in lane {lane}");
            }
        }
    }

    #[test]
    fn several_numbers_are_numbers() {
        assert_lanewise::<f64>(());
        fearless_simd::dispatch!(fearless_simd::Level::new(), simd => {
            assert_lanewise::<Four<_>>(simd);
            assert_lanewise::<Eight<_>>(simd);
        });
    }

    /// By hand, of a single number.
    #[test]
    fn what_a_number_does() {
        let [a, b, c] = [3.0, -2.0, 0.5];
        let shift = |k: f64| k + 6_755_399_441_055_744.0;
        assert_eq!((a.mul_add(b, c), Lane::neg_mul_add(a, b, c)), (-5.5, 6.5));
        assert_eq!((Lane::at_least(a, 4.0), Lane::at_least(a, 2.0)), (4.0, 3.0));
        assert_eq!((Lane::at_most(a, 4.0), Lane::at_most(a, 2.0)), (3.0, 2.0));
        assert_eq!([a.shift_exponent(shift(2.0)), a.shift_exponent(shift(-1.0))], [12.0, 1.5]);
    }
}
