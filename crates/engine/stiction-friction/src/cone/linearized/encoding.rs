//! Forces of an n-sided cone as non-negative coefficients of its rays, and back.

use nalgebra::Vector3;

use super::LinearizedCone;
use crate::cone::ROUNDING;

impl LinearizedCone {
    /// Returns coefficients `c ≥ 0` of the rays with `Σ c_k r_k = f`; `None` outside the cone.
    ///
    /// The friction force is shared by the two rays of its sector; the rest of the normal force
    /// is spread evenly over all rays, whose horizontal parts cancel. Their sum is the normal force.
    /// A normal force too small by no more than rounding (8 times 2⁻⁵², as a projection may leave it)
    /// counts as one on the boundary.
    #[must_use]
    pub fn encode(&self, force: &Vector3<f64>) -> Option<Vec<f64>> {
        let found = self.in_sector(force)?;
        let (along, across, height) = (found.force.x, found.force.y, found.force.z);
        let face = self.face();
        // A force along the axis of the cone; without friction this avoids 0/0.
        let (forward, sideways) =
            if along == 0.0 { (0.0, 0.0) } else { (along / face.apothem, across / face.half_side) };
        let left = height - forward;
        if !(height >= 0.0 && left >= -ROUNDING * height) {
            return None;
        }
        let share = left.max(0.0) / self.sides as f64;
        let mut coefficients = vec![share / found.scale; self.sides];
        let next = (found.index + 1) % self.sides;
        for (index, part) in [(found.index, forward - sideways), (next, forward + sideways)] {
            coefficients[index] += (0.5 * part).max(0.0) / found.scale;
        }
        Some(coefficients)
    }

    /// Returns the force `Σ c_k r_k` of ray coefficients of any sign \[N\]; `None` unless there are
    /// as many as sides.
    #[must_use]
    pub fn decode(&self, coefficients: &[f64]) -> Option<Vector3<f64>> {
        let complete = coefficients.len() == self.sides;
        complete.then(|| self.rays().zip(coefficients).map(|(ray, c)| ray * *c).sum())
    }
}
