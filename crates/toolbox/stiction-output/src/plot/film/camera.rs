//! From points in space to points of a picture.
//!
//! The script of a page has the same camera (`page/film_camera.js`); a test in a browser compares the two.

/// A point or a direction.
pub(super) type Vector = [f64; 3];

pub(super) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Returns `a + by b`.
pub(super) fn plus(a: Vector, b: Vector, by: f64) -> Vector {
    [a[0] + by * b[0], a[1] + by * b[1], a[2] + by * b[2]]
}

pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(super) fn unit(a: Vector) -> Vector {
    let length = dot(a, a).sqrt();
    if length > 0.0 { a.map(|part| part / length) } else { a }
}

/// Rotates a vector by a unit quaternion (w, x, y, z).
pub(super) fn turned([w, i, j, k]: [f64; 4], [x, y, z]: Vector) -> Vector {
    let [a, b, c] = [2.0 * (j * z - k * y), 2.0 * (k * x - i * z), 2.0 * (i * y - j * x)];
    [x + w * a + j * c - k * b, y + w * b + k * a - i * c, z + w * c + i * b - j * a]
}

/// Middle and size of the visible bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Extent {
    pub(super) middle: Vector,
    pub(super) radius: f64,
    /// Whether all of it lies in the plane z = 0.
    pub(super) is_flat: bool,
}

/// Parallel projection of a mechanism along a direction. A flat mechanism is seen from above.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    right: Vector,
    up: Vector,
    pub(super) near: Vector,
    /// Scale \[pixels per metre\].
    pub(super) scale: f64,
    middle: Vector,
    center: [f64; 2],
}

/// Half of the extent, as a part of the shorter side of the picture.
const FILLED: f64 = 0.46;

impl Camera {
    pub(super) fn new(width: f64, height: f64, seen: &Extent) -> Self {
        let half = std::f64::consts::FRAC_PI_2;
        let (around, above) = if seen.is_flat { (-half, half) } else { (-1.05_f64, 0.42_f64) };
        let ((s, c), (rise, level)) = (around.sin_cos(), above.sin_cos());
        Self {
            right: [-s, c, 0.0],
            up: [-c * rise, -s * rise, level],
            near: [c * level, s * level, rise],
            scale: FILLED * width.min(height) / seen.radius,
            middle: seen.middle,
            center: [width / 2.0, height / 2.0],
        }
    }

    /// Returns the place of a point \[m\] in the picture \[pixels, to the right and down\], and its nearness \[m\].
    #[must_use]
    pub fn see(&self, point: [f64; 3]) -> [f64; 3] {
        let from = plus(point, self.middle, -1.0);
        [
            self.center[0] + self.scale * dot(from, self.right),
            self.center[1] - self.scale * dot(from, self.up),
            dot(from, self.near),
        ]
    }

    /// Returns the direction of the light, which comes over the left shoulder.
    pub(super) fn light(&self) -> Vector {
        unit(plus(plus(self.near, self.up, 0.9), self.right, -0.5))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: Extent = Extent { middle: [1.0, 2.0, 3.0], radius: 0.5, is_flat: false };

    #[test]
    fn the_middle_is_in_the_middle_and_what_is_nearer_is_nearer() {
        let camera = Camera::new(400.0, 300.0, &SEEN);
        assert_eq!(camera.see([1.0, 2.0, 3.0]), [200.0, 150.0, 0.0]);
        // The axes of the picture are a right-handed orthonormal frame, so nothing is distorted.
        for (a, b, c) in
            [(camera.right, camera.up, camera.near), (camera.up, camera.near, camera.right)]
        {
            assert!((dot(a, a) - 1.0).abs() < 1e-15 && dot(a, b).abs() < 1e-15);
            let across = cross(a, b);
            assert!((0..3).all(|i| (across[i] - c[i]).abs() < 1e-15));
        }
        let near = camera.see(plus(SEEN.middle, camera.near, 0.1));
        assert!((near[2] - 0.1).abs() < 1e-15 && (near[0] - 200.0).abs() < 1e-12);
        // Half of the extent takes 46 % of the shorter side.
        let top = camera.see(plus(SEEN.middle, camera.up, 0.5));
        assert!((top[1] - (150.0 - 0.46 * 300.0)).abs() < 1e-12, "{top:?}");
    }

    #[test]
    fn what_is_flat_is_seen_from_above() {
        let camera = Camera::new(400.0, 400.0, &Extent { is_flat: true, ..SEEN });
        let [x, y, _] = camera.see([1.5, 2.25, 3.0]);
        assert!((x - (200.0 + 0.46 * 400.0)).abs() < 1e-9, "{x}");
        assert!((y - (200.0 - 0.23 * 400.0)).abs() < 1e-9, "{y}");
    }

    #[test]
    fn a_quarter_turn() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let [x, y, z] = turned([half, 0.0, 0.0, half], [1.0, 0.0, 2.0]);
        assert!(x.abs() < 1e-15 && (y - 1.0).abs() < 1e-15 && z == 2.0);
    }
}
