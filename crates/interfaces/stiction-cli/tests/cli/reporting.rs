//! Output for programs; text that must not reach terminals and pictures; scenarios from standard input; units of
//! columns.

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::{Ended, Place, SLIDER};

/// Runs a command that reads a text from standard input.
fn piped(place: &Place, arguments: &[&str], text: &[u8]) -> Ended {
    let mut command = place.command(arguments);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text).unwrap();
    Ended::of(child.wait_with_output().unwrap())
}

/// Returns the only line of standard output, and checks its fixed parts.
#[track_caller]
fn report(ended: &Ended, command: &str) -> Value {
    assert_eq!(ended.out.lines().count(), 1, "{}", ended.out);
    let report: Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!((&report["format"], &report["command"]), (&json!(1), &json!(command)));
    assert_eq!(report["program"], concat!("stiction ", env!("CARGO_PKG_VERSION")));
    assert_eq!(report["ok"], ended.code == Some(0));
    assert_eq!(report["error"].is_null(), ended.code == Some(0));
    assert!(report["warnings"].is_array());
    report
}

#[test]
fn a_run_reports_in_json() {
    let place = Place::with_slider();
    let ended = place.stiction(&["run", "slider.toml", "--json", "--set", "bodies.block.mass=2"]);
    let report = report(&ended, "run");
    assert_eq!(ended.err, "");
    assert_eq!(report["results"], "out/slider");
    let scenario = json!({
        "file": "slider.toml", "title": "A block is pushed & held",
        "settings": { "bodies.block.mass": "2" },
    });
    assert_eq!(report["scenario"], scenario);
    // Numbers as in the file, to the bit.
    assert_eq!(report["summary"], place.json("out/slider/summary.json"));
    assert_eq!(report["summary"]["columns"]["block.vx"]["unit"], "m/s");
    assert!(report["seconds_of_computing"].as_f64().unwrap() > 0.0);
    assert_eq!(report["warnings"], json!([]));
    // Quiet does not suppress requested output.
    let quiet = place.stiction(&["run", "slider.toml", "--json", "-q"]);
    assert_eq!(self::report(&quiet, "run")["results"], "out/slider");
}

#[test]
fn a_check_reports_in_json() {
    let place = Place::with_slider();
    let report_of = |more: &[&str]| {
        let ended = place.stiction(&[&["check", "slider.toml", "--json"][..], more].concat());
        (report(&ended, "check"), ended.err)
    };
    let (report, said) = report_of(&[]);
    assert_eq!(said, "");
    let contents = &report["contents"];
    assert_eq!(contents["bodies"], json!([{ "name": "block", "type": "point_mass" }]));
    assert_eq!(contents["drives"], json!([]));
    assert_eq!(contents["connections"].as_array().unwrap().len(), 2);
    let friction = contents["connections"].as_array().unwrap();
    let friction = friction.iter().find(|part| part["name"] == "friction").unwrap();
    assert_eq!(
        *friction,
        json!({ "name": "friction", "type": "gsat", "ports": ["block"], "map": "direct" })
    );
    assert_eq!((&contents["state_variables"], &contents["steps"]), (&json!(3), &json!(100.0)));
    let parameters = json!(["connections.friction.law.limit"]);
    assert_eq!(report["sweep"], json!({ "members": 3, "parameters": parameters }));
    // K T²/m is 5.2 or so at the limit.
    let largest = report["stability"]["largest_step"].as_f64().unwrap();
    assert!((0.01..0.03).contains(&largest), "{largest}");

    // A warning is in the report and on standard error.
    let large = ["--set", "solver.step=0.03"];
    let (report, said) = report_of(&large);
    assert!(said.starts_with("warning: ") && said.contains("the step is too large"), "{said}");
    assert!(report["warnings"][0].as_str().unwrap().contains("the step is too large"));
    let (report, _) = report_of(&["--set", "solver.step=0.03", "--strict"]);
    assert_eq!(report["error"], "1 warning");
    assert_eq!(report["warnings"].as_array().unwrap().len(), 1);
}

#[test]
fn a_failure_is_reported_in_json() {
    let place = Place::with_slider();
    place.write("wrong.toml", &SLIDER.replace("limit = 5.0", "limitt = 5.0"));
    for command in ["run", "check"] {
        let ended = place.stiction(&[command, "wrong.toml", "--json"]);
        let error = report(&ended, command)["error"].as_str().unwrap().to_owned();
        assert!(error.contains("wrong.toml:15:") && error.contains("did you mean `limit`?"));
        // Word by word the text on standard error.
        assert_eq!(ended.err, format!("error: {error}\n"));
    }
    let law = "connections.friction.law={ type = \"spring_damper\", stiffness = 1e300 }";
    let ended = place.stiction(&["run", "slider.toml", "--json", "--set", law]);
    let report = report(&ended, "run");
    assert!(report["error"].as_str().unwrap().contains("not finite"), "{report}");
    // The report of a failed run names the scenario.
    assert_eq!(report["scenario"]["file"], "slider.toml");
    assert!(report["results"].is_null());
}

#[test]
fn a_scenario_may_come_from_standard_input() {
    let place = Place::with_slider();
    place.stiction(&["run", "slider.toml", "--out", "file"]).success();
    piped(&place, &["run", "-"], SLIDER.as_bytes()).success();
    assert_eq!(place.read("out/stdin/trajectory.csv"), place.read("file/trajectory.csv"));
    assert!(place.read("out/stdin/scenario.toml").starts_with("# stdin\nschema_version"));
    place.stiction(&["run", "out/stdin/scenario.toml", "--out", "again"]).success();
    assert_eq!(place.read("again/trajectory.csv"), place.read("file/trajectory.csv"));
    let said = piped(&place, &["check", "-", "--strict"], SLIDER.as_bytes()).success();
    assert!(said.starts_with("stdin: A block is pushed & held"), "{said}");
    place.stiction(&["sweep", "slider.toml", "--out", "swept"]).success();
    piped(&place, &["sweep", "-", "--out", "piped"], SLIDER.as_bytes()).success();
    assert_eq!(place.read("piped/members.csv"), place.read("swept/members.csv"));
    let drawn = piped(&place, &["graph", "-", "--out", "-"], SLIDER.as_bytes()).success();
    assert_eq!(drawn, place.stiction(&["graph", "slider.toml", "--out", "-"]).success());

    // Files that it names are in the current folder.
    let push = "effort = { type = \"samples\", file = \"push.csv\" }";
    place.write("push.csv", "t,force\n0,1\n1,4\n");
    let text = SLIDER.replace("effort = 3.0", push);
    piped(&place, &["run", "-", "--set", "bodies.block.mass=2"], text.as_bytes()).success();

    let wrong = SLIDER.replace("limit = 5.0", "limitt = 5.0");
    let said = piped(&place, &["check", "-"], wrong.as_bytes()).failure();
    assert!(said.contains("error: stdin:15:") && said.contains("did you mean `limit`?"), "{said}");
    let said = piped(&place, &["check", "-"], b"").failure();
    assert!(said.contains("schema_version"), "{said}");
}

/// Clears the screen, sets the window title, rings the bell.
const NASTY: &str = r"\u001b[2J\u001b]0;mine\u0007\u009b31m\u0000\r";

#[test]
fn control_characters_reach_no_terminal_and_no_picture() {
    let place = Place::new();
    let title = format!("title = \"A block{NASTY} slides\"");
    let text = SLIDER.replace("title = \"A block is pushed & held\"", &title);
    let plot =
        format!("[[plots]]\ntitle = \"plot{NASTY}\"\ny = [\"block.x\"]\ny_label = \"y{NASTY}\"\n");
    place.write("nasty.toml", &(text + &plot));
    let is_plain = |text: &str| text.chars().all(|c| c == '\n' || !c.is_control());
    for arguments in [
        &["run", "nasty.toml"][..],
        &["check", "nasty.toml"],
        &["sweep", "nasty.toml"],
        &["graph", "nasty.toml"],
        &["graph", "nasty.toml", "--out", "-"],
        &["graph", "nasty.toml", "--format", "dot", "--out", "-"],
        &["compare", "out/nasty", "out/nasty"],
        &["run", "nasty.toml", "--json"],
        &["run", "nasty.toml", "--set", "solver.step=\"\\u001b[2J\""],
        &["run", "nasty.toml", "--out", "o\u{1b}[2J"],
    ] {
        let ended = place.stiction(arguments);
        assert!(is_plain(&ended.out), "{arguments:?}: {:?}", ended.out);
        assert!(is_plain(&ended.err), "{arguments:?}: {:?}", ended.err);
    }
    let pictures = ["out/nasty/plot.svg", "out/nasty/page.html", "out/nasty/graph.mmd"];
    for file in pictures.iter().chain(&["out/nasty-sweep/plot.svg", "out/nasty-sweep/page.html"]) {
        let text = place.read(file);
        assert!(is_plain(&text), "{file}");
        assert!(text.contains("A block\u{fffd}[2J") && text.contains(" slides"), "{file}");
    }
    // The control: the scenario itself keeps what it has.
    assert!(place.read("out/nasty/scenario.toml").contains(r"\u001b"));
}

#[test]
fn every_table_has_its_units_in_its_header() {
    let place = Place::new();
    place.write("slider.toml", &SLIDER.replace(
        "way = {",
        "drift = { of = \"block.x\", take = \"slope\" }\npull = { of = \"block.vx\", take = \"slope\" }\nway = {",
    ));
    place.stiction(&["run", "slider.toml", "--out", "a"]).success();
    place.stiction(&["sweep", "slider.toml", "--out", "s"]).success();
    place.stiction(&["compare", "a", "a", "--out", "c"]).success();
    let header = |file: &str| -> Vec<String> {
        place.read(file).lines().next().unwrap().split(',').map(str::to_owned).collect()
    };
    for file in ["a/trajectory.csv", "c/differences.csv"] {
        let header = header(file);
        assert_eq!(header[..3], ["t [s]", "block.x [m]", "block.vx [m/s]"], "{file}");
        assert!(header.iter().all(|name| name.ends_with(']')), "{file}: {header:?}");
        // A bristle deflects along a line.
        let bristle = header.iter().find(|name| name.starts_with("friction.internal[0]"));
        assert!(bristle.is_some_and(|name| name.ends_with("[m]")), "{file}: {header:?}");
    }
    let mut found = header("s/members.csv")[2..6].to_vec();
    found.sort();
    assert_eq!(found, ["drift [m/s]", "pull [m/s²]", "speed [m/s]", "way [m]"]);
    assert!(!["a", "c", "s"].iter().any(|folder| place.path(folder).join("units.csv").exists()));
}
