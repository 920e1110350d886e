//! Errors in a scenario, with their places.

use core::fmt;
use core::ops::Range;
use std::path::PathBuf;

use stiction_core::ParameterError;
use stiction_network::{NetworkError, SimulationError};

/// A scenario that cannot be read or built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScenarioError {
    /// The text is not a scenario; the message has file, line and column, and what was found and expected.
    #[error("{0}")]
    Text(Box<TextError>),
    /// A scenario composed in code has an error.
    #[error("{path}: {message}")]
    Value {
        /// Its place, as keys of a file: `connections.friction.law.stiffness`.
        path: String,
        /// The error, and the requirement.
        message: String,
    },
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The scenario cannot be written as TOML.
    #[error("cannot write the scenario: {0}")]
    Write(#[from] toml::ser::Error),
    /// The network refused a part.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The simulation refused the scenario.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
}

/// An error in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// File, if the text came from one.
    pub file: Option<PathBuf>,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Keys of the place, `connections.friction.law.stiffness`, as far as they are known.
    pub path: String,
    /// The error, and the expectation.
    pub message: String,
    /// Suggestion of what was meant.
    pub hint: Option<String>,
    /// The line itself.
    pub source_line: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.as_ref().map(|file| file.display().to_string());
        let Self { line, column, message, .. } = self;
        write!(f, "{}:{line}:{column}: {message}", file.as_deref().unwrap_or("scenario"))?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        let (shown, column) = around(&self.source_line, *column);
        let (margin, indent) = (" ".repeat(line.to_string().len()), " ".repeat(column - 1));
        write!(f, "\n{margin} |\n{line} | {shown}\n{margin} | {indent}^")
    }
}

/// Returns the part of a line around a column, and the column in it, from 1.
fn around(line: &str, column: usize) -> (String, usize) {
    const BEFORE: usize = 60;
    const SHOWN: usize = 100;
    // The column after the last character is valid, because something may be missing there.
    let length = line.chars().count();
    let column = column.clamp(1, length + 1);
    let start = if length > SHOWN && column > BEFORE { column - 1 - BEFORE } else { 0 };
    let mut part = line.chars().skip(start);
    let mut shown: String = part.by_ref().take(SHOWN).collect();
    if part.next().is_some() {
        shown.push('…');
    }
    if start > 0 { (format!("…{shown}"), column - start + 1) } else { (shown, column) }
}

/// An error at a place of a scenario, given by its keys, and by its place in the text if there is one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Fault {
    pub(crate) keys: Vec<String>,
    pub(crate) span: Option<Range<usize>>,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

impl Fault {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// Moves the fault inside the value of `key`.
    #[must_use]
    pub(crate) fn inside(mut self, key: impl Into<String>) -> Self {
        self.keys.insert(0, key.into());
        self
    }

    #[must_use]
    pub(crate) fn hint(mut self, hint: Option<String>) -> Self {
        self.hint = hint;
        self
    }

    #[must_use]
    pub(crate) fn at(mut self, span: Range<usize>) -> Self {
        self.span.get_or_insert(span);
        self
    }

    /// Returns the error of a scenario without a text.
    pub(crate) fn without_text(self) -> ScenarioError {
        let message = match self.hint {
            Some(hint) => format!("{} ({hint})", self.message),
            None => self.message,
        };
        let path = if self.keys.is_empty() { "scenario".to_owned() } else { self.keys.join(".") };
        ScenarioError::Value { path, message }
    }
}

impl From<ParameterError> for Fault {
    fn from(error: ParameterError) -> Self {
        Self::new(error.to_string()).inside(error.parameter)
    }
}

/// The caller, who has the text, adds the position.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
impl core::error::Error for Fault {}

/// Adds the key of a fault.
pub(crate) trait Inside<T> {
    fn inside(self, key: impl Into<String>) -> Result<T, Fault>;
}

impl<T, E: Into<Fault>> Inside<T> for Result<T, E> {
    fn inside(self, key: impl Into<String>) -> Result<T, Fault> {
        self.map_err(|error| error.into().inside(key))
    }
}

/// Returns the name among `known` that is nearest to `word`, as a hint, ``did you mean `gsat`?``; none if no name
/// is near.
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    let distance = |name: &&&str| strsim::damerau_levenshtein(word, name);
    let best = *known.iter().min_by_key(distance)?;
    let close = distance(&&best) <= (word.chars().count().max(best.chars().count()) / 3).max(1);
    let part = word.len() >= 3 && (best.starts_with(word) || word.starts_with(best));
    let meant = if close || part { Some(best) } else { akin(word, &known) };
    meant.map(|meant| format!("did you mean `{meant}`?"))
}

/// Returns names as a list in words: `line, plane or space`, with `or` as the last word between them.
pub(crate) fn listed(names: &[&str], word: &str) -> String {
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => {
            format!("{} {word} {last}", before.join(", "))
        }
        _ => names.concat(),
    }
}

/// Returns the fault of a name that is not among those that are there, with the nearest of them as a hint.
pub(crate) fn absent<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Fault {
    let known: Vec<&str> = known.into_iter().collect();
    let fault = Fault::new(format!("there is no `{name}`, only {}", known.join(", ")));
    fault.hint(nearest(name, known))
}

/// Returns the name that begins like a word: with its first part, `coulomb_`, or with most of its letters.
fn akin<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let shared = |name: &str| word.chars().zip(name.chars()).take_while(|(a, b)| a == b).count();
    let begins_alike = |name: &&&str| {
        let (shared, shorter) = (shared(name), word.chars().count().min(name.chars().count()));
        let has_part = word.chars().take(shared).skip(3).any(|c| c == '_');
        shared >= 3 && (has_part || 3 * shared >= 2 * shorter)
    };
    known.iter().filter(begins_alike).max_by_key(|name| shared(name)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_begins_alike_may_be_meant() {
        let meant = |word: &str, known: &[&str]| nearest(word, known.iter().copied());
        let laws = ["gsat", "lugre", "coulomb_contact", "spring_damper"];
        let hint = |name: &str| Some(format!("did you mean `{name}`?"));
        assert_eq!(meant("coulomb_friction", &laws), hint("coulomb_contact"));
        assert_eq!(meant("body", &["bodies", "drives", "solver"]), hint("bodies"));
        assert_eq!(meant("drive", &["bodies", "drives", "solver"]), hint("drives"));
        assert_eq!(meant("spring", &laws), hint("spring_damper"));
        // The control: an unrelated word gets no hint.
        assert_eq!(meant("viscous", &laws), None);
        assert_eq!(meant("gs", &["title", "plots"]), None);
    }

    fn said(source_line: &str, column: usize) -> String {
        let (message, source_line) = ("wrong".to_owned(), source_line.to_owned());
        let (file, hint, path) = (None, None, String::new());
        TextError { file, line: 7, column, path, message, hint, source_line }.to_string()
    }

    #[test]
    fn the_column_is_marked() {
        assert_eq!(said("step = x", 8), "scenario:7:8: wrong\n  |\n7 | step = x\n  |        ^");
        assert_eq!(said("", 1), "scenario:7:1: wrong\n  |\n7 | \n  | ^");
        // A column that the line does not have.
        assert_eq!(said("ab", 9), "scenario:7:9: wrong\n  |\n7 | ab\n  |   ^");
    }

    #[test]
    fn a_long_line_is_shown_around_the_column() {
        let line = format!("{}€x{}", "a".repeat(70_000), "b".repeat(300));
        let message = said(&line, 70_002);
        let lines: Vec<&str> = message.lines().collect();
        assert_eq!(lines[0], "scenario:7:70002: wrong");
        let place = lines[3].chars().count() - 1;
        assert_eq!(lines[2].chars().nth(place), Some('x'));
        assert_eq!(lines[2].chars().count(), "7 | ……".chars().count() + 100);
        let message = said(&line, 3);
        assert!(message.ends_with("…\n  |   ^"), "{message}");
        // A word near the end of the part that fits is shown whole.
        let message = said(&format!("{}breakaway{}", "a".repeat(95), "b".repeat(50)), 96);
        assert!(message.contains("abreakaway"), "{message}");
    }
}
