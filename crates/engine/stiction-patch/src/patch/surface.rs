//! The surfaces of the paper, by name.

use core::fmt;
use core::str::FromStr;

use stiction_core::ParameterError;

use super::{ContactPatch, Grid, PatchError};

/// A contact surface of the paper (Figs. 8, 14 and 31), as the authors' programs rasterise it.
///
/// | name | variant | cells (m = (N−1)/2) | N |
/// |---|---|---|---|
/// | `square` | [`Self::Square`] | all | any |
/// | `circle` | [`Self::RasterCircle`] | (i−m)² + (j−m)² ≤ m²; Fig. 8. Its radius is short of size/2 | odd |
/// | `circle_R` | [`Self::Circle`] | centre within size/2 of the origin | any |
/// | `line` | [`Self::Line`] | column m: a line along y | odd |
/// | `line_x` | [`Self::LineX`] | row m: a line along x | odd |
/// | `line_grad` | [`Self::GradientLine`] | column m, pressure (j+1)/N: largest at +y | odd |
/// | `line_grad_x` | [`Self::GradientLineX`] | row m, pressure 1 − i/N: largest at −x | odd |
/// | `nonconvex1` | [`Self::Nonconvex1`] | two short bars, at the ends of the x axis | odd |
/// | `nonconvex2` | [`Self::Nonconvex2`] | a bar along x and an upright at +x | odd |
///
/// The gradient of the two gradient lines depends on N: their centre of pressure is 3.175 mm from
/// the middle with 21 cells on 20 mm, 3.333 mm in the limit. A gradient of your own goes through
/// [`ContactPatch::from_pressure`].
///
/// ```
/// use stiction_patch::{Grid, Surface};
/// let surface: Surface = "circle".parse()?;
/// let patch = surface.patch(Grid::new(21, 0.02)?)?;
/// assert_eq!(patch.len(), 317);
/// assert!((patch.radius() - 6.357e-3).abs() < 1e-6);
/// # Ok::<(), stiction_patch::PatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Surface {
    /// `square`
    Square,
    /// `circle`
    RasterCircle,
    /// `circle_R`
    Circle,
    /// `line`
    Line,
    /// `line_x`
    LineX,
    /// `line_grad`
    GradientLine,
    /// `line_grad_x`
    GradientLineX,
    /// `nonconvex1`
    Nonconvex1,
    /// `nonconvex2`
    Nonconvex2,
}

impl Surface {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Square,
        Self::RasterCircle,
        Self::Circle,
        Self::Line,
        Self::LineX,
        Self::GradientLine,
        Self::GradientLineX,
        Self::Nonconvex1,
        Self::Nonconvex2,
    ];

    /// Returns its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::RasterCircle => "circle",
            Self::Circle => "circle_R",
            Self::Line => "line",
            Self::LineX => "line_x",
            Self::GradientLine => "line_grad",
            Self::GradientLineX => "line_grad_x",
            Self::Nonconvex1 => "nonconvex1",
            Self::Nonconvex2 => "nonconvex2",
        }
    }

    /// Returns the surface on a grid.
    ///
    /// # Errors
    /// An even number of cells where the table above asks for an odd one; a grid so coarse that no
    /// cell is left (the non-convex surfaces below N = 7).
    pub fn patch(self, grid: Grid) -> Result<ContactPatch, PatchError> {
        let any = matches!(self, Self::Square | Self::Circle);
        if !any && grid.side().is_multiple_of(2) {
            let requirement = "must be odd";
            let side = grid.side() as f64;
            return Err(ParameterError::new(self.name(), "side", side, requirement).into());
        }
        ContactPatch::from_cells(grid, |i, j| self.pressure(&grid, i, j))
    }

    /// Returns the pressure of cell (i, j).
    fn pressure(self, grid: &Grid, i: usize, j: usize) -> f64 {
        let side = grid.side();
        let middle = (side - 1) / 2;
        // Inside a circle whose diameter has this many cells, compared in whole numbers.
        let within = |diameter: usize| {
            let (x, y) = (grid.doubled_offset(i), grid.doubled_offset(j));
            x * x + y * y <= (diameter * diameter) as i64
        };
        let only = |loaded| if loaded { 1.0 } else { 0.0 };
        match self {
            Self::Square => 1.0,
            Self::RasterCircle => only(within(2 * middle)),
            Self::Circle => only(within(side)),
            Self::Line => only(i == middle),
            Self::LineX => only(j == middle),
            Self::GradientLine => only(i == middle) * ((j + 1) as f64 / side as f64),
            Self::GradientLineX => only(j == middle) * (1.0 - i as f64 / side as f64),
            Self::Nonconvex1 => only(nonconvex_1(side, i, side - 1 - j)),
            Self::Nonconvex2 => only(nonconvex_2(side, i, side - 1 - j)),
        }
    }
}

/// Returns the width of the bars of the non-convex surfaces, 15 % of the side.
const fn bar(side: usize) -> usize {
    15 * side / 100
}

/// Returns whether the row, counted from the top, is one of `count` in the middle
fn in_middle(side: usize, count: usize, row: usize) -> bool {
    let half_to_even = |doubled: usize| {
        let half = doubled / 2;
        if doubled.is_multiple_of(2) { half } else { half + half % 2 }
    };
    (half_to_even(side - count)..half_to_even(side + count)).contains(&row)
}

fn nonconvex_1(side: usize, column: usize, row: usize) -> bool {
    let bar = bar(side);
    in_middle(side, bar, row) && (column < bar || column >= side - bar)
}

fn nonconvex_2(side: usize, column: usize, row: usize) -> bool {
    let (bar, long) = (bar(side), 70 * side / 100);
    let across = in_middle(side, bar, row) && column < long;
    let upright = in_middle(side, long, row) && column >= side - bar;
    across || upright
}

impl fmt::Display for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Surface {
    type Err = PatchError;
    fn from_str(name: &str) -> Result<Self, PatchError> {
        let unknown = || PatchError::UnknownSurface { name: name.into() };
        Self::ALL.into_iter().find(|surface| surface.name() == name).ok_or_else(unknown)
    }
}

/// Returns the names of all surfaces, for messages.
pub(super) fn names() -> String {
    Surface::ALL.map(Surface::name).join(", ")
}
