//! Pressures as a table of numbers: an image, or the file of a pressure sensor.

use std::io::Read;

use super::{ContactPatch, Grid, PatchError};

impl ContactPatch {
    /// From N rows of N pressures over a square of `size` \[m\], as one sees an image: the first row
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
    /// Rows of another length than N (pad an oblong image with zeros); a size or N that
    /// [`Grid::new`] refuses; a pressure that is negative or not finite; a total of zero.
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

    /// As [`Self::from_rows`], from comma-separated numbers without a header; lines that start with
    /// `#` are skipped.
    ///
    /// ```
    /// use stiction_patch::ContactPatch;
    /// let table = "# kPa\n 1, 2, 1\n 2, 4, 2\n 1, 2, 1\n";
    /// let patch = ContactPatch::from_csv(0.03, table.as_bytes())?;
    /// assert_eq!(patch.weight()[4], 0.25);
    /// # Ok::<(), stiction_patch::PatchError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::from_rows`]; an entry that is not a number; a table that cannot be read.
    pub fn from_csv(size: f64, table: impl Read) -> Result<Self, PatchError> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .comment(Some(b'#'))
            .trim(csv::Trim::All)
            .from_reader(table);
        let mut rows = vec![];
        for (row, record) in (1..).zip(reader.records()) {
            let unreadable = |e: csv::Error| PatchError::Unreadable { message: e.to_string() };
            let entries = record.map_err(unreadable)?;
            let number = |(column, text): (usize, &str)| {
                let not_a_number = |_| PatchError::NotANumber { row, column, text: text.into() };
                text.parse::<f64>().map_err(not_a_number)
            };
            rows.push((1..).zip(&entries).map(number).collect::<Result<Vec<_>, _>>()?);
        }
        Self::from_rows(size, &rows)
    }
}
