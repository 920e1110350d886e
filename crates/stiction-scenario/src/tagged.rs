//! One of several kinds of things, told apart by the key `type`.

use toml::de::DeValue;

use crate::described::Known;
use crate::error::{Fault, nearest};
use crate::text::{Fields, Node};

/// A choice that a scenario names with `type = "…"`.
pub(crate) trait Tagged: Sized {
    /// What it is, in messages.
    const WHAT: &'static str;
    /// The names of the kinds.
    const NAMES: &'static [&'static str];
    /// The kind of the given name from its other entries; `None` for an unknown name.
    fn read_kind(name: &str, entries: Node<'_>) -> Option<Result<Self, Fault>>;
    /// The names of those that a registry knows.
    fn known_names(known: &Known) -> Vec<&'static str> {
        let _ = known;
        vec![]
    }
    /// One that a registry knows, from its other entries.
    fn read_known(known: &Known, name: &str, entries: Node<'_>) -> Option<Result<Self, Fault>> {
        let _ = known;
        Self::read_kind(name, entries)
    }

    /// Reads one from a table with the key `type`.
    fn read(node: Node<'_>, known: &Known) -> Result<Self, Fault> {
        let mut fields = Fields::of(Self::WHAT, node)?;
        let name = fields.require("type")?;
        let span = name.span();
        let DeValue::String(name) = name.into_inner() else {
            return Err(Fault::new("`type` must be a string").at(span));
        };
        let unknown = || {
            let message = format!("there is no {} of type `{name}`", Self::WHAT);
            let names = [Self::known_names(known), Self::NAMES.to_vec()].concat();
            let list = format!("; known are {}", names.join(", "));
            let hint = nearest(&name, names);
            Fault::new(message + &list).hint(hint).at(span)
        };
        // What is registered takes the place of what has its name.
        let read = if Self::known_names(known).contains(&&*name) {
            Self::read_known(known, &name, fields.rest())
        } else {
            Self::read_kind(&name, fields.rest())
        };
        read.ok_or_else(unknown)?
    }
}

/// A struct of parameters as a scenario has them.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident { $($body:tt)* })+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
            #[serde(deny_unknown_fields)]
            #[allow(
                rustdoc::broken_intra_doc_links,
                reason = "the JSON schema has these lines too, with units in plain brackets"
            )]
            pub struct $name { $($body)* }
        )+
    };
}
pub(crate) use parameters;

/// An enum of structs of parameters, told apart by `type`.
macro_rules! tagged {
    ($(#[$doc:meta])* $name:ident, $what:literal {
        $($(#[$variant_doc:meta])* $tag:literal => $variant:ident($parameters:ty)),+ $(,)?
        $(;$(#[$known_doc:meta])* $known:ident)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
        #[serde(tag = "type")]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $tag)] $variant($parameters),)+
            $($(#[$known_doc])* #[serde(untagged)] #[schemars(skip)] $known($known),)?
        }
        impl $name {
            /// The name of its type in a file.
            #[must_use]
            pub fn tag(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $tag,)+
                    $(Self::$known(known) => known.tag(),)?
                }
            }
        }
        impl $crate::tagged::Tagged for $name {
            const WHAT: &'static str = $what;
            const NAMES: &'static [&'static str] = &[$($tag),+];
            fn read_kind(
                name: &str,
                entries: $crate::text::Node<'_>,
            ) -> Option<Result<Self, $crate::error::Fault>> {
                match name {
                    $($tag => Some($crate::text::read(entries).map(Self::$variant)),)+
                    _ => None,
                }
            }
            $(
                fn known_names(known: &$crate::described::Known) -> Vec<&'static str> {
                    <$known as $crate::tagged::Tagged>::known_names(known)
                }
                fn read_known(
                    known: &$crate::described::Known,
                    name: &str,
                    entries: $crate::text::Node<'_>,
                ) -> Option<Result<Self, $crate::error::Fault>> {
                    Some(<$known as $crate::tagged::Tagged>::read_known(known, name, entries)?.map(Self::$known))
                }
            )?
        }
        $(impl From<$parameters> for $name {
            fn from(parameters: $parameters) -> Self {
                Self::$variant(parameters)
            }
        })+
    };
}
pub(crate) use tagged;

/// An enum of tables, told apart by `type`, that stands inside other tables.
///
/// Serde's own way of reading one copies its entries and forgets where they were; here they are read
/// in place: `type` says what the others are.
macro_rules! by_type {
    ($(#[$doc:meta])* $name:ident = $text:literal, $keyed:ident { $($body:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
        #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
        #[non_exhaustive]
        #[allow(
            rustdoc::broken_intra_doc_links,
            reason = "the JSON schema has these lines too, with units in plain brackets"
        )]
        pub enum $name { $($body)* }

        /// The same where the word of `type` is the key of the rest. (It has a schema so that it may
        /// have the attributes of one.)
        #[derive(serde::Deserialize, schemars::JsonSchema)]
        #[serde(remote = $text, rename_all = "snake_case", deny_unknown_fields)]
        enum $keyed { $($body)* }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Visitor;
                impl<'de> serde::de::Visitor<'de> for Visitor {
                    type Value = $name;
                    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        f.write_str("a table with `type`")
                    }
                    fn visit_map<A: serde::de::MapAccess<'de>>(
                        self,
                        map: A,
                    ) -> Result<$name, A::Error> {
                        $keyed::deserialize($crate::by_type::ByType(map))
                    }
                }
                deserializer.deserialize_map(Visitor)
            }
        }
    };
}
pub(crate) use by_type;
