//! What a run leaves behind: a folder with tables, summaries and figures, and a few lines of text.
//!
//! A file is written beside its place under another name and then renamed. A reader never meets
//! half a file, not even after a run that was cut short.
//!
//! ```no_run
//! use stiction::output::{RunDirectory, TextTable};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let (time, velocity) = (vec![0.0, 0.1, 0.2], vec![1.0, 0.5, 0.0]);
//! let out = RunDirectory::create("out/sliding_block")?;
//! out.write_table("trajectory.csv", &["t [s]", "v [m/s]"], &[&time, &velocity])?;
//!
//! let mut table = TextTable::new("Sliding block", &["quantity", "simulated", "exact"]);
//! table.row(["stopping time [s]", "0.20", "0.204"]);
//! println!("{table}");
//! # Ok(())
//! # }
//! ```

use std::{
    fmt::{self, Display},
    fs, io,
    path::{Path, PathBuf},
};

use serde::Serialize;
use thiserror::Error;

#[cfg(feature = "plot")]
use crate::plot::{Figure, Page, PlotError};
pub use crate::printable::printable;
use crate::record::Recorder;

/// Why a result could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The folder could not be made.
    #[error("cannot create the folder `{}`", path.display())]
    Create {
        /// The folder.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The file could not be written.
    #[error("cannot write `{}`", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The value has no form in JSON, such as a map whose keys are not text.
    #[error("cannot express the contents of `{}` in json", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// What the serialiser said.
        source: serde_json::Error,
    },
    /// A table has another number of headers than of columns.
    #[error("table `{}` has {headers} headers for {columns} columns", path.display())]
    HeaderMismatch {
        /// The file.
        path: PathBuf,
        /// Number of headers.
        headers: usize,
        /// Number of columns.
        columns: usize,
    },
    /// A column of a table is longer or shorter than the first.
    #[error(
        "column `{column}` of table `{}` has {length} rows, the first column has {expected}",
        path.display()
    )]
    ColumnLength {
        /// The file.
        path: PathBuf,
        /// Header of the column.
        column: String,
        /// Its length.
        length: usize,
        /// Length of the first column.
        expected: usize,
    },
    /// The figure, or one of the page, could not be drawn.
    #[cfg(feature = "plot")]
    #[error("cannot draw `{}`", path.display())]
    Figure {
        /// The file.
        path: PathBuf,
        /// Why.
        source: PlotError,
    },
}

/// A folder that takes the results of one run.
///
/// Names may contain folders (`figures/force.svg`), which are made as needed. A file that is there
/// already is replaced.
#[derive(Debug, Clone)]
pub struct RunDirectory {
    path: PathBuf,
}

impl RunDirectory {
    /// Makes the folder, and those above it, unless they exist.
    pub fn create(path: impl Into<PathBuf>) -> Result<Self, OutputError> {
        let path = path.into();
        match fs::create_dir_all(&path) {
            Ok(()) => Ok(Self { path }),
            Err(source) => Err(OutputError::Create { path, source }),
        }
    }

    /// The path of the file with that name, whether or not it exists.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a value as indented JSON that ends with a line break.
    ///
    /// JSON has no NaN and no infinity: `serde_json` writes `null` for them.
    pub fn write_json(
        &self,
        name: impl AsRef<Path>,
        value: &(impl Serialize + ?Sized),
    ) -> Result<(), OutputError> {
        let path = self.path(name);
        match serde_json::to_string_pretty(value) {
            Ok(text) => write(path, (text + "\n").as_bytes()),
            Err(source) => Err(OutputError::Json { path, source }),
        }
    }

    /// Writes columns of equal length as comma separated values, below a row of headers.
    ///
    /// Every number is the shortest text that reads back as the same `f64`; NaN and infinities are
    /// `NaN`, `inf` and `-inf`, which Rust, Python and pandas read.
    pub fn write_table<H: AsRef<str>, C: AsRef<[f64]>>(
        &self,
        name: impl AsRef<Path>,
        headers: &[H],
        columns: &[C],
    ) -> Result<(), OutputError> {
        let path = self.path(name);
        let headers: Vec<&str> = headers.iter().map(AsRef::as_ref).collect();
        let columns: Vec<&[f64]> = columns.iter().map(AsRef::as_ref).collect();
        if headers.len() != columns.len() {
            let (headers, columns) = (headers.len(), columns.len());
            return Err(OutputError::HeaderMismatch { path, headers, columns });
        }
        let expected = columns.first().map_or(0, |column| column.len());
        for (header, column) in headers.iter().zip(&columns) {
            if column.len() != expected {
                let (column, length) = ((*header).to_owned(), column.len());
                return Err(OutputError::ColumnLength { path, column, length, expected });
            }
        }
        match table(&headers, &columns, expected) {
            Ok(bytes) => write(path, &bytes),
            Err(source) => Err(OutputError::Write { path, source }),
        }
    }

    /// Writes all columns of a recorder as [`write_table`](Self::write_table) does.
    pub fn write_recorder(
        &self,
        name: impl AsRef<Path>,
        recorder: &Recorder,
    ) -> Result<(), OutputError> {
        self.write_table(name, recorder.names(), recorder.columns())
    }

    /// Draws a figure; the extension of the name chooses between `svg` and `png`.
    #[cfg(feature = "plot")]
    pub fn write_figure(&self, name: impl AsRef<Path>, figure: &Figure) -> Result<(), OutputError> {
        let path = self.path(name);
        match figure.encode_for(&path) {
            Ok(bytes) => write(path, &bytes),
            Err(source) => Err(OutputError::Figure { path, source }),
        }
    }

    /// Writes a page with interactive figures, by custom to a name that ends with `html`.
    #[cfg(feature = "plot")]
    pub fn write_page(&self, name: impl AsRef<Path>, page: &Page) -> Result<(), OutputError> {
        let path = self.path(name);
        match page.to_html() {
            Ok(text) => write(path, text.as_bytes()),
            Err(source) => Err(OutputError::Figure { path, source }),
        }
    }

    /// Writes a text as it is.
    pub fn write_text(&self, name: impl AsRef<Path>, text: &str) -> Result<(), OutputError> {
        write(self.path(name), text.as_bytes())
    }
}

fn write(path: PathBuf, bytes: &[u8]) -> Result<(), OutputError> {
    crate::atomic::write_atomically(&path, bytes)
        .map_err(|source| OutputError::Write { path, source })
}

fn table(headers: &[&str], columns: &[&[f64]], rows: usize) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    if !headers.is_empty() {
        writer.write_record(headers)?;
        for k in 0..rows {
            writer.write_record(columns.iter().map(|column| shortest(column[k])))?;
        }
    }
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// The shortest text that reads back as the same number.
fn shortest(value: f64) -> String {
    // `Debug` turns to powers of ten where `Display` writes out hundreds of zeros.
    let mut text = format!("{value:?}");
    if text.ends_with(".0") {
        text.truncate(text.len() - 2);
    }
    text
}

/// A small table for a terminal.
///
/// Columns of numbers are set flush right, all others flush left. Every cell is [`printable`].
#[derive(Debug, Clone)]
pub struct TextTable {
    title: String,
    headers: Vec<String>,
    rows: Vec<Vec<String>>,
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

    /// The title; it may be empty.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The headers.
    #[must_use]
    pub fn headers(&self) -> &[String] {
        &self.headers
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Which columns hold numbers only; as many as the longest row needs.
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
        let cell = |row: &[String], k: usize| {
            row.get(k).map_or_else(String::new, |cell| printable(cell).into_owned())
        };
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
                    let (text, width) = (cell(row, k), widths[k]);
                    if numeric[k] { format!("{text:>width$}") } else { format!("{text:<width$}") }
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

/// Whether a cell is a number, perhaps with a unit or a sign of its own after it, or empty.
fn is_number(cell: &str) -> bool {
    let Some(first) = cell.split_whitespace().next() else { return true };
    let first = first.replace('−', "-");
    first.trim_end_matches(['%', '×']).parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn run() -> (tempfile::TempDir, RunDirectory) {
        let folder = tempfile::tempdir().unwrap();
        let out = RunDirectory::create(folder.path().join("a/b")).unwrap();
        (folder, out)
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn tables_read_back_bit_by_bit() {
        let (_folder, out) = run();
        let awkward = [0.1, -0.0, 1e-320, f64::MAX, 1.0 / 3.0, 5e-7, 1e22, 12345.0];
        let special = [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1.0, 2.0, 3.0, 4.0, 5.0];
        out.write_table("t.csv", &["a, quoted", "b"], &[&awkward, &special]).unwrap();
        let mut reader = csv::Reader::from_path(out.path("t.csv")).unwrap();
        assert_eq!(reader.headers().unwrap(), vec!["a, quoted", "b"]);
        for (k, record) in reader.records().enumerate() {
            let record = record.unwrap();
            let read = |column: usize| record[column].parse::<f64>().unwrap();
            assert_eq!(read(0).to_bits(), awkward[k].to_bits());
            assert!(read(1) == special[k] || (read(1).is_nan() && special[k].is_nan()));
        }
    }

    #[test]
    fn table_text() {
        let (_folder, out) = run();
        out.write_table("t.csv", &["t", "x"], &[&[0.0, 0.5], &[1e-7, -2.0]]).unwrap();
        let text = fs::read_to_string(out.path("t.csv")).unwrap();
        assert_eq!(text, "t,x\n0,1e-7\n0.5,-2\n");
        out.write_table::<&str, &[f64]>("none.csv", &[], &[]).unwrap();
        assert_eq!(fs::read_to_string(out.path("none.csv")).unwrap(), "");
    }

    #[test]
    fn a_recorder_is_a_table() {
        use crate::prelude::*;
        let (_folder, out) = run();
        let mut net = NetworkBuilder::new();
        let mass = PointMass::<Line>::builder().mass(1.0).build().unwrap();
        let mass = net.add(mass, Motion::new(0.0, 2.0)).unwrap();
        let mut sim = Simulation::new(net.build().unwrap(), Tableau::euler(), 0.5).unwrap();
        let sampler = Sampler::every_steps(1);
        let sampler = sampler.channel("x", move |frame| Ok(frame.motion(mass)?.pose));
        let mut recorder = Recorder::from(sampler);
        sim.run_observed(1.0, &mut recorder).unwrap();
        out.write_recorder("t.csv", &recorder).unwrap();
        assert_eq!(fs::read_to_string(out.path("t.csv")).unwrap(), "t,x\n0,0\n0.5,1\n1,2\n");
    }

    #[test]
    fn uneven_tables_are_refused() {
        let (_folder, out) = run();
        let error =
            out.write_table("t.csv", &["t", "x"], &[vec![0.0], vec![1.0, 2.0]]).unwrap_err();
        assert!(error.to_string().contains("column `x`"), "{error}");
        assert!(error.to_string().ends_with("has 2 rows, the first column has 1"), "{error}");
        let error = out.write_table("t.csv", &["t"], &[&[0.0], &[1.0]]).unwrap_err();
        assert!(matches!(error, OutputError::HeaderMismatch { headers: 1, columns: 2, .. }));
        assert!(names(&out.path("")).is_empty());
    }

    #[test]
    fn a_cell_is_one_line_and_no_command_to_a_terminal() {
        let mut table = TextTable::new("a\u{1b}]0;title\u{7}", &["x\ny"]);
        table.row(["\u{1b}[2J\n1"]);
        let text = table.to_string();
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
        assert_eq!(text.lines().count(), 4, "{text}");
    }

    #[test]
    fn json_is_indented_and_ends_with_a_line_break() {
        let (_folder, out) = run();
        let summary = BTreeMap::from([("energy", 0.1), ("slip", f64::NAN)]);
        out.write_json("summary.json", &summary).unwrap();
        let text = fs::read_to_string(out.path("summary.json")).unwrap();
        assert_eq!(text, "{\n  \"energy\": 0.1,\n  \"slip\": null\n}\n");
    }

    #[test]
    fn nothing_but_the_files_is_left() {
        let (_folder, out) = run();
        for _ in 0..2 {
            out.write_text("note.txt", "done\n").unwrap();
            out.write_text("deeper/note.txt", "done\n").unwrap();
        }
        assert_eq!(names(&out.path("")), ["deeper", "note.txt"]);
        assert_eq!(names(&out.path("deeper")), ["note.txt"]);
    }

    #[test]
    fn a_failed_write_leaves_nothing_and_names_the_path() {
        let (_folder, out) = run();
        fs::create_dir(out.path("taken")).unwrap();
        fs::write(out.path("taken/file"), "").unwrap();
        let error = out.write_text("taken", "text").unwrap_err();
        assert!(error.to_string().starts_with("cannot write `"), "{error}");
        assert!(error.to_string().ends_with("taken`"), "{error}");
        assert_eq!(names(&out.path("")), ["taken"]);
        assert!(RunDirectory::create(out.path("taken/file")).is_err());
    }

    #[cfg(feature = "plot")]
    #[test]
    fn figures_need_a_known_extension() {
        let (_folder, out) = run();
        let figure = Figure::new("").panel(crate::plot::Panel::new());
        out.write_figure("a.svg", &figure).unwrap();
        assert!(matches!(
            out.write_figure("a.pdf", &figure),
            Err(OutputError::Figure { source: PlotError::UnknownFormat { .. }, .. })
        ));
        assert_eq!(names(&out.path("")), ["a.svg"]);
    }

    #[cfg(feature = "plot")]
    #[test]
    fn a_page_is_one_file_or_none() {
        use crate::plot::{Panel, Section};
        let (_folder, out) = run();
        let page = |panel| Page::new("").section(Section::new("").figure(panel));
        let refused = out.write_page("a.html", &page(Figure::new(""))).unwrap_err();
        assert!(matches!(refused, OutputError::Figure { source: PlotError::NoPanels, .. }));
        assert!(names(&out.path("")).is_empty());
        let page = page(Figure::new("").panel(Panel::new()));
        out.write_page("a.html", &page).unwrap();
        assert_eq!(names(&out.path("")), ["a.html"]);
        assert_eq!(fs::read_to_string(out.path("a.html")).unwrap(), page.to_html().unwrap());
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
