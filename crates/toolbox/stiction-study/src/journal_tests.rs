use std::collections::BTreeMap;
use std::fs;

use rand::RngExt;
use rand_pcg::Pcg64Dxsm;

use super::*;
use crate::{Axis, Ensemble, Member, MemberError, Results, stream};

const OUTPUTS: [&str; 2] = ["force [N]", "noise"];
const NAME: &str = "members.partial.csv";

fn design() -> Design {
    let axes = [Axis::log("speed", 1e-3, 1.0, 6), Axis::linear("mu", 0.1, 0.7, 4)];
    Design::grid(axes).unwrap().with_seed(5)
}

fn ensemble(path: &Path) -> Ensemble<[f64; 2]> {
    Ensemble::new(design(), OUTPUTS).threads(1).quiet().version("1").keep_in(path)
}

/// Members 5 and 18 fail at the first attempt.
fn simulate(member: &Member<'_>, attempt: usize) -> Result<[f64; 2], MemberError> {
    if member.index() % 13 == 5 && attempt == 1 {
        return Err("blew up,\n\"badly\"".into());
    }
    if member.index() == 11 {
        return Err("never runs".into());
    }
    let noise: f64 = member.rng().random();
    let force = (member.value("mu")? / member.value("speed")?).sqrt();
    Ok([if member.index() == 7 { f64::NAN } else { -force }, noise / 3.0])
}

fn text(results: &Results) -> String {
    let folder = tempfile::tempdir().unwrap();
    results.write_csv(folder.path().join("members.csv")).unwrap();
    fs::read_to_string(folder.path().join("members.csv")).unwrap()
}

/// Returns the table of an undisturbed run.
fn undisturbed() -> String {
    let ensemble = Ensemble::new(design(), OUTPUTS).threads(1).quiet();
    text(&ensemble.run(|member| simulate(member, 2)).unwrap())
}

/// Returns a file in which some members failed and were repeated.
fn kept() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(NAME);
    ensemble(&path).only(0..20).run(|member| simulate(member, 1)).unwrap();
    let again = ensemble(&path).only(0..22).retry_failed();
    again.run(|member| simulate(member, 2)).unwrap();
    fs::read(path).unwrap()
}

type Corruption = fn(&mut Vec<u8>, &mut Pcg64Dxsm);

/// Returns the lines of a file with their ends, rows from the third on.
fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

fn row(rng: &mut Pcg64Dxsm, lines: &[Vec<u8>]) -> usize {
    rng.random_range(HEAD_LINES..lines.len())
}

fn place(rng: &mut Pcg64Dxsm, bytes: &[u8]) -> usize {
    rng.random_range(0..bytes.len())
}

/// Changes a cell of a row.
fn edit(bytes: &mut Vec<u8>, rng: &mut Pcg64Dxsm, column: usize, new: &str) {
    let mut all = lines(bytes);
    let k = row(rng, &all);
    let line = String::from_utf8(all[k].clone()).unwrap();
    let mut cells: Vec<&str> = line.split(',').collect();
    cells[column] = new;
    all[k] = cells.join(",").into_bytes();
    *bytes = all.concat();
}

/// Accidents that are noticed or do no harm.
const CORRUPTIONS: [(&str, Corruption); 10] = [
    ("the end is missing", |bytes, rng| bytes.truncate(place(rng, bytes))),
    ("the begin is missing", |bytes, rng| drop(bytes.drain(..place(rng, bytes)))),
    ("a piece is zero", |bytes, rng| {
        let from = place(rng, bytes);
        let to = (from + rng.random_range(1..512)).min(bytes.len());
        bytes[from..to].fill(0);
    }),
    ("two rows are swapped", |bytes, rng| {
        let mut all = lines(bytes);
        let (a, b) = (row(rng, &all), row(rng, &all));
        all.swap(a, b);
        *bytes = all.concat();
    }),
    ("a row is there twice", |bytes, rng| {
        let mut all = lines(bytes);
        let (from, to) = (row(rng, &all), row(rng, &all));
        all.insert(to, all[from].clone());
        *bytes = all.concat();
    }),
    ("a row is missing", |bytes, rng| {
        let mut all = lines(bytes);
        all.remove(row(rng, &all));
        *bytes = all.concat();
    }),
    ("two rows are joined", |bytes, rng| {
        let mut all = lines(bytes);
        let k = row(rng, &all);
        all[k].pop();
        *bytes = all.concat();
    }),
    ("a row has the number of another member", |bytes, rng| {
        let member = rng.random_range(0..24).to_string();
        edit(bytes, rng, 0, &member);
    }),
    ("a row has another parameter", |bytes, rng| edit(bytes, rng, 2, "0.30000000000000004")),
    ("a row has another status", |bytes, rng| edit(bytes, rng, 5, "failed")),
];

/// Returns the table of a journal without checks: every row is taken for the member it names. Returns nothing if even
/// that refuses the file.
fn believed(bytes: &[u8]) -> Option<String> {
    let design = design();
    let outputs = OUTPUTS.map(str::to_owned).to_vec();
    let identity = Identity { design: &design, outputs: &outputs, version: "1" };
    let head = identity.head();
    let mut members = BTreeMap::new();
    if bytes.starts_with(head.as_bytes()) {
        let end = bytes.iter().rposition(|byte| *byte == b'\n')? + 1;
        let rows = &bytes[head.len()..end];
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(rows);
        for record in reader.records() {
            let record = record.ok()?;
            let (index, outcome) = identity.index_and_outcome(&record).ok()?;
            members.insert(index, outcome);
        }
        members.retain(|_, outcome: &mut Outcome| outcome.message().is_none());
    } else if !head.as_bytes().starts_with(bytes) {
        return None;
    }
    for index in 0..design.len() {
        members.entry(index).or_insert_with(|| match simulate(&design.member(index).unwrap(), 2) {
            Ok(outputs) => Outcome::Finished(outputs.to_vec()),
            Err(error) => Outcome::Failed(error.to_string()),
        });
    }
    let members = members.into_iter().collect();
    Some(text(&Results {
        design: design.clone().into(),
        outputs: outputs.clone(),
        members,
        resumed: 0,
    }))
}

#[test]
fn no_corruption_ends_in_a_wrong_table() {
    const EACH: u64 = 20;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(NAME);
    let (whole, expected) = (kept(), undisturbed());
    let mut ends = BTreeMap::new();
    let mut wrong_if_believed = 0;
    for (k, (what, corrupt)) in CORRUPTIONS.iter().enumerate() {
        for seed in 0..EACH {
            let mut bytes = whole.clone();
            corrupt(&mut bytes, &mut stream::member_stream(k as u64, seed));
            fs::write(&path, &bytes).unwrap();
            let end = match ensemble(&path).retry_failed().run(|member| simulate(member, 2)) {
                Ok(results) => {
                    assert_eq!(text(&results), expected, "{what}, seed {seed}");
                    // The file is whole again.
                    let again = ensemble(&path).run(|_| Err("all is there".into())).unwrap();
                    assert_eq!((again.resumed(), text(&again)), (24, expected.clone()), "{what}");
                    "the same table"
                }
                Err(EnsembleError::Damaged { .. } | EnsembleError::OtherEnsemble { .. }) => {
                    assert_eq!(
                        fs::read(&path).unwrap(),
                        bytes,
                        "{what}, seed {seed}: it was changed"
                    );
                    "refused"
                }
                Err(other) => panic!("{what}, seed {seed}: {other}"),
            };
            *ends.entry(end).or_insert(0) += 1;
            // The control: without the checks the same corruptions do end in wrong tables.
            wrong_if_believed += usize::from(believed(&bytes).is_some_and(|text| text != expected));
        }
    }
    // The check that these files resume at all.
    assert_eq!(believed(&whole).unwrap(), expected);
    println!("{ends:?}, of which {wrong_if_believed} would be wrong without the checks");
    assert!(ends["the same table"] >= 10 && ends["refused"] >= 80, "{ends:?}");
    assert!(wrong_if_believed >= 10, "the corruptions are too tame: {wrong_if_believed}");
}

#[test]
fn a_row_has_to_make_sense() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(NAME);
    ensemble(&path).only(0..1).run(|member| simulate(member, 1)).unwrap();
    let head = fs::read(&path).unwrap();
    const LEAST: &str = "\"mu\" is 0.30000000000000004 there and 0.3 in member 1";
    for (row, why) in [
        ("24,0.001,0.1,1,2,finished,", "there is no member \"24\""),
        ("1,0.001,0.3,,,done,", "\"done\" is no status"),
        ("1,0.001,0.3,1,2,failed,", "\"failed\" is no status of a member with outputs"),
        ("1,0.001,0.3,1,2x,finished,", "\"2x\" is not a number"),
        ("1,0.001,0.3,1,2", "5 columns instead of 7"),
        ("1,0.001,0.5,1,2,finished,", "\"mu\" is 0.5 there and 0.3 in member 1"),
        // The least change that a number can have.
        ("1,0.001,0.30000000000000004,1,2,finished,", LEAST),
        ("1,-0.001,0.3,1,2,finished,", "\"speed\" is -0.001 there and 0.001 in member 1"),
        ("", "there is no row"),
    ] {
        let bytes = [&head[..], row.as_bytes(), b"\n"].concat();
        fs::write(&path, &bytes).unwrap();
        let refused = ensemble(&path).run(|member| simulate(member, 1)).unwrap_err().to_string();
        assert!(refused.ends_with(&format!(", line 4: {why}")), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    // The control: with the parameters of the member it is taken.
    fs::write(&path, [&head[..], b"1,0.001,0.3,1,2,finished,\n"].concat()).unwrap();
    let results = ensemble(&path).run(|member| simulate(member, 1)).unwrap();
    assert_eq!((results.resumed(), results.column("noise").unwrap()[1]), (2, 2.0));
}

#[test]
fn a_file_of_an_older_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(NAME);
    let old =
        format!("# stiction ensemble 2, design {:016x}, version \"1\"\n", design().fingerprint());
    fs::write(&path, &old).unwrap();
    let refused = ensemble(&path).run(|member| simulate(member, 1)).unwrap_err();
    assert!(matches!(refused, EnsembleError::OtherEnsemble { what: "the first line", .. }));
    assert_eq!(fs::read_to_string(&path).unwrap(), old);
}
