//! Several runs in one folder, one after another and at the same time, and what killed runs leave.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::{Place, SLIDER};

const FILES: [&str; 6] =
    ["page.html", "plot.svg", "scenario.toml", "summary.json", "trajectory.csv", "units.csv"];

/// Starts a run that is told from others by its title and its end.
fn start(place: &Place, number: usize) -> Child {
    let title = format!("title=\"run {number}.\"");
    let until = format!("{}", 0.05 + 1e-3 * number as f64);
    let arguments = ["run", "slider.toml", "--out", "o", "--set", &title, "--until", &until];
    let mut command = place.command(&arguments);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Of which runs the files in the folder are.
fn runs(place: &Place) -> Vec<(String, usize)> {
    let number = |text: &str| {
        let at = text.find("run ").unwrap_or_else(|| panic!("no title in {text}")) + 4;
        text[at..].split('.').next().unwrap().parse::<usize>().unwrap()
    };
    let by_title = ["page.html", "plot.svg", "scenario.toml", "summary.json"];
    let mut found: Vec<(String, usize)> =
        by_title.map(|name| (name.to_owned(), number(&place.read(&format!("o/{name}"))))).into();
    let rows = place.read("o/trajectory.csv").lines().count();
    found.push(("trajectory.csv".to_owned(), rows - 52));
    found
}

#[test]
fn runs_at_the_same_time_do_not_mix_their_files() {
    let place = Place::new();
    place.write("slider.toml", SLIDER);
    let (mut finished, mut refused) = (0, 0);
    for round in 0..20 {
        let mut children = vec![];
        for number in 0..6 {
            children.push((number, start(&place, number)));
            // So that they meet at every stage, not only at the first.
            std::thread::sleep(Duration::from_millis(round));
        }
        let mut wrote = vec![];
        for (number, child) in children {
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            match output.status.code() {
                Some(0) => wrote.push(number),
                Some(1) => {
                    assert!(said.contains("`o` is in use by another run"), "{said}");
                    refused += 1;
                }
                other => panic!("{other:?}: {said}"),
            }
        }
        let runs = runs(&place);
        assert!(runs.iter().all(|(_, run)| *run == runs[0].1), "round {round}: {runs:?}");
        assert!(wrote.contains(&runs[0].1), "round {round}: {runs:?}, but {wrote:?} ended well");
        assert_eq!(place.files("o"), FILES, "round {round}");
        finished += wrote.len();
    }
    // Whether they met at all.
    println!("{finished} runs finished, {refused} were refused");
    assert!(finished >= 20 && refused >= 1, "{finished} finished, {refused} refused");
}

/// Waits until something is true.
fn wait_until(holds: impl Fn() -> bool) {
    let patience = Instant::now();
    while !holds() && patience.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_micros(200));
    }
}

#[test]
fn a_folder_is_in_use_as_long_as_a_run_lives() {
    let place = Place::new();
    place.write("slider.toml", SLIDER);
    let start = || place.start(&["run", "slider.toml", "--out", "new/o", "--until", "4e6"]);
    let mut long = start();
    let refuses = |arguments: &[&str]| {
        let ended = place.stiction(arguments);
        ended.code == Some(1) && ended.err.contains("is in use by another run")
    };
    let mut asked = 0;
    while !refuses(&["sweep", "slider.toml", "--out", "new/o"]) {
        // The one that asks may have been first, and the long one was refused.
        if long.try_wait().unwrap().is_some() {
            long = start();
        }
        asked += 1;
        assert!(asked < 1000, "the run has not taken its folder");
    }
    assert!(refuses(&["run", "slider.toml", "--out", "new/o"]));
    assert!(refuses(&["run", "slider.toml", "--out", "new/../new/o"]), "by another name");
    place.write("a.csv", "t,x\n0,0\n1,1\n");
    assert!(refuses(&["compare", "a.csv", "a.csv", "--out", "new/o"]));
    // Others do not care, nor does one that only draws the mechanism.
    place.stiction(&["run", "slider.toml", "--out", "new/other"]).success();
    place.stiction(&["graph", "slider.toml", "--out", "new/o/graph.svg"]).success();
    long.kill().unwrap();
    long.wait().unwrap();
    place.stiction(&["run", "slider.toml", "--out", "new/o"]).success();
}

/// Folders in which a run that was killed had begun to write.
fn left(place: &Place) -> usize {
    let names = place.files("o");
    names.iter().filter(|name| name.starts_with(".partial-")).count()
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let place = Place::new();
    place.write("slider.toml", SLIDER);
    let run = ["run", "slider.toml", "--out", "o", "--until", "20"];
    place.stiction(&run).success();
    let whole = place.read("o/trajectory.csv");
    let mut killed = 0;
    for attempt in 0..60 {
        let mut run = place.start(&run);
        while left(&place) == 0 && run.try_wait().unwrap().is_none() {}
        std::thread::sleep(Duration::from_micros(500 * attempt));
        run.kill().unwrap();
        run.wait().unwrap();
        if left(&place) > 0 {
            killed += 1;
            // Not of a run: it stays.
            fs::create_dir_all(place.path("o/.partial-mine")).unwrap();
            let another = if attempt % 2 == 0 { "run" } else { "sweep" };
            place.stiction(&[another, "slider.toml", "--out", "o"]).success();
            assert_eq!(left(&place), 1, "{:?}", place.files("o"));
            fs::remove_dir(place.path("o/.partial-mine")).unwrap();
            place.stiction(&["run", "slider.toml", "--out", "o", "--until", "20"]).success();
            assert_eq!(left(&place), 0, "{:?}", place.files("o"));
            assert_eq!(place.read("o/trajectory.csv"), whole);
        }
        if killed >= 5 {
            return;
        }
    }
    assert!(killed > 0, "no run was killed while it wrote");
}

/// The control of the test above: a folder of a run that lives is left alone.
#[test]
fn what_a_run_is_writing_is_not_removed() {
    let place = Place::new();
    place.write("slider.toml", SLIDER);
    let mut met = 0;
    for _ in 0..20 {
        let mut run = place.start(&["run", "slider.toml", "--out", "o", "--until", "20"]);
        while !place.path("o").is_dir() || left(&place) == 0 {
            if run.try_wait().unwrap().is_some() {
                break;
            }
        }
        let ended = place.stiction(&["run", "slider.toml", "--out", "o"]);
        met += usize::from(ended.code == Some(1));
        assert!(run.wait().unwrap().success());
        assert_eq!(left(&place), 0);
        fs::remove_dir_all(place.path("o")).unwrap();
    }
    assert!(met > 0, "they never met");
}

mod signals {
    use super::*;

    fn send(signal: &str, run: &Child) {
        let status = Command::new("kill").args([signal, &run.id().to_string()]).status();
        assert!(status.unwrap().success());
    }

    /// While a run computes in a folder that it has made, and while it writes.
    #[test]
    fn a_run_that_is_terminated_leaves_nothing() {
        for signal in ["-INT", "-TERM", "-HUP"] {
            let place = Place::new();
            place.write("slider.toml", SLIDER);
            let run = ["run", "slider.toml", "--out", "new/o", "--until", "4e6"];
            let mut run = place.start(&run);
            std::thread::sleep(Duration::from_millis(300));
            send(signal, &run);
            assert_eq!(run.wait().unwrap().code(), Some(130), "{signal}");
            assert_eq!(place.files(""), ["slider.toml"], "{signal}");

            let mut met = 0;
            for attempt in 0..15 {
                let run = ["run", "slider.toml", "--out", "o", "--until", "20"];
                let mut run = place.start(&run);
                let begun = || place.path("o").is_dir() && left(&place) > 0;
                while !begun() && run.try_wait().unwrap().is_none() {}
                std::thread::sleep(Duration::from_micros(300 * attempt));
                let _ = Command::new("kill").args([signal, &run.id().to_string()]).output();
                let code = run.wait().unwrap().code();
                assert!(code == Some(130) || code == Some(0), "{signal}: {code:?}");
                met += usize::from(code == Some(130));
                let found = if place.path("o").is_dir() { place.files("o") } else { vec![] };
                assert!(found.is_empty() || found == FILES, "{signal}: {found:?}");
            }
            assert!(met > 0, "{signal}: no run was ended while it wrote");
        }
    }

    #[test]
    fn a_sweep_that_is_terminated_goes_on() {
        let place = Place::new();
        place.write("long.toml", &crate::sweeping::long());
        let kept = place.path("s/members.partial.csv");
        let mut run = place.start(&["sweep", "long.toml", "--out", "s", "--jobs", "1"]);
        wait_until(|| crate::sweeping::lines(&kept) >= 5);
        send("-TERM", &run);
        assert_eq!(run.wait().unwrap().code(), Some(130));
        assert_eq!(place.files("s"), ["members.partial.csv"]);
        let said = place.stiction(&["sweep", "long.toml", "--out", "s"]).success();
        assert!(said.contains("of an earlier run"), "{said}");
    }

    /// Who starts a run with `nohup` wants it to go on when the terminal is closed.
    #[test]
    fn a_run_under_nohup_outlives_its_terminal() {
        let place = Place::new();
        place.write("slider.toml", SLIDER);
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
}
