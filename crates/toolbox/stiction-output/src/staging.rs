//! Results that get their names once all of them are written.

use std::error::Error;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::{OutputError, RunDirectory, with_causes};

/// Prefix of the names of staging folders, `.partial-PROCESS-NUMBER`.
const PARTIAL: &str = ".partial-";

/// A folder beside the results, whose files move to their places at the end, one after the other.
///
/// A run that fails or is interrupted leaves the results of an earlier run as they were. Every file is whole at any
/// time; if the program is stopped while files move, some may be of this run and some of the last.
#[derive(Debug)]
pub struct Staging {
    target: PathBuf,
    files: RunDirectory,
}

impl Staging {
    /// Checks before the work begins that results of these names can be written: that the folder can be made and
    /// written to, and that they replace nothing that they are computed from.
    ///
    /// # Errors
    /// [`OutputError::Taken`], [`OutputError::File`].
    pub fn check(target: &Path, names: &[&str], inputs: &[PathBuf]) -> Result<(), OutputError> {
        Self::check_places(target, names, inputs)?;
        Self::create(target).map(drop)
    }

    /// Refuses places that are a folder, or a file that the results are computed from.
    ///
    /// # Errors
    /// [`OutputError::Taken`].
    pub fn check_places(
        target: &Path,
        names: &[&str],
        inputs: &[PathBuf],
    ) -> Result<(), OutputError> {
        for path in names.iter().map(|name| target.join(name)) {
            if path.is_dir() {
                return Err(OutputError::Taken { path, what: "a folder" });
            }
            let real = path.canonicalize().ok();
            if real.is_some() && inputs.iter().any(|input| input.canonicalize().ok() == real) {
                let what = "what the results are made from, and it would be replaced";
                return Err(OutputError::Taken { path, what });
            }
        }
        Ok(())
    }

    /// Makes the folders, and removes those left by killed runs.
    ///
    /// # Errors
    /// [`OutputError::File`].
    pub fn create(target: &Path) -> Result<Self, OutputError> {
        let failed = |source| OutputError::File {
            action: "write to the folder",
            path: target.to_owned(),
            source,
        };
        fs::create_dir_all(target).map_err(failed)?;
        remove_left_overs(target);
        // A killed process may have left a folder, and its number may be reused.
        let mut number = 0;
        let folder = loop {
            let folder = target.join(format!("{PARTIAL}{}-{number}", std::process::id()));
            match fs::create_dir(&folder) {
                Ok(()) => break folder,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(failed(error)),
            }
        };
        Ok(Self { target: target.to_owned(), files: RunDirectory::create(folder)? })
    }

    /// Writes files to the staging folder.
    ///
    /// # Errors
    /// [`OutputError::Staged`] with the text of the error, which names the places.
    pub fn write(
        &self,
        write: impl FnOnce(&RunDirectory) -> Result<(), Box<dyn Error + Send + Sync>>,
    ) -> Result<(), OutputError> {
        write(&self.files).map_err(|error| {
            let (now, later) = (self.files.path(""), self.target.join(""));
            let text = with_causes(error.as_ref());
            let text = text.replace(&now.display().to_string(), &later.display().to_string());
            OutputError::Staged { text }
        })
    }

    /// Moves all files to their places and removes those of `stale` that were not written.
    ///
    /// # Errors
    /// [`OutputError::File`].
    pub fn commit(self, stale: &[&str]) -> Result<(), OutputError> {
        let failed =
            |path: PathBuf| move |source| OutputError::File { action: "write", path, source };
        let mut written = vec![];
        let entries = fs::read_dir(self.files.path(""));
        for entry in entries.map_err(failed(self.target.clone()))? {
            let name = entry.map_err(failed(self.target.clone()))?.file_name();
            let place = self.target.join(&name);
            fs::rename(self.files.path(&name), &place).map_err(failed(place))?;
            written.push(name);
        }
        let is_stale = |name: &&&str| written.iter().all(|done| done != **name);
        stale.iter().filter(is_stale).try_for_each(|name| remove_file(self.target.join(name)))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // If that fails, a folder with a telling name stays behind; the results are not affected.
        let _ = fs::remove_dir_all(self.files.path(""));
    }
}

/// Removes a file, if there is one.
///
/// # Errors
/// [`OutputError::File`].
pub fn remove_file(path: PathBuf) -> Result<(), OutputError> {
    let absent = |error: &io::Error| error.kind() == ErrorKind::NotFound;
    match fs::remove_file(&path) {
        Err(source) if !absent(&source) => {
            Err(OutputError::File { action: "remove", path, source })
        }
        _ => Ok(()),
    }
}

/// Removes the folders of processes that have ended, if the system tells which ones are alive. A failure does not
/// affect the results.
fn remove_left_overs(target: &Path) {
    let processes = Path::new("/proc");
    if !processes.join("self").exists() {
        return;
    }
    let target = if target.as_os_str().is_empty() { Path::new(".") } else { target };
    for entry in fs::read_dir(target).into_iter().flatten().flatten() {
        let process = process_of(&entry.file_name().to_string_lossy());
        if process.is_some_and(|process| !processes.join(process.to_string()).exists()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Returns the process whose staging folder has that name.
fn process_of(name: &str) -> Option<u32> {
    let (process, number) = name.strip_prefix(PARTIAL)?.split_once('-')?;
    number.parse::<u32>().ok().and(process.parse().ok())
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    use std::collections::BTreeSet;

    use super::*;

    type Written = Result<(), Box<dyn Error + Send + Sync>>;

    fn text<'a>(name: &'a str, text: &'a str) -> impl FnOnce(&RunDirectory) -> Written + 'a {
        move |out| Ok(out.write_text(name, text)?)
    }

    #[test]
    fn files_appear_when_all_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        fs::write(folder.path().join("a.txt"), "old").unwrap();
        fs::write(folder.path().join("b.txt"), "old").unwrap();
        let staging = Staging::create(folder.path()).unwrap();
        staging.write(text("a.txt", "new")).unwrap();
        drop(staging);
        assert_eq!(read("a.txt"), "old");

        let staging = Staging::create(folder.path()).unwrap();
        staging.write(text("a.txt", "new")).unwrap();
        staging.write(text("c.txt", "new")).unwrap();
        assert_eq!(read("a.txt"), "old");
        staging.commit(&["b.txt", "c.txt", "d.txt"]).unwrap();
        assert_eq!((read("a.txt"), read("c.txt")), ("new".to_owned(), "new".to_owned()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn what_another_process_left_is_not_published() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(format!(".partial-{}-0", std::process::id()));
        fs::create_dir(&left).unwrap();
        fs::write(left.join("old.txt"), "of another run").unwrap();
        let staging = Staging::create(folder.path()).unwrap();
        staging.write(text("a.txt", "new")).unwrap();
        staging.commit(&[]).unwrap();
        assert!(folder.path().join("a.txt").exists() && !folder.path().join("old.txt").exists());
        assert!(left.join("old.txt").exists());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn folders_of_processes_that_have_ended_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path();
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let ended = child.id();
        child.wait().unwrap();
        fs::create_dir_all(target.join(format!(".partial-{ended}-0/deep"))).unwrap();
        let others = [".partial-1-0", ".partial-mine", ".partial-1", ".partial--1", "partial-1-0"];
        for name in others {
            fs::create_dir(target.join(name)).unwrap();
        }
        Staging::create(target).unwrap().commit(&[]).unwrap();
        let entries = fs::read_dir(target).unwrap();
        let names: BTreeSet<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, others.map(Into::into).into());
    }

    #[test]
    fn errors_name_the_place_of_the_results() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |done: Result<(), OutputError>| done.unwrap_err().to_string();
        let staging = Staging::create(folder.path()).unwrap();
        let error = refused(staging.write(|out| Ok(out.write_table("t.csv", &["t"], &[[]; 2])?)));
        let path = folder.path().join("t.csv");
        assert_eq!(error, format!("table `{}` has 1 headers for 2 columns", path.display()));

        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(
            refused(Staging::check(&file, &[], &[])).starts_with("cannot write to the folder `")
        );
        let inputs = [folder.path().join(".").join("file")];
        let error = refused(Staging::check(folder.path(), &["file"], &inputs));
        assert!(error.contains("is what the results are made from"), "{error}");
        fs::create_dir(folder.path().join("plot.svg")).unwrap();
        assert!(refused(Staging::check(folder.path(), &["plot.svg"], &[])).contains("is a folder"));
        Staging::check(folder.path(), &["file"], &[]).unwrap();
    }
}
