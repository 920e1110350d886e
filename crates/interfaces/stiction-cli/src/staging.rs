//! Results that are put in place or removed before the process ends.

use std::path::{Path, PathBuf};

use stiction::output::{OutputError, RunDirectory, Staging as Staged};

use crate::Outcome;
use crate::interrupt::{self, Writing};

/// A [`Staged`] folder; the process does not end before its files are in place or removed.
#[derive(Debug)]
pub(crate) struct Staging {
    files: Staged,
    _writing: Writing,
}

/// As [`Staged::check`]; folders that are made and stay empty are removed at the end.
pub(crate) fn check(target: &Path, names: &[&str], inputs: &[PathBuf]) -> Outcome<()> {
    Staged::check_places(target, names, inputs).map_err(elsewhere)?;
    note(target);
    Staging::create(target).map(drop)
}

/// Notes the folders that results will make.
pub(crate) fn note(target: &Path) {
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    interrupt::made(target.ancestors().take_while(is_missing).map(Path::to_owned));
}

/// Adds the option that chooses another place to the error.
pub(crate) fn elsewhere(error: OutputError) -> Box<dyn std::error::Error + Send + Sync> {
    match error {
        OutputError::Taken { .. } => format!("{error} with --out").into(),
        other => other.into(),
    }
}

/// Writes a file as a whole or not at all, and never over one of its inputs.
pub(crate) fn write_file(path: &Path, bytes: &[u8], inputs: &[PathBuf]) -> Outcome<()> {
    let name = path.file_name().filter(|_| !path.is_dir());
    let name = name.ok_or_else(|| format!("`{}` is no file", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    Staged::check_places(folder, &[&name.to_string_lossy()], inputs).map_err(elsewhere)?;
    let _writing = Writing::begin();
    Ok(stiction::output::write_file(path.to_owned(), bytes)?)
}

impl Staging {
    /// As [`Staged::create`].
    pub(crate) fn create(target: &Path) -> Outcome<Self> {
        let writing = Writing::begin();
        Ok(Self { files: Staged::create(target)?, _writing: writing })
    }

    /// As [`Staged::write`].
    pub(crate) fn write(&self, write: impl FnOnce(&RunDirectory) -> Outcome<()>) -> Outcome<()> {
        Ok(self.files.write(write)?)
    }

    /// As [`Staged::commit`], unless the process was asked to end.
    pub(crate) fn commit(self, stale: &[&str]) -> Outcome<()> {
        if interrupt::is_requested() {
            return Err("interrupted".into());
        }
        Ok(self.files.commit(stale)?)
    }
}
