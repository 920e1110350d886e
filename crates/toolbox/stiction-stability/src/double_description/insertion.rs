//! The method itself: one row after another cuts the cone, and the rays follow.

use nalgebra::SVector;

use super::{
    TOLERANCE,
    row_set::RowSet,
    span::{self, Span},
    verification,
};

/// The faces of the cone cannot be told apart because of rounding.
#[derive(Debug)]
pub(super) struct Ambiguous;

/// An extreme ray and the rows that it lies on.
#[derive(Clone, Debug)]
pub(super) struct Ray<const N: usize> {
    /// Unit vector, orthogonal to the lines.
    pub(super) direction: SVector<f64, N>,
    pub(super) active: RowSet,
    /// Height above a row up to which the ray lies on it.
    pub(super) tolerance: f64,
}

/// A cone as its extreme rays and an orthonormal basis of the lines in it.
#[derive(Clone, Debug)]
pub(super) struct Generators<const N: usize> {
    pub(super) rays: Vec<Ray<N>>,
    pub(super) lines: Vec<SVector<f64, N>>,
}

/// Returns the rays and lines of {x : a · x ≤ 0 for all rows a}, for rows of unit length that are known to
/// `rounding`.
pub(super) fn generators<const N: usize>(
    rows: &[SVector<f64, N>],
    rounding: f64,
) -> Result<Generators<N>, Ambiguous> {
    let Span { basis, taken: first, .. } = span::pivoted(rows.iter().copied(), N, TOLERANCE);
    let mut cone = Cone { rows, rounding, rank: basis.len(), rays: vec![], inserted: vec![] };
    cone.start(&first, &basis);
    let mut rest: Vec<usize> = (0..rows.len()).filter(|row| !first.contains(row)).collect();
    while let Some(next) = cone.furthest(&rest) {
        cone.insert(rest.swap_remove(next))?;
    }
    Ok(Generators { rays: cone.rays, lines: span::complement(&basis) })
}

/// The cone of the rows inserted so far.
struct Cone<'a, const N: usize> {
    rows: &'a [SVector<f64, N>],
    rounding: f64,
    /// Rank of all rows; the cone is pointed within their span.
    rank: usize,
    rays: Vec<Ray<N>>,
    inserted: Vec<usize>,
}

impl<const N: usize> Cone<'_, N> {
    /// Starts with the cone of a largest set of independent rows: ray k lies on all of them but row k.
    fn start(&mut self, first: &[usize], basis: &[SVector<f64, N>]) {
        for &row in first {
            let others = || first.iter().copied().filter(|&other| other != row);
            let span = span::pivoted(others().map(|k| self.rows[k]), first.len() - 1, 0.0);
            let outward = span::reject(span::reject(self.rows[row], &span.basis), &span.basis);
            // The ray is in the span of the rows, so it is orthogonal to the lines.
            let inside = basis.iter().map(|b| b * b.dot(&outward)).sum::<SVector<f64, N>>();
            let active = RowSet::of(self.rows.len(), others());
            let tolerance = self.tolerance(span.last);
            self.rays.push(Ray { direction: -inside.normalize(), active, tolerance });
        }
        self.inserted.extend(first);
    }

    /// Returns the height that is nothing but rounding, above a ray fixed by rows of which one sticks out of
    /// the span of the others by `last`: an error of the rows tilts the ray by so much more.
    fn tolerance(&self, last: f64) -> f64 {
        (self.rounding / last).min(TOLERANCE)
    }

    /// Returns the place in `rest` of the row that cuts most off: the deepest cuts first leave the
    /// fewest rays that are nearly the same.
    fn furthest(&self, rest: &[usize]) -> Option<usize> {
        let height = |row: usize| {
            let heights = self.rays.iter().map(|ray| self.rows[row].dot(&ray.direction));
            heights.fold(0.0, f64::max)
        };
        let heights = rest.iter().map(|&row| height(row)).enumerate();
        heights.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(place, _)| place)
    }

    /// Cuts off the part outside of a row: the rays outside go, and where the row crosses the plane
    /// face between two neighbours, a ray comes.
    fn insert(&mut self, row: usize) -> Result<(), Ambiguous> {
        let heights: Vec<f64> =
            self.rays.iter().map(|ray| self.rows[row].dot(&ray.direction)).collect();
        let of_sign = |sign: f64| -> Vec<usize> {
            (0..heights.len()).filter(|&k| sign * heights[k] > self.rays[k].tolerance).collect()
        };
        let (outside, inside) = (of_sign(1.0), of_sign(-1.0));
        let mut new = vec![];
        for &p in &outside {
            for &n in &inside {
                if self.adjacent(p, n) {
                    new.push(self.between(row, (p, heights[p]), (n, heights[n]))?);
                }
            }
        }
        if new.is_empty() && outside.len() == self.rays.len() {
            // Nothing is left, and nothing can confirm that later: so the rays before the cut must be right.
            let rows: Vec<_> = self.inserted.iter().map(|&k| self.rows[k]).collect();
            verification::verify(&rows, self.rank, &self.rays, self.rounding)?;
        }
        for (ray, height) in self.rays.iter_mut().zip(&heights) {
            if height.abs() <= ray.tolerance {
                ray.active.insert(row);
            }
        }
        let mut height = heights.iter();
        self.rays.retain(|ray| height.next().is_none_or(|&height| height <= ray.tolerance));
        self.rays.extend(new);
        self.inserted.push(row);
        Ok(())
    }

    /// Returns whether two rays span a face: no other ray lies on all rows that both lie on.
    fn adjacent(&self, a: usize, b: usize) -> bool {
        let (ray_a, ray_b) = (&self.rays[a].active, &self.rays[b].active);
        if ray_a.common(ray_b) + 2 < self.rank {
            return false;
        }
        let common = ray_a.intersection(ray_b);
        let mut others = self.rays.iter().enumerate().filter(|&(k, _)| k != a && k != b);
        others.all(|(_, ray)| !ray.active.contains_all(&common))
    }

    /// Returns the ray in which a row cuts the face between an outer and an inner ray.
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
        // The ray is made orthogonal to the rows that it lies on, so that errors do not add up from ray to ray.
        let span = span::pivoted(on.iter().map(|k| self.rows[k]), self.rank - 1, TOLERANCE);
        if span.basis.len() + 1 < self.rank {
            return Err(Ambiguous);
        }
        let direction = span::reject(raw.normalize(), &span.basis).normalize();
        let tolerance = self.tolerance(span.last);
        let lies_on = |k: &usize| self.rows[*k].dot(&direction).abs() <= tolerance;
        let active = self.inserted.iter().copied().chain([row]).filter(lies_on);
        Ok(Ray { direction, active: RowSet::of(self.rows.len(), active), tolerance })
    }
}
