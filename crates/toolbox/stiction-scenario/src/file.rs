//! A scenario file, read once, from which scenarios with other values are made.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Fault, ScenarioError};
use crate::folder::read_file;
use crate::mechanism::{Composed, Mechanism};
use crate::registry::Registry;
use crate::scenario::{Context, Scenario};
use crate::settings;
use crate::text::{Text, text_of};

/// The text of a scenario file.
///
/// It is read once, and so is every file that it names, when a scenario first needs it, so that later changes of
/// them do not affect the members of a sweep. A limit surface of a pad is sampled once for all members with one
/// pressure.
///
/// ```no_run
/// use stiction_scenario::ScenarioFile;
///
/// let file = ScenarioFile::load("examples/scenarios/stick_slip.toml")?;
/// for breakaway in ["1.2", "1.4", "1.6"] {
///     let path = "connections.friction.law.curve.breakaway";
///     let scenario = file.scenario_with(&[(path, breakaway)])?;
///     let (mut sim, _) = scenario.simulation()?;
///     sim.run_until(scenario.solver.until)?;
/// }
/// # Ok::<(), stiction_scenario::ScenarioError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ScenarioFile {
    path: PathBuf,
    text: String,
    context: Context,
}

impl Scenario {
    /// Reads a scenario from a file.
    ///
    /// # Errors
    /// A file that cannot be read; anything that is not a scenario, with file and line.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, ScenarioError> {
        ScenarioFile::load(path.as_ref())?.scenario()
    }
}

impl ScenarioFile {
    /// Reads the file; its contents are judged later.
    ///
    /// # Errors
    /// A file that cannot be read or is longer than 256 MiB; one that is not valid UTF-8, with the line.
    pub fn load(path: impl Into<PathBuf>) -> Result<Self, ScenarioError> {
        let path = path.into();
        let unread = |source| ScenarioError::File { path: path.clone(), source };
        Self::from_bytes(&path, read_file(&path).map_err(unread)?)
    }

    /// Takes the bytes of a file that was read elsewhere, such as from standard input. Errors call it `path`, and the
    /// files that it names are relative to the folder of that.
    ///
    /// # Errors
    /// A file that is not valid UTF-8, with the line.
    pub fn from_bytes(path: impl Into<PathBuf>, bytes: Vec<u8>) -> Result<Self, ScenarioError> {
        let path = path.into();
        match text_of(bytes) {
            Ok(text) => Ok(Self { path, text, context: Context::default() }),
            Err((text, fault)) => Err(Text { file: Some(&path), text: &text }.locate(fault)),
        }
    }

    /// Sets the components that it can name: those of the library, and your own.
    ///
    /// ```
    /// use stiction_core::{Describe, Impedance, Line, Motion, ParameterError, Register, Stage};
    /// use stiction_scenario::{Scenario, ScenarioFile, library};
    /// use typed_builder::TypedBuilder;
    ///
    /// /// Friction in proportion to the square of the speed.
    /// #[derive(Clone, Debug, PartialEq, TypedBuilder, Describe)]
    /// #[builder(build_method(into = Result<Drag, ParameterError>))]
    /// #[describe(tag = "drag", crate = stiction_core)]
    /// struct Drag {
    ///     /// Force `c` per square of the speed \[N s²/m²\], ≥ 0.
    ///     #[field(non_negative)]
    ///     coefficient: f64,
    /// }
    /// impl Impedance for Drag {
    ///     type Domain = Line;
    ///     fn respond(&self, _: &Stage, motion: &Motion<Line>, _: &[f64], _: &mut [f64]) -> f64 {
    ///         -self.coefficient * motion.flow * motion.flow.abs()
    ///     }
    /// }
    ///
    /// let mut registry = library();
    /// registry.law::<Drag>();
    /// let text = r#"
    ///     schema_version = 1
    ///     solver = { step = 1e-3, until = 1.0 }
    ///     bodies.block = { type = "point_mass", mass = 1.0, start = { velocity = 1.0 } }
    ///     connections.air = { ports = "block", law = { type = "drag", coefficient = 2.0 } }
    /// "#;
    /// let file = ScenarioFile::from_bytes("air.toml", text.into())?.with_registry(&registry);
    /// let scenario = file.scenario()?;
    /// let (mut sim, _) = scenario.simulation()?;
    /// sim.run_until(1.0)?;
    /// assert!((sim.state().values()[1] - 1.0 / 3.0).abs() < 1e-9); // v = 1/(1 + 2 t)
    /// // As every other entry: in the schema, and checked with its line.
    /// let schema = Scenario::json_schema_with(&registry).to_string();
    /// assert!(schema.contains("Friction in proportion to the square of the speed."));
    /// let text = text.replace("2.0", "-2.0");
    /// let file = ScenarioFile::from_bytes("air.toml", text.into())?.with_registry(&registry);
    /// let error = file.scenario().unwrap_err().to_string();
    /// assert!(error.contains("air.toml:5:"), "{error}");
    /// assert!(error.contains("Drag: coefficient = -2 must be finite and not negative"), "{error}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_registry(self, registry: &Registry) -> Self {
        let known = Arc::new(registry.clone());
        Self { context: Context { known, ..self.context }, ..self }
    }

    /// Supplies the contents of a file under the name that the scenario uses, for a machine without that file. The
    /// file is then not read from disk.
    #[must_use]
    pub fn with_file(self, name: impl AsRef<Path>, bytes: Vec<u8>) -> Self {
        self.context.kept.put(self.folder(), name.as_ref().to_owned(), bytes);
        self
    }

    /// Returns the path it was read from.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the text of the file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the scenario of the file.
    ///
    /// # Errors
    /// Anything that is not a scenario, with file and line.
    pub fn scenario(&self) -> Result<Scenario, ScenarioError> {
        self.scenario_with(&[])
    }

    /// Returns the scenario with some values replaced: `("solver.step", "1e-3")`.
    ///
    /// # Errors
    /// As [`Self::scenario`]; a path that is not in the file; a value that is not TOML.
    pub fn scenario_with(&self, settings: &[(&str, &str)]) -> Result<Scenario, ScenarioError> {
        self.composed_with(settings).map(|(scenario, _)| scenario)
    }

    /// Returns the scenario with some values replaced, and its mechanism. The text is parsed once, and the network
    /// that judges the values is the one that is returned.
    ///
    /// # Errors
    /// As [`Self::scenario_with`].
    pub fn mechanism_with(
        &self,
        settings: &[(&str, &str)],
    ) -> Result<(Scenario, Mechanism), ScenarioError> {
        let (scenario, composed) = self.composed_with(settings)?;
        let mechanism = scenario.mechanism_of(composed)?;
        Ok((scenario, mechanism))
    }

    fn composed_with(
        &self,
        settings: &[(&str, &str)],
    ) -> Result<(Scenario, Composed), ScenarioError> {
        let given = Text { file: Some(&self.path), text: &self.text };
        let entries = settings::entries(settings);
        // A TOML syntax error is reported against the original text.
        let mut root = given.tree().map_err(|fault| given.locate(fault))?;
        settings::apply(&mut root, settings, &entries).map_err(Fault::without_text)?;
        let found = Scenario::composed(root, self.folder(), self.context.clone());
        found.map_err(|fault| {
            if settings.is_empty() {
                return given.locate(fault);
            }
            match Scenario::judged(given, self.folder(), self.context.clone()) {
                Err(own) if own.keys == fault.keys && own.message == fault.message => {
                    given.locate(own)
                }
                _ => refused(fault, settings, given),
            }
        })
    }

    pub(crate) fn registry(&self) -> &Registry {
        &self.context.known
    }

    fn folder(&self) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).to_owned()
    }
}

/// Returns the error of a fault in the text with its settings.
fn refused(fault: Fault, settings: &[(&str, &str)], given: Text<'_>) -> ScenarioError {
    match blamed(&fault, settings) {
        Some((path, value)) => {
            let place = fault.keys.join(".");
            let place = if place == path { String::new() } else { place + ": " };
            let fault = Fault::new(place + &fault.message).hint(fault.hint);
            fault.inside(format!("{path} = {value}")).without_text()
        }
        None if fault.keys.is_empty() => fault.without_text(),
        // The reader has not seen the lines of the changed text.
        None => given.locate(Fault { span: None, ..fault }),
    }
}

/// Returns the setting whose value is at the place of a fault, or in it.
fn blamed<'a>(fault: &Fault, settings: &[(&'a str, &'a str)]) -> Option<(&'a str, &'a str)> {
    let is_there = |(path, _): &&(&str, &str)| {
        let keys = settings::split(path).unwrap_or_default();
        let mut pairs = keys.iter().zip(&fault.keys);
        !fault.keys.is_empty() && pairs.all(|(own, place)| own == place)
    };
    settings.iter().rev().find(is_there).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work_done;
    use crate::wrong_tests::assert_says;

    const TEXT: &str = "schema_version = 1\nsolver = { step = 0.1, until = 1.0 }\n\
                        bodies.block = { type = \"point_mass\", mass = 1.0 }\n";

    fn file(text: &str) -> (tempfile::TempDir, ScenarioFile) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.toml");
        std::fs::write(&path, text).unwrap();
        (folder, ScenarioFile::load(path).unwrap())
    }

    fn refused(file: &ScenarioFile, settings: &[(&str, &str)]) -> String {
        file.scenario_with(settings).unwrap_err().to_string()
    }

    #[test]
    fn values_are_replaced_and_the_file_is_read_once() {
        let (folder, file) = file(TEXT);
        drop(folder);
        let settings = [("solver.step", "0.05"), ("record.every", "0.5"), ("title", "short")];
        let before = work_done();
        let (scenario, mechanism) = file.mechanism_with(&settings).unwrap();
        mechanism.simulation(&scenario.solver).unwrap();
        let done = work_done();
        assert_eq!(done.parses - before.parses, 1);
        assert_eq!(done.compositions - before.compositions, 1);
        assert_eq!((scenario.solver.step, scenario.record.every), (0.05, Some(0.5)));
        assert_eq!(Scenario::from_toml(&scenario.to_toml().unwrap()).unwrap().title, "short");
        assert_eq!(file.scenario().unwrap().solver.step, 0.1);
        // A start is added if it is missing, a body is not.
        let moving = [("bodies.block.start.velocity", "2.0")];
        assert!(!file.scenario_with(&moving).unwrap().bodies["block"].start.is_rest());
        let message = refused(&file, &[("bodies.blok.mass", "2.0")]);
        assert_says(&message, &["there is no `blok`, only block", "did you mean `block`?"]);
    }

    #[test]
    fn a_setting_deep_in_a_law_is_blamed_by_its_path() {
        let motor = "connections.motor = { ports = \"block\", law = { type = \"effort\", effort = \
                     { type = \"sine\", amplitude = 0.5, frequency = 9.0 } } }\n";
        let (_folder, file) = file(&format!("{TEXT}{motor}"));
        let message = refused(&file, &[("connections.motor.law.effort.frequenzy", "9.0")]);
        let said =
            "connections.motor.law.effort.frequenzy = 9.0: connections.motor.law.effort: unknown";
        assert_says(&message, &[said, "did you mean `frequency`?"]);
    }

    #[test]
    fn a_setting_is_blamed_for_its_own_value_only() {
        let (_folder, file) = file(TEXT);
        let own = refused(&file, &[("solver.step", "0.05"), ("bodies.block.mass", "-1.0")]);
        assert!(own.starts_with("bodies.block.mass = -1.0: PointMass: mass = -1"), "{own}");
        let word = refused(&file, &[("solver.step", "fast")]);
        assert_says(&word, &["solver.step = fast: ", "expected a number"]);
        // An error elsewhere in the file has its line.
        let wrong = ScenarioFile { text: TEXT.replace("mass = 1.0", "mass = -1.0"), ..file };
        let other = refused(&wrong, &[("solver.step", "0.05")]);
        assert_says(&other, &["s.toml:3:", "mass = -1"]);
        // A setting can correct a wrong value.
        let mended = wrong.scenario_with(&[("bodies.block.mass", "2.0")]).unwrap();
        assert_eq!(mended.solver.step, 0.1);
        for (path, meant) in [("block.mass", "bodies.block.mass"), ("body.block.mass", "bodies")] {
            let astray = refused(&wrong, &[(path, "2.0")]);
            assert_says(&astray, &[&format!("did you mean `{meant}`?")]);
        }
    }

    #[test]
    fn a_text_that_is_no_toml_has_its_own_line() {
        let (_folder, file) = file(&TEXT.replace("mass = 1.0", "mass = "));
        for settings in [&[][..], &[("solver.step", "0.05")]] {
            assert_says(&refused(&file, settings), &["s.toml:3:"]);
        }
    }

    #[test]
    fn a_setting_is_not_blamed_for_what_the_file_has_wrong() {
        let text = "schema_version = 1\nsolver = { step = 0.1, until = 1.0 }\n\
                    bodies.block = { type = \"point_mass\", mass = 1.0 }\n[connections.f]\nports = \"block\"\n\
                    [connections.f.law]\ntype = \"gsat\"\nlimit = 5.0\ndamping = 1.0\n";
        let (_folder, incomplete) = file(text);
        let taken = text
            .replace("limit", "stiffness = 1e3\nlimit")
            .replace("connections.f", "connections.block");
        let (_folder, taken) = file(&taken);
        for (file, path) in
            [(&incomplete, "connections.f.law.limit"), (&taken, "connections.block.law.limit")]
        {
            let own = file.scenario().unwrap_err().to_string();
            assert!(own.contains("s.toml:"), "{own}");
            assert_eq!(refused(file, &[(path, "2.0")]), own);
            assert_eq!(refused(file, &[("solver.step", "0.2"), (path, "2.0")]), own);
        }
        // An error caused by a setting names the setting, even if it is above its value.
        let (_folder, whole) = file(&text.replace("limit", "stiffness = 1e3\nlimit"));
        for (file, path, value) in [
            (&whole, "connections.f.law.type", "lugre"),
            (&whole, "connections.f.law", "{ type = \"gsat\" }"),
            (&incomplete, "connections.f.law.stiffness", "-1.0"),
        ] {
            let said = refused(file, &[(path, value)]);
            assert!(said.starts_with(&format!("{path} = {value}: ")), "{said}");
        }
    }

    const PAD: &str = "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
        bodies.plate = { type = \"planar_body\", mass = 1.0, inertia = 1e-3 }\n\
        [connections.pad]\nports = \"plate\"\nlaw.type = \"reduced_patch\"\n\
        law.pressure = { file = \"pressure.csv\", size = 0.02 }\nlaw.samples = 5\n\
        law.bristles = { stiffness = 1e5, damping = 80.0, friction = 0.8 }\n\
        law.normal_force = { type = \"samples\", file = \"load.csv\" }\n";

    fn pad() -> (tempfile::TempDir, ScenarioFile) {
        let (folder, file) = file(PAD);
        std::fs::write(folder.path().join("pressure.csv"), "1,2,1\n2,4,2\n1,2,1\n").unwrap();
        std::fs::write(folder.path().join("load.csv"), "# N\nt,n\n0,1\n1,2\n").unwrap();
        (folder, file)
    }

    #[test]
    fn files_that_are_named_are_read_once() {
        let (folder, file) = pad();
        let scenario = file.scenario().unwrap();
        drop(folder);
        scenario.clone().simulation().unwrap();
        let heavier = [("bodies.plate.mass", "2.0")];
        let heavier = file.scenario_with(&heavier).unwrap();
        heavier.simulation().unwrap();
        // A new reading does not find the file.
        let again = ScenarioFile { context: Context::default(), ..file };
        assert_says(&refused(&again, &[]), &[".csv: "]);
    }

    #[test]
    fn files_can_come_from_elsewhere() {
        let (folder, file) = pad();
        let mut sent = ScenarioFile::from_bytes("nowhere/s.toml", PAD.into()).unwrap();
        assert_says(&refused(&sent, &[]), &[".csv: "]);
        for name in ["pressure.csv", "load.csv"] {
            sent = sent.with_file(name, std::fs::read(folder.path().join(name)).unwrap());
        }
        let run = |file: &ScenarioFile| {
            let (mut sim, _) = file.scenario().unwrap().simulation().unwrap();
            sim.run_until(0.01).unwrap();
            sim.state().values().to_vec()
        };
        assert_eq!(run(&sent), run(&file));
    }

    #[test]
    fn the_files_it_names_stay_beside_a_scenario() {
        let (folder, file) = pad();
        let scenario = file.scenario().unwrap();
        let beside = folder.path().join("copy.toml");
        scenario.save(&beside).unwrap();
        assert_eq!(Scenario::load(&beside).unwrap(), scenario);
        let other = tempfile::tempdir().unwrap();
        let message = scenario.save(other.path().join("copy.toml")).unwrap_err().to_string();
        assert!(message.contains("names the file `load.csv` of the folder"), "{message}");
        // Without such files it can be saved anywhere; a failed write leaves nothing behind.
        let mut free = scenario.clone();
        free.connections.clear();
        free.save(other.path().join("copy.toml")).unwrap();
        let taken = other.path().join("taken");
        std::fs::create_dir(&taken).unwrap();
        free.save(&taken).unwrap_err();
        assert!(!other.path().join("taken.part").exists());
    }
}
