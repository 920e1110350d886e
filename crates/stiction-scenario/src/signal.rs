//! Functions of the time, as files write them.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Map;
use stiction_core::{Form, NormalLoad, Parameter, Value};
use toml::de::DeTable;

use crate::described::{as_read, of_form, read_value, with_points, written};
use crate::error::Fault;
use crate::folder::Folder;
use crate::text::Node;

/// A function of the time \[s\] as a file has it: the values of a [signal](stiction_core::Signal), which may
/// name another file with its samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Signal(Value);

impl Signal {
    /// The name under which a reader of texts knows it, so that a fault in it has its place.
    pub(crate) const NAME: &str = "Signal";

    fn form() -> Form {
        stiction_core::Signal::form()
    }

    /// From the tree of a text.
    pub(crate) fn read(node: Node<'_>) -> Result<Self, Fault> {
        read_value(Self::form(), node).map(Self)
    }

    /// The value, if it is the same at all times.
    #[must_use]
    pub fn constant(&self) -> Option<f64> {
        match &self.0 {
            Value::Choice(_, values) => match values[..] {
                [Value::Number(value)] => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// The library's signal.
    pub(crate) fn build(&self, folder: Folder<'_>) -> Result<stiction_core::Signal, Fault> {
        let value = with_points(Self::form(), self.0.clone(), folder)?;
        Ok(stiction_core::Signal::of(value)?)
    }

    /// The same as a normal force: where it swings below zero, there is no load.
    pub(crate) fn load(&self, folder: Folder<'_>) -> Result<NormalLoad, Fault> {
        self.build(folder).map(NormalLoad::lifting)
    }
}

/// A closure among them cannot be written to a file.
impl<S: Into<stiction_core::Signal>> From<S> for Signal {
    fn from(signal: S) -> Self {
        Self(as_read(Self::form(), signal.into().value()))
    }
}

impl Serialize for Signal {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        written(Self::form(), &self.0).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Signal {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Tree;
        impl<'de> de::Visitor<'de> for Tree {
            type Value = toml::Value;
            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("a number, or a table with the `type` of a function of the time")
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(
                self,
                from: D,
            ) -> Result<toml::Value, D::Error> {
                toml::Value::deserialize(from)
            }
        }
        // Read as what a text has, whatever the format is.
        let tree = from.deserialize_newtype_struct(Self::NAME, Tree)?;
        let text = format!("{} = {tree}", Self::NAME);
        let mut table = DeTable::parse(&text).map_err(D::Error::custom)?.into_inner();
        let node = table.remove(Self::NAME).ok_or_else(|| D::Error::missing_field(Self::NAME))?;
        Self::read(node).map_err(D::Error::custom)
    }
}

impl JsonSchema for Signal {
    fn schema_name() -> Cow<'static, str> {
        Self::NAME.into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut definitions = Map::new();
        of_form(Self::form(), &mut definitions);
        let own = definitions.remove(Self::NAME).unwrap_or_default();
        generator.definitions_mut().extend(definitions);
        own.try_into().unwrap_or_default()
    }
}
