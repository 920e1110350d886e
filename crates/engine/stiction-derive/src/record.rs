//! Structs.
//!
//! Each field is walked once and gives a piece of each of the lists of [`Record`]; `write` puts them together:
//!
//! ```text
//! struct Drag {                 taken    let coefficient: f64 = Given::take(given, "coefficient")?;
//!     /// Force `c` …, ≥ 0.     entry    Field { name: "coefficient", symbol: "c", range: NonNegative, .. }
//!     #[field(non_negative)]    value    Parameter::value(&self.coefficient)
//!     coefficient: f64,         getter   pub const fn coefficient(&self) -> f64
//! }
//!
//! impl Describe for Drag        DESCRIPTION from the entries, values from the values, from_values from what is taken
//! impl Validate for Drag        ranges, then the function of `check`
//! impl From<Drag> for Result    the end of `build()` where the struct builds itself
//! ```
//! A struct may build another type (`builds = …`, or what its builder gives): that one takes the place of `Self`, and
//! gets a `Parameter`, so that it can be a part of others.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    DataStruct, DeriveInput, Error, Field, GenericArgument, Generics, Ident, PathArguments, Result,
    Type, Visibility, WhereClause, WherePredicate, parse_quote,
};

use crate::words::{FieldWords, Words, documentation, names_one_of, plain};

/// Code generated for the fields of a struct.
#[derive(Default)]
struct Record<'a> {
    names: Vec<&'a Ident>,
    /// Code that takes each from the given values.
    taken: Vec<TokenStream>,
    /// Entries and values of the parameters.
    entries: Vec<TokenStream>,
    values: Vec<TokenStream>,
    /// Entries and values of the parameters that are not parts: a part is checked where it is built.
    own_entries: Vec<TokenStream>,
    own_values: Vec<TokenStream>,
    /// Conditions that the types of its parts must meet for a table.
    parts: Vec<WherePredicate>,
    getters: Vec<TokenStream>,
}

impl<'a> Record<'a> {
    fn of(
        data: &'a DataStruct,
        generics: &Generics,
        words: &Words,
        root: &TokenStream,
    ) -> Result<Self> {
        let mut record = Self::default();
        for field in &data.fields {
            let mut of = FieldWords::of(&field.attrs)?;
            of.is_of_domain = names_one_of(&field.ty, generics);
            record.add(field, &of, words, root)?;
        }
        Ok(record)
    }

    fn add(
        &mut self,
        field: &'a Field,
        of: &FieldWords,
        words: &Words,
        root: &TokenStream,
    ) -> Result<()> {
        let (ty, Some(at)) = (&field.ty, &field.ident) else {
            return Err(Error::new_spanned(field, "fields need names"));
        };
        let key = of.name.as_ref().map_or_else(|| at.to_string(), syn::LitStr::value);
        // A flat part adds no name to the path of an error.
        let station = if of.is_flat { "" } else { &key };
        // Before its own name is added: a default may name the fields before it, but not the field itself.
        let taken = take((ty, station), of, &self.names);
        self.taken.push(quote!(let #at: #ty = #taken;));
        self.names.push(at);
        if of.is_skipped {
            return Ok(());
        }
        let entry = of.entry(root, (at, &key), (&documentation(&field.attrs), ty))?;
        let value = if of.is_opaque {
            let name = quote!(#ty).to_string().replace(' ', "");
            quote!(#root::Value::Opaque(#name))
        } else {
            quote!(#root::Parameter::value(&self.#at))
        };
        if of.is_part {
            self.parts.push(parse_quote!(#ty: #root::Parameter));
        } else if !of.is_opaque {
            self.own_entries.push(entry.clone());
            self.own_values.push(value.clone());
        }
        self.entries.push(entry);
        self.values.push(value);
        // A public field needs no getter.
        let is_read = !words.is_table_only && !words.is_preset();
        if is_read && !matches!(field.vis, Visibility::Public(_)) {
            self.getters.push(getter(field, at, of));
        }
        Ok(())
    }

    /// The check of the ranges.
    fn ranges(&self, name: &str, words: &Words, root: &TokenStream) -> TokenStream {
        let Self { own_entries, own_values, .. } = self;
        // `check_ranges` walks the whole table. With parts or another table that is not the list of the own fields.
        if self.parts.is_empty() && words.table.is_none() {
            quote!(#root::check_ranges(self))
        } else {
            quote!(#root::check_fields(#name, &[#(#own_entries),*], &[#(#own_values),*]))
        }
    }
}

pub(crate) fn write(input: &DeriveInput, data: &DataStruct) -> Result<TokenStream> {
    let words = Words::of(&input.attrs)?;
    let (root, ident) = (words.root(), &input.ident);
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let said = || plain(&documentation(&input.attrs));
    let text = words.text.as_ref().map_or_else(said, syn::LitStr::value);
    if text.is_empty() {
        return Err(Error::new_spanned(ident, "it needs a sentence of documentation"));
    }
    let name = name_of(&words, ident)?;
    let is_itself = *ident == name && !words.is_preset();
    let record = Record::of(data, &input.generics, &words, &root)?;
    let ranges = record.ranges(&name, &words, &root);
    // Only the table needs the parts to have tables. A struct of parts without tables can still be built.
    let mut with_parts = input.generics.clone();
    if !record.parts.is_empty() {
        with_parts.make_where_clause().predicates.extend(record.parts.clone());
    }
    let conditions_of_table = &with_parts.where_clause;

    let tag = words.tag.as_ref().map_or_else(|| quote!(""), |tag| quote!(#tag));
    let chosen = words.chosen.as_ref().map_or_else(|| quote!(""), |key| quote!(#key));
    let of_number = match &words.of_number {
        None => quote!(::core::option::Option::None),
        // Build, then take apart: the values of all fields are those of the component that the number makes.
        Some(build) => quote!(::core::option::Option::Some(|number| {
            let built: ::core::result::Result<_, #root::ParameterError> = #build(number);
            built.map(|built| Self::values_of(&built)).map_err(::core::convert::Into::into)
        })),
    };
    let further = words.check.as_ref().map(|check| quote!(.and_then(|()| #check(self))));
    let error =
        words.error.as_ref().map_or_else(|| quote!(#root::ParameterError), |error| quote!(#error));
    // The type that is built may be the struct itself, even if an attribute names it.
    let itself = parse_quote!(Self);
    let built_type = words.built.as_ref().filter(|_| !is_itself).unwrap_or(&itself);
    let of_built = if is_itself { quote!(built) } else { quote!(&Self::from(built)) };
    let built = if is_itself {
        ends_in_itself(input, &root, &quote!(#root::Validate::validate(&value).map(|()| value)))
    } else if words.is_entry {
        quote!()
    } else {
        is_a_part(input, &root, built_type, conditions_of_table.as_ref())
    };
    let Record { names, taken, entries, values, getters, .. } = record;
    let own_table = quote! {
        impl #generics #root::Describe for #ident #arguments #conditions_of_table {
            type Built = #built_type;
            const DESCRIPTION: &'static #root::Description = &#root::Description {
                name: #name, tag: #tag, chosen: #chosen, text: #text, fields: &[#(#entries),*],
                of_number: #of_number,
            };
            fn values(&self) -> ::std::vec::Vec<#root::Value> {
                ::std::vec![#(#values),*]
            }
            fn values_of(built: &Self::Built) -> ::std::vec::Vec<#root::Value> {
                #root::Describe::values(#of_built)
            }
            fn from_values(
                given: &mut #root::Given,
            ) -> ::core::result::Result<Self::Built, #root::ValueError> {
                #(#taken)*
                ::core::result::Result::<Self::Built, #error>::from(
                    Self { #(#names),* }
                ).map_err(::core::convert::Into::into)
            }
        }
    };
    let table = words.table.as_ref().map_or(own_table, |table| of_another(input, &root, table));
    Ok(quote! {
        #table
        impl #generics #root::Validate for #ident #arguments #conditions {
            const COMPONENT: &'static str = #name;
            fn validate(&self) -> ::core::result::Result<(), #root::ParameterError> {
                #ranges #further
            }
        }
        impl #generics #ident #arguments #conditions { #(#getters)* }
        #built
    })
}

/// The table of the type that builds it.
fn of_another(input: &DeriveInput, root: &TokenStream, table: &Type) -> TokenStream {
    let ident = &input.ident;
    let mut with_table = input.generics.clone();
    let builds_it = parse_quote!(#table: #root::Describe<Built = Self>);
    with_table.make_where_clause().predicates.push(builds_it);
    let (generics, arguments, conditions) = with_table.split_for_impl();
    quote! {
        impl #generics #root::Describe for #ident #arguments #conditions {
            type Built = Self;
            const DESCRIPTION: &'static #root::Description = <#table as #root::Describe>::DESCRIPTION;
            fn values(&self) -> ::std::vec::Vec<#root::Value> {
                <#table as #root::Describe>::values_of(self)
            }
            fn values_of(built: &Self) -> ::std::vec::Vec<#root::Value> {
                #root::Describe::values(built)
            }
            fn from_values(
                given: &mut #root::Given,
            ) -> ::core::result::Result<Self, #root::ValueError> {
                <#table as #root::Describe>::from_values(given)
            }
        }
    }
}

/// The end of `build()` of a struct that builds itself: the result made of a `value`.
fn ends_in_itself(input: &DeriveInput, root: &TokenStream, result: &TokenStream) -> TokenStream {
    let ident = &input.ident;
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    quote! {
        impl #generics ::core::convert::From<#ident #arguments>
            for ::core::result::Result<#ident #arguments, #root::ParameterError> #conditions
        {
            fn from(value: #ident #arguments) -> Self { #result }
        }
    }
}

/// Makes the built type a parameter too, although the table is that of the struct.
fn is_a_part(
    input: &DeriveInput,
    root: &TokenStream,
    built: &Type,
    conditions: Option<&WhereClause>,
) -> TokenStream {
    let ident = &input.ident;
    let (generics, arguments, _) = input.generics.split_for_impl();
    quote! {
        impl #generics #root::Parameter for #built #conditions {
            fn form() -> #root::Form {
                #root::Form::Table(<#ident #arguments as #root::Describe>::DESCRIPTION)
            }
            fn value(&self) -> #root::Value {
                #root::Value::Record(<#ident #arguments as #root::Describe>::values_of(self))
            }
            fn of(value: #root::Value) -> ::core::result::Result<Self, #root::ValueError> {
                #root::built_of::<#ident #arguments>(value)
            }
        }
    }
}

/// Takes the value of a field from the given ones; a field that is not given gets its default.
pub(crate) fn take(
    (ty, name): (&Type, &str),
    words: &FieldWords,
    before: &[&Ident],
) -> TokenStream {
    let default = match &words.default {
        // As in the builder, a default may name the fields before it, by reference.
        Some(Some(value)) => quote! {{
            #[allow(unused_variables, reason = "not every default depends on others")]
            let (#(#before,)*) = (#(&#before,)*);
            #value
        }},
        _ => quote!(<#ty as ::core::default::Default>::default()),
    };
    if words.is_skipped {
        return default;
    }
    if words.is_opaque {
        let default = match words.default {
            Some(_) => quote!(::core::option::Option::Some(|| #default)),
            None => quote!(::core::option::Option::None::<fn() -> #ty>),
        };
        return quote!(given.opaque(#name, #default)?);
    }
    let taken = match words.default {
        Some(_) => quote!(given.take_or::<#ty>(#name, || #default)?),
        None => quote!(given.take::<#ty>(#name)?),
    };
    // A default is what the setter would have made.
    words.transform(ty).map_or(taken.clone(), |transform| quote!((#transform)(#taken)))
}

/// Name of the built type, for messages.
fn name_of(words: &Words, ident: &Ident) -> Result<String> {
    let Some(built) = words.built.as_ref().filter(|_| !words.is_preset()) else {
        return Ok(ident.to_string());
    };
    let segment = match built {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    match segment {
        Some(segment) => Ok(segment.ident.to_string()),
        None => Err(Error::new_spanned(built, "what is built needs a name")),
    }
}

fn getter(field: &Field, at: &Ident, words: &FieldWords) -> TokenStream {
    let docs = field.attrs.iter().filter(|attribute| attribute.path().is_ident("doc"));
    let (ty, name) = (&field.ty, words.getter.as_ref().unwrap_or(at));
    // Callers want slices and options of references to fields that they may not move.
    let (given, read) = match (words.by_ref, one_of("Vec", ty), one_of("Option", ty)) {
        (false, ..) => (quote!(#ty), quote!(self.#at)),
        (true, Some(each), _) => (quote!(&[#each]), quote!(self.#at.as_slice())),
        (true, _, Some(inner)) => {
            (quote!(::core::option::Option<&#inner>), quote!(self.#at.as_ref()))
        }
        (true, ..) => (quote!(&#ty), quote!(&self.#at)),
    };
    quote! {
        #(#docs)*
        #[must_use]
        pub const fn #name(&self) -> #given { #read }
    }
}

/// The `T` of `Vec<T>`.
fn one_of<'a>(generic: &str, ty: &'a Type) -> Option<&'a GenericArgument> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|segment| segment.ident == generic)?;
    let PathArguments::AngleBracketed(types) = &last.arguments else { return None };
    types.args.first()
}

/// The end of `build()` of a struct whose table cannot be written.
pub(crate) fn unchecked(input: &DeriveInput) -> Option<TokenStream> {
    // The builder needs this end. Without it, its error would come before the one that names the mistake.
    let (words, ident) = (Words::of(&input.attrs).ok()?, &input.ident);
    words.built.as_ref().filter(|_| !words.is_preset())?;
    if *ident != name_of(&words, ident).ok()? {
        return None;
    }
    let accepted = quote!(::core::result::Result::Ok(value));
    Some(ends_in_itself(input, &words.root(), &accepted))
}
