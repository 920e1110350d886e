//! A disc on a plane under oscillating loads below its friction limit: LuGre lets it drift, the
//! elasto-plastic bristles do not (Figs. 6, 23-25).

use stiction::patch::{BristleModel, Grid, Surface};
use stiction_lab::planar_lugre::{CELLS, DiscLoad, ModelKind, PadContact, PatchModel, disc};

use super::{Record, records};

/// Returns the quantities that the reference tabulates for x and θ: values after 1, 3, 5 s, and the
/// drift of the mean pose, at the ends of the intervals, from one second to the next.
fn run(record: &Record) -> [[f64; 4]; 2] {
    let grid = Grid::new(CELLS, record.number("contact_diameter")).unwrap();
    let contact = PadContact::fixed(Surface::RasterCircle.patch(grid).unwrap());
    let kind = if record.word("model") == "dist" {
        ModelKind::Distributed
    } else {
        ModelKind::LimitSurface
    };
    let bristle = match record.word("bristle") {
        "lugre" => BristleModel::LuGre,
        _ => BristleModel::ElastoPlastic,
    };
    let load =
        if record.word("test") == "normal" { DiscLoad::Normal } else { DiscLoad::Tangential };
    let object = disc(load, PatchModel::new(kind, bristle).unwrap(), &contact).unwrap();
    let poses = object.simulate(5e-5, DiscLoad::END).unwrap();
    ["x", "theta"].map(|axis| {
        // The first row is the start.
        let pose = &poses.column(axis).unwrap()[1..];
        let mean = |from: usize| pose[from..from + 100].iter().map(|p| p / 100.0).sum::<f64>();
        [pose[99], pose[299], pose[499], mean(400) - mean(300)]
    })
}

fn compare(test: &str, model: &str) {
    let mut rows = 0;
    for record in records("planar_lugre/drift_summary.csv") {
        if (record.word("test"), record.word("model")) != (test, model) {
            continue;
        }
        rows += 1;
        let found = run(&record);
        let names = [("x", 1e-12), ("th", 1e-10)];
        for (found, (axis, no_drift)) in found.iter().zip(names) {
            let expected = ["1s", "3s", "5s"].map(|time| record.number(&format!("{axis}_{time}")));
            let peak = expected.iter().fold(0.0_f64, |peak, value| peak.max(value.abs()));
            let drift = record.number(&format!("d{axis}_mean45_34"));
            let what = format!("{test} {model} {} {axis}", record.word("bristle"));
            for (found, expected) in found.iter().zip(expected.iter().chain([&drift])) {
                let off = (found - expected).abs() / peak;
                assert!(off <= 1e-4, "{what}: {found:e}, not {expected:e}: {off:e} of the peak");
            }
            // It must drift exactly if the reference does: LuGre does, elasto-plastic bristles do
            // not.
            let drifts = found[3].abs() > no_drift;
            assert_eq!(drifts, drift.abs() > no_drift, "{what}: {:e} per second", found[3]);
        }
    }
    assert_eq!(rows, 4, "two diameters, LuGre and elasto-plastic");
}

#[test]
fn distributed_under_a_tangential_load() {
    compare("tangential", "dist");
}

#[test]
fn distributed_under_a_normal_load() {
    compare("normal", "dist");
}

#[test]
fn reduced_under_a_tangential_load() {
    compare("tangential", "red");
}

#[test]
fn reduced_under_a_normal_load() {
    compare("normal", "red");
}
