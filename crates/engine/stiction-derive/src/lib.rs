//! `#[derive(Describe)]`: a component is described once, by its struct.
//!
//! From the struct come its table (what readers of files, documents and other languages walk), the checks
//! of its ranges, the end of `build()` and the getters. The names are those of `stiction_core`; there the
//! traits and the tables are documented.

mod choice;
mod record;
mod words;

use proc_macro::TokenStream;
use syn::{Data, DeriveInput, Error, parse_macro_input};

/// Describes a component by its struct, or a parameter of several kinds by its enum; there is an example at
/// `stiction_core::description`.
///
/// The documentation of a field, up to its first empty line, is its entry: the symbol stands in the first
/// backquotes, the unit in `\[ \]`. The accepted range is given by an attribute, because it is enforced;
/// documentation that does not state the same range is refused.
///
/// | on | attribute | |
/// |---|---|---|
/// | struct | `describe(tag = "drag")` | its name in files |
/// | | `describe(text = "A contact.")` | its description in files, if it is not the documentation |
/// | | `describe(chosen = "domain")` | the key by which a file chooses the domain |
/// | | `describe(builds = X)` | it is the table of `X`, if no builder says so |
/// | | `describe(error = E)` | the error of `build()`, if it is not `ParameterError`; a `ValueError` can be made of it |
/// | | `describe(table = X)` | it has the table of `X`, which builds it |
/// | | `describe(entry)` | the type that it builds has another table as a part; with a builder of its own it keeps its own name |
/// | | `describe(check = Self::further)` | a check beyond ranges, `fn(&Self) -> Result<(), ParameterError>` |
/// | | `describe(number = Self::constant)` | the component that one number stands for, `fn(f64) -> Result<Self, ParameterError>` |
/// | | `describe(crate = path)` | path of `stiction_core`, if it is neither that nor `stiction::core` |
/// | enum | | a file chooses the variant by `type = "…"`; a variant without fields is its word alone |
/// | | `describe(spelling = Look)` | a number, a list or a table tells by itself which variant is meant |
/// | | `describe(spelling = Key)` | each variant has a key of its own, of which one is given |
/// | field | `field(positive)`, `field(non_negative)`, `field(finite)` | its range |
/// | | `field(within(0.7, 1.0, "must be from 0.7 to 1"))` | the same, ends included |
/// | | `field(length(1, 32, "must be 1 to 32"))` | how long a list may be, ends included |
/// | | `field(by_ref)`, `field(getter = name)` | its getter; a `pub` field has none |
/// | | `field(part)` | a component of its own, checked where it was built; it needs a table only for that of the struct |
/// | | `field(flat)` | a part whose keys stand among those of the struct, which has its tag if it has none of its own |
/// | | `field(key)` | an enum with a key for each variant |
/// | | `field(opaque)` | of a type that has no value: the component can be built in Rust only |
/// | | `field(default = value)` | its default, if there is no builder |
/// | field, variant | `field(name = "steady_force")` | its name in files, if it is another |
///
/// Defaults and skipped fields are those of `typed_builder`, whose attributes are read too. So is a
/// `transform` of a setter, if it takes the type of the field: applied twice it must change nothing more.
#[proc_macro_derive(Describe, attributes(describe, field, builder))]
pub fn describe(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let written = match &input.data {
        Data::Struct(data) => record::write(&input, data),
        Data::Enum(data) => choice::write(&input, data),
        Data::Union(_) => Err(Error::new_spanned(&input.ident, "a union has no table")),
    };
    // The end of `build()` stays, or the message would stand among those of `typed_builder`.
    let failed = |error: Error| {
        let (told, rest) = (error.into_compile_error(), record::unchecked(&input));
        quote::quote!(#told #rest)
    };
    written.unwrap_or_else(failed).into()
}
