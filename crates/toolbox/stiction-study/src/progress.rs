//! A progress bar for ensembles that take longer than a moment.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::Outcome;

/// A bar on standard error, shown after a second if that is a terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    pub(crate) bar: ProgressBar,
    failed: AtomicUsize,
}

impl Progress {
    pub(crate) fn new(members: usize) -> Self {
        let style = "{wide_bar} {pos}/{len} members{msg}  {eta} left";
        let style =
            ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
        let hidden = ProgressDrawTarget::hidden();
        let bar = ProgressBar::with_draw_target(Some(members as u64), hidden).with_style(style);
        Self { bar, failed: AtomicUsize::new(0) }
    }

    /// Counts a member that has ended.
    pub(crate) fn advance(&self, outcome: &Outcome) {
        if outcome.message().is_some() {
            let failed = self.failed.fetch_add(1, Ordering::Relaxed) + 1;
            self.bar.set_message(format!(", {failed} failed"));
        }
        if self.bar.is_hidden() && self.bar.elapsed() > Duration::from_secs(1) {
            // It stays hidden unless standard error is a terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(1);
    }
}
