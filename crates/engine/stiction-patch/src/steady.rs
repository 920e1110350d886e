//! Steady friction of a patch under a twist.
//!
//! In the steady state a cell that slides at the speed s bears its share of the load times the
//! friction g(s) + σ₂ s, against its velocity (11), (12). Cells summed up one by one,
//! [`by_cells`], make the wrench jump whenever the centre of rotation (`CoR`) passes the centre of a
//! cell (Fig. 10). [`interpolated`] evaluates rotations about the four corners of the cell that the
//! centre of rotation is in, at the same angular velocity, and interpolates between them (21); when
//! it is off the grid, or for loose points, it is the same as [`by_cells`].
//!
//! Twists and wrenches are those at the centre of pressure, in the axes of the patch. The wrench is
//! the one **on** the patch, per unit of normal load: a force \[1\] and a torque \[m\].
//!
//! The friction is any function of the speed s > 0 \[m/s\]: `|_| 1.0` for Coulomb friction,
//! `|s| curve.value(s) + viscous * s` for LuGre with a
//! [`StribeckCurve`](stiction_friction::StribeckCurve). A cell that does not move bears none.
//!
//! Source: Waltersson and Karayiannidis, eqs. 7, 8, 11-14 and 19-21; the centre of rotation is
//! looked up by `floor` (the authors' program truncates towards zero, and extrapolates below the
//! grid).

use nalgebra::Vector2;
use stiction_core::{PlanarTwist, PlanarWrench};

use crate::patch::{ContactPatch, Grid};

/// Sums of neighbouring cells that are formed at a time.
const LANES: usize = 4;

/// Returns the friction of all cells, each at the velocity of its centre (13), (14), (19), (20).
#[must_use]
pub fn by_cells(
    patch: &ContactPatch,
    twist: &PlanarTwist,
    friction: impl Fn(f64) -> f64,
) -> PlanarWrench {
    let center = patch.center_of_pressure();
    let (x, y) = (twist.linear.x, twist.linear.y);
    let at_origin = [x + twist.angular * center.y, y - twist.angular * center.x, twist.angular];
    sum(patch, at_origin, friction)
}

/// Returns the friction interpolated between rotations about the corners of the cell that the centre of
/// rotation is in (21).
///
/// ```
/// use nalgebra::vector;
/// use stiction_core::PlanarTwist;
/// use stiction_patch::{Grid, Surface, steady};
///
/// // A line turns about a point just beside its middle: no cell centre in between.
/// let line = Surface::Line.patch(Grid::new(21, 0.02)?)?;
/// let twist = PlanarTwist { linear: vector![1e-4, 0.0], angular: 1.0 };
/// let jumps = steady::by_cells(&line, &twist, |_| 1.0);
/// let smooth = steady::interpolated(&line, &twist, |_| 1.0);
/// assert!((jumps.force.x + 1.0 / 21.0).abs() < 1e-12); // the cell in the middle
/// assert!((smooth.force.x + 1e-4 / 0.01).abs() < 1e-4); // 0.1 mm of 10 mm
/// # Ok::<(), stiction_patch::PatchError>(())
/// ```
#[must_use]
pub fn interpolated(
    patch: &ContactPatch,
    twist: &PlanarTwist,
    friction: impl Fn(f64) -> f64,
) -> PlanarWrench {
    let rate = twist.angular;
    let cell = patch.grid().and_then(|grid| CellOfRotation::of(grid, patch, twist));
    match cell {
        Some(cell) => cell
            .interpolate(|corner| sum(patch, [rate * corner.y, -rate * corner.x, rate], &friction)),
        None => by_cells(patch, twist, friction),
    }
}

/// Returns [`interpolated`] with the friction 1: a point of the limit surface (7), (8).
#[must_use]
pub fn coulomb(patch: &ContactPatch, twist: &PlanarTwist) -> PlanarWrench {
    interpolated(patch, twist, |_| 1.0)
}

/// Returns the Coulomb friction of a rotation with ω > 0 about a point in the frame of the patch.
pub(crate) fn coulomb_about(patch: &ContactPatch, point: Vector2<f64>) -> PlanarWrench {
    sum(patch, [point.y, -point.x, 1.0], |_| 1.0)
}

/// The cell of the grid that the centre of rotation is in, and where in it.
pub(crate) struct CellOfRotation {
    grid: Grid,
    /// Column and row.
    index: [usize; 2],
    /// Place in the cell, 0 to 1 along both axes.
    place: [f64; 2],
}

impl CellOfRotation {
    /// Finds the cell; `None` if the twist has no rotation, or one about a point off the grid.
    pub(crate) fn of(grid: &Grid, patch: &ContactPatch, twist: &PlanarTwist) -> Option<Self> {
        let pressure = patch.center_of_pressure();
        let axis = |offset: f64, pressure: f64| {
            let place = (offset / twist.angular + pressure) / grid.spacing();
            let place = place + 0.5 * grid.side() as f64;
            let index = place.floor();
            // Infinite and NaN without rotation.
            let on_grid = index >= 0.0 && index < grid.side() as f64;
            on_grid.then_some((index as usize, place - index))
        };
        let (column, right) = axis(-twist.linear.y, pressure.x)?;
        let (row, up) = axis(twist.linear.x, pressure.y)?;
        Some(Self { grid: *grid, index: [column, row], place: [right, up] })
    }

    /// Returns the columns and rows of the lower left, upper left, lower right and upper right corners, in
    /// lines between cells, with their parts.
    pub(crate) fn corners(&self) -> [([usize; 2], f64); 4] {
        let ([i, j], [x, y]) = (self.index, self.place);
        [
            ([i, j], (1.0 - x) * (1.0 - y)),
            ([i, j + 1], (1.0 - x) * y),
            ([i + 1, j], x * (1.0 - y)),
            ([i + 1, j + 1], x * y),
        ]
    }

    fn interpolate(&self, wrench: impl Fn(Vector2<f64>) -> PlanarWrench) -> PlanarWrench {
        mean(self.corners().map(|([i, j], part)| {
            (wrench(Vector2::new(self.grid.edge(i), self.grid.edge(j))), part)
        }))
    }
}

/// Returns the mean of wrenches with the given parts.
pub(crate) fn mean(wrenches: [(PlanarWrench, f64); 4]) -> PlanarWrench {
    wrenches.into_iter().fold(PlanarWrench::default(), |sum, (wrench, part)| PlanarWrench {
        force: sum.force + wrench.force * part,
        torque: sum.torque + wrench.torque * part,
    })
}

/// Returns the friction at the centre of pressure of all cells under a twist `[vx, vy, ω]` at the origin of the
/// patch.
#[inline(always)]
fn sum(patch: &ContactPatch, twist: [f64; 3], friction: impl Fn(f64) -> f64) -> PlanarWrench {
    // The twist is in units of its largest component, so that no square underflows.
    let unit = twist.iter().fold(0.0_f64, |unit, component| unit.max(component.abs()));
    if twist == [0.0; 3] {
        return PlanarWrench::default();
    }
    let [vx, vy, rate] = twist.map(|component| component / unit);
    // Velocity that rounding leaves to a cell at the centre of rotation.
    let rounding = 4.0 * f64::EPSILON * (rate * patch.reach()).abs();
    let cell = |x: f64, y: f64, weight: f64| {
        let (vx, vy) = (vx - rate * y, vy + rate * x);
        let speed = (vx * vx + vy * vy).sqrt();
        let at_rest = speed <= rounding;
        let share = if at_rest { 0.0 } else { weight * friction(unit * speed) / speed };
        (share * vx, share * vy)
    };
    let (xs, more_x) = patch.x().as_chunks::<LANES>();
    let (ys, more_y) = patch.y().as_chunks::<LANES>();
    let (weights, more_weights) = patch.weight().as_chunks::<LANES>();
    let (mut fx, mut fy, mut torque) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
    for ((x, y), weight) in xs.iter().zip(ys).zip(weights) {
        for k in 0..LANES {
            let (px, py) = cell(x[k], y[k], weight[k]);
            fx[k] += px;
            fy[k] += py;
            torque[k] += x[k] * py - y[k] * px;
        }
    }
    let rest = more_x.iter().zip(more_y).zip(more_weights);
    for (k, ((&x, &y), &weight)) in rest.enumerate() {
        let (px, py) = cell(x, y, weight);
        fx[k] += px;
        fy[k] += py;
        torque[k] += x * py - y * px;
    }
    let [fx, fy, torque] = [fx, fy, torque].map(|lanes| lanes.iter().sum::<f64>());
    let center = patch.center_of_pressure();
    PlanarWrench {
        force: Vector2::new(-fx, -fy),
        torque: -(torque - (center.x * fy - center.y * fx)),
    }
}

#[cfg(test)]
mod tests;
