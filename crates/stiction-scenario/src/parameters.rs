//! Structs of parameters that are no components: how a scenario is stepped, recorded and swept.

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
