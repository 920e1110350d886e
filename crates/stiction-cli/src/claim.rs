//! A folder that one run at a time writes to.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::interrupt;

/// The first words of the names of folders in which results wait for their places.
pub(crate) const PARTIAL: &str = ".partial";

/// A folder of results that is in use by this run, and by no other.
///
/// The folder itself is locked, so that nothing stays behind, whatever ends the process. Where folders
/// cannot be locked (some file systems, and not on Unix) the user must see to it.
#[derive(Debug)]
pub(crate) struct Claim {
    /// Folders that were made for the results, the innermost first.
    made: Vec<PathBuf>,
    /// Locked until it is closed.
    _folder: Option<File>,
}

impl Claim {
    /// Makes the folder, takes it, and removes what runs that were killed have left in it.
    pub(crate) fn take(target: &Path) -> Outcome<Self> {
        let failed = |error| format!("cannot write to the folder `{}`: {error}", target.display());
        loop {
            let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
            let made: Vec<PathBuf> =
                target.ancestors().take_while(is_missing).map(Path::to_owned).collect();
            fs::create_dir_all(target).map_err(failed)?;
            let folder = match File::open(here(target)) {
                // Another run has removed it since: it is not one that cannot be locked.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                opened => opened.ok(),
            };
            let locked = folder.as_ref().map(File::try_lock);
            if let Some(Err(TryLockError::WouldBlock)) = locked {
                return Err(format!("`{}` is in use by another run", target.display()).into());
            }
            // Another run may have removed it between our opening and our locking it.
            if folder.as_ref().is_none_or(|folder| is_at(folder, target)) {
                // Without a lock they may be of a run that is alive.
                if let Some(Ok(())) = locked {
                    remove_left_overs(target);
                }
                interrupt::made(&made);
                return Ok(Self { made, _folder: folder });
            }
        }
    }
}

/// Whether an open folder is still the one of that name.
#[cfg(unix)]
fn is_at(folder: &File, target: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (folder.metadata(), fs::metadata(here(target))) {
        (Ok(ours), Ok(there)) => (ours.dev(), ours.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

impl Drop for Claim {
    fn drop(&mut self) {
        // Only empty folders go: there may be results in them, of this run or of another.
        let _ = self.made.iter().try_for_each(fs::remove_dir);
    }
}

fn here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

/// Removes the folders of runs that did not end: no run is alive in a folder that is ours. If that
/// fails, the results are not hurt.
fn remove_left_overs(target: &Path) {
    let entries = fs::read_dir(here(target)).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_left_over(&entry.file_name().to_string_lossy())) {
        let _ = fs::remove_dir_all(entry.path());
    }
}

/// Whether a name is that of a folder in which results wait: `.partial-PROCESS-NUMBER`.
fn is_left_over(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let numbers = name.strip_prefix(PARTIAL).and_then(|rest| rest.strip_prefix('-'));
    numbers.and_then(|rest| rest.split_once('-')).is_some_and(|(a, b)| is_number(a) && is_number(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_overs_are_known_by_their_names() {
        for name in [".partial-1-0", ".partial-4194304-12"] {
            assert!(is_left_over(name), "{name}");
        }
        for name in
            [".partial", ".partial-1", ".partial-1-", ".partial--1", ".partial-a-1", "partial-1-0"]
        {
            assert!(!is_left_over(name), "{name}");
        }
    }

    /// Whoever ends takes the folder away, while others are just about to take it.
    #[test]
    #[cfg(unix)]
    fn a_folder_that_comes_and_goes_has_one_owner_at_a_time() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a/b");
        let (owners, turns) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..2000 {
                        let Ok(claim) = Claim::take(&target) else { continue };
                        assert_eq!(owners.fetch_add(1, Ordering::SeqCst), 0, "two owners");
                        assert!(target.is_dir());
                        turns.fetch_add(1, Ordering::SeqCst);
                        owners.fetch_sub(1, Ordering::SeqCst);
                        drop(claim);
                    }
                });
            }
        });
        assert!(turns.into_inner() > 100);
    }

    #[test]
    #[cfg(unix)]
    fn a_folder_is_claimed_once() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("a/b");
        let claim = Claim::take(&target).unwrap();
        let refused = Claim::take(&target).unwrap_err().to_string();
        assert!(refused.ends_with("is in use by another run"), "{refused}");
        drop(claim);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        fs::create_dir_all(target.join(".partial-7-0/deep")).unwrap();
        fs::write(target.join("mine"), "").unwrap();
        drop(Claim::take(&target).unwrap());
        let names: Vec<_> =
            fs::read_dir(&target).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(names, ["mine"]);
    }
}
