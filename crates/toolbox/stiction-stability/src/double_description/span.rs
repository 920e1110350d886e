//! Orthonormal bases by Gram-Schmidt with pivoting.

use nalgebra::SVector;

/// The basis that [`pivoted`] finds.
pub(super) struct Span<const N: usize> {
    /// Orthonormal.
    pub(super) basis: Vec<SVector<f64, N>>,
    /// Which vectors were taken.
    pub(super) taken: Vec<usize>,
    /// How far the last one sticks out of the span of the others: how well the span is determined.
    pub(super) last: f64,
}

/// Returns the span of `vectors`: always takes the one that sticks out furthest, and stops when none sticks
/// out by more than `tolerance` or the basis has `most` vectors.
pub(super) fn pivoted<const N: usize>(
    vectors: impl IntoIterator<Item = SVector<f64, N>>,
    most: usize,
    tolerance: f64,
) -> Span<N> {
    let mut rest: Vec<_> = vectors.into_iter().collect();
    let mut span = Span { basis: vec![], taken: vec![], last: 1.0 };
    while span.basis.len() < most {
        let lengths = rest.iter().map(SVector::norm).enumerate();
        let Some((k, length)) = lengths.max_by(|a, b| a.1.total_cmp(&b.1)) else { break };
        if length <= tolerance {
            break;
        }
        // The second pass removes the rest of the basis that rounding left in a short remainder.
        let direction = reject(rest[k] / length, &span.basis).normalize();
        rest.iter_mut().for_each(|v| *v -= direction * direction.dot(v));
        span.basis.push(direction);
        span.taken.push(k);
        span.last = length;
    }
    span
}

/// Returns the part of `vector` orthogonal to an orthonormal basis.
pub(crate) fn reject<const N: usize>(
    vector: SVector<f64, N>,
    basis: &[SVector<f64, N>],
) -> SVector<f64, N> {
    basis.iter().fold(vector, |v, b| v - b * b.dot(&v))
}

/// Returns an orthonormal basis of everything orthogonal to an orthonormal basis.
pub(super) fn complement<const N: usize>(basis: &[SVector<f64, N>]) -> Vec<SVector<f64, N>> {
    let axes = (0..N).map(|k| SVector::from_fn(|row, _| f64::from(u8::from(row == k))));
    pivoted(axes.map(|axis| reject(reject(axis, basis), basis)), N - basis.len(), 0.0).basis
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Vector3, vector};

    #[test]
    fn the_furthest_first() {
        let vectors = [vector![1.0, 0.0, 0.0], vector![3.0, 4.0, 0.0], vector![1.0, 1e-3, 0.0]];
        let Span { basis, taken, last } = pivoted(vectors, 3, 1e-9);
        assert_eq!(taken, [1, 0]);
        assert!((basis[0] - vector![0.6, 0.8, 0.0]).norm() < 1e-15);
        assert!((basis[1] - vector![0.8, -0.6, 0.0]).norm() < 1e-15);
        assert!((last - 0.8).abs() < 1e-15);
        assert_eq!(pivoted(vectors, 1, 1e-9).taken, [1]);
        assert!(pivoted([Vector3::zeros()], 3, 0.0).basis.is_empty());
    }

    #[test]
    fn complement_is_the_rest_of_space() {
        let basis = pivoted([vector![1.0, 2.0, 3.0], vector![-1.0, 0.5, 1e-6]], 3, 1e-9).basis;
        let rest = complement(&basis);
        assert_eq!(rest.len(), 1);
        for b in &basis {
            assert!(b.dot(&rest[0]).abs() < 1e-15);
        }
        assert_eq!(complement::<3>(&[]).len(), 3);
    }
}
