//! A sweep ends in equal files, wherever its members run.

use std::fs;

use stiction_scenario::library;

use super::*;
use crate::{EnsembleError, Results};

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

fn study(path: &Path, own: OwnMeasures) -> Study {
    let file = ScenarioFile::load(path).unwrap().with_registry(&library());
    Study::new(Case::new(file, vec![]).unwrap(), (None, None), own).unwrap()
}

const FILES: [&str; 5] =
    ["members.csv", "statistics.csv", "summary.json", "scenario.toml", "plot.svg"];

/// Runs the missing members, in a folder if there is one, on threads of this process.
fn whole(study: &Study, folder: Option<&Path>) -> Swept {
    let gathered = study.gather(folder, Keeping::default()).unwrap();
    study.run_missing(&gathered, (2, false), &Arc::default(), &nothing).unwrap();
    let swept = study.end(gathered).unwrap();
    study.write(&swept).unwrap();
    swept
}

fn nothing(_: Recorder, _: &[String]) -> Result<Vec<f64>, MemberError> {
    Ok(vec![])
}

#[test]
fn members_that_were_run_elsewhere_make_the_same_files_to_the_byte() {
    let (folder, path) = written();
    let place = |name: &str| folder.path().join(name);
    let (here, there) = (place("here"), place("there"));
    let judged = study(&path, OwnMeasures::default());
    whole(&judged, Some(&here));
    // On the other machine there is no file, only the data that was sent.
    let sent = &judged.case().file;
    let mut file = ScenarioFile::from_bytes(sent.path(), sent.text().into()).unwrap();
    for (name, bytes) in judged.files().unwrap() {
        file = file.with_file(name, bytes);
    }
    fs::rename(place("push.csv"), place("away.csv")).unwrap();
    let settings = judged.case().settings.clone();
    let file = file.with_registry(&library());
    let other = Study::elsewhere(file, settings, OwnMeasures::default()).unwrap();
    let stop = Arc::default();
    let run = |k: usize| (k, other.run_one(k, &stop, &nothing).unwrap());
    let ran: Vec<_> = (0..12).rev().map(run).collect();
    fs::rename(place("away.csv"), place("push.csv")).unwrap();

    let gathered = judged.gather(Some(&there), Keeping::default()).unwrap();
    ran.chunks(5).for_each(|chunk| gathered.add(chunk.to_vec()).unwrap());
    let swept = judged.end(gathered).unwrap();
    judged.write(&swept).unwrap();
    assert!(swept.results.failures().count() > 0 && !swept.warnings.is_empty());
    for name in FILES {
        let [a, b] = [&here, &there].map(|out| fs::read(out.join(name)).unwrap());
        assert!(a == b, "{name}");
    }
    assert!(!there.join(KEPT).exists());
    // The control: another member, another table.
    let gathered = judged.gather(None, Keeping::default()).unwrap();
    let mut other = ran.clone();
    other[3].1 = other[4].1.clone();
    gathered.add(other).unwrap();
    let others = judged.end(gathered).unwrap().results;
    assert_ne!(others.column("far").unwrap(), swept.results.column("far").unwrap());
}

#[test]
fn measures_of_the_program_stand_beside_the_others() {
    let (folder, path) = written();
    let own =
        |version: &str| OwnMeasures { names: vec!["rows".to_owned()], version: version.to_owned() };
    let first = study(&path, own("1"));
    let measures = [("far", "m"), ("fast", "m/s"), ("rows", "")];
    assert_eq!(first.measures(), measures.map(|(name, unit)| (name.to_owned(), unit.to_owned())));
    let rows = |record: Recorder, _: &[String]| Ok(vec![record.time().len() as f64]);
    let out = folder.path().join("out");
    let gathered = first.gather(Some(&out), Keeping::default()).unwrap();
    let stop = Arc::default();
    gathered.add(vec![(11, first.run_one(11, &stop, &rows).unwrap())]).unwrap();
    drop(gathered);
    let refused = study(&path, own("2")).gather(Some(&out), Keeping::default()).unwrap_err();
    assert!(refused.to_string().contains("the version is"), "{refused}");
    let gathered = first.gather(Some(&out), Keeping::default()).unwrap();
    first.run_missing(&gathered, (2, false), &stop, &rows).unwrap();
    let results = first.end(gathered).unwrap().results;
    assert_eq!(results.column("rows").unwrap()[11], 201.0);
    let plain = whole(&study(&path, OwnMeasures::default()), None).results;
    let bits = |results: &Results| -> Vec<u64> {
        results.column("far").unwrap().iter().map(|x| x.to_bits()).collect()
    };
    assert_eq!(bits(&plain), bits(&results));
}

#[test]
fn a_member_that_is_stopped_is_no_failure() {
    let (_folder, path) = written();
    let study = study(&path, OwnMeasures::default());
    let stop = Arc::new(AtomicBool::new(true));
    let stopped = study.run_one(11, &stop, &nothing).unwrap_err();
    assert!(matches!(stopped, StudyError::Ensemble(EnsembleError::Stopped)), "{stopped}");
}
