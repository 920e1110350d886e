//! `run`, `check` and `new`.

use std::time::Duration;

use crate::{Place, SLIDER};

const FILES: [&str; 5] =
    ["page.html", "plot.svg", "scenario.toml", "summary.json", "trajectory.csv"];

#[test]
fn a_run_writes_its_files_and_says_where() {
    let place = Place::new();
    place.write("slider.toml", SLIDER);
    let said = place.stiction(&["run", "slider.toml"]).success();
    assert!(said.contains("A block is pushed & held"), "{said}");
    assert!(said.contains("results in out/slider"), "{said}");
    assert_eq!(place.files("out/slider"), FILES);
    let trajectory = place.read("out/slider/trajectory.csv");
    assert!(trajectory.starts_with("t,block.x,block.vx,friction.x,"), "{trajectory}");
    assert_eq!(trajectory.lines().count(), 102);
    let summary = place.json("out/slider/summary.json");
    assert_eq!(summary["rows"], 101);
    // Held: the block leans into the bristle by F/K.
    let x = summary["columns"]["block.x"]["last"].as_f64().unwrap();
    assert!((x - 3e-4).abs() < 1e-5, "{x}");
    assert_eq!(summary["measures"]["way"], summary["columns"]["block.x"]["max"]);
    let page = place.read("out/slider/page.html");
    assert!(page.contains("A block is pushed &amp; held") && page.ends_with("</html>\n"));
}

#[test]
fn the_kept_scenario_gives_the_same_run() {
    let place = Place::new();
    place.write("slider.toml", SLIDER);
    let set = "connections.push.law.effort={ type = \"sine\", amplitude = 4.0, frequency = 9.0 }";
    let step = ["--step", "5e-4", "--until", "0.05"];
    let all = [&["run", "slider.toml", "--set", set, "-q"][..], &step].concat();
    assert_eq!(place.stiction(&all).success(), "");
    let kept = place.read("out/slider/scenario.toml");
    assert!(kept.starts_with("# slider.toml\n#   with connections.push.law.effort = {"), "{kept}");
    place.stiction(&["run", "out/slider/scenario.toml", "--out", "again"]).success();
    let same = place.read("again/trajectory.csv") == place.read("out/slider/trajectory.csv");
    assert!(same && place.read("again/trajectory.csv").lines().count() == 102);
}

#[test]
fn settings_reach_into_tables_that_are_not_there() {
    let place = Place::new();
    place.write("slider.toml", SLIDER);
    let every = ["--set", "record.every=0.05", "--set", "bodies.block.start.velocity=2"];
    place.stiction(&[&["run", "slider.toml"][..], &every].concat()).success();
    assert_eq!(place.json("out/slider/summary.json")["rows"], 3);
    assert_eq!(place.json("out/slider/summary.json")["columns"]["block.vx"]["first"], 2.0);
}

#[test]
fn names_in_quotes_may_have_dots() {
    let place = Place::new();
    place.write("slider.toml", SLIDER);
    let limit = "sweep.parameters.\"connections.friction.law.limit\".values=[3.0, 4.0]";
    place.stiction(&["sweep", "slider.toml", "--set", limit]).success();
    assert_eq!(place.json("out/slider-sweep/summary.json")["members"], 2);
    let mass = "bodies.\"block\".mass=2";
    place.stiction(&["run", "slider.toml", "--set", mass]).success();
    assert!(place.read("out/slider/scenario.toml").contains("mass = 2"));
    // A name with a dot is found as one, and refused as one.
    let wrong = ["run", "slider.toml", "--set", "bodies.\"a.b\".mass=2"];
    let said = place.stiction(&wrong).failure();
    assert!(said.contains("there is no `a.b`, only block"), "{said}");
}

#[test]
#[cfg(feature = "parquet")]
fn a_trajectory_of_the_other_format_is_replaced() {
    let place = Place::new();
    place.write("slider.toml", SLIDER);
    place.stiction(&["run", "slider.toml"]).success();
    place.stiction(&["run", "slider.toml", "--format", "parquet"]).success();
    let mut files = FILES.map(str::to_owned);
    files[4] = "trajectory.parquet".to_owned();
    assert_eq!(place.files("out/slider"), files);
}

#[test]
#[cfg(not(feature = "parquet"))]
fn a_format_that_was_left_out_is_named() {
    let place = Place::new();
    place.write("slider.toml", SLIDER);
    for command in ["run", "sweep"] {
        let said = place.stiction(&[command, "slider.toml", "--format", "parquet"]).failure();
        assert!(said.contains("--features parquet"), "{said}");
    }
    assert_eq!(place.files(""), ["slider.toml"]);
}

#[test]
fn wrong_scenarios_are_refused_with_their_line() {
    let place = Place::new();
    place.write("slider.toml", &SLIDER.replace("limit = 5.0", "limitt = 5.0"));
    let said = place.stiction(&["run", "slider.toml"]).failure();
    assert!(said.contains("error: slider.toml:15:"), "{said}");
    assert!(said.contains("did you mean `limit`?") && said.contains("     ^"), "{said}");
    assert!(!place.path("out").exists());

    place.write("slider.toml", SLIDER);
    let refused = |set: &str| place.stiction(&["run", "slider.toml", "--set", set]).failure();
    assert!(refused("conections.push=1").contains("`conections`, only"), "a wrong path");
    assert!(refused("solver.step=-1").contains("must be finite and positive, found -1"));
    assert!(refused("solver.step='").contains("is not a TOML value"));
    let missing = place.stiction(&["run", "nothing.toml"]).failure();
    assert!(missing.contains("nothing.toml: No such file"), "{missing}");
}

#[test]
fn a_run_that_fails_leaves_the_results_of_the_last_one() {
    let place = Place::new();
    place.write("slider.toml", SLIDER);
    place.stiction(&["run", "slider.toml"]).success();
    let before = FILES.map(|name| place.read(&format!("out/slider/{name}")));
    // A spring that is far too stiff for the step.
    let law = "connections.friction.law={ type = \"spring_damper\", stiffness = 1e300 }";
    let said = place.stiction(&["run", "slider.toml", "--set", law]).failure();
    assert!(said.contains("block: x is not finite") || said.contains("block: vx is"), "{said}");
    assert_eq!(FILES.map(|name| place.read(&format!("out/slider/{name}"))), before);
    assert_eq!(place.files("out/slider"), FILES);
}

#[test]
fn a_run_that_is_killed_leaves_the_results_of_the_last_one() {
    let place = Place::new();
    place.write("slider.toml", SLIDER);
    place.stiction(&["run", "slider.toml"]).success();
    let before = FILES.map(|name| place.read(&format!("out/slider/{name}")));
    for milliseconds in [1, 5, 20, 60, 200, 500] {
        // Many seconds of computing.
        let mut run = place.start(&["run", "slider.toml", "--until", "40000"]);
        std::thread::sleep(Duration::from_millis(milliseconds));
        run.kill().unwrap();
        assert!(!run.wait().unwrap().success());
        assert_eq!(FILES.map(|name| place.read(&format!("out/slider/{name}"))), before);
    }
    // A short run, killed while it writes: every file is of one of the two runs, and whole.
    let other = Place::new();
    other.write("slider.toml", SLIDER);
    other.stiction(&["run", "slider.toml", "--until", "20"]).success();
    let after = FILES.map(|name| other.read(&format!("out/slider/{name}")));
    for milliseconds in 5..40 {
        let mut run = place.start(&["run", "slider.toml", "--until", "20"]);
        std::thread::sleep(Duration::from_millis(milliseconds));
        run.kill().unwrap();
        run.wait().unwrap();
        for (k, name) in FILES.iter().enumerate() {
            let found = place.read(&format!("out/slider/{name}"));
            assert!(found == before[k] || found == after[k], "{name} after {milliseconds} ms");
        }
    }
}

#[test]
fn a_step_that_is_too_large_is_warned_of() {
    let place = Place::new();
    place.write("slider.toml", SLIDER);
    // K T²/m = 10⁴ · 0.03² = 9 beyond 5.2.
    let large = ["slider.toml", "--set", "solver.step=0.03"];
    let ended = place.stiction(&[&["run"][..], &large].concat());
    assert_eq!(ended.code, Some(0));
    assert!(ended.err.starts_with("warning: friction: the step is too large"), "{}", ended.err);
    assert!(place.read("out/slider/page.html").contains("Warning: friction: the step"));
    let ended = place.stiction(&[&["check"][..], &large].concat());
    assert_eq!(ended.code, Some(0));
    assert!(ended.err.contains("warning: friction: the step is too large"), "{}", ended.err);
    let strict = place.stiction(&[&["check", "--strict"][..], &large].concat()).failure();
    assert!(strict.contains("error: 1 warning"), "{strict}");
}

#[test]
fn check_says_what_is_in_a_scenario() {
    let place = Place::new();
    place.write("slider.toml", SLIDER);
    let said = place.stiction(&["check", "slider.toml", "--strict"]).success();
    for part in [
        "1 body, 0 drives, 2 connections; 3 state variables",
        "  friction  gsat on block",
        "100 steps of 0.001 s (rk4)",
        "sweep: 3 members over 1 parameter",
        "largest step at which all that can stick holds: 0.0",
    ] {
        assert!(said.contains(part), "{part} is missing in\n{said}");
    }
    place.write(
        "alone.toml",
        &(SLIDER.to_owned() + "[bodies.other]\ntype = \"rotor\"\ninertia = 1.0"),
    );
    let ended = place.stiction(&["check", "alone.toml"]);
    assert_eq!(ended.err, "warning: nothing is connected to the body `other`\n");
    place.write("wrong.toml", &SLIDER.replace("law.limit\"", "law.limitt\""));
    let said = place.stiction(&["check", "wrong.toml"]).failure();
    assert!(said.contains("sweep.parameters.\"connections.friction.law.limitt\""), "{said}");
    assert!(said.contains("did you mean `limit`?"), "{said}");
}

#[test]
fn every_template_runs_as_it_says() {
    for template in ["slider", "belt", "sphere", "arm", "pad"] {
        let place = Place::new();
        let said = place.stiction(&["new", "my study", "--template", template]).success();
        assert!(said.contains("wrote my study.toml"), "{said}");
        place.stiction(&["check", "--strict", "my study.toml"]).success();
        place.stiction(&["run", "my study.toml", "--until", "0.2"]).success();
        let text = place.read("my study.toml");
        assert!(text.contains("#   stiction run my study.toml\n") && !text.contains("NAME"));
        if text.contains("[sweep") {
            let short = ["--set", "solver.until=0.05"];
            place.stiction(&[&["sweep", "my study.toml"][..], &short].concat()).success();
        }
    }
}

#[test]
fn new_overwrites_nothing() {
    let place = Place::new();
    place.write("slider.toml", "mine");
    for name in ["slider", "slider.toml"] {
        let said = place.stiction(&["new", name]).failure();
        assert!(said.contains("`slider.toml` is there already"), "{said}");
    }
    assert_eq!(place.read("slider.toml"), "mine");
    place.stiction(&["new", "studies/belt", "--template", "belt"]).success();
    assert_eq!(place.files("studies"), ["belt.toml"]);
}
