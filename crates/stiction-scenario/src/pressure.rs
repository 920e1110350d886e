//! Pressure fields of pads: where a pad bears which share of its load, and when.

use std::path::{Path, PathBuf};

use nalgebra::Vector2;
use stiction_core::{ParameterError, Shown, Stage};
use stiction_patch::{
    ContactPatch, Grid, Polygon, PressureExponent, Schedule, SoftFingertip, Surface,
};

use crate::error::{Fault, Inside, nearest};
use crate::folder::Folder;
use crate::signal::Signal;
use crate::surroundings::Surroundings;
use crate::tagged::parameters;

parameters! {
    /// The pressure under a pad: one of `surface`, `ring`, `polygon`, `points`, `rows`, `file`,
    /// `fingertip` and `pieces`.
    #[derive(Default)]
    Pressure {
        /// Cells along a side of the grid, 21 by default; only where there is a grid.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 4096), extend("not" = { "multipleOf": 2 }))]
        pub cells: Option<usize>,
        /// Side of the grid [m]; the width of an image. Not beside `points` and `pieces`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub size: Option<f64>,
        /// `square`, `circle`, `circle_R`, `line`, `line_x`, `line_grad`, `line_grad_x`,
        /// `nonconvex1` or `nonconvex2`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub surface: Option<String>,
        /// Inner and outer radius [m].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub ring: Option<[f64; 2]>,
        /// Corners [m].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 3, max = 10_000))]
        pub polygon: Option<Vec<[f64; 2]>>,
        /// Points: x [m], y [m], share of the load.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 1))]
        pub points: Option<Vec<[f64; 3]>>,
        /// Pressures of the cells, as one sees an image: the first row is at the top (+y).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 1, max = 4096), inner(length(min = 1, max = 4096)))]
        pub rows: Option<Vec<Vec<f64>>>,
        /// The same from a file, relative to the scenario: comma-separated numbers, or the grey
        /// levels of an image whose name ends with `.png`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<PathBuf>,
        /// A round pad that grows with the normal force.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fingertip: Option<Fingertip>,
        /// One pressure after another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 1))]
        pub pieces: Option<Vec<PressurePiece>>,
    }
    /// A soft fingertip: a round pad that grows with the normal force. Give one of the exponents.
    #[derive(Default)]
    Fingertip {
        /// Radius at 1 N [m/N^(1/3)]; by default that of the paper, 5.714e-3.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub growth: Option<f64>,
        /// Exponent k of the pressure (1 − (ρ/a)^k)^(1/k); 2 is a Hertz contact.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub exponent: Option<f64>,
        /// Exponent per normal force [1/N]: the pressure gets more uniform with the force.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub exponent_per_load: Option<f64>,
        /// Time for which the pad keeps its size [s]; needed where the force does not change in
        /// steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub interval: Option<f64>,
        /// Force for which the limit surface is sampled [N], for all sizes of the pad; by default the
        /// largest force. Not with `exponent_per_load`, where each size has its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub sampled_load: Option<f64>,
    }
    /// A pressure that holds from a time on.
    PressurePiece {
        /// Begin [s]; the first one also holds before it.
        #[serde(default)]
        pub from: f64,
        /// The pressure.
        pub pressure: Pressure,
    }
}

/// Cells along a side of a grid where nothing else is said.
const CELLS: usize = 21;

/// More pressures than these are not kept for one pad.
const MOST_PIECES: usize = 10_000;

/// What is known of a pad: its pressures, each with the time from which it holds.
pub(crate) struct Pressures {
    pub(crate) pieces: Vec<(f64, ContactPatch)>,
    /// The one whose limit surface is that of all, but for the size.
    pub(crate) sampled: Option<ContactPatch>,
}

impl Pressures {
    /// As the library takes them.
    pub(crate) fn schedule(self) -> Result<Schedule<ContactPatch>, ParameterError> {
        Schedule::new(self.pieces)
    }

    fn always(patch: ContactPatch) -> Self {
        Self { pieces: vec![(0.0, patch)], sampled: None }
    }
}

impl Pressure {
    /// The pressures under a normal force.
    pub(crate) fn build(
        &self,
        force: &Signal,
        around: Surroundings<'_>,
    ) -> Result<Pressures, Fault> {
        self.check_one()?;
        if let Some(fingertip) = &self.fingertip {
            return fingertip.build(self.grid()?, force, around).inside("fingertip");
        }
        let Some(pieces) = &self.pieces else {
            return Ok(Pressures::always(self.fixed(around.folder)?));
        };
        let built = pieces.iter().enumerate().map(|(i, piece)| {
            let patch = piece.pressure.part(around.folder).inside("pressure");
            Ok((piece.from, patch.inside(i.to_string()).inside("pieces")?))
        });
        let pieces = built.collect::<Result<Vec<_>, Fault>>()?;
        // Refused here, where the fault has its place.
        Schedule::new(pieces.iter().map(|(from, _)| (*from, ()))).inside("pieces")?;
        Ok(Pressures { pieces, sampled: None })
    }

    fn check_one(&self) -> Result<(), Fault> {
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
        Err(Fault::new(message))
    }

    /// Refuses keys beside others that make them mean nothing.
    fn check_others(&self) -> Result<(), Fault> {
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
                Err(Fault::new(message).inside(*key))
            }
            None => Ok(()),
        }
    }

    /// A pressure that holds for a time, or that a limit surface is sampled from.
    pub(crate) fn part(&self, folder: Folder<'_>) -> Result<ContactPatch, Fault> {
        self.check_one()?;
        let changes = [("fingertip", self.fingertip.is_some()), ("pieces", self.pieces.is_some())];
        if let Some((key, _)) = changes.iter().find(|(_, given)| *given) {
            let message = "only a pressure that does not change can stand here";
            return Err(Fault::new(message).inside(*key));
        }
        self.fixed(folder)
    }

    fn side(&self) -> Result<f64, Fault> {
        self.size.ok_or_else(|| Fault::new("needs the side of the grid, `size` [m]"))
    }

    fn grid(&self) -> Result<Grid, Fault> {
        Ok(Grid::new(self.cells.unwrap_or(CELLS), self.side()?)?)
    }

    /// A pressure that does not change.
    fn fixed(&self, folder: Folder<'_>) -> Result<ContactPatch, Fault> {
        if let Some(points) = &self.points {
            let points = points.iter().map(|[x, y, share]| (Vector2::new(*x, *y), *share));
            return ContactPatch::from_points(points).inside("points");
        }
        if let Some(rows) = &self.rows {
            return ContactPatch::from_rows(self.side()?, rows).inside("rows");
        }
        if let Some(file) = &self.file {
            return from_file(self.side()?, folder, file).inside("file");
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
        let names = Surface::ALL.map(Surface::name);
        let surface = Surface::ALL.into_iter().find(|surface| surface.name() == name);
        let unknown = || {
            let message = format!("there is no surface `{name}`; known are {}", names.join(", "));
            Fault::new(message).hint(nearest(name, names)).inside("surface")
        };
        surface.ok_or_else(unknown)?.patch(grid).inside("surface")
    }
}

/// Pressures from a table, or from an image.
fn from_file(size: f64, folder: Folder<'_>, file: &Path) -> Result<ContactPatch, Fault> {
    let refused =
        |message: String| Fault::new(format!("{}: {message}", folder.path.join(file).display()));
    if file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
        return from_image(size, || folder.bytes(file), refused);
    }
    let patch = ContactPatch::from_csv(size, &folder.bytes(file)?[..]);
    patch.map_err(|error| refused(error.to_string()))
}

#[cfg(feature = "image")]
fn from_image<B: AsRef<[u8]>>(
    size: f64,
    read: impl Fn() -> Result<B, Fault>,
    refused: impl Fn(String) -> Fault,
) -> Result<ContactPatch, Fault> {
    let patch = ContactPatch::from_png(size, std::io::Cursor::new(read()?));
    patch.map_err(|error| refused(error.to_string()))
}

#[cfg(not(feature = "image"))]
fn from_image<B: AsRef<[u8]>>(
    _: f64,
    _: impl Fn() -> Result<B, Fault>,
    refused: impl Fn(String) -> Fault,
) -> Result<ContactPatch, Fault> {
    Err(refused("images need a build with the feature `image`".to_owned()))
}

impl Fingertip {
    fn exponent(&self) -> Result<PressureExponent, Fault> {
        match (self.exponent, self.exponent_per_load) {
            (Some(exponent), None) => Ok(PressureExponent::Constant(exponent)),
            (None, Some(rate)) => Ok(PressureExponent::PerLoad(rate)),
            _ => Err(Fault::new("needs one of `exponent` and `exponent_per_load` [1/N]")),
        }
    }

    fn build(
        &self,
        grid: Grid,
        force: &Signal,
        around: Surroundings<'_>,
    ) -> Result<Pressures, Fault> {
        let exponent = self.exponent()?;
        let fingertip = SoftFingertip::builder().exponent(exponent);
        let fingertip = match self.growth {
            Some(growth) => fingertip.growth(growth).build()?,
            None => fingertip.build()?,
        };
        let loads = self.loads(force, around)?;
        let press = |load: f64| fingertip.patch(grid, load);
        let pieces = loads.iter().map(|&(time, load)| {
            let at = |error: Fault| Fault {
                message: format!("at {time} s: {}", error.message),
                keys: vec![],
                ..error
            };
            press(load).map(|patch| (time, patch)).map_err(|error| at(error.into()))
        });
        let pieces = pieces.collect::<Result<Vec<_>, Fault>>()?;
        let sampled = match (exponent, self.sampled_load) {
            (PressureExponent::Constant(_), given) => {
                let largest = loads.iter().map(|(_, load)| *load).fold(0.0, f64::max);
                Some(press(given.unwrap_or(largest)).inside("sampled_load")?)
            }
            (_, Some(_)) => {
                let message =
                    "not with `exponent_per_load`: each size has a limit surface of its own";
                return Err(Fault::new(message).inside("sampled_load"));
            }
            _ => None,
        };
        Ok(Pressures { pieces, sampled })
    }

    /// The forces that the size of the pad follows, each with the time from which it holds.
    fn loads(&self, force: &Signal, around: Surroundings<'_>) -> Result<Vec<(f64, f64)>, Fault> {
        let load = force.load(around.folder)?;
        let at = |time: f64| (time, load.at(&Stage::at(time)));
        if let Some(interval) = self.interval {
            if !(interval.is_finite() && interval > 0.0) {
                let message = format!("must be finite and positive, found {}", Shown(interval));
                return Err(Fault::new(message).inside("interval"));
            }
            let count = (around.until / interval).ceil().max(1.0);
            if count > MOST_PIECES as f64 {
                let message =
                    format!("{} sizes until the end, more than {MOST_PIECES}", Shown(count));
                return Err(Fault::new(message).inside("interval"));
            }
            return Ok((0..count as usize).map(|i| at(i as f64 * interval)).collect());
        }
        if !load.signal().changes_in_steps() {
            let message = "needs `interval` [s], the time for which the pad keeps its size: the \
                           normal force does not change in steps";
            return Err(Fault::new(message));
        }
        let mut loads = vec![at(0.0)];
        while let Some(time) = loads.last().and_then(|(time, _)| load.next_jump(*time)) {
            if time >= around.until {
                break;
            }
            if loads.len() == MOST_PIECES {
                let message = format!("the normal force has more than {MOST_PIECES} steps");
                return Err(Fault::new(message));
            }
            loads.push(at(time));
        }
        Ok(loads)
    }
}
