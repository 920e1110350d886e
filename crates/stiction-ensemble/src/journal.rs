//! The file that keeps finished members while others still run.
//!
//! A line that says which ensemble it belongs to, a header, then the rows of the table of members in
//! the order in which they ended. Every row ends with a seal: a hash of the row and of the seal before
//! it. It goes to the operating system in one piece and on to the disk before its member counts as
//! done, so a process that is killed, or a loss of power, costs the members that were running and no
//! other. A last line without an end is what a kill in the middle of a write leaves: it is cut off.
//!
//! Nothing that is found is trusted. A row must have its seal and the parameters that its member has in
//! the design, bit by bit; or the file is refused, with the line, and left as it was.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::hash::Fnv1a;
use crate::{Design, EnsembleError, Outcome, table};

/// First words of every such file.
const FORMAT: &str = "# stiction ensemble 2";
/// Lines before the first row.
const HEAD_LINES: usize = 2;

/// Outcomes by index.
pub(crate) type Kept = BTreeMap<usize, Outcome>;

/// Which ensemble the members of a file must be of.
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

/// What the next row follows.
#[derive(Clone, Copy, Debug)]
struct End {
    /// Bytes of whole lines.
    length: u64,
    seal: Seal,
}

impl Journal {
    /// Opens the file, or starts it, and reads the members it has; forgets them with `restart`.
    pub(crate) fn open(
        path: &Path,
        identity: &Identity<'_>,
        restart: bool,
    ) -> Result<(Self, Kept), EnsembleError> {
        let fail = |action| failed(path, action);
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
        let mut end = End { length: head.len() as u64, seal: Seal::first(&head) };
        let mut members = Kept::new();
        if bytes.starts_with(head.as_bytes()) {
            // The head ends a line, so there is an end of a line.
            let lines = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            (members, end.seal) = identity.members(path, &bytes[head.len()..lines], end.seal)?;
            end.length = lines as u64;
            if lines < bytes.len() {
                file.set_len(end.length).map_err(fail("write"))?;
            }
        } else if head.as_bytes().starts_with(&bytes) {
            file.set_len(0).map_err(fail("write"))?;
            file.write_all(head.as_bytes()).map_err(fail("write"))?;
            file.sync_all().and_then(|()| sync_folder(path)).map_err(fail("write"))?;
        } else {
            return Err(identity.mismatch(path, &bytes));
        }
        let end = Mutex::new(end);
        Ok((Self { path: path.to_path_buf(), file, end }, members))
    }

    /// Appends members; when this returns, they are on the disk.
    pub(crate) fn append(
        &self,
        design: &Design,
        outputs: usize,
        members: &[(usize, Outcome)],
    ) -> Result<(), EnsembleError> {
        let all = || {
            for (member, outcome) in members {
                let row = table::encode([table::row(design, outputs, *member, outcome)])?;
                self.append_row(row.strip_suffix(b"\n").unwrap_or(&row))?;
            }
            // Rows of other threads may follow meanwhile.
            self.file.sync_data()
        };
        all().map_err(failed(&self.path, "write"))
    }

    fn append_row(&self, row: &[u8]) -> io::Result<()> {
        // The end is moved in one piece, whatever happens to another thread that holds the lock.
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        let seal = end.seal.of_next(row);
        let line = [row, b",", seal.text().as_bytes(), b"\n"].concat();
        let written = (&self.file).write_all(&line);
        if written.is_err() {
            // No other row may follow half a line. The first error is the one to report.
            let _ = self.file.set_len(end.length);
        } else {
            *end = End { length: end.length + line.len() as u64, seal };
        }
        written
    }
}

/// What ties a row to the rows before it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Seal(u64);

impl Seal {
    fn first(head: &str) -> Self {
        Self(Fnv1a::new().and(head.as_bytes()).value())
    }

    fn of_next(self, row: &[u8]) -> Self {
        Self(Fnv1a::new().and(&self.0.to_le_bytes()).and(row).value())
    }

    fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

impl Identity<'_> {
    fn head(&self) -> String {
        let [design, columns, version] = self.marks();
        format!("{FORMAT}, design {design}, version {version}\n{columns}\n")
    }

    fn marks(&self) -> [String; 3] {
        let mut columns = table::header(self.design, self.outputs);
        columns.push("seal".to_owned());
        let columns = table::encode([columns]);
        // Encoding to memory cannot fail.
        let columns = String::from_utf8_lossy(&columns.unwrap_or_default()).trim_end().to_owned();
        [format!("{:016x}", self.design.fingerprint()), columns, format!("{:?}", self.version)]
    }

    /// The members of a file of another run, which may still be writing to it.
    pub(crate) fn read(&self, path: &Path) -> Result<Kept, EnsembleError> {
        let bytes = std::fs::read(path).map_err(failed(path, "read"))?;
        let head = self.head();
        if !bytes.starts_with(head.as_bytes()) {
            return Err(self.mismatch(path, &bytes));
        }
        let lines = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let (members, _) = self.members(path, &bytes[head.len()..lines], Seal::first(&head))?;
        Ok(members)
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

    /// Reads rows, which follow a seal; of a member that occurs twice (it failed and was repeated) the
    /// later one counts.
    fn members(
        &self,
        path: &Path,
        rows: &[u8],
        first: Seal,
    ) -> Result<(Kept, Seal), EnsembleError> {
        let mut members = Kept::new();
        let mut seal = first;
        let lines = rows.split_inclusive(|byte| *byte == b'\n');
        for (k, line) in lines.enumerate() {
            let member =
                opened(line.strip_suffix(b"\n").unwrap_or(line), seal).and_then(|(row, next)| {
                    seal = next;
                    self.member(row)
                });
            let (index, outcome) = member.map_err(|reason| EnsembleError::Damaged {
                path: path.to_path_buf(),
                line: k + 1 + HEAD_LINES,
                reason,
            })?;
            members.insert(index, outcome);
        }
        Ok((members, seal))
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

    /// The parameters of a row must be those of its member, to the bit.
    fn check_parameters(&self, index: usize, record: &csv::StringRecord) -> Result<(), String> {
        let own = self.design.names().iter().zip(self.design.row_of(index));
        for ((name, value), text) in own.zip(record.iter().skip(1)) {
            if number(text)?.to_bits() != value.to_bits() {
                let value = table::shortest(*value);
                return Err(format!("{name:?} is {text} there and {value} in member {index}"));
            }
        }
        Ok(())
    }
}

fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("{text:?} is not a number"))
}

/// The row of a line, and its seal, if it is the one that must follow.
fn opened(line: &[u8], before: Seal) -> Result<(&[u8], Seal), String> {
    let end = line.iter().rposition(|byte| *byte == b',').unwrap_or(0);
    let (row, rest) = line.split_at(end);
    let seal = before.of_next(row);
    if rest.strip_prefix(b",") == Some(seal.text().as_bytes()) {
        Ok((row, seal))
    } else {
        let why = "it was changed, or lines before it were moved or removed";
        Err(format!("the line does not have the seal it was written with: {why}"))
    }
}

/// Enough of a line of a foreign file to recognise it.
fn shortened(line: &str) -> String {
    let start: String = line.chars().take(60).collect();
    format!("{start:?}")
}

fn failed(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> EnsembleError {
    let path = path.to_path_buf();
    move |source| EnsembleError::File { action, path, source }
}

/// Sees to it that the name of a new file outlives a loss of power, where folders can be opened.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let folder = File::open(folder.unwrap_or(Path::new(".")))?;
        // Some file systems cannot do that for a folder; what is in the file is synced for itself.
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Makes the folder of a file.
pub(crate) fn make_folder(path: &Path) -> Result<(), EnsembleError> {
    std::fs::create_dir_all(path).map_err(failed(path, "create the folder"))
}

#[cfg(test)]
#[path = "journal_tests.rs"]
mod tests;
