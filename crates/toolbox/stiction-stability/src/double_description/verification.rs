//! Proof that the rays found are the extreme rays of the cone, all of them.

use nalgebra::SVector;

use super::{
    insertion::{self, Ambiguous, Ray},
    row_set::RowSet,
    span,
};

/// Checks that `rays`, which are not none, are the extreme rays of {x : a · x ≤ 0 for all rows a}.
///
/// In the dual picture the rows generate a cone and the rays are normals of its facets. Each must
/// be a facet: all rows on one side, those on it of rank one below that of the cone, and no facet
/// twice. None is missing if every ridge of every facet belongs to exactly two of them, because
/// the facets of a cone hang together over their ridges.
pub(super) fn verify<const N: usize>(
    rows: &[SVector<f64, N>],
    rank: usize,
    rays: &[Ray<N>],
    rounding: f64,
) -> Result<(), Ambiguous> {
    let facet = |ray: &Ray<N>| {
        let lies_on = |&row: &usize| rows[row].dot(&ray.direction).abs() <= ray.tolerance;
        RowSet::of(rows.len(), (0..rows.len()).filter(lies_on))
    };
    let facets: Vec<RowSet> = rays.iter().map(facet).collect();
    for (k, (ray, facet)) in rays.iter().zip(&facets).enumerate() {
        let outside = rows.iter().any(|row| row.dot(&ray.direction) > ray.tolerance);
        let twice = facets.iter().enumerate().any(|(other, o)| other != k && o.contains_all(facet));
        if outside || twice {
            return Err(Ambiguous);
        }
        for ridge in ridges(rows, rank, ray, facet, rounding)? {
            if facets.iter().filter(|facet| facet.contains_all(&ridge)).count() != 2 {
                return Err(Ambiguous);
            }
        }
    }
    Ok(())
}

/// Returns the facets of a facet, each as the rows on it.
fn ridges<const N: usize>(
    rows: &[SVector<f64, N>],
    rank: usize,
    ray: &Ray<N>,
    facet: &RowSet,
    rounding: f64,
) -> Result<Vec<RowSet>, Ambiguous> {
    let numbers: Vec<usize> = facet.iter().collect();
    // Ranks are taken within the facet, or errors within the tolerance would count as a dimension.
    let within: Vec<_> =
        numbers.iter().map(|&k| span::reject(rows[k], &[ray.direction]).normalize()).collect();
    let found = insertion::generators(&within, rounding)?;
    if N - found.lines.len() + 1 != rank {
        return Err(Ambiguous);
    }
    let renumbered =
        |ridge: &Ray<N>| RowSet::of(rows.len(), ridge.active.iter().map(|k| numbers[k]));
    Ok(found.rays.iter().map(renumbered).collect())
}
