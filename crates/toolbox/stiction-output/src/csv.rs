//! Rows of comma-separated values.

use std::io::{self, Write};

/// Writes one row and its line break. A cell with a comma, a quotation mark or a line break is quoted
/// (RFC 4180).
///
/// ```
/// let mut text = vec![];
/// stiction_output::write_csv_row(&mut text, ["t", "force, \"normal\""])?;
/// assert_eq!(text, b"t,\"force, \"\"normal\"\"\"\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Errors of the writer.
pub fn write_csv_row<T: AsRef<str>>(
    to: &mut impl Write,
    cells: impl IntoIterator<Item = T>,
) -> io::Result<()> {
    for (k, cell) in cells.into_iter().enumerate() {
        let (comma, cell) = (if k > 0 { "," } else { "" }, cell.as_ref());
        if cell.contains([',', '"', '\n', '\r']) {
            write!(to, "{comma}\"{}\"", cell.replace('"', "\"\""))?;
        } else {
            write!(to, "{comma}{cell}")?;
        }
    }
    to.write_all(b"\n")
}
