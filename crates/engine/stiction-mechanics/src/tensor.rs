//! Inertia tensors as files have them.

use nalgebra::{Matrix3, Vector3};
use stiction_core::{Form, Parameter, Value, ValueError};

/// Three principal moments, or nine entries by rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tensor(pub(crate) Matrix3<f64>);

impl Parameter for Tensor {
    fn form() -> Form {
        Vec::<f64>::form()
    }
    fn value(&self) -> Value {
        let moments = self.0.diagonal();
        let is_diagonal = self.0 == Matrix3::from_diagonal(&moments);
        let rows = self.0.transpose();
        (if is_diagonal { moments.as_slice() } else { rows.as_slice() }).to_vec().value()
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        let entries = Vec::<f64>::of(value)?;
        match (&entries[..], entries.len()) {
            ([x, y, z], _) => Ok(Self(Matrix3::from_diagonal(&Vector3::new(*x, *y, *z)))),
            (rows, 9) => Ok(Self(Matrix3::from_row_slice(rows))),
            (_, found) => Err(ValueError::new(format!("must have 3 or 9 entries, found {found}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three numbers of a tensor along the axes, nine of any other, in the order of a file.
    #[test]
    fn a_tensor_is_written_as_it_is_read() {
        let nine = vec![2.0, 0.25, 0.5, 0.25, 3.0, 0.0, 0.5, 0.0, 4.0];
        for numbers in [vec![2.0, 3.0, 4.0], nine] {
            let tensor = Tensor::of(numbers.value()).unwrap();
            assert_eq!(tensor.0[(2, 2)], 4.0);
            assert_eq!(tensor.value(), numbers.value());
        }
        assert!(Tensor::of(vec![1.0; 4].value()).is_err());
    }
}
