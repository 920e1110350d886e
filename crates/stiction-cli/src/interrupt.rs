//! Ctrl-C: results are there whole or not at all, and the exit code is 130.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// 128 and the number of the signal, as shells have it.
pub(crate) const EXIT_CODE: u8 = 130;

static REQUESTED: AtomicBool = AtomicBool::new(false);
/// How many results are being written.
static WRITERS: Mutex<usize> = Mutex::new(0);
static DONE: Condvar = Condvar::new();

/// Ends the process when the user asks for it: at once, or when what is being written is whole or
/// removed.
pub(crate) fn listen() {
    let end = || {
        REQUESTED.store(true, Ordering::SeqCst);
        let nobody = DONE.wait_while(writers(), |count| *count > 0);
        let _nobody_writes = nobody.unwrap_or_else(PoisonError::into_inner);
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

/// As long as one of these is there, the process does not end.
#[derive(Debug)]
pub(crate) struct Writing(());

impl Writing {
    pub(crate) fn begin() -> Self {
        *writers() += 1;
        Self(())
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        *writers() -= 1;
        DONE.notify_all();
    }
}

fn writers() -> MutexGuard<'static, usize> {
    // A number that a panic cannot leave half done.
    WRITERS.lock().unwrap_or_else(PoisonError::into_inner)
}
