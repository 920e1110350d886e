//! The files that a scenario names, and what takes long to compute: read and computed once.

use core::fmt;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use stiction_patch::LimitSurface;

use crate::error::Fault;
use crate::pad::Pressure;

/// A folder, and the path of a file as it is written in a scenario.
type FileName = (PathBuf, PathBuf);
type Files = BTreeMap<FileName, Arc<str>>;
/// What a limit surface is sampled from: the folder of the pressure, the pressure, the samples.
type Sampled = (PathBuf, Pressure, usize);
type Surfaces = Vec<(Sampled, Arc<LimitSurface>)>;

/// What was read and computed for a scenario; its copies share it. What is kept under a key depends on
/// nothing else, so two scenarios that keep other things are not different.
#[derive(Clone, Default)]
pub(crate) struct Kept {
    files: Arc<Mutex<Files>>,
    surfaces: Arc<Mutex<Surfaces>>,
}

impl Kept {
    /// The same, but files are read anew.
    pub(crate) fn without_files(&self) -> Self {
        Self { files: Arc::default(), surfaces: Arc::clone(&self.surfaces) }
    }

    /// Files that were read and whose paths are relative.
    pub(crate) fn relative_files(&self) -> Vec<PathBuf> {
        let files = lock(&self.files);
        files.keys().map(|(_, file)| file.clone()).filter(|file| file.is_relative()).collect()
    }
}

impl PartialEq for Kept {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").finish_non_exhaustive()
    }
}

/// Nothing is left half done under these locks.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder to which the files of a scenario are relative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Folder<'a> {
    pub(crate) path: &'a Path,
    pub(crate) kept: &'a Kept,
}

impl Folder<'_> {
    /// The text of a file, which is read once.
    pub(crate) fn read(&self, file: &Path) -> Result<Arc<str>, Fault> {
        let name = (self.path.to_owned(), file.to_owned());
        if let Some(text) = lock(&self.kept.files).get(&name) {
            return Ok(Arc::clone(text));
        }
        let path = self.path.join(file);
        let text: Arc<str> =
            read(&path).map_err(|error| Fault::new(format!("{}: {error}", path.display())))?.into();
        lock(&self.kept.files).insert(name, Arc::clone(&text));
        Ok(text)
    }

    /// A limit surface, which is sampled once.
    pub(crate) fn surface(
        &self,
        pressure: &Pressure,
        samples: usize,
        sample: impl FnOnce() -> Result<LimitSurface, Fault>,
    ) -> Result<Arc<LimitSurface>, Fault> {
        // A sweep over pressures needs none of the others again.
        const MOST: usize = 8;
        let key = (self.path.to_owned(), pressure.clone(), samples);
        let kept = |surfaces: &Surfaces| {
            surfaces.iter().find(|(of, _)| *of == key).map(|(_, surface)| Arc::clone(surface))
        };
        if let Some(surface) = kept(&lock(&self.kept.surfaces)) {
            return Ok(surface);
        }
        let surface = Arc::new(sample()?);
        let mut surfaces = lock(&self.kept.surfaces);
        if surfaces.len() >= MOST {
            surfaces.remove(0);
        }
        surfaces.push((key, Arc::clone(&surface)));
        Ok(surface)
    }
}

/// The text of a file, unless it is one that never ends.
fn read(path: &Path) -> std::io::Result<String> {
    const LONGEST: u64 = 1 << 28;
    let mut text = String::new();
    let length = std::fs::File::open(path)?.take(LONGEST + 1).read_to_string(&mut text)?;
    if length as u64 > LONGEST {
        return Err(std::io::Error::other("is longer than 256 MiB"));
    }
    Ok(text)
}
