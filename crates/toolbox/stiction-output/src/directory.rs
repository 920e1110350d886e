//! A folder for the results of a run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io, process};

use thiserror::Error;

#[cfg(feature = "page")]
use crate::plot::Page;
#[cfg(feature = "plot")]
use crate::plot::{Figure, PlotError};
use crate::record::Recorder;
use crate::{shortest, write_csv_row};

/// Why a result could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OutputError {
    /// A file or a folder could not be written, made or removed.
    #[error("cannot {action} `{}`", path.display())]
    File {
        /// `write`, `write to the folder` or `remove`.
        action: &'static str,
        /// The file or the folder.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// Another thing stands where a file is to be written.
    #[error("`{}` is {what}: choose another place", path.display())]
    Taken {
        /// The place.
        path: PathBuf,
        /// What stands there: a folder, or a file that the results are made from.
        what: &'static str,
    },
    /// Files that are staged could not be written.
    #[error("{text}")]
    Staged {
        /// Why, with the places.
        text: String,
    },
    /// The value has no form in JSON, such as a map whose keys are not text.
    #[cfg(feature = "json")]
    #[error("cannot express the contents of `{}` in json", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// Error of the serialiser.
        source: serde_json::Error,
    },
    /// The numbers of headers and columns of a table differ.
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
            Err(source) => Err(OutputError::File { action: "write to the folder", path, source }),
        }
    }

    /// Returns the path of the file with that name, whether or not it exists.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a value as indented JSON that ends with a line break.
    ///
    /// JSON has no NaN and no infinity: `serde_json` writes `null` for them.
    #[cfg(feature = "json")]
    pub fn write_json(
        &self,
        name: impl AsRef<Path>,
        value: &(impl serde::Serialize + ?Sized),
    ) -> Result<(), OutputError> {
        let path = self.path(name);
        match serde_json::to_string_pretty(value) {
            Ok(text) => write_file(path, (text + "\n").as_bytes()),
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
            Ok(bytes) => write_file(path, &bytes),
            Err(source) => Err(OutputError::File { action: "write", path, source }),
        }
    }

    /// Writes all columns of a recorder, as [`write_table`](Self::write_table) does.
    pub fn write_recorder(
        &self,
        name: impl AsRef<Path>,
        recorder: &Recorder,
    ) -> Result<(), OutputError> {
        self.write_table(name, recorder.names(), recorder.columns())
    }

    /// Draws a figure as SVG; the name must end with `.svg`.
    #[cfg(feature = "plot")]
    pub fn write_figure(&self, name: impl AsRef<Path>, figure: &Figure) -> Result<(), OutputError> {
        let path = self.path(name);
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        let text = if extension.eq_ignore_ascii_case("svg") {
            figure.to_svg()
        } else {
            Err(PlotError::UnknownFormat { path: path.clone() })
        };
        match text {
            Ok(text) => write_file(path, text.as_bytes()),
            Err(source) => Err(OutputError::Figure { path, source }),
        }
    }

    /// Writes a page with interactive figures; the name usually ends with `.html`.
    #[cfg(feature = "page")]
    pub fn write_page(&self, name: impl AsRef<Path>, page: &Page) -> Result<(), OutputError> {
        let path = self.path(name);
        match page.to_html() {
            Ok(text) => write_file(path, text.as_bytes()),
            Err(source) => Err(OutputError::Figure { path, source }),
        }
    }

    /// Writes a text as it is.
    pub fn write_text(&self, name: impl AsRef<Path>, text: &str) -> Result<(), OutputError> {
        write_file(self.path(name), text.as_bytes())
    }
}

/// Writes a file as a whole or not at all, with the folders above it.
///
/// # Errors
/// [`OutputError::File`].
pub fn write_file(path: PathBuf, bytes: &[u8]) -> Result<(), OutputError> {
    write_atomically(&path, bytes).map_err(|source| OutputError::File {
        action: "write",
        path,
        source,
    })
}

fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static WRITES: AtomicU64 = AtomicU64::new(0);
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // Process and count keep writers of the same file apart.
    let mut beside = OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}-{}", process::id(), WRITES.fetch_add(1, Ordering::Relaxed)));
    let beside = path.with_file_name(beside);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one to report; there may be nothing to remove.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn table(headers: &[&str], columns: &[&[f64]], rows: usize) -> io::Result<Vec<u8>> {
    let mut text = vec![];
    if !headers.is_empty() {
        write_csv_row(&mut text, headers)?;
        for k in 0..rows {
            write_csv_row(&mut text, columns.iter().map(|column| shortest(column[k])))?;
        }
    }
    Ok(text)
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
    fn table_text() {
        let (_folder, out) = run();
        out.write_table("t.csv", &["t", "x"], &[&[0.0, 0.5], &[1e-7, -2.0]]).unwrap();
        let text = fs::read_to_string(out.path("t.csv")).unwrap();
        assert_eq!(text, "t,x\n0,1e-7\n0.5,-2\n");
        out.write_table::<&str, &[f64]>("none.csv", &[], &[]).unwrap();
        assert_eq!(fs::read_to_string(out.path("none.csv")).unwrap(), "");
    }

    #[cfg(feature = "json")]
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

    #[cfg(feature = "plot")]
    #[test]
    fn figures_need_a_known_extension() {
        let (_folder, out) = run();
        let figure = Figure::new("").panel(crate::plot::Panel::new());
        out.write_figure("a.svg", &figure).unwrap();
        out.write_figure("b.SVG", &figure).unwrap();
        let refused = out.write_figure("a.pdf", &figure).unwrap_err();
        let OutputError::Figure { source, .. } = refused else { panic!("{refused}") };
        assert!(
            source.to_string().ends_with("a.pdf` names no known format: its extension must be svg")
        );
        assert_eq!(names(&out.path("")), ["a.svg", "b.SVG"]);
    }

    #[cfg(feature = "page")]
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
}
