//! Ctrl-C: results are there whole or not at all, and the exit code is 130.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// 128 and the number of the signal, as shells have it.
pub(crate) const EXIT_CODE: u8 = 130;

static REQUESTED: AtomicBool = AtomicBool::new(false);
static WRITING: Mutex<()> = Mutex::new(());

/// Ends the process when the user asks for it: at once, or when what is being written is whole or
/// removed.
pub(crate) fn listen() {
    let end = || {
        REQUESTED.store(true, Ordering::SeqCst);
        let _nobody_writes = writing();
        eprintln!("interrupted");
        std::process::exit(EXIT_CODE.into());
    };
    // Without it the system ends the process, which may leave an unfinished folder behind.
    let _ = ctrlc::set_handler(end);
}

/// Whether the user has asked for the end.
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// As long as this is held, the process does not end.
pub(crate) fn writing() -> MutexGuard<'static, ()> {
    // It guards no data that a panic could have left half done.
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}
