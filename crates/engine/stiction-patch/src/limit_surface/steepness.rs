//! How steep a limit surface is.

use nalgebra::{Vector2, Vector3};

use super::LimitSurface;
use super::sampler::direction;

impl LimitSurface {
    /// Returns how much stronger a bristle on this surface damps and holds a motion than one on an
    /// [`ellipsoid`](super::ellipsoid), at most: the largest `|Δh|/|Δv̂|` between neighbouring samples,
    /// with v̂ the direction of `(vx, vy, r ω)`; at least 1.
    ///
    /// An explicit scheme needs steps that are shorter by this factor while the contact sticks:
    /// 1.9 for discs and squares, 4 to 8 for lines and bars, whose friction changes at once where they
    /// turn about one of their points.
    #[must_use]
    pub fn steepness(&self) -> f64 {
        let count = self.samples;
        let along = |a: usize, b: usize| {
            let [theta, phi] = [a, b].map(|index| Vector2::from(direction(index as f64, count)));
            Vector3::new(theta.x * phi.y, theta.y * phi.y, phi.x)
        };
        let slope = |a: usize, b: usize, c: usize, d: usize| {
            let [from, to] =
                [(a, b), (c, d)].map(|(a, b)| Vector3::from(self.table[self.place(a, b)]));
            let turn = (along(a, b) - along(c, d)).norm();
            // The samples with φ = 0 are one direction.
            if turn > 1e-9 { (from - to).norm() / turn } else { 0.0 }
        };
        let mut largest: f64 = 1.0;
        for a in 0..4 * count {
            for b in 0..=count {
                largest = largest.max(slope(a, b, a + 1, b));
                if b < count {
                    largest = largest.max(slope(a, b, a, b + 1));
                }
            }
        }
        largest
    }
}
