//! Context in which the parts of a scenario are built.

use std::path::Path;
use std::sync::Arc;

use stiction_core::{Field, Value, ValueError};
use stiction_patch::written::{PartSource, made};
use stiction_patch::{ContactPatch, LimitSurface, LimitSurfaceError};

use crate::error::Fault;
use crate::folder::Folder;
use crate::points::read_points;

/// Folder of the files, and length of the run.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    /// Folder to which the files that the scenario names are relative.
    pub(crate) folder: Folder<'a>,
    /// End of the run [s].
    pub(crate) until: f64,
}

impl Surroundings<'_> {
    /// Returns the values of a law with samples and other parts in place of the files that they name.
    pub(crate) fn prepared(
        &self,
        fields: &'static [Field],
        mut values: Vec<Value>,
    ) -> Result<Vec<Value>, Fault> {
        read_points(fields, &mut values, self.folder)?;
        Ok(made(fields, values, self)?)
    }

    /// Returns the error of a file, with its name.
    fn refused(&self, file: &str, message: impl core::fmt::Display) -> ValueError {
        ValueError::new(format!("{}: {message}", self.folder.path.join(file).display()))
    }
}

/// Returns the error of a file that was not read; the message names it.
fn unread(fault: Fault) -> ValueError {
    ValueError::new(fault.message)
}

impl PartSource for Surroundings<'_> {
    fn pressure(&self, file: &str, size: f64) -> Result<ContactPatch, ValueError> {
        let path = Path::new(file);
        let bytes = || self.folder.bytes(path).map_err(unread);
        let is_image = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
        #[cfg(not(feature = "image"))]
        if is_image {
            return Err(self.refused(file, "images need a build with the feature `image`"));
        }
        let bytes = bytes()?;
        let patch = match is_image {
            #[cfg(feature = "image")]
            true => ContactPatch::from_png(size, std::io::Cursor::new(bytes)),
            _ => ContactPatch::from_csv(size, &bytes[..]),
        };
        patch.map_err(|error| self.refused(file, error))
    }

    fn limit_surface(&self, file: &str) -> Result<Arc<LimitSurface>, ValueError> {
        let text = self.folder.text(Path::new(file)).map_err(unread)?;
        let surface = LimitSurface::from_json(&text);
        surface.map(Arc::new).map_err(|error| self.refused(file, error))
    }

    fn sampled(
        &self,
        patch: &ContactPatch,
        samples: usize,
    ) -> Result<Arc<LimitSurface>, LimitSurfaceError> {
        self.folder.surface(patch, samples)
    }

    fn until(&self) -> f64 {
        self.until
    }
}
