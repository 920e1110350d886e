//! Ctrl-C, which is the signal SIGINT.

use std::fs;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::sweeping::{self, long};
use crate::{Place, SLIDER};

const EXIT_CODE: Option<i32> = Some(130);

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

/// Starts a run of `scenario.toml`, and waits until it reads the scenario: from a pipe.
fn start(place: &Place, arguments: &[&str]) -> Child {
    let pipe = place.path("scenario.toml");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let run = place.start(arguments);
    fs::write(&pipe, SLIDER).unwrap();
    fs::remove_file(pipe).unwrap();
    run
}

const RUN: [&str; 4] = ["run", "scenario.toml", "--out", "o"];

fn files(place: &Place) -> Vec<(String, String)> {
    let names = place.files("o");
    names.into_iter().map(|name| (place.read(&format!("o/{name}")), name)).collect()
}

#[test]
fn a_run_leaves_the_results_of_the_last_one() {
    let place = Place::new();
    assert!(start(&place, &RUN).wait().unwrap().success());
    let before = files(&place);
    assert_eq!(before.len(), 6);
    let mut run = start(&place, &[&RUN[..], &["--until", "40000"]].concat());
    interrupt(&run);
    assert_eq!(run.wait().unwrap().code(), EXIT_CODE);
    assert_eq!(files(&place), before);
}

#[test]
fn a_run_that_writes_leaves_all_or_nothing() {
    let place = Place::new();
    let longer = [&RUN[..], &["--until", "20"]].concat();
    assert!(start(&place, &RUN).wait().unwrap().success());
    let before = files(&place);
    for milliseconds in (0..120).step_by(6) {
        let mut run = start(&place, &longer);
        std::thread::sleep(Duration::from_millis(milliseconds));
        // It may have ended by itself; then there is nothing to interrupt.
        let _ = Command::new("kill").args(["-INT", &run.id().to_string()]).output();
        let code = run.wait().unwrap().code();
        assert!(code == EXIT_CODE || code == Some(0), "{code:?} after {milliseconds} ms");
        let found = files(&place);
        if found == before {
            assert_eq!(code, EXIT_CODE, "no results, but no word of it");
            continue;
        }
        let names = |all: &[(String, String)]| -> Vec<String> {
            all.iter().map(|(_, name)| name.clone()).collect()
        };
        assert_eq!(names(&found), names(&before));
        let of_both = found.iter().filter(|file| before.contains(file));
        // The same columns have the same units.
        let of_both = of_both.filter(|(_, name)| name != "units.csv").count();
        assert_eq!(of_both, 0, "files of two runs after {milliseconds} ms");
        assert!(start(&place, &RUN).wait().unwrap().success());
    }
}

#[test]
fn a_sweep_keeps_its_members() {
    let place = Place::new();
    place.write("long.toml", &long());
    let kept = place.path("s/members.partial.csv");
    let mut run = place.start(&["sweep", "long.toml", "--out", "s", "--jobs", "1"]);
    let patience = Instant::now();
    while sweeping::lines(&kept) < 5 && patience.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(&run);
    assert_eq!(run.wait().unwrap().code(), EXIT_CODE);
    assert_eq!(place.files("s"), ["members.partial.csv"]);
    let said = place.stiction(&["sweep", "long.toml", "--out", "s"]).success();
    assert!(said.contains("of an earlier run"), "{said}");
    place.stiction(&["sweep", "long.toml", "--out", "whole"]).success();
    assert_eq!(place.read("s/members.csv"), place.read("whole/members.csv"));
}
