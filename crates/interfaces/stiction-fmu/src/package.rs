//! The archive: description, scenario with its files, libraries.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use std::path::{Component, Path, PathBuf};

use stiction_scenario::ScenarioFile;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::describe::Fmi;
use crate::error::ExportError;
use crate::model::Model;
use crate::platform::Library;

/// An FMU to be written.
#[derive(Debug)]
pub struct Package {
    /// The model that an importer sees.
    pub model: Model,
    version: Fmi,
    identifier: String,
    /// The files that the scenario names, by their paths in `resources`.
    files: BTreeMap<String, Vec<u8>>,
    libraries: Vec<Library>,
}

impl Package {
    /// Packs a scenario with some values replaced, as `--set` does.
    ///
    /// # Errors
    /// A scenario that is refused; a named file that cannot be read; no library, or one for a platform that this
    /// version of the standard has no name for.
    pub fn new(
        file: &ScenarioFile,
        settings: &[(&str, &str)],
        libraries: Vec<Library>,
        version: Fmi,
    ) -> Result<Self, ExportError> {
        if libraries.is_empty() {
            return Err(ExportError::NoLibrary);
        }
        if let Some(library) = libraries.iter().find(|one| one.platform.folder(version).is_none()) {
            let path = PathBuf::from(format!("{:?}", library.platform));
            let reason = "FMI 2.0 has no name for this platform; export for FMI 3.0".to_owned();
            return Err(ExportError::Library { path, reason });
        }
        let scenario = file.scenario_with(settings)?;
        let text = if settings.is_empty() { file.text().to_owned() } else { scenario.to_toml()? };
        let (mut packed, mut names) = (scenario.clone(), Gathered::new());
        packed.each_file(&mut |name| *name = place(name, &scenario.folder, &mut names));
        // The text stays as it was written, with its comments, if no path changes.
        let packed = if packed == scenario { text.clone() } else { packed.to_toml()? };
        let model = Model::of(ScenarioFile::from_bytes(file.path(), text.into_bytes())?)?;
        let model = model.with_text(packed)?;
        let identifier = identifier(file.path());
        Ok(Self { model, version, identifier, files: read_all(names)?, libraries })
    }

    /// Returns the archive, always with the same bytes.
    ///
    /// # Errors
    /// Two libraries for one platform.
    pub fn bytes(&self) -> Result<Vec<u8>, ExportError> {
        let mut zip = ZipWriter::new(Cursor::new(vec![]));
        let options = |mode| {
            // Without a time stamp, so that equal archives have equal bytes.
            SimpleFileOptions::DEFAULT
                .compression_method(CompressionMethod::Deflated)
                .unix_permissions(mode)
        };
        let mut add = |path: String, bytes: &[u8], mode| -> Result<(), ExportError> {
            zip.start_file(path, options(mode))?;
            let written = zip.write_all(bytes);
            written.map_err(|source| ExportError::File { path: "the FMU".into(), source })
        };
        let description = self.model.describe(self.version, &self.identifier);
        add("modelDescription.xml".to_owned(), description.as_bytes(), 0o644)?;
        add("resources/scenario.toml".to_owned(), self.model.file.text().as_bytes(), 0o644)?;
        for (name, bytes) in &self.files {
            add(format!("resources/{name}"), bytes, 0o644)?;
        }
        for Library { platform, bytes } in &self.libraries {
            let folder = platform.folder(self.version).unwrap_or_default();
            let path = format!("binaries/{folder}/{}.{}", self.identifier, platform.extension());
            add(path, bytes, 0o755)?;
        }
        Ok(zip.finish()?.into_inner())
    }
}

/// Returns the name of a file as an identifier of C.
fn identifier(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = stem.chars().map(plain).collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("fmu_{name}") }
}

/// Where the named files are now, by their paths in `resources`.
type Gathered = BTreeMap<String, PathBuf>;

/// Returns the path of a named file in `resources`, and notes where the file is now. A path inside the folder of the
/// scenario stays; of all others the name does.
fn place(name: &str, folder: &Path, files: &mut Gathered) -> String {
    let from = folder.join(name);
    let stays = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    let inside = if stays {
        name.replace('\\', "/")
    } else {
        let own = from.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Files of one name get a folder each.
        let free = |path: &String| files.get(path).is_none_or(|taken| *taken == from);
        let mut tries = (0..).map(|i| format!("files/{i}/{own}"));
        tries.find(free).unwrap_or(own)
    };
    files.insert(inside.clone(), from);
    inside
}

fn read_all(files: Gathered) -> Result<BTreeMap<String, Vec<u8>>, ExportError> {
    let read = |(name, path): (String, PathBuf)| match stiction_scenario::read_file(&path) {
        Ok(bytes) => Ok((name, bytes)),
        Err(source) => Err(ExportError::File { path, source }),
    };
    files.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::Platform;
    use crate::testing::BLOCK;

    fn library(platform: Platform) -> Library {
        Library { platform, bytes: b"a library".to_vec() }
    }

    fn entries(bytes: Vec<u8>) -> BTreeMap<String, String> {
        let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let count = zip.len();
        let read = |i| {
            let mut entry = zip.by_index(i).unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            (entry.name().unwrap().into_owned(), text)
        };
        (0..count).map(read).collect()
    }

    #[test]
    fn several_platforms_go_into_one_archive_of_the_same_bytes() {
        let file = ScenarioFile::from_bytes("2 blocks.toml", BLOCK.into()).unwrap();
        let make = |version| {
            let all = [Platform::LinuxX86_64, Platform::WindowsX86_64].map(library).to_vec();
            Package::new(&file, &[], all, version).unwrap().bytes().unwrap()
        };
        assert_eq!(make(Fmi::V3), make(Fmi::V3));
        let names: Vec<String> = entries(make(Fmi::V3)).into_keys().collect();
        let expected = [
            "binaries/x86_64-linux/fmu_2_blocks.so",
            "binaries/x86_64-windows/fmu_2_blocks.dll",
            "modelDescription.xml",
            "resources/scenario.toml",
        ];
        assert_eq!(names, expected);
        let old = entries(make(Fmi::V2));
        assert_eq!(old["binaries/win64/fmu_2_blocks.dll"], "a library");
        assert_eq!(old["resources/scenario.toml"], BLOCK);
        assert!(old["modelDescription.xml"].contains("modelIdentifier=\"fmu_2_blocks\""));
    }

    #[test]
    fn settings_and_files_travel_along() {
        let folder = tempfile::tempdir().unwrap();
        let [inside, outside] = ["in", "out"].map(|name| folder.path().join(name));
        [&inside, &outside].into_iter().for_each(|folder| std::fs::create_dir(folder).unwrap());
        let load = |value: &str| format!("# N\nt,n\n0,{value}\n1,{value}\n");
        std::fs::write(inside.join("load.csv"), load("1")).unwrap();
        std::fs::write(outside.join("load.csv"), load("2")).unwrap();
        let signal = |file: &str| {
            format!(
                "{{ ports = \"block\", law = {{ type = \"effort\", effort = {{ type = \"samples\", file = \"{file}\" }} }} }}"
            )
        };
        let [own, other] = ["load.csv", "../out/load.csv"].map(signal);
        let text = format!("{BLOCK}connections.own = {own}\nconnections.other = {other}\n");
        std::fs::write(inside.join("s.toml"), text).unwrap();
        let file = ScenarioFile::load(inside.join("s.toml")).unwrap();
        let settings = [("bodies.block.mass", "2.5")];
        let all = vec![library(Platform::LinuxX86_64)];
        let package = Package::new(&file, &settings, all, Fmi::V2).unwrap();
        let token = package.model.token.clone();
        let entries = entries(package.bytes().unwrap());
        assert_eq!(entries["resources/load.csv"], load("1"));
        assert_eq!(entries["resources/files/0/load.csv"], load("2"));
        // The library finds the scenario that was described.
        let resources = tempfile::tempdir().unwrap();
        for (name, text) in entries {
            let path = resources.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let resources = resources.path().join("resources");
        let instance = crate::instance::Instance::new(&resources, &token).unwrap();
        let mass = instance.model().variables.iter().find(|one| one.name == "bodies.block.mass");
        assert_eq!(mass.unwrap().start, Some(2.5));
        // The token covers the scenario, but not the files that it names.
        let scenario = resources.join("scenario.toml");
        let changed = std::fs::read_to_string(&scenario).unwrap().replace("2.5", "2.25");
        std::fs::write(scenario, changed).unwrap();
        let message = crate::instance::Instance::new(&resources, &token).unwrap_err().to_string();
        assert!(message.contains("export it again"), "{message}");
    }

    #[test]
    fn what_can_run_nowhere_is_refused() {
        let file = crate::testing::file(BLOCK);
        let refused = |libraries, version| {
            Package::new(&file, &[], libraries, version).unwrap_err().to_string()
        };
        assert!(refused(vec![], Fmi::V3).contains("at least one platform"));
        let arm = vec![library(Platform::LinuxAarch64)];
        assert!(refused(arm.clone(), Fmi::V2).contains("export for FMI 3.0"));
        Package::new(&file, &[], arm, Fmi::V3).unwrap();
        // Two libraries for one platform have one name.
        let twice = vec![library(Platform::LinuxX86_64); 2];
        assert!(Package::new(&file, &[], twice, Fmi::V3).unwrap().bytes().is_err());
    }
}
