//! Lengths without overflow or underflow: numbers are multiplied by a power of two first, exactly.

use nalgebra::SVector;

/// Returns a power of two that brings the largest size to 1..2, 1 for zeros, `None` unless all are
/// finite.
///
/// Sizes below 2.2e-308 (subnormal) are brought to 4e-16 at least.
pub(super) fn scale(values: &[f64]) -> Option<f64> {
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    if !values.iter().all(|value| value.is_finite()) {
        return None;
    }
    if largest == 0.0 {
        return Some(1.0);
    }
    let exponent = largest.to_bits() >> 52;
    Some(f64::from_bits(2046_u64.saturating_sub(exponent).max(1) << 52))
}

/// Returns the length and direction of a vector; the direction of zero is zero, a vector that is
/// not finite has the length NaN.
pub(super) fn polar<const N: usize>(vector: &SVector<f64, N>) -> (f64, SVector<f64, N>) {
    let Some(scale) = scale(vector.as_slice()) else {
        return (f64::NAN, SVector::repeat(f64::NAN));
    };
    let scaled = vector * scale;
    let length = scaled.norm();
    if length == 0.0 {
        return (0.0, SVector::zeros());
    }
    (length / scale, scaled / length)
}

/// Returns the length of a vector, NaN unless it is finite.
pub(super) fn length<const N: usize>(vector: &SVector<f64, N>) -> f64 {
    polar(vector).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{Vector2, Vector3};

    #[test]
    fn lengths_of_any_size() {
        for size in [1e-300, 1e-200, 1e-160, 1.0, 1e160, 1e200, 1e300] {
            let (length, direction) = polar(&Vector2::new(3.0 * size, -4.0 * size));
            assert!((length / size - 5.0).abs() < 2e-15, "{size}");
            assert!((direction - Vector2::new(0.6, -0.8)).norm() < 2e-16, "{size}");
        }
        let smallest = 5e-324;
        assert_eq!(polar(&Vector2::new(smallest, 0.0)), (smallest, Vector2::x()));
        assert_eq!(polar(&Vector2::new(f64::MAX, 0.0)), (f64::MAX, Vector2::x()));
        // The control: the plain norm.
        assert_eq!(Vector2::new(3e-200, 4e-200).norm(), 0.0);
    }

    #[test]
    fn the_scale_is_a_power_of_two() {
        for value in [5e-324, 1e-310, 2.3e-308, 0.3, 1.0, 7.0, 1e308, f64::MAX] {
            let power = scale(&[0.0, -value]).unwrap();
            assert_eq!(power.to_bits() & ((1 << 52) - 1), 0, "{value}");
            let brought = value * power;
            assert!(brought < 4.0 && (brought >= 1.0 || value < f64::MIN_POSITIVE), "{value}");
            assert_eq!(brought / power, value);
        }
    }

    #[test]
    fn zero_and_what_is_not_finite() {
        assert_eq!(polar(&Vector2::zeros()), (0.0, Vector2::zeros()));
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(scale(&[1.0, bad]), None);
            assert!(length(&Vector3::new(1.0, bad, 0.0)).is_nan());
        }
    }
}
