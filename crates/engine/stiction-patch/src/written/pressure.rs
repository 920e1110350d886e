//! Pressure fields of pads: where a pad bears which share of its load, and when.

use nalgebra::Vector2;
use stiction_core::description::Inside;
use stiction_core::{Describe, Filled, NormalLoad, ValueError};

use super::{Fingertip, PartSource};
use crate::patch::{ContactPatch, Grid, Polygon, Surface};
use crate::schedule::Schedule;

/// Cells along a side of a grid where nothing else is said.
const CELLS: usize = 21;

/// The pressure under a pad: one of `surface`, `ring`, `polygon`, `points`, `rows`, `file`, `fingertip` and
/// `pieces`.
#[derive(Clone, Debug, Default, PartialEq, Describe)]
pub struct Pressure {
    /// Cells along a side of the grid, 1 to 4096, 21 by default; only where there is a grid.
    #[field(default = None, within(1.0, 4096.0, "must be 1 to 4096 cells"))]
    pub cells: Option<usize>,
    /// Side of the grid \[m\]; the width of an image. Not beside `points` and `pieces`.
    #[field(default = None)]
    pub size: Option<f64>,
    /// `square`, `circle`, `circle_R`, `line`, `line_x`, `line_grad`, `line_grad_x`, `nonconvex1` or
    /// `nonconvex2`.
    #[field(default = None)]
    pub surface: Option<String>,
    /// Inner and outer radius \[m\].
    #[field(default = None)]
    pub ring: Option<[f64; 2]>,
    /// Corners \[m\].
    #[field(default = None, length(3, 10_000, "must be 3 to 10000 corners"))]
    pub polygon: Option<Vec<[f64; 2]>>,
    /// Points: x \[m\], y \[m\], share of the load.
    #[field(default = None)]
    pub points: Option<Filled<[f64; 3]>>,
    /// Pressures of the cells, as one sees an image: the first row is at the top (+y).
    #[field(default = None, length(1, 4096, "must be 1 to 4096 cells"))]
    pub rows: Option<Vec<Vec<f64>>>,
    /// A file with these pressures, relative to the scenario: comma-separated numbers, or the grey levels of an
    /// image whose name ends with `.png`.
    #[field(default = None)]
    pub file: Option<String>,
    /// A round pad that grows with the normal force.
    #[field(default = None)]
    pub fingertip: Option<Fingertip>,
    /// One pressure after another.
    #[field(default = None)]
    pub pieces: Option<Filled<PressurePiece>>,
}

/// A pressure that holds from a time on.
#[derive(Clone, Debug, PartialEq, Describe)]
pub struct PressurePiece {
    /// Begin \[s\]; the first one also holds before it.
    #[field(default = 0.0)]
    pub from: f64,
    /// The pressure.
    pub pressure: Pressure,
}

/// Pressures of a pad, each with the time from which it holds.
pub(super) struct Pressures {
    pub(super) pieces: Vec<(f64, ContactPatch)>,
    /// The one whose limit surface is that of all, except for the size.
    pub(super) sampled: Option<ContactPatch>,
}

impl Pressure {
    /// Returns the pressures under a normal force, if one is known.
    pub(super) fn schedule(
        &self,
        force: Option<&NormalLoad>,
        source: &dyn PartSource,
    ) -> Result<Schedule<ContactPatch>, ValueError> {
        Ok(Schedule::new(self.pressures(force, source)?.pieces)?)
    }

    /// Returns the pressures, and the one whose limit surface is to be sampled.
    pub(super) fn pressures(
        &self,
        force: Option<&NormalLoad>,
        source: &dyn PartSource,
    ) -> Result<Pressures, ValueError> {
        self.check_one()?;
        if let Some(fingertip) = &self.fingertip {
            let grid = self.grid()?;
            let message = "follows the normal force of a pad, which is not known here";
            let made = force.ok_or_else(|| ValueError::new(message));
            let made = made.and_then(|force| fingertip.pressures(grid, force, source.until()));
            return made.inside("fingertip");
        }
        let Some(Filled(pieces)) = &self.pieces else {
            return Ok(Pressures { pieces: vec![(0.0, self.fixed(source)?)], sampled: None });
        };
        let built = pieces.iter().enumerate().map(|(i, piece)| {
            let patch = piece.pressure.part(source).inside("pressure");
            Ok((piece.from, patch.inside(i.to_string()).inside("pieces")?))
        });
        let pieces = built.collect::<Result<Vec<_>, ValueError>>()?;
        // Refused here, where the place of the fault is known.
        Schedule::new(pieces.iter().map(|(from, _)| (*from, ()))).inside("pieces")?;
        Ok(Pressures { pieces, sampled: None })
    }

    fn check_one(&self) -> Result<(), ValueError> {
        let given = [
            self.surface.is_some(),
            self.ring.is_some(),
            self.polygon.is_some(),
            self.points.is_some(),
            self.rows.is_some(),
            self.file.is_some(),
            self.fingertip.is_some(),
            self.pieces.is_some(),
        ];
        if given.iter().filter(|given| **given).count() == 1 {
            return self.check_others();
        }
        let message = "needs one of `surface`, `ring`, `polygon`, `points`, `rows`, `file`, \
                       `fingertip` and `pieces`";
        Err(ValueError::new(message))
    }

    /// Refuses keys beside others that make them mean nothing.
    fn check_others(&self) -> Result<(), ValueError> {
        let gridless = [
            ("points", self.points.is_some()),
            ("pieces", self.pieces.is_some()),
            ("rows", self.rows.is_some()),
            ("file", self.file.is_some()),
        ];
        let Some((beside, _)) = gridless.iter().find(|(_, given)| *given) else { return Ok(()) };
        let has_size = matches!(*beside, "rows" | "file");
        let keys = [("cells", self.cells.is_some()), ("size", self.size.is_some() && !has_size)];
        match keys.iter().find(|(_, given)| *given) {
            Some((key, _)) => {
                let message = format!("`{key}` has no meaning beside `{beside}`");
                Err(ValueError::new(message).inside(*key))
            }
            None => Ok(()),
        }
    }

    /// Returns a pressure that holds for a time, or that a limit surface is sampled from.
    pub(super) fn part(&self, source: &dyn PartSource) -> Result<ContactPatch, ValueError> {
        self.check_one()?;
        let changes = [("fingertip", self.fingertip.is_some()), ("pieces", self.pieces.is_some())];
        if let Some((key, _)) = changes.iter().find(|(_, given)| *given) {
            let message = "only a pressure that does not change can stand here";
            return Err(ValueError::new(message).inside(*key));
        }
        self.fixed(source)
    }

    fn side(&self) -> Result<f64, ValueError> {
        self.size.ok_or_else(|| ValueError::new("needs the side of the grid, `size` [m]"))
    }

    fn grid(&self) -> Result<Grid, ValueError> {
        Ok(Grid::new(self.cells.unwrap_or(CELLS), self.side()?)?)
    }

    /// Returns a pressure that does not change.
    fn fixed(&self, source: &dyn PartSource) -> Result<ContactPatch, ValueError> {
        if let Some(Filled(points)) = &self.points {
            let points = points.iter().map(|[x, y, share]| (Vector2::new(*x, *y), *share));
            return ContactPatch::from_points(points).inside("points");
        }
        if let Some(rows) = &self.rows {
            return ContactPatch::from_rows(self.side()?, rows).inside("rows");
        }
        if let Some(file) = &self.file {
            return source.pressure(file, self.side()?).inside("file");
        }
        let grid = self.grid()?;
        if let Some([inner, outer]) = self.ring {
            return ContactPatch::ring(grid, inner, outer).inside("ring");
        }
        if let Some(corners) = &self.polygon {
            let corners: Vec<_> = corners.iter().map(|[x, y]| Vector2::new(*x, *y)).collect();
            let polygon = Polygon::new(&corners).inside("polygon")?;
            return polygon.patch(grid).inside("polygon");
        }
        let name = self.surface.as_deref().unwrap_or_default();
        name.parse().and_then(|surface: Surface| surface.patch(grid)).inside("surface")
    }

    /// Describes one pressure, or one after another.
    pub(super) fn of_schedule(patches: &Schedule<ContactPatch>) -> Self {
        if let Some(patch) = patches.single() {
            return Self::of_patch(patch);
        }
        let piece = |(from, patch)| PressurePiece { from, pressure: Self::of_patch(patch) };
        Self { pieces: Some(Filled(patches.pieces().map(piece).collect())), ..Self::default() }
    }

    /// Describes a pressure that gives the same cells and weights, to the bit.
    pub(super) fn of_patch(patch: &ContactPatch) -> Self {
        let cells = || patch.x().iter().zip(patch.y());
        let Some(grid) = patch.grid().copied() else {
            let points = cells().zip(patch.pressures()).map(|((x, y), share)| [*x, *y, *share]);
            return Self { points: Some(Filled(points.collect())), ..Self::default() };
        };
        let size = Some(grid.size());
        let on_grid = Self { cells: Some(grid.side()), size, ..Self::default() };
        let is =
            |again: Result<ContactPatch, _>| again.is_ok_and(|again: ContactPatch| again == *patch);
        let surface = Surface::ALL.into_iter().find(|surface| is(surface.patch(grid)));
        if let Some(surface) = surface {
            return Self { surface: Some(surface.name().to_owned()), ..on_grid };
        }
        let distances = || cells().map(|(x, y)| x.hypot(*y));
        let inner = distances().fold(f64::INFINITY, f64::min);
        let outer = distances().fold(0.0, f64::max);
        if is(ContactPatch::ring(grid, inner, outer)) {
            return Self { ring: Some([inner, outer]), ..on_grid };
        }
        let rows = patch.pressures().chunks(grid.side()).rev().map(<[f64]>::to_vec).collect();
        Self { size, rows: Some(rows), ..Self::default() }
    }
}
