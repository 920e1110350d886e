//! Tests of every component of the registry, with values drawn from its table: registering a component is enough to
//! have it tested.

mod check;
mod controls;
mod draw;
mod power;
mod stand;

use std::collections::BTreeSet;
use std::{fs, thread};

use check::Report;
use stand::Tried;

use crate::body::MakeBody;
use crate::census_tests::folder;
use crate::drive::MakeDrive;
use crate::law::MakeLaw;
use crate::map::MakeMap;
use crate::{Scenario, library};

/// Tests all components of a kind.
fn every<K: Tried>(like: &Scenario) -> Report {
    let mut report = Report::default();
    K::all(&library()).iter().for_each(|entry| report.look(entry, like));
    report
}

#[test]
fn every_component() {
    let folder = folder();
    let signals = "t,late,force,other\n0,0.5,1,3\n1,1.5,2,4\n";
    fs::write(folder.path().join("signal.csv"), signals).unwrap();
    let like = &Scenario { folder: folder.path().to_owned(), ..Scenario::new("", 0.01, 0.1) };
    let mut report = Report::default();
    let kinds = [every::<MakeLaw>, every::<MakeMap>, every::<MakeBody>, every::<MakeDrive>];
    thread::scope(|scope| {
        let all = kinds.map(|every| scope.spawn(move || every(like)));
        all.into_iter().for_each(|found| report.add(found.join().unwrap()));
    });
    assert!(report.faults.is_empty(), "{}", report.faults.join("\n"));
    assert!(report.constant().is_empty(), "never changed: {:#?}", report.constant());
}

/// Returns the names of the types of a kind.
fn names<K: Tried>() -> Vec<&'static str> {
    K::all(&library()).iter().map(|entry| entry.table.named().name).collect()
}

#[test]
fn the_page_of_components_names_all() {
    let page = include_str!("../../../../docs/src/components.md");
    let kinds = [names::<MakeLaw>, names::<MakeMap>, names::<MakeBody>, names::<MakeDrive>];
    let is_missing = |name: &&str| !page.contains(&format!("`{name}`"));
    let missing: BTreeSet<_> = kinds.iter().flat_map(|names| names()).filter(is_missing).collect();
    assert!(missing.is_empty(), "not in docs/src/components.md: {missing:?}");
    assert!(is_missing(&"NoSuchLaw"));
}
