//! Members that are run elsewhere give the table of one run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rand::RngExt;

use crate::ensemble::tests::{ensemble, simulate};
use crate::testing::text;
use crate::{EnsembleError, Outcome};

#[test]
fn members_of_any_chunks_in_any_order_are_those_of_one_run() {
    let expected = text(&ensemble().run(simulate).unwrap());
    for size in [1, 4, 60] {
        let gathering = ensemble().gather().unwrap();
        let missing = gathering.missing();
        for chunk in missing.chunks(size).rev() {
            // Another machine makes its own ensemble.
            let there = ensemble();
            let run = |index: &usize| (*index, there.run_one(*index, simulate).unwrap());
            gathering.add(chunk.iter().map(run)).unwrap();
        }
        assert_eq!(text(&gathering.results().unwrap()), expected, "chunks of {size}");
    }
    // The control: numbers drawn by chunk, not by member, depend on the chunks.
    let by_chunk = |size: usize| {
        let gathering = ensemble().gather().unwrap();
        for chunk in gathering.missing().chunks(size) {
            let mut draws = crate::stream::member_stream(11, chunk[0] as u64);
            let run = |index: &usize| (*index, Outcome::Finished(vec![0.0, draws.random()]));
            gathering.add(chunk.iter().map(run).collect::<Vec<_>>()).unwrap();
        }
        text(&gathering.results().unwrap())
    };
    assert_ne!(by_chunk(4), by_chunk(5));
}

#[test]
fn what_is_added_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let ensemble = ensemble().keep_in(folder.path().join("kept.csv"));
    let gathering = ensemble.gather().unwrap();
    let run = |index: usize| (index, ensemble.run_one(index, simulate).unwrap());
    gathering.add((3..12).map(run)).unwrap();
    // A machine that was believed lost reports back.
    gathering.add([(3, Outcome::Finished(vec![0.0, 0.0])), run(12)]).unwrap();
    for again in [ensemble.clone(), ensemble.clone().restart()] {
        assert!(matches!(again.gather().unwrap_err(), EnsembleError::InUse { .. }));
    }
    let missing = gathering.results().unwrap_err();
    assert!(matches!(missing, EnsembleError::Missing { count: 50, first: 0 }), "{missing}");
    let results = ensemble.run(simulate).unwrap();
    assert_eq!(results.resumed(), 10);
    assert_eq!(text(&results), text(&self::ensemble().run(simulate).unwrap()));
}

#[test]
fn what_was_not_asked_for_is_refused() {
    let gathering = ensemble().only(5..10).gather().unwrap();
    assert_eq!(gathering.missing(), [5, 6, 7, 8, 9]);
    for index in [4, 10, usize::MAX] {
        let refused = gathering.add([(index, Outcome::Failed(String::new()))]).unwrap_err();
        assert!(matches!(refused, EnsembleError::NoSuchMember { .. }), "{refused}");
    }
    let refused = ensemble().run_one(60, simulate).unwrap_err();
    assert!(matches!(refused, EnsembleError::NoSuchMember { members: 60, .. }), "{refused}");
    gathering.add([(5, Outcome::Finished(vec![1.0]))]).unwrap();
    gathering.add((6..10).map(|k| (k, Outcome::Finished(vec![1.0, 2.0])))).unwrap();
    let failed: Vec<_> = gathering.results().unwrap().failures().map(|f| f.to_string()).collect();
    assert!(failed.len() == 1 && failed[0].ends_with("1 outputs were given for 2 names"));
}

#[test]
fn a_run_that_is_stopped_keeps_what_has_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.csv");
    let (stop, begun) = (Arc::new(AtomicBool::new(false)), AtomicUsize::new(0));
    let stopping = ensemble().threads(2).keep_in(&path).stop_on(Arc::clone(&stop));
    let stopped = stopping.run(|member| {
        if begun.fetch_add(1, Ordering::SeqCst) == 10 {
            stop.store(true, Ordering::SeqCst);
        }
        // A member that sees the flag gives up, which does not count as its failure.
        if stop.load(Ordering::SeqCst) { Err("interrupted".into()) } else { simulate(member) }
    });
    assert!(matches!(stopped.unwrap_err(), EnsembleError::Stopped));
    assert!(begun.into_inner() <= 12);
    let results = ensemble().keep_in(&path).run(simulate).unwrap();
    assert!((8..=11).contains(&results.resumed()), "{}", results.resumed());
    assert_eq!(text(&results), text(&ensemble().run(simulate).unwrap()));
}
