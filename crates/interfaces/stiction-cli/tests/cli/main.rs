//! The command from the user's side: its output, its files, its exit status.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may fail")]

mod comparing;
mod curves;
mod describing;
mod documents;
mod examples;
mod experiments;
#[cfg(unix)]
mod interrupted;
mod reporting;
mod running;
mod sweeping;
mod trusting;
mod unmet;
mod varied;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// How a command ended.
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ended {
    fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Returns standard output of a command that must succeed without output on standard error.
    #[track_caller]
    fn success(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// Returns standard error of a command that must fail with one message.
    #[track_caller]
    fn failure(self) -> String {
        assert_eq!(self.code, Some(1), "{}{}", self.out, self.err);
        assert!(self.err.contains("error: "), "{}", self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err
    }
}

/// A folder in which commands are run.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Returns a folder with [`SLIDER`] in `slider.toml`.
    fn with_slider() -> Self {
        let place = Self::new();
        place.write("slider.toml", SLIDER);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn json(&self, name: &str) -> serde_json::Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    /// Returns the names of the files in a folder, in order.
    fn files(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<String> =
            entries.map(name).map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stiction"));
        command.args(arguments).current_dir(self.0.path()).env_remove("RUST_BACKTRACE");
        command
    }

    fn stiction(&self, arguments: &[&str]) -> Ended {
        Ended::of(self.command(arguments).output().unwrap())
    }

    /// Starts a command without waiting for it.
    fn start(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }
}

/// The files of a run, in order.
const RUN_FILES: [&str; 5] =
    ["page.html", "plot.svg", "scenario.toml", "summary.json", "trajectory.csv"];

type Table = BTreeMap<String, Vec<f64>>;

/// Reads a table, by the names of its columns without their units; cells that are no numbers are NaN.
fn table(text: &str) -> Table {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let name = |header: &str| header.split(" [").next().unwrap_or_default().trim().to_owned();
    let names: Vec<String> = lines.next().unwrap().split(',').map(name).collect();
    let mut columns: Table = names.iter().map(|name| (name.clone(), vec![])).collect();
    for line in lines {
        for (name, cell) in names.iter().zip(line.split(',')) {
            columns.get_mut(name).unwrap().push(cell.trim().parse().unwrap_or(f64::NAN));
        }
    }
    columns
}

/// Returns the folder of the scenarios that come with the library.
fn scenarios() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/scenarios")
}

/// A block that is pushed and held, 100 steps.
const SLIDER: &str = r#"schema_version = 1
title = "A block is pushed & held"
solver = { step = 1e-3, until = 0.1 }

[bodies.block]
type = "point_mass"
mass = 1.0

[connections.push]
ports = "block"
law = { type = "effort", effort = 3.0 }

[connections.friction]
ports = "block"
law = { type = "gsat", stiffness = 1e4, damping = 100.0, limit = 5.0 }

[sweep.parameters]
"connections.friction.law.limit" = { values = [1.0, 2.0, 4.0] }

[sweep.measures]
speed = { of = "block.vx" }
way = { of = "block.x", take = "swing" }
"#;
