//! Ctrl-C and the signals that ask for the end (SIGTERM, SIGHUP): results are there whole or not at
//! all, and the exit code is 130.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// 128 and the number of SIGINT, as shells have it, for all of them.
pub(crate) const EXIT_CODE: u8 = 130;

static REQUESTED: AtomicBool = AtomicBool::new(false);
/// How many results are being written.
static WRITERS: Mutex<usize> = Mutex::new(0);
static DONE: Condvar = Condvar::new();
/// Folders that were made for results, the innermost first.
static MADE: Mutex<Vec<PathBuf>> = Mutex::new(vec![]);

/// Ends the process when it is asked to: at once, or when what is being written is whole or removed.
pub(crate) fn listen() {
    let end = || {
        REQUESTED.store(true, Ordering::SeqCst);
        let nobody = DONE.wait_while(lock(&WRITERS), |count| *count > 0);
        let _nobody_writes = nobody.unwrap_or_else(PoisonError::into_inner);
        remove_empty();
        // Who closed the terminal has closed this too.
        let _ = writeln!(io::stderr(), "interrupted");
        std::process::exit(EXIT_CODE.into());
    };
    // Without it the system ends the process, which may leave an unfinished folder behind: the next
    // run removes it.
    let _ = match ignores_hangup() {
        // Started by `nohup`, to outlive the terminal: a handler would take that away.
        Some(true) => Ok(()),
        Some(false) => ctrlc::set_handler(end),
        // Takes no signal that somebody else has taken.
        None => ctrlc::try_set_handler(end),
    };
}

/// Whether SIGHUP is ignored, where the system tells.
fn ignores_hangup() -> Option<bool> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    // One bit for each signal, from the first, which is SIGHUP.
    Some(u64::from_str_radix(ignored.trim(), 16).ok()? & 1 == 1)
}

/// Whether somebody has asked for the end.
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// Notes folders that are made for results, the innermost first: those that are empty at the end go again.
pub(crate) fn made(folders: impl IntoIterator<Item = PathBuf>) {
    lock(&MADE).splice(0..0, folders);
}

/// Removes the folders that were made for results and are empty.
pub(crate) fn remove_empty() {
    let made = std::mem::take(&mut *lock(&MADE));
    for folder in made {
        // One with results in it stays.
        let _ = fs::remove_dir(folder);
    }
}

/// As long as one of these is there, the process does not end.
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

/// What is locked here is changed in one step, which a panic cannot leave half done.
fn lock<T>(mutex: &'static Mutex<T>) -> MutexGuard<'static, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
