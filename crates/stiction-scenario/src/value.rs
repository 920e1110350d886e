//! Values that a scenario writes as a number or a list, whatever the domain.

use nalgebra::Quaternion;
use serde::{Deserialize, Serialize};
use stiction_core::{Flat, Shown};

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

    /// As a value of `T::LEN` scalars; zeros where nothing is given.
    pub(crate) fn or_zero<T: Flat>(numbers: Option<&Self>) -> Result<T, Fault> {
        numbers.map_or_else(|| Ok(T::load(&vec![0.0; T::LEN])), Self::to)
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

/// A physical domain, by name.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DomainName {
    /// 1-D translation.
    #[default]
    Line,
    /// 1-D rotation.
    Shaft,
    /// A point in a plane.
    Plane,
    /// A point in space.
    Space,
    /// A frame in a plane.
    PlanarFrame,
    /// A frame in space.
    SpatialFrame,
}

/// An orientation (w, x, y, z) given with any usable length, as one of unit length.
pub(crate) fn orientation([w, x, y, z]: [f64; 4]) -> Result<Quaternion<f64>, Fault> {
    let given = Quaternion::new(w, x, y, z);
    let length = given.norm();
    if !(length.is_finite() && length > 0.0) {
        let message =
            format!("must have a length that is finite and not zero, found {}", Shown(length));
        return Err(Fault::new(message));
    }
    // One that is already of unit length keeps its bits.
    let exact = (length - 1.0).abs() < 1e-12;
    Ok(if exact { given } else { given / length })
}
