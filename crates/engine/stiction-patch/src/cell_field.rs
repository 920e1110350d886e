//! All cells that ever bear load, with their weights at every time.

use std::collections::HashMap;

use nalgebra::Vector2;
use stiction_core::{PlanarPose, PlanarTwist, PlanarWrench};

use crate::patch::ContactPatch;
use crate::schedule::Schedule;

/// Cells of a schedule of patches, in the order in which they first bear load.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CellField {
    /// Places in the frame of the patch \[m\].
    pub(crate) x: Vec<f64>,
    pub(crate) y: Vec<f64>,
    /// One entry per patch of the schedule.
    pub(crate) weights: Vec<Weights>,
}

/// Weights of all cells at one time, and their moments.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Weights {
    /// Share of the load per cell; 0 for those without.
    pub(crate) weight: Vec<f64>,
    /// `Σ w`, 1 except for rounding.
    total: f64,
    /// `Σ w ρ` \[m\].
    first: Vector2<f64>,
    /// `Σ w |ρ|²` \[m²\].
    second: f64,
}

impl CellField {
    pub(crate) fn new(schedule: &Schedule<ContactPatch>) -> Self {
        let (mut x, mut y) = (vec![], vec![]);
        let mut known = HashMap::new();
        let mut places = vec![];
        for patch in schedule.values() {
            // Loose points may coincide within a patch: the key says which of them it is.
            let mut repeated = HashMap::new();
            let mut cells = Vec::with_capacity(patch.len());
            for (&px, &py) in patch.x().iter().zip(patch.y()) {
                let place = (px.to_bits(), py.to_bits());
                let nth = repeated.entry(place).and_modify(|n| *n += 1).or_insert(0_usize);
                cells.push(*known.entry((place, *nth)).or_insert_with(|| {
                    x.push(px);
                    y.push(py);
                    x.len() - 1
                }));
            }
            places.push(cells);
        }
        let weights = schedule.values().iter().zip(places).map(|(patch, cells)| {
            let mut weight = vec![0.0; x.len()];
            for (cell, w) in cells.into_iter().zip(patch.weight()) {
                weight[cell] = *w;
            }
            Weights::new(&x, &y, weight)
        });
        Self { weights: weights.collect(), x, y }
    }
}

impl Weights {
    fn new(x: &[f64], y: &[f64], weight: Vec<f64>) -> Self {
        let sum = |term: &dyn Fn(usize) -> f64| (0..x.len()).map(|i| weight[i] * term(i)).sum();
        Self {
            total: sum(&|_| 1.0),
            first: Vector2::new(sum(&|i| x[i]), sum(&|i| y[i])),
            second: sum(&|i| x[i] * x[i] + y[i] * y[i]),
            weight,
        }
    }

    /// Returns `Σ w σ₂ v` and `Σ w ρ × σ₂ v` (28), along the motion, at the origin of the patch.
    #[inline]
    pub(crate) fn viscous(&self, damping: f64, twist: &PlanarTwist) -> PlanarWrench {
        let (PlanarTwist { linear: v, angular: w }, c) = (twist, &self.first);
        PlanarWrench {
            force: Vector2::new(self.total * v.x - w * c.y, self.total * v.y + w * c.x) * damping,
            torque: (c.x * v.y - c.y * v.x + self.second * w) * damping,
        }
    }

    /// Returns `Σ w |r|²` about the frame in which the patch has the given pose \[m²\].
    pub(crate) fn inertia_about(&self, pose: &PlanarPose) -> f64 {
        let (sine, cosine) = pose.angle.sin_cos();
        let (c, lever) = (self.first, pose.position);
        let turned = Vector2::new(cosine * c.x - sine * c.y, sine * c.x + cosine * c.y);
        self.total * lever.norm_squared() + 2.0 * lever.dot(&turned) + self.second
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::points;
    use stiction_core::PlanarPose;

    #[test]
    fn cells_of_all_patches_in_the_order_of_their_first_load() {
        let patches = [
            points(&[(1.0, 0.0, 1.0), (2.0, 0.0, 3.0)]),
            points(&[(3.0, 5.0, 1.0), (1.0, 0.0, 1.0)]),
        ];
        let field = CellField::new(&Schedule::every(1.0, patches).unwrap());
        assert_eq!(field.x, [1.0, 2.0, 3.0]);
        assert_eq!(field.y, [0.0, 0.0, 5.0]);
        assert_eq!(field.weights[0].weight, [0.25, 0.75, 0.0]);
        assert_eq!(field.weights[1].weight, [0.5, 0.0, 0.5]);
    }

    #[test]
    fn points_at_one_place_stay_apart() {
        let twice = points(&[(1.0, 0.0, 1.0), (1.0, 0.0, 1.0)]);
        let field = CellField::new(&Schedule::every(1.0, [twice.clone(), twice]).unwrap());
        assert_eq!(field.x, [1.0, 1.0]);
        assert_eq!(field.weights[1].weight, [0.5, 0.5]);
    }

    #[test]
    fn moments_by_hand() {
        let field = CellField::new(&points(&[(1.0, 0.0, 1.0), (3.0, 2.0, 3.0)]).into());
        let weights = &field.weights[0];
        // c = (2.5, 1.5), q = (1 + 3 * 13)/4 = 10.
        let twist = PlanarTwist { linear: Vector2::new(1.0, 2.0), angular: 4.0 };
        let viscous = weights.viscous(0.5, &twist);
        assert_eq!(viscous.force, Vector2::new(0.5 * (1.0 - 6.0), 0.5 * (2.0 + 10.0)));
        assert_eq!(viscous.torque, 0.5 * (2.5 * 2.0 - 1.5 * 1.0 + 40.0));
        // From a body at (0, 0) with the patch at (1, 1): points at (2, 1) and (4, 3).
        let pose = PlanarPose { position: Vector2::new(1.0, 1.0), angle: 0.0 };
        assert_eq!(weights.inertia_about(&pose), 0.25 * 5.0 + 0.75 * 25.0);
        // Turned by a quarter: at (1, 2) and (-1, 4).
        let pose = PlanarPose { angle: core::f64::consts::FRAC_PI_2, ..pose };
        assert!((weights.inertia_about(&pose) - (0.25 * 5.0 + 0.75 * 17.0)).abs() < 1e-14);
    }
}
