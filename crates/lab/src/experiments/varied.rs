//! Test vectors without a relevant pattern.

use nalgebra::Vector3;

/// Returns a vector that varies from case to case, each component from -1 to 1.
pub(crate) fn varied(k: u32) -> Vector3<f64> {
    let at = f64::from(k) + 0.5;
    Vector3::new(0.754_877_666, 0.569_840_291, 0.362_119_711)
        .map(|step| 2.0 * (at * step).fract() - 1.0)
}
