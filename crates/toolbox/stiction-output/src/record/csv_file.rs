//! Samples in a file.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use stiction_network::{Frame, Observer, SimulationError};

use super::Sampler;
use crate::write_csv_row;

/// Writes the samples of a [`Sampler`] to a CSV file: a header line, then one row per sample, with numbers in
/// the shortest form that reads back to the same bits.
///
/// The rows go to a file beside it (`NAME.partial`), which gets the name when it is closed, so that a reader
/// never finds half a table. One file can follow several runs.
#[derive(Debug)]
pub struct CsvFile {
    sampler: Sampler,
    row: Vec<f64>,
    path: PathBuf,
    partial: PathBuf,
    writer: BufWriter<File>,
    closed: bool,
}

impl CsvFile {
    /// Creates the file.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn create(path: impl AsRef<Path>, sampler: Sampler) -> io::Result<Self> {
        let path = path.as_ref().to_path_buf();
        let mut partial = path.clone().into_os_string();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        // The message of the operating system does not name the file.
        let file = File::create(&partial).map_err(|error| {
            io::Error::new(error.kind(), format!("cannot create `{}`: {error}", partial.display()))
        })?;
        let mut writer = BufWriter::new(file);
        write_csv_row(&mut writer, sampler.names())?;
        Ok(Self { sampler, row: vec![], path, partial, writer, closed: false })
    }

    /// Writes the last rows and gives the file its name. (Dropping does the same, but cannot say
    /// whether it worked.)
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn close(mut self) -> io::Result<()> {
        self.settle()
    }

    fn settle(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        self.closed = true;
        self.writer.flush()?;
        fs::rename(&self.partial, &self.path)
    }

    fn write(&mut self, frame: &Frame<'_>, is_start: bool) -> Result<(), SimulationError> {
        let writer = &mut self.writer;
        self.sampler.sample(frame, is_start, &mut self.row, &mut |row| {
            let row = row.iter().map(|value| format!("{value:?}"));
            write_csv_row(writer, row).map_err(failed(frame.time()))
        })
    }
}

fn failed(time: f64) -> impl Fn(io::Error) -> SimulationError {
    move |error| SimulationError::Observer { time, source: error.into() }
}

impl Observer for CsvFile {
    fn start(&mut self, frame: &Frame<'_>, _: f64) -> Result<(), SimulationError> {
        self.write(frame, true)
    }
    fn observe(&mut self, frame: &Frame<'_>) -> Result<(), SimulationError> {
        self.write(frame, false)
    }
    fn finish(&mut self) -> Result<(), SimulationError> {
        self.writer.flush().map_err(failed(f64::NAN))
    }
}

impl Drop for CsvFile {
    fn drop(&mut self) {
        // An error cannot be reported here; `close` reports it.
        let _ = self.settle();
    }
}
