//! Output of the command.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use serde::Serialize;
use stiction::output::{printable, with_causes};

use crate::Outcome;
use crate::report::Report;

/// Standard output for results, standard error for warnings and errors.
#[derive(Debug)]
pub(crate) struct Terminal {
    quiet: bool,
    colors: bool,
    /// Replaces summaries.
    report: Option<Report>,
}

impl Terminal {
    pub(crate) fn new(quiet: bool, report: Option<Report>) -> Self {
        // https://no-color.org
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { quiet, colors: io::stderr().is_terminal() && !refused, report }
    }

    /// Returns whether progress and summaries are unwanted.
    pub(crate) const fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Prints requested output, quiet or not.
    pub(crate) fn print(&self, text: impl Display) -> Outcome<()> {
        match writeln!(io::stdout().lock(), "{}", lines(&text)) {
            // The reader has seen enough: `stiction schema | head`.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => Ok(other?),
        }
    }

    /// Prints a summary, unless quiet or reporting.
    pub(crate) fn say(&self, text: impl Display) -> Outcome<()> {
        if self.quiet || self.report.is_some() { Ok(()) } else { self.print(text) }
    }

    /// Puts a fact under its key into the report, if there is one.
    pub(crate) fn fact(&self, key: &str, value: impl Serialize) {
        if let Some(report) = &self.report {
            report.fact(key, value);
        }
    }

    /// Prints a warning, quiet or not.
    pub(crate) fn warn(&self, text: impl Display) {
        if let Some(report) = &self.report {
            report.warn(text.to_string());
        }
        self.complain("warning", "33", &text);
    }

    /// Prints the report, if there is one, and the error with its causes; returns whether all is well.
    pub(crate) fn end(&self, outcome: &Outcome<()>) -> bool {
        let error = outcome.as_ref().err().map(|error| with_causes(error.as_ref() as &dyn Error));
        if let Some(report) = &self.report
            && let Err(failed) = self.print(report.object(error.as_deref()))
        {
            self.complain("error", "31", &format!("cannot print the report: {failed}"));
            return false;
        }
        if let Some(error) = &error {
            self.complain("error", "31", error);
        }
        error.is_none()
    }

    fn complain(&self, kind: &str, color: &str, text: &dyn Display) {
        let kind =
            if self.colors { format!("\u{1b}[1;{color}m{kind}\u{1b}[0m") } else { kind.to_owned() };
        // If standard error fails, nothing is left to report to.
        let _ = writeln!(io::stderr().lock(), "{kind}: {}", lines(text));
    }
}

/// Returns the lines of a text without control characters, which titles and names may contain.
fn lines(text: &dyn Display) -> String {
    text.to_string().split('\n').map(printable).collect::<Vec<_>>().join("\n")
}
