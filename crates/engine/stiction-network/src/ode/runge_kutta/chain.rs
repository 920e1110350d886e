//! Schemes that need the rates of one stage at a time.
//!
//! The classical fourth-order scheme is one. Its row of every stage has an entry for the stage before it alone, so `k`
//! can be overwritten as soon as it is in the sum. With the step h, from the state x:
//!
//! ```text
//! stage   loop    sum                      to
//! 0       begin   h/6 k0                   x + h/2 k0            point of stage 1
//! 1       add     sum + h/3 k1             x + h/2 k1            point of stage 2
//! 2       add     sum + h/3 k2             x + h k2              point of stage 3
//! 3       end                              x + (sum + h/6 k3)    new state
//! ```
//! A stage without a weight leaves the sum alone: the midpoint rule takes `along` twice and has no sum.

use fearless_simd::{Level, dispatch};

use crate::ode::Tableau;

/// A scheme whose every stage starts from the rates of the stage before it alone: the rates need not
/// be kept, their weighted sum grows while they are made.
///
/// The sum is that of [`Combination`](super::Combination), term by term in the order of the stages,
/// so that the bits are the same.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    links: Vec<Link>,
    /// Weight of the last stage.
    last: f64,
    /// Whether another stage has a weight.
    summed: bool,
}

/// Use of the rates of a stage that is not the last one.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// Entry of the next stage.
    entry: f64,
    weight: f64,
    /// Whether a stage before has a weight.
    summed: bool,
}

impl Chain {
    /// Returns the chain of a tableau; `None` if a stage needs other rates, or if the last stage has no weight.
    pub(super) fn of(tableau: &Tableau) -> Option<Self> {
        let (&last, weights) = tableau.weights().split_last()?;
        let summed = |stage: usize| weights[..stage].iter().any(|&weight| weight != 0.0);
        let link = |(r, &weight): (usize, &f64)| {
            // The loops always add their term, whereas a combination leaves out one with the factor zero. Where the
            // rates are infinite or NaN the two differ, so an entry of zero makes no link.
            let (&entry, others) = tableau.row(r + 1)?.split_last()?;
            let alone = entry != 0.0 && others.iter().all(|&other| other == 0.0);
            alone.then(|| Link { entry, weight, summed: summed(r) })
        };
        let links = weights.iter().enumerate().map(link).collect::<Option<_>>()?;
        (last != 0.0).then(|| Self { links, last, summed: summed(weights.len()) })
    }

    /// Uses the rates `k` of a stage: `to` becomes the point of the next stage, or the new state.
    #[inline]
    pub(super) fn advance(
        &self,
        stage: usize,
        step: f64,
        [x, k]: [&[f64]; 2],
        sum: &mut [f64],
        to: &mut [f64],
    ) {
        // No link means the last stage, whose rates make the new state.
        match self.links.get(stage) {
            Some(&Link { entry, weight: 0.0, .. }) => along(x, k, step * entry, to),
            Some(&Link { entry, weight, summed: false }) => {
                begin(x, k, [step * entry, step * weight], sum, to);
            }
            Some(&Link { entry, weight, .. }) => add(x, k, [step * entry, step * weight], sum, to),
            None if self.summed => end(x, k, step * self.last, sum, to),
            None => along(x, k, step * self.last, to),
        }
    }
}

/// Shorter arrays are not worth the search for instructions.
pub(super) const LONG: usize = 64;

/// Defines a loop over arrays of one length, compiled for each of the instruction sets that a machine
/// may have: a sum or product of wider vectors is that of the numbers.
///
/// As arguments of a function of its own the arrays are known not to overlap, which saves the loop its
/// run-time checks.
macro_rules! array_loop {
    (fn $name:ident($first:ident: $array:ty, $($argument:ident: $type:ty),+) $body:block) => {
        #[inline(never)]
        fn $name($first: $array, $($argument: $type),+) {
            #[inline(always)]
            fn plain($first: $array, $($argument: $type),+) $body
            if $first.len() < LONG {
                plain($first, $($argument),+);
            } else {
                dispatch!(Level::new(), _ => plain($first, $($argument),+));
            }
        }
    };
}

array_loop!(
    fn along(x: &[f64], k: &[f64], a: f64, to: &mut [f64]) {
        let n = to.len();
        let (x, k) = (&x[..n], &k[..n]);
        for i in 0..n {
            to[i] = x[i] + a * k[i];
        }
    }
);
array_loop!(
    fn begin(x: &[f64], k: &[f64], factors: [f64; 2], sum: &mut [f64], to: &mut [f64]) {
        let n = to.len();
        let (x, k, sum) = (&x[..n], &k[..n], &mut sum[..n]);
        let [a, b] = factors;
        for i in 0..n {
            sum[i] = b * k[i];
            to[i] = x[i] + a * k[i];
        }
    }
);
array_loop!(
    fn add(x: &[f64], k: &[f64], factors: [f64; 2], sum: &mut [f64], to: &mut [f64]) {
        let n = to.len();
        let (x, k, sum) = (&x[..n], &k[..n], &mut sum[..n]);
        let [a, b] = factors;
        for i in 0..n {
            sum[i] += b * k[i];
            to[i] = x[i] + a * k[i];
        }
    }
);
array_loop!(
    fn end(x: &[f64], k: &[f64], b: f64, sum: &[f64], to: &mut [f64]) {
        let n = to.len();
        let (x, k, sum) = (&x[..n], &k[..n], &sum[..n]);
        for i in 0..n {
            // The brackets are those of a combination: the rates are summed up first, then `x` is added.
            to[i] = x[i] + (sum[i] + b * k[i]);
        }
    }
);

#[cfg(test)]
mod tests {
    use super::super::Combination;
    use super::*;

    #[test]
    fn only_schemes_that_need_one_stage_at_a_time_are_chains() {
        let chain = |tableau: Tableau| Chain::of(&tableau).is_some();
        let own = |nodes: &[f64], rows: &[&[f64]], weights: &[f64]| {
            Tableau::new("own", 1, nodes, rows, weights).unwrap()
        };
        assert!(
            [Tableau::rk4(), Tableau::euler(), Tableau::heun()].map(chain).iter().all(|&is| is)
        );
        assert!(!chain(Tableau::three_eighths()));
        assert!(chain(own(&[0.0, 0.5], &[&[], &[0.5]], &[0.0, 1.0])));
        assert!(!chain(own(&[0.0, 0.5], &[&[], &[0.5]], &[1.0, 0.0])));
        assert!(!chain(own(&[0.0, 0.0], &[&[], &[0.0]], &[0.5, 0.5])));
    }

    /// The bits of the combination of kept rates.
    #[test]
    fn a_running_sum_has_the_bits_of_the_combination() {
        let thirds: [&[f64]; 3] = [&[], &[1.0 / 3.0], &[0.0, 2.0 / 3.0]];
        let nodes = [0.0, 1.0 / 3.0, 2.0 / 3.0];
        let tableaus = [
            Tableau::rk4(),
            Tableau::euler(),
            Tableau::heun(),
            Tableau::new("midpoint", 2, &[0.0, 0.5], &[&[], &[0.5]], &[0.0, 1.0]).unwrap(),
            Tableau::new("heun-3", 3, &nodes, &thirds, &[0.25, 0.0, 0.75]).unwrap(),
            Tableau::new("three weights", 1, &nodes, &thirds, &[0.5, 0.25, 0.25]).unwrap(),
        ];
        // With zeros of either sign.
        let values = |seed: f64, len: usize| -> Vec<f64> {
            let value = |i: usize| (seed + 1.7 * i as f64).sin() / 3.0;
            (0..len).map(|i| if i % 5 == 3 { -0.0 } else { value(i) }).collect()
        };
        let bits = |values: &[f64]| -> Vec<u64> { values.iter().map(|v| v.to_bits()).collect() };
        for (tableau, len) in tableaus.iter().flat_map(|t| [11, LONG, 1003].map(|len| (t, len))) {
            let (chain, step) = (Chain::of(tableau).unwrap(), 0.1);
            let (x, mut sum, mut to) = (values(0.3, len), vec![f64::NAN; len], vec![f64::NAN; len]);
            let rates: Vec<_> =
                (0..tableau.stages()).map(|r| values(1.0 + r as f64, len)).collect();
            for (r, k) in rates.iter().enumerate() {
                chain.advance(r, step, [&x, k], &mut sum, &mut to);
                let row = tableau.row(r + 1).unwrap_or(tableau.weights());
                let mut expected = vec![0.0; len];
                Combination::new(row).advance(&x, step, |r| &rates[r], &mut expected);
                assert_eq!(bits(&to), bits(&expected), "{} after stage {r}", tableau.name());
            }
        }
    }
}
