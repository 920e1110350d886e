//! An ensemble that is stopped continues where it stopped, and gives the same table to the bit.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread::sleep;
use std::time::{Duration, Instant};

use stiction_study::rand::RngExt;
use stiction_study::{Axis, Design, Ensemble, EnsembleError, Member, MemberError, Results};

type Outputs = [f64; 2];

fn design() -> Design {
    let axes = [Axis::log("speed", 1e-3, 1.0, 10), Axis::linear("mu", 0.1, 0.7, 4)];
    Design::grid(axes).unwrap().with_seed(5)
}

fn ensemble(path: &Path) -> Ensemble<Outputs> {
    Ensemble::new(design(), ["force [N]", "noise"]).threads(2).quiet().version("1").keep_in(path)
}

fn simulate(member: &Member<'_>) -> Result<Outputs, MemberError> {
    if member.index() % 13 == 5 {
        return Err("blew up,\n\"badly\"".into());
    }
    let noise: f64 = member.rng().random();
    let force = (member.value("mu")? / member.value("speed")?).sqrt();
    Ok([if member.index() % 7 == 3 { -f64::NAN } else { -force }, noise / 3.0])
}

/// Runs an ensemble, and returns which members were run.
fn run(ensemble: &Ensemble<Outputs>) -> (Results, BTreeSet<usize>) {
    let ran = Mutex::new(BTreeSet::new());
    let results = ensemble.run(|member| {
        assert!(ran.lock().unwrap().insert(member.index()), "a member was run twice");
        simulate(member)
    });
    (results.unwrap(), ran.into_inner().unwrap())
}

/// Returns the table as text, and all outputs as bits (every NaN has the same text).
fn table(results: &Results) -> (String, Vec<u64>) {
    let folder = tempfile::tempdir().unwrap();
    results.write_csv(folder.path().join("members.csv")).unwrap();
    let text = fs::read_to_string(folder.path().join("members.csv")).unwrap();
    let outputs = results.members().filter_map(|(_, outcome)| outcome.outputs());
    (text, outputs.flatten().map(|value| value.to_bits()).collect())
}

/// Returns the table of an undisturbed run.
fn undisturbed() -> (String, Vec<u64>) {
    let ensemble = Ensemble::new(design(), ["force [N]", "noise"]).quiet();
    table(&ensemble.run(simulate).unwrap())
}

/// Members whose row is complete.
fn kept(path: &Path) -> BTreeSet<usize> {
    let bytes = fs::read(path).unwrap_or_default();
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let rows = String::from_utf8(bytes[..end].to_vec()).unwrap();
    rows.lines().skip(2).map(|row| row.split(',').next().unwrap().parse().unwrap()).collect()
}

const PATH: &str = "STICTION_ENSEMBLE_RESUME_TEST";

/// Not a test by itself: the process that is killed.
#[test]
#[ignore = "started, and killed, by another test"]
fn the_victim() {
    let Some(path) = std::env::var_os(PATH) else { return };
    let slowly = |member: &Member<'_>| {
        sleep(Duration::from_millis(40));
        simulate(member)
    };
    ensemble(Path::new(&path)).run(slowly).unwrap();
}

#[test]
fn a_process_that_is_killed_loses_nothing_that_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("members.partial.csv");
    let mut victim = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "the_victim"])
        .env(PATH, &path)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while kept(&path).len() < 8 {
        assert!(started.elapsed() < Duration::from_secs(60), "the run does not start");
        sleep(Duration::from_millis(2));
    }
    // While it lives, it has the file locked.
    let refused = ensemble(&path).run(simulate).unwrap_err();
    assert!(matches!(refused, EnsembleError::InUse { .. }), "{refused}");
    // Nor does a restart take it away.
    let before = kept(&path);
    let refused = ensemble(&path).restart().run(simulate).unwrap_err();
    assert!(matches!(refused, EnsembleError::InUse { .. }), "{refused}");
    assert!(kept(&path).is_superset(&before));
    victim.kill().unwrap();
    assert!(!victim.wait().unwrap().success(), "it had ended before it was killed");

    let ended = kept(&path);
    assert!((8..40).contains(&ended.len()), "{}", ended.len());
    let (results, ran) = run(&ensemble(&path));
    assert_eq!(results.resumed(), ended.len());
    assert_eq!(ran, &(0..40).collect() - &ended);
    assert_eq!(table(&results), undisturbed());
    // All members are there, so nothing is run.
    let (again, ran) = run(&ensemble(&path));
    assert!(ran.is_empty());
    assert_eq!(table(&again), undisturbed());
}

#[test]
fn a_file_that_ends_anywhere_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("members.partial.csv");
    run(&ensemble(&path));
    let whole = fs::read(&path).unwrap();
    let expected = undisturbed();
    for end in (0..whole.len()).filter(|end| *end < 400 || end % 7 == 0) {
        fs::write(&path, &whole[..end]).unwrap();
        let ended = kept(&path);
        let (results, ran) = run(&ensemble(&path));
        assert_eq!(ran, &(0..40).collect() - &ended, "cut at {end}");
        assert_eq!(table(&results), expected, "cut at {end}");
        // The file is whole again, so the next run has nothing to do.
        assert_eq!(kept(&path).len(), 40, "cut at {end}");
    }
}

#[test]
fn a_file_of_another_ensemble_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("members.partial.csv");
    run(&ensemble(&path).only(0..3));
    let before = fs::read(&path).unwrap();
    let refused = |design: Design, outputs: [&str; 2], version: &str| {
        let other = Ensemble::new(design, outputs).quiet().version(version).keep_in(&path);
        let refused = other.run(simulate).unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), before);
        assert!(matches!(refused, EnsembleError::OtherEnsemble { .. }), "{refused}");
        refused.to_string()
    };
    let names = ["force [N]", "noise"];
    let message = refused(design(), names, "2");
    assert!(message.contains("the version is \"1\" there and \"2\" here"), "{message}");
    assert!(refused(design(), ["force", "noise"], "1").contains("the header is member,speed,mu,"));
    let axes = |from: f64, speed: &str| {
        let speed = Axis::log(speed, from, 1.0, 10);
        Design::grid([speed, Axis::linear("mu", 0.1, 0.7, 4)]).unwrap().with_seed(5)
    };
    assert!(refused(axes(1e-3, "v"), names, "1").contains("the header"));
    assert!(refused(axes(2e-3, "speed"), names, "1").contains("the fingerprint"));
    assert!(refused(design().with_seed(6), names, "1").contains("the fingerprint"));
    // The control: the same design made anew.
    assert_eq!(run(&ensemble(&path)).0.resumed(), 3);
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("thesis.tex");
    for text in ["\\documentclass{book}\n", "no line", "# stiction"] {
        fs::write(&path, text).unwrap();
        let outcome = ensemble(&path).run(simulate);
        // A kill may leave the beginning of the first line.
        if text == "# stiction" {
            assert!(outcome.is_ok());
        } else {
            let refused = outcome.unwrap_err().to_string();
            assert!(refused.contains("the first line is"), "{refused}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}

#[test]
fn a_restart_forgets_all_members() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("members.partial.csv");
    run(&ensemble(&path).only(0..3));
    assert_eq!(run(&ensemble(&path).restart()).1, (0..40).collect());
    // Another version: nothing of the first is left.
    let other = ensemble(&path).version("2").restart().only(0..2);
    assert_eq!(run(&other).1, (0..2).collect());
    assert_eq!(kept(&path), (0..2).collect());
    assert!(ensemble(&path).run(simulate).is_err());
}

#[test]
fn failed_members_are_repeated_on_request_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("members.partial.csv");
    let failed: BTreeSet<usize> = run(&ensemble(&path)).0.failures().map(|f| f.index).collect();
    assert_eq!(failed, [5, 18, 31].into());
    assert!(run(&ensemble(&path)).1.is_empty());
    let mended = |member: &Member<'_>| Ok([member.index() as f64, 0.0]);
    let results = ensemble(&path).retry_failed().run(mended).unwrap();
    assert_eq!((results.failures().count(), results.resumed()), (0, 37));
    assert_eq!(results.column("force [N]").unwrap()[18], 18.0);
    // The later row counts.
    let (results, ran) = run(&ensemble(&path));
    assert!(ran.is_empty());
    assert_eq!(results.column("force [N]").unwrap()[18], 18.0);
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    // A folder stands in the way.
    let refused = ensemble(folder.path()).run(simulate).unwrap_err();
    assert!(matches!(refused, EnsembleError::File { action: "open", .. }), "{refused}");
    // A missing folder is made.
    let path = folder.path().join("a/b/members.csv");
    assert_eq!(run(&ensemble(&path)).0.len(), 40);
}
