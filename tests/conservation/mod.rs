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
use stiction::prelude::*;

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
