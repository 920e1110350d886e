//! Files that are written whole or not at all.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io, process};

/// Writes a file completely or not at all, with the folders above it.
pub(crate) fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static WRITES: AtomicU64 = AtomicU64::new(0);
    let Some(name) = path.file_name() else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
    };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // Process and count keep writers of the same file apart.
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}-{}", process::id(), WRITES.fetch_add(1, Ordering::Relaxed)));
    let beside = path.with_file_name(beside);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one to report; there may be nothing to remove.
        let _ = fs::remove_file(&beside);
    }
    written
}
