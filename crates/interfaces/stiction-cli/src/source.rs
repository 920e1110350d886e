//! A scenario file with the settings of the command line.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};
use stiction::scenario::Registry;
use stiction::scenario::{Mechanism, Scenario, ScenarioFile, read_to_end};

use crate::Outcome;

/// The scenario, and what is changed in it.
#[derive(Args)]
pub(crate) struct Source {
    /// Scenario file (TOML), `-` for standard input
    pub(crate) file: PathBuf,
    /// Replace a value of the scenario; may be given several times
    #[arg(long = "set", value_name = "PATH=VALUE", value_parser = assignment)]
    settings: Vec<(String, String)>,
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
}

impl Source {
    /// A file as it is.
    pub(crate) fn of(file: PathBuf) -> Self {
        Self { file, settings: vec![] }
    }

    /// A file with values that are replaced in it.
    pub(crate) fn with_settings(file: PathBuf, settings: Vec<(String, String)>) -> Self {
        Self { file, settings }
    }

    /// Reads the scenario and judges it; `more` settings come after those of the command line.
    pub(crate) fn load(&self, more: Vec<(String, String)>, registry: &Registry) -> Outcome<Loaded> {
        self.build(more, registry).map(|(loaded, _)| loaded)
    }

    /// As [`Self::load`]; returns the mechanism too, which the scenario was judged by.
    pub(crate) fn build(
        &self,
        more: Vec<(String, String)>,
        registry: &Registry,
    ) -> Outcome<(Loaded, Mechanism)> {
        let is_stdin = self.file.as_os_str() == "-";
        let file = if is_stdin { standard_input()? } else { ScenarioFile::load(&self.file)? };
        let file = file.with_registry(registry);
        let settings: Vec<_> = self.settings.iter().cloned().chain(more).collect();
        let (scenario, mechanism) = file.mechanism_with(&borrowed(&settings))?;
        Ok((Loaded { file, settings, scenario }, mechanism))
    }
}

/// The scenario of standard input; its results are called `stdin`, and files that it names are looked
/// for in the present folder.
fn standard_input() -> Outcome<ScenarioFile> {
    const NAME: &str = "stdin";
    let bytes = read_to_end(std::io::stdin().lock()).map_err(|error| format!("{NAME}: {error}"))?;
    Ok(ScenarioFile::from_bytes(NAME, bytes)?)
}

impl Loaded {
    /// Returns the scenario with more settings.
    pub(crate) fn with(self, more: Vec<(String, String)>) -> Outcome<Self> {
        let Self { file, mut settings, .. } = self;
        settings.extend(more);
        let scenario = file.scenario_with(&borrowed(&settings))?;
        Ok(Self { file, settings, scenario })
    }

    /// Which scenario this is, for a report.
    pub(crate) fn facts(&self) -> Value {
        let settings: serde_json::Map<String, Value> = self
            .settings
            .iter()
            .map(|(path, value)| (path.clone(), value.as_str().into()))
            .collect();
        json!({
            "file": self.file.path().display().to_string(),
            "title": self.title(),
            "settings": settings,
        })
    }

    /// The title, or the name of the file.
    pub(crate) fn title(&self) -> String {
        let title = &self.scenario.title;
        if title.is_empty() { stem(self.file.path()) } else { title.clone() }
    }

    /// Returns the text of the scenario, as it was written if no setting changes it.
    pub(crate) fn text(&self) -> Outcome<String> {
        let as_written = || self.file.text().to_owned();
        if self.settings.is_empty() { Ok(as_written()) } else { Ok(self.scenario.to_toml()?) }
    }

    /// Returns the text as it is kept beside the results, from where it can be run again: with the absolute
    /// paths of the files that it names.
    pub(crate) fn kept_text(&self) -> Outcome<String> {
        self.kept_text_of(&self.scenario, self.text()?)
    }

    /// As [`Self::kept_text`], for this scenario with other numbers and its text.
    pub(crate) fn kept_text_of(&self, scenario: &Scenario, text: String) -> Outcome<String> {
        let path = self.file.path().display().to_string();
        let mut head = format!("# {}", in_comment(&path));
        for (key, value) in &self.settings {
            head += &format!("\n#   with {} = {}", in_comment(key), in_comment(value));
        }
        // As it was written, with its comments, if it can be.
        let text = match with_absolute_files(scenario)? {
            Some(moved) => moved.to_toml()?,
            None => text,
        };
        Ok(format!("{head}\n{text}"))
    }

    /// The scenario file and the files that it names.
    pub(crate) fn inputs(&self) -> Vec<PathBuf> {
        let mut files = vec![self.file.path().to_owned()];
        files.extend(named_files(&self.scenario));
        files
    }

    /// The folder of the results: `out/<name of the file>` by default.
    pub(crate) fn folder(&self, given: Option<&Path>) -> PathBuf {
        given.map_or_else(|| Path::new("out").join(stem(self.file.path())), Path::to_owned)
    }
}

/// A text as a comment may have it, which ends with its line and has no control characters.
fn in_comment(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' => vec![' '],
        control if control.is_control() => control.escape_default().collect(),
        plain => vec![plain],
    };
    text.chars().flat_map(shown).collect()
}

/// Returns the files that a scenario names, where they are.
pub(crate) fn named_files(scenario: &Scenario) -> Vec<PathBuf> {
    scenario.named_files().into_iter().map(|name| scenario.folder.join(name)).collect()
}

/// Returns the scenario with absolute paths of its files; `None` if they are absolute already.
fn with_absolute_files(scenario: &Scenario) -> Outcome<Option<Scenario>> {
    if scenario.named_files().iter().all(|file| file.is_absolute()) {
        return Ok(None);
    }
    let folder = std::path::absolute(scenario.folder.join("."))?;
    let folder = folder.to_str().ok_or("the path of the scenario is no text")?;
    let mut moved = scenario.clone();
    moved.each_file(&mut |name| *name = Path::new(folder).join(&*name).display().to_string());
    Ok(Some(moved))
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
    fn a_comment_ends_with_its_line() {
        let text = in_comment("a\nb\r\u{1b}[1m\tc\u{7f}é");
        assert_eq!(text, "a b\\r\\u{1b}[1m\\tc\\u{7f}é");
        format!("# {text}").parse::<toml::Table>().unwrap();
    }

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
