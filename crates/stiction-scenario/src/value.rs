//! Values that a scenario writes as a number or a list, whatever the domain.

use serde::{Deserialize, Serialize};
use stiction_core::{Domain, Flat};

use crate::error::Fault;

/// A number or a list of numbers: a scalar, a vector, a pose.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum Numbers {
    /// One number.
    One(f64),
    /// A list.
    List(Vec<f64>),
}

/// Not the derived one of an untagged enum, which would only say that nothing matched.
impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Numbers;
            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("a number or a list of numbers")
            }
            fn visit_f64<E>(self, value: f64) -> Result<Numbers, E> {
                Ok(Numbers::One(value))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Numbers, E> {
                Ok(Numbers::One(value as f64))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Numbers, E> {
                Ok(Numbers::One(value as f64))
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, seq: A) -> Result<Numbers, A::Error> {
                let list = serde::de::value::SeqAccessDeserializer::new(seq);
                Vec::deserialize(list).map(Numbers::List)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
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

/// The names of the scalars of an effort.
pub(crate) fn effort_names<D: Domain>() -> &'static [&'static str] {
    match (D::Effort::LEN, D::FLOW_NAMES.first()) {
        (1, Some(&"rate")) => &["torque"],
        (1, _) => &["force"],
        (2, _) => &["fx", "fy"],
        (3, _) if D::FLOW_NAMES.len() == 3 && D::FLOW_NAMES[2] == "rate" => &["fx", "fy", "torque"],
        (3, _) => &["fx", "fy", "fz"],
        _ => &["fx", "fy", "fz", "tx", "ty", "tz"],
    }
}
