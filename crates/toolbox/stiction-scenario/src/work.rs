//! Counts of parsed texts and composed networks, for tests of the work before a run.

use core::cell::Cell;

/// Work of a thread since it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkDone {
    /// Number of texts parsed.
    pub parses: usize,
    /// Number of networks composed.
    pub compositions: usize,
}

thread_local! {
    static DONE: Cell<WorkDone> = const { Cell::new(WorkDone { parses: 0, compositions: 0 }) };
}

/// Returns the work of this thread since it began.
#[doc(hidden)]
#[must_use]
pub fn work_done() -> WorkDone {
    DONE.get()
}

pub(crate) fn count(more: impl FnOnce(&mut WorkDone)) {
    let mut done = DONE.get();
    more(&mut done);
    DONE.set(done);
}
