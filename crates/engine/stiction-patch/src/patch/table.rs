//! Pressures as a table of numbers.

#[cfg(any(feature = "files", feature = "image"))]
use std::{fs::File, io::Read as _, path::Path};

use super::{ContactPatch, Grid, PatchError};

impl ContactPatch {
    /// Creates a patch from N rows of N pressures over a square of `size` \[m\], as one sees an image: the first row
    /// is at the top (+y), the first entry of a row on the left (−x).
    ///
    /// ```
    /// use stiction_patch::ContactPatch;
    /// let rows = [[0.0, 1.0], [0.0, 0.0]];
    /// let patch = ContactPatch::from_rows(0.02, &rows)?;
    /// assert_eq!((patch.x(), patch.y()), (&[0.005][..], &[0.005][..])); // top right
    /// # Ok::<(), stiction_patch::PatchError>(())
    /// ```
    ///
    /// # Errors
    /// Rows of another length than N (the cells of a grid are square, and so is the grid: pad an
    /// oblong table with zeros); a size or N that [`Grid::new`] refuses; a pressure that is negative
    /// or not finite; a total of zero.
    pub fn from_rows<R: AsRef<[f64]>>(size: f64, rows: &[R]) -> Result<Self, PatchError> {
        let side = rows.len();
        let grid = Grid::new(side, size)?;
        for (row, entries) in (1..).zip(rows) {
            let columns = entries.as_ref().len();
            if columns != side {
                return Err(PatchError::NotSquare { row, columns, rows: side });
            }
        }
        Self::from_cells(grid, |i, j| rows[side - 1 - j].as_ref()[i])
    }
}

/// The longest file that is read: 256 MiB, so that one that never ends is refused.
#[cfg(any(feature = "files", feature = "image"))]
const LONGEST: u64 = 1 << 28;

/// Reads from a file; an error names it.
#[cfg(any(feature = "files", feature = "image"))]
pub(super) fn in_file(
    path: &Path,
    read: impl FnOnce(&[u8]) -> Result<ContactPatch, PatchError>,
) -> Result<ContactPatch, PatchError> {
    let unreadable = |e: std::io::Error| PatchError::Unreadable { message: e.to_string() };
    let bytes = || {
        let mut bytes = vec![];
        let length = File::open(path)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
        let is_too_long = length as u64 > LONGEST;
        if is_too_long { Err(std::io::Error::other("is longer than 256 MiB")) } else { Ok(bytes) }
    };
    bytes()
        .map_err(unreadable)
        .and_then(|bytes| read(&bytes))
        .map_err(|reason| PatchError::File { path: path.into(), reason: Box::new(reason) })
}
