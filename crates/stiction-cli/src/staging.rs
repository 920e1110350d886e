//! Results that take their places once all of them are written.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use stiction::ensemble::with_causes;
use stiction::output::RunDirectory;

use crate::Outcome;
use crate::claim::{Claim, PARTIAL};
use crate::interrupt::{self, Writing};

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
/// made and written to and that no other run writes to until the claim is dropped, and in place of
/// nothing that they are computed from.
#[must_use = "the folder is free again when the claim is dropped"]
pub(crate) fn check(target: &Path, names: &[&str], inputs: &[PathBuf]) -> Outcome<Claim> {
    check_places(target, names, inputs)?;
    let claim = Claim::take(target)?;
    Staging::create(target).map(drop)?;
    Ok(claim)
}

/// As [`check`], for the places alone: none may be a folder, or a file that the results are computed from.
pub(crate) fn check_places(target: &Path, names: &[&str], inputs: &[PathBuf]) -> Outcome<()> {
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
    /// Makes the folders.
    pub(crate) fn create(target: &Path) -> Outcome<Self> {
        let failed = |error| format!("cannot write to the folder `{}`: {error}", target.display());
        let writing = Writing::begin();
        fs::create_dir_all(target).map_err(failed)?;
        // A process that was killed may have left a folder, and its number may come again.
        let mut number = 0;
        let folder = loop {
            let folder = target.join(format!("{PARTIAL}-{}-{number}", std::process::id()));
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

#[cfg(test)]
mod tests {
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
    fn folders_that_are_not_needed_go_again() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a/b");
        drop(check(&target, &["c.txt"], &[]).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        Staging::create(&target).unwrap().commit(&[]).unwrap();
        assert_eq!(fs::read_dir(&target).unwrap().count(), 0);
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
        drop(check(folder.path(), &["file"], &[]).unwrap());
    }
}
