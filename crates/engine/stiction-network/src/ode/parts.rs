//! Equations that consist of parts.

use stiction_core::Stage;

/// A right-hand side in parts: spans of the state with little between them.
///
/// A stepper takes one part after the other, so that its numbers stay in the cache, or several
/// at a time. The rates are made in three turns: [`Self::enter`] for every part, [`Self::couple`]
/// once, [`Self::leave`] for every part. Slices handed to the parts are their own spans.
pub trait Parts: Sync {
    /// Returns where the parts begin in the state, ascending from 0, and the length of the state.
    fn bounds(&self) -> &[usize];

    /// Returns whether there is anything between the parts; if not, each can be stepped on its own.
    fn is_coupled(&self) -> bool;

    /// Prepares the rates of a part, as far as they come from the part.
    fn enter(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]);

    /// Adds the wires between the parts; here the slices are the whole.
    fn couple(&self, stage: &Stage, x: &[f64], dx: &mut [f64]);

    /// Completes the rates of a part.
    fn leave(&self, part: usize, stage: &Stage, x: &[f64], dx: &mut [f64]);

    /// Pulls the state of a part back onto its constraints after a step.
    fn project(&self, part: usize, x: &mut [f64]);

    /// Returns the number of variables of a part in another order, gaps included, in which it is stepped faster, if there
    /// is one and nothing between parts; the numbers are the same.
    fn packed_len(&self, part: usize) -> Option<usize>;

    /// Brings the state of a part into the other order; gaps are filled with finite numbers.
    fn pack(&self, part: usize, x: &[f64], packed: &mut [f64]);

    /// Brings the state of a part back.
    fn unpack(&self, part: usize, packed: &[f64], x: &mut [f64]);

    /// Writes all rates of a packed part; those of the gaps are finite.
    fn packed_rates(&self, part: usize, stage: &Stage, packed: &[f64], rates: &mut [f64]);

    /// Pulls the state of a packed part back onto its constraints after a step.
    fn project_packed(&self, part: usize, packed: &mut [f64]);
}

/// Below this number of parts they are not worth a second thread.
#[cfg(feature = "rayon")]
const LEAST_PARTS: usize = 8;

/// Returns how many threads to use for this number of parts.
pub(crate) fn threads(parts: usize) -> usize {
    #[cfg(feature = "rayon")]
    if parts >= LEAST_PARTS {
        return rayon::current_num_threads().min(parts);
    }
    let _ = parts;
    1
}

/// Calls `f` for every part with its spans of the `arrays`, side by side on `threads` threads.
///
/// `bounds` are those of the parts from `first` on.
pub(crate) fn for_parts<const N: usize>(
    threads: usize,
    first: usize,
    bounds: &[usize],
    mut arrays: [&mut [f64]; N],
    f: &(impl Fn(usize, [&mut [f64]; N]) + Sync),
) {
    let parts = bounds.len().saturating_sub(1);
    #[cfg(feature = "rayon")]
    if threads > 1 && parts > 1 {
        let middle = parts / 2;
        let [left, right] = split(arrays, bounds[middle] - bounds[0]);
        rayon::join(
            || for_parts(threads, first, &bounds[..=middle], left, f),
            || for_parts(threads, first + middle, &bounds[middle..], right, f),
        );
        return;
    }
    let _ = threads;
    for part in 0..parts {
        let [own, rest] = split(arrays, bounds[part + 1] - bounds[part]);
        arrays = rest;
        f(first + part, own);
    }
}

/// Splits all arrays at one place.
pub(crate) fn split<const N: usize>(arrays: [&mut [f64]; N], at: usize) -> [[&mut [f64]; N]; 2] {
    let mut pairs = arrays.map(|array| array.split_at_mut(at));
    let left = core::array::from_fn(|i| core::mem::take(&mut pairs[i].0));
    let right = core::array::from_fn(|i| core::mem::take(&mut pairs[i].1));
    [left, right]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_gets_its_number_and_its_spans() {
        let bounds = [3, 5, 5, 9, 10];
        for threads in [1, 2, 4] {
            let [mut a, mut b] = [(0..7).map(f64::from).collect::<Vec<_>>(), vec![0.0; 7]];
            for_parts(threads, 20, &bounds, [&mut a, &mut b], &|part, [a, b]| {
                assert_eq!(a.len(), b.len());
                for (a, b) in a.iter_mut().zip(b) {
                    (*a, *b) = (100.0 * *a, part as f64);
                }
            });
            assert_eq!(a, [0.0, 100.0, 200.0, 300.0, 400.0, 500.0, 600.0]);
            assert_eq!(b, [20.0, 20.0, 22.0, 22.0, 22.0, 22.0, 23.0]);
        }
        for none in [&[][..], &[4]] {
            for_parts(2, 0, none, [&mut []], &|_, _| panic!("there is no part"));
        }
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn as_many_threads_as_there_are_or_parts() {
        for (on, expected) in [(1, [1, 1, 1, 1]), (3, [1, 1, 3, 3]), (9, [1, 1, 8, 9])] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(on).build().unwrap();
            let found = pool.install(|| [0, LEAST_PARTS - 1, LEAST_PARTS, 100].map(threads));
            assert_eq!(found, expected, "on {on}");
        }
    }
}
