//! Ctrl-C (SIGINT), other signals, and the remains of killed runs.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::running::left;
use crate::sweeping::{long, wait_for};
use crate::{Place, RUN_FILES as FILES, SLIDER};

const EXIT_CODE: Option<i32> = Some(130);

fn send(signal: &str, run: &Child) {
    let status = Command::new("kill").args([signal, &run.id().to_string()]).status();
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
fn a_run_that_writes_leaves_all_or_nothing() {
    let place = Place::new();
    let longer = [&RUN[..], &["--until", "20"]].concat();
    assert!(start(&place, &RUN).wait().unwrap().success());
    let before = files(&place);
    assert_eq!(before.len(), FILES.len());
    for milliseconds in (0..120).step_by(6) {
        let mut run = start(&place, &longer);
        std::thread::sleep(Duration::from_millis(milliseconds));
        // It may have ended by itself.
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
        let of_both = found.iter().filter(|file| before.contains(file)).count();
        assert_eq!(of_both, 0, "files of two runs after {milliseconds} ms");
        assert!(start(&place, &RUN).wait().unwrap().success());
    }
}

#[test]
fn a_sweep_keeps_its_members() {
    let place = Place::new();
    place.write("long.toml", &long());
    place.stiction(&["sweep", "long.toml", "--out", "whole"]).success();
    for (signal, folder) in [("-INT", "s"), ("-TERM", "t")] {
        let kept = place.path(folder).join("members.partial.csv");
        let mut run = place.start(&["sweep", "long.toml", "--out", folder, "--jobs", "1"]);
        wait_for(&kept, 5);
        send(signal, &run);
        assert_eq!(run.wait().unwrap().code(), EXIT_CODE);
        assert_eq!(place.files(folder), ["members.partial.csv"]);
        let said = place.stiction(&["sweep", "long.toml", "--out", folder]).success();
        assert!(said.contains("of an earlier run"), "{said}");
        let members = place.read(&format!("{folder}/members.csv"));
        assert_eq!(members, place.read("whole/members.csv"));
    }
}

/// A run is ended while it computes in a folder that it has made, and while it writes.
#[test]
fn a_run_that_is_terminated_leaves_nothing() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let place = Place::with_slider();
        let run = ["run", "slider.toml", "--out", "new/o", "--until", "4e6"];
        let mut run = place.start(&run);
        std::thread::sleep(Duration::from_millis(300));
        send(signal, &run);
        assert_eq!(run.wait().unwrap().code(), EXIT_CODE, "{signal}");
        assert_eq!(place.files(""), ["slider.toml"], "{signal}");

        let mut met = 0;
        for attempt in 0..15 {
            let mut run = place.start(&["run", "slider.toml", "--out", "o", "--until", "20"]);
            let begun = || place.path("o").is_dir() && left(&place, "o") > 0;
            while !begun() && run.try_wait().unwrap().is_none() {}
            std::thread::sleep(Duration::from_micros(300 * attempt));
            let _ = Command::new("kill").args([signal, &run.id().to_string()]).output();
            let code = run.wait().unwrap().code();
            assert!(code == EXIT_CODE || code == Some(0), "{signal}: {code:?}");
            met += usize::from(code == EXIT_CODE);
            let found = if place.path("o").is_dir() { place.files("o") } else { vec![] };
            assert!(found.is_empty() || found == FILES, "{signal}: {found:?}");
        }
        assert!(met > 0, "{signal}: no run was ended while it wrote");
    }
}

/// A run started with `nohup` must go on when the terminal is closed.
#[test]
fn a_run_under_nohup_outlives_its_terminal() {
    let place = Place::with_slider();
    let program = env!("CARGO_BIN_EXE_stiction");
    let mut command = Command::new("nohup");
    command.args([program, "run", "slider.toml", "--out", "o", "--until", "4e6"]);
    command.current_dir(place.path("")).stdout(Stdio::null()).stderr(Stdio::null());
    let mut run = command.spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    send("-HUP", &run);
    std::thread::sleep(Duration::from_millis(300));
    assert!(run.try_wait().unwrap().is_none(), "it ended with the terminal");
    send("-TERM", &run);
    assert!(!run.wait().unwrap().success());
}
