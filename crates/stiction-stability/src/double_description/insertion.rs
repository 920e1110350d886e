//! The method itself: one row after another cuts the cone, and the rays follow.

use nalgebra::SVector;

use super::{row_set::RowSet, span, verification};

/// Rounding does not let the faces of the cone be told apart.
#[derive(Debug)]
pub(super) struct Ambiguous;

/// An extreme ray and the rows that it lies on.
#[derive(Clone, Debug)]
pub(super) struct Ray<const N: usize> {
    /// Of unit length, orthogonal to the lines.
    pub(super) direction: SVector<f64, N>,
    pub(super) active: RowSet,
}

/// A cone as its extreme rays and an orthonormal basis of the lines in it.
#[derive(Clone, Debug)]
pub(super) struct Generators<const N: usize> {
    pub(super) rays: Vec<Ray<N>>,
    pub(super) lines: Vec<SVector<f64, N>>,
}

/// Rays and lines of {x : a · x ≤ 0 for all rows a}, for rows of unit length; what is within
/// `tolerance` of a row lies on it.
pub(super) fn generators<const N: usize>(
    rows: &[SVector<f64, N>],
    tolerance: f64,
) -> Result<Generators<N>, Ambiguous> {
    let (basis, first) = span::pivoted(rows.iter().copied(), N, tolerance);
    let mut cone = Cone { rows, tolerance, rank: basis.len(), rays: vec![], inserted: vec![] };
    cone.start(&first, &basis);
    let mut rest: Vec<usize> = (0..rows.len()).filter(|row| !first.contains(row)).collect();
    // Lexicographic order keeps the cones in between small (Fukuda and Prodon 1996, section 4).
    rest.sort_by(|&a, &b| lexicographic(&rows[a], &rows[b]));
    for row in rest {
        cone.insert(row)?;
    }
    Ok(Generators { rays: cone.rays, lines: span::complement(&basis) })
}

fn lexicographic<const N: usize>(a: &SVector<f64, N>, b: &SVector<f64, N>) -> core::cmp::Ordering {
    let unequal = a.iter().zip(b.iter()).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne());
    unequal.unwrap_or(core::cmp::Ordering::Equal)
}

/// The cone of the rows inserted so far.
struct Cone<'a, const N: usize> {
    rows: &'a [SVector<f64, N>],
    tolerance: f64,
    /// Rank of all rows; the cone is pointed within their span.
    rank: usize,
    rays: Vec<Ray<N>>,
    inserted: Vec<usize>,
}

impl<const N: usize> Cone<'_, N> {
    /// The cone of as many independent rows as there are: ray k lies on all of them but row k.
    fn start(&mut self, first: &[usize], basis: &[SVector<f64, N>]) {
        for &row in first {
            let others = first.iter().filter(|&&other| other != row).map(|&k| self.rows[k]);
            let (others, _) = span::pivoted(others, first.len() - 1, 0.0);
            let outward = span::reject(span::reject(self.rows[row], &others), &others);
            // In the span of the rows, so orthogonal to the lines.
            let inside = basis.iter().map(|b| b * b.dot(&outward)).sum::<SVector<f64, N>>();
            let mut active = RowSet::new(self.rows.len());
            first.iter().filter(|&&other| other != row).for_each(|&other| active.insert(other));
            self.rays.push(Ray { direction: -inside.normalize(), active });
        }
        self.inserted.extend(first);
    }

    /// Cuts off what is outside of a row: the rays outside go, and where the row crosses the plane
    /// face between two neighbours, a ray comes.
    fn insert(&mut self, row: usize) -> Result<(), Ambiguous> {
        let heights: Vec<f64> =
            self.rays.iter().map(|ray| self.rows[row].dot(&ray.direction)).collect();
        let of_sign = |keep: fn(f64, f64) -> bool| -> Vec<usize> {
            (0..heights.len()).filter(|&k| keep(heights[k], self.tolerance)).collect()
        };
        let (outside, inside) = (of_sign(|h, t| h > t), of_sign(|h, t| h < -t));
        let mut new = vec![];
        for &p in &outside {
            for &n in &inside {
                if self.adjacent(p, n) {
                    new.push(self.between(row, (p, heights[p]), (n, heights[n]))?);
                }
            }
        }
        for (k, ray) in self.rays.iter_mut().enumerate() {
            if heights[k].abs() <= self.tolerance {
                ray.active.insert(row);
            }
        }
        if new.is_empty() && outside.len() == self.rays.len() {
            // Nothing is left, which nothing can bear out later: so what was there must be right.
            let rows: Vec<_> = self.inserted.iter().map(|&k| self.rows[k]).collect();
            verification::verify(&rows, self.rank, &self.rays, self.tolerance)?;
        }
        let mut kept = heights.iter().map(|&height| height <= self.tolerance);
        self.rays.retain(|_| kept.next().unwrap_or(true));
        self.rays.extend(new);
        self.inserted.push(row);
        Ok(())
    }

    /// Whether two rays span a face: no other ray lies on all rows that both lie on.
    fn adjacent(&self, a: usize, b: usize) -> bool {
        let (ray_a, ray_b) = (&self.rays[a].active, &self.rays[b].active);
        if ray_a.common(ray_b) + 2 < self.rank {
            return false;
        }
        let common = ray_a.intersection(ray_b);
        let others = self.rays.iter().enumerate().filter(|&(k, _)| k != a && k != b);
        others.into_iter().all(|(_, ray)| !ray.active.contains_all(&common))
    }

    /// The ray in which a row cuts the face between an outer and an inner ray.
    fn between(
        &self,
        row: usize,
        (p, above): (usize, f64),
        (n, below): (usize, f64),
    ) -> Result<Ray<N>, Ambiguous> {
        let (outer, inner) = (&self.rays[p], &self.rays[n]);
        let raw = inner.direction * above - outer.direction * below;
        let mut on = outer.active.intersection(&inner.active);
        on.insert(row);
        // Orthogonal to the rows that it lies on, so that errors do not add up from ray to ray.
        let rows = on.iter().map(|k| self.rows[k]);
        let (basis, _) = span::pivoted(rows, self.rank - 1, self.tolerance);
        if basis.len() + 1 < self.rank {
            return Err(Ambiguous);
        }
        let direction = span::reject(raw.normalize(), &basis).normalize();
        let mut active = RowSet::new(self.rows.len());
        for &k in self.inserted.iter().chain([&row]) {
            if self.rows[k].dot(&direction).abs() <= self.tolerance {
                active.insert(k);
            }
        }
        Ok(Ray { direction, active })
    }
}
