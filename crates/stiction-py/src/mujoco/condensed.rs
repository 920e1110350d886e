//! The normal forces of the contacts with friction, taken out of the equations of a step.
//!
//! `MuJoCo`'s normal force is a spring-damper in the acceleration of the step, f = D (a − J q̈) where that pushes. Where
//! friction acts, it answers within the same step; who leaves that out sees a body that is too light, or too free, and
//! stiff friction then chatters against its limits. With the responses R = M⁻¹ Jᵀ, rows n of the normals and t of
//! the friction,
//!
//! ```text
//! (D⁻¹ + J_n R_n) f_n = a − q̈_n         without friction, of the contacts that push
//! v_free = v_t + h J_t R_n f_n
//! A      = J_t R_t − J_t R_n (D⁻¹ + J_n R_n)⁻¹ J_n R_t
//! ```

use nalgebra::{Cholesky, DMatrix, DVector};

use super::dot;

/// The rows of a step, each with its response, all of them as long as there are freedoms.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) jacobian: &'a [f64],
    pub(super) responses: &'a [f64],
    pub(super) freedoms: usize,
    /// How many of them are those of friction; those of the normals follow.
    pub(super) friction: usize,
}

impl<'a> Rows<'a> {
    pub(super) fn row(&self, index: usize) -> &'a [f64] {
        &self.jacobian[index * self.freedoms..][..self.freedoms]
    }

    pub(super) fn response(&self, index: usize) -> &'a [f64] {
        &self.responses[index * self.freedoms..][..self.freedoms]
    }

    /// What an impulse on one row changes on another.
    fn entry(&self, row: usize, column: usize) -> f64 {
        dot(self.row(row), self.response(column))
    }
}

/// A normal force that pushes: D and what its acceleration lacks, a − q̈ without it.
pub(super) struct Normal {
    pub(super) stiffness: f64,
    pub(super) missing: f64,
}

/// What is left for friction.
#[derive(Default)]
pub(super) struct Condensed {
    /// A, row by row, exactly symmetric.
    pub(super) matrix: Vec<f64>,
    /// Normal forces without friction [N]; zero where a contact opens.
    pub(super) forces: Vec<f64>,
}

impl Condensed {
    /// Solves for the normal forces of a step [s], adds what they do to the velocities `free` of the friction, and
    /// leaves its matrix.
    pub(super) fn fill(&mut self, step: f64, rows: Rows<'_>, normals: &[Normal], free: &mut [f64]) {
        let count = rows.friction;
        self.matrix.clear();
        self.matrix.resize(count * count, 0.0);
        self.forces.clear();
        self.forces.resize(normals.len(), 0.0);
        let mut pushing: Vec<usize> = (0..normals.len()).collect();
        let factor = loop {
            if pushing.is_empty() {
                break None;
            }
            let matrix = DMatrix::from_fn(pushing.len(), pushing.len(), |i, j| {
                let (low, high) = (pushing[i.min(j)], pushing[i.max(j)]);
                let softness = if i == j { 1.0 / normals[low].stiffness } else { 0.0 };
                rows.entry(count + low, count + high) + softness
            });
            // Positive as it is, but for numbers that are none; then friction is refused.
            let Some(factor) = Cholesky::new(matrix) else { break None };
            let missing = DVector::from_fn(pushing.len(), |i, _| normals[pushing[i]].missing);
            let forces = factor.solve(&missing);
            if forces.iter().all(|force| *force >= 0.0) {
                for (&normal, &force) in pushing.iter().zip(&forces) {
                    self.forces[normal] = force;
                }
                break Some(factor);
            }
            let mut pushes = forces.iter().map(|force| *force > 0.0);
            pushing.retain(|_| pushes.next() == Some(true));
        };
        let coupling = DMatrix::from_fn(pushing.len(), count, |normal, row| {
            rows.entry(row, count + pushing[normal])
        });
        for (column, free) in coupling.column_iter().zip(free) {
            let force = |normal: usize| self.forces[pushing[normal]];
            *free += step * (0..pushing.len()).map(|n| column[n] * force(n)).sum::<f64>();
        }
        let mut half = coupling;
        if let Some(factor) = factor {
            factor.l_dirty().solve_lower_triangular_mut(&mut half);
        }
        for row in 0..count {
            for column in row..count {
                let answer = half.column(row).dot(&half.column(column));
                let entry = rows.entry(row, column) - answer;
                self.matrix[row * count + column] = entry;
                self.matrix[column * count + row] = entry;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Condensed, Normal, Rows};

    /// A body of 2 kg in a plane, pressed on a ramp of 45 degrees: friction along x, the normal of the ramp between.
    fn ramp(stiffness: f64, missing: f64) -> (Condensed, [f64; 1]) {
        let c = std::f64::consts::FRAC_1_SQRT_2;
        let (jacobian, mass) = ([1.0, 0.0, c, c], 2.0);
        let responses = jacobian.map(|entry| entry / mass);
        let rows = Rows { jacobian: &jacobian, responses: &responses, freedoms: 2, friction: 1 };
        let (mut condensed, mut free) = (Condensed::default(), [0.5]);
        condensed.fill(0.1, rows, &[Normal { stiffness, missing }], &mut free);
        (condensed, free)
    }

    #[test]
    fn a_rigid_normal_takes_its_direction_away() {
        // Along the ramp alone: the effective mass along x is 2 kg over cos² 45°.
        let (condensed, free) = ramp(1e12, 3.0);
        assert!((condensed.matrix[0] - 0.25).abs() < 1e-10);
        assert!((condensed.forces[0] - 6.0).abs() < 1e-10);
        assert!(
            (free[0] - (0.5 + 0.1 * 6.0 * std::f64::consts::FRAC_1_SQRT_2 / 2.0)).abs() < 1e-10
        );
    }

    #[test]
    fn a_soft_one_takes_a_part_and_one_that_opens_nothing() {
        // D = 2 kg: half of the acceleration that lacks.
        let (condensed, _) = ramp(2.0, 3.0);
        assert!((condensed.forces[0] - 3.0).abs() < 1e-12);
        assert!((condensed.matrix[0] - 0.375).abs() < 1e-12);
        let (condensed, free) = ramp(2.0, -3.0);
        assert_eq!((condensed.forces[0], condensed.matrix[0], free[0]), (0.0, 0.5, 0.5));
    }
}
