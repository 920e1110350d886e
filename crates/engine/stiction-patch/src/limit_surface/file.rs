//! Limit surfaces in files: JSON with every digit, checked when it is read.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use stiction_core::Validate;

use super::{LimitSurface, LimitSurfaceError};

const KIND: &str = "stiction limit surface";
const VERSION: u32 = 1;
/// No normalised wrench is larger, even on the coarsest grid.
const BOUND: f64 = 10.0;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'a> {
    kind: Cow<'a, str>,
    version: u32,
    samples: usize,
    /// m
    radius: f64,
    /// h by direction, then by share of rotation, without the last direction, which is the first.
    entries: Cow<'a, [[f64; 3]]>,
}

impl LimitSurface {
    /// Returns the table as JSON.
    ///
    /// ```
    /// use stiction_patch::{Grid, LimitSurface, Surface};
    /// let line = Surface::Line.patch(Grid::new(21, 0.02)?)?;
    /// let surface = LimitSurface::new(&line, 20)?;
    /// assert_eq!(LimitSurface::from_json(&surface.to_json()?)?, surface);
    /// # Ok::<(), stiction_patch::LimitSurfaceError>(())
    /// ```
    ///
    /// # Errors
    /// None in practice: the serialiser accepts all finite numbers.
    pub fn to_json(&self) -> Result<String, LimitSurfaceError> {
        let once = self.table.len() - (self.samples + 1);
        Ok(serde_json::to_string(&Document {
            kind: KIND.into(),
            version: VERSION,
            samples: self.samples,
            radius: self.radius,
            entries: self.table[..once].into(),
        })?)
    }

    /// Reads [`Self::to_json`], to the bit.
    ///
    /// # Errors
    /// Anything else: other text, another version, another number of entries, numbers out of range.
    pub fn from_json(text: &str) -> Result<Self, LimitSurfaceError> {
        let Document { kind, version, samples, radius, entries } = serde_json::from_str(text)?;
        if kind != KIND {
            return Err(LimitSurfaceError::Kind { found: kind.into(), expected: KIND });
        }
        if version != VERSION {
            return Err(LimitSurfaceError::Version { found: version, supported: VERSION });
        }
        Self::check_samples(samples)?;
        Self::positive("radius", radius)?;
        let (expected, found) = (4 * samples * (samples + 1), entries.len());
        if found != expected {
            return Err(LimitSurfaceError::Length { samples, expected, found });
        }
        for (index, entry) in entries.iter().enumerate() {
            if let Some(&value) = entry.iter().find(|value| !(-BOUND..=BOUND).contains(*value)) {
                return Err(LimitSurfaceError::Entry { index, value, bound: BOUND });
            }
        }
        let mut table = entries.into_owned();
        table.extend_from_within(..=samples);
        Ok(Self { samples, radius, table, patch: None })
    }

    /// Writes [`Self::to_json`] to a file.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), LimitSurfaceError> {
        let path = path.as_ref();
        let failed = |source| LimitSurfaceError::Write { path: path.into(), source };
        fs::write(path, self.to_json()?).map_err(failed)
    }

    /// Reads a file that [`Self::save`] wrote.
    ///
    /// # Errors
    /// A file that cannot be read, or that [`Self::from_json`] refuses.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, LimitSurfaceError> {
        let path = path.as_ref();
        let failed = |source| LimitSurfaceError::Read { path: path.into(), source };
        Self::from_json(&fs::read_to_string(path).map_err(failed)?)
    }
}
