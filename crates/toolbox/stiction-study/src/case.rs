//! A scenario file with values that are replaced in it.

use std::io;
use std::path::{Path, PathBuf};

use stiction_output::printable;
use stiction_scenario::{Mechanism, Scenario, ScenarioError, ScenarioFile};

/// A scenario file and the settings it is run with.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Case {
    /// The file as it was read.
    pub file: ScenarioFile,
    /// Paths and values that are replaced in the file, in order.
    pub settings: Vec<(String, String)>,
    /// The scenario with the settings.
    pub scenario: Scenario,
}

impl Case {
    /// Reads and checks the scenario.
    ///
    /// # Errors
    /// As [`ScenarioFile::scenario_with`].
    pub fn new(file: ScenarioFile, settings: Vec<(String, String)>) -> Result<Self, ScenarioError> {
        let scenario = file.scenario_with(&borrowed(&settings))?;
        Ok(Self { file, settings, scenario })
    }

    /// As [`new`](Self::new); returns the mechanism too, which was composed for the check.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn build(
        file: ScenarioFile,
        settings: Vec<(String, String)>,
    ) -> Result<(Self, Mechanism), ScenarioError> {
        let (scenario, mechanism) = file.mechanism_with(&borrowed(&settings))?;
        Ok((Self { file, settings, scenario }, mechanism))
    }

    /// Returns the case with more settings.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with(self, more: Vec<(String, String)>) -> Result<Self, ScenarioError> {
        let Self { file, mut settings, .. } = self;
        settings.extend(more);
        Self::new(file, settings)
    }

    /// Returns the settings as a [`ScenarioFile`] takes them.
    #[must_use]
    pub fn borrowed_settings(&self) -> Vec<(&str, &str)> {
        borrowed(&self.settings)
    }

    /// Returns the name of the file without its extension.
    #[must_use]
    pub fn name(&self) -> String {
        self.file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Returns the title, or the name of the file.
    #[must_use]
    pub fn title(&self) -> String {
        let title = &self.scenario.title;
        if title.is_empty() { self.name() } else { title.clone() }
    }

    /// Returns the text of the scenario; the original text if no setting changes it.
    ///
    /// # Errors
    /// As [`Scenario::to_toml`].
    pub fn text(&self) -> Result<String, ScenarioError> {
        let as_written = || self.file.text().to_owned();
        if self.settings.is_empty() { Ok(as_written()) } else { self.scenario.to_toml() }
    }

    /// Returns the text that is kept beside the results. It names files by their absolute paths, so it can be run
    /// from there.
    ///
    /// # Errors
    /// As [`Scenario::to_toml`].
    pub fn kept_text(&self) -> Result<String, ScenarioError> {
        self.kept_text_of(&self.scenario, self.text()?)
    }

    /// As [`kept_text`](Self::kept_text), for this scenario with other numbers and its text.
    ///
    /// # Errors
    /// As [`Scenario::to_toml`].
    pub fn kept_text_of(&self, scenario: &Scenario, text: String) -> Result<String, ScenarioError> {
        let path = self.file.path().display().to_string();
        // A comment ends with its line, and has no control characters.
        let mut head = format!("# {}", printable(&path));
        for (key, value) in &self.settings {
            head += &format!("\n#   with {} = {}", printable(key), printable(value));
        }
        // The original text, with its comments, if possible.
        let text = match with_absolute_files(scenario)? {
            Some(moved) => moved.to_toml()?,
            None => text,
        };
        Ok(format!("{head}\n{text}"))
    }

    /// Returns the scenario file and the files that it names.
    #[must_use]
    pub fn inputs(&self) -> Vec<PathBuf> {
        let named = self.scenario.named_files().into_iter();
        let named = named.map(|name| self.scenario.folder.join(name));
        std::iter::once(self.file.path().to_owned()).chain(named).collect()
    }
}

/// Returns the name and contents of every file that a scenario names.
pub(crate) fn named_contents(
    scenario: &Scenario,
) -> Result<Vec<(PathBuf, Vec<u8>)>, ScenarioError> {
    let read = |name: PathBuf| {
        let path = scenario.folder.join(&name);
        match stiction_scenario::read_file(&path) {
            Ok(bytes) => Ok((name, bytes)),
            Err(source) => Err(ScenarioError::File { path, source }),
        }
    };
    scenario.named_files().into_iter().map(read).collect()
}

fn borrowed(settings: &[(String, String)]) -> Vec<(&str, &str)> {
    settings.iter().map(|(path, value)| (path.as_str(), value.as_str())).collect()
}

/// Returns the scenario with absolute paths of its files; `None` if they are absolute already.
fn with_absolute_files(scenario: &Scenario) -> Result<Option<Scenario>, ScenarioError> {
    if scenario.named_files().iter().all(|file| file.is_absolute()) {
        return Ok(None);
    }
    let failed = |source| ScenarioError::File { path: scenario.folder.clone(), source };
    let folder = std::path::absolute(scenario.folder.join(".")).map_err(failed)?;
    let no_text = || io::Error::new(io::ErrorKind::InvalidInput, "the path is no text");
    let folder = folder.to_str().ok_or_else(|| failed(no_text()))?;
    let mut moved = scenario.clone();
    moved.each_file(&mut |name| *name = Path::new(folder).join(&*name).display().to_string());
    Ok(Some(moved))
}
