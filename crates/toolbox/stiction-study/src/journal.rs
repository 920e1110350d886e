//! The file that keeps finished members while others still run.
//!
//! It has a line that says which ensemble it belongs to, a header, then the rows of the table of members in the order
//! in which they ended. A row goes to the operating system before its member counts as done, so a process that is
//! killed loses only the members that were running. Rows are synced to the disk at most once in half a second and
//! when the file is closed: a loss of power can lose the members of half a second, which are run again. A last line
//! without an end is left by a kill in the middle of a write, and is cut off.
//!
//! A row must have the parameters that its member has in the design, to the bit; otherwise the file is refused with
//! the line, and left as it was.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::gathering::lock;
use crate::{Design, EnsembleError, Outcome, table};

/// First words of every such file.
const FORMAT: &str = "# stiction ensemble 3";
/// Lines before the first row.
const HEAD_LINES: usize = 2;
/// The least time between two syncs, which take longer than a short member.
const BETWEEN_SYNCS: Duration = Duration::from_millis(500);

/// Outcomes by index.
pub(crate) type Kept = BTreeMap<usize, Outcome>;

/// The ensemble that the members of a file must belong to.
pub(crate) struct Identity<'a> {
    pub(crate) design: &'a Design,
    pub(crate) outputs: &'a [String],
    pub(crate) version: &'a str,
}

/// An open file; members are appended to it.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    end: Mutex<End>,
}

#[derive(Debug)]
struct End {
    /// Bytes of whole lines.
    length: u64,
    /// Start of the last sync.
    synced: Instant,
}

impl Journal {
    /// Opens the file, or starts it, and reads the members it has; forgets them with `restart`.
    pub(crate) fn open(
        path: &Path,
        identity: &Identity<'_>,
        restart: bool,
    ) -> Result<(Self, Kept), EnsembleError> {
        let fail = |action| failed(path, action);
        let folder = path.parent().unwrap_or(Path::new(""));
        std::fs::create_dir_all(folder).map_err(failed(folder, "create the folder"))?;
        let mut options = OpenOptions::new();
        let options = options.read(true).append(true).create(true);
        let mut file = options.open(path).map_err(fail("open"))?;
        // Some file systems have no locks; then the user must see to it.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(EnsembleError::InUse { path: path.to_path_buf() });
        }
        if restart {
            // Only now: until it is locked, another run may be writing to it.
            file.set_len(0).map_err(fail("write"))?;
        }
        let mut bytes = vec![];
        file.read_to_end(&mut bytes).map_err(fail("read"))?;

        let head = identity.head();
        let (members, length) = if head.as_bytes().starts_with(&bytes) {
            file.set_len(0).map_err(fail("write"))?;
            file.write_all(head.as_bytes()).map_err(fail("write"))?;
            file.sync_all().and_then(|()| sync_folder(path)).map_err(fail("write"))?;
            (Kept::new(), head.len())
        } else {
            let (members, length) = identity.members(path, &bytes)?;
            if length < bytes.len() {
                file.set_len(length as u64).map_err(fail("write"))?;
            }
            (members, length)
        };
        let end = Mutex::new(End { length: length as u64, synced: Instant::now() });
        Ok((Self { path: path.to_path_buf(), file, end }, members))
    }

    /// Appends members; when this returns, the operating system has them.
    pub(crate) fn append(
        &self,
        design: &Design,
        outputs: usize,
        members: &[(usize, Outcome)],
    ) -> Result<(), EnsembleError> {
        let rows = members.iter().map(|(k, outcome)| table::row(design, outputs, *k, outcome));
        self.write(&table::encode(rows)).map_err(failed(&self.path, "write"))
    }

    fn write(&self, rows: &[u8]) -> io::Result<()> {
        let mut end = lock(&self.end);
        (&self.file).write_all(rows).inspect_err(|_| {
            // No other row may follow half a line. The first error is the one to report.
            let _ = self.file.set_len(end.length);
        })?;
        end.length += rows.len() as u64;
        if end.synced.elapsed() < BETWEEN_SYNCS {
            return Ok(());
        }
        end.synced = Instant::now();
        // Other threads may write meanwhile.
        drop(end);
        self.file.sync_data()
    }

    /// Syncs all rows to the disk.
    pub(crate) fn sync(&self) -> Result<(), EnsembleError> {
        self.file.sync_data().map_err(failed(&self.path, "write"))
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // The error cannot be reported here; a run that completes has synced before.
        let _ = self.file.sync_data();
    }
}

impl Identity<'_> {
    fn head(&self) -> String {
        let [design, columns, version] = self.marks();
        format!("{FORMAT}, design {design}, version {version}\n{columns}\n")
    }

    fn marks(&self) -> [String; 3] {
        let columns = table::encode([table::header(self.design, self.outputs)]);
        let columns = String::from_utf8_lossy(&columns).trim_end().to_owned();
        [format!("{:016x}", self.design.fingerprint()), columns, format!("{:?}", self.version)]
    }

    /// Reads the members of a file of another run, which may still be writing to it.
    pub(crate) fn read(&self, path: &Path) -> Result<Kept, EnsembleError> {
        let bytes = std::fs::read(path).map_err(failed(path, "read"))?;
        Ok(self.members(path, &bytes)?.0)
    }

    /// Returns how a file differs.
    fn mismatch(&self, path: &Path, bytes: &[u8]) -> EnsembleError {
        let text = String::from_utf8_lossy(bytes);
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let columns = lines.next().unwrap_or_default();
        let [design, own_columns, version] = self.marks();
        let other = |what, found: &str, expected: &str| EnsembleError::OtherEnsemble {
            path: path.to_path_buf(),
            what,
            found: found.to_owned(),
            expected: expected.to_owned(),
        };
        let found = first
            .strip_prefix(FORMAT)
            .and_then(|rest| rest.strip_prefix(", design "))
            .and_then(|rest| rest.split_once(", version "));
        match found {
            None => other("the first line", &shortened(first), FORMAT),
            Some(_) if columns != own_columns => other("the header", columns, &own_columns),
            Some((_, theirs)) if theirs != version => other("the version", theirs, &version),
            Some((theirs, _)) => other("the fingerprint of values and seed", theirs, &design),
        }
    }

    /// Reads the members of the whole lines of a file, and the length of these lines. The later row
    /// of a member counts, if it failed and was repeated.
    fn members(&self, path: &Path, bytes: &[u8]) -> Result<(Kept, usize), EnsembleError> {
        let head = self.head();
        if !bytes.starts_with(head.as_bytes()) {
            return Err(self.mismatch(path, bytes));
        }
        // The head ends a line, so there is an end of a line.
        let length = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let lines = bytes[head.len()..length].split_inclusive(|byte| *byte == b'\n').enumerate();
        let members = lines.map(|(k, row)| {
            self.member(row).map_err(|reason| EnsembleError::Damaged {
                path: path.to_path_buf(),
                line: k + 1 + HEAD_LINES,
                reason,
            })
        });
        Ok((members.collect::<Result<_, _>>()?, length))
    }

    /// Reads a row, which must be of a member of the design.
    fn member(&self, row: &[u8]) -> Result<(usize, Outcome), String> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(row);
        let record = reader.records().next().ok_or("there is no row")?;
        let record = record.map_err(|error| error.to_string())?;
        let (index, outcome) = self.index_and_outcome(&record)?;
        self.check_parameters(index, &record)?;
        Ok((index, outcome))
    }

    fn index_and_outcome(&self, record: &csv::StringRecord) -> Result<(usize, Outcome), String> {
        let parameters = self.design.names().len();
        let expected = parameters + self.outputs.len() + 3;
        if record.len() != expected {
            return Err(format!("{} columns instead of {expected}", record.len()));
        }
        let index = record[0].parse().ok().filter(|index| *index < self.design.len());
        let index = index.ok_or_else(|| format!("there is no member {:?}", &record[0]))?;
        let message = record[expected - 1].to_owned();
        let mut outputs = record.iter().skip(1 + parameters).take(self.outputs.len());
        let outcome = match &record[expected - 2] {
            "finished" => Outcome::Finished(outputs.map(number).collect::<Result<_, _>>()?),
            other if !outputs.all(str::is_empty) => {
                return Err(format!("{other:?} is no status of a member with outputs"));
            }
            "failed" => Outcome::Failed(message),
            "panicked" => Outcome::Panicked(message),
            other => return Err(format!("{other:?} is no status")),
        };
        Ok((index, outcome))
    }

    /// Refuses a row with other parameters than those of its member, to the bit.
    fn check_parameters(&self, index: usize, record: &csv::StringRecord) -> Result<(), String> {
        let own = self.design.names().iter().zip(self.design.row_of(index));
        for ((name, value), text) in own.zip(record.iter().skip(1)) {
            if number(text)?.to_bits() != value.to_bits() {
                let value = stiction_output::shortest(*value);
                return Err(format!("{name:?} is {text} there and {value} in member {index}"));
            }
        }
        Ok(())
    }
}

fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("{text:?} is not a number"))
}

/// Returns enough of a line of a foreign file to recognise it.
fn shortened(line: &str) -> String {
    let start: String = line.chars().take(60).collect();
    format!("{start:?}")
}

fn failed(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> EnsembleError {
    let path = path.to_path_buf();
    move |source| EnsembleError::File { action, path, source }
}

/// Makes the name of a new file survive a loss of power, if folders can be opened.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = File::open(folder.unwrap_or(Path::new(".")))?;
        // Some file systems cannot sync a folder; the contents of the file are synced separately.
        let _ = folder.sync_all();
    }
    Ok(())
}

#[cfg(test)]
#[path = "journal_tests.rs"]
mod tests;
