//! Damaged snapshots are refused, and files that cannot be written are named.

use stiction::output::RunDirectory;
use stiction::prelude::*;

use super::{point_mass, spring, text};

fn frictional(second: bool) -> Simulation {
    let mut net = NetworkBuilder::new();
    let mass = net.add(point_mass(1.0), Motion { pose: 0.0, flow: 1.0 }).unwrap();
    let law =
        GsatFriction::<Line>::builder().stiffness(1e4).damping(10.0).limit(1.0).build().unwrap();
    net.connect(law, Direct::new(), mass.port()).unwrap();
    if second {
        net.connect(spring(1.0), Direct::new(), mass.port()).unwrap();
    }
    Simulation::new(net.build().unwrap(), Tableau::rk4(), 1e-3).unwrap()
}

#[test]
fn damaged_snapshots_are_refused_and_change_nothing() {
    let mut sim = frictional(false);
    sim.run_until(0.1).unwrap();
    let whole = serde_json::to_value(sim.snapshot()).unwrap();
    let before = sim.state().clone();
    let value = |index: usize, value: &str| {
        let mut snapshot = whole.clone();
        snapshot["values"][index] = value.into();
        snapshot
    };
    let field = |name: &str, value: &str| {
        let mut snapshot = whole.clone();
        snapshot[name] = value.into();
        snapshot
    };
    let hex = |x: f64| format!("{:016x}", x.to_bits());
    let mut long = whole.clone();
    long["values"].as_array_mut().unwrap().push("0".into());
    let mut short = whole.clone();
    short["values"].as_array_mut().unwrap().pop();
    let mut layout = whole.clone();
    layout["layout"][0] = "2 PointMass<Line>: 4".into();
    for (damaged, named) in [
        (value(0, "xyz"), "xyz"),
        (value(1, ""), "64 bits"),
        (value(2, "fffffffffffffffff"), "fffffffffffffffff"),
        (value(0, &hex(f64::NAN)), "x = NaN must be finite"),
        (value(0, &hex(f64::INFINITY)), "x = inf must be finite"),
        (field("time", "?"), "?"),
        (field("time", &hex(f64::NAN)), "NaN"),
        (field("origin", &hex(f64::INFINITY)), "inf"),
        (long, "number of variables is 4 there and 3 here"),
        (short, "number of variables is 2 there and 3 here"),
        (layout, "list of components"),
    ] {
        let snapshot: Snapshot = serde_json::from_value(damaged).unwrap();
        let refused = text(sim.restore(&snapshot));
        assert!(refused.contains(named), "{named}: {refused}");
        assert_eq!(*sim.state(), before, "{refused}");
        assert_eq!(sim.time(), 0.1);
    }
    assert!(text(sim.restore(&frictional(true).snapshot())).contains("another mechanism"));
    assert!(serde_json::from_str::<Snapshot>("{}").is_err());
    assert!(serde_json::from_str::<Snapshot>("[1, 2").is_err());
    // A clock of absurd numbers is not run into an endless loop.
    let mut absurd = whole.clone();
    absurd["count"] = u64::MAX.into();
    let snapshot: Snapshot = serde_json::from_value(absurd).unwrap();
    let _ = sim.restore(&snapshot);
    let _ = sim.run_until(0.11);
}

#[test]
fn files_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let sampler = || Sampler::every_steps(1);
    let refused = CsvFile::create(folder.path().join("no/such/folder.csv"), sampler()).unwrap_err();
    assert_eq!(refused.kind(), std::io::ErrorKind::NotFound);
    assert!(refused.to_string().contains("folder.csv"), "{refused}");
    let file = folder.path().join("file");
    std::fs::write(&file, "here").unwrap();
    for path in [file.clone(), file.join("below")] {
        let refused = text(RunDirectory::create(&path));
        assert!(
            refused.contains("cannot create the folder") && refused.contains("file"),
            "{refused}"
        );
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "here");
    let out = RunDirectory::create(folder.path().join("out")).unwrap();
    for name in ["", "..", "/", "file\0name"] {
        let refused = text(out.write_text(name, "text"));
        assert!(refused.contains("cannot write"), "{name:?}: {refused}");
    }
    out.write_text("taken/inside", "text").unwrap();
    assert!(text(out.write_text("taken", "text")).contains("cannot write"));
    assert!(text(out.write_text("taken/inside/deeper", "text")).contains("cannot write"));
    let refused = text(out.write_table("t.csv", &["a", "b"], &[&[1.0]]));
    assert!(refused.contains("2 headers for 1 columns"), "{refused}");
    let refused = text(out.write_table("t.csv", &["a", "b"], &[vec![1.0], vec![1.0, 2.0]]));
    assert!(
        refused.contains("`b`") && refused.contains("2 rows") && refused.contains("has 1"),
        "{refused}"
    );
    let keys = std::collections::HashMap::from([((1, 2), 3)]);
    assert!(text(out.write_json("t.json", &keys)).contains("json"));
    // Nothing is left beside what was written.
    let names: Vec<_> =
        std::fs::read_dir(out.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["taken"]);
}
