//! Instructions per step, counted by valgrind: they do not depend on the load of the machine, so that a slower program
//! shows before its time can be measured.
//!
//! `docs/benchmarks/instructions` prints a table, `--check` compares it with the recorded counts in
//! `docs/benchmarks/instructions.csv` and fails if one is more than 5 % above, `--record` writes that file. Every case
//! is run twice with different numbers of steps and the counts are subtracted, so that start-up and the first steps do
//! not count.
//!
//! valgrind knows no AVX-512, so vector code runs as on a machine with AVX2 even if there is more. With another
//! compiler or kind of machine than those of the recorded counts, the quotients by hand-written code are compared
//! instead of the counts.

mod arm;
mod baseline;
mod callgrind;
mod door;
mod hand_written;
mod law_loops;
mod mechanisms;
#[allow(dead_code, reason = "used in part")]
mod mesh;
mod patches;
#[path = "../../../docs/benchmarks/shared/record.rs"]
mod record;
mod spheres;
mod work;

use std::process::ExitCode;

use baseline::{Baseline, Counts};
use work::Case;

const USAGE: &str = "usage: instructions [--check | --record] [--only WORD]";

/// Returns all cases that are small enough.
fn cases() -> impl Iterator<Item = &'static Case> {
    let cases = mechanisms::MECHANISMS.iter().chain(&law_loops::LAWS).chain(&patches::PATCHES);
    cases.filter(|case| case.copies <= 1000)
}

fn find(key: &str) -> Option<&'static Case> {
    cases().find(|case| case.key == key)
}

fn counts(only: Option<&str>) -> Result<Vec<(&'static Case, Counts)>, String> {
    let chosen: Vec<&Case> =
        cases().filter(|case| only.is_none_or(|word| case.key.contains(word))).collect();
    let mut jobs = vec![];
    for case in &chosen {
        jobs.push(callgrind::Job { case: case.key, by_hand: false, copies: case.copies });
        if case.by_hand.is_some() {
            jobs.push(callgrind::Job { case: case.key, by_hand: true, copies: case.copies });
        }
    }
    let found = callgrind::count_all(&jobs)?;
    let of = |case: &Case, by_hand: bool| {
        let job = jobs.iter().position(|job| job.case == case.key && job.by_hand == by_hand);
        job.map(|job| found[job] / case.copies as f64)
    };
    let counts = chosen.into_iter().map(|case| {
        let library = of(case, false).unwrap_or(f64::NAN);
        (case, Counts { composed: library, by_hand: of(case, true) })
    });
    Ok(counts.collect())
}

fn print(found: &[(&Case, Counts)], machine: &baseline::Machine) {
    println!("instructions per step and copy ({machine})");
    println!("{:50} {:>10} {:>10} {:>7}", "", "by hand", "library", "ratio");
    for (case, counts) in found {
        let by_hand = counts.by_hand.map_or("-".to_owned(), |count| format!("{count:.1}"));
        let ratio = counts.ratio().map_or("-".to_owned(), |ratio| format!("{ratio:.3}"));
        println!("{:50} {by_hand:>10} {:>10.1} {ratio:>7}", case.title, counts.composed);
        if let Some(ratio) = counts.ratio() {
            record::Figure {
                case: &format!("{}_instructions", case.key),
                table: "Instructions",
                what: &format!("{}: instructions", case.title),
                against: "hand-written",
                value: ratio,
            }
            .record();
        }
    }
}

/// Counts instructions; returns whether the check passes.
fn measure(arguments: &[String]) -> Result<bool, String> {
    let (mut check, mut write, mut only) = (false, false, None);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--check" => check = true,
            "--record" => write = true,
            "--only" => only = Some(rest.next().ok_or(USAGE)?.as_str()),
            // Argument added by cargo.
            "--bench" => {}
            _ => return Err(USAGE.to_owned()),
        }
    }
    if write && only.is_some() {
        return Err("--record needs all cases".to_owned());
    }
    let machine = callgrind::machine()?;
    let found = counts(only)?;
    print(&found, &machine);
    if write {
        baseline::write(&machine, found.iter().map(|(case, counts)| (case.key, *counts)))?;
    }
    if !check {
        return Ok(true);
    }
    let baseline = Baseline::read()?;
    Ok(baseline.check(&machine, found.iter().map(|(case, counts)| (*case, *counts))))
}

fn main() -> ExitCode {
    if let Some(answer) = callgrind::serve(find) {
        return answer;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match measure(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
