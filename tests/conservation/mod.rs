//! Energy, momentum, power: wiring neither creates nor loses any, and no law returns more than it
//! received.

mod adjointness;
mod energy;
mod momentum;
mod passivity;
mod power;

use std::panic::{AssertUnwindSafe, catch_unwind};

use nalgebra::Vector3;

/// Returns whether the assertion panics, for controls.
fn fails(assertion: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(assertion)).is_err()
}

fn x3(x: f64, y: f64, z: f64) -> Vector3<f64> {
    Vector3::new(x, y, z)
}
