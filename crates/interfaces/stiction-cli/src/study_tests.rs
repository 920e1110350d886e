//! A sweep that another program runs ends in the files that the command writes.

use std::fs;

use stiction::scenario::library;

use super::*;
use crate::{command, terminal::Terminal};

const TEXT: &str = r#"
schema_version = 1
title = "A block"
solver = { step = 1e-3, until = 0.2 }
bodies.block = { type = "point_mass", mass = 1.0 }
[connections.push]
ports = "block"
law = { type = "effort", effort = { type = "samples", file = "push.csv" } }
[connections.friction]
ports = "block"
law = { type = "gsat", stiffness = 1e4, damping = 100.0, limit = 2.0 }
[sweep]
design = "latin_hypercube"
members = 12
seed = 3
[sweep.parameters]
"connections.friction.law.limit" = { from = 1.0, to = 4.0 }
"bodies.block.mass" = { from = -0.1, to = 1.0 }
[sweep.measures]
far = { of = "block.x", take = "max" }
fast = { of = "block.x", take = "slope" }
"#;

fn written() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("push.csv"), "t,f\n0,3\n0.1,3\n0.2,0\n").unwrap();
    let path = folder.path().join("block.toml");
    fs::write(&path, TEXT).unwrap();
    (folder, path)
}

fn study(path: &Path, own: Own) -> Study {
    let file = ScenarioFile::load(path).unwrap().with_registry(&library());
    Study::new(file, vec![], (None, None), own).unwrap()
}

/// What the command does with these arguments.
fn command(arguments: &[&str]) {
    use clap::Parser;
    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: command::sweep::Options,
    }
    let line = Line::parse_from(std::iter::once(&"sweep").chain(arguments));
    command::sweep::run(&line.options, &library(), &Terminal::new(true, None)).unwrap();
}

const FILES: [&str; 5] =
    ["members.csv", "statistics.csv", "summary.json", "scenario.toml", "plot.svg"];

fn nothing(_: Recorder, _: &[String]) -> Result<Vec<f64>, MemberError> {
    Ok(vec![])
}

#[test]
fn the_folder_is_that_of_the_command_to_the_byte() {
    let (folder, path) = written();
    let place = |name: &str| folder.path().join(name);
    let (by_command, by_study) = (place("command"), place("study"));
    command(&[path.to_str().unwrap(), "--out", by_command.to_str().unwrap()]);
    let judged = study(&path, Own::default());
    // Where the members are run there is no file, only what was sent.
    let mut file = ScenarioFile::from_bytes(judged.file().path(), judged.file().text().into());
    for (name, bytes) in judged.files().unwrap() {
        file = file.map(|file| file.with_file(name, bytes));
    }
    fs::rename(place("push.csv"), place("away.csv")).unwrap();
    let file = file.unwrap().with_registry(&library());
    let there = Study::elsewhere(file, judged.settings().to_vec(), Own::default()).unwrap();
    let stop = Arc::default();
    let run = |k: usize| (k, there.run_one(k, &stop, &nothing).unwrap());
    let ran: Vec<_> = (0..12).rev().map(run).collect();
    fs::rename(place("away.csv"), place("push.csv")).unwrap();

    let gathered = judged.gather(Some(&by_study), Keeping::default()).unwrap();
    ran.chunks(5).for_each(|chunk| gathered.add(chunk.to_vec()).unwrap());
    let (results, warnings) = judged.finish(gathered).unwrap();
    assert!(results.failures().count() > 0 && !warnings.is_empty());
    for name in FILES {
        let [a, b] = [&by_command, &by_study].map(|out| fs::read(out.join(name)).unwrap());
        assert!(a == b, "{name}");
    }
    assert!(!by_study.join(KEPT).exists());
    // The control: another member, another table.
    let gathered = judged.gather(None, Keeping::default()).unwrap();
    let mut other = ran.clone();
    other[3].1 = other[4].1.clone();
    gathered.add(other).unwrap();
    let (others, _) = judged.finish(gathered).unwrap();
    assert_ne!(others.column("far").unwrap(), results.column("far").unwrap());
}

#[test]
fn what_a_study_began_the_command_ends() {
    let (folder, path) = written();
    let whole = folder.path().join("whole");
    command(&[path.to_str().unwrap(), "--out", whole.to_str().unwrap()]);
    let out = folder.path().join("out");
    let stop = Arc::default();
    {
        let study = study(&path, Own::default());
        let gathered = study.gather(Some(&out), Keeping::default()).unwrap();
        let run = |k: usize| (k, study.run_one(k, &stop, &nothing).unwrap());
        gathered.add([4, 2, 9].map(run).to_vec()).unwrap();
        let refused = study.gather(Some(&out), Keeping::default()).unwrap_err();
        assert!(refused.to_string().contains("in use"), "{refused}");
    }
    command(&[path.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    for name in ["members.csv", "statistics.csv"] {
        assert_eq!(fs::read(out.join(name)).unwrap(), fs::read(whole.join(name)).unwrap());
    }
}

#[test]
fn measures_of_ones_own_stand_beside_the_others() {
    let (folder, path) = written();
    let own = |version: &str| Own { names: vec!["rows".to_owned()], version: version.to_owned() };
    let first = study(&path, own("1"));
    assert_eq!(first.measures().collect::<Vec<_>>(), ["far", "fast", "rows"]);
    assert_eq!(first.units()[1], ("fast".to_owned(), "m/s".to_owned()));
    let rows = |record: Recorder, _: &[String]| Ok(vec![record.time().len() as f64]);
    let out = folder.path().join("out");
    let gathered = first.gather(Some(&out), Keeping::default()).unwrap();
    let stop = Arc::default();
    gathered.add(vec![(11, first.run_one(11, &stop, &rows).unwrap())]).unwrap();
    drop(gathered);
    let refused = study(&path, own("2")).gather(Some(&out), Keeping::default()).unwrap_err();
    assert!(refused.to_string().contains("the version is"), "{refused}");
    let gathered = first.gather(Some(&out), Keeping::default()).unwrap();
    first.run_missing(&gathered, 2, &stop, &rows).unwrap();
    let (results, _) = first.finish(gathered).unwrap();
    assert_eq!(results.column("rows").unwrap()[11], 201.0);
    let alone = study(&path, Own::default());
    let gathered = alone.gather(None, Keeping::default()).unwrap();
    alone.run_missing(&gathered, 2, &stop, &nothing).unwrap();
    let (plain, _) = alone.finish(gathered).unwrap();
    let bits = |results: &Results| -> Vec<u64> {
        results.column("far").unwrap().iter().map(|x| x.to_bits()).collect()
    };
    assert_eq!(bits(&plain), bits(&results));
}

#[test]
fn a_member_that_is_stopped_is_no_failure() {
    let (_folder, path) = written();
    let study = study(&path, Own::default());
    let stop = Arc::new(AtomicBool::new(true));
    let stopped = study.run_one(11, &stop, &nothing).unwrap_err();
    assert!(matches!(stopped, StudyError::Ensemble(EnsembleError::Stopped)), "{stopped}");
}
