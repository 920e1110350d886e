//! Energy, momentum, power: wiring neither creates nor loses any, and no law returns more than it
//! received.

mod adjointness;
mod energy;
mod laws;
mod momentum;
mod passivity;
mod penalty;
mod power;

use std::panic::{AssertUnwindSafe, catch_unwind};

use nalgebra::{Quaternion, Vector2, Vector3};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use stiction::prelude::*;

/// Seeds of failures land in `tests/proptest-regressions`.
fn config(cases: u32) -> ProptestConfig {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/proptest-regressions/conservation.txt");
    ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(file))),
        ..ProptestConfig::with_cases(crate::cases(cases))
    }
}

/// Returns whether the assertion panics, for controls.
fn fails(assertion: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(assertion)).is_err()
}

fn x2(x: f64, y: f64) -> Vector2<f64> {
    Vector2::new(x, y)
}

fn x3(x: f64, y: f64, z: f64) -> Vector3<f64> {
    Vector3::new(x, y, z)
}

fn tilted() -> Quaternion<f64> {
    Quaternion::new(0.7, 0.1, -0.5, 0.3)
}

fn frame() -> Pose {
    Pose { position: x3(0.3, -0.2, 0.5), orientation: tilted() }
}
