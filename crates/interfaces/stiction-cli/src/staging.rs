//! Results that take their places once all of them are written.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use stiction::output::RunDirectory;
use stiction::study::with_causes;

use crate::Outcome;
use crate::interrupt::{self, Writing};

/// How the names of folders begin in which results wait for their places: `.partial-PROCESS-NUMBER`.
const PARTIAL: &str = ".partial-";

/// A folder beside the results, whose files take their places at the end, one after the other.
///
/// A run that fails or is stopped on the way leaves the results of an earlier run as they were. Every file is
/// whole at any moment; who stops the program while files take their places may find some of
/// this run and some of the last.
#[derive(Debug)]
pub(crate) struct Staging {
    target: PathBuf,
    files: RunDirectory,
    /// The process does not end before the files are in their places or removed.
    _writing: Writing,
}

/// Says before the work begins whether results of these names can be written: to a folder that can be
/// made and written to, and in place of nothing that they are computed from.
pub(crate) fn check(target: &Path, names: &[&str], inputs: &[PathBuf]) -> Outcome<()> {
    check_places(target, names, inputs)?;
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    interrupt::made(target.ancestors().take_while(is_missing).map(Path::to_owned));
    Staging::create(target).map(drop)
}

/// Writes a file as a whole or not at all, in place of nothing that it is made from.
pub(crate) fn write_file(path: &Path, bytes: &[u8], inputs: &[PathBuf]) -> Outcome<()> {
    let name = path.file_name().filter(|_| !path.is_dir());
    let name = name.ok_or_else(|| format!("`{}` is no file", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    check_places(folder, &[&name.to_string_lossy()], inputs)?;
    let staging = Staging::create(folder)?;
    staging.write(|out| {
        let path = out.path(name);
        let failed = |error| format!("cannot write `{}`: {error}", path.display());
        Ok(fs::write(&path, bytes).map_err(failed)?)
    })?;
    staging.commit(&[])
}

/// As [`check`], for the places alone: none may be a folder, or a file that the results are computed from.
fn check_places(target: &Path, names: &[&str], inputs: &[PathBuf]) -> Outcome<()> {
    for path in names.iter().map(|name| target.join(name)) {
        let shown = path.display();
        if path.is_dir() {
            return Err(format!("`{shown}` is a folder: choose another place with --out").into());
        }
        let real = path.canonicalize().ok();
        let is_input = |input: &PathBuf| input.canonicalize().ok() == real;
        if real.is_some() && inputs.iter().any(is_input) {
            let hint = "it would be replaced: choose another place with --out";
            return Err(format!("`{shown}` is what the results are made from, and {hint}").into());
        }
    }
    Ok(())
}

impl Staging {
    /// Makes the folders, and removes those that killed runs have left.
    pub(crate) fn create(target: &Path) -> Outcome<Self> {
        let failed = |error| format!("cannot write to the folder `{}`: {error}", target.display());
        let writing = Writing::begin();
        fs::create_dir_all(target).map_err(failed)?;
        remove_left_overs(target);
        // A process that was killed may have left a folder, and its number may come again.
        let mut number = 0;
        let folder = loop {
            let folder = target.join(format!("{PARTIAL}{}-{number}", std::process::id()));
            match fs::create_dir(&folder) {
                Ok(()) => break folder,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(failed(error).into()),
            }
        };
        let files = RunDirectory::create(folder)?;
        Ok(Self { target: target.to_owned(), files, _writing: writing })
    }

    /// Writes files for now beside their places; errors name the places.
    pub(crate) fn write(&self, write: impl FnOnce(&RunDirectory) -> Outcome<()>) -> Outcome<()> {
        write(&self.files).map_err(|error| {
            let (now, later) = (self.files.path(""), self.target.join(""));
            let text = with_causes(error.as_ref());
            text.replace(&now.display().to_string(), &later.display().to_string()).into()
        })
    }

    /// Moves all files to their places and removes those of `stale` that were not written.
    pub(crate) fn commit(self, stale: &[&str]) -> Outcome<()> {
        if interrupt::is_requested() {
            return Err("interrupted".into());
        }
        let mut written = vec![];
        let entries = fs::read_dir(self.files.path(""));
        let failed = |name: &Path| {
            let path = self.target.join(name);
            move |error| format!("cannot write `{}`: {error}", path.display())
        };
        for entry in entries.map_err(failed(Path::new("")))? {
            let name = entry.map_err(failed(Path::new("")))?.file_name();
            let moved = fs::rename(self.files.path(&name), self.target.join(&name));
            moved.map_err(failed(Path::new(&name)))?;
            written.push(name);
        }
        for name in stale.iter().filter(|name| written.iter().all(|done| done != **name)) {
            let path = self.target.join(name);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(format!("cannot remove `{}`: {error}", path.display()).into());
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // If that fails, a folder stays behind whose name says what it is; the results are not hurt.
        let _ = fs::remove_dir_all(self.files.path(""));
    }
}

/// Removes the folders of processes that have ended, where the system tells which ones live. If that fails, the
/// results are not hurt.
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

/// Returns the process whose results wait in a folder of that name.
fn process_of(name: &str) -> Option<u32> {
    let (process, number) = name.strip_prefix(PARTIAL)?.split_once('-')?;
    number.parse::<u32>().ok().and(process.parse().ok())
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    use std::collections::BTreeSet;

    use super::*;

    fn text<'a>(name: &'a str, text: &'a str) -> impl FnOnce(&RunDirectory) -> Outcome<()> + 'a {
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
    fn a_file_is_written_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("new/a.fmu");
        write_file(&out, b"one", &[]).unwrap();
        write_file(&out, b"two", &[]).unwrap();
        assert_eq!(fs::read(&out).unwrap(), b"two");
        let taken = folder.path().join("new/taken");
        fs::create_dir_all(taken.join("inside")).unwrap();
        for wrong in [&taken, &out.join("b"), &folder.path().join("..")] {
            assert!(write_file(wrong, b"three", &[]).is_err(), "{}", wrong.display());
        }
        assert!(write_file(&out, b"three", std::slice::from_ref(&out)).is_err());
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 2);
    }

    #[test]
    fn errors_name_the_place_of_the_results() {
        let folder = tempfile::tempdir().unwrap();
        fn refused<T: std::fmt::Debug>(done: Outcome<T>) -> String {
            done.unwrap_err().to_string()
        }
        let staging = Staging::create(folder.path()).unwrap();
        let error = refused(staging.write(|out| Ok(out.write_table("t.csv", &["t"], &[[]; 2])?)));
        let path = folder.path().join("t.csv");
        assert_eq!(error, format!("table `{}` has 1 headers for 2 columns", path.display()));

        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(refused(check(&file, &[], &[])).starts_with("cannot write to the folder `"));
        let inputs = [folder.path().join(".").join("file")];
        let error = refused(check(folder.path(), &["file"], &inputs));
        assert!(error.contains("is what the results are made from"), "{error}");
        fs::create_dir(folder.path().join("plot.svg")).unwrap();
        assert!(refused(check(folder.path(), &["plot.svg"], &[])).contains("is a folder"));
        check(folder.path(), &["file"], &[]).unwrap();
    }
}
