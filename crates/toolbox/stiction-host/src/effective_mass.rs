//! Effective masses of a host: by how much a force on one element changes the velocities of all.
//!
//! With the rows J of all elements and the mass matrix M of the host, that is `A = J M⁻¹ Jᵀ`, the inverse
//! of the effective masses (the Delassus matrix): the impulse p on the elements changes their velocities
//! by `A p`.
//!
//! | operator | holds | one correction costs |
//! |---|---|---|
//! | [`Dense`] | A itself | its rows |
//! | [`Factored`] | J and M⁻¹Jᵀ | the degrees of freedom of the host |
//! | your own [`EffectiveMass`] | anything | |
//!
//! Both borrow the numbers of the host; nothing is copied.

use core::fmt::Debug;

use crate::HostError;
use crate::error::check_rows;

/// The operator `A = J M⁻¹ Jᵀ`: symmetric, and no force speeds up what it slows down.
///
/// The sweeps over the elements add impulses one element at a time and ask for velocities one element at
/// a time. In between, the operator keeps intermediate results in a `scratch` of
/// [`scratch_len`](Self::scratch_len) numbers that starts at zero: the velocities of all rows, unless it
/// overrides the last three methods together.
pub trait EffectiveMass: Debug {
    /// Returns the number of rows.
    fn rows(&self) -> usize;

    /// Returns the entry of A \[1/kg, 1/(kg m²), or 1/(kg m) between a force and a torque\].
    fn entry(&self, row: usize, column: usize) -> f64;

    /// Returns the length of the scratch that the operator keeps during a solution.
    fn scratch_len(&self) -> usize {
        self.rows()
    }

    /// Adds the effect of an impulse on the rows from `first` on \[N s, N m s\].
    fn push(&self, first: usize, impulse: &[f64], scratch: &mut [f64]) {
        for (row, velocity) in scratch.iter_mut().enumerate() {
            for (axis, part) in impulse.iter().enumerate() {
                *velocity += self.entry(row, first + axis) * part;
            }
        }
    }

    /// Writes the change of velocity that all impulses have made on the rows from `first` on \[m/s, rad/s\].
    fn pushed(&self, first: usize, scratch: &[f64], velocity: &mut [f64]) {
        velocity.copy_from_slice(&scratch[first..first + velocity.len()]);
    }
}

/// A as a matrix, row by row.
#[derive(Clone, Copy, Debug)]
pub struct Dense<'a> {
    entries: &'a [f64],
    rows: usize,
}

impl<'a> Dense<'a> {
    /// Creates the matrix with these entries, row by row.
    ///
    /// # Errors
    /// A wrong number of entries; one that is not finite; a matrix that is not symmetric, by more than
    /// 1e-9 of the geometric mean of the two diagonal entries (rounding of `J M⁻¹ Jᵀ` leaves 1e-15).
    pub fn new(rows: usize, entries: &'a [f64]) -> Result<Self, HostError> {
        check_rows("effective mass", entries, rows * rows)?;
        for row in 0..rows {
            for column in 0..row {
                let difference =
                    (entries[row * rows + column] - entries[column * rows + row]).abs();
                let diagonal = entries[row * (rows + 1)] * entries[column * (rows + 1)];
                if difference > 1e-9 * diagonal.abs().sqrt() {
                    return Err(HostError::NotSymmetric { row, column, difference });
                }
            }
        }
        Ok(Self { entries, rows })
    }
}

impl EffectiveMass for Dense<'_> {
    fn rows(&self) -> usize {
        self.rows
    }
    #[inline]
    fn entry(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.rows + column]
    }
    #[inline]
    fn push(&self, first: usize, impulse: &[f64], scratch: &mut [f64]) {
        // A is symmetric: its rows are its columns, and lie side by side.
        for (axis, part) in impulse.iter().enumerate() {
            let column = &self.entries[(first + axis) * self.rows..][..self.rows];
            for (velocity, entry) in scratch.iter_mut().zip(column) {
                *velocity += entry * part;
            }
        }
    }
}

/// A as the product of J and M⁻¹Jᵀ: for many elements on few degrees of freedom.
#[derive(Clone, Copy, Debug)]
pub struct Factored<'a> {
    jacobian: &'a [f64],
    responses: &'a [f64],
    rows: usize,
    freedoms: usize,
}

impl<'a> Factored<'a> {
    /// Creates the operator of the Jacobian J, row by row, and of the `responses`, row by row the
    /// velocities of the host per impulse on that row, `M⁻¹ Jᵀ` transposed: both `rows` times `freedoms`
    /// numbers.
    ///
    /// # Errors
    /// A wrong number of entries; one that is not finite.
    pub fn new(
        rows: usize,
        freedoms: usize,
        jacobian: &'a [f64],
        responses: &'a [f64],
    ) -> Result<Self, HostError> {
        check_rows("jacobian", jacobian, rows * freedoms)?;
        check_rows("responses", responses, rows * freedoms)?;
        Ok(Self { jacobian, responses, rows, freedoms })
    }

    fn row(&self, matrix: &'a [f64], row: usize) -> &'a [f64] {
        &matrix[row * self.freedoms..][..self.freedoms]
    }
}

impl EffectiveMass for Factored<'_> {
    fn rows(&self) -> usize {
        self.rows
    }
    fn entry(&self, row: usize, column: usize) -> f64 {
        dot(self.row(self.jacobian, row), self.row(self.responses, column))
    }
    /// Returns the velocities of the host.
    fn scratch_len(&self) -> usize {
        self.freedoms
    }
    fn push(&self, first: usize, impulse: &[f64], scratch: &mut [f64]) {
        for (axis, part) in impulse.iter().enumerate() {
            for (velocity, response) in
                scratch.iter_mut().zip(self.row(self.responses, first + axis))
            {
                *velocity += response * part;
            }
        }
    }
    fn pushed(&self, first: usize, scratch: &[f64], velocity: &mut [f64]) {
        for (axis, velocity) in velocity.iter_mut().enumerate() {
            *velocity = dot(self.row(self.jacobian, first + axis), scratch);
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_effective_mass_is_refused() {
        let length = Dense::new(2, &[1.0; 3]).unwrap_err();
        assert_eq!(length, HostError::Length { what: "effective mass", found: 3, expected: 4 });
        let skew = Dense::new(2, &[1.0, 0.1, 0.2, 1.0]).unwrap_err();
        assert!(skew.to_string().contains("[1, 0] and [0, 1] differ by 0.1"), "{skew}");
        assert!(Dense::new(1, &[f64::NAN]).is_err());
        assert!(Factored::new(2, 3, &[1.0; 6], &[1.0; 5]).is_err());
        assert!(Factored::new(2, 3, &[1.0; 5], &[1.0; 6]).is_err());
    }
}
