//! Inputs that a log lacks, clocks that do not begin at 0, and sections of a scenario that a fit does not need.

use crate::fit::testing::{self, OIL, local};
use crate::fit::{Estimate, Log};

use super::*;

const HEAD: &str = "schema_version = 1\nsolver = { step = 1e-3, until = 1.0 }\n\
    bodies.block = { type = \"point_mass\", mass = 1.0, start = { velocity = 1.0 } }\n\
    connections.oil = { ports = \"block\", law = { type = \"spring_damper\", stiffness = 0.0, damping = 3.0 } }\n";

fn file(rest: &str) -> ScenarioFile {
    testing::file(format!("{HEAD}{rest}"))
}

fn push(effort: &str) -> String {
    format!(
        "connections.push = {{ ports = \"block\", law = {{ type = \"effort\", effort = {effort} }} }}\n"
    )
}

const INPUT: &str = "{ type = \"input\", name = \"force\", unit = \"N\" }";

/// Returns a log of v̇ = 1 − 2 v from 1 m/s on, with a clock that starts at `clock`.
fn log(clock: f64, is_driven: bool) -> Log {
    let time: Vec<f64> = (0..80).map(|k| clock + 0.0125 * f64::from(k)).collect();
    let rates = (0..80).map(|k| 0.5 + 0.5 * (-0.025 * f64::from(k)).exp()).collect();
    let columns = [("block.vx", rates), ("force", vec![1.0; 80])];
    Log::new(time, columns.into_iter().take(if is_driven { 2 } else { 1 })).unwrap()
}

fn estimate(file: &ScenarioFile, log: &Log) -> Result<Estimate, FitError> {
    local(&[OIL]).run(file, log)
}

fn damping(file: &ScenarioFile, log: &Log) -> Result<f64, FitError> {
    Ok(estimate(file, log)?.parameters[0].value)
}

#[test]
fn an_input_that_the_log_lacks_is_named() {
    let driven = file(&push(INPUT));
    assert!((damping(&driven, &log(0.0, true)).unwrap() - 2.0).abs() < 1e-6);
    let said = damping(&driven, &log(0.0, false)).unwrap_err().to_string();
    assert!(
        said.starts_with(
            "log:1: no column drives the input `force` of the scenario; there are block.vx"
        ),
        "{said}"
    );
    // One of two, in a sum and in a drive.
    let sum = push(&format!(
        "{{ type = \"sum\", of = [{INPUT}, {{ type = \"input\", name = \"trim\" }}] }}"
    ));
    let said = damping(&file(&sum), &log(0.0, true)).unwrap_err().to_string();
    assert!(said.contains("the input `trim` of the scenario; there are block.vx, force"), "{said}");
    let hand = "drives.hand = { type = \"guided\", domain = \"line\", position = { type = \"input\", name = \"place\" } }\n\
        connections.grip = { ports = [\"hand\", \"block\"], map = { type = \"between\" }, \
        law = { type = \"spring_damper\", stiffness = 1.0 } }\n";
    let said = damping(&file(hand), &log(0.0, false)).unwrap_err().to_string();
    assert!(said.contains("the input `place` of the scenario"), "{said}");
    // The control: a number in its place needs no column.
    assert!((damping(&file(&push("1.0")), &log(0.0, false)).unwrap() - 2.0).abs() < 1e-6);
}

#[test]
fn a_run_begins_at_the_first_row_of_the_log() {
    for file in [file(&push(INPUT)), file(&push("1.0"))] {
        let is_driven = file.text().contains("input");
        for clock in [0.0, 10.0, 1000.0, 1.7e9, -3.0] {
            let estimate = estimate(&file, &log(clock, is_driven));
            let Estimate { parameters, doubts, .. } = estimate.unwrap();
            let found = parameters[0].value;
            // The clock of a day in seconds has a resolution of 0.2 microseconds.
            assert!((found - 2.0).abs() < 1e-4, "{clock}: {found}");
            let is_told = doubts.contains(&EstimateDoubt::Start { first: clock });
            assert_eq!(is_told, clock != 0.0, "{doubts:?}");
        }
    }
}

/// A logger that writes at the end of each period has no row at the start, which is still at 0.
#[test]
fn a_first_row_after_one_period_is_no_start() {
    let whole = log(0.0, true);
    let later = |column: &[f64]| column[1..].to_vec();
    let of = |names: &[&'static str]| {
        let columns = names.iter().map(|name| (*name, later(whole.column(name).unwrap())));
        Log::new(later(whole.time()), columns.collect::<Vec<_>>()).unwrap()
    };
    let ramp = file(&push("{ type = \"ramp\", to = 1.0, duration = 1e-6 }"));
    for (file, log) in [
        (file(&push(INPUT)), of(&["block.vx", "force"])),
        (file(&push("1.0")), of(&["block.vx"])),
        (ramp, of(&["block.vx"])),
    ] {
        let estimate = estimate(&file, &log).unwrap();
        let found = estimate.parameters[0].value;
        assert!((found - 2.0).abs() < 1e-4, "{found}");
        let is_of_start = |doubt: &EstimateDoubt| matches!(doubt, EstimateDoubt::Start { .. });
        assert!(!estimate.doubts.iter().any(is_of_start), "{:?}", estimate.doubts);
    }
}

/// If the scenario depends on time, the time at which the log begins must be known.
#[test]
fn a_log_that_begins_late_is_refused_beside_functions_of_the_time() {
    let ramp = file(&push("{ type = \"ramp\", to = 1.0, duration = 1e-6 }"));
    assert!((damping(&ramp, &log(0.0, false)).unwrap() - 2.0).abs() < 1e-4);
    for clock in [0.5, 10.0, -1.0] {
        let said = damping(&ramp, &log(clock, false)).unwrap_err().to_string();
        assert!(
            said.contains("it must be 0: `connections.push.law.effort` is a function of the time"),
            "{said}"
        );
    }
    // A row at 0 in which nothing was measured defines the start.
    let late = log(0.0, false);
    let mut rates = late.column("block.vx").unwrap().to_vec();
    rates[..20].fill(f64::NAN);
    let late = Log::new(late.time().to_vec(), [("block.vx", rates)]).unwrap();
    assert!((damping(&ramp, &late).unwrap() - 2.0).abs() < 1e-4);
}

#[test]
fn sections_that_have_nothing_to_do_with_the_log_do_no_harm() {
    let plain = damping(&file(&push("1.0")), &log(0.0, false)).unwrap();
    for section in [
        "[sweep.parameters]\n\"bodies.block.mass\" = { values = [1.0, 2.0] }\n\
         [sweep.measures]\nfar = { of = \"block.x\" }\n",
        "record = { columns = [\"block.x\"], every = 0.1 }\n",
        "[[plots]]\ny = [\"block.x\", \"push.force\"]\n",
        "title = \"a block\"\n",
    ] {
        let (before, after): (&str, &str) =
            if section.starts_with('[') { ("", section) } else { (section, "") };
        let file = testing::file(format!("{before}{HEAD}{}{after}", push("1.0")));
        assert_eq!(damping(&file, &log(0.0, false)).unwrap(), plain, "{section}");
    }
}

/// Runs that end early report why; faults of the scenario itself are not runs.
#[test]
fn what_is_wrong_is_named_by_its_cause() {
    // A spring of 1e12 N/m needs a step of a microsecond.
    let stiff = "connections.rope = { ports = \"block\", law = { type = \"spring_damper\", stiffness = 1e12 } }\n";
    let said = damping(&file(&format!("{stiff}{}", push("1.0"))), &log(0.0, false)).unwrap_err();
    assert!(matches!(said, FitError::NoRun { .. }), "{said}");
    assert!(said.to_string().contains("step"), "{said}");
    let measures = "[sweep.parameters]\n\"bodies.block.mass\" = { values = [1.0] }\n\
        [sweep.measures]\nfar = { of = \"block.far\" }\n";
    let said = damping(&file(&format!("{}{measures}", push("1.0"))), &log(0.0, false)).unwrap_err();
    assert!(matches!(said, FitError::Scenario(_)), "{said}");
    assert!(said.to_string().contains("block.far"), "{said}");
}
