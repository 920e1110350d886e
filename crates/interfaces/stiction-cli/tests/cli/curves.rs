//! `curve`.

use std::fmt::Write as _;

use crate::{Ended, Place};

/// Noise of about 1, equal in every run: a sum of unrelated tones.
fn noise(row: usize) -> f64 {
    let k = row as f64;
    (1.0 * k * k).sin() + (0.7 * k * k + 1.0).sin()
}

/// Eight speeds in both directions, each for 2 s at 100 Hz.
fn sweep(head: &str, first: f64, directions: &[f64]) -> String {
    let mut text = format!("{head}\n");
    let mut row = 0;
    for direction in directions {
        for k in 0..8 {
            let speed = first * 2f64.powi(k);
            let friction = 1.0 + 0.5 * (-(speed / 0.1).powi(2)).exp() + 0.2 * speed;
            for _ in 0..200 {
                let torque = direction * friction + 0.01 * noise(row);
                writeln!(text, "{},{},{torque}", 0.01 * row as f64, direction * speed).unwrap();
                row += 1;
            }
        }
    }
    text
}

/// Runs `curve` on a file with columns `v` and `tau`.
fn curve(place: &Place, file: &str, more: &[&str]) -> Ended {
    let command = ["curve", file, "--velocity", "v", "--torque", "tau"];
    place.stiction(&[&command[..], more].concat())
}

#[test]
fn a_stribeck_curve_is_read_off_a_sweep() {
    let place = Place::new();
    place.write("sweep.csv", &sweep("time [s],v [rad/s],tau [N m]", 0.02, &[1.0, -1.0]));
    let said = curve(&place, "sweep.csv", &["--time", "time"]).success();
    assert!(
        said.starts_with("16 stretches of steady velocity; the noise has a memory of"),
        "{said}"
    );
    for expected in
        ["forward", "backward", "coulomb", "stribeck_speed", "results in out/sweep-curve"]
    {
        assert!(said.contains(expected), "{said}\n{expected}");
    }
    assert_eq!(
        place.files("out/sweep-curve"),
        ["curve.csv", "page.html", "plot.svg", "summary.json"]
    );
    let summary = place.json("out/sweep-curve/summary.json");
    assert_eq!(summary["warnings"], serde_json::json!([]));
    // How near the estimates come is tested beside the fit.
    for direction in ["forward", "backward"] {
        let curve = &summary["curve"][direction];
        let [value, error] =
            ["value", "standard_error"].map(|key| curve["coulomb"][key].as_f64().unwrap());
        assert!((value - 1.0).abs() < 4.0 * error && error < 0.02, "{curve}");
        assert_eq!(curve["exponent"], serde_json::json!({ "is": "given", "value": 2.0 }));
    }
    let table = place.read("out/sweep-curve/curve.csv");
    assert!(
        table.starts_with("from,to,rows,velocity,acceleration,torque,standard_error,"),
        "{table}"
    );
    assert_eq!(table.lines().count(), 17);
    assert!(place.read("out/sweep-curve/plot.svg").contains("friction [N m]"));
}

/// A triangle of the position: a spring that slides at 0.25.
fn reversals() -> String {
    let mut text = "t,q [rad],tau [N m]\n".to_owned();
    let (mut q, mut f, mut sign) = (0.0_f64, 0.0_f64, 1.0);
    for row in 0..2400 {
        let step = 2e-4 * sign;
        q += step;
        f = (f + 50.0 * step).clamp(-0.25, 0.25);
        writeln!(text, "{},{q},{}", 0.01 * f64::from(row), f + 1e-3 * noise(row as usize)).unwrap();
        if sign * q >= 0.05 {
            sign = -sign;
        }
    }
    text
}

/// That triangle with an encoder of 1 mrad; on one way back it rests in a place for 0.3 s, with a torque of 0.3 N m.
fn stopping() -> String {
    let mut text = "t,q [rad],tau [N m]\n".to_owned();
    let mut place = 0.0;
    for (row, line) in reversals().lines().skip(1).enumerate() {
        let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
        let is_held = (1500..1530).contains(&row);
        place = if is_held { place } else { (1e3 * cells[1]).round() / 1e3 };
        let torque = if is_held { -0.3 } else { cells[2] };
        writeln!(text, "{},{place},{torque}", cells[0]).unwrap();
    }
    text
}

/// Units of a line and of a joint.
#[test]
fn units_of_a_line_and_of_a_joint_are_not_mixed() {
    let place = Place::new();
    place.write("log.csv", &sweep("t,v [m/s],tau [N m]", 0.02, &[1.0, -1.0]));
    let said = curve(&place, "log.csv", &[]).failure();
    assert!(said.contains("log.csv: `v` is in m/s, and `tau` in N m"), "{said}");
    // The control: a column without a unit is taken for the other's kind.
    place.write("log.csv", &sweep("t,v [m/s],tau", 0.02, &[1.0, -1.0]));
    let said = curve(&place, "log.csv", &[]).success();
    assert!(said.contains("N s/m"), "{said}");
}

#[test]
fn what_a_log_does_not_say_is_a_warning() {
    let place = Place::new();
    let warned = |file: &str, text: &str, more: &[&str], warnings: &[&str]| {
        place.write(file, text);
        let ended = place.stiction(&[&["curve", file, "--torque", "tau"][..], more].concat());
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        for warning in warnings {
            assert!(ended.err.contains(warning), "{warning} is missing in\n{}", ended.err);
        }
        ended
    };
    // All of it is faster than the Stribeck velocity; and it goes forward only.
    let fast = sweep("t,v,tau", 0.5, &[1.0]);
    place.write("fast.csv", &fast);
    assert_eq!(
        curve(&place, "fast.csv", &[]).failure(),
        "error: fast.csv: all 8 stretches of steady velocity go forward: nothing is said of the other direction \
         (ask for one of them)\n"
    );
    assert!(!place.path("out/fast-curve").exists());
    let no_fall = "warning: forward: breakaway cannot be told: no fall of the torque with the speed is seen: ";
    let forward = ["--velocity", "v", "--direction", "forward"];
    let ended = warned("fast.csv", &fast, &forward, &[no_fall]);
    assert!(ended.out.contains("cannot be told"), "{}", ended.out);
    let summary = place.json("out/fast-curve/summary.json");
    assert_eq!(summary["curve"]["forward"]["breakaway"]["is"], "unknown");
    assert_eq!(summary["curve"]["backward"], serde_json::Value::Null);

    // One turn held more than the others.
    let held = "warning: backward: breakaway cannot be told: 0.3 was held";
    let ended = warned("held.csv", &stopping(), &["--position", "q"], &[held]);
    assert!(!ended.err.contains("warning: forward"), "{}", ended.err);
    assert!(ended.out.contains("turning points, 1 without a level left out"), "{}", ended.out);

    // A load of five times the friction makes the level of one direction negative.
    let text = sweep("t,v,tau", 0.02, &[1.0, -1.0]);
    let loaded = text.lines().enumerate().map(|(row, line)| match line.rsplit_once(',') {
        Some((head, tau)) if row > 0 => format!("{head},{}\n", tau.parse::<f64>().unwrap() + 5.0),
        _ => format!("{line}\n"),
    });
    let drives = "which friction cannot be: it would drive; a constant load of about ";
    let warnings = ["warning: backward: coulomb is -", drives];
    warned("load.csv", &loaded.collect::<String>(), &["--velocity", "v"], &warnings);
}

#[test]
fn stiffness_and_breakaway_are_read_off_slow_reversals() {
    let place = Place::new();
    place.write("log.csv", &reversals());
    let said =
        place.stiction(&["curve", "log.csv", "--position", "q", "--torque", "tau"]).success();
    assert!(said.contains("turning points") && said.contains("sharp"), "{said}");
    let files = ["page.html", "plot.svg", "reversals.csv", "summary.json"];
    assert_eq!(place.files("out/log-curve"), files);
    let summary = place.json("out/log-curve/summary.json");
    for direction in ["forward", "backward"] {
        let onset = &summary["turns"][direction]["onset"];
        let value = |key: &str| onset[key]["value"].as_f64().unwrap();
        assert!((value("stiffness") / 50.0 - 1.0).abs() < 0.03, "{onset}");
        assert!((value("breakaway") / 0.25 - 1.0).abs() < 0.01, "{onset}");
    }
    let table = place.read("out/log-curve/reversals.csv");
    assert!(table.starts_with("t,position,direction,travel,rows,stiffness,"), "{table}");
}

#[test]
fn what_cannot_be_read_is_refused() {
    let place = Place::new();
    place.write("sweep.csv", &sweep("t,v [deg/s],tau", 0.02, &[1.0, -1.0]));
    let said = |more: &[&str]| curve(&place, "sweep.csv", more).failure();
    assert_eq!(said(&[]), "error: sweep.csv:1: `v` is in deg/s, it must be in rad/s or m/s\n");
    let missing = place.stiction(&["curve", "sweep.csv", "--velocity", "w", "--torque", "tau"]);
    assert_eq!(missing.failure(), "error: sweep.csv: no column is called `w`; there are v, tau\n");
    assert_eq!(
        said(&["--time", "seconds"]),
        "error: sweep.csv:1: no column is called `seconds`, the time [s]; there are t, v, tau; is it `t`?\n"
    );
    place.write("sweep.csv", &sweep("t,v,tau", 0.02, &[1.0, -1.0]));
    assert_eq!(
        said(&["--tolerance", "2"]),
        "error: sweep.csv: tolerance = 2 must be from 0 to 0.5\n"
    );
    // Neither a velocity nor a position, or an invalid exponent: wrong usage.
    assert_eq!(place.stiction(&["curve", "sweep.csv", "--torque", "tau"]).code, Some(2));
    let ended = curve(&place, "sweep.csv", &["--exponent", "two"]);
    assert_eq!(ended.code, Some(2));
    assert!(ended.err.contains("expected a number or `free`"), "{}", ended.err);
    // Inputs are not overwritten.
    place.write("curve.csv", &sweep("t,v,tau", 0.02, &[1.0, -1.0]));
    let own = curve(&place, "curve.csv", &["--out", "."]);
    assert!(own.failure().contains("is what the results are made from"));
}

/// `fit` warns before it runs if an angle looks like degrees compared with its rate.
#[test]
fn a_fit_warns_of_units_that_look_wrong() {
    let place = Place::new();
    place.write(
        "joint.toml",
        "schema_version = 1\nsolver = { step = 1e-2, until = 1.0 }\n\
         bodies.joint = { type = \"rotor\", inertia = 0.1, start = { angular_velocity = 0.02 } }\n\
         connections.oil = { ports = \"joint\", law = { type = \"spring_damper\", stiffness = 0.0, damping = 0.1 } }\n",
    );
    // θ̈ = −θ̇: from 0.02 rad/s on.
    let log = |factor: f64| {
        let row = |k: i32| {
            let t = 0.05 * f64::from(k);
            format!("{t},{},{}\n", factor * 0.02 * (1.0 - (-t).exp()), 0.02 * (-t).exp())
        };
        format!("t,joint.angle,joint.rate\n{}", (0..20).map(row).collect::<String>())
    };
    let fit = ["fit", "joint.toml", "--data", "log.csv", "--free", "connections.oil.law.damping"];
    let fit = [&fit[..], &["--members", "0", "-q"]].concat();
    place.write("log.csv", &log(1.0));
    let said = place.stiction(&fit).err;
    assert!(!said.contains("degrees"), "{said}");
    place.write("log.csv", &log(57.295_779_5));
    let said = place.stiction(&fit).err;
    assert!(said.starts_with("warning: `joint.angle` changes 57."), "{said}");
    assert!(said.contains(" times as fast as `joint.rate` says: degrees?"), "{said}");
    let warnings = &place.json("out/joint-fit/fit.json")["warnings"];
    assert!(warnings[0].as_str().unwrap().contains("says: degrees?"), "{warnings}");
}
