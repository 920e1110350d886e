//! `run`, `check` and `new`.

use std::fs;
use std::time::Duration;

use crate::{Place, RUN_FILES as FILES, SLIDER};

#[test]
fn a_run_writes_its_files_and_says_where() {
    let place = Place::with_slider();
    let said = place.stiction(&["run", "slider.toml"]).success();
    assert!(said.contains("A block is pushed & held"), "{said}");
    assert!(said.contains("results in out/slider"), "{said}");
    assert_eq!(place.files("out/slider"), FILES);
    let trajectory = place.read("out/slider/trajectory.csv");
    assert!(
        trajectory.starts_with("t [s],block.x [m],block.vx [m/s],friction.x [m],"),
        "{trajectory}"
    );
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
    let place = Place::with_slider();
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
fn names_in_quotes_may_have_dots() {
    let place = Place::with_slider();
    let limit = "sweep.parameters.\"connections.friction.law.limit\".values=[1.0, 4.0]";
    place.stiction(&["sweep", "slider.toml", "--set", limit]).success();
    assert_eq!(place.json("out/slider-sweep/summary.json")["members"], 2);
    let mass = "bodies.\"block\".mass=2";
    place.stiction(&["run", "slider.toml", "--set", mass]).success();
    assert!(place.read("out/slider/scenario.toml").contains("mass = 2"));
    // A name with a dot is found and reported as one name.
    let wrong = ["run", "slider.toml", "--set", "bodies.\"a.b\".mass=2"];
    let said = place.stiction(&wrong).failure();
    assert!(said.contains("there is no `a.b`, only block"), "{said}");
}

#[test]
#[cfg(feature = "parquet")]
fn a_trajectory_of_the_other_format_is_replaced() {
    let place = Place::with_slider();
    place.stiction(&["run", "slider.toml"]).success();
    place.stiction(&["run", "slider.toml", "--format", "parquet"]).success();
    let mut files = FILES.map(str::to_owned);
    files[4] = "trajectory.parquet".to_owned();
    assert_eq!(place.files("out/slider"), files);
}

#[test]
#[cfg(not(feature = "parquet"))]
fn a_format_that_was_left_out_is_named() {
    let place = Place::with_slider();
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
    let place = Place::with_slider();
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
fn a_run_that_fails_names_whose_doing_it_was() {
    let place = Place::with_slider();
    // Two terms that are finite, with a sum that is not, from 0.05 s on.
    let terms = "[{ type = \"ramp\", to = 1.7e308, start = 0.0499, duration = 1e-4 }, 1.7e308]";
    let effort = format!("connections.push.law.effort={{ type = \"sum\", of = {terms} }}");
    let calm = "connections.friction.law={ type = \"spring_damper\", stiffness = 1.0 }";
    let heavy = "bodies.block.mass=1e300";
    let args = ["run", "slider.toml", "--set", &effort, "--set", calm, "--set", heavy];
    let said = place.stiction(&args).failure();
    assert!(
        said.contains("push: the effort of the TimedEffort is not finite at t = 0.0"),
        "{said}"
    );
    assert!(said.contains("(force = inf)") && !said.contains("too large"), "{said}");
    assert!(!place.path("out").exists(), "folders without results are there");
}

/// Returns the number of folders in which a run has begun to write.
pub(crate) fn left(place: &Place, folder: &str) -> usize {
    place.files(folder).iter().filter(|name| name.starts_with(".partial-")).count()
}

/// Every file is of one of the two runs, and complete; different files may be of different runs. The remains are
/// removed by the next run, if the system tells which processes have ended.
#[test]
fn a_run_that_is_killed_while_it_writes_leaves_whole_files() {
    let [place, other] = ["0.1", "20"].map(|until| {
        let place = Place::with_slider();
        place.stiction(&["run", "slider.toml", "--until", until]).success();
        place
    });
    let of = |place: &Place| FILES.map(|name| place.read(&format!("out/slider/{name}")));
    let (before, after) = (of(&place), of(&other));
    let mut killed = 0;
    for attempt in 0..40 {
        let mut run = place.start(&["run", "slider.toml", "--until", "20"]);
        while left(&place, "out/slider") == 0 && run.try_wait().unwrap().is_none() {}
        // Sooner or later while it writes.
        std::thread::sleep(Duration::from_micros(500 * attempt));
        run.kill().unwrap();
        run.wait().unwrap();
        for (k, found) in of(&place).iter().enumerate() {
            let is_whole = *found == before[k] || *found == after[k];
            assert!(is_whole, "{} after attempt {attempt}", FILES[k]);
        }
        if left(&place, "out/slider") > 0 {
            killed += 1;
            place.stiction(&["run", "slider.toml", "--until", "0.1"]).success();
            assert!(of(&place) == before);
            assert!(cfg!(not(target_os = "linux")) || left(&place, "out/slider") == 0);
        }
    }
    assert!(killed > 0, "no run was killed while it wrote");
}

#[test]
fn runs_at_the_same_time_do_not_hinder_each_other() {
    let place = Place::with_slider();
    for _ in 0..5 {
        let mut runs = vec![];
        for _ in 0..6 {
            runs.push(place.start(&["run", "slider.toml", "--until", "2"]));
            // A delay, so that they meet at every stage, not only at the first.
            std::thread::sleep(Duration::from_millis(3));
        }
        assert!(runs.iter_mut().all(|run| run.wait().unwrap().success()));
        assert_eq!(place.files("out/slider"), FILES);
        let trajectory = place.read("out/slider/trajectory.csv");
        assert_eq!(trajectory.lines().count(), 2002);
    }
}

#[test]
fn the_scenario_is_not_replaced_by_its_results() {
    let place = Place::new();
    fs::create_dir(place.path("study")).unwrap();
    place.write("study/scenario.toml", SLIDER);
    for arguments in [
        &["run", "study/scenario.toml", "--out", "study"][..],
        &["run", "study/scenario.toml", "--out", "study/../study"],
        &["sweep", "study/scenario.toml", "--out", "study"],
        &["graph", "study/scenario.toml", "--out", "study/scenario.toml"],
    ] {
        let said = place.stiction(arguments).failure();
        assert!(said.contains("is what the results are made from"), "{said}");
        assert_eq!(place.files("study"), ["scenario.toml"], "{arguments:?}");
        assert_eq!(place.read("study/scenario.toml"), SLIDER);
    }
    // Nor are the files that it names overwritten.
    let push = "effort = { type = \"samples\", file = \"trajectory.csv\" }";
    place.write("study/slider.toml", &SLIDER.replace("effort = 3.0", push));
    place.write("study/trajectory.csv", "t,force\n0,1\n1,2\n");
    let said = place.stiction(&["run", "study/slider.toml", "--out", "study"]).failure();
    assert!(said.contains("`study/trajectory.csv` is what the results"), "{said}");
    place.stiction(&["run", "study/slider.toml", "--out", "study/results"]).success();
}

#[test]
fn a_kept_scenario_finds_its_files() {
    let place = Place::new();
    let push =
        "effort = { type = \"sum\", of = [1.0, { type = \"samples\", file = \"push.csv\" }] }";
    fs::create_dir(place.path("study")).unwrap();
    place.write("study/slider.toml", &SLIDER.replace("effort = 3.0", push));
    place.write("study/push.csv", "t,force\n0,2\n1,5\n");
    place.stiction(&["run", "study/slider.toml", "--out", "a/b"]).success();
    place.stiction(&["run", "a/b/scenario.toml", "--out", "again"]).success();
    assert_eq!(place.read("again/trajectory.csv"), place.read("a/b/trajectory.csv"));
    place.stiction(&["sweep", "study/slider.toml", "--out", "swept"]).success();
    place.stiction(&["sweep", "swept/scenario.toml", "--out", "swept again"]).success();
    assert_eq!(place.read("swept again/members.csv"), place.read("swept/members.csv"));
}

#[test]
fn what_cannot_be_written_is_said_before_the_run() {
    let place = Place::new();
    // This would take days if it were started.
    place.write("long.toml", &SLIDER.replace("until = 0.1", "until = 1e9"));
    place.write("file", "mine");
    for command in ["run", "sweep"] {
        let said = place.stiction(&[command, "long.toml", "--out", "file"]).failure();
        assert!(said.contains("cannot write to the folder `file`"), "{said}");
    }
    fs::create_dir_all(place.path("out/long/page.html")).unwrap();
    let said = place.stiction(&["run", "long.toml"]).failure();
    assert!(said.contains("`out/long/page.html` is a folder"), "{said}");
}

#[test]
fn plots_that_are_left_out_are_counted() {
    let place = Place::new();
    let body = |k: usize| format!("[bodies.free{k}]\ntype = \"point_mass\"\nmass = 1.0\n");
    let bodies: String = (0..8).map(body).collect();
    place.write("many.toml", &(SLIDER.to_owned() + &bodies));
    let said = place.stiction(&["run", "many.toml"]).success();
    // Position and speed of nine bodies, two forces, minus twelve.
    assert!(said.contains("8 more plots are not drawn"), "{said}");
    assert!(place.read("out/many/page.html").contains("8 more plots are not drawn"));
}

#[test]
fn a_step_that_is_too_large_is_warned_of() {
    let place = Place::with_slider();
    // K T²/m = 10⁴ · 0.02² = 4, B T/m = 2: beyond the limit of holding, and it creates energy.
    let large = ["slider.toml", "--set", "solver.step=0.02"];
    let ended = place.stiction(&[&["run"][..], &large].concat());
    assert!(ended.err.starts_with("warning: friction: the step is too large"), "{}", ended.err);
    assert!(ended.code == Some(0) || ended.err.contains("J from nowhere"), "{}", ended.err);
    // Large, but less so: a load that sets in slips for a moment.
    let onset = ["run", "slider.toml", "--set", "solver.step=0.012"];
    let ended = place.stiction(&onset);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(ended.err.contains("a load that sets in at once can make slip"), "{}", ended.err);
    assert!(place.read("out/slider/page.html").contains("Warning: the step of"));
    let ended = place.stiction(&[&["check"][..], &large].concat());
    assert_eq!(ended.code, Some(0));
    assert!(ended.err.contains("warning: friction: the step is too large"), "{}", ended.err);
    let strict = place.stiction(&[&["check", "--strict"][..], &large].concat()).failure();
    assert!(strict.contains("error: 2 warnings"), "{strict}");
}

#[test]
fn rows_that_are_no_numbers_are_warned_of() {
    let place = Place::with_slider();
    // Half of its square exceeds the largest number.
    let ended =
        place.stiction(&["run", "slider.toml", "--set", "bodies.block.start.velocity=1e200"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let warning = "`energy.stored` is not finite in 101 of 101 rows";
    assert!(ended.err.contains(&format!("warning: {warning}\n")), "{}", ended.err);
    let summary = place.json("out/slider/summary.json");
    assert!(summary["warnings"].as_array().unwrap().iter().any(|text| text == warning));
    let energy = &summary["columns"]["energy.stored"];
    assert_eq!((&energy["not_finite"], &energy["mean"]), (&101.into(), &serde_json::Value::Null));
    // The control: finite columns are not named.
    assert!(!ended.err.contains("`block.x`"), "{}", ended.err);
    assert_eq!(summary["columns"]["block.x"]["not_finite"], 0);
}

#[test]
fn check_says_what_is_in_a_scenario() {
    let place = Place::with_slider();
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
    let many = ["check", "slider.toml", "--set", "solver.until=1234.567"];
    assert!(place.stiction(&many).success().contains("1234567 steps of 0.001 s"));
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
        assert!(text.contains("#   stiction run 'my study.toml'\n") && !text.contains("NAME"));
        if text.contains("[sweep") {
            let mut short = vec!["sweep", "my study.toml", "--set", "solver.until=0.05"];
            if template == "belt" {
                // Measured from 5 s on.
                short.extend(["--set", "sweep.measures.swing.from=0.01"]);
                short.extend(["--set", "sweep.measures.fastest.from=0.01"]);
            }
            place.stiction(&short).success();
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
    let said = place.stiction(&["new", "slider.toml/a"]).failure();
    assert!(said.contains("cannot create the folder `slider.toml`"), "{said}");
}

#[test]
fn the_kept_scenario_is_one_whatever_its_path_is() {
    let place = Place::new();
    fs::create_dir(place.path("new\nline")).unwrap();
    place.write("new\nline/slider.toml", SLIDER);
    let title = "title=\"two\\nlines\"";
    let all = ["run", "new\nline/slider.toml", "--out", "first", "--set", title];
    place.stiction(&all).success();
    let kept = place.read("first/scenario.toml");
    assert!(kept.starts_with("# new line/slider.toml\n#   with title = "), "{kept}");
    place.stiction(&["run", "first/scenario.toml", "--out", "again"]).success();
    assert_eq!(place.read("again/trajectory.csv"), place.read("first/trajectory.csv"));
}

#[test]
fn a_start_of_what_nothing_is_connected_to_is_a_warning() {
    let place = Place::new();
    let other = "[bodies.other]\ntype = \"rotor\"\ninertia = 1.0\n";
    place.write("rest.toml", &(SLIDER.to_owned() + other));
    let start = "start = { angular_velocity = 2.0 }\n";
    place.write("moving.toml", &(SLIDER.to_owned() + other + start));
    let warning = "warning: nothing is connected to the body `other`, which has a `start`\n";
    for command in ["check", "run"] {
        let ended = place.stiction(&[command, "moving.toml"]);
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), warning), "{command}");
    }
    let said = place.json("out/moving/summary.json")["warnings"][0].as_str().unwrap().to_owned();
    assert!(said.contains("`other`, which has a `start`"), "{said}");
    // A body at rest may be there for its own sake.
    place.stiction(&["run", "rest.toml"]).success();
}

/// `check` refuses everything that a run refuses at its start, with the line.
#[test]
fn check_and_run_refuse_the_same_ends() {
    let place = Place::with_slider();
    for until in ["1e17", "1e308", "0", "-1", "nan", "inf"] {
        let run = place.stiction(&["run", "slider.toml", "--until", until]).failure();
        let setting = format!("solver.until={until}");
        let check = place.stiction(&["check", "slider.toml", "--set", &setting]).failure();
        let reason = |said: &str| {
            said.lines().next().map(|line| line.split(": ").last().unwrap().to_owned())
        };
        assert_eq!(reason(&run), reason(&check));
    }
    let plots = |count: usize| SLIDER.to_owned() + &"[[plots]]\ny = [\"block.x\"]\n".repeat(count);
    // The second would take days if it were started.
    place.write("many.toml", &plots(72));
    place.write("more.toml", &plots(73).replace("until = 0.1", "until = 1e9"));
    for command in ["check", "run"] {
        place.stiction(&[command, "many.toml"]).success();
        let said = place.stiction(&[command, "more.toml"]).failure();
        assert!(said.contains("73 plots do not fit in a figure, 72 do"), "{command}: {said}");
    }
    // A sweep may not be cut short.
    let late = "[sweep.measures.late]\nof = \"block.x\"\nfrom = 5.0\n";
    place.write("late.toml", &(SLIDER.to_owned() + late));
    let said = place.stiction(&["check", "late.toml", "--strict"]).failure();
    assert!(said.contains("a sweep would be refused: sweep.measures.late.from"), "{said}");
}
