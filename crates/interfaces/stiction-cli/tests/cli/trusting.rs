//! Runs that are not to be trusted are reported.

use super::*;

/// 1 kg on a spring of 1e5 N/m and on friction, with a step of 10 ms: omega T = 3.2.
const TOO_STIFF: &str = r#"
schema_version = 1
title = "A spring too stiff for the step"
solver = { step = 1e-2, until = 1.0 }

[bodies.block]
type = "point_mass"
mass = 1.0
start = { velocity = 0.1 }

[connections.friction]
ports = "block"
law = { type = "gsat", stiffness = 1e3, damping = 10.0, limit = 1.0 }

[connections.spring]
ports = "block"
law = { type = "spring_damper", stiffness = 1e5, damping = 0.0 }
"#;

fn place() -> Place {
    let place = Place::new();
    place.write("stiff.toml", TOO_STIFF);
    place
}

#[test]
fn a_diverged_run_is_no_result() {
    let place = place();
    let said = place.stiction(&["run", "stiff.toml"]).failure();
    // The warning is not lost when the run fails, and both name the spring.
    assert!(said.contains("warning: spring: the step of 1e-2 s is too large"), "{said}");
    assert!(said.contains("J from nowhere"), "{said}");
    assert!(said.contains("is too large for spring"), "{said}");
    assert!(!place.path("out/stiff/trajectory.csv").exists(), "something was written");

    let said = place.stiction(&["check", "--strict", "stiff.toml"]).failure();
    assert!(said.contains("spring: the step of 1e-2 s is too large"), "{said}");
}

#[test]
fn a_run_tells_its_balance_and_what_finer_steps_change() {
    let place = place();
    let finer = ["run", "stiff.toml", "--step", "1e-4", "--until", "0.2", "--refine"];
    let said = place.stiction(&finer).success();
    assert!(said.contains("energy is off by "), "{said}");
    assert!(said.contains("estimated error"), "{said}");
    let share = place.json("out/stiff/summary.json")["energy"]["share"].as_f64().unwrap();
    assert!(share.abs() < 1e-2, "{share}");
}

/// With Euler's method a fall is short by T/2 times its speed, too little to be seen in any single step.
#[test]
fn steps_whose_errors_add_up_are_told() {
    let place = Place::new();
    let fall = r#"
schema_version = 1
title = "A fall from rest"
solver = { step = 2e-2, until = 0.5, method = "euler" }
bodies.ball = { type = "point_mass", mass = 1.0, gravity = -9.8 }
"#;
    place.write("fall.toml", fall);
    let said = place.stiction(&["run", "fall.toml"]);
    assert_eq!(said.code, Some(0));
    assert!(said.err.contains("the mean of `ball.x` changes by 1.02"), "{}", said.err);
    let told = place.json("out/fall/summary.json");
    assert!(told["warnings"][0].as_str().unwrap().contains("in steps of a half"), "{told}");

    // A tenth of the step gives no warning, and neither does the scheme that is exact here.
    for well in [["--step", "2e-3"], ["--set", "solver.method=rk4"]] {
        place.stiction(&[&["run", "fall.toml"][..], &well].concat()).success();
    }
    // With refinement there is no extra warning.
    let said = place.stiction(&["run", "fall.toml", "--refine"]).success();
    assert!(!said.contains("in steps of a half") && said.contains("estimated error"), "{said}");
}

/// A pad that is pushed through its centre does not turn. Rounding turns it, by different amounts for different
/// steps.
#[test]
fn rounding_is_no_error_of_steps() {
    let place = Place::new();
    let file = scenarios().join("pad_drift.toml");
    place.stiction(&["run", file.to_str().unwrap(), "--until", "0.1", "--out", "o"]).success();
    let rate = &place.json("o/summary.json")["columns"]["disc.rate"];
    let [least, largest] = ["min", "max"].map(|key| rate[key].as_f64().unwrap());
    assert!(least < largest && largest - least < 1e-15, "{rate}");
}

/// A force that steps at 33 ms, between two steps: from then on all steps are shifted, and rows with them.
#[test]
fn jumps_do_not_hide_the_order_of_smooth_motion() {
    let place = Place::new();
    let scenario = r#"
schema_version = 1
title = "A spring under a step of force"
solver = { step = 1e-2, until = 0.5 }
record = { every = 0.05 }

[bodies.block]
type = "point_mass"
mass = 1.0

[connections.spring]
ports = "block"
law = { type = "spring_damper", stiffness = 400.0, damping = 0.0 }

[connections.push]
ports = "block"
law = { type = "effort", effort = [{ type = "samples", points = [[0.0, 0.0], [0.033, 1.0]], between = "steps" }] }
"#;
    place.write("jump.toml", scenario);
    let said = place.stiction(&["run", "jump.toml", "--refine"]).success();
    let rows: Vec<&str> = said.lines().filter(|line| line.contains("e-")).collect();
    let order = |column: &str| -> f64 {
        let row = rows.iter().rev().find(|row| row.starts_with(column)).unwrap();
        row.split_whitespace().nth(3).unwrap().parse().unwrap()
    };
    for column in ["block.x", "block.vx", "spring.force"] {
        assert!((order(column) - 4.0).abs() < 0.3, "{said}");
    }
    // Powers that are only rounding are not reported as diverging.
    assert!(!said.contains("does not converge"), "{said}");
}
