//! The normal forces of the contacts with friction, taken out of the equations of a step.
//!
//! `MuJoCo`'s normal force is a spring-damper in the acceleration of the step, f = D (a − J q̈) where that pushes. It
//! responds to friction within the same step; without this response the body would seem too light, or too free, and
//! stiff friction would chatter against its limits. With the responses R = M⁻¹ Jᵀ, rows n of the normals and t of the
//! friction,
//!
//! ```text
//! (D⁻¹ + J_n R_n) f_n = a − q̈_n         without friction, of the contacts that push
//! v_free = v_t + h J_t R_n f_n
//! A      = J_t R_t − J_t R_n (D⁻¹ + J_n R_n)⁻¹ J_n R_t
//! ```

use nalgebra::{Cholesky, DMatrix, DVector};

/// The rows of a step, each with its response, all as long as the number of freedoms.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) jacobian: &'a [f64],
    pub(super) responses: &'a [f64],
    pub(super) freedoms: usize,
    /// Number of rows of friction; those of the normals follow.
    pub(super) friction: usize,
}

impl<'a> Rows<'a> {
    pub(super) fn row(&self, index: usize) -> &'a [f64] {
        &self.jacobian[index * self.freedoms..][..self.freedoms]
    }

    pub(super) fn response(&self, index: usize) -> &'a [f64] {
        &self.responses[index * self.freedoms..][..self.freedoms]
    }
}

/// A normal force that pushes: D, and the missing acceleration a − q̈ without it.
pub(super) struct Normal {
    pub(super) stiffness: f64,
    pub(super) missing: f64,
}

/// The remaining equations of the friction; kept, so that a step allocates little.
#[derive(Default)]
pub(super) struct Condensed {
    /// A, row by row, exactly symmetric.
    pub(super) matrix: Vec<f64>,
    /// Normal forces without friction [N]; zero if a contact opens.
    pub(super) forces: Vec<f64>,
    /// J R of all rows, from the diagonal on.
    whole: Vec<f64>,
    /// R with the rows side by side.
    turned: Vec<f64>,
    /// L⁻¹ J_n R_t of a normal.
    half: Vec<f64>,
}

impl Condensed {
    /// Solves for the normal forces of a step [s], adds their effect on the velocities `free` of the friction, and
    /// computes its matrix.
    pub(super) fn fill(&mut self, step: f64, rows: Rows<'_>, normals: &[Normal], free: &mut [f64]) {
        let (count, size) = (rows.friction, rows.friction + normals.len());
        self.multiply(rows, size);
        self.matrix.clear();
        for row in 0..count {
            self.matrix.extend_from_slice(&self.whole[row * size..][..count]);
        }
        self.forces.clear();
        self.forces.resize(normals.len(), 0.0);
        let entry =
            |row: usize, column: usize| self.whole[row.min(column) * size + row.max(column)];
        let mut pushing: Vec<usize> = (0..normals.len()).collect();
        while !pushing.is_empty() {
            let matrix = DMatrix::from_fn(pushing.len(), pushing.len(), |i, j| {
                let softness = if i == j { 1.0 / normals[pushing[i]].stiffness } else { 0.0 };
                entry(count + pushing[i], count + pushing[j]) + softness
            });
            // The matrix is positive definite, unless it has NaN or infinite entries; then friction is refused.
            let Some(factor) = Cholesky::new(matrix) else { break };
            let missing = DVector::from_fn(pushing.len(), |i, _| normals[pushing[i]].missing);
            let forces = factor.solve(&missing);
            if forces.iter().any(|force| *force < 0.0) {
                let mut pushes = forces.iter().map(|force| *force > 0.0);
                pushing.retain(|_| pushes.next() == Some(true));
                continue;
            }
            for (&normal, &force) in pushing.iter().zip(&forces) {
                self.forces[normal] = force;
                for (row, free) in free.iter_mut().enumerate() {
                    *free += step * force * entry(row, count + normal);
                }
            }
            self.take_off(count, size, &pushing, factor.l_dirty());
            break;
        }
        for row in 0..count {
            for column in 0..row {
                self.matrix[row * count + column] = self.matrix[column * count + row];
            }
        }
    }

    /// Computes `whole` from rows and responses, using only the freedoms that move a row, which are few.
    fn multiply(&mut self, rows: Rows<'_>, size: usize) {
        let freedoms = rows.freedoms;
        self.turned.clear();
        self.turned.resize(size * freedoms, 0.0);
        for (row, response) in rows.responses.chunks_exact(freedoms).enumerate() {
            for (dof, number) in response.iter().enumerate() {
                self.turned[dof * size + row] = *number;
            }
        }
        self.whole.clear();
        self.whole.resize(size * size, 0.0);
        for (row, jacobian) in rows.jacobian.chunks_exact(freedoms).enumerate() {
            let sums = &mut self.whole[row * size + row..][..size - row];
            for (dof, factor) in jacobian.iter().enumerate().filter(|(_, factor)| **factor != 0.0) {
                let responses = &self.turned[dof * size + row..][..size - row];
                for (sum, response) in sums.iter_mut().zip(responses) {
                    *sum += factor * response;
                }
            }
        }
    }

    /// Subtracts the response of the pushing normals from the upper half of the matrix:
    /// `(L⁻¹ J_n R_t)ᵀ (L⁻¹ J_n R_t)`.
    fn take_off(&mut self, count: usize, size: usize, pushing: &[usize], factor: &DMatrix<f64>) {
        self.half.clear();
        for (i, &normal) in pushing.iter().enumerate() {
            let start = self.half.len();
            for row in 0..count {
                self.half.push(self.whole[row * size + count + normal]);
            }
            let (before, own) = self.half.split_at_mut(start);
            for (j, other) in before.chunks_exact(count).enumerate() {
                for (number, other) in own.iter_mut().zip(other) {
                    *number -= factor[(i, j)] * other;
                }
            }
            own.iter_mut().for_each(|number| *number /= factor[(i, i)]);
        }
        for half in self.half.chunks_exact(count) {
            for (row, factor) in half.iter().enumerate() {
                let entries = &mut self.matrix[row * count + row..][..count - row];
                for (entry, other) in entries.iter_mut().zip(&half[row..]) {
                    *entry -= factor * other;
                }
            }
        }
    }
}
