//! Writes a scenario as text and to a file.

use std::path::Path;

use crate::error::{Fault, ScenarioError};
use crate::scenario::Scenario;
use crate::text::Text;

impl Scenario {
    /// Returns the scenario as TOML text.
    ///
    /// # Errors
    /// [`ScenarioError::Write`] if a value has no TOML form.
    pub fn to_toml(&self) -> Result<String, ScenarioError> {
        Ok(toml::to_string(self)?)
    }

    /// Writes the scenario to a file, which is replaced as a whole or not at all. The file can be loaded.
    ///
    /// The files that it names are not copied: a scenario that names files can be saved only into the folder that they
    /// are relative to.
    ///
    /// # Errors
    /// A scenario that cannot be loaded, see [`Self::mechanism`]; as [`Self::to_toml`]; a folder other than that of the
    /// files that it names; a file that cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), ScenarioError> {
        let path = path.as_ref();
        let folder = path.parent().unwrap_or(Path::new(""));
        let judged = Self { context: self.context.without_files(), ..self.clone() };
        judged.compose().map_err(Fault::without_text)?;
        if let Some(file) = judged.context.kept.relative_files().first()
            && !same_folder(folder, &self.folder)
        {
            let (file, own) = (file.display(), self.folder.display());
            let message = format!("names the file `{file}` of the folder `{own}`: save it there");
            return Err(Fault::new(message).without_text());
        }
        let text = self.to_toml()?;
        let shown = Text { file: Some(path), text: &text };
        Self::parse(shown, folder.to_owned(), judged.context.without_files())?;
        replace(path, &text).map_err(|source| ScenarioError::File { path: path.to_owned(), source })
    }
}

/// Returns whether two paths lead to one folder; an empty path is the current folder.
fn same_folder(a: &Path, b: &Path) -> bool {
    let full = |path: &Path| {
        let here = path.as_os_str().is_empty();
        std::fs::canonicalize(if here { Path::new(".") } else { path })
    };
    matches!((full(a), full(b)), (Ok(a), Ok(b)) if a == b)
}

/// Writes a file as a whole or not at all.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = std::fs::remove_file(&part);
    }
    written
}
