//! `compare`.

use crate::Place;

#[test]
fn runs_are_compared() {
    let place = Place::with_slider();
    place.stiction(&["run", "slider.toml", "--out", "a"]).success();
    place.stiction(&["run", "slider.toml", "--out", "b", "--step", "5e-4"]).success();
    let said = place.stiction(&["compare", "a", "b"]).success();
    assert!(said.contains("block.vx") && said.contains("compared from 0 to 0.1 s"), "{said}");
    let files = ["differences.csv", "page.html", "plot.svg", "summary.json"];
    assert_eq!(place.files("out/compare"), files);
    let summary = place.json("out/compare/summary.json");
    let largest = summary["columns"]["block.vx"]["largest"].as_f64().unwrap();
    assert!(largest > 0.0 && largest < 1e-3, "{largest}");

    // Just above the difference it passes, just below it fails.
    let tolerance = |factor: f64| format!("{:e}", factor * largest);
    let compare = |limit: &str| {
        place.stiction(&["compare", "a", "b", "--columns", "block.vx", "--tolerance", limit])
    };
    compare(&tolerance(1.01)).success();
    let said = compare(&tolerance(0.99)).failure();
    assert!(
        said.contains("1 column differs by more than") && said.contains("block.vx ("),
        "{said}"
    );
    let relative = ["compare", "a", "b", "--tolerance", "1e-9", "--relative"];
    place.stiction(&relative).failure();
}

#[test]
fn a_run_is_equal_to_itself_in_every_format() {
    let place = Place::with_slider();
    place.stiction(&["run", "slider.toml", "--out", "a"]).success();
    let same = ["compare", "a", "a/trajectory.csv", "--tolerance", "0"];
    place.stiction(&same).success();
    #[cfg(feature = "parquet")]
    {
        place.stiction(&["run", "slider.toml", "--out", "b", "--format", "parquet"]).success();
        place.stiction(&["compare", "a", "b", "--tolerance", "0", "-q"]).success();
    }
}

#[test]
fn a_hand_computed_difference() {
    let place = Place::new();
    place.write("a.csv", "t,x,only_a\n0,0,1\n2,4,1\n");
    place.write("b.csv", "t,x,only_b\n1,1,1\n3,5,1\n");
    let said = place.stiction(&["compare", "a.csv", "b.csv"]).success();
    assert!(said.contains("only in a.csv: only_a") && said.contains("compared from 1 to 2 s"));
    // At t = 1: 2 and 1; at t = 2: 4 and 3.
    assert_eq!(place.read("out/compare/differences.csv"), "t [s],x\n1,-1\n2,-1\n");
    // A column is found by its name, whether or not its unit stands in the header.
    place.write("b.csv", "t [s],x [m],only_b [N]\n1,1,1\n3,5,1\n");
    let named = place.stiction(&["compare", "a.csv", "b.csv", "--columns", "x"]).success();
    assert!(named.contains("compared from 1 to 2 s"), "{named}");
    assert_eq!(place.read("out/compare/differences.csv"), "t [s],x\n1,-1\n2,-1\n");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let place = Place::new();
    place.write("a.csv", "t,x\n0,0\n1,1\n");
    place.write("late.csv", "t,x\n5,0\n6,1\n");
    let refused = |b: &str| place.stiction(&["compare", "a.csv", b]).failure();
    assert!(refused("late.csv").contains("share no time: one is from 0 to 1 s, the other from 5"));
    assert!(refused("missing").contains("a trajectory is a folder of a run"));
    place.write("other.csv", "t,y\n0,0\n1,1\n");
    assert!(refused("other.csv").contains("the runs have no column in common"));
    for (column, which) in [("x", "second"), ("y", "first")] {
        let said = place.stiction(&["compare", "a.csv", "other.csv", "--columns", column]);
        let expected = format!("the {which} run has no column `{column}`");
        assert!(said.failure().contains(&expected));
    }
    assert!(!place.path("out").exists());
}

#[test]
fn a_tolerance_is_for_whole_runs() {
    let place = Place::new();
    place.write("a.csv", "t,x,y\n0,0,1\n1,1,1\n");
    place.write("short.csv", "t,x,y\n0,0,1\n0.5,0.5,1\n");
    place.write("narrow.csv", "t,x\n0,0\n1,1\n");
    let compare = |b: &str, more: &[&str]| {
        place.stiction(&[&["compare", "a.csv", b, "--tolerance", "1"][..], more].concat())
    };
    compare("a.csv", &[]).success();
    let said = compare("short.csv", &[]).failure();
    assert!(said.contains("is from 0 to 1 s, the second from 0 to 0.5 s"), "{said}");
    assert!(compare("narrow.csv", &[]).failure().contains("only the first run has y"));
    compare("narrow.csv", &["--columns", "x"]).success();
    // Without a tolerance that is a note, not an error.
    place.stiction(&["compare", "a.csv", "short.csv"]).success();
}

#[test]
fn the_runs_are_not_replaced_by_their_comparison() {
    let place = Place::with_slider();
    place.stiction(&["run", "slider.toml", "--out", "a"]).success();
    let before = place.read("a/summary.json");
    for out in ["a", "a/../a"] {
        let said = place.stiction(&["compare", "a", "a", "--out", out]).failure();
        assert!(said.contains("is what the results are made from"), "{said}");
    }
    assert_eq!(place.read("a/summary.json"), before);
}
