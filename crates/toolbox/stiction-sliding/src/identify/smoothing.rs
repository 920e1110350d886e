//! Velocities and accelerations by local parabolas (Savitzky and Golay 1964).

use nalgebra::{Matrix3, Vector3};

/// Returns the parabola, for three velocities at once, nearest to the values at x = 0, 1, 2, …; none for less than three.
pub(super) fn parabola(values: &[Vector3<f64>]) -> Option<impl Fn(f64) -> Vector3<f64> + use<>> {
    if values.len() < 3 {
        return None;
    }
    // The fit is about the middle, where the powers are nearly independent.
    let middle = 0.5 * (values.len() as f64 - 1.0);
    let (mut normal, mut right) = (Matrix3::zeros(), Matrix3::zeros());
    for (k, value) in values.iter().enumerate() {
        let x = k as f64 - middle;
        let powers = Vector3::new(1.0, x, x * x);
        normal += powers * powers.transpose();
        right += powers * value.transpose();
    }
    let solved: Matrix3<f64> = normal.cholesky()?.solve(&right);
    let [a, b, c] = [0, 1, 2].map(|i| solved.row(i).transpose());
    // (x − middle) to x.
    let [a, b] = [a - b * middle + c * (middle * middle), b - c * (2.0 * middle)];
    Some(move |x: f64| a + (b + c * x) * x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parabolas_are_kept_and_noise_is_not() {
        let exact = |x: f64| Vector3::new(2.0 - 3.0 * x + 0.5 * x * x, 1.0, x);
        let mut values: Vec<_> = (0..7).map(|k| exact(f64::from(k))).collect();
        let fit = parabola(&values).unwrap();
        for x in [0.0, 0.5, 6.0] {
            assert!((fit(x) - exact(x)).norm() < 1e-12);
        }
        // Savitzky-Golay weights of seven points: (−2, 3, 6, 7, 6, 3, −2)/21.
        values[3].x += 21.0;
        assert!((parabola(&values).unwrap()(3.0).x - exact(3.0).x - 7.0).abs() < 1e-12);
        assert!(parabola(&values[..2]).is_none());
    }
}
