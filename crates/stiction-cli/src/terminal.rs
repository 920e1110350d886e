//! What is printed.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use stiction::ensemble::with_causes;

use crate::Outcome;

/// Standard output for results, standard error for warnings and errors.
#[derive(Debug)]
pub(crate) struct Terminal {
    quiet: bool,
    colors: bool,
}

impl Terminal {
    pub(crate) fn new(quiet: bool) -> Self {
        // https://no-color.org
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { quiet, colors: io::stderr().is_terminal() && !refused }
    }

    /// Whether progress and summaries are unwanted.
    pub(crate) const fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Prints what was asked for, quiet or not.
    pub(crate) fn print(&self, text: impl Display) -> Outcome<()> {
        match writeln!(io::stdout().lock(), "{text}") {
            // The reader has seen enough: `stiction schema | head`.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => Ok(other?),
        }
    }

    /// Prints a summary, unless quiet.
    pub(crate) fn say(&self, text: impl Display) -> Outcome<()> {
        if self.quiet { Ok(()) } else { self.print(text) }
    }

    /// Prints a warning, quiet or not.
    pub(crate) fn warn(&self, text: impl Display) {
        self.complain("warning", "33", &text);
    }

    /// Prints an error with its causes.
    pub(crate) fn error(&self, error: &dyn Error) {
        self.complain("error", "31", &with_causes(error));
    }

    fn complain(&self, kind: &str, color: &str, text: &dyn Display) {
        let kind =
            if self.colors { format!("\u{1b}[1;{color}m{kind}\u{1b}[0m") } else { kind.to_owned() };
        // Nothing is left to complain to.
        let _ = writeln!(io::stderr().lock(), "{kind}: {text}");
    }
}
