//! Extreme rays of a polyhedral cone, by the double description method.
//!
//! A cone in Rᴺ has two descriptions, by rows and by generators:
//!
//! ```text
//! {x : A x ≤ 0} = {Σ λᵢ rᵢ + Σ κⱼ lⱼ : λᵢ ≥ 0}
//! ```
//!
//! with extreme rays `rᵢ` and lines `lⱼ`. [`extreme_rays`] goes from the left to the right. By
//! duality it goes the other way too: of the generators of a cone it makes the face rows (rays) and
//! the equalities (lines) of that cone.
//!
//! The rows are added one at a time, the one that cuts most off first; where a row cuts the face
//! between two adjacent rays, a ray is born. Sources: Motzkin, Raiffa, Thompson, Thrall, *The double
//! description method*, 1953; Fukuda, Prodon, *Double description method revisited*, 1996
//! (combinatorial adjacency, Proposition 7).
//!
//! **Rounding.** Rows are scaled to unit length after columns of different units have been scaled
//! towards like size, and are taken to be wrong by 1e-13. A ray is fixed by the rows it lies on, to
//! 1e-13 over how far the last of them sticks out of the span of the others, and lies on every row
//! that is nearer than that. So points of a foot lie in one plane, which exact arithmetic on rounded
//! coordinates would split into slivers, and yet two points a millimetre apart are two. Each ray is
//! made orthogonal to the rows it lies on, so that errors do not add up.
//!
//! **The result is verified** before it is returned: every ray is an extreme ray, and none is
//! missing, because every facet that the rays stand for borders on another at each of its ridges
//! (the ridges are found by the same method, one dimension lower). If that cannot be shown, rows
//! wrong by 1e-11, 1e-15 and 1e-9 are tried, and then the answer is an error. Among some thousand
//! random stances none failed; among stances whose points, normals and coefficients differed by only
//! 1e-1 to 1e-9, three in a hundred failed.
//!
//! The number of rays grows like the power ⌊(N − 1)/2⌋ of the number of rows at worst. In six
//! dimensions 128 generators (two feet, 16-sided cones) have 1800 faces and take 0.1 s.
//!
//! (Written here because the implementations that exist are under the GPL or the AGPL.)

use nalgebra::SVector;

mod insertion;
mod row_set;
mod span;
mod verification;

pub(crate) use span::reject;

#[cfg(test)]
mod tests;

/// Resolution, for rows and rays of unit length: a row that sticks out of the span of others by less
/// counts as dependent, and no ray is further than that from a row that it is said to lie on.
pub const TOLERANCE: f64 = 1e-9;

/// Errors that the rows are taken to have, tried in this order until a result stands its
/// verification.
const ROUNDING: [f64; 4] = [1e-13, 1e-11, 1e-15, TOLERANCE];

/// Why the rays of a cone could not be found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DoubleDescriptionError {
    /// A row has an entry that is NaN or infinite.
    #[error("row {row} of the cone is not finite")]
    NotFinite {
        /// Number of the row, from zero.
        row: usize,
    },
    /// Rows so close to degenerate that the result did not stand its verification.
    #[error("rounding does not let the faces of the cone be told apart ({rows} rows)")]
    Ambiguous {
        /// Number of rows.
        rows: usize,
    },
}

/// The generators of a cone {x : A x ≤ 0}.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtremeRays<const N: usize> {
    rays: Vec<SVector<f64, N>>,
    incidences: Vec<Vec<usize>>,
    lines: Vec<SVector<f64, N>>,
}

impl<const N: usize> ExtremeRays<N> {
    /// Returns the extreme rays: of unit length, orthogonal to the lines, none twice.
    #[must_use]
    pub fn rays(&self) -> &[SVector<f64, N>] {
        &self.rays
    }

    /// Returns the numbers of the rows that a ray lies on, in ascending order, without rows that are zero; none
    /// if there is no such ray.
    #[must_use]
    pub fn incidence(&self, ray: usize) -> &[usize] {
        self.incidences.get(ray).map_or(&[], Vec::as_slice)
    }

    /// Returns an orthonormal basis of the lines that the cone contains.
    #[must_use]
    pub fn lines(&self) -> &[SVector<f64, N>] {
        &self.lines
    }
}

/// Returns the extreme rays and lines of {x : a · x ≤ 0 for all rows a}.
///
/// Rows may be redundant, repeated or zero, and of any length. Without rows the cone is all of Rᴺ.
///
/// ```
/// use nalgebra::vector;
/// use stiction_stability::double_description::extreme_rays;
///
/// // The quadrant x, y ≥ 0 of space, with the z axis in it.
/// let cone = extreme_rays(&[vector![-1.0, 0.0, 0.0], vector![0.0, -2.0, 0.0]])?;
/// assert_eq!(cone.rays(), [vector![0.0, 1.0, 0.0], vector![1.0, 0.0, 0.0]]);
/// assert_eq!(cone.lines(), [vector![0.0, 0.0, 1.0]]);
/// # Ok::<(), stiction_stability::double_description::DoubleDescriptionError>(())
/// ```
///
/// # Errors
/// An entry that is not finite; rows that rounding makes ambiguous.
pub fn extreme_rays<const N: usize>(
    rows: &[SVector<f64, N>],
) -> Result<ExtremeRays<N>, DoubleDescriptionError> {
    if let Some(row) = rows.iter().position(|row| !row.iter().all(|x| x.is_finite())) {
        return Err(DoubleDescriptionError::NotFinite { row });
    }
    let (numbers, rows, scale) = scaled(rows);
    let tried = ROUNDING.iter().find_map(|&rounding| verified(&rows, rounding).ok());
    let found = tried.ok_or(DoubleDescriptionError::Ambiguous { rows: rows.len() })?;

    let unscaled = |x: &SVector<f64, N>| x.component_div(&scale);
    let lines = span::pivoted(found.lines.iter().map(unscaled), found.lines.len(), 0.0).basis;
    let rays = found.rays.iter().map(|ray| {
        let direction = unscaled(&ray.direction).normalize();
        span::reject(span::reject(direction, &lines), &lines).normalize()
    });
    let on = |ray: &insertion::Ray<N>| ray.active.iter().map(|k| numbers[k]).collect();
    let incidences = found.rays.iter().map(on).collect();
    Ok(ExtremeRays { rays: rays.collect(), incidences, lines })
}

fn verified<const N: usize>(
    rows: &[SVector<f64, N>],
    rounding: f64,
) -> Result<insertion::Generators<N>, insertion::Ambiguous> {
    let found = insertion::generators(rows, rounding)?;
    verification::verify(rows, N - found.lines.len(), &found.rays, rounding)?;
    Ok(found)
}

/// Returns the rows that are not zero, with columns of like size and then of unit length; before
/// them their numbers, after them the factors of the columns: the scaled cone is that of
/// `scale ∘ x`.
fn scaled<const N: usize>(
    rows: &[SVector<f64, N>],
) -> (Vec<usize>, Vec<SVector<f64, N>>, SVector<f64, N>) {
    let numbers: Vec<_> = (0..rows.len()).filter(|&k| rows[k].amax() > 0.0).collect();
    // The largest entry first: the square of a tiny or huge one is out of range.
    let unit = |row: &SVector<f64, N>| (row / row.amax()).normalize();
    let rows: Vec<_> = numbers.iter().map(|&k| unit(&rows[k])).collect();
    let widest = rows.iter().fold(SVector::<f64, N>::zeros(), |w, row| w.sup(&row.abs()));
    // A power of two costs no rounding. A column much below the others may be nothing but rounding.
    let factor = |w: f64| (w.log2().round() as i32).clamp(-10, 0);
    let scale = widest.map(|w| if w > 0.0 { 2f64.powi(factor(w)) } else { 1.0 });
    let rows = rows.iter().map(|row| unit(&row.component_div(&scale))).collect();
    (numbers, rows, scale)
}
