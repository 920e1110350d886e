//! Output of the command.

use std::cell::RefCell;
use std::error::Error;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use serde::Serialize;
use serde_json::{Map, Value, json};
use stiction::output::{printable, with_causes};

use crate::Outcome;

/// Version of the format of reports: it changes when a key is removed or changes its meaning, not when keys are added.
const FORMAT: u32 = 1;

/// Standard output for results, standard error for warnings and errors. With `--json` one object about what a command
/// did, whether it succeeds or fails, replaces summaries.
#[derive(Debug)]
pub(crate) struct Terminal {
    quiet: bool,
    colors: bool,
    /// The command that reports.
    reports: Option<&'static str>,
    facts: RefCell<Map<String, Value>>,
    warnings: RefCell<Vec<String>>,
}

impl Terminal {
    pub(crate) fn new(quiet: bool, reports: Option<&'static str>) -> Self {
        // https://no-color.org
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colors = io::stderr().is_terminal() && !refused;
        Self { quiet, colors, reports, facts: RefCell::default(), warnings: RefCell::default() }
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
        if self.quiet || self.reports.is_some() { Ok(()) } else { self.print(text) }
    }

    /// Puts a fact under its key into the report, if there is one; a number that is not finite becomes `null`.
    pub(crate) fn fact(&self, key: &str, value: impl Serialize) {
        if self.reports.is_some() {
            // Values that JSON cannot express (maps whose keys are not text) do not occur.
            let value = serde_json::to_value(value).unwrap_or_default();
            self.facts.borrow_mut().insert(key.to_owned(), value);
        }
    }

    /// Prints a warning, quiet or not.
    pub(crate) fn warn(&self, text: impl Display) {
        self.warnings.borrow_mut().push(text.to_string());
        self.complain("warning", "33", &text);
    }

    /// Prints the report, if there is one, and the error with its causes; returns whether all is well.
    pub(crate) fn end(&self, outcome: &Outcome<()>) -> bool {
        let error = outcome.as_ref().err().map(|error| with_causes(error.as_ref() as &dyn Error));
        if let Some(command) = self.reports
            && let Err(failed) = self.print(self.report(command, error.as_deref()))
        {
            self.complain("error", "31", &format!("cannot print the report: {failed}"));
            return false;
        }
        if let Some(error) = &error {
            self.complain("error", "31", error);
        }
        error.is_none()
    }

    /// Returns the report of a command that failed with this error, or succeeded.
    fn report(&self, command: &str, error: Option<&str>) -> Value {
        let mut report = json!({
            "format": FORMAT,
            "program": concat!("stiction ", env!("CARGO_PKG_VERSION")),
            "command": command,
            "ok": error.is_none(),
            "error": error,
            "warnings": *self.warnings.borrow(),
        });
        self.facts.borrow().iter().for_each(|(key, value)| report[key] = value.clone());
        report
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
