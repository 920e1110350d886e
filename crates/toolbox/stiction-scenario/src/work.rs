//! How often a thread has parsed a text and composed a network: what tests of the ways to a run count.

use core::cell::Cell;

/// What a thread has done since it began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkDone {
    /// Texts that were parsed.
    pub parses: usize,
    /// Networks that were composed.
    pub compositions: usize,
}

thread_local! {
    static DONE: Cell<WorkDone> = const { Cell::new(WorkDone { parses: 0, compositions: 0 }) };
}

/// Returns what this thread has done since it began.
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
