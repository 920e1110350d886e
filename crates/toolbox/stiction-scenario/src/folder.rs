//! Cache of the files that a scenario names, and of slow computations.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use stiction_patch::{ContactPatch, LimitSurface, LimitSurfaceError};

use crate::error::Fault;
use crate::text::text_of;

/// A folder, and the path of a file as it is written in a scenario.
type FileName = (PathBuf, PathBuf);
type Files = BTreeMap<FileName, Arc<[u8]>>;
/// Limit surfaces, each with its patch and number of samples.
type Surfaces = Vec<((ContactPatch, usize), Arc<LimitSurface>)>;

/// Files and results cached for a scenario; its copies share them. A cached value depends on nothing except its key.
#[derive(Clone, Default)]
pub(crate) struct Kept {
    files: Arc<Mutex<Files>>,
    surfaces: Arc<Mutex<Surfaces>>,
}

impl Kept {
    /// Returns a copy without files, so that they are read again.
    pub(crate) fn without_files(&self) -> Self {
        Self { files: Arc::default(), surfaces: Arc::clone(&self.surfaces) }
    }

    /// Keeps the contents of a file as if it had been read.
    pub(crate) fn put(&self, folder: PathBuf, file: PathBuf, bytes: Vec<u8>) {
        lock(&self.files).insert((folder, file), bytes.into());
    }

    /// Returns the files that were read and have relative paths.
    pub(crate) fn relative_files(&self) -> Vec<PathBuf> {
        let files = lock(&self.files);
        files.keys().map(|(_, file)| file.clone()).filter(|file| file.is_relative()).collect()
    }
}

/// Locks; poisoning is harmless, because every update is complete.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder to which the files of a scenario are relative.
#[derive(Clone, Copy)]
pub(crate) struct Folder<'a> {
    pub(crate) path: &'a Path,
    pub(crate) kept: &'a Kept,
}

impl Folder<'_> {
    /// Returns the contents of a file, which is read once.
    pub(crate) fn bytes(&self, file: &Path) -> Result<Arc<[u8]>, Fault> {
        let name = (self.path.to_owned(), file.to_owned());
        if let Some(bytes) = lock(&self.kept.files).get(&name) {
            return Ok(Arc::clone(bytes));
        }
        let path = self.path.join(file);
        let bytes: Arc<[u8]> = read_file(&path)
            .map_err(|error| Fault::new(format!("{}: {error}", path.display())))?
            .into();
        lock(&self.kept.files).insert(name, Arc::clone(&bytes));
        Ok(bytes)
    }

    /// Returns the contents of a text file.
    pub(crate) fn text(&self, file: &Path) -> Result<String, Fault> {
        text_of(self.bytes(file)?.to_vec()).map_err(|(text, fault)| {
            let before = fault.span.as_ref().and_then(|span| text.get(..span.start));
            let line = before.unwrap_or_default().matches('\n').count() + 1;
            let (path, message) = (self.path.join(file), fault.message);
            Fault::new(format!("{}:{line}: {message}", path.display()))
        })
    }

    /// Returns a limit surface, which is sampled once.
    pub(crate) fn surface(
        &self,
        patch: &ContactPatch,
        samples: usize,
    ) -> Result<Arc<LimitSurface>, LimitSurfaceError> {
        // A sweep over pressures does not need the earlier ones again.
        const MOST: usize = 8;
        let kept = |surfaces: &Surfaces| {
            let same = |of: &(ContactPatch, usize)| of.0 == *patch && of.1 == samples;
            surfaces.iter().find(|(of, _)| same(of)).map(|(_, surface)| Arc::clone(surface))
        };
        if let Some(surface) = kept(&lock(&self.kept.surfaces)) {
            return Ok(surface);
        }
        let surface = Arc::new(LimitSurface::new(patch, samples)?);
        let mut surfaces = lock(&self.kept.surfaces);
        if surfaces.len() >= MOST {
            surfaces.remove(0);
        }
        surfaces.push(((patch.clone(), samples), Arc::clone(&surface)));
        Ok(surface)
    }
}

/// Length of the longest file that is read \[bytes\], 256 MiB.
const LONGEST: u64 = 1 << 28;

/// Returns the contents of a file; fails if it is too long, as one that never ends.
///
/// # Errors
/// A file that cannot be read, or that is longer than 256 MiB.
pub fn read_file(path: impl AsRef<Path>) -> std::io::Result<Vec<u8>> {
    read_to_end(std::fs::File::open(path)?)
}

/// Reads a source to its end; fails if it is too long, as one that never ends.
///
/// # Errors
/// A source that cannot be read, or that gives more than 256 MiB.
pub fn read_to_end(source: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = vec![];
    let length = source.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if length as u64 > LONGEST {
        return Err(std::io::Error::other("is longer than 256 MiB"));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_that_never_ends_is_refused() {
        let error = read_to_end(std::io::repeat(0)).unwrap_err();
        assert_eq!(error.to_string(), "is longer than 256 MiB");
        // The control: a finite source is read to its end.
        assert_eq!(read_to_end(&b"all of it"[..]).unwrap(), b"all of it");
    }
}
