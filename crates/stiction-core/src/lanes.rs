//! Lanes: several components of one type evaluated side by side.
//!
//! A network with many copies of one mechanism evaluates four or eight of them at a time where the
//! machine has the vector instructions (AVX2, AVX-512). A component takes part if it has
//! `lane_parameters` ([`Impedance`](crate::Impedance), [`Coupling`](crate::Coupling),
//! [`Admittance`](crate::Admittance) and their easier forms) and a kernel over a
//! [`Real`](crate::Real); its results must be those of the plain form to the bit. All others are
//! evaluated one at a time, as are those inside a `Box`.

use core::ops::{Add, Div, Mul, Neg, Sub};

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f64x4, f64x8, mask64x4, mask64x8};

use crate::Real;

/// The numbers that the kernel of a component works with in lanes, and which others it can share them
/// with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaneParameters {
    form: Vec<u64>,
    values: Vec<u64>,
}

impl LaneParameters {
    /// The parameters that may differ from one lane to the next, in the order of the kernel.
    #[must_use]
    pub fn new(values: &[f64]) -> Self {
        Self { form: vec![], values: values.iter().map(|value| value.to_bits()).collect() }
    }

    /// With something that must be the same in all lanes: the place of an enum, the address of a
    /// table.
    #[must_use]
    pub fn of_form(mut self, form: u64) -> Self {
        self.form.push(form);
        self
    }

    /// Those of a component made of two: first these, then the others.
    #[must_use]
    pub fn then(mut self, other: Self) -> Self {
        self.form.push(self.values.len() as u64);
        self.form.extend(other.form);
        self.values.extend(other.values);
        self
    }

    /// Whether a component with the `other` parameters can be evaluated in the next lane.
    #[must_use]
    pub fn fits(&self, other: &Self) -> bool {
        self.form == other.form && self.values.len() == other.values.len()
    }

    /// The values, in order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.values.iter().map(|&bits| f64::from_bits(bits))
    }
}

/// Most lanes that there are.
pub const WIDTH: usize = 8;

/// One variable of as many copies as there can be lanes.
pub type Block = [f64; WIDTH];

/// One parameter of as many copies as there can be lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Column(pub [f64; WIDTH]);

/// The values of the [`LaneParameters`] of the components in the lanes.
#[derive(Clone, Copy, Debug)]
pub struct Parameters<'a, R: Real> {
    token: R::Token,
    columns: &'a [Column],
    lane: usize,
}

impl<'a, R: Real> Parameters<'a, R> {
    /// The lanes from `lane` on of the given columns.
    #[inline(always)]
    #[must_use]
    pub const fn new(token: R::Token, columns: &'a [Column], lane: usize) -> Self {
        Self { token, columns, lane }
    }

    /// The first of them; less than that many panic.
    #[inline(always)]
    #[must_use]
    pub fn first<const N: usize>(&self) -> [R; N] {
        let columns = &self.columns[..N];
        let mut values = [R::splat(self.token, 0.0); N];
        for (value, column) in values.iter_mut().zip(columns) {
            *value = R::load(self.token, &column.0[self.lane..]);
        }
        values
    }

    /// Those from the given one on; less than that many panic.
    #[inline(always)]
    #[must_use]
    pub fn after(self, count: usize) -> Self {
        Self { columns: &self.columns[count..], ..self }
    }
}

macro_rules! lanes {
    ($(#[$doc:meta])* $name:ident, $vector:ident, $mask:ident, $count:literal, $rounds:expr) => {
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
            #[inline(always)]
            fn zip(self, other: Self) -> [Self; 2] {
                [Self(self.0.zip_low(other.0)), Self(self.0.zip_high(other.0))]
            }
            #[inline(always)]
            fn unzip(self, other: Self) -> [Self; 2] {
                [Self(self.0.unzip_low(other.0)), Self(self.0.unzip_high(other.0))]
            }
            /// A perfect shuffle of all numbers per round, as many rounds as the count has bits.
            #[inline(always)]
            fn transpose(rows: &mut [Self]) {
                const HALF: usize = $count / 2;
                let rows = &mut rows[..$count];
                for _ in 0..$rounds {
                    let mut next = [rows[0]; $count];
                    for i in 0..HALF {
                        let pair = rows[i].zip(rows[i + HALF]);
                        next[2 * i] = pair[0];
                        next[2 * i + 1] = pair[1];
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
    Four, f64x4, mask64x4, 4, 2
);
lanes!(
    /// Eight numbers side by side.
    Eight, f64x8, mask64x8, 8, 3
);
