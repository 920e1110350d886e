//! `stiction fmu`: a scenario as a component for other tools.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use stiction::output::count;
use stiction::scenario::{Registry, ScenarioFile};
use stiction_fmu::{Fmi, Library, Package, Role};

use crate::Outcome;
use crate::source::Source;
use crate::staging;
use crate::terminal::Terminal;

/// Makes a scenario a component (FMU) for Simulink, Dymola, OpenModelica, FMPy and other tools that know FMI: for
/// co-simulation and, if it is an ordinary differential equation, for model exchange too. Nothing is compiled: the
/// FMU is the scenario, the files that it names, a description and the library of this version of stiction for each
/// platform.
///
/// Every input signal becomes an input, every column an output, every number of the file a parameter.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction fmu slider.toml -o slider.fmu
  stiction fmu slider.toml -o slider.fmu --fmi 2 --set solver.step=5e-5
  stiction fmu slider.toml -o slider.fmu --library linux/libstiction_fmu.so --library win/stiction_fmu.dll")]
pub(crate) struct Options {
    #[command(flatten)]
    source: Source,
    /// File to write [default: <name of the file>.fmu in the present folder]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Version of the standard
    #[arg(long, default_value = "3", value_parser = PossibleValuesParser::new(["2", "3"]).map(version))]
    fmi: Fmi,
    /// Fail unless the FMU supports model exchange too, and report why it does not
    #[arg(long)]
    model_exchange: bool,
    /// Library of stiction for FMUs, one for each platform [default: the one beside this command]
    #[arg(long = "library", value_name = "PATH")]
    libraries: Vec<PathBuf>,
}

fn version(text: String) -> Fmi {
    if text == "2" { Fmi::V2 } else { Fmi::V3 }
}

pub(crate) fn run(options: &Options, registry: &Registry, terminal: &Terminal) -> Outcome<()> {
    let loaded = options.source.load(vec![], registry)?;
    let out = match &options.out {
        Some(out) => out.clone(),
        None => PathBuf::from(format!("{}.fmu", loaded.name())),
    };
    let paths = if options.libraries.is_empty() {
        vec![beside_the_command()?]
    } else {
        options.libraries.clone()
    };
    let libraries = paths.iter().map(Library::load).collect::<Result<Vec<_>, _>>()?;
    let platforms: Vec<String> =
        libraries.iter().map(|library| format!("{:?}", library.platform)).collect();
    // The library knows the built-in components, not those that your own command adds.
    let bytes = loaded.file.text().to_owned().into_bytes();
    let file = ScenarioFile::from_bytes(loaded.file.path(), bytes)?;
    let package = Package::new(&file, &loaded.borrowed_settings(), libraries, options.fmi)?;
    if let Some(hindrance) = package.model.hindrance.as_ref().filter(|_| options.model_exchange) {
        return Err(format!("model exchange is not supported: {hindrance}").into());
    }
    let bytes = package.bytes()?;
    staging::write_file(&out, &bytes, &loaded.inputs())?;
    terminal.say(said(&package, &out, bytes.len(), &platforms))
}

fn said(package: &Package, out: &Path, size: usize, platforms: &[String]) -> String {
    let of = |wanted: fn(&Role) -> bool| {
        package.model.variables.iter().filter(|variable| wanted(&variable.role)).count()
    };
    let inputs = of(|role| matches!(role, Role::Input(_)));
    let outputs = of(|role| matches!(role, Role::Output(..) | Role::Sticking(_)));
    let parameters = of(|role| matches!(role, Role::Parameter));
    let mut lines = vec![format!(
        "wrote {}: {}, {}, {}; {:.1} MB, {}",
        out.display(),
        count(inputs, "input", "inputs"),
        count(outputs, "output", "outputs"),
        count(parameters, "parameter", "parameters"),
        size as f64 / 1e6,
        platforms.join(", "),
    )];
    lines.push(match &package.model.hindrance {
        None => "  for co-simulation and model exchange".to_owned(),
        Some(hindrance) => format!("  for co-simulation only: {hindrance}"),
    });
    lines.extend(
        package
            .model
            .refused
            .iter()
            .map(|(path, reason)| format!("  no parameter: {path} ({reason})")),
    );
    lines.join("\n")
}

/// Returns the library in its place in a release archive or a build.
fn beside_the_command() -> Outcome<PathBuf> {
    let command = std::env::current_exe()?;
    let command = command.canonicalize().unwrap_or(command);
    beside(command.parent().unwrap_or(Path::new("")))
}

/// Returns the library in the folder of the command, or in `lib` beside that.
fn beside(folder: &Path) -> Outcome<PathBuf> {
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
    let name = format!("{DLL_PREFIX}stiction_fmu{DLL_SUFFIX}");
    let places = [folder.join(&name), folder.join("../lib").join(&name)];
    if let Some(found) = places.iter().find(|path| path.is_file()) {
        return Ok(found.clone());
    }
    let looked = places.iter().map(|path| format!("\n  {}", path.display())).collect::<String>();
    Err(format!(
        "an FMU needs the library {name}; there is none at{looked}\n\
         The archive of a release has it beside the command. From the sources of stiction:\n  \
         cargo build --release --package stiction-fmu\n\
         and then --library target/release/{name}"
    )
    .into())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn without_a_library_it_is_said_how_to_get_one() {
        let home = tempfile::tempdir().unwrap();
        let [bin, lib] = ["bin", "lib"].map(|name| home.path().join(name));
        fs::create_dir(&bin).unwrap();
        let message = beside(&bin).unwrap_err().to_string();
        for expected in ["there is none at", "--package stiction-fmu", "--library target/release/"]
        {
            assert!(message.contains(expected), "{message}");
        }
        let name =
            format!("{}stiction_fmu{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
        fs::create_dir(&lib).unwrap();
        fs::write(lib.join(&name), "").unwrap();
        assert_eq!(beside(&bin).unwrap(), bin.join("../lib").join(&name));
        fs::write(bin.join(&name), "").unwrap();
        assert_eq!(beside(&bin).unwrap(), bin.join(&name));
    }
}
