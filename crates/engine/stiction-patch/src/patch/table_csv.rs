//! Pressures from the file of a sensor, comma-separated.

use std::io::Read;
use std::path::Path;

use super::grid::MOST_CELLS;
use super::table::in_file;
use super::{ContactPatch, Grid, PatchError};

/// Longest table that is read, 32 characters per cell of the finest grid.
const LONGEST: u64 = 32 * (MOST_CELLS * MOST_CELLS) as u64;

impl ContactPatch {
    /// Creates a patch as [`Self::from_rows`] does, from comma-separated numbers without a header; lines that start
    /// with `#` are skipped.
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
    /// As [`Self::from_rows`]; an entry that is not a number; a table that cannot be read. A table
    /// with more rows or columns than a [`Grid`] is refused where they begin.
    pub fn from_csv(size: f64, table: impl Read) -> Result<Self, PatchError> {
        Grid::new(1, size)?;
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .comment(Some(b'#'))
            .trim(csv::Trim::All)
            .from_reader(table.take(LONGEST));
        let mut rows = vec![];
        for (row, record) in (1..).zip(reader.records()) {
            let unreadable = |e: csv::Error| PatchError::Unreadable { message: e.to_string() };
            let entries = record.map_err(unreadable)?;
            // Refuses too many cells.
            Grid::new(entries.len().max(row), size)?;
            let number = |(column, text): (usize, &str)| {
                let not_a_number = |_| PatchError::NotANumber { row, column, text: shown(text) };
                text.parse::<f64>().map_err(not_a_number)
            };
            rows.push((1..).zip(&entries).map(number).collect::<Result<Vec<_>, _>>()?);
        }
        Self::from_rows(size, &rows)
    }

    /// Creates a patch as [`Self::from_csv`] does, from a file.
    ///
    /// # Errors
    /// A file that cannot be read or that [`Self::from_csv`] refuses; the message names it.
    pub fn load_csv(size: f64, path: impl AsRef<Path>) -> Result<Self, PatchError> {
        in_file(path.as_ref(), |bytes| Self::from_csv(size, bytes))
    }
}

/// Returns the beginning of a text, for messages.
fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let start: String = text.chars().take(MOST).collect();
    if start.len() < text.len() { start + "…" } else { start }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn only_a_long_text_is_cut() {
        let exact = "é".repeat(40);
        assert_eq!(
            (shown(""), shown("12"), shown(&exact)),
            (String::new(), "12".into(), exact.clone())
        );
        assert_eq!(shown(&(exact.clone() + "x")), exact + "…");
    }
}
