//! `stiction new`: a commented scenario to start from.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::Outcome;
use crate::terminal::Terminal;

/// Writes a commented scenario to start from. An existing file is left as it is.
#[derive(Args)]
#[command(after_help = "\
Examples:
  stiction new slider
  stiction new studies/robot.toml --template arm")]
pub(crate) struct Options {
    /// File to write; `.toml` is added
    name: PathBuf,
    /// Scenario to start from
    #[arg(long, value_enum, default_value = "slider")]
    template: Template,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Template {
    /// A block that is pushed, with friction
    Slider,
    /// A block on a moving belt, held back by a spring: stick-slip, with a sweep
    Belt,
    /// A sphere that slips over a plane until it rolls
    Sphere,
    /// An arm with two joints and friction in them
    Arm,
    /// A plate on a pad: friction of an area that also resists turning
    Pad,
}

impl Template {
    const fn text(self) -> &'static str {
        match self {
            Self::Slider => include_str!("../../templates/slider.toml"),
            Self::Belt => include_str!("../../templates/belt.toml"),
            Self::Sphere => include_str!("../../templates/sphere.toml"),
            Self::Arm => include_str!("../../templates/arm.toml"),
            Self::Pad => include_str!("../../templates/pad.toml"),
        }
    }
}

pub(crate) fn run(options: &Options, terminal: &Terminal) -> Outcome<()> {
    let mut path = options.name.clone().into_os_string();
    if options.name.extension().is_none_or(|extension| extension != "toml") {
        path.push(".toml");
    }
    let path = PathBuf::from(path);
    let shown = path.display().to_string();
    if let Some(folder) = path.parent() {
        let failed = |error| format!("cannot create the folder `{}`: {error}", folder.display());
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::AlreadyExists => format!("`{shown}` is there already; choose another name"),
        _ => format!("cannot write `{shown}`: {error}"),
    };
    let typed = quoted(&shown);
    let mut file = File::create_new(&path).map_err(failed)?;
    if let Err(error) = file.write_all(options.template.text().replace("NAME", &typed).as_bytes()) {
        // The first error is the one to report.
        let _ = fs::remove_file(&path);
        return Err(failed(error).into());
    }
    terminal.say(format!("wrote {shown}; run it with\n  stiction run {typed}"))
}

/// Returns a path as it is typed in a shell.
fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/\\.:_-+,@%".contains(c);
    if path.chars().all(plain) {
        path.to_owned()
    } else {
        // A line break would end the comment that contains it.
        format!("'{}'", path.replace('\'', "'\\''").replace(char::is_control, "?"))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn paths_with_spaces_are_quoted() {
        let pairs = [("a/b-1.toml", "a/b-1.toml"), ("my arm.toml", "'my arm.toml'")];
        for (path, typed) in pairs.into_iter().chain([("it's", "'it'\\''s'"), ("a\nb", "'a?b'")]) {
            assert_eq!(super::quoted(path), typed);
        }
    }
}
