//! Values that a scenario writes as a number or a list, whatever the domain.

use serde::Serialize;
use stiction_core::Flat;

use crate::error::Fault;
use crate::number_or::number_or;

/// A number or a list of numbers: a scalar, a vector, a pose.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum Numbers {
    /// One number.
    One(f64),
    /// A list.
    List(#[schemars(length(min = 1))] Vec<f64>),
}

impl Numbers {
    /// All of them.
    #[must_use]
    pub fn as_slice(&self) -> &[f64] {
        match self {
            Self::One(value) => core::slice::from_ref(value),
            Self::List(values) => values,
        }
    }

    /// As a value of `T::LEN` scalars.
    pub(crate) fn to<T: Flat>(&self) -> Result<T, Fault> {
        let values = self.as_slice();
        if values.len() == T::LEN {
            return Ok(T::load(values));
        }
        let expected = match T::LEN {
            1 => "one number".to_owned(),
            count => format!("a list of {count} numbers"),
        };
        Err(Fault::new(format!("must be {expected}, found {}", values.len())))
    }
}

impl From<f64> for Numbers {
    fn from(value: f64) -> Self {
        Self::One(value)
    }
}
impl<const N: usize> From<[f64; N]> for Numbers {
    fn from(values: [f64; N]) -> Self {
        Self::List(values.to_vec())
    }
}
impl From<Vec<f64>> for Numbers {
    fn from(values: Vec<f64>) -> Self {
        Self::List(values)
    }
}

number_or!(Numbers, "a number or a list of numbers", list => Numbers::List);
