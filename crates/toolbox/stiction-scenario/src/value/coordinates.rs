//! A number or a list, as the state of any domain is written.

use stiction_core::{Form, Parameter, Value, ValueError};

/// A number or a list of numbers: a scalar, a vector, a pose.
#[derive(Clone, Debug, PartialEq)]
pub enum Coordinates {
    /// One number.
    One(f64),
    /// A list.
    List(Vec<f64>),
}

impl Coordinates {
    /// Returns all numbers.
    #[must_use]
    pub fn as_slice(&self) -> &[f64] {
        match self {
            Self::One(value) => core::slice::from_ref(value),
            Self::List(values) => values,
        }
    }
}

impl From<f64> for Coordinates {
    fn from(value: f64) -> Self {
        Self::One(value)
    }
}
impl<const N: usize> From<[f64; N]> for Coordinates {
    fn from(values: [f64; N]) -> Self {
        Self::List(values.to_vec())
    }
}
impl From<Vec<f64>> for Coordinates {
    fn from(values: Vec<f64>) -> Self {
        Self::List(values)
    }
}

/// Its owner determines its length.
impl Parameter for Coordinates {
    fn form() -> Form {
        Form::Vector(0)
    }
    fn value(&self) -> Value {
        match self {
            Self::One(number) => Value::Number(*number),
            Self::List(numbers) => Value::Numbers(numbers.clone()),
        }
    }
    fn of(value: Value) -> Result<Self, ValueError> {
        match value {
            Value::Number(number) => Ok(Self::One(number)),
            Value::Numbers(numbers) => Ok(Self::List(numbers)),
            _ => Err(ValueError::new("must be a number or a list of numbers")),
        }
    }
}
