//! The file that keeps finished members while others still run.
//!
//! A line that says which ensemble it belongs to, a header, then the rows of the table of members in
//! the order in which they ended. Every row goes to the operating system in one piece as soon as there
//! is one, so a process that is killed loses the members it was running and no other. A last line
//! without an end is what a kill in the middle of a write leaves: it is cut off.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::{Design, EnsembleError, Outcome, table};

/// First words of every such file.
const FORMAT: &str = "# stiction ensemble 1";

/// Outcomes by index.
pub(crate) type Kept = BTreeMap<usize, Outcome>;

/// Which ensemble the members of a file must be of.
pub(crate) struct Identity<'a> {
    pub(crate) design: &'a Design,
    pub(crate) outputs: &'a [String],
    pub(crate) version: &'a str,
}

/// An open file; members are appended to it.
pub(crate) struct Journal<'a> {
    identity: Identity<'a>,
    path: PathBuf,
    file: Mutex<File>,
}

impl<'a> Journal<'a> {
    /// Opens the file, or starts it, and reads the members it has; forgets them with `restart`.
    pub(crate) fn open(
        path: &Path,
        identity: Identity<'a>,
        restart: bool,
    ) -> Result<(Self, Kept), EnsembleError> {
        let fail =
            |action| move |source| EnsembleError::File { action, path: path.to_path_buf(), source };
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
        let mut keep = 0;
        let mut members = Kept::new();
        if bytes.starts_with(head.as_bytes()) {
            // The head ends a line, so there is an end of a line.
            keep = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            members = identity.members(path, &bytes[head.len()..keep])?;
        } else if !head.as_bytes().starts_with(&bytes) {
            return Err(identity.mismatch(path, &bytes));
        }
        if keep < bytes.len() {
            file.set_len(keep as u64).map_err(fail("write"))?;
        }
        file.seek(SeekFrom::End(0)).map_err(fail("write"))?;
        if keep == 0 {
            file.write_all(head.as_bytes()).map_err(fail("write"))?;
        }
        Ok((Self { identity, path: path.to_path_buf(), file: Mutex::new(file) }, members))
    }

    /// Appends a member.
    pub(crate) fn append(&self, member: usize, outcome: &Outcome) -> Result<(), EnsembleError> {
        let Identity { design, outputs, .. } = self.identity;
        let line = table::encode([table::row(design, outputs.len(), member, outcome)]);
        // Nothing is left half done if another thread panics while it holds the lock.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        line.and_then(|line| file.write_all(&line)).map_err(|source| EnsembleError::File {
            action: "write",
            path: self.path.clone(),
            source,
        })
    }
}

impl Identity<'_> {
    fn head(&self) -> String {
        let [design, columns, version] = self.marks();
        format!("{FORMAT}, design {design}, version {version}\n{columns}\n")
    }

    fn marks(&self) -> [String; 3] {
        let columns = table::encode([table::header(self.design, self.outputs)]);
        // Encoding to memory cannot fail.
        let columns = String::from_utf8_lossy(&columns.unwrap_or_default()).trim_end().to_owned();
        [format!("{:016x}", self.design.fingerprint()), columns, format!("{:?}", self.version)]
    }

    /// Says in what a file differs.
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
            Some((theirs, _)) => {
                other("the fingerprint of values, repetitions and seed", theirs, &design)
            }
        }
    }

    /// Reads rows; of a member that occurs twice the later one counts.
    fn members(&self, path: &Path, rows: &[u8]) -> Result<Kept, EnsembleError> {
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(rows);
        let mut members = Kept::new();
        for (k, record) in reader.records().enumerate() {
            let member = record.map_err(|error| error.to_string());
            let member = member.and_then(|record| self.member(&record));
            let (index, outcome) = member.map_err(|reason| EnsembleError::Damaged {
                path: path.to_path_buf(),
                line: k + 3,
                reason,
            })?;
            members.insert(index, outcome);
        }
        Ok(members)
    }

    fn member(&self, record: &csv::StringRecord) -> Result<(usize, Outcome), String> {
        let parameters = self.design.names().len();
        let expected = parameters + self.outputs.len() + 3;
        if record.len() != expected {
            return Err(format!("{} columns instead of {expected}", record.len()));
        }
        let index = record[0].parse().ok().filter(|index| *index < self.design.len());
        let index = index.ok_or_else(|| format!("there is no member {:?}", &record[0]))?;
        let number =
            |text: &str| text.parse::<f64>().map_err(|_| format!("{text:?} is not a number"));
        let message = record[expected - 1].to_owned();
        let outcome = match &record[expected - 2] {
            "finished" => {
                let outputs = record.iter().skip(1 + parameters).take(self.outputs.len());
                Outcome::Finished(outputs.map(number).collect::<Result<_, _>>()?)
            }
            "failed" => Outcome::Failed(message),
            "panicked" => Outcome::Panicked(message),
            other => return Err(format!("{other:?} is no status")),
        };
        Ok((index, outcome))
    }
}

/// Enough of a line of a foreign file to recognise it.
fn shortened(line: &str) -> String {
    let start: String = line.chars().take(60).collect();
    format!("{start:?}")
}

/// Makes the folder of a file.
pub(crate) fn make_folder(path: &Path) -> Result<(), EnsembleError> {
    std::fs::create_dir_all(path).map_err(|source: io::Error| EnsembleError::File {
        action: "create the folder",
        path: path.to_path_buf(),
        source,
    })
}
