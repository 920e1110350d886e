//! Sums of the rates of a step.

use fearless_simd::{Level, dispatch};

use super::chain::LONG;

/// A sum of rates, each (stage, coefficient), without the zeros; the usual lengths have loops of
/// their own.
#[derive(Clone, Debug)]
pub(super) enum Combination {
    One([(usize, f64); 1]),
    Two([(usize, f64); 2]),
    Four([(usize, f64); 4]),
    Any(Vec<(usize, f64)>),
}

impl Combination {
    pub(super) fn new(coefficients: &[f64]) -> Self {
        let terms = coefficients.iter().copied().enumerate().filter(|&(_, a)| a != 0.0);
        let terms: Vec<_> = terms.collect();
        match *terms.as_slice() {
            [a] => Self::One([a]),
            [a, b] => Self::Two([a, b]),
            [a, b, c, d] => Self::Four([a, b, c, d]),
            _ => Self::Any(terms),
        }
    }

    /// Computes `to = x + step * sum of coefficient * rate`, in the order of the stages.
    #[inline]
    pub(super) fn advance<'a>(
        &self,
        x: &[f64],
        step: f64,
        rate: impl Fn(usize) -> &'a [f64],
        to: &mut [f64],
    ) {
        match self {
            Self::One(terms) => advance(x, terms.map(|(r, a)| (step * a, rate(r))), to),
            Self::Two(terms) => advance(x, terms.map(|(r, a)| (step * a, rate(r))), to),
            Self::Four(terms) => advance(x, terms.map(|(r, a)| (step * a, rate(r))), to),
            Self::Any(terms) => {
                let Some((&(first, a), others)) = terms.split_first() else {
                    to.copy_from_slice(x);
                    return;
                };
                to.iter_mut().zip(rate(first)).for_each(|(to, k)| *to = step * a * k);
                for &(r, a) in others {
                    to.iter_mut().zip(rate(r)).for_each(|(to, k)| *to += step * a * k);
                }
                to.iter_mut().zip(x).for_each(|(to, x)| *to += x);
            }
        }
    }
}

/// Advances in a function of its own: as arguments the slices are known not to overlap, which saves the loop
/// its run-time checks.
#[inline(never)]
fn advance<const N: usize>(x: &[f64], terms: [(f64, &[f64]); N], to: &mut [f64]) {
    if to.len() < LONG {
        advance_all(x, terms, to);
    } else {
        dispatch!(Level::new(), _ => advance_all(x, terms, to));
    }
}

#[inline(always)]
fn advance_all<const N: usize>(x: &[f64], terms: [(f64, &[f64]); N], to: &mut [f64]) {
    let n = to.len();
    let x = &x[..n];
    let terms = terms.map(|(c, k)| (c, &k[..n]));
    for i in 0..n {
        let mut sum = terms[0].0 * terms[0].1[i];
        for (c, k) in &terms[1..] {
            sum += c * k[i];
        }
        to[i] = x[i] + sum;
    }
}
