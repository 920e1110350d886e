//! `graph`, `schema`, `laws`, `completions`, help and usage.

use crate::{Place, scenarios};

#[test]
fn a_mechanism_is_drawn_with_its_names() {
    let place = Place::with_slider();
    place.stiction(&["graph", "slider.toml"]).success();
    let mermaid = place.read("out/slider/graph.mmd");
    let head = "---\ntitle: \"A block is pushed & held\"\n---\nflowchart LR\n";
    assert!(mermaid.starts_with(head), "{mermaid}");
    for node in ["n0[\"block<br>point_mass<br>1 kg\"]", "n1(\"friction<br>gsat\")"] {
        assert!(mermaid.contains(node), "{node} is missing in\n{mermaid}");
    }
    assert_eq!(mermaid.matches(" --- ").count(), 2, "{mermaid}");
    let dot = place.stiction(&["graph", "slider.toml", "--format", "dot", "--out", "-"]).success();
    assert!(dot.contains("label=\"friction\\ngsat\"") && dot.matches(" -- ").count() == 2, "{dot}");
    place.stiction(&["graph", "slider.toml", "--out", "pictures/a.mmd"]).success();
    assert_eq!(place.read("pictures/a.mmd"), mermaid);
    assert_eq!(place.files("pictures"), ["a.mmd"]);
    place.stiction(&["graph", "missing.toml"]).failure();
    for folder in ["..", ".", "pictures"] {
        let said = place.stiction(&["graph", "slider.toml", "--out", folder]).failure();
        assert!(said.contains(&format!("`{folder}` is no file")), "{said}");
    }
}

#[test]
fn joints_and_drives_are_in_the_picture() {
    let place = Place::new();
    let arm = scenarios().join("two_link_drift.toml");
    let mermaid = place.stiction(&["graph", arm.to_str().unwrap(), "--out", "-"]).success();
    assert_eq!(mermaid.matches(" ---|\"[1]\"| n").count(), 2, "{mermaid}");
    let belt = scenarios().join("stick_slip.toml");
    let mermaid = place.stiction(&["graph", belt.to_str().unwrap(), "--out", "-"]).success();
    assert!(mermaid.contains("[/\"belt<br>constant_velocity\"/]"), "{mermaid}");
    let robot = scenarios().join("robot_arm.toml");
    let mermaid = place.stiction(&["graph", robot.to_str().unwrap(), "--out", "-"]).success();
    assert!(mermaid.contains(" ---|\"shoulder\"| n"), "{mermaid}");
    assert!(!mermaid.contains("[["), "a joint is drawn as the ground:\n{mermaid}");
    let dot = ["graph", belt.to_str().unwrap(), "--format", "dot", "--out", "-"];
    let dot = place.stiction(&dot).success();
    assert!(dot.contains("belt\\nconstant_velocity"), "{dot}");
    assert!(dot.contains("rate_dependent_gsat\\nvia between"), "{dot}");
}

#[test]
fn the_schema_is_the_librarys() {
    let schema = Place::new().stiction(&["schema", "-q"]).success();
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    assert_eq!(schema, stiction::scenario::Scenario::json_schema());
}

#[test]
fn laws_are_listed_and_described() {
    let place = Place::new();
    let list = place.stiction(&["laws"]).success();
    let all = stiction::scenario::library().described();
    assert!(all.len() > 50);
    for name in all.iter().map(|one| one.name.as_str()) {
        assert!(list.contains(&format!("  {name} ")), "{name} is missing in\n{list}");
        let said = place.stiction(&["laws", name]).success();
        assert!(said.starts_with(&format!("{name}: ")), "{said}");
    }
    let gsat = place.stiction(&["laws", "gsat"]).success();
    assert!(gsat.contains("Stiffness K of the stuck contact [N/m] or [N m/rad]"), "{gsat}");
    let pad = place.stiction(&["laws", "reduced_patch"]).success();
    assert!(pad.contains("table pressure") && pad.contains("table bristles"), "{pad}");
    let pressure = place.stiction(&["laws", "pressure"]).success();
    assert!(pressure.contains("table fingertip"), "{pressure}");
    let polygon = place.stiction(&["laws", "convex_polygon"]).success();
    assert!(polygon.contains("list of 3 or more"), "{polygon}");
    assert!(place.stiction(&["laws", "glue"]).failure().contains("there is no `glue`;"));
    for (word, meant) in [("gsta", "gsat"), ("presure", "pressure"), ("planar_am", "planar_arm")] {
        let said = place.stiction(&["laws", word]).failure();
        assert!(said.contains(&format!("did you mean `{meant}`?")), "{said}");
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = Place::new().stiction(&["completions", shell]).success();
        assert!(script.contains("sweep") && script.contains("restart"), "{shell}");
    }
}

#[test]
fn every_command_has_help_with_examples() {
    let place = Place::new();
    let help = place.stiction(&["--help"]).success();
    assert!(help.contains("First steps:") && help.contains("Exit codes:"), "{help}");
    let commands = ["run", "sweep", "compare", "graph", "check", "new", "laws", "completions"];
    for command in commands {
        assert!(help.contains(&format!("\n  {command} ")), "{command} is missing in\n{help}");
        let own = place.stiction(&[command, "--help"]).success();
        assert!(own.contains("Examples:") && own.contains("Usage: stiction "), "{own}");
        assert!(own.contains(&format!("  stiction {command} ")), "{own}");
    }
    let version = place.stiction(&["--version"]).success();
    assert_eq!(version.trim(), format!("stiction {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_usage_ends_with_two() {
    let place = Place::with_slider();
    for wrong in [
        &[][..],
        &["runn", "slider.toml"],
        &["run"],
        &["run", "slider.toml", "--set", "solver.step"],
        &["run", "slider.toml", "--until", "soon"],
        &["run", "slider.toml", "--format", "xlsx"],
        &["compare", "a", "b", "--tolerance", "-1"],
        &["compare", "a", "b", "--relative"],
        &["new", "x", "--template", "boat"],
        &["sweep", "slider.toml", "--members", "many"],
    ] {
        let ended = place.stiction(wrong);
        assert_eq!(ended.code, Some(2), "{wrong:?}: {}", ended.err);
        assert!(ended.err.contains("Usage:") || ended.err.contains("error:"), "{}", ended.err);
    }
    assert_eq!(place.files(""), ["slider.toml"]);
}

/// `stiction schema | head` closes the pipe early.
#[test]
#[cfg(unix)]
fn a_reader_that_has_seen_enough_is_no_error() {
    use std::io::Read;
    use std::process::Stdio;
    let place = Place::new();
    let mut child = place.command(&["schema"]);
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
}
