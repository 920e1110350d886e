//! A scenario file with the settings of the command line.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};
use stiction::scenario::{Mechanism, Registry, ScenarioFile, read_to_end};
use stiction::study::Case;

use crate::Outcome;

/// The scenario and its changed values.
#[derive(Args)]
pub(crate) struct Source {
    /// Scenario file (TOML), `-` for standard input
    pub(crate) file: PathBuf,
    /// Replace a value of the scenario; may be given several times
    #[arg(long = "set", value_name = "PATH=VALUE", value_parser = assignment)]
    pub(crate) settings: Vec<(String, String)>,
}

pub(crate) fn assignment(text: &str) -> Result<(String, String), String> {
    let example = "expected PATH=VALUE, such as solver.step=1e-5";
    let sign = first_sign(text).ok_or(example)?;
    let (path, value) = (&text[..sign], &text[sign + 1..]);
    let (path, value) = (path.trim(), value.trim());
    if path.is_empty() || value.is_empty() {
        return Err(example.to_owned());
    }
    Ok((path.to_owned(), value.to_owned()))
}

/// Returns the place of the first `=` outside quotes.
fn first_sign(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (None, '=') => return Some(at),
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            _ => {}
        }
    }
    None
}

impl Source {
    /// Reads and checks the scenario; `more` settings come after those of the command line.
    pub(crate) fn load(&self, more: Vec<(String, String)>, registry: &Registry) -> Outcome<Case> {
        self.build(more, registry).map(|(case, _)| case)
    }

    /// As [`Self::load`]; returns the mechanism too, which was composed for the check.
    pub(crate) fn build(
        &self,
        more: Vec<(String, String)>,
        registry: &Registry,
    ) -> Outcome<(Case, Mechanism)> {
        let is_stdin = self.file.as_os_str() == "-";
        let file = if is_stdin { standard_input()? } else { ScenarioFile::load(&self.file)? };
        let file = file.with_registry(registry);
        Ok(Case::build(file, self.settings.iter().cloned().chain(more).collect())?)
    }
}

/// Reads the scenario from standard input; its results are called `stdin`, and files that it names are looked up in
/// the current folder.
fn standard_input() -> Outcome<ScenarioFile> {
    const NAME: &str = "stdin";
    let bytes = read_to_end(std::io::stdin().lock()).map_err(|error| format!("{NAME}: {error}"))?;
    Ok(ScenarioFile::from_bytes(NAME, bytes)?)
}

/// Returns which scenario this is, for a report.
pub(crate) fn facts(case: &Case) -> Value {
    let settings = case.settings.iter().map(|(path, value)| (path.clone(), value.as_str().into()));
    json!({
        "file": case.file.path().display().to_string(),
        "title": case.title(),
        "settings": settings.collect::<serde_json::Map<String, Value>>(),
    })
}

/// Returns the folder of the results: `out/<name of the file>` by default.
pub(crate) fn folder(case: &Case, given: Option<&Path>) -> PathBuf {
    given.map_or_else(|| Path::new("out").join(case.name()), Path::to_owned)
}

/// Returns the name of a file without its extension.
pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments_are_split_at_the_first_sign() {
        let pair = |a: &str, b: &str| Ok((a.to_owned(), b.to_owned()));
        assert_eq!(assignment("solver.step=1e-5"), pair("solver.step", "1e-5"));
        assert_eq!(assignment("a.law = {type=\"gsat\"}"), pair("a.law", "{type=\"gsat\"}"));
        let quoted = pair("\"a=b\".c", "\"d=e\"");
        assert_eq!(assignment("\"a=b\".c=\"d=e\""), quoted);
        for wrong in ["solver.step", "=3", "a.b=", "", "\"a=3"] {
            assert!(assignment(wrong).unwrap_err().contains("expected PATH=VALUE"), "{wrong}");
        }
    }
}
