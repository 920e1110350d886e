//! The scenarios of experiments reproduce the numbers of the experiments.

use std::fs;
use std::path::Path;

use crate::{Place, Table, scenarios, table};

/// Returns the trajectory of a scenario that comes with the library.
fn run(name: &str, more: &[&str]) -> Table {
    let place = Place::new();
    let file = scenarios().join(format!("{name}.toml"));
    let arguments = ["run", file.to_str().unwrap(), "--out", "o"];
    let ended = place.stiction(&[&arguments[..], more].concat());
    if name == "in_hand_case_2" {
        // At 0.375 s the bristles are briefly too stiff for the step.
        assert!(ended.code == Some(0) && ended.err.contains("pads: the step"), "{}", ended.err);
    } else {
        ended.success();
    }
    table(&place.read("o/trajectory.csv"))
}

/// Example 1 of planar sliding against a solution that was computed independently.
#[test]
fn the_ellipsoid_slider() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data/ecp/rk4_ex1.csv");
    let expected = table(&fs::read_to_string(data).unwrap());
    let found = run("ellipsoid_slider", &[]);
    let columns = [
        ("qx", "block.x"),
        ("qy", "block.y"),
        ("theta", "block.angle"),
        ("vx", "block.vx"),
        ("vy", "block.vy"),
        ("wz", "block.rate"),
        ("e_r", "support.internal[2]"),
    ];
    let mut rows = 0;
    for (k, time) in expected["t"].iter().enumerate() {
        // The last row of the reference may be beyond the run.
        let Some(row) = found["t"].iter().position(|t| (t - time).abs() < 1e-9) else { continue };
        rows += 1;
        for (theirs, ours) in columns {
            let off = (expected[theirs][k] - found[ours][row]).abs();
            assert!(off <= 1e-10, "{ours} at {time} s is off by {off:e}");
        }
    }
    assert!(rows >= 50, "{rows} rows");
}

/// The loop of Iwan's bristles between ±750 µm loses 2.8 mJ: Σ 4 F (a − F/K).
#[test]
fn the_loop_of_bristles_in_parallel() {
    let found = run("hysteresis_iwan", &[]);
    let x = &found["bristle01.x"];
    let force = |k: usize| -> f64 {
        (1..=10).map(|i| 1e3 * found[&format!("bristle{i:02}.internal[0]")][k]).sum()
    };
    let work = |k: usize| 0.5 * (force(k) + force(k - 1)) * (x[k] - x[k - 1]);
    let loss: f64 = (76..=375).map(work).sum();
    assert!((loss - 2.8e-3).abs() < 1e-12, "{loss}");
}

/// The block slides when the tangent of the tilt, 0.1 rad/s, is the friction coefficient.
#[test]
fn the_block_on_an_incline() {
    let found = run("block_on_incline", &["--set", "record.every=1e-3"]);
    let slides = |k: &usize| {
        let friction = found["sole.fx"][*k].hypot(found["sole.fy"][*k]);
        found["t"][*k] > 1.0 && friction >= 0.5 * found["sole.fz"][*k] * (1.0 - 1e-9)
    };
    let first = (0..found["t"].len()).find(slides).unwrap();
    let exact = 0.5_f64.atan() / 0.1;
    assert!((found["t"][first] - exact).abs() <= 1e-3, "{} {exact}", found["t"][first]);
}

/// Sliding and spinning end at once, after 0.6767252 s and 0.3295052 m; shaken, the coin stays.
#[test]
fn the_spinning_coin() {
    let found = run("spinning_coin", &["--set", "record.every=1e-4"]);
    let stuck = |k: &usize| found["coin.wz"][*k].abs() < 1e-3 && found["coin.vx"][*k].abs() < 1e-4;
    let stop = (0..found["t"].len()).find(stuck).unwrap();
    assert!((found["t"][stop] - 0.676_725).abs() < 2e-3, "{}", found["t"][stop]);
    let x = &found["coin.x"];
    assert!((x[stop] - 0.329_505_2).abs() < 1e-6, "{}", x[stop]);
    // The anchor of the bristle does not move at all.
    let anchor = |k: usize| found["contact.x"][k] - found["contact.internal[0]"][k];
    let creep = (stop + 200..x.len()).map(|k| (anchor(k) - anchor(stop + 200)).abs());
    assert!(creep.fold(0.0, f64::max) < 1e-14);
}

/// The arm with hinges of springs moves like the one with exact joints.
#[test]
fn the_arm_held_together_by_springs() {
    let short = ["--until", "3"];
    let (exact, penalty) = (run("two_link_drift", &short), run("two_link_penalty", &short));
    for joint in 0..2 {
        let pairs = exact[&format!("arm[{joint}].angle")].iter();
        let pairs = pairs.zip(&penalty[&format!("friction{joint}.angle")]);
        let apart = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(apart > 0.0 && apart < 5e-5, "joint {joint}: {apart:e}");
    }
}

/// Final positions of the plate, the disc and the object of the gripper agree with the examples in code.
#[test]
fn the_patches() {
    let ends = [
        ("in_hand_case_1", "plate", [0.014_321_504_420, -0.021_876_783_425, -0.906_323_841_474]),
        ("in_hand_case_2", "plate", [0.000_793_536_106, -0.018_266_240_826, -0.148_358_247_904]),
        ("gripper", "object", [3.089_297_9e-7, -0.044_136_716_367, -1.446_417_821_561]),
    ];
    for (name, body, expected) in ends {
        let found = run(name, &[]);
        for (scalar, expected) in ["x", "y", "angle"].into_iter().zip(expected) {
            let last = *found[&format!("{body}.{scalar}")].last().unwrap();
            // The digits above.
            assert!((last - expected).abs() < 1e-11, "{name} {scalar}: {last}");
        }
    }
}

/// Elasto-plastic bristles hold the disc under oscillating loads, LuGre bristles let it creep.
#[test]
fn the_pad_under_loads_that_swing() {
    let lugre = ["--set", "connections.pad.law.bristles.model=lugre"];
    let drift = |found: &Table| {
        let mean = |from: f64| {
            let within = found["t"].iter().map(|t| *t > from + 1e-9 && *t < from + 1.0 + 1e-9);
            let rows = within.zip(&found["disc.x"]).filter(|(within, _)| *within);
            rows.clone().map(|(_, x)| x).sum::<f64>() / rows.count() as f64
        };
        mean(4.0) - mean(3.0)
    };
    let (holds, creeps) = (drift(&run("pad_drift", &[])), drift(&run("pad_drift", &lugre)));
    assert!(holds.abs() < 1e-15, "{holds:e}");
    assert!((creeps / 1.110_95e-7 - 1.0).abs() < 1e-4, "{creeps:e}");
}
