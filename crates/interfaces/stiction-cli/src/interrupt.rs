//! Ctrl-C and termination signals (SIGTERM, SIGHUP): results are complete or absent, and the exit code is 130.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// 128 plus the number of SIGINT, as in shells, for all of them.
pub(crate) const EXIT_CODE: u8 = 130;

static REQUESTED: AtomicBool = AtomicBool::new(false);
/// Number of results being written.
static WRITERS: Mutex<usize> = Mutex::new(0);
static DONE: Condvar = Condvar::new();
/// Folders that were made for results, the innermost first.
static MADE: Mutex<Vec<PathBuf>> = Mutex::new(vec![]);

/// Ends the process on a signal: at once, or when files being written are complete or removed.
pub(crate) fn listen() {
    let end = || {
        REQUESTED.store(true, Ordering::SeqCst);
        let nobody = DONE.wait_while(lock(&WRITERS), |count| *count > 0);
        let _nobody_writes = nobody.unwrap_or_else(PoisonError::into_inner);
        remove_empty();
        // If the terminal was closed, this is closed too.
        let _ = writeln!(io::stderr(), "interrupted");
        std::process::exit(EXIT_CODE.into());
    };
    // Without a handler the system ends the process, which may leave an unfinished folder behind; the next run
    // removes it.
    let _ = match ignores_hangup() {
        // Started by `nohup` to outlive the terminal, which a handler would undo.
        Some(true) => Ok(()),
        Some(false) => ctrlc::set_handler(end),
        // Leaves signals that already have a handler.
        None => ctrlc::try_set_handler(end),
    };
}

/// Returns whether SIGHUP is ignored, if the system tells.
fn ignores_hangup() -> Option<bool> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    // One bit for each signal, from the first, which is SIGHUP.
    Some(u64::from_str_radix(ignored.trim(), 16).ok()? & 1 == 1)
}

/// Returns whether a signal has asked for the end.
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// Notes folders that are made for results, the innermost first: those that stay empty are removed at the end.
pub(crate) fn made(folders: impl IntoIterator<Item = PathBuf>) {
    lock(&MADE).splice(0..0, folders);
}

/// Removes the folders that were made for results and are empty.
pub(crate) fn remove_empty() {
    let made = std::mem::take(&mut *lock(&MADE));
    for folder in made {
        // A folder with results in it stays.
        let _ = fs::remove_dir(folder);
    }
}

/// The process does not end while one of these exists.
#[derive(Debug)]
pub(crate) struct Writing(());

impl Writing {
    pub(crate) fn begin() -> Self {
        *lock(&WRITERS) += 1;
        Self(())
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        *lock(&WRITERS) -= 1;
        DONE.notify_all();
    }
}

/// Poisoning is harmless: every update is a single assignment.
fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
