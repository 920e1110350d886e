//! A scenario file with the settings of the command line.

use std::path::{Path, PathBuf};

use clap::Args;
use stiction::scenario::{Scenario, ScenarioFile};

use crate::Outcome;

/// The scenario, and what is changed in it.
#[derive(Args)]
pub(crate) struct Source {
    /// Scenario file (TOML)
    pub(crate) file: PathBuf,
    /// Replace a value of the scenario; may be given several times
    #[arg(long = "set", value_name = "PATH=VALUE", value_parser = assignment)]
    settings: Vec<(String, String)>,
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let example = "expected PATH=VALUE, such as solver.step=1e-5";
    let sign = first_sign(text).ok_or(example)?;
    let (path, value) = (&text[..sign], &text[sign + 1..]);
    let (path, value) = (path.trim(), value.trim());
    if path.is_empty() || value.is_empty() {
        return Err(example.to_owned());
    }
    Ok((path.to_owned(), value.to_owned()))
}

/// The place of the first `=` outside quotes.
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

/// A scenario as it is run.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) file: ScenarioFile,
    /// Paths and values that are replaced in the file.
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) scenario: Scenario,
    /// The text of the scenario, with the settings.
    pub(crate) text: String,
}

impl Source {
    /// Reads the scenario; `more` settings come after those of the command line.
    pub(crate) fn load(&self, more: Vec<(String, String)>) -> Outcome<Loaded> {
        let file = ScenarioFile::load(&self.file)?;
        let settings: Vec<_> = self.settings.iter().cloned().chain(more).collect();
        if !settings.is_empty() {
            // What is wrong with the file itself has its own line.
            file.scenario()?;
        }
        let (scenario, text) = file.scenario_with(&borrowed(&settings))?;
        Ok(Loaded { file, settings, scenario, text })
    }
}

impl Loaded {
    /// The title, or the name of the file.
    pub(crate) fn title(&self) -> String {
        let title = &self.scenario.title;
        if title.is_empty() { stem(self.file.path()) } else { title.clone() }
    }

    /// The text as it is kept beside the results.
    pub(crate) fn kept_text(&self) -> String {
        let path = self.file.path().display();
        let mut head = format!("# {path}");
        for (key, value) in &self.settings {
            head += &format!("\n#   with {key} = {}", value.replace('\n', " "));
        }
        format!("{head}\n{}", self.text)
    }

    /// The folder of the results: `out/<name of the file>` by default.
    pub(crate) fn folder(&self, given: Option<&Path>) -> PathBuf {
        given.map_or_else(|| Path::new("out").join(stem(self.file.path())), Path::to_owned)
    }
}

/// Settings as the library takes them.
pub(crate) fn borrowed(settings: &[(String, String)]) -> Vec<(&str, &str)> {
    settings.iter().map(|(path, value)| (path.as_str(), value.as_str())).collect()
}

/// The name of a file without its extension.
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
