//! Compiler messages for common first mistakes, and the absence of clashes between imports.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles a program against the library and returns the compiler's message if it fails.
struct Compiler {
    folder: tempfile::TempDir,
    dependencies: PathBuf,
    rlib: PathBuf,
}

impl Compiler {
    /// Finds the library that these tests are linked with: the newest one with which a good program
    /// compiles.
    fn new() -> Self {
        let test = std::env::current_exe().unwrap();
        let dependencies = test.parent().unwrap().to_path_buf();
        let is_library = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            name.starts_with("libstiction-") && name.ends_with(".rlib")
        };
        let files = fs::read_dir(&dependencies).unwrap().map(|entry| entry.unwrap().path());
        let mut libraries: Vec<_> = files.filter(|path| is_library(path)).collect();
        libraries.sort_by_key(|path| fs::metadata(path).and_then(|data| data.modified()).unwrap());
        let compilers = libraries.into_iter().rev().map(|rlib| {
            let folder = tempfile::tempdir().unwrap();
            Self { folder, dependencies: dependencies.clone(), rlib }
        });
        let works = |compiler: &Self| compiler.refusal(GOOD).is_none();
        compilers.into_iter().find(works).expect("a library that the good program compiles against")
    }

    fn refusal(&self, program: &str) -> Option<String> {
        let source = self.folder.path().join("program.rs");
        fs::write(&source, program).unwrap();
        // A path need not be valid UTF-8.
        let mut library = OsString::from("stiction=");
        library.push(&self.rlib);
        let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata", "-L"])
            .arg(format!("dependency={}", self.dependencies.display()))
            .arg("--extern")
            .arg(library)
            .arg("-o")
            .arg(self.folder.path().join("program.rmeta"))
            .arg(&source)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (!output.status.success()).then_some(said)
    }

    #[track_caller]
    fn refuses(&self, body: &str, words: &[&str]) {
        let program = format!(
            "use stiction::prelude::*;\npub fn f(law: GsatFriction<Line>, dry: CoulombGsat) -> \
             Result<(), Box<dyn std::error::Error>> {{\nlet mut net = NetworkBuilder::new();\n\
             let mass = PointMass::<Line>::builder().mass(1.0).build()?;\n\
             let block = net.add(mass, Motion::default())?;\n{body}\nOk(())\n}}\n"
        );
        let said = self.refusal(&program).unwrap_or_else(|| panic!("compiles: {body}"));
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        for word in words {
            assert!(said.contains(word), "{word:?} is missing in\n{said}");
        }
    }
}

/// Uses the signals beside the prelude, and vectors from the library.
const GOOD: &str = r#"
use stiction::core::signal::*;
use stiction::mechanics::FollowerForce;
use stiction::nalgebra::{self, Vector2, vector};
use stiction::prelude::*;

pub fn f(law: GsatFriction<Line>) -> Result<f64, Box<dyn std::error::Error>> {
    let mut net = NetworkBuilder::new();
    let block = net.add(PointMass::<Line>::builder().mass(1.0).build()?, Motion::default())?;
    net.connect(law, Direct::new(), block.port())?;
    let spring = SpringDamper::builder().stiffness(1.0).build()?;
    net.connect(spring, Between::new(), (Ground::at(0.1), block.port()))?;
    let points = Samples::new([(0.0, 1.0), (1.0, 2.0)], Interpolation::Steps)?;
    let ramp: Signal = Ramp::builder().to(1.0).duration(1.0).build()?.into();
    let push = Sum::new([points.into(), ramp]);
    net.connect(TimedEffort::new(push), Direct::new(), block.port())?;
    let plate = PlanarBody::builder().mass(1.0).inertia(1.0).build()?;
    let plate = net.add(plate, Motion::default())?;
    let jet = FollowerForce::new(vector![0.1, 0.0], |_: &Stage| Vector2::new(0.0, 1.0))?;
    net.connect(jet, Direct::new(), plate.port())?;
    let sine = Sine::builder().amplitude(1.0).angular_frequency(2.0).build()?;
    net.connect(TimedEffort::new(sine), Direct::new(), block.port())?;
    Ok(nalgebra::Matrix2::<f64>::identity().trace() + block_is(&net))
}
fn block_is(_: &NetworkBuilder) -> f64 {
    0.0
}
"#;

#[test]
fn first_attempts_get_a_hint() {
    let compiler = Compiler::new();
    let on_port = "net.connect(law, Direct::new(), block.port())?;";
    assert!(GOOD.contains(on_port));
    compiler.refuses(
        "net.connect(law, Direct::new(), block)?;",
        &["is not a port", "write `handle.port()`"],
    );
    compiler.refuses(
        "net.connect(law, Between::new(), (Ground::at(0.0), block))?;",
        &["is not a port", "write `handle.port()`"],
    );
    compiler.refuses(
        "net.connect(dry, Direct::<Line>::new(), block.port())?;",
        &["CoulombGsat` is not an impedance", "`Loaded::<_, Line>::builder()"],
    );
    compiler.refuses(
        "let law = GsatFriction::<PlanarFrame>::builder().stiffness(1.0).damping(1.0);",
        &["PlanarFrame` has no single unit of length", "`PlanarPoint`"],
    );
    compiler.refuses(
        "Loaded::<_, Line>::builder().law(dry).normal_force(10).build()?;",
        &["is not a normal force", "`10.0`, not `10`"],
    );
}
