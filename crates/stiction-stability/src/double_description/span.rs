//! Orthonormal bases by Gram-Schmidt with pivoting.

use nalgebra::SVector;

/// Orthonormal basis of the span of `vectors`: always takes the one that sticks out furthest, and
/// stops when none sticks out by more than `tolerance` or the basis has `most` vectors.
///
/// Also says which vectors were taken.
pub(super) fn pivoted<const N: usize>(
    vectors: impl IntoIterator<Item = SVector<f64, N>>,
    most: usize,
    tolerance: f64,
) -> (Vec<SVector<f64, N>>, Vec<usize>) {
    let mut rest: Vec<_> = vectors.into_iter().collect();
    let (mut basis, mut taken) = (Vec::with_capacity(most), Vec::with_capacity(most));
    while basis.len() < most {
        let lengths = rest.iter().map(SVector::norm).enumerate();
        let Some((k, length)) = lengths.max_by(|a, b| a.1.total_cmp(&b.1)) else { break };
        if length <= tolerance {
            break;
        }
        // The second pass removes what rounding left of the basis in a short remainder.
        let Some(direction) = reject(rest[k] / length, &basis).try_normalize(0.0) else { break };
        rest.iter_mut().for_each(|v| *v -= direction * direction.dot(v));
        basis.push(direction);
        taken.push(k);
    }
    (basis, taken)
}

/// The part of `vector` orthogonal to an orthonormal basis.
pub(super) fn reject<const N: usize>(
    vector: SVector<f64, N>,
    basis: &[SVector<f64, N>],
) -> SVector<f64, N> {
    basis.iter().fold(vector, |v, b| v - b * b.dot(&v))
}

/// Orthonormal basis of everything orthogonal to an orthonormal basis.
pub(super) fn complement<const N: usize>(basis: &[SVector<f64, N>]) -> Vec<SVector<f64, N>> {
    let axes = (0..N).map(|k| SVector::from_fn(|row, _| f64::from(u8::from(row == k))));
    pivoted(axes.map(|axis| reject(reject(axis, basis), basis)), N - basis.len(), 0.0).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Vector3, vector};

    #[test]
    fn the_furthest_first() {
        let vectors = [vector![1.0, 0.0, 0.0], vector![3.0, 4.0, 0.0], vector![1.0, 1e-3, 0.0]];
        let (basis, taken) = pivoted(vectors, 3, 1e-9);
        assert_eq!(taken, [1, 0]);
        assert!((basis[0] - vector![0.6, 0.8, 0.0]).norm() < 1e-15);
        assert!((basis[1] - vector![0.8, -0.6, 0.0]).norm() < 1e-15);
        assert_eq!(pivoted(vectors, 1, 1e-9).1, [1]);
        assert!(pivoted([Vector3::zeros()], 3, 0.0).0.is_empty());
    }

    #[test]
    fn complement_is_the_rest_of_space() {
        let (basis, _) = pivoted([vector![1.0, 2.0, 3.0], vector![-1.0, 0.5, 1e-6]], 3, 1e-9);
        let rest = complement(&basis);
        assert_eq!(rest.len(), 1);
        for b in &basis {
            assert!(b.dot(&rest[0]).abs() < 1e-15);
        }
        assert_eq!(complement::<3>(&[]).len(), 3);
    }
}
