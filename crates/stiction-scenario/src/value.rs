//! Values that a scenario writes as a number or a list, whatever the domain.

use core::fmt;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

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

/// Not as derived, which would only say that nothing matched.
impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct OneOrList;
        impl<'de> Visitor<'de> for OneOrList {
            type Value = Numbers;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or a list of numbers")
            }
            fn visit_f64<E>(self, value: f64) -> Result<Numbers, E> {
                Ok(value.into())
            }
            fn visit_i64<E>(self, value: i64) -> Result<Numbers, E> {
                Ok((value as f64).into())
            }
            fn visit_u64<E>(self, value: u64) -> Result<Numbers, E> {
                Ok((value as f64).into())
            }
            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Numbers, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(Numbers::List)
            }
        }
        from.deserialize_any(OneOrList)
    }
}
