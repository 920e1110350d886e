//! Tests of running.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use rand::RngExt;

use super::*;
use crate::testing::text;
use crate::{Axis, RandomVariable};

fn design() -> Design {
    let variables =
        [RandomVariable::uniform("mu", 0.2, 0.6), RandomVariable::uniform("mass", 0.8, 1.2)];
    Design::random(60, 11, variables).unwrap()
}

/// Fails for some members, panics for one, gives NaN for others.
pub(crate) fn simulate(member: &Member<'_>) -> Result<[f64; 2], MemberError> {
    let (mu, mass) = (member.value("mu")?, member.value("mass")?);
    match member.index() {
        7 => return Err("the step is too large,\nsee \"Euler\"".into()),
        8 => panic!("member {} is out of range", member.index()),
        9 => member.value("mas").map(drop)?,
        _ => {}
    }
    let kick: f64 = member.rng().random();
    let period = if mu > 0.5 { -f64::NAN } else { kick / mu };
    Ok([mass * mu, period])
}

pub(crate) fn ensemble() -> Ensemble<[f64; 2]> {
    Ensemble::new(design(), ["force", "period"]).quiet()
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let one = text(&ensemble().threads(1).run(simulate).unwrap());
    for threads in [2, 5, 0] {
        let busy = |member: &Member<'_>| {
            // Members end in another order than they start.
            std::thread::sleep(std::time::Duration::from_micros(member.seed() % 2000));
            simulate(member)
        };
        assert_eq!(text(&ensemble().threads(threads).run(busy).unwrap()), one);
    }
    // The control: members that share a counter depend on their order.
    let count = AtomicUsize::new(0);
    let shared = |member: &Member<'_>| {
        std::thread::sleep(std::time::Duration::from_micros(member.seed() % 2000));
        Ok([count.fetch_add(1, Ordering::Relaxed) as f64, 0.0])
    };
    let by_five = ensemble().threads(5).run(shared).unwrap().column("force").unwrap();
    assert!(!by_five.is_sorted());
}

#[test]
fn failures_are_reported_and_not_fatal() {
    let results = ensemble().run(simulate).unwrap();
    assert_eq!(results.len(), 60);
    let failures: Vec<String> = results.failures().map(|failure| failure.to_string()).collect();
    let of = |k: usize| {
        let values = results.design().member(k).unwrap();
        format!("member {k} (mu = {}, mass = {})", values.values()[0], values.values()[1])
    };
    let expected = [
        format!("{} failed: the step is too large,; see \"Euler\"", of(7)),
        format!("{} panicked: member 8 is out of range", of(8)),
        format!(
            "{} failed: no parameter is named \"mas\", did you mean \"mass\"; there are \"mu\", \
             \"mass\"",
            of(9)
        ),
    ];
    assert_eq!(failures, expected);
    let force = results.column("force").unwrap();
    assert!(force[7].is_nan() && force[8].is_nan() && force[10] > 0.0);
    let statistics = results.statistics("period").unwrap();
    let not_finite = results.column("mu").unwrap();
    let not_finite =
        not_finite.iter().enumerate().filter(|(k, mu)| !(7..10).contains(k) && **mu > 0.5);
    assert_eq!(statistics.not_finite(), not_finite.count());
    assert_eq!(statistics.not_finite() + statistics.count(), 57);
    assert!(results.to_string().starts_with("60 members, 3 failed\n"));
    assert!(results.rank_correlation("mass", "force").unwrap() > 0.1);
    let typo = results.statistics("perod").unwrap_err();
    assert!(typo.to_string().contains("did you mean \"period\""), "{typo}");
}

#[test]
fn the_table_reads_as_a_table() {
    let design = Design::grid([Axis::values("mu, static", [0.1, 0.2])]).unwrap();
    let results = Ensemble::new(design, ["force"])
        .run(|member| if member.index() == 0 { Ok([-1.5e-9]) } else { Err("a, b".into()) })
        .unwrap();
    assert_eq!(
        text(&results),
        "member,\"mu, static\",force,status,error\n0,0.1,-1.5e-9,finished,\n1,0.2,,failed,\"a, b\"\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("statistics.csv");
    results.write_statistics(&path).unwrap();
    let text = fs::read_to_string(path).unwrap();
    assert!(
        text.ends_with(
            "\nforce,1,0,-1.5e-9,NaN,NaN,-1.5e-9,-1.5e-9,-1.5e-9,-1.5e-9,-1.5e-9,-1.5e-9,-1.5e-9\n"
        ),
        "{text}"
    );
}

#[test]
fn a_part_of_the_members_has_the_numbers_of_all() {
    let all = ensemble().run(simulate).unwrap();
    let some = ensemble().only(20..30).run(simulate).unwrap();
    assert_eq!(some.len(), 10);
    for (index, outcome) in some.members() {
        assert!(all.members().nth(index).unwrap().1.is_same(outcome), "{index}");
    }
    let beyond = ensemble().only(50..61).run(simulate).unwrap_err();
    assert_eq!(
        beyond.to_string(),
        "members 50 to 61 (exclusive) were asked for, the design has 60"
    );
    let none = ensemble().only(3..3).run(simulate).unwrap();
    assert!(none.is_empty() && none.statistics("force").unwrap().mean().is_nan());
}

#[test]
fn outputs_named_at_run_time_are_counted() {
    let names = vec!["a".to_owned(), "b".to_owned()];
    let results = Ensemble::with_outputs(design(), names)
        .run(|member| Ok(vec![1.0; 2 + member.index() % 2]))
        .unwrap();
    assert_eq!(results.failures().count(), 30);
    let failure = results.failures().next().unwrap();
    assert_eq!(failure.outcome.message(), Some("3 outputs were given for 2 names"));
}

#[test]
fn bad_names_of_outputs_are_refused() {
    for (name, why) in [
        ("mu", "given once"),
        ("member", "every table"),
        ("error", "every table"),
        ("", "not be empty"),
        (" ", "not be empty"),
        ("a\nb", "no line break"),
    ] {
        let refused = Ensemble::new(design(), [name]).run(|_| Ok([0.0])).unwrap_err();
        assert!(refused.to_string().contains(why), "{refused}");
    }
    assert!(Ensemble::new(design(), ["a", "a"]).run(|_| Ok([0.0; 2])).is_err());
}

#[test]
fn errors_are_told_with_their_causes_once() {
    #[derive(Debug, thiserror::Error)]
    #[error("cannot step")]
    struct Outer(#[source] Inner);
    #[derive(Debug, thiserror::Error)]
    #[error("not finite")]
    struct Inner;
    #[derive(Debug, thiserror::Error)]
    #[error("failed: {0}")]
    struct Telling(#[source] Inner);
    assert_eq!(with_causes(&Outer(Inner)), "cannot step: not finite");
    assert_eq!(with_causes(&Telling(Inner)), "failed: not finite");
    assert_eq!(without_line_breaks(" a\r\nb\n"), "a; b");
}

/// Parts of an ensemble that were run elsewhere are refused if they contradict each other or were changed.
#[test]
fn parts_that_were_run_elsewhere_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let all = [file("0.csv"), file("1.csv")];
    for (part, path) in [0..7, 7..60].into_iter().zip(&all) {
        ensemble().only(part).keep_in(path).run(simulate).unwrap();
    }
    let gathered = |paths: &[PathBuf]| ensemble().with_members_of(paths).gather();
    let together = gathered(&all).unwrap().results().unwrap();
    assert_eq!(together.resumed(), 60);

    let other = ensemble().only(6..8).keep_in(file("other.csv"));
    other.run(|_| Ok([0.0, 0.0])).unwrap();
    let refused = gathered(&[all[0].clone(), file("other.csv")]).unwrap_err();
    assert!(matches!(refused, EnsembleError::Disagreement { member: 6, .. }), "{refused}");
    // A line that was being written is of no member yet; a changed one is refused.
    let bytes = fs::read(&all[0]).unwrap();
    fs::write(&all[0], &bytes[..bytes.len() - 3]).unwrap();
    let missing = gathered(&all).unwrap().results().unwrap_err();
    assert!(matches!(missing, EnsembleError::Missing { count: 1, .. }), "{missing}");
    let changed = String::from_utf8(bytes).unwrap().replacen("finished", "failed", 1);
    fs::write(&all[0], changed).unwrap();
    let refused = gathered(&all).unwrap_err();
    assert!(matches!(refused, EnsembleError::Damaged { line: 3, .. }), "{refused}");
}
