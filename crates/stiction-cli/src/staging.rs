//! Results that appear together, once all of them are written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::MutexGuard;

use stiction::output::RunDirectory;

use crate::{Outcome, interrupt};

/// A folder beside the results, whose files take their places at the end.
///
/// What fails or is interrupted on the way leaves the results of an earlier run as they were.
#[derive(Debug)]
pub(crate) struct Staging {
    target: PathBuf,
    files: RunDirectory,
    /// The process does not end before the files are in their places or removed.
    _writing: MutexGuard<'static, ()>,
}

impl Staging {
    /// Makes the folders.
    pub(crate) fn create(target: &Path) -> Outcome<Self> {
        let folder = target.join(format!(".partial-{}", std::process::id()));
        let writing = interrupt::writing();
        let files = RunDirectory::create(folder)?;
        Ok(Self { target: target.to_owned(), files, _writing: writing })
    }

    /// Where files are written for now.
    pub(crate) const fn files(&self) -> &RunDirectory {
        &self.files
    }

    /// Moves all files to their places and removes those of `stale` that were not written.
    pub(crate) fn commit(self, stale: &[&str]) -> Outcome<()> {
        if interrupt::is_requested() {
            return Err("interrupted".into());
        }
        let moved = self.move_files(stale);
        moved.map_err(|error| {
            format!("cannot write the results in `{}`: {error}", self.target.display()).into()
        })
    }

    fn move_files(&self, stale: &[&str]) -> io::Result<()> {
        let mut written = vec![];
        for entry in fs::read_dir(self.files.path(""))? {
            let name = entry?.file_name();
            fs::rename(self.files.path(&name), self.target.join(&name))?;
            written.push(name);
        }
        for name in stale.iter().filter(|name| written.iter().all(|done| done != **name)) {
            match fs::remove_file(self.target.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Only a few bytes that nobody reads would stay behind.
        let _ = fs::remove_dir_all(self.files.path(""));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_appear_together_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        fs::write(folder.path().join("a.txt"), "old").unwrap();
        fs::write(folder.path().join("b.txt"), "old").unwrap();
        let staging = Staging::create(folder.path()).unwrap();
        staging.files().write_text("a.txt", "new").unwrap();
        drop(staging);
        assert_eq!(read("a.txt"), "old");

        let staging = Staging::create(folder.path()).unwrap();
        staging.files().write_text("a.txt", "new").unwrap();
        staging.files().write_text("c.txt", "new").unwrap();
        assert_eq!(read("a.txt"), "old");
        staging.commit(&["b.txt", "c.txt", "d.txt"]).unwrap();
        assert_eq!((read("a.txt"), read("c.txt")), ("new".to_owned(), "new".to_owned()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
