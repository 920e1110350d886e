//! Helpers of tests.

use rand::RngExt;
use rand_pcg::Pcg64Dxsm;

/// Returns a normal number of mean 0 and variance 1.
pub(crate) fn normal(rng: &mut Pcg64Dxsm) -> f64 {
    let (u, v): (f64, f64) = (rng.random(), rng.random());
    (-2.0 * (1.0 - u).ln()).sqrt() * (core::f64::consts::TAU * v).cos()
}
