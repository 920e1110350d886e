//! Damaged snapshots are refused.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use stiction::network::Snapshot;
use stiction::prelude::*;

fn frictional(second: bool) -> Simulation {
    let mut net = NetworkBuilder::new();
    let mass = net
        .add(
            PointMass::<Line>::builder().mass(1.0).build().unwrap(),
            Motion { pose: 0.0, flow: 1.0 },
        )
        .unwrap();
    let law =
        GsatFriction::<Line>::builder().stiffness(1e4).damping(10.0).limit(1.0).build().unwrap();
    net.connect(law, Direct::new(), mass.port()).unwrap();
    if second {
        let spring = SpringDamper::builder().stiffness(1.0).build().unwrap();
        net.connect(spring, Direct::new(), mass.port()).unwrap();
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
        let refused = sim.restore(&snapshot).unwrap_err().to_string();
        assert!(refused.contains(named), "{named}: {refused}");
        assert_eq!(*sim.state(), before, "{refused}");
        assert_eq!(sim.time(), 0.1);
    }
    let refused = sim.restore(&frictional(true).snapshot()).unwrap_err();
    assert!(refused.to_string().contains("another mechanism"));
    assert!(serde_json::from_str::<Snapshot>("{}").is_err());
    assert!(serde_json::from_str::<Snapshot>("[1, 2").is_err());
    // A clock of absurd numbers must not cause an endless loop.
    let mut absurd = whole.clone();
    absurd["count"] = u64::MAX.into();
    let snapshot: Snapshot = serde_json::from_value(absurd).unwrap();
    let _ = sim.restore(&snapshot);
    let _ = sim.run_until(0.11);
}
