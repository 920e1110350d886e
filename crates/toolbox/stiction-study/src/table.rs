//! Tables as comma separated values.

use std::ffi::OsString;
use std::path::Path;
use std::{fs, io};

use crate::{Design, Outcome, TableError};

/// Returns the header of the table of members.
pub(crate) fn header(design: &Design, outputs: &[String]) -> Vec<String> {
    let between = design.names().iter().chain(outputs).cloned();
    let ends = ["status", "error"].map(str::to_owned);
    std::iter::once("member".to_owned()).chain(between).chain(ends).collect()
}

/// Returns a row of the table of members; the outputs of one that failed are empty.
pub(crate) fn row(design: &Design, outputs: usize, member: usize, done: &Outcome) -> Vec<String> {
    let mut row = vec![member.to_string()];
    row.extend(design.row_of(member).iter().map(|value| shortest(*value)));
    match done {
        Outcome::Finished(values) => row.extend(values.iter().map(|value| shortest(*value))),
        Outcome::Failed(_) | Outcome::Panicked(_) => row.extend(vec![String::new(); outputs]),
    }
    row.push(done.status().to_owned());
    row.push(done.message().unwrap_or_default().to_owned());
    row
}

/// Returns rows as text.
pub(crate) fn encode<R>(rows: impl IntoIterator<Item = R>) -> io::Result<Vec<u8>>
where
    R: IntoIterator<Item: AsRef<[u8]>>,
{
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row)?;
    }
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// Returns the shortest text that reads back as the same number; NaN, inf and -inf for what is not finite.
pub(crate) fn shortest(value: f64) -> String {
    // `Debug` turns to powers of ten where `Display` writes out hundreds of zeros.
    let mut text = format!("{value:?}");
    if text.ends_with(".0") {
        text.truncate(text.len() - 2);
    }
    text
}

/// Writes a file whole or not at all.
pub(crate) fn write(path: &Path, bytes: io::Result<Vec<u8>>) -> Result<(), TableError> {
    bytes
        .and_then(|bytes| write_beside(path, &bytes))
        .map_err(|source| TableError::Write { path: path.to_path_buf(), source })
}

fn write_beside(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // Threads of one process write different files; processes are told apart.
    let mut beside = OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one to report; that nothing is left to remove is fine.
        let _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back_to_the_same_bits() {
        for value in [0.1, -0.0, 1e-320, f64::MAX, 2.0 / 3.0, 1e21, f64::INFINITY, -7.0] {
            let back: f64 = shortest(value).parse().unwrap();
            assert_eq!(back.to_bits(), value.to_bits(), "{value}");
        }
        assert_eq!(["3", "-0", "NaN"], [3.0, -0.0, f64::NAN].map(shortest));
    }

    #[test]
    fn a_file_is_written_whole_and_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b.csv");
        write(&path, encode([["t", "v, x"], ["0", "1"]])).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "t,\"v, x\"\n0,1\n");
        assert_eq!(fs::read_dir(folder.path().join("a")).unwrap().count(), 1);
        assert!(write(Path::new("/"), Ok(vec![])).is_err());
    }
}
