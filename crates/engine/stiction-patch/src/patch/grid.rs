//! Square grids of cells.

use stiction_core::{Describe, ParameterError, Validate};
use typed_builder::TypedBuilder;

/// Most cells along a side; a full grid of them has 17 million cells.
pub(super) const MOST_CELLS: usize = 4096;

/// N x N cells on a square, centred on the origin.
///
/// Cell (i, j) is in column i (along x) and row j (along y), both ascending from 0; its centre is
/// `x_i = (i + 1/2 − N/2) h`, `y_j = (j + 1/2 − N/2) h` with the spacing `h = size/N`.
///
/// | setter | unit | range |
/// |---|---|---|
/// | `side`, N | cells | 1 to 4096 |
/// | `size` | m | 1e-9 to 1e6 |
///
/// ```
/// use stiction_patch::Grid;
/// let grid = Grid::builder().side(5).size(0.02).build()?;
/// assert_eq!(grid.spacing(), 0.004);
/// assert_eq!((grid.center(0), grid.center(2)), (-0.008, 0.0));
/// # Ok::<(), stiction_core::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, TypedBuilder, Describe)]
#[builder(build_method(into = Result<Grid, ParameterError>))]
#[describe(check = Self::further)]
pub struct Grid {
    /// Cells along a side, `N`.
    side: usize,
    /// Length of a side \[m\].
    // Its square and its reciprocal are far from the limits of the numbers.
    #[field(within(1e-9, 1e6, "must be finite and between 1e-9 and 1e6 m"))]
    size: f64,
}

impl Grid {
    /// Creates `side` x `side` cells on a square of `size` \[m\].
    ///
    /// # Errors
    /// No cells, more than 4096 along a side, or a size outside 1 nm to 1000 km.
    pub fn new(side: usize, size: f64) -> Result<Self, ParameterError> {
        Self { side, size }.into()
    }

    fn further(&self) -> Result<(), ParameterError> {
        let fits = (1..=MOST_CELLS).contains(&self.side);
        Self::require(fits, "side", self.side as f64, "must be 1 to 4096 cells")
    }

    /// Returns the distance between neighbouring cells \[m\].
    #[must_use]
    pub const fn spacing(&self) -> f64 {
        self.size / self.side as f64
    }

    /// Returns the coordinate of the centre of a column or row \[m\].
    #[must_use]
    pub const fn center(&self, index: usize) -> f64 {
        (index as f64 + 0.5 - 0.5 * self.side as f64) * self.spacing()
    }

    /// Returns the coordinate of the lower edge of a column or row, 0 to N \[m\].
    pub(crate) const fn edge(&self, index: usize) -> f64 {
        (index as f64 - 0.5 * self.side as f64) * self.spacing()
    }

    /// Returns columns and rows (i, j) of all cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let side = self.side;
        (0..side).flat_map(move |j| (0..side).map(move |i| (i, j)))
    }

    /// Returns twice the offset of a cell from the centre in cells, a whole number.
    pub(super) const fn doubled_offset(&self, index: usize) -> i64 {
        2 * index as i64 + 1 - self.side as i64
    }
}
