//! Small tables for a terminal or a page.

use std::fmt::{self, Display};

use crate::printable;

/// A small table for a terminal.
///
/// Columns of numbers are set flush right, all others flush left. Every cell is [`printable`].
#[derive(Debug, Clone)]
pub struct TextTable {
    /// The title; it may be empty.
    pub title: String,
    /// The headers.
    pub headers: Vec<String>,
    /// The rows; one may be shorter or longer than the headers.
    pub rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Starts a table; an empty title takes no line.
    pub fn new(title: impl Into<String>, headers: &[&str]) -> Self {
        let headers = headers.iter().map(|&header| header.to_owned()).collect();
        Self { title: title.into(), headers, rows: Vec::new() }
    }

    /// Adds a row; missing cells stay empty, cells beyond the headers get columns without one.
    pub fn row<T: Display>(&mut self, cells: impl IntoIterator<Item = T>) -> &mut Self {
        self.rows.push(cells.into_iter().map(|cell| cell.to_string()).collect());
        self
    }

    /// Returns whether each column holds numbers only, for as many columns as the longest row needs.
    pub(crate) fn numeric(&self) -> Vec<bool> {
        let columns = self.rows.iter().map(Vec::len).fold(self.headers.len(), usize::max);
        let cell = |row: &[String], k: usize| row.get(k).is_none_or(|cell| is_number(cell));
        (0..columns).map(|k| self.rows.iter().all(|row| cell(row, k))).collect()
    }
}

impl Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numeric = self.numeric();
        let columns = numeric.len();
        let cell =
            |row: &[String], k: usize| row.get(k).map_or_else(String::new, |cell| printable(cell));
        let width = |text: &str| text.chars().count();
        let widths: Vec<usize> = (0..columns)
            .map(|k| {
                let cells = self.rows.iter().map(|row| width(&cell(row, k)));
                cells.fold(width(&cell(&self.headers, k)), usize::max)
            })
            .collect();
        let line = |row: &[String]| {
            let cells: Vec<String> = (0..columns)
                .map(|k| {
                    let text = cell(row, k);
                    let gap = " ".repeat(widths[k].saturating_sub(width(&text)));
                    if numeric[k] { gap + &text } else { text + &gap }
                })
                .collect();
            cells.join("  ").trim_end().to_owned()
        };
        if !self.title.is_empty() {
            writeln!(f, "{}", printable(&self.title))?;
        }
        writeln!(f, "{}", line(&self.headers))?;
        let rule: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
        write!(f, "{}", rule.join("  "))?;
        for row in &self.rows {
            write!(f, "\n{}", line(row))?;
        }
        Ok(())
    }
}

/// Returns whether a cell is empty or a number, perhaps followed by a unit or another symbol.
fn is_number(cell: &str) -> bool {
    let Some(first) = cell.split_whitespace().next() else { return true };
    let first = first.replace('−', "-");
    first.trim_end_matches(['%', '×']).parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_one_line_and_no_command_to_a_terminal() {
        let mut table = TextTable::new("a\u{1b}]0;title\u{7}", &["x\ny"]);
        table.row(["\u{1b}[2J\n1"]);
        let text = table.to_string();
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
        assert_eq!(text.lines().count(), 4, "{text}");
    }

    #[test]
    fn text_tables_align() {
        let mut table = TextTable::new("Found", &["quantity", "value"]);
        table.row(["slip ends [s]", "0.583"]).row(["μ", "12.5"]);
        assert_eq!(
            table.to_string(),
            "Found\nquantity       value\n─────────────  ─────\nslip ends [s]  0.583\nμ               12.5"
        );
        let mut ragged = TextTable::new("", &["a"]);
        ragged.row([1, 2]).row(Vec::<i32>::new());
        assert_eq!(ragged.to_string(), "a\n─  ─\n1  2\n");
    }
}
