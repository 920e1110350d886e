//! Sums of the rates of a step.

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

    /// `to = x + step * sum of coefficient * rate`, in the order of the stages; the rates are those
    /// from `start` on.
    #[inline]
    pub(super) fn advance(
        &self,
        x: &[f64],
        step: f64,
        rates: &[Vec<f64>],
        start: usize,
        to: &mut [f64],
    ) {
        match self {
            Self::One(terms) => advance(x, step, terms, rates, start, to),
            Self::Two(terms) => advance(x, step, terms, rates, start, to),
            Self::Four(terms) => advance(x, step, terms, rates, start, to),
            Self::Any(terms) => advance_any(x, step, terms, rates, start, to),
        }
    }
}

/// A function of its own: as arguments the slices are known not to overlap, which saves the loop
/// its run-time checks.
#[inline(never)]
fn advance<const N: usize>(
    x: &[f64],
    step: f64,
    terms: &[(usize, f64); N],
    rates: &[Vec<f64>],
    start: usize,
    to: &mut [f64],
) {
    let n = to.len();
    let x = &x[..n];
    let k: [&[f64]; N] = core::array::from_fn(|i| &rates[terms[i].0][start..start + n]);
    let c = terms.map(|(_, a)| step * a);
    for i in 0..n {
        let mut sum = c[0] * k[0][i];
        for j in 1..N {
            sum += c[j] * k[j][i];
        }
        to[i] = x[i] + sum;
    }
}

fn advance_any(
    x: &[f64],
    step: f64,
    terms: &[(usize, f64)],
    rates: &[Vec<f64>],
    start: usize,
    to: &mut [f64],
) {
    to.fill(0.0);
    for &(stage, a) in terms {
        for (to, k) in to.iter_mut().zip(&rates[stage][start..]) {
            *to += step * a * k;
        }
    }
    for (to, x) in to.iter_mut().zip(x) {
        *to += x;
    }
}
