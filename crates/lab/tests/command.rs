//! The command of the laboratory as a user meets it.

#![allow(clippy::unwrap_used, reason = "tests may fail")]

use std::fs;
use std::path::Path;
use std::process::Command;

const FILES: [&str; 3] = ["page.html", "summary.json", "validation.md"];

/// Returns whether the command succeeded, and its output.
fn lab(place: &Path, arguments: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stiction-lab"));
    let output = command.args(arguments).current_dir(place).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn experiments_are_listed() {
    let place = tempfile::tempdir().unwrap();
    let (_, all) = lab(place.path(), &["--list"]);
    assert!(all.lines().count() > 40 && all.contains("kikuuwe-"), "{all}");
    let (_, some) = lab(place.path(), &["--list", "--only", "kikuuwe-"]);
    let rows = some.trim().lines().skip(2);
    assert!(rows.clone().count() > 3 && rows.clone().all(|row| row.starts_with("kikuuwe-")));
    assert!(files(place.path()).is_empty());
}

#[test]
fn one_experiment_is_recomputed() {
    let place = tempfile::tempdir().unwrap();
    // An experiment that takes little time.
    let (_, list) = lab(place.path(), &["--list", "--only", "cones"]);
    let name = list.lines().nth(2).unwrap().split_whitespace().next().unwrap();
    let arguments = ["--quick", "--only", name, "--out", "r"];
    let (is_done, said) = lab(place.path(), &arguments);
    assert!(is_done && said.contains(&format!("s  {name}: ")), "{said}");
    assert!(said.contains("0 of 1 fail; "), "{said}");
    let folder = place.path().join("r");
    assert_eq!(files(&folder), FILES);
    let summary = fs::read_to_string(folder.join("summary.json")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
    let facts = (&summary["whole"], &summary["experiments"][0]["passed"]);
    assert_eq!(facts, (&false.into(), &true.into()));
    // A part may be replaced by another part, now with its figures.
    let (is_done, said) = lab(place.path(), &[&arguments[..], &["--svg"]].concat());
    assert!(is_done, "{said}");
    assert!(files(&folder).contains(&format!("{name}.svg")));
}

#[test]
fn a_part_does_not_replace_a_whole_run() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("r");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("summary.json"), "{ \"whole\": true }").unwrap();
    for part in [&["--quick"][..], &["--only", "cones"]] {
        let (is_done, said) = lab(place.path(), &[&["--out", "r"][..], part].concat());
        assert!(!is_done && said.contains("`r` has the results of a whole run"), "{said}");
    }
    assert_eq!(files(&folder), ["summary.json"]);
}

#[test]
fn mistakes_are_said_before_the_work() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("file"), "").unwrap();
    for (arguments, expected) in [
        (&["--only", "nonsense"][..], "no experiment has `nonsense` in its name"),
        (&["--quick", "--out", "file"], "file"),
        (&["--slow"], "there is no option `--slow`"),
        (&["--only"], "--only needs a value"),
    ] {
        let (is_done, said) = lab(place.path(), arguments);
        assert!(!is_done && said.starts_with("error: ") && said.contains(expected), "{said}");
    }
}
