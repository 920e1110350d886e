//! `reproduce`.

use crate::Place;

const FILES: [&str; 3] = ["page.html", "summary.json", "validation.md"];

/// An experiment that takes little time.
fn quick(place: &Place) -> String {
    let list = place.stiction(&["reproduce", "--list", "--only", "cones"]).success();
    list.lines().nth(2).unwrap().split_whitespace().next().unwrap().to_owned()
}

#[test]
fn experiments_are_listed() {
    let place = Place::new();
    let list = place.stiction(&["reproduce", "--list"]).success();
    assert!(list.lines().count() > 40 && list.contains("kikuuwe-"), "{list}");
    let some = place.stiction(&["reproduce", "--list", "--only", "kikuuwe-"]).success();
    let rows = some.lines().skip(2);
    assert!(rows.clone().count() > 3 && rows.clone().all(|row| row.starts_with("kikuuwe-")));
    assert!(place.files("").is_empty());
}

#[test]
fn one_experiment_is_recomputed() {
    let place = Place::new();
    let name = quick(&place);
    let arguments = ["reproduce", "--quick", "--only", &name, "--out", "r"];
    let said = place.stiction(&arguments).success();
    assert!(said.contains(&format!("s  {name}: ")) && said.contains("0 of 1 fail; "));
    assert_eq!(place.files("r"), FILES);
    let summary = place.json("r/summary.json");
    assert_eq!(
        (&summary["whole"], &summary["experiments"][0]["passed"]),
        (&false.into(), &true.into())
    );
    // What is not whole may be replaced by another part.
    place.stiction(&arguments).success();
    assert!(
        place.stiction(&[&arguments[..], &["--svg"]].concat()).success().contains("0 of 1 fail")
    );
    assert!(place.files("r").contains(&format!("{name}.svg")));
}

#[test]
fn a_part_does_not_replace_a_whole_run() {
    let place = Place::new();
    std::fs::create_dir(place.path("r")).unwrap();
    place.write("r/summary.json", "{ \"whole\": true }");
    for part in [&["--quick"][..], &["--only", "cones"]] {
        let said = place.stiction(&[&["reproduce", "--out", "r"][..], part].concat()).failure();
        assert!(said.contains("`r` has the results of a whole run"), "{said}");
    }
    assert_eq!(place.files("r"), ["summary.json"]);
}

#[test]
fn what_cannot_be_done_is_a_failure() {
    let place = Place::new();
    let said = place.stiction(&["reproduce", "--only", "nonsense"]).failure();
    assert!(said.contains("no experiment has `nonsense` in its name"), "{said}");
    place.write("file", "");
    let said = place.stiction(&["reproduce", "--quick", "--out", "file"]).failure();
    assert!(said.contains("cannot write to the folder `file`"), "{said}");
}
