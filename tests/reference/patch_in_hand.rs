//! An object that slips and sticks in a gripper whose grip varies (Figs. 27-32), by the scheme of the reference. The
//! laboratory compares it at larger steps too.

use stiction::friction::BristleRate;
use stiction::patch::{Arithmetic, BristleModel, Surface};
use stiction_lab::planar_lugre::{CELLS, ModelKind, PaperPad, PatchModel, Trial};

use super::table;

/// Time between two rows of the reference \[s\].
const INTERVAL: f64 = 0.01;

/// The reference of a case.
const FILES: [&str; 2] = [
    "planar_lugre/inhand_fig27_28_case1_circle.csv",
    "planar_lugre/inhand_fig29_32_case2_circle.csv",
];

/// Returns how far x, y and θ of the centre of mass are from the reference up to a time, at most; nothing if the run
/// diverges.
fn deviations(case: u8, profile: u8, kind: ModelKind, step: f64, end: f64) -> Option<[f64; 3]> {
    let trial = Trial { case, pad: PaperPad::Fixed(Surface::RasterCircle), profile };
    let model = PatchModel::new(kind, BristleModel::ElastoPlastic).unwrap();
    let (rate, arithmetic) = (BristleRate::Explicit, Arithmetic::Fast);
    let model = PatchModel { rate, arithmetic, ..model };
    let object = trial.object(&trial.contact(CELLS).unwrap(), model, 1.0).unwrap();
    let record = object.simulate(step, end).ok()?;
    let reference = table(FILES[usize::from(case) - 1]);
    let word = if kind == ModelKind::Distributed { "dist" } else { "red" };
    let rows = (end / INTERVAL).round() as usize;
    Some([("x", "px"), ("y", "py"), ("theta", "th")].map(|(axis, theirs)| {
        // The first row is the start.
        let found = &record.column(axis).unwrap()[1..];
        let expected = &reference.column(&format!("{word}{profile}_{theirs}"))[..rows];
        assert_eq!(found.len(), rows);
        found.iter().zip(expected).map(|(f, e)| (f - e).abs()).fold(0.0, f64::max)
    }))
}

/// Asserts that the plate is within 1e-7 m and 1e-6 rad of the reference, with its scheme and step.
fn same_scheme(kind: ModelKind, end: f64) {
    for (case, profile) in [(1, 1), (2, 2)] {
        let off = deviations(case, profile, kind, 2e-6, end).unwrap();
        let close = off[0] <= 1e-7 && off[1] <= 1e-7 && off[2] <= 1e-6;
        assert!(close, "case {case}, {kind:?}: off by {off:?}");
    }
}

/// The whole series takes forty seconds of one core.
#[test]
fn distributed_by_the_scheme_of_the_reference() {
    let share = if cfg!(debug_assertions) { 1.0 } else { 0.25 };
    same_scheme(ModelKind::Distributed, share * Trial::END);
}

#[test]
fn reduced_by_the_scheme_of_the_reference() {
    same_scheme(ModelKind::LimitSurface, Trial::END);
}

/// Control: explicit bristles chatter at a step that leaves the damping of the stuck pads stable, and the object falls
/// through; order-preserving ones bear it.
#[test]
fn explicit_bristles_fail_at_a_large_step() {
    for kind in [ModelKind::Distributed, ModelKind::LimitSurface] {
        let off = deviations(2, 1, kind, 1e-4, Trial::END).map_or(f64::INFINITY, |off| off[1]);
        assert!(off > 1e-4, "{kind:?}: off by {off:e} m only");
    }
}
