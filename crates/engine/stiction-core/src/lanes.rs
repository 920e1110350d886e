//! Lanes: several components of one type evaluated side by side.
//!
//! A network with many copies of one mechanism, or many laws of one type in one mechanism, evaluates four
//! of them at a time if the machine has the vector instructions (AVX2). A component
//! takes part if it has a [`kernel`](crate::kernel), whose results are those of its plain form to the bit;
//! whatever the kernel reads of `self` and not of its numbers must be in their
//! [form](crate::Numbers::form): `self` is the component in the first lane. All others are evaluated one
//! at a time, as are those in a `Box` that is connected as the type that it is, and not
//! [as a box](crate::boxed).
//!
//! Numbers of several components lie in columns. A vector takes four numbers of a column, from a lane on:
//!
//! ```text
//!               lane 0  1  2  3 | 4  5  6  7
//! column of x        x0 x1 x2 x3  x4 x5 x6 x7        two vectors of four lanes
//! column of vx       v0 v1 v2 v3  v4 v5 v6 v7
//! column of k        k0 k1 k2 k3  k4 k5 k6 k7        parameters likewise, which [`LaneValues`] takes in order
//! ```
//!
//! A mechanism is stepped in lanes if there are at least four copies of it with 64 variables in all,
//! each copy with no more than one component of a type and 32 variables, its bodies with one port and
//! no internal state, its drives one and the same `Prescribed`.

pub mod rows;

use core::ops::{Add, Div, Mul, Neg, Sub};

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f64x4, f64x8, mask64x4, mask64x8, u64x4, u64x8};

use crate::Real;

/// The numbers that the kernel of a component works with in lanes; they tell which components can share
/// a vector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaneParameters {
    form: Vec<u64>,
    // Bits, so that components are equal only if they compute the same bits: -0.0 is not 0.0, and NaN is NaN.
    values: Vec<u64>,
}

impl LaneParameters {
    /// Adds parameters that may differ from one lane to the next.
    pub(crate) fn push(&mut self, values: &[f64]) {
        self.values.extend(values.iter().map(|value| value.to_bits()));
    }

    /// Adds something that must be the same in all lanes.
    pub(crate) fn push_form(&mut self, form: u64) {
        self.form.push(form);
    }

    /// Returns whether a component with the `other` parameters can be evaluated in the next lane.
    #[must_use]
    pub fn fits(&self, other: &Self) -> bool {
        self.form == other.form && self.values.len() == other.values.len()
    }

    /// Returns the values, in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.values.iter().map(|&bits| f64::from_bits(bits))
    }
}

/// Largest number of lanes.
pub const WIDTH: usize = 8;

/// One variable of as many copies as there can be lanes.
pub type Block = [f64; WIDTH];

/// Largest number of scalars of the ports of an element in lanes, of its internal state, and of one copy.
pub const CAPACITY: usize = 32;

/// Reads numbers that lie side by side in columns, from a lane on.
#[inline(always)]
pub fn load_columns<R: Real>(token: R::Token, columns: &[Block], lane: usize, numbers: &mut [R]) {
    for (number, column) in numbers.iter_mut().zip(columns) {
        *number = R::load(token, &column[lane..]);
    }
}

/// Reverses [`load_columns`].
#[inline(always)]
pub fn store_columns<R: Real>(numbers: &[R], columns: &mut [Block], lane: usize) {
    for (number, column) in numbers.iter().zip(columns) {
        number.store(&mut column[lane..]);
    }
}

/// One parameter of as many copies as there can be lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Column(pub [f64; WIDTH]);

/// The values of the [`LaneParameters`] of the components in the lanes.
#[derive(Clone, Copy, Debug)]
pub struct LaneValues<'a, R: Real> {
    token: R::Token,
    columns: &'a [Column],
    lane: usize,
}

impl<'a, R: Real> LaneValues<'a, R> {
    /// Creates the values of the lanes from `lane` on, of the given columns.
    #[inline(always)]
    #[must_use]
    pub const fn new(token: R::Token, columns: &'a [Column], lane: usize) -> Self {
        Self { token, columns, lane }
    }

    /// Takes the first `N` values away; panics if there are fewer.
    #[inline(always)]
    pub(crate) fn take<const N: usize>(&mut self) -> [R; N] {
        // The place in the columns is the only memory of the parameters that the kernel has asked for before.
        let (columns, rest) = self.columns.split_at(N);
        self.columns = rest;
        let mut values = [R::splat(self.token, 0.0); N];
        for (value, column) in values.iter_mut().zip(columns) {
            *value = R::load(self.token, &column.0[self.lane..]);
        }
        values
    }
}

/// The values of the [`LaneParameters`] of items that are evaluated side by side: of a law and a map each, or of a body
/// and nothing else.
#[derive(Clone, Copy, Debug)]
pub struct LaneColumns<'a> {
    /// Where those of each eight items begin among the columns.
    pub starts: &'a [u32],
    /// Those of the first component, a column for each, then those of the second one.
    pub columns: &'a [Column],
    /// Numbers of the parameters of the two.
    pub lens: [usize; 2],
}

impl<'a> LaneColumns<'a> {
    /// Returns the columns of the eight items to which the given one belongs.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, item: usize) -> [&'a [Column]; 2] {
        let [first, second] = self.lens;
        let start = self.starts[item / WIDTH] as usize;
        let (of_first, of_second) = self.columns[start..start + first + second].split_at(first);
        [of_first, of_second]
    }

    /// Returns the values of the vector that begins with the given item.
    #[inline(always)]
    #[must_use]
    pub fn values<R: Real>(&self, token: R::Token, item: usize) -> [LaneValues<'a, R>; 2] {
        self.of(item).map(
            #[inline(always)]
            |columns| LaneValues::new(token, columns, item % WIDTH),
        )
    }

    /// Returns those of the items from the given one on, a multiple of eight.
    #[inline(always)]
    #[must_use]
    pub fn from(self, item: usize) -> Self {
        Self { starts: &self.starts[item / WIDTH..], ..self }
    }
}

macro_rules! lanes {
    (
        $(#[$doc:meta])*
        $name:ident, $vector:ident, $bits:ident, $mask:ident, $count:literal, $rounds:expr,
        |$a:ident, $b:ident, $c:ident| $sum:expr, $difference:expr
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<S: Simd>($vector<S>);

        lanes!(@ $name: Add add, Sub sub, Mul mul, Div div);

        impl<S: Simd> Neg for $name<S> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl<S: Simd> Real for $name<S> {
            const COUNT: usize = $count;
            type Mask = $mask<S>;
            type Token = S;

            #[inline(always)]
            fn load(simd: S, slice: &[f64]) -> Self {
                Self($vector::from_slice(simd, &slice[..$count]))
            }
            #[inline(always)]
            fn store(self, slice: &mut [f64]) {
                self.0.store_slice(&mut slice[..$count]);
            }
            #[inline(always)]
            fn splat(simd: S, value: f64) -> Self {
                Self($vector::splat(simd, value))
            }
            #[inline(always)]
            fn from_fn(simd: S, f: impl FnMut(usize) -> f64) -> Self {
                Self($vector::from_fn(simd, f))
            }
            #[inline(always)]
            fn token(self) -> S {
                self.0.simd
            }
            #[inline(always)]
            fn lane(self, lane: usize) -> f64 {
                self.0[lane]
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                Self(self.0.sqrt())
            }
            #[inline(always)]
            fn abs(self) -> Self {
                Self(self.0.abs())
            }
            #[inline(always)]
            fn no_less_than(self, least: f64) -> Self {
                Self($vector::splat(self.0.simd, least).max(self.0))
            }
            #[inline(always)]
            fn no_more_than(self, most: f64) -> Self {
                Self($vector::splat(self.0.simd, most).min(self.0))
            }
            #[inline(always)]
            fn shift_exponent(self, k: Self) -> Self {
                // Sign and exponent are the upper 12 bits. The lowest 12 bits of `k` are its integer in two's
                // complement, so that the sum, which wraps, also lowers the exponent.
                let (bits, shift): ($bits<S>, $bits<S>) = (self.0.bitcast(), k.0.bitcast());
                Self((bits + (shift << 52_u32)).bitcast())
            }
            #[inline(always)]
            fn mul_add(self, b: Self, c: Self) -> Self {
                let ($a, $b, $c) = (self.0, b.0, c.0);
                Self($sum)
            }
            #[inline(always)]
            fn neg_mul_add(self, b: Self, c: Self) -> Self {
                let ($a, $b, $c) = (self.0, b.0, c.0);
                Self($difference)
            }
            #[inline(always)]
            fn below(self, other: Self) -> $mask<S> {
                self.0.simd_lt(other.0)
            }
            #[inline(always)]
            fn at_most(self, other: Self) -> $mask<S> {
                self.0.simd_le(other.0)
            }
            #[inline(always)]
            fn select(mask: $mask<S>, yes: Self, no: Self) -> Self {
                Self(mask.select(yes.0, no.0))
            }
            #[inline(always)]
            fn all(mask: $mask<S>) -> bool {
                mask.all_true()
            }
            /// Interleaves the first half of all numbers with the second one, in as many rounds as the count has
            /// factors of two. For four rows a, b, c, d:
            ///
            /// ```text
            /// rows      a0 a1 a2 a3   b0 b1 b2 b3   c0 c1 c2 c3   d0 d1 d2 d3
            /// round 1   a0 c0 a1 c1   a2 c2 a3 c3   b0 d0 b1 d1   b2 d2 b3 d3
            /// round 2   a0 b0 c0 d0   a1 b1 c1 d1   a2 b2 c2 d2   a3 b3 c3 d3
            /// ```
            #[inline(always)]
            fn transpose(rows: &mut [Self]) {
                const HALF: usize = $count / 2;
                let rows = &mut rows[..$count];
                for _ in 0..$rounds {
                    let mut next = [rows[0]; $count];
                    for i in 0..HALF {
                        next[2 * i] = Self(rows[i].0.zip_low(rows[i + HALF].0));
                        next[2 * i + 1] = Self(rows[i].0.zip_high(rows[i + HALF].0));
                    }
                    rows.copy_from_slice(&next);
                }
            }
        }
    };
    (@ $name:ident: $($trait:ident $method:ident),+) => {$(
        impl<S: Simd> $trait for $name<S> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($trait::$method(self.0, other.0))
            }
        }
    )+};
}

lanes!(
    /// Four numbers side by side.
    Four, f64x4, u64x4, mask64x4, 4, 2, |a, b, c| a * b + c, c - a * b
);
lanes!(
    /// Eight numbers side by side.
    Eight, f64x8, u64x8, mask64x8, 8, 3, |a, b, c| a * b + c, c - a * b
);
lanes!(
    /// Eight numbers side by side, with products and sums fused where the machine can: other last bits on other
    /// machines.
    Fused, f64x8, u64x8, mask64x8, 8, 3, |a, b, c| a.mul_add(b, c), (-a).mul_add(b, c)
);

#[cfg(test)]
mod tests {
    use super::*;
    use fearless_simd::{Level, dispatch};

    /// Evaluates every operation; the numbers of lane k are those of `inputs[k]`.
    fn kernel<R: Real>(a: R, b: R) -> [R; 11] {
        let mask = a.below(b);
        let small = (b * b).no_more_than(1e10).no_less_than(1e-10);
        [
            small,
            small.no_less_than(0.25).no_more_than(4.0),
            small.shift_exponent(b.same(-3.0 + 6_755_399_441_055_744.0)),
            a.mul_add(b, b.same(0.3)),
            a.neg_mul_add(b, b.same(0.3)),
            (a + b) * (a - b) / (a * a + b.same(0.1)),
            (a.abs() + b.abs()).sqrt(),
            R::select(mask, -a, b),
            R::select(a.at_most(b), a, b),
            a.map(f64::exp),
            R::from_fn(a.token(), |lane| a.lane(lane).hypot(b.lane(lane))),
        ]
    }

    const INPUTS: [[f64; WIDTH]; 2] = [
        [0.3, -2.0, 0.0, -0.0, 1e-300, 7.5, f64::NAN, -1e200],
        [0.3, 5.0, -0.0, 0.0, -1e-300, f64::INFINITY, 1.0, 3.0],
    ];

    fn assert_lanewise<R: Real>(token: R::Token) {
        let [a, b] = INPUTS.map(|input| R::load(token, &input));
        for (k, found) in kernel(a, b).into_iter().enumerate() {
            let inputs = INPUTS[0].into_iter().zip(INPUTS[1]).enumerate();
            for (lane, (a, b)) in inputs.take(R::COUNT) {
                let expected = kernel(a, b)[k];
                let found = found.lane(lane);
                let same = found.to_bits() == expected.to_bits();
                assert!(same || found.is_nan() && expected.is_nan(), "{k} in lane {lane}");
            }
        }
        assert!(R::all(a.at_most(a.same(1e300))) == (R::COUNT < 7));
        assert!(!R::all(a.below(b)));
    }

    /// By hand, of a single number.
    #[test]
    fn what_a_number_does() {
        let [a, b, c] = [3.0, -2.0, 0.5];
        let shift = |k: f64| k + 6_755_399_441_055_744.0;
        assert_eq!((Real::mul_add(a, b, c), a.neg_mul_add(b, c)), (-5.5, 6.5));
        assert_eq!((a.no_less_than(4.0), a.no_less_than(2.0)), (4.0, 3.0));
        assert_eq!((a.no_more_than(4.0), a.no_more_than(2.0)), (3.0, 2.0));
        assert_eq!([a.shift_exponent(shift(2.0)), a.shift_exponent(shift(-1.0))], [12.0, 1.5]);
    }

    /// Rounded once, or twice as all others: nothing else is left.
    #[test]
    fn a_fused_product_is_rounded_once_at_most() {
        let (a, b) = (1.0 + f64::EPSILON, 1.0 - f64::EPSILON);
        dispatch!(Level::new(), simd => {
            let [a, b, one] = [a, b, -1.0].map(|number| Fused::splat(simd, number));
            let found = a.mul_add(b, one).lane(5);
            assert!(found == -f64::EPSILON * f64::EPSILON || found == 0.0, "{found}");
            assert_eq!(found, -a.neg_mul_add(b, -one).lane(5));
        });
    }

    #[test]
    fn every_lane_gets_the_operations_of_a_number() {
        dispatch!(Level::new(), simd => {
            assert_lanewise::<Four<_>>(simd);
            assert_lanewise::<Eight<_>>(simd);
        });
        if let Some(simd) = Level::new().as_sse2() {
            assert_lanewise::<Four<_>>(simd);
            assert_lanewise::<Eight<_>>(simd);
        }
    }

    #[test]
    fn parameters_fit_by_form_and_number() {
        let parameters = |values: &[f64], form| {
            let mut parameters = LaneParameters::default();
            parameters.push(values);
            parameters.push_form(form);
            parameters
        };
        let two = parameters(&[1.0, 2.0], 3);
        assert!(two.fits(&parameters(&[5.0, -0.0], 3)));
        assert!(!two.fits(&parameters(&[1.0, 2.0], 4)));
        assert!(!two.fits(&parameters(&[1.0], 3)));
        assert_eq!(two.values().collect::<Vec<_>>(), [1.0, 2.0]);
        let columns = [Column([1.0; WIDTH]), Column(INPUTS[1])];
        let mut values = LaneValues::<f64>::new((), &columns, 7);
        assert_eq!((values.take(), values.take()), ([1.0], [3.0]));
    }
}
