//! An object that slips and sticks in a gripper whose grip varies (Figs. 27-32).

use stiction::friction::BristleRate;
use stiction::patch::{Arithmetic, BristleModel, Surface};
use stiction_lab::planar_lugre::{CELLS, ModelKind, PaperPad, PatchModel, Trial};

use super::{Table, table};

/// Time between two rows of the reference \[s\].
const INTERVAL: f64 = 0.01;

/// One of the experiments.
struct Case {
    number: u8,
    file: &'static str,
    /// Step that leaves the damping of the stuck pads stable, `σ₁ N T/m < 2.785` with the mass m
    /// that a push at the pads moves: 6.1e-5 s for case 1 (9 N, 0.158 kg), 1.3e-4 s for case 2.
    large_step: f64,
}

const CASES: [Case; 2] = [
    Case { number: 1, file: "planar_lugre/inhand_fig27_28_case1_circle.csv", large_step: 5e-5 },
    Case { number: 2, file: "planar_lugre/inhand_fig29_32_case2_circle.csv", large_step: 1e-4 },
];

/// Scheme of integration, and the time up to which it runs \[s\].
#[derive(Clone, Copy)]
struct Scheme {
    end: f64,
    step: f64,
    rate: BristleRate,
    arithmetic: Arithmetic,
}

/// Returns the pose of the centre of mass at the end of every interval: x, y, θ.
fn run(case: &Case, profile: usize, kind: ModelKind, scheme: Scheme) -> Option<[Vec<f64>; 3]> {
    let pad = PaperPad::Fixed(Surface::RasterCircle);
    let trial = Trial { case: case.number, pad, profile: profile as u8 + 1 };
    let model = PatchModel::new(kind, BristleModel::ElastoPlastic).unwrap();
    let Scheme { end, step, rate, arithmetic } = scheme;
    let object =
        trial.object(&trial.contact(CELLS).unwrap(), PatchModel { rate, arithmetic, ..model }, 1.0);
    // The run may diverge.
    let record = object.unwrap().simulate(step, end).ok()?;
    // The first row is the start.
    Some(record.columns_named(["x", "y", "theta"]).unwrap().map(|column| column[1..].to_vec()))
}

fn reference(case: &Case, profile: usize, kind: ModelKind) -> [Vec<f64>; 3] {
    let file: Table = table(case.file);
    let word = if kind == ModelKind::Distributed { "dist" } else { "red" };
    ["px", "py", "th"].map(|axis| file.column(&format!("{word}{}_{axis}", profile + 1)))
}

fn largest_difference(found: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).map(|(f, e)| (f - e).abs()).fold(0.0, f64::max)
}

/// Asserts that the series is within 1e-7 m and 1e-6 rad of the reference up to a time, with its
/// scheme and step.
fn same_scheme(kind: ModelKind, end: f64) {
    let scheme =
        Scheme { end, step: 2e-6, rate: BristleRate::Explicit, arithmetic: Arithmetic::Fast };
    for (case, profile) in [(&CASES[0], 0), (&CASES[1], 1)] {
        let found = run(case, profile, kind, scheme).unwrap();
        let expected = reference(case, profile, kind);
        let rows = (end / INTERVAL).round() as usize;
        for (axis, tolerance) in [1e-7, 1e-7, 1e-6].into_iter().enumerate() {
            let off = largest_difference(&found[axis], &expected[axis][..rows]);
            assert!(off <= tolerance, "{} {kind:?}: axis {axis} off by {off:e}", case.file);
        }
    }
}

/// The whole series takes forty seconds of one core; it is also compared below, at a larger step.
#[test]
fn distributed_by_the_scheme_of_the_reference() {
    let share = if cfg!(debug_assertions) { 1.0 } else { 0.25 };
    same_scheme(ModelKind::Distributed, share * Trial::END);
}

#[test]
fn reduced_by_the_scheme_of_the_reference() {
    same_scheme(ModelKind::LimitSurface, Trial::END);
}

/// Steps are up to fifty times those of the reference: explicit bristles would be far beyond their
/// stability limit, `σ₀ |v| T/g < 2.785`.
#[test]
fn order_preserving_bristles_at_a_large_step() {
    for case in &CASES {
        let scheme = Scheme {
            end: Trial::END,
            step: case.large_step,
            rate: BristleRate::OrderPreserving,
            arithmetic: Arithmetic::Exact,
        };
        for (profile, kind) in [
            (0, ModelKind::Distributed),
            (1, ModelKind::Distributed),
            (0, ModelKind::LimitSurface),
            (1, ModelKind::LimitSurface),
        ] {
            let found = run(case, profile, kind, scheme).unwrap();
            let expected = reference(case, profile, kind);
            for (axis, tolerance) in [1e-5, 1e-5, 1e-4].into_iter().enumerate() {
                let off = largest_difference(&found[axis][199..], &expected[axis][199..]);
                assert!(off <= tolerance, "{} {kind:?}: axis {axis} off by {off:e}", case.file);
            }
        }
    }
}

/// Control: explicit bristles chatter at these steps, and the object falls through.
#[test]
fn explicit_bristles_fail_at_a_large_step() {
    let (case, arithmetic) = (&CASES[1], Arithmetic::Exact);
    let end = Trial::END;
    let scheme = Scheme { end, step: case.large_step, rate: BristleRate::Explicit, arithmetic };
    for kind in [ModelKind::Distributed, ModelKind::LimitSurface] {
        let expected = reference(case, 0, kind);
        let off = run(case, 0, kind, scheme)
            .map_or(f64::INFINITY, |found| largest_difference(&found[1], &expected[1]));
        assert!(off > 1e-4, "{kind:?}: off by {off:e} m only");
    }
}
