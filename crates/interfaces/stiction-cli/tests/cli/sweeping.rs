//! `sweep`.

use std::fs;
use std::time::{Duration, Instant};

use crate::{Place, SLIDER, table};

const FILES: [&str; 6] =
    ["members.csv", "page.html", "plot.svg", "scenario.toml", "statistics.csv", "summary.json"];

#[test]
fn a_grid_is_swept() {
    let place = Place::with_slider();
    let said = place.stiction(&["sweep", "slider.toml"]).success();
    assert!(said.contains("3 members, 0 failed"), "{said}");
    assert!(said.contains("connections.friction.law.limit"), "{said}");
    assert_eq!(place.files("out/slider-sweep"), FILES);
    let members = place.read("out/slider-sweep/members.csv");
    let rows: Vec<Vec<&str>> = members.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0][1..4], ["connections.friction.law.limit", "speed [m/s]", "way [m]"]);
    // Pushed by 3 N against 1, 2 and 4 N for 0.1 s; the bristle takes a small part.
    let speed = |row: usize| rows[row][2].parse::<f64>().unwrap();
    assert!((speed(1) - 0.2).abs() < 0.01 && (speed(2) - 0.1).abs() < 0.01, "{members}");
    assert!(speed(3).abs() < 1e-3, "{members}");
    let again = Place::new();
    again.write("slider.toml", SLIDER);
    again.stiction(&["sweep", "slider.toml", "--jobs", "1", "--out", "s"]).success();
    assert_eq!(again.read("s/members.csv"), members);
}

/// Pulled by a force that grows by 100 N/s, it first slips when the force of the bristle reaches the limit. That lags
/// behind the pull by the response of the stuck block to a ramp, `m p''/(m s^2 + B s + K)`: 16, 23 and 40 ms. A row
/// is written each millisecond.
#[test]
fn the_first_time_that_it_slips_is_measured() {
    let place = Place::new();
    let pulled = SLIDER
        .replace("until = 0.1", "until = 0.06")
        .replace("effort = 3.0", "effort = { type = \"ramp\", to = 6.0, duration = 0.06 }");
    assert_ne!(pulled, SLIDER);
    let first = "slips = { of = \"friction.slip_speed\", take = \"first\" }\n\
                 margin = { of = \"friction.margin\", take = \"min\" }\n\
                 sticks = { of = \"friction.sticks\", take = \"mean\", to = 5e-3 }\n";
    place.write(
        "slider.toml",
        &pulled.replace("[sweep.measures]\n", &format!("[sweep.measures]\n{first}")),
    );
    place.stiction(&["sweep", "slider.toml", "--out", "s"]).success();
    let members = place.read("s/members.csv");
    let columns = table(&members);
    let (decay, omega) = (50.0_f64, 7500.0_f64.sqrt());
    let borne = |t: f64| 100.0 * t - 100.0 / omega * (-decay * t).exp() * (omega * t).sin();
    for (found, limit) in columns["slips"].iter().zip([1.0, 2.0, 4.0]) {
        assert!(borne(*found) > limit && borne(found - 1.5e-3) < limit, "{members}");
    }
    assert!(columns["margin"].iter().all(|margin| *margin < 1e-15));
    assert_eq!(columns["sticks"], [1.0; 3]);
    assert!(members.contains(",slips [s],"), "{members}");
    // Its name does not say that it is a speed.
    let fastest = "sweep.measures.fastest={ of = \"friction.slip_speed\", take = \"max\" }";
    let braked = "sweep.measures.braked={ of = \"friction.slip_speed\", take = \"slope\" }";
    place
        .stiction(&["sweep", "slider.toml", "--out", "u", "--set", fastest, "--set", braked])
        .success();
    let members = place.read("u/members.csv");
    let head: Vec<_> = members.lines().next().unwrap().split(',').collect();
    assert!(head.contains(&"fastest [m/s]") && head.contains(&"braked [m/s²]"), "{head:?}");
    let plot = "plots=[{ y = [\"friction.slip_speed\"] }]";
    let refined = ["run", "slider.toml", "--refine", "--json", "--out", "p", "--set", plot];
    let said = place.stiction(&refined);
    let report: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["refinement"]["friction.slip_speed"]["unit"], "m/s", "{}", said.out);
    assert!(place.read("p/plot.svg").contains("friction.slip_speed [m/s]"));
}

/// Returns a sweep of 40 members, each long enough to be interrupted.
pub(crate) fn long() -> String {
    SLIDER
        .replace("step = 1e-3, until = 0.1", "step = 1e-4, until = 5.0")
        .replace(
            "[sweep.parameters]",
            "[sweep]\ndesign = \"random\"\nmembers = 40\n[sweep.parameters]",
        )
        .replace("values = [1.0, 2.0, 4.0]", "from = 0.5, to = 2.5")
}

fn lines(path: &std::path::Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

/// Waits until a file has `number` lines.
pub(crate) fn wait_for(path: &std::path::Path, number: usize) {
    let patience = Instant::now();
    while lines(path) < number && patience.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_sweep_that_is_killed_goes_on_to_the_same_table() {
    let place = Place::with_slider();
    place.write("long.toml", &long());
    let kept = place.path("s/members.partial.csv");
    let again = ["sweep", "long.toml", "--out", "s"];
    let refused = |more: &[&str], said: &str| {
        let found = place.stiction(&[&again[..], more].concat()).failure();
        assert!(found.contains(said), "{said} is missing in\n{found}");
        found
    };
    let mut run = place.start(&[&again[..], &["--jobs", "1"]].concat());
    wait_for(&kept, 5);
    // Members are not forgotten while another sweep writes them.
    refused(&["--restart"], "is in use by another run");
    run.kill().unwrap();
    assert!(!run.wait().unwrap().success());
    assert!((5..42).contains(&lines(&kept)), "{} lines", lines(&kept));
    assert_eq!(place.files("s"), ["members.partial.csv"]);

    // Another scenario does not continue with these members.
    let other = "has members of another sweep (the version differs)";
    let said = refused(&["--set", "bodies.block.mass=2"], other);
    assert!(said.contains("--restart"), "{said}");
    refused(&["--seed", "9"], "has members of another sweep");

    // Another parameter of the first member.
    let whole = place.read("s/members.partial.csv");
    let row = whole.lines().nth(2).unwrap();
    let changed = row.replacen(',', ",1", 1);
    place.write("s/members.partial.csv", &whole.replacen(row, &changed, 1));
    let said = refused(&[], "are damaged, line 3: ");
    assert!(said.contains("--restart"), "{said}");
    assert_eq!(place.files("s"), ["members.partial.csv"]);

    // The control: the unchanged file is continued.
    place.write("s/members.partial.csv", &whole);
    let said = place.stiction(&again).success();
    assert!(said.contains("of an earlier run"), "{said}");
    assert_eq!(place.files("s"), FILES);
    let said = place.stiction(&["sweep", "long.toml", "--out", "whole"]).success();
    assert!(!said.contains("of an earlier run"), "{said}");
    assert_eq!(place.read("s/members.csv"), place.read("whole/members.csv"));

    place.write("s/members.partial.csv", "something else\n");
    refused(&[], "has members of another sweep");
    assert_eq!(place.read("s/members.partial.csv"), "something else\n");
    place.stiction(&["sweep", "slider.toml", "--out", "s", "--restart"]).success();
    assert_eq!(place.files("s"), FILES);
}

#[test]
fn members_that_fail_are_reported() {
    let place = Place::new();
    let values = "\"bodies.block.mass\" = { values = [-1.0, 1.0, 2.0] }";
    let limit = "\"connections.friction.law.limit\" = { values = [1.0, 2.0, 4.0] }";
    place.write("slider.toml", &SLIDER.replace(limit, values));
    let ended = place.stiction(&["sweep", "slider.toml"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(ended.err.starts_with("warning: member 0 (bodies.block.mass = -1) failed: "));
    assert!(ended.out.contains("3 members, 1 failed"), "{}", ended.out);
    let members = place.read("out/slider-sweep/members.csv");
    assert!(members.lines().nth(1).unwrap().starts_with("0,-1,,,failed,"), "{members}");
    assert_eq!(place.json("out/slider-sweep/summary.json")["measures"]["speed"]["count"], 2);

    // Neither end of the range gives a scenario: that is a mistake in the range, not in a member.
    let values = "\"bodies.block.mass\" = { values = [-1.0, -2.0] }";
    place.write("slider.toml", &SLIDER.replace(limit, values));
    let said = place.stiction(&["sweep", "slider.toml"]).failure();
    assert!(said.contains("sweep.parameters.\"bodies.block.mass\": "), "{said}");
    assert!(said.contains("mass = -2 must be"), "{said}");
}

#[test]
fn a_scenario_without_a_sweep_is_refused() {
    let place = Place::new();
    place.write("slider.toml", SLIDER.split("[sweep").next().unwrap());
    let said = place.stiction(&["sweep", "slider.toml"]).failure();
    assert!(
        said.contains("slider.toml has no [sweep]: write what varies into [sweep.parameters]"),
        "{said}"
    );
}

#[test]
fn samples_are_drawn_as_asked_for() {
    let place = Place::new();
    place.write("long.toml", &long());
    let short = ["--set", "solver.until=0.01"];
    let swept = |more: &[&str], out: &str| {
        place
            .stiction(&[&["sweep", "long.toml", "--out", out][..], &short, more].concat())
            .success();
        place.read(&format!("{out}/members.csv"))
    };
    assert_eq!(swept(&[], "a").lines().count(), 41);
    let few = swept(&["--members", "6"], "b");
    assert_eq!(few.lines().count(), 7);
    assert_ne!(swept(&["--members", "6", "--seed", "1"], "c"), few);
}

#[test]
fn steps_that_are_too_large_are_warned_of_once() {
    let place = Place::new();
    // K T²/m is 5.2 at most: 10 with the first mass, 2 with the second, with which a load that sets in
    // slips for a moment, 0.02 with the last.
    let masses = "\"bodies.block.mass\" = { values = [0.02, 0.1, 10.0] }";
    let limit = "\"connections.friction.law.limit\" = { values = [1.0, 2.0, 4.0] }";
    place.write(
        "slider.toml",
        &SLIDER.replace(limit, masses).replace("stiffness = 1e4", "stiffness = 2e5"),
    );
    let ended = place.stiction(&["sweep", "slider.toml"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let warning = "warning: the step is too large in 1 of 3 members; in member 1: ";
    assert!(ended.err.contains(warning), "{}", ended.err);
    assert_eq!(ended.err.matches("is too large in").count(), 1, "{}", ended.err);
    // A member that chatters so much that it creates energy has failed.
    assert!(ended.err.contains("member 0 (bodies.block.mass = 0.02) failed: "), "{}", ended.err);
    assert!(ended.err.contains("J from nowhere"), "{}", ended.err);
    let summary = place.json("out/slider-sweep/summary.json");
    assert_eq!(summary["step_too_large"], serde_json::json!([1]));
    assert!(place.read("out/slider-sweep/page.html").contains("the step is too large"));
}

#[test]
fn measures_without_a_value_are_counted() {
    let place = Place::new();
    // A slope over one row has no value.
    let slope = "slope = { of = \"block.x\", take = \"slope\", from = 0.0999 }\nway =";
    place.write("slider.toml", &SLIDER.replace("way =", slope));
    let ended = place.stiction(&["sweep", "slider.toml"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert_eq!(ended.err, "warning: `slope` is not finite in 3 of 3 members\n");
    let row = ended.out.lines().find(|line| line.starts_with("slope ")).unwrap();
    assert!(row.trim_end().ends_with(" 3"), "{row}");
    let measures = &place.json("out/slider-sweep/summary.json")["measures"];
    assert_eq!([&measures["slope"]["not_finite"], &measures["way"]["not_finite"]], [3, 0]);
}

#[test]
fn many_parameters_and_measures_are_drawn_in_part() {
    let place = Place::new();
    // Thirteen parameters, three measures: two rows of twelve panels are drawn.
    let body = |k: usize| format!("[bodies.free{k}]\ntype = \"point_mass\"\nmass = 1.0\n");
    let range = |k: usize| format!("\"bodies.free{k}.mass\" = {{ from = 1.0, to = 2.0 }}\n");
    let (bodies, ranges): (String, String) =
        ((0..13).map(body).collect(), (0..13).map(range).collect());
    let limit = "\"connections.friction.law.limit\" = { values = [1.0, 2.0, 4.0] }\n";
    let text =
        SLIDER.replace(limit, &ranges).replace("way =", "last = { of = \"block.x\" }\nway =");
    let random = "[sweep]\ndesign = \"random\"\nmembers = 4\n[sweep.parameters]";
    place.write("many.toml", &(text.replace("[sweep.parameters]", random) + &bodies));
    let said = place.stiction(&["sweep", "many.toml"]).success();
    assert!(said.contains("15 more panels not drawn"), "{said}");
    assert!(place.read("out/many-sweep/page.html").contains("15 more panels not drawn"));
}

#[test]
#[cfg(feature = "parquet")]
fn a_table_in_the_other_format() {
    let place = Place::with_slider();
    place.stiction(&["sweep", "slider.toml"]).success();
    place.stiction(&["sweep", "slider.toml", "--format", "parquet"]).success();
    let mut files = FILES.map(str::to_owned);
    files[0] = "members.parquet".to_owned();
    assert_eq!(place.files("out/slider-sweep"), files);
}

/// Parts that were run in different places give the results of one run, to the byte.
#[test]
fn parts_are_put_together() {
    let place = Place::new();
    let few = long().replace("until = 5.0", "until = 0.2").replace("members = 40", "members = 11");
    place.write("few.toml", &few);
    let sweep = |more: &[&str]| {
        let arguments = [&["sweep", "few.toml", "--seed", "4"], more].concat();
        place.stiction(&arguments).success()
    };
    sweep(&["--out", "whole"]);
    let said = sweep(&["--shard", "2/3", "--out", "b"]);
    assert!(said.contains("part 2/3, 4 members of 11"), "{said}");
    assert_eq!(place.files("b"), ["members.partial.csv", "scenario.toml"]);
    sweep(&["--shard", "1/3", "--out", "a"]);
    let said = place.stiction(&["merge", "a", "b", "--out", "m"]).failure();
    assert!(said.contains("4 members are missing, the first is member 7"), "{said}");
    sweep(&["--shard", "3/3"]);
    let last = "out/few-sweep/part-3-of-3";
    let said = place.stiction(&["merge", last, "a", "b", "--out", "m"]).success();
    assert!(said.contains("11 members, 0 failed"), "{said}");
    assert_eq!(place.files("m"), FILES);
    assert_eq!(place.read("m/members.csv"), place.read("whole/members.csv"));
    assert_eq!(place.read("m/statistics.csv"), place.read("whole/statistics.csv"));
    // The scenario that is kept has the seed: run again, it gives the same members.
    place.stiction(&["sweep", "m/scenario.toml", "--out", "again"]).success();
    assert_eq!(place.read("again/members.csv"), place.read("whole/members.csv"));
    // A lost part is run by the merge.
    place.stiction(&["merge", "a", last, "--out", "n", "--run-missing"]).success();
    assert_eq!(place.read("n/members.csv"), place.read("whole/members.csv"));

    place.stiction(&["sweep", "few.toml", "--seed", "5", "--shard", "1/3", "--out", "c"]).success();
    let said = place.stiction(&["merge", "a", "b", "c", "--out", "o"]).failure();
    assert!(said.contains("only parts of one sweep"), "{said}");
    let said = place.stiction(&["merge", "nothing", "--out", "o"]).failure();
    assert!(said.contains("nothing/scenario.toml"), "{said}");
    let said = place.stiction(&["sweep", "few.toml", "--shard", "4/3"]);
    assert!(said.code == Some(2) && said.err.contains("such as 3/8"), "{}", said.err);
}
