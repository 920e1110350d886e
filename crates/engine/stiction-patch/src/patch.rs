//! Pressure fields: where a patch touches, and which share of the load each cell bears.
//!
//! A [`ContactPatch`] is a list of cells with positions \[m\] in the frame of the patch and weights
//! `w = p A / f_N` that add up to 1; cells without load are left out. On a [`Grid`] the origin is the
//! centre of the grid and the cells come in rows of equal y, both coordinates ascending. A patch of
//! loose points has no grid and keeps the order it was given in.
//!
//! | from | constructor |
//! |---|---|
//! | the surfaces of the paper | [`Surface::patch`] |
//! | any pressure p(x, y) | [`ContactPatch::from_pressure`] |
//! | a ring or a disc | [`ContactPatch::ring`] |
//! | a polygon, by the covered area of each cell | [`Polygon::patch`] |
//! | a soft fingertip that grows with the load | [`SoftFingertip::patch`] |
//! | a table of pressures | [`ContactPatch::from_rows`], [`ContactPatch::from_csv`], [`ContactPatch::load_csv`] |
//! | an image, its grey levels being pressures | `ContactPatch::from_png`, `ContactPatch::load_png` (feature `image`) |
//! | points with weights | [`ContactPatch::from_points`] |
//!
//! Source: Waltersson and Karayiannidis, *Planar Friction Modelling with LuGre Dynamics and Limit
//! Surfaces*: cells (19), (20), radius r (23), viscous factor u (27), Fig. 8.

mod error;
mod fingertip;
mod grid;
#[cfg(feature = "image")]
mod image;
mod polygon;
#[cfg(test)]
pub(crate) mod properties_tests;
#[cfg(test)]
mod shape_tests;
mod surface;
mod table;
#[cfg(feature = "files")]
mod table_csv;
#[cfg(test)]
mod tests;

pub use error::PatchError;
pub(crate) use fingertip::PAPER_GROWTH;
pub use fingertip::{PressureExponent, SoftFingertip};
pub use grid::Grid;
pub use polygon::Polygon;
pub use surface::Surface;

use core::fmt;

use nalgebra::Vector2;
use stiction_core::{ParameterError, PlanarTwist};

use crate::fingerprint::fingerprint;
use crate::steady;

/// Largest coordinate of a loose point \[m\].
pub(crate) const FARTHEST: f64 = 1e6;
/// Most loose points, as many as cells of the finest grid.
const MOST_POINTS: usize = grid::MOST_CELLS * grid::MOST_CELLS;

/// A planar contact: cells at fixed places that share the normal load.
///
/// ```
/// use stiction_patch::{ContactPatch, Grid};
///
/// // Pressed harder at the top than at the bottom.
/// let grid = Grid::new(21, 0.02)?;
/// let patch = ContactPatch::from_pressure(grid, |_, y| 1.0 + 50.0 * y)?;
/// assert_eq!(patch.len(), 441);
/// assert!((patch.weight().iter().sum::<f64>() - 1.0).abs() < 1e-14);
/// assert!(patch.center_of_pressure().y > 1.6e-3);
/// # Ok::<(), stiction_patch::PatchError>(())
/// ```
#[derive(Clone)]
pub struct ContactPatch {
    grid: Option<Grid>,
    x: Vec<f64>,
    y: Vec<f64>,
    weight: Vec<f64>,
    center: Vector2<f64>,
    /// Largest magnitude of a coordinate \[m\].
    reach: f64,
    /// Pressures as they were given: of all cells of the grid, or of the loose points.
    pressures: Vec<f64>,
}

/// Shows the number of cells that bear load, because they are many.
impl fmt::Debug for ContactPatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.x.iter().chain(&self.y).chain(&self.weight);
        f.debug_struct("ContactPatch")
            .field("cells", &self.len())
            .field("center_of_pressure", &self.center)
            .field("fingerprint", &fingerprint(cells.copied()))
            .finish_non_exhaustive()
    }
}

/// Two patches are equal if they have the same cells on the same grid.
impl PartialEq for ContactPatch {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid
            && self.x == other.x
            && self.y == other.y
            && self.weight == other.weight
    }
}

impl ContactPatch {
    /// Creates a patch with the pressure `p(x, y) ≥ 0` at the cell centres \[m\]; only its shape counts, not its
    /// scale.
    ///
    /// # Errors
    /// A pressure that is negative or not finite; a total that is zero or infinite.
    pub fn from_pressure(
        grid: Grid,
        mut pressure: impl FnMut(f64, f64) -> f64,
    ) -> Result<Self, PatchError> {
        Self::from_cells(grid, |i, j| pressure(grid.center(i), grid.center(j)))
    }

    /// Creates a patch of uniform pressure between two radii \[m\] about the centre of the grid, by the cell centres;
    /// an inner radius of zero makes it a disc.
    ///
    /// # Errors
    /// Radii that are not finite, `inner < 0`, `outer ≤ inner`, or an outer radius beyond the grid;
    /// a ring so thin that it meets no cell centre.
    pub fn ring(grid: Grid, inner: f64, outer: f64) -> Result<Self, PatchError> {
        let refused = |parameter, value, requirement| {
            Err(ParameterError::new("ring", parameter, value, requirement).into())
        };
        if !(inner.is_finite() && inner >= 0.0) {
            return refused("inner", inner, "must be finite and not negative");
        }
        if !(outer.is_finite() && outer > inner) {
            return refused("outer", outer, "must be finite and above the inner radius");
        }
        if outer > grid.size() / 2.0 {
            return refused("outer", outer, "must be at most half the size of the grid");
        }
        Self::from_pressure(grid, |x, y| {
            let distance = x.hypot(y);
            if (inner..=outer).contains(&distance) { 1.0 } else { 0.0 }
        })
    }

    /// Creates a patch of points \[m\] with their shares of the load, which need not add up to 1.
    ///
    /// # Errors
    /// A coordinate that is not finite or beyond 1000 km; a share that is negative or not finite; a
    /// total that is zero or infinite; more than 2²⁴ points.
    pub fn from_points(
        points: impl IntoIterator<Item = (Vector2<f64>, f64)>,
    ) -> Result<Self, PatchError> {
        let mut patch = Self::empty(None);
        for (count, (place, share)) in points.into_iter().enumerate() {
            for (name, value) in [("x", place.x), ("y", place.y)] {
                let usable = value.abs() <= FARTHEST;
                if !usable {
                    let requirement = "must be finite and at most 1000 km";
                    return Err(ParameterError::new("point", name, value, requirement).into());
                }
            }
            check_pressure(share, || (place.x, place.y))?;
            if count == MOST_POINTS {
                let (number, requirement) = (count as f64 + 1.0, "must be at most 16777216");
                return Err(ParameterError::new("point", "number", number, requirement).into());
            }
            if share > 0.0 {
                patch.x.push(place.x);
                patch.y.push(place.y);
                patch.pressures.push(share);
            }
        }
        let total = check_total(patch.pressures.iter().sum())?;
        patch.weight = patch.pressures.iter().map(|share| share / total).collect();
        patch.drop_unloaded();
        patch.measure();
        Ok(patch)
    }

    /// Drops the cells whose share of the load is less than the smallest number.
    fn drop_unloaded(&mut self) {
        let loaded: Vec<bool> = self.weight.iter().map(|&weight| weight > 0.0).collect();
        for list in [&mut self.x, &mut self.y, &mut self.weight, &mut self.pressures] {
            let mut loaded = loaded.iter();
            list.retain(|_| loaded.next() == Some(&true));
        }
    }

    /// Creates a patch from the pressure by column and row of the grid.
    fn from_cells(
        grid: Grid,
        mut pressure: impl FnMut(usize, usize) -> f64,
    ) -> Result<Self, PatchError> {
        let mut patch = Self::empty(Some(grid));
        patch.pressures.reserve(grid.side() * grid.side());
        for (i, j) in grid.cells() {
            let value = pressure(i, j);
            check_pressure(value, || (grid.center(i), grid.center(j)))?;
            patch.pressures.push(value);
        }
        let total = check_total(patch.pressures.iter().sum())?;
        for ((i, j), value) in grid.cells().zip(&patch.pressures) {
            let weight = value / total;
            if weight > 0.0 {
                patch.x.push(grid.center(i));
                patch.y.push(grid.center(j));
                patch.weight.push(weight);
            }
        }
        patch.measure();
        Ok(patch)
    }

    const fn empty(grid: Option<Grid>) -> Self {
        Self {
            grid,
            x: vec![],
            y: vec![],
            weight: vec![],
            center: Vector2::new(0.0, 0.0),
            reach: 0.0,
            pressures: vec![],
        }
    }

    fn measure(&mut self) {
        let mean = |places: &[f64]| places.iter().zip(&self.weight).map(|(x, w)| x * w).sum();
        self.center = Vector2::new(mean(&self.x), mean(&self.y));
        let places = self.x.iter().chain(&self.y);
        self.reach = places.fold(0.0, |reach: f64, place| reach.max(place.abs()));
    }

    /// Returns the grid of the cells; `None` for loose points.
    #[must_use]
    pub const fn grid(&self) -> Option<&Grid> {
        self.grid.as_ref()
    }

    /// Returns the number of cells that bear load, at least 1.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a patch is never empty")]
    pub const fn len(&self) -> usize {
        self.weight.len()
    }

    /// Returns the first coordinates of the loaded cells \[m\].
    #[must_use]
    pub fn x(&self) -> &[f64] {
        &self.x
    }

    /// Returns the second coordinates of the loaded cells \[m\].
    #[must_use]
    pub fn y(&self) -> &[f64] {
        &self.y
    }

    /// Returns the shares of the load, > 0; they add up to 1.
    #[must_use]
    pub fn weight(&self) -> &[f64] {
        &self.weight
    }

    /// Returns the pressures as they were given, in whatever unit: on a grid those of all cells, row by row
    /// from the lowest y; of loose points their shares. They give the same patch again, to the bit.
    #[must_use]
    pub fn pressures(&self) -> &[f64] {
        &self.pressures
    }

    /// Returns the centre of pressure (`CoP`) in the frame of the patch \[m\].
    #[must_use]
    pub const fn center_of_pressure(&self) -> Vector2<f64> {
        self.center
    }

    /// Returns the largest magnitude of a coordinate \[m\].
    pub(crate) const fn reach(&self) -> f64 {
        self.reach
    }

    /// Returns the radius r of the rim contact with the same torque in pure rotation about the centre of
    /// pressure (23) \[m\].
    ///
    /// On a grid it is the torque of the interpolated steady state ([`steady::interpolated`]), as
    /// limit surfaces use it; about 0.3 % below [`Self::plain_radius`] with 21 cells. Costs a sum
    /// over the cells.
    #[must_use]
    pub fn radius(&self) -> f64 {
        steady::coulomb(self, &SPIN).torque.abs()
    }

    /// Returns this radius as a plain sum over the cells, `Σ w ‖ρ‖` \[m\].
    #[must_use]
    pub fn plain_radius(&self) -> f64 {
        steady::by_cells(self, &SPIN, |_| 1.0).torque.abs()
    }

    /// Returns the viscous factor u, the mean square distance from the centre of pressure (27) \[m²\]. Costs a
    /// sum over the cells.
    #[must_use]
    pub fn viscous_factor(&self) -> f64 {
        let square = |(x, y): (&f64, &f64)| {
            let (x, y) = (x - self.center.x, y - self.center.y);
            x * x + y * y
        };
        self.x.iter().zip(&self.y).map(square).zip(&self.weight).map(|(s, w)| s * w).sum()
    }
}

/// Pure rotation about the centre of pressure.
const SPIN: PlanarTwist = PlanarTwist { linear: Vector2::new(0.0, 0.0), angular: 1.0 };

fn check_pressure(pressure: f64, place: impl Fn() -> (f64, f64)) -> Result<(), PatchError> {
    if pressure.is_finite() && pressure >= 0.0 {
        return Ok(());
    }
    let (x, y) = place();
    Err(PatchError::Pressure { x, y, pressure })
}

fn check_total(total: f64) -> Result<f64, PatchError> {
    if total == 0.0 {
        return Err(PatchError::NoLoad);
    }
    // The reciprocal keeps the weights in the range of normal numbers.
    if total.is_finite() && (1.0 / total).is_finite() {
        return Ok(total);
    }
    Err(PatchError::Total { total })
}
