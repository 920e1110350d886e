//! The numeric derivative behind the defaults of `stored_power`.

/// The largest number of scalars that are moved without allocation: the motion of a frame in space and some bristles.
const SMALL: usize = 24;
/// That for the motion and the effort on a line.
const FEW: usize = 4;

/// Returns the derivative of `energy` along `rate`, by a central difference: exact to rounding for energies that
/// are quadratic in the state.
pub(crate) fn derivative_along(state: &[f64], rate: &[f64], energy: impl Fn(&[f64]) -> f64) -> f64 {
    let largest = |values: &[f64], least: f64| values.iter().fold(least, |m, v| v.abs().max(m));
    let h = 1e-4 * (largest(state, 1.0) / largest(rate, f64::MIN_POSITIVE)).min(1.0);
    with_scratch(state.len(), |moved| {
        let mut at = |h: f64| {
            for ((moved, x), r) in moved.iter_mut().zip(state).zip(rate) {
                *moved = x + h * r;
            }
            energy(moved)
        };
        (at(h) - at(-h)) / (2.0 * h)
    })
}

/// Calls `f` with a scratch slice of `len` zeros.
#[inline]
pub(crate) fn with_scratch<T>(len: usize, f: impl FnOnce(&mut [f64]) -> T) -> T {
    // Zeros take time: few are enough on a line.
    if len <= FEW {
        f(&mut [0.0; FEW][..len])
    } else if len <= SMALL {
        f(&mut [0.0; SMALL][..len])
    } else {
        f(&mut vec![0.0; len])
    }
}
